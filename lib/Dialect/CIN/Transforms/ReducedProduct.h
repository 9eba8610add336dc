//===- ReducedProduct.h - Products that are summed --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assignment `y += f * g * h` with the foralls around it, for rules by which
// some of the factors are combined apart from the others. Sum and product stand
// for any combiner and any operator that distributes over it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_REDUCEDPRODUCT_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_REDUCEDPRODUCT_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

#include <optional>

namespace weft {
namespace cin {

struct ReducedProduct {
  /// The product that an assignment combines, if its combiner may come in any
  /// order and the operator of the product distributes over it. With `strict`,
  /// floating-point numbers are combined as they are written; and so are more
  /// than two of them whose combiner does not round, as a minimum.
  static std::optional<ReducedProduct> get(AssignOp assign, bool strict);

  /// The foralls that are nested right around an assignment, outermost first.
  static llvm::SmallVector<ForallOp> getNest(AssignOp assign);

  /// A set of foralls, by their number.
  using Foralls = llvm::SmallBitVector;

  /// The foralls whose variables a scalar is computed from.
  Foralls getUsed(mlir::Value scalar) const;
  /// The foralls that the assignment combines over.
  Foralls getReduced() const;
  /// Those of some foralls whose iterations are known to be all coordinates:
  /// nothing that is read stores the variable sparsely.
  Foralls getDense(const Foralls &among) const;
  /// The accesses that the product is computed from.
  llvm::SmallVector<AccessOp> getAccesses() const;

  AssignOp assign;
  /// The foralls of `getNest`.
  llvm::SmallVector<ForallOp> foralls;
  /// At least two of them.
  llvm::SmallVector<mlir::Value> factors;
};

/// The assignment that foralls are nested right around, of which this is one;
/// null if there is none.
AssignOp findNestedAssign(ForallOp forall);

/// Computes some of the factors, not all, into a scalar workspace, and moves
/// each forall around it into the side that alone needs it, as `precompute`
/// does: `y += f * g` becomes `y += t * g where t += f`. An empty list stands
/// for all factors. The workspace states the reason `factored`.
mlir::FailureOr<WhereOp> factorOut(mlir::RewriterBase &rewriter,
                                   const ReducedProduct &product,
                                   llvm::ArrayRef<mlir::Value> factors,
                                   bool strict);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_REDUCEDPRODUCT_H
