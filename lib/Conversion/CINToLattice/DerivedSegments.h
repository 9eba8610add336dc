//===- DerivedSegments.h - Segments of several levels -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The segments of a forall that binds several variables, or one by its
// positions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDSEGMENTS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDSEGMENTS_H

#include "DomainAnalysis.h"
#include "ForallPlan.h"

namespace weft {
namespace cin_to_lattice {

/// Adds the segments of a forall in a derived space: the accesses whose next
/// levels store variables that it binds, unless all that these levels take is
/// arithmetic. Those that store all of the variables in their order are
/// iterated over, others are looked up.
Segments findDerivedSegments(cin::ForallOp forall, const KernelInfo &info,
                             const Scope &scope, ForallPlan &plan);

/// Checks that a forall, at this place, can be told how many positions there
/// are of those that it counts or takes part in counting, and that its segments
/// can be accessed in its space. Fails with a diagnostic.
mlir::LogicalResult verifySpace(cin::ForallOp forall, const ForallPlan &plan,
                                const KernelInfo &info, const Scope &scope);

/// Whether threads of a GPU combine runs of iterations of a forall that update
/// the same component.
bool hasSegmentedSums(cin::ForallOp forall, const KernelInfo &info);

/// Checks that the points that were chosen are in the space of a forall. Fails
/// with a diagnostic.
mlir::LogicalResult verifyPoints(cin::ForallOp forall, const ForallPlan &plan,
                                 const KernelInfo &info, const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_DERIVEDSEGMENTS_H
