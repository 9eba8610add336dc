//===- ScheduledWorkspaces.h - Workspaces under schedules -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule is written for the loops of the expression. The workspaces that
// concretization has inserted make way for its commands, and those that the
// results need under the schedule are inserted.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEDWORKSPACES_H
#define WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEDWORKSPACES_H

#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weft {

/// Whether a result of a function needs a workspace that it does not have.
bool needsWorkspaces(mlir::func::FuncOp function);

/// Inserts the workspaces that the results of a function need.
mlir::LogicalResult insertWorkspaces(mlir::RewriterBase &rewriter,
                                     mlir::func::FuncOp function);

/// Forgets how workspaces were to be stored.
void forgetWorkspaceKinds(mlir::RewriterBase &rewriter,
                          mlir::func::FuncOp function);

/// Whether each forall encloses the next one, in whichever statements they are.
bool areNested(llvm::ArrayRef<cin::ForallOp> foralls);

/// Removes the inserted workspaces of the kernel of some foralls, unless it is
/// one of these that copies a workspace. Gives how many there were.
unsigned removeWorkspaces(mlir::RewriterBase &rewriter,
                          llvm::ArrayRef<cin::ForallOp> foralls);

/// Whether what `precompute` makes takes the place of the workspaces that are
/// inserted: without these, it succeeds, and the results need no other one.
bool replacesWorkspaces(mlir::RewriterBase &rewriter, mlir::Value expression,
                        llvm::ArrayRef<cin::PrecomputedVariable> variables,
                        llvm::StringRef workspace,
                        std::optional<level::Workspace> kind, bool strict);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_NOTATIONTOCIN_SCHEDULEDWORKSPACES_H
