//===- IndexSum.h - Indices of arrays as sums -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices that `arith.addi` computes, as sums of values and a constant, so that
// constant distances between elements of an array are known.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_INDEXSUM_H
#define WEFT_SUPPORT_INDEXSUM_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace weft {

/// An index as a sum of values, which are in the order of the expression, and a
/// constant.
struct IndexSum {
  llvm::SmallVector<mlir::Value> addends;
  int64_t constant = 0;

  static IndexSum of(mlir::Value index);

  /// The addends in an order that does not depend on the expression.
  llvm::SmallVector<mlir::Value> getSortedAddends() const;
};

/// The number of elements from one index to another; nullopt if it is not known
/// at compile time.
std::optional<int64_t> getConstantDistance(mlir::Value from, mlir::Value to);

} // namespace weft

#endif // WEFT_SUPPORT_INDEXSUM_H
