//===- PrecomputePlan.h - Plan of a precomputation --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The preconditions of precompute (thesis, section 6.2): the loops of its
// variables are the innermost ones around the statement that an expression is
// part of, and their iterations can be those of two loops.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_PRECOMPUTEPLAN_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_PRECOMPUTEPLAN_H

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

namespace weft {
namespace cin {

struct PrecomputePlan {
  /// The assignment that the expression is part of.
  AssignOp assign;
  /// The foralls of the variables as they are nested, outermost first.
  llvm::SmallVector<ForallOp> nest;
  /// What the workspace is indexed by, and the number of components in each
  /// mode, as a constant or an extent.
  struct Mode {
    mlir::Value index;
    mlir::OpFoldResult size;
  };
  llvm::SmallVector<Mode> modes;
  /// What counts positions in the nest, where the statement has all of its
  /// components.
  llvm::SmallVector<PositionOp> positions;
  /// Whether what is precomputed goes into what the statement assigns.
  bool reusesResult = false;
};

/// Finds where the statement is that an expression is part of. A failed
/// precondition is notified at what is in the way.
mlir::FailureOr<PrecomputePlan>
planPrecompute(mlir::RewriterBase &rewriter, mlir::Value expression,
               llvm::ArrayRef<PrecomputedVariable> variables,
               llvm::StringRef workspace, std::optional<level::Workspace> kind);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_PRECOMPUTEPLAN_H
