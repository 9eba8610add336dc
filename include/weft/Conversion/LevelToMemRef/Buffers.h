//===- Buffers.h - Growing arrays in emitted code ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What level emitters build from: arrays of indices, memory that grows, and the
// checks that keep sizes in range. An array is a `memref<?xT>`, and the
// capacity of a growing one is its length. Every size is checked where memory
// is taken, so that code that fills the memory needs one comparison at most.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_BUFFERS_H
#define WEFT_CONVERSION_LEVELTOMEMREF_BUFFERS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// The least capacity that an array takes when it grows.
constexpr int64_t kInitialCapacity = 16;

/// The initial capacity, in entries, of an array that entries are appended to.
/// A workspace starts with it in each iteration of the loops around it, most of
/// which append more than ten entries.
constexpr int64_t kInitialEntries = 64;

/// Emits the initial capacity, in entries, for an expected number of entries:
/// at least kInitialEntries, and just these if `room` is null.
mlir::Value emitInitialEntries(mlir::ImplicitLocOpBuilder &b, mlir::Value room);

/// `memref<?xT>`.
mlir::MemRefType getArrayType(mlir::Type elementType);

/// The bytes that one element of an array takes.
int64_t getElementBytes(mlir::Type elementType);

/// The largest value of a signed integer type.
int64_t getMaxSigned(mlir::IntegerType type);

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Emits a constant of type `index`.
mlir::Value emitIndex(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// Whether a comparison of indices, signed unless the predicate says otherwise,
/// holds.
mlir::Value emitCompare(mlir::ImplicitLocOpBuilder &b,
                        mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                        mlir::Value rhs);

/// Loads an index from an array of integers.
mlir::Value emitLoadIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
                          mlir::Value position);

/// Stores an index, which must fit, to an array of integers.
void emitStoreIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                    mlir::Value array, mlir::Value position);

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Ends the kernel with a status of TensorABI.h and its details if `condition`
/// holds.
void emitFailIf(mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
                int64_t status, mlir::ValueRange details = {});

/// As above if `condition` does not hold.
void emitFailUnless(mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
                    int64_t status);

/// The product of two sizes; ends the kernel if it has no 63 bits.
mlir::Value emitCheckedMul(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                           mlir::Value rhs);

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Emits the number of elements of an array of one dimension, of type `index`.
mlir::Value emitLength(mlir::ImplicitLocOpBuilder &b, mlir::Value array);

/// The address of the first element of an array as an integer, for functions of
/// the runtime.
mlir::Value emitAddress(mlir::ImplicitLocOpBuilder &b, mlir::Value array);

/// Takes memory for `length` elements, which are undefined.
mlir::Value emitAlloc(mlir::ImplicitLocOpBuilder &b, mlir::Type elementType,
                      mlir::Value length);

/// Takes memory for `length` elements with the value `fill`.
mlir::Value emitFilled(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                       mlir::Value fill);

/// Copies an array to new memory.
mlir::Value emitCopy(mlir::ImplicitLocOpBuilder &b, mlir::Value array);

/// Copies `count` elements from one array to another.
void emitCopyRange(mlir::ImplicitLocOpBuilder &b, mlir::Value from,
                   mlir::Value fromBegin, mlir::Value to, mlir::Value toBegin,
                   mlir::Value count);

/// Frees the memory of an array.
void emitFree(mlir::ImplicitLocOpBuilder &b, mlir::Value array);

/// The first `length` elements of an array, in the same memory.
mlir::Value emitPrefix(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
                       mlir::Value length);

/// The array, or, if it has less than `needed` elements, one that has them and
/// takes over its contents, after which the old one is gone. New elements have
/// the value `fill` where it is given. The kernel ends if more than `limit`
/// positions are needed.
mlir::Value emitEnsureLength(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
                             mlir::Value needed, int64_t limit,
                             mlir::Value fill = nullptr);

/// The limit of arrays that no width of positions limits. It takes no register
/// in loops that grow arrays, as a number of 64 bits would.
constexpr int64_t kUnlimited = -1;

/// As above, for arrays that have no limit.
mlir::Value emitEnsureLength(mlir::ImplicitLocOpBuilder &b, mlir::Value array,
                             mlir::Value needed, mlir::Value fill = nullptr);

/// The same for arrays that grow together, each of which needs a length of its
/// own, with one check.
void emitEnsureLengths(mlir::ImplicitLocOpBuilder &b,
                       llvm::ArrayRef<mlir::Value *> arrays,
                       mlir::ValueRange needed);

} // namespace weft

#endif // WEFT_CONVERSION_LEVELTOMEMREF_BUFFERS_H
