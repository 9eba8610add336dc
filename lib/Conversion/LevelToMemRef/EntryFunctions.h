//===- EntryFunctions.h - Functions on entries of lists ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions on coordinate lists whose equal entries are combined: before the
// arrays grow (docs/decisions/coordinate-lists.md), and when all entries are
// there. They are out of line as growth is.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_ENTRYFUNCTIONS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_ENTRYFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// The names of the functions have a hash of what they combine by in them.
constexpr llvm::StringLiteral kEntriesPrefix = "weft_make_room_";

/// The function `(arrays..., count, more) -> (arrays..., length, count)` that
/// makes room for `more` entries behind the `count` that a list has. The arrays
/// are those of `numKeys` columns of coordinates and, unless they are not
/// computed, of values, which are combined by `combiner`; `length` is that of
/// all.
mlir::func::FuncOp getEntriesFunction(mlir::ImplicitLocOpBuilder &b,
                                      mlir::TypeRange arrays, int64_t numKeys,
                                      mlir::Region &combiner);

/// Whether this is a function that an earlier run of the pass made.
bool isEntriesFunction(mlir::func::FuncOp function);

/// The names of those that combine all entries.
constexpr llvm::StringLiteral kCombinePrefix = "weft_combine_";

/// The function `(arrays..., count) -> (values, count)` that puts the `count`
/// entries of a list in order and combines equal ones by `combiner`. The arrays
/// are as above; the last may be replaced, and is no result if it is not there.
mlir::func::FuncOp getCombineFunction(mlir::ImplicitLocOpBuilder &b,
                                      mlir::TypeRange arrays, int64_t numKeys,
                                      mlir::Region &combiner);

bool isCombineFunction(mlir::func::FuncOp function);

/// The names of those that both of the above call where coordinates are near
/// each other.
constexpr llvm::StringLiteral kTablePrefix = "weft_tabulate_";

bool isTableFunction(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_ENTRYFUNCTIONS_H
