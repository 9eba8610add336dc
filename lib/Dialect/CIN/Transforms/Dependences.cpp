//===- Dependences.cpp - What fixes the order of iterations -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "weft/Analysis/OperatorAlgebra.h"

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

LogicalResult cin::verifyNoBalancedPart(RewriterBase &rewriter, ForallOp forall,
                                        const Twine &refusal) {
  for (Operation *user : forall.getVariable().getUsers())
    if (auto split = dyn_cast<SplitOp>(user); split && split.isBalanced())
      return rewriter.notifyMatchFailure(forall, [&](Diagnostic &diagnostic) {
        diagnostic << refusal << ": it is over a part of '" << split.getName()
                   << "', which was balanced";
      });
  return success();
}

void cin::hoistIndex(RewriterBase &rewriter, Value index, ForallOp forall,
                     Operation *before) {
  Operation *op = index.getDefiningOp();
  if (!op || !forall->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    hoistIndex(rewriter, operand, forall, before);
  rewriter.moveOpBefore(op, before);
}
