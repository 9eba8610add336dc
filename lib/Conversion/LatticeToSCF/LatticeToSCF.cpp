//===- LatticeToSCF.cpp - convert-lattice-to-scf ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that replaces every `lattice.coiterate` by loops (thesis
// sections 5.1 and 5.2).
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LatticeToSCF/LatticeToSCF.h"

#include "GuardedEmitter.h"
#include "LoopEmitter.h"
#include "SegmentPreconditions.h"
#include "Share.h"

#include "weft/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/RegionUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTLATTICETOSCF
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// Whether a coiteration may have the tags that it has: steps are counted where
/// lanes share them, several become one, or a tile has an end of its own, and
/// counted or divided where threads share them.
static bool canBeTagged(CoiterateOp op) {
  OpBuilder builder(op);
  LoopInfo info = op.getLoopInfo();
  bool hasTags =
      info.unroll != 0 || info.vector || info.guard != 0 || info.predicate != 0;
  if (!hasTags && !info.parallel)
    return true;
  if (op.getGuarded())
    return false;
  LoopEmitter emitter(op, builder);
  return emitter.isCounted() || (!hasTags && emitter.isDivisible());
}

static LogicalResult verifyTags(CoiterateOp op) {
  if (canBeTagged(op))
    return success();
  LoopInfo info = op.getLoopInfo();
  if (info.parallel)
    return op.emitOpError("cannot run in parallel: its loop coiterates "
                          "segments, so that the number of its steps is not "
                          "known when it begins; split it, and run the tiles "
                          "in parallel");
  return op.emitOpError(info.unroll != 0  ? "cannot be unrolled"
                        : info.vector     ? "cannot be vectorized"
                        : info.guard != 0 ? "cannot be guarded"
                                          : "cannot be predicated")
         << ": its loop coiterates segments or may end early, so that the "
            "number of its steps is not known when it begins";
}

/// Whether a coiteration counts or places coordinates in partitions of its own.
static bool countsInParts(CoiterateOp op) {
  return op.getPartitions() &&
         llvm::any_of(*op.getPartitions(), [&](int64_t partition) {
           auto type =
               cast<level::BuilderType>(op.getInits()[partition].getType());
           return type.isCounting() || type.isPlacing();
         });
}

/// Makes an optional parallel coiteration sequential if its steps cannot be
/// divided, or if partitions of what it assembles are made and joined by code
/// that one thread would have to run, too.
static void dropOptionalTags(CoiterateOp op) {
  LoopInfo info = op.getLoopInfo();
  if (!info.isOptional || (canBeTagged(op) && !countsInParts(op)))
    return;
  op.removePartitionsAttr();
  info.parallel = {};
  info.vector.reset();
  info.guard = info.predicate = 0;
  op.setLoopInfo(info);
}

/// Hands the configuration of a coiteration on to the outermost loops from an
/// operation on to the coiteration.
static void configureLoops(CoiterateOp op, Operation *first) {
  if (!op.getConfig())
    return;
  for (Operation *made = first; made != op; made = made->getNextNode())
    made->walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      if (!canHaveLoweringConfig(loop))
        return WalkResult::advance();
      inheritLoweringConfig(op, loop);
      return WalkResult::skip();
    });
}

namespace {
struct LowerCoiterate : OpRewritePattern<CoiterateOp> {
  LowerCoiterate(MLIRContext *context, analysis::Lookups lookups)
      : OpRewritePattern(context), lookups(lookups) {}
  LogicalResult matchAndRewrite(CoiterateOp op,
                                PatternRewriter &rewriter) const override {
    if (std::optional<LoweringProblem> problem = findLoweringProblem(op))
      return rewriter.notifyMatchFailure(op, problem->reason);
    if (!canBeTagged(op))
      return rewriter.notifyMatchFailure(
          op, "its steps are neither counted nor divided");
    Operation *before = op->getPrevNode();
    SmallVector<Value> results =
        op.getGuarded() ? emitGuarded(op, rewriter)
                        : LoopEmitter(op, rewriter, lookups).emit();
    configureLoops(op,
                   before ? before->getNextNode() : &op->getBlock()->front());
    rewriter.replaceOp(op, results);
    return success();
  }
  analysis::Lookups lookups;
};

struct LowerShare : OpRewritePattern<ShareOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ShareOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, emitShare(op, rewriter));
    return success();
  }
};

struct ConvertLatticeToSCF
    : weft::impl::ConvertLatticeToSCFBase<ConvertLatticeToSCF> {
  using Base::Base;
  void runOnOperation() override {
    // Patterns are applied to what can be reached, inner operations first.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    bool isLowerable = true;
    getOperation().walk([&](CoiterateOp op) {
      dropOptionalTags(op);
      isLowerable &=
          succeeded(verifyLowerable(op)) && succeeded(verifyTags(op));
    });
    if (!isLowerable)
      return signalPassFailure();
    getOperation().walk([](CoiterateOp op) {
      OpBuilder builder(op);
      LoopEmitter(op, builder).markPieces();
    });
    RewritePatternSet patterns(&getContext());
    populateLatticeToSCFPatterns(patterns, lookups);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void weft::populateLatticeToSCFPatterns(RewritePatternSet &patterns,
                                        analysis::Lookups lookups) {
  patterns.add<LowerCoiterate>(patterns.getContext(), lookups);
  patterns.add<LowerShare>(patterns.getContext());
}
