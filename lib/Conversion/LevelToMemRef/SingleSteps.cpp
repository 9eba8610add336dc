//===- SingleSteps.cpp - Loops over one position --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Singleton and offset levels have a position for each parent. The loop over it
// has nothing to count, and would be the innermost one that lanes look at.
//
//===----------------------------------------------------------------------===//

#include "SingleSteps.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace weft;

/// Whether a loop runs from a value to the next one.
static bool isSingleStep(scf::ForOp loop) {
  auto next = loop.getUpperBound().getDefiningOp<arith::AddIOp>();
  return next && next.getLhs() == loop.getLowerBound() &&
         isConstantIntValue(next.getRhs(), 1) &&
         isConstantIntValue(loop.getStep(), 1);
}

static void inlineBody(scf::ForOp loop, RewriterBase &rewriter) {
  SmallVector<Value> arguments = {loop.getLowerBound()};
  llvm::append_range(arguments, loop.getInitArgs());
  Operation *yield = loop.getBody()->getTerminator();
  rewriter.inlineBlockBefore(loop.getBody(), loop, arguments);
  SmallVector<Value> results(yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(loop, results);
}

void weft::inlineSingleSteps(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](scf::ForOp loop) {
    if (!isParallel(loop) && !getGPUUnit(loop) && isSingleStep(loop))
      inlineBody(loop, rewriter);
  });
}
