//===- RowCounts.h - Slots per row ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What levels do with the counts of rows that they are made of. The rows below
// one parent are side by side.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_ROWCOUNTS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_ROWCOUNTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Emits a loop over the numbers below `end`.
void emitFor(mlir::ImplicitLocOpBuilder &b, mlir::Value end,
             llvm::function_ref<void(mlir::Value)> emitBody);

/// Emits a loop that carries a value, which the body replaces. Returns the last
/// one.
mlir::Value
emitFor(mlir::ImplicitLocOpBuilder &b, mlir::Value end, mlir::Value init,
        llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> emitBody);

/// The rows below each of several parents, which have equally many.
struct RowGroups {
  RowGroups(mlir::ImplicitLocOpBuilder &b, mlir::Value counts,
            mlir::Value parents);

  /// The first row of a parent.
  mlir::Value emitBegin(mlir::ImplicitLocOpBuilder &b,
                        mlir::Value parent) const;
  /// How many slots the rows of a parent take together.
  mlir::Value emitSum(mlir::ImplicitLocOpBuilder &b, mlir::Value parent) const;
  /// How many one of the rows of the parents from `begin` to below `end` takes
  /// at most.
  mlir::Value emitMost(mlir::ImplicitLocOpBuilder &b, mlir::Value begin,
                       mlir::Value end) const;

  /// How many slots each row takes, and how many rows a parent has.
  mlir::Value counts, size;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_ROWCOUNTS_H
