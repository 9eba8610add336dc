//===- CleanUpWhere.h - Clean-up after precompute ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cleanup of precompute (thesis, section 6.2): where statements that do
// nothing go, and foralls around the new one whose variables one side alone
// uses move into that side. Reorder moves them out again.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_CLEANUPWHERE_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_CLEANUPWHERE_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {
namespace cin {

/// The assignment of a workspace by its producer.
AssignOp getProducingAssign(WhereOp where);

/// The access of a workspace by its consumer.
AccessOp getConsumingAccess(WhereOp where);

/// What an expression is where all of its operands are absent; null if it has
/// no single value there.
mlir::Attribute getAbsentValue(mlir::Value value);

/// What becomes of a component of a workspace.
struct DistributedUse {
  /// Whether all that is done with the component before it is assigned
  /// distributes over a combiner.
  bool distributesOver(mlir::Region &combiner) const;

  /// The assignment that the component is part of; null if it is part of
  /// several, or of values of other types.
  AssignOp assign;
  /// The uses that lead there.
  llvm::SmallVector<mlir::OpOperand *> path;
};

DistributedUse findUse(AccessOp access);

/// Checks that foralls, nested directly at the top of the producer of a where
/// statement, may leave it: that the consumer can reduce over them instead.
/// With `strict`, floating-point numbers are combined where they were.
mlir::LogicalResult verifyHoisting(mlir::RewriterBase &rewriter, WhereOp where,
                                   llvm::ArrayRef<ForallOp> foralls,
                                   bool strict);

/// Moves foralls, from the outermost on, out of a producer for which
/// `verifyHoisting` succeeds. A scalar workspace that does nothing then goes.
void hoistForalls(mlir::RewriterBase &rewriter, WhereOp where,
                  llvm::ArrayRef<ForallOp> foralls);

/// Erases unused scalars and variables in a side of a where statement. Guards
/// of loops around the statement leave the consumer, and are erased in the
/// producer, which has copies of them.
void eraseUnused(mlir::RewriterBase &rewriter, mlir::Region &side);

/// Moves foralls around a where statement into the side that alone uses their
/// variables, from the innermost on and as far as that is right. With `strict`,
/// floating-point numbers are combined where and in which order they were.
void distributeForalls(mlir::RewriterBase &rewriter, WhereOp where,
                       bool strict);

/// Cleans up a where statement whose workspace has one assignment and one
/// access. The workspace is dense until its format is chosen; its fill is that
/// of what is assigned or, if the producer reduces, the identity of the
/// combiner.
void cleanUpWhere(mlir::RewriterBase &rewriter, WhereOp where, bool strict);

/// Lets the producer of a where statement assign the result instead of the
/// workspace, and the consumer combine the rest into it, or says why that is
/// not possible. With `strict`, floating-point numbers are combined in the
/// order in which they were.
mlir::FailureOr<SequenceOp> reuseResult(mlir::RewriterBase &rewriter,
                                        WhereOp where, bool strict);

/// Makes the workspace of a where statement one of another type.
void setWorkspaceType(mlir::RewriterBase &rewriter, WhereOp where,
                      mlir::RankedTensorType type);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_CLEANUPWHERE_H
