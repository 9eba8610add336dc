//===- BranchWeights.cpp - Branches with weights --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers `scf.if` with `weft.branch_weights` to a conditional branch with these
// weights. Without weights, LLVM assumes that loops inside a branch execute
// more often than the loop around it: it spills values of the loop around, such
// as its induction variable, and may place the branch in front of the code
// around.
//
//===----------------------------------------------------------------------===//

#include "BranchWeights.h"

#include "RotateLoops.h"

#include "weft/Dialect/Weft/IR/BranchWeights.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// Moves a region that ends in an scf.yield in front of a block, to which it
/// branches. Returns its first block.
static Block *inlineRegion(PatternRewriter &rewriter, Region &region,
                           Block *behind) {
  Block *first = &region.front();
  Operation *yield = region.back().getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<cf::BranchOp>(yield, behind,
                                            yield->getOperands());
  rewriter.inlineRegionBefore(region, behind);
  return first;
}

namespace {
struct LowerWeightedIf : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::IfOp op,
                                PatternRewriter &rewriter) const override {
    auto weights = op->getAttrOfType<DenseI32ArrayAttr>(kBranchWeightsAttr);
    if (!weights)
      return rewriter.notifyMatchFailure(op, "the branch has no weights");
    Block *before = op->getBlock();
    Block *behind = splitAtOp(rewriter, op);
    Block *otherwise = behind;
    if (!op.getElseRegion().empty())
      otherwise = inlineRegion(rewriter, op.getElseRegion(), behind);
    Block *then = inlineRegion(rewriter, op.getThenRegion(), behind);
    rewriter.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(rewriter, op.getLoc(), op.getCondition(), then,
                             otherwise, ValueRange(), weights.asArrayRef());
    rewriter.replaceOp(op, behind->getArguments());
    return success();
  }
};
} // namespace

void weft::populateBranchWeightPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerWeightedIf>(patterns.getContext(), /*benefit=*/2);
}
