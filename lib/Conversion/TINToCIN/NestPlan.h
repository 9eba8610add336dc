//===- NestPlan.h - The loops of a kernel -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which order the loops of a compute run, and whether its result is
// assembled in that order or read from a workspace. Decided before anything is
// emitted.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_NESTPLAN_H
#define WEFT_LIB_CONVERSION_TINTOCIN_NESTPLAN_H

#include "Concretize.h"
#include "WorkspaceFormats.h"

namespace weft {
namespace tin_to_cin {

/// A workspace between the loops that compute and those that assemble.
struct WorkspacePlan {
  /// The loops of the consumer: what the levels of the result store, or what
  /// the loops around leave of it.
  LoopVariables consumer;
  /// What indexes the workspace.
  LoopVariables modes;
  WorkspaceFormat storage;
  /// Why the result does not take the assignments as they come.
  cin::ReasonAttr reason;
};

struct NestPlan {
  /// What is computed in the loops, and the reduction that it is assigned by;
  /// null if it is not.
  mlir::Block *body;
  tin::ReduceOp top;
  /// The loops around the workspace and those of its producer. Without a
  /// workspace, all are around the assignment.
  LoopVariables outer, inner;
  /// The loops of the reductions inside of the expression, among those that
  /// all accesses fit.
  LoopVariables reductions;
  /// None if the result takes the assignments as they come.
  std::optional<WorkspacePlan> workspace;
  /// The levels of operands and of the result that the order is for.
  OrderedLevels orderedLevels;
  /// Loops inside of each other that no level orders, each pair with the
  /// attribute of the kernel that says what does.
  llvm::SmallVector<std::pair<OrderEdge, llvm::StringRef>> orderReasons;
};

/// Plans the kernel of a compute. Fails with a diagnostic.
mlir::FailureOr<NestPlan> planNest(tin::ComputeOp compute,
                                   const Blocking &blocking,
                                   ConcretizeOptions options);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_NESTPLAN_H
