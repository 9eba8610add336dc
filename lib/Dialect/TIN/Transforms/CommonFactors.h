//===- CommonFactors.h - Terms with common factors --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the factors that several products of a sum share under a renaming of
// their reduction variables, and emits the product with the sum of the rest.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_TIN_TRANSFORMS_COMMONFACTORS_H
#define WEFT_LIB_DIALECT_TIN_TRANSFORMS_COMMONFACTORS_H

#include "Product.h"

#include "weft/Planner/SumOfProducts.h"

namespace weft {
namespace tin {

/// Whether two operations differ in their operands only.
bool isSameOperation(mlir::Operation *left, mlir::Operation *right);

/// Whether an operation adds as the combiner of a reduction does, in any order.
bool isSumLike(mlir::Operation *op, ReduceOp reduce);

/// Combines terms by operations like `sum`.
mlir::Value addUp(mlir::OpBuilder &builder, mlir::Operation *sum,
                  llvm::ArrayRef<mlir::Value> terms);

/// Products that share factors. Variables are numbered as in the first one.
struct CommonTerms {
  llvm::SmallVector<Product *> terms;
  /// The factors of the first term that all have.
  llvm::SmallVector<unsigned> common;
  /// Of each term, the other factors.
  llvm::SmallVector<llvm::SmallVector<unsigned>> rests;
  /// Of each term, the number that each of the first term's variables has
  /// there; those that only the first term's rest has map to nothing.
  llvm::SmallVector<llvm::DenseMap<unsigned, unsigned>> numbers;
  /// The variables of the sum of the rests, in the numbers of the first term.
  llvm::SmallVector<unsigned> variables;

  planner::CommonFactors getPlannerTerms() const;
};

/// The terms that share factors with the one at `first`, as many factors as
/// with the one that shares most of them; nothing if there are none.
std::optional<CommonTerms> findCommonTerms(llvm::MutableArrayRef<Product> terms,
                                           size_t first);

/// Makes a compute for the sum of the rests, which is stored like `stored`, and
/// emits the reduction over its product with the common factors.
mlir::Value emitFactoredSum(mlir::OpBuilder &builder, CommonTerms &common,
                            mlir::Operation *sum,
                            const planner::Factor &stored);

} // namespace tin
} // namespace weft

#endif // WEFT_LIB_DIALECT_TIN_TRANSFORMS_COMMONFACTORS_H
