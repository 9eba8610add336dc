//===- Dependences.cpp - Dependences between iterations ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

LogicalResult cin::verifyReductions(RewriterBase &rewriter, ForallOp forall,
                                    const Twine &refusal) {
  WalkResult result = forall.walk([&](AssignOp assign) -> WalkResult {
    if (!assign.isCompound() ||
        forall.getBody().isAncestor(assign.getRef().getParentRegion()) ||
        (isCombinerAssociative(assign.getCombiner()) &&
         isCombinerCommutative(assign.getCombiner())))
      return WalkResult::advance();
    return rewriter.notifyMatchFailure(assign, [&](Diagnostic &diagnostic) {
      diagnostic << refusal
                 << ": its combiner is not associative and commutative";
    });
  });
  return failure(result.wasInterrupted());
}

LogicalResult cin::verifyNotRead(RewriterBase &rewriter, Value ref,
                                 ForallOp forall) {
  for (Operation *user : ref.getUsers())
    if (isa<AccessOp>(user) && forall->isAncestor(user))
      return rewriter.notifyMatchFailure(user,
                                         "reads what other iterations assign");
  return success();
}

bool cin::reachesOnce(AssignOp assign) {
  Operation *owner = assign.getRef().getParentBlock()->getParentOp();
  for (Operation *op = assign->getParentOp(); op && !op->isAncestor(owner);
       op = op->getParentOp())
    if (auto forall = dyn_cast<ForallOp>(op);
        forall &&
        !analysis::tellsIteration(forall, llvm::to_vector(assign.getIndices())))
      return false;
  return true;
}

LogicalResult cin::verifyNoBalancedPart(RewriterBase &rewriter, ForallOp forall,
                                        const Twine &refusal) {
  for (Operation *user : forall.getVariable().getUsers())
    if (auto split = dyn_cast<SplitOp>(user); split && split.isBalanced())
      return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
        diagnostic << refusal << ": it is over a part of '" << split.getName()
                   << (split.getRef() ? "', which is cut by positions"
                                      : "', which was balanced");
      });
  return success();
}

LogicalResult cin::verifyNoOwnEnd(RewriterBase &rewriter, ForallOp forall,
                                  const Twine &refusal) {
  if (!forall.getTail())
    return success();
  return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
    diagnostic << refusal << ": it is over a tile of '"
               << findTileOf(forall.getVariable()).getName()
               << "' whose end has a tail strategy ("
               << stringifyTailStrategy(*forall.getTail())
               << "), which is that of one loop";
  });
}

bool cin::isAtPositions(AccessOp access, PositionOp position) {
  SmallVector<Value> variables(position.getOuter());
  llvm::append_range(variables, getCollapsedVariables(position.getVariable()));
  level::FormatAttr format =
      level::getFormat(access.getRef().getType().getTensor());
  return access.getRef() == position.getRef() &&
         llvm::all_of(llvm::enumerate(variables), [&](auto level) {
           return getLevelVariable(format.getLevelExpr(level.index()),
                                   access.getIndices()) == level.value();
         });
}

void cin::hoistIndex(RewriterBase &rewriter, Value index, Operation *statement,
                     Operation *before) {
  Operation *op = index.getDefiningOp();
  if (!op || !statement->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    hoistIndex(rewriter, operand, statement, before);
  rewriter.moveOpBefore(op, before);
  for (Operation *user : llvm::to_vector(op->getUsers()))
    if (isa<GuardOp>(user) && statement->isProperAncestor(user) &&
        llvm::none_of(user->getOperands(), [&](Value operand) {
          return statement->isAncestor(operand.getParentBlock()->getParentOp());
        }))
      rewriter.moveOpBefore(user, before);
}
