//===- WorkspaceFormats.h - Formats of workspaces ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How workspaces and parts that are computed first are stored: memory in
// proportion to a dimension is taken only where it exists anyway, and positions
// and coordinates are as wide as those of the tensors around.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TINTOCIN_WORKSPACEFORMATS_H
#define WEFT_LIB_CONVERSION_TINTOCIN_WORKSPACEFORMATS_H

#include "Blocking.h"

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace tin_to_cin {

/// How a workspace is used.
struct WorkspaceUse {
  /// The loops of the consumer, in their order.
  llvm::ArrayRef<LoopVariable> consumer;
  /// What indexes the workspace: loops of the consumer, or the variables that
  /// they are parts of.
  llvm::ArrayRef<LoopVariable> modes;
  /// Whether all components are read, whatever was assigned.
  bool isFull;
  /// Whether it is produced and consumed once, inside of no loop.
  bool isReadOnce;
  /// Whether what is read is appended to the result in order.
  bool needsOrder;
};

/// How a workspace is stored.
struct WorkspaceFormat {
  level::FormatAttr format;
  /// That of a copy, which the consumer reads, since it needs the order that
  /// the workspace does not have; null if it has it.
  level::FormatAttr ordered;
  /// Why it is chosen; null of a scalar.
  cin::StorageReasonAttr reason;
};

/// Chooses how a workspace is stored. Fails with a diagnostic if what is asked
/// for does not suit it.
mlir::FailureOr<WorkspaceFormat> chooseWorkspaceFormat(tin::ComputeOp compute,
                                                       const WorkspaceUse &use);

/// Chooses how a value of a compute is stored that is computed first, indexed
/// by `variables` and read in the order of `loops`. `scatters` says that it may
/// be assembled in two phases.
mlir::RankedTensorType choosePartType(tin::ComputeOp compute, mlir::Value value,
                                      llvm::ArrayRef<mlir::Value> variables,
                                      llvm::ArrayRef<LoopVariable> loops,
                                      bool scatters);

/// The type of a copy of a tensor, a list with the given levels, the last of
/// which may be known to be unique.
mlir::RankedTensorType getCopyType(mlir::RankedTensorType tensor,
                                   llvm::ArrayRef<int64_t> shape,
                                   llvm::ArrayRef<level::LevelExpr> levels,
                                   bool uniqueLeaf);

} // namespace tin_to_cin
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TINTOCIN_WORKSPACEFORMATS_H
