//===- CollectFunctions.h - Segments in any order ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done with a segment whose coordinates come in any order, out of line:
// its table grows, and it is sorted when it is complete.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_COLLECTFUNCTIONS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_COLLECTFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

constexpr llvm::StringLiteral kCollectPrefix = "weft_collect_";

/// A slot of a table, and the position in it.
struct FoundSlot {
  mlir::Value slot, position;
};

/// Searches a table of positions from where a key belongs, as long as `goesOn`
/// says of a position.
FoundSlot emitProbe(mlir::ImplicitLocOpBuilder &b, mlir::Value table,
                    mlir::Value key,
                    llvm::function_ref<mlir::Value(mlir::Value)> goesOn);

/// The function `(table, crd, begin, end) -> table` that replaces a table by
/// one with twice as many slots, which has the positions [begin, end) of an
/// array of coordinates.
mlir::func::FuncOp getTableFunction(mlir::ImplicitLocOpBuilder &b,
                                    mlir::Type crd);

/// The function `(crd, values, begin, end, block)` that sorts the coordinates
/// at the positions [begin, end), which differ, and with each of them the
/// `block` components that it has; without `values`, if their type is null. A
/// block of constant size is known to the function.
mlir::func::FuncOp getOrderFunction(mlir::ImplicitLocOpBuilder &b,
                                    mlir::Type crd, mlir::Type values,
                                    std::optional<int64_t> block);

/// Whether this is a function that an earlier run of the pass made.
bool isCollectFunction(mlir::func::FuncOp function);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_COLLECTFUNCTIONS_H
