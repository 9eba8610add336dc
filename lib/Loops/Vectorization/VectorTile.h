//===- VectorTile.h - Contiguous vector accesses ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes a contiguous vector of an array that operations load and store, and
// answers questions about aliasing and repeated execution of such accesses.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_VECTORTILE_H
#define WEFT_LIB_LOOPS_VECTORIZATION_VECTORTILE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// A contiguous vector of an array, and its accesses in a loop.
struct VectorTile {
  mlir::Value array;
  llvm::SmallVector<mlir::Value> indices;
  /// Null if the accesses are not masked.
  mlir::Value mask;
  mlir::VectorType type;
  llvm::SmallVector<mlir::Operation *> accesses;

  /// The vector of an access; nothing if the operation is no contiguous vector
  /// load or store.
  static std::optional<VectorTile> of(mlir::Operation *access);

  bool isAt(const VectorTile &other) const {
    return array == other.array && indices == other.indices &&
           mask == other.mask && type == other.type;
  }
  mlir::Operation *emitLoad(mlir::ImplicitLocOpBuilder &b) const;
  mlir::Operation *emitStore(mlir::ImplicitLocOpBuilder &b,
                             mlir::Value vector) const;
};

/// Whether two values are computed by equivalent pure operations.
bool isSame(mlir::Value left, mlir::Value right);

/// Whether two tiles have the same array and type, and indices and masks that
/// are computed by equivalent pure operations.
bool isSame(const VectorTile &left, const VectorTile &right);

/// The value of a contiguous vector store; null for other operations.
mlir::Value getStoredVector(mlir::Operation *access);

/// The array that an operation loads from or stores to; null if it does
/// neither.
mlir::Value getArray(mlir::Operation *op);

/// The array that an array is a view of, through all views.
mlir::Value getRoot(mlir::Value array);

/// Whether the function allocates an array, and only its views alias it.
bool isPrivateAllocation(mlir::Value root);

/// Whether a vectorized loop also loads the array of a store, at an index that
/// changes between iterations of the enclosing loop. A masked load may then
/// overlap with the masked store of the previous iteration, and processors
/// cannot forward such a store: the load waits for the cache.
bool reloadsElsewhere(mlir::memref::StoreOp store);

/// Whether the iterations of a loop may be executed twice: they store only to
/// arrays that the function allocates and the loop does not load, and carry no
/// values.
bool hasIdempotentIterations(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_VECTORTILE_H
