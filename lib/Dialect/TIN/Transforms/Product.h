//===- Product.h - Reductions over products ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction over a product as a query of the planner.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_TIN_TRANSFORMS_PRODUCT_H
#define WEFT_LIB_DIALECT_TIN_TRANSFORMS_PRODUCT_H

#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Planner/Planner.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
namespace tin {

/// A reduction whose body is a product that distributes over its combiner.
struct Product {
  ComputeOp compute;
  ReduceOp reduce;
  /// The operation that multiplies.
  mlir::Operation *multiplication = nullptr;
  /// The factors that depend on index variables, and all others.
  llvm::SmallVector<mlir::Value> factors, constants;
  /// The index variables of the compute and of the reduction; their numbers are
  /// those of the query.
  llvm::SmallVector<mlir::Value> variables;
  planner::Query query;

  unsigned getNumber(mlir::Value variable) const {
    return llvm::find(variables, variable) - variables.begin();
  }
  /// The name and the extent of a variable, null if it has none.
  llvm::StringRef getName(unsigned variable);
  mlir::Value getExtent(unsigned variable);
  /// Whether it has several orders of computation: three factors or more, or
  /// two of which one is summed over variables that it has alone.
  bool hasSteps() const;
};

/// The index variables that a value depends on, and the accesses that it is
/// computed from.
struct Dependences {
  llvm::SetVector<mlir::Value> variables;
  llvm::SmallVector<AccessOp> accesses;
  /// Whether it is computed from a reduction.
  bool hasReduction = false;
};
Dependences findDependences(mlir::Value value);

/// Whether an operation may be regrouped and moved out of a reduction.
bool canRegroup(mlir::Operation *op, ReduceOp reduce);

/// Whether the entries of some argument of a function are stated.
bool statesEntries(mlir::func::FuncOp function);

/// Makes the extents of all variables of a function explicit.
void stateExtents(mlir::func::FuncOp function);

/// Describes a reduction for the planner; nothing if it has no plan. `strict`
/// keeps floating-point operations in their order. Fails with a diagnostic if a
/// statement of statistics is wrong.
mlir::FailureOr<std::optional<Product>> findProduct(ReduceOp reduce,
                                                    bool strict);

/// Clones the operations inside of a compute that a value is computed by, in
/// terms of the values that others are mapped to.
mlir::Value cloneExpression(mlir::OpBuilder &builder, mlir::Value value,
                            mlir::IRMapping &mapping);

/// The type of an intermediate, whose modes are in the order of the variables
/// of a product.
mlir::RankedTensorType getIntermediateType(Product &product,
                                           const planner::Factor &result);

/// Computes a product in the steps of a plan. `known` has the tensors of steps
/// that were made before, by their keys, which the plan took for computed.
/// Returns how many of the steps use such a tensor, or that of an equal step.
unsigned applyPlan(Product &product, const planner::Plan &plan,
                   llvm::StringMap<mlir::Value> &known);

/// What rewrites of sums count.
struct SumCounts {
  unsigned numDistributed = 0, numFactored = 0;
};

/// Distributes products over sums, and takes common factors out of sums of
/// products, where that is modelled to be less work by `thresholds`.
mlir::LogicalResult rewriteSums(mlir::func::FuncOp function, bool strict,
                                const planner::PlanThresholds &thresholds,
                                SumCounts &counts);

} // namespace tin
} // namespace weft

#endif // WEFT_LIB_DIALECT_TIN_TRANSFORMS_PRODUCT_H
