//===- RotateLoops.cpp - Loops that test at their end -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers loops to rotated loops, with a test before the loop and a test at its
// end. Upstream's lowering tests in a header block; LLVM's passes would have to
// rotate the loops, which takes compile time.
//
//===----------------------------------------------------------------------===//

#include "RotateLoops.h"

#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;

/// A test of more operations than this is not made twice.
static constexpr size_t kMaxTestSize = 16;

/// Goes to the loop if it has something to do, otherwise behind it.
static cf::CondBranchOp emitBranch(PatternRewriter &rewriter, Location loc,
                                   Value proceed, Block *loop,
                                   ValueRange carried, Block *behind,
                                   ValueRange results) {
  return cf::CondBranchOp::create(rewriter, loc, proceed, loop, carried, behind,
                                  results);
}

/// Marks the branch that goes back as the loop is marked: what LLVM is told
/// about a loop stands there.
static void annotate(Operation *loop, cf::CondBranchOp back) {
  if (Attribute annotation = loop->getAttr(kLoopAnnotationAttr))
    back->setAttr(kLoopAnnotationAttr, annotation);
}

Block *weft::splitAtOp(PatternRewriter &rewriter, Operation *op) {
  Block *rest = rewriter.splitBlock(op->getBlock(), op->getIterator());
  if (op->getNumResults() == 0)
    return rest;
  SmallVector<Location> locs(op->getNumResults(), op->getLoc());
  Block *behind = rewriter.createBlock(rest, op->getResultTypes(), locs);
  cf::BranchOp::create(rewriter, op->getLoc(), rest);
  return behind;
}

namespace {
struct RotateFor : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ForOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getRegion().hasOneBlock())
      return rewriter.notifyMatchFailure(op, "the body is lowered");
    Location loc = op.getLoc();
    auto predicate = op.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
    Value lower = op.getLowerBound(), upper = op.getUpperBound();
    Block *before = op->getBlock();
    Block *behind = splitAtOp(rewriter, op);
    Block *body = op.getBody();
    Operation *yield = body->getTerminator();

    rewriter.setInsertionPoint(yield);
    Value next = arith::AddIOp::create(rewriter, loc, body->getArgument(0),
                                       op.getStep());
    Value more = arith::CmpIOp::create(rewriter, loc, predicate, next, upper);
    SmallVector<Value> carried{next};
    llvm::append_range(carried, yield->getOperands());
    annotate(op, emitBranch(rewriter, loc, more, body, carried, behind,
                            yield->getOperands()));
    rewriter.eraseOp(yield);

    rewriter.setInsertionPointToEnd(before);
    Value any = arith::CmpIOp::create(rewriter, loc, predicate, lower, upper);
    SmallVector<Value> initial{lower};
    llvm::append_range(initial, op.getInitArgs());
    emitBranch(rewriter, loc, any, body, initial, behind, op.getInitArgs());
    rewriter.inlineRegionBefore(op.getRegion(), behind);
    rewriter.replaceOp(
        op, ValueRange(behind->getArguments()).take_front(op.getNumResults()));
    return success();
  }
};

struct RotateWhile : OpRewritePattern<scf::WhileOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::WhileOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getBefore().hasOneBlock() || !op.getAfter().hasOneBlock())
      return rewriter.notifyMatchFailure(op, "the body is lowered");
    Block *test = op.getBeforeBody(), *body = op.getAfterBody();
    // What has all of its body in the test goes back from there.
    if (llvm::hasSingleElement(*body))
      return rewriter.notifyMatchFailure(op, "tests at its end");
    if (!llvm::hasNItemsOrLess(*test, kMaxTestSize) ||
        llvm::any_of(
            *test, [](Operation &inner) { return inner.getNumRegions() != 0; }))
      return rewriter.notifyMatchFailure(op, "the test is long");

    Location loc = op.getLoc();
    Block *before = op->getBlock();
    Block *behind = splitAtOp(rewriter, op);
    auto emitTest = [&](ValueRange carried) {
      IRMapping mapping;
      mapping.map(test->getArguments(), carried);
      for (Operation &inner : test->without_terminator())
        rewriter.clone(inner, mapping);
      scf::ConditionOp condition = op.getConditionOp();
      auto values = llvm::map_to_vector(condition.getArgs(), [&](Value value) {
        return mapping.lookupOrDefault(value);
      });
      return emitBranch(rewriter, loc,
                        mapping.lookupOrDefault(condition.getCondition()), body,
                        values, behind, values);
    };
    rewriter.setInsertionPointToEnd(before);
    emitTest(op.getInits());
    scf::YieldOp yield = op.getYieldOp();
    rewriter.setInsertionPoint(yield);
    annotate(op, emitTest(yield.getResults()));
    rewriter.eraseOp(yield);
    rewriter.inlineRegionBefore(op.getAfter(), behind);
    rewriter.replaceOp(
        op, ValueRange(behind->getArguments()).take_front(op.getNumResults()));
    return success();
  }
};
} // namespace

void weft::populateRotatedLoopPatterns(RewritePatternSet &patterns) {
  // Upstream's patterns take the loops that are left.
  patterns.add<RotateFor, RotateWhile>(patterns.getContext(), /*benefit=*/3);
  populateBranchedLoopPatterns(patterns);
}
