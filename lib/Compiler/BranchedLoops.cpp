//===- BranchedLoops.cpp - Loops that end in branches -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop may end differently in different branches of a step: a merge does with
// the segment that the branch moves. Structured loops have one test, of what
// the branch has found, which is to branch twice. Here each branch goes back,
// or out of the loop, by itself.
//
//===----------------------------------------------------------------------===//

#include "RotateLoops.h"

#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The branch at the end of a block that a condition depends on, if nothing but
/// the terminator uses what it yields.
static scf::IfOp findDecisive(Operation *terminator, Value condition) {
  auto branch = dyn_cast_or_null<scf::IfOp>(terminator->getPrevNode());
  if (!branch || branch.getElseRegion().empty() ||
      !branch.getThenRegion().hasOneBlock() ||
      !branch.getElseRegion().hasOneBlock() ||
      llvm::any_of(branch->getUsers(),
                   [&](Operation *user) { return user != terminator; }))
    return nullptr;
  bool decides =
      condition == branch.getCondition() || condition.getDefiningOp() == branch;
  return decides ? branch : nullptr;
}

namespace {
/// Ends the blocks of one loop.
struct LoopEnds {
  /// What a block ends with: whether the loop goes on, which is known where a
  /// branch on it has been taken, and what goes back and out.
  struct End {
    Value condition;
    std::optional<bool> isKnown;
    SmallVector<Value> back, out;
  };

  void end(Operation *terminator, const End &end) {
    if (scf::IfOp branch =
            end.isKnown ? nullptr : findDecisive(terminator, end.condition)) {
      endInBranches(terminator, branch, end);
      return;
    }
    Location loc = terminator->getLoc();
    rewriter.setInsertionPoint(terminator);
    if (!end.isKnown)
      cf::CondBranchOp::create(rewriter, loc, end.condition, loop, end.back,
                               behind, end.out);
    else if (*end.isKnown)
      cf::BranchOp::create(rewriter, loc, loop, end.back);
    else
      cf::BranchOp::create(rewriter, loc, behind, end.out);
    rewriter.eraseOp(terminator);
  }

  void endInBranches(Operation *terminator, scf::IfOp branch,
                     const End &outer) {
    SmallVector<Block *, 2> targets;
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      Block *target = targets.emplace_back(&region->front());
      rewriter.inlineRegionBefore(*region, behind);
      Operation *yield = target->getTerminator();
      auto take = [&](Value value) {
        return value.getDefiningOp() == branch
                   ? yield->getOperand(cast<OpResult>(value).getResultNumber())
                   : value;
      };
      End inner{take(outer.condition), std::nullopt,
                llvm::map_to_vector(outer.back, take),
                llvm::map_to_vector(outer.out, take)};
      if (outer.condition == branch.getCondition())
        inner.isKnown = targets.size() == 1;
      end(yield, inner);
    }
    rewriter.setInsertionPoint(terminator);
    cf::CondBranchOp::create(rewriter, branch.getLoc(), branch.getCondition(),
                             targets[0], ValueRange(), targets[1],
                             ValueRange());
    rewriter.eraseOp(terminator);
    rewriter.eraseOp(branch);
  }

  PatternRewriter &rewriter;
  Block *loop, *behind;
};

struct EndInBranches : OpRewritePattern<scf::WhileOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::WhileOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getBefore().hasOneBlock() || !op.getAfter().hasOneBlock() ||
        !llvm::hasSingleElement(*op.getAfterBody()))
      return rewriter.notifyMatchFailure(op, "does not test at its end");
    scf::ConditionOp condition = op.getConditionOp();
    if (op->hasAttr(kLoopAnnotationAttr) ||
        !findDecisive(condition, condition.getCondition()))
      return rewriter.notifyMatchFailure(op, "ends in one place");

    LoopEnds::End end{condition.getCondition(),
                      std::nullopt,
                      {},
                      llvm::to_vector(condition.getArgs())};
    for (Value value : op.getYieldOp().getResults()) {
      auto argument = dyn_cast<BlockArgument>(value);
      end.back.push_back(argument && argument.getOwner() == op.getAfterBody()
                             ? end.out[argument.getArgNumber()]
                             : value);
    }
    Block *before = op->getBlock(), *loop = op.getBeforeBody();
    Block *behind = splitAtOp(rewriter, op);
    rewriter.inlineRegionBefore(op.getBefore(), behind);
    LoopEnds{rewriter, loop, behind}.end(condition, end);
    rewriter.setInsertionPointToEnd(before);
    cf::BranchOp::create(rewriter, op.getLoc(), loop, op.getInits());
    rewriter.replaceOp(
        op, ValueRange(behind->getArguments()).take_front(op.getNumResults()));
    return success();
  }
};
} // namespace

void weft::populateBranchedLoopPatterns(RewritePatternSet &patterns) {
  patterns.add<EndInBranches>(patterns.getContext(), /*benefit=*/4);
}
