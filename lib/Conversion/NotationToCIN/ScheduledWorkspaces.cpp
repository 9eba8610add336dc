//===- ScheduledWorkspaces.cpp - Workspaces under schedules -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the functions of Workspaces.h to the kernels that a schedule is
// about.
//
//===----------------------------------------------------------------------===//

#include "ScheduledWorkspaces.h"

#include "weft/Dialect/CIN/Transforms/Workspaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;

bool weft::needsWorkspaces(func::FuncOp function) {
  return function
      .walk([](cin::KernelOp kernel) {
        return cin::needsWorkspace(kernel) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult weft::insertWorkspaces(RewriterBase &rewriter,
                                     func::FuncOp function) {
  WalkResult result = function.walk([&](cin::KernelOp kernel) -> WalkResult {
    return cin::insertWorkspaces(rewriter, kernel);
  });
  return failure(result.wasInterrupted());
}

void weft::forgetWorkspaceKinds(RewriterBase &rewriter, func::FuncOp function) {
  function.walk([&](cin::KernelOp kernel) {
    if (kernel->hasAttr(cin::kWorkspaceKindAttr))
      rewriter.modifyOpInPlace(
          kernel, [&] { kernel->removeAttr(cin::kWorkspaceKindAttr); });
  });
}

bool weft::areNested(ArrayRef<cin::ForallOp> foralls) {
  for (auto [outer, inner] : llvm::zip(foralls, foralls.drop_front()))
    if (!outer->isProperAncestor(inner))
      return false;
  return true;
}

/// Whether a forall copies an inserted workspace.
static bool copiesWorkspace(cin::ForallOp forall) {
  for (Operation *op = forall; !isa<cin::KernelOp>(op); op = op->getParentOp())
    if (auto where = dyn_cast<cin::WhereOp>(op->getParentOp());
        where && op->getParentRegion() == &where.getConsumer() &&
        cin::isInsertedWorkspace(where))
      return true;
  return false;
}

unsigned weft::removeWorkspaces(RewriterBase &rewriter,
                                ArrayRef<cin::ForallOp> foralls) {
  if (llvm::any_of(foralls, copiesWorkspace))
    return 0;
  // One that stays is no failure.
  OpBuilder::Listener *listener = rewriter.getListener();
  rewriter.setListener(nullptr);
  unsigned numRemoved = cin::removeWorkspaces(
      rewriter, foralls.front()->getParentOfType<cin::KernelOp>());
  rewriter.setListener(listener);
  return numRemoved;
}

bool weft::replacesWorkspaces(RewriterBase &rewriter, Value expression,
                              ArrayRef<cin::PrecomputedVariable> variables,
                              StringRef workspace,
                              std::optional<level::Workspace> kind,
                              bool strict) {
  auto kernel = variables.front().forall->getParentOfType<cin::KernelOp>();
  for (cin::PrecomputedVariable variable : variables)
    if (copiesWorkspace(variable.forall) ||
        variable.forall->getParentOfType<cin::KernelOp>() != kernel)
      return false;
  // A rehearsal changes a copy; what it does not go through is no failure.
  IRRewriter quiet(rewriter.getContext());
  quiet.setInsertionPoint(kernel);
  IRMapping mapping;
  auto copy = cast<cin::KernelOp>(quiet.clone(*kernel, mapping));
  SmallVector<cin::PrecomputedVariable> copied(variables);
  for (cin::PrecomputedVariable &variable : copied)
    variable.forall =
        cast<cin::ForallOp>(mapping.lookup(variable.forall.getOperation()));
  bool replaces = cin::removeWorkspaces(quiet, copy) != 0 &&
                  succeeded(cin::precompute(quiet, mapping.lookup(expression),
                                            copied, workspace, kind, strict)) &&
                  !cin::needsWorkspace(copy);
  SmallVector<Operation *> added;
  for (Value operand : copy->getOperands())
    if (Operation *op = operand.getDefiningOp();
        op && !llvm::is_contained(kernel->getOperands(), operand) &&
        !llvm::is_contained(added, op))
      added.push_back(op);
  quiet.eraseOp(copy);
  for (Operation *op : added)
    quiet.eraseOp(op);
  return replaces;
}
