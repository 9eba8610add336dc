//===- AbsentReduction.h - Reductions of absent operands --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The absent components that a maximum is over are zeros, which count.
// Combining one of them is as good as combining all: a forall need not go over
// what is absent, if it counts the coordinates that it does go over. Where the
// order matters, as in a product of real numbers, which may overflow before it
// comes to a zero, or where what is absent ends the loop, one is combined in
// each gap between coordinates instead.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_ABSENTREDUCTION_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_ABSENTREDUCTION_H

#include "DomainAnalysis.h"
#include "EmitContext.h"

namespace weft {
namespace cin_to_lattice {

/// A reduction into a scalar in which a number that is absent counts, once for
/// as many times as it likes.
struct AbsentReduction {
  cin::AssignOp assign;
  /// What is combined where the expression is absent.
  mlir::Attribute fill;
  /// Where it is not.
  analysis::IterationDomain domain = analysis::IterationDomain::empty();
  /// The foralls inside, which have other coordinates to be absent at.
  llvm::SmallVector<cin::ForallOp> inner;
  /// Whether it is combined where it is absent, between coordinates in order,
  /// and not behind all of them.
  bool inGaps = false;
};

/// What the statement of a forall is, if it is such a reduction and has fewer
/// coordinates than the dimension; `isOrdered` tells that they come in order.
std::optional<AbsentReduction> findAbsentReduction(cin::ForallOp forall,
                                                   DomainAnalysis &domains,
                                                   bool isOrdered,
                                                   const Scope &scope);

/// Combines what is absent if a forall has had fewer coordinates than its
/// dimension, or if the last was not the last of it; null stands for none.
void combineAbsent(const EmitContext &context, cin::ForallOp forall,
                   const AbsentReduction &reduction, mlir::Value visited,
                   Scope &scope);

/// Combines what is absent before a coordinate, if one was left out since the
/// last, behind which is `next`.
void combineGap(const EmitContext &context, const AbsentReduction &reduction,
                mlir::Value coordinate, mlir::Value next, Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_ABSENTREDUCTION_H
