//===- Unswitch.cpp - Loop unswitching ------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hoists loop-invariant branches out of loops over arrays. LLVM unswitches
// loops as well, but not long ones, and only if it can prove that the arrays do
// not alias.
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

/// Replaces a branch by the operations of one of its blocks.
static void inlineCase(scf::IfOp branch, Block *block, RewriterBase &rewriter) {
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
  inlineCase(branchOfCopy, branchOfCopy.elseBlock(), rewriter);
  rewriter.setInsertionPointToEnd(outer.thenBlock());
  auto yield = scf::YieldOp::create(rewriter, loop.getLoc(), loop.getResults());
  rewriter.moveOpBefore(loop, yield);
  inlineCase(branch, branch.thenBlock(), rewriter);
  return outer;
}
