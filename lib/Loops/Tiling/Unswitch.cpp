//===- Unswitch.cpp - Branches in front of loops --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM does this as well, but not where a loop is long, and not where it cannot
// tell that arrays are different.
//
//===----------------------------------------------------------------------===//

#include "Tiling/Unswitch.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace weft;

void weft::hoist(scf::ForOp loop, scf::IfOp branch) {
  moveLoopInvariantCode(loop);
  if (!branch)
    return;
  moveLoopInvariantCode(
      &branch.getThenRegion(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op);
      },
      [&](Operation *op, Region *) { op->moveBefore(loop); });
}

/// Puts one case of a branch in its place.
static void choose(scf::IfOp branch, Block *block, RewriterBase &rewriter) {
  Operation *yield = block->getTerminator();
  SmallVector<Value> results(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(block, branch);
  rewriter.replaceOp(branch, results);
}

scf::IfOp weft::unswitch(scf::ForOp loop, scf::IfOp branch,
                         RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  auto outer = scf::IfOp::create(rewriter, loop.getLoc(), loop.getResultTypes(),
                                 branch.getCondition(), /*addThenBlock=*/true,
                                 /*addElseBlock=*/true);
  rewriter.replaceAllUsesWith(loop.getResults(), outer.getResults());
  rewriter.setInsertionPointToEnd(outer.elseBlock());
  IRMapping mapping;
  Operation *copy = rewriter.clone(*loop, mapping);
  scf::YieldOp::create(rewriter, loop.getLoc(), copy->getResults());
  auto branchOfCopy = cast<scf::IfOp>(mapping.lookup(branch.getOperation()));
  choose(branchOfCopy, branchOfCopy.elseBlock(), rewriter);
  rewriter.setInsertionPointToEnd(outer.thenBlock());
  auto yield = scf::YieldOp::create(rewriter, loop.getLoc(), loop.getResults());
  rewriter.moveOpBefore(loop, yield);
  choose(branch, branch.thenBlock(), rewriter);
  return outer;
}
