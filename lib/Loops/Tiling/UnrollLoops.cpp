//===- UnrollLoops.cpp - Unroll loops -------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolls loops over arrays by the factor in `weft.loop`, followed by a
// remainder loop. This is the mapping `unroll` of the thesis, section 6.6.
//
// The pass does not leave this to LLVM, so that the IR shows the unrolled loop
// and the result does not depend on the optimization level. The number of
// iterations is at most that of a tile, but in general not constant.
//
//===----------------------------------------------------------------------===//

#include "Analysis/UnrolledCopies.h"
#include "UnrollAndJam/IterationJam.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_UNROLLLOOPS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The unroll factor of a loop; 1 for other operations.
static int64_t getFactor(Operation *loop) {
  return std::max<int64_t>(1, LoopInfo(getLoopAttr(loop)).unroll);
}

/// Checks that the product of the unroll factors of a loop and of its enclosing
/// loops is at most `kMaxUnrolledCopies` copies of the body.
static LogicalResult verifyCopies(scf::ForOp loop) {
  if (getNumUnrolledCopies(loop) > kMaxUnrolledCopies)
    return loop.emitError("cannot unroll into more than ")
           << kMaxUnrolledCopies << " copies";
  return success();
}

/// Emits `factor` copies of the body of a loop into the body of a new loop.
static void emitCopies(scf::ForOp loop, int64_t factor, scf::ForOp unrolled) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(unrolled.getBody());
  SmallVector<Value> carried(unrolled.getRegionIterArgs());
  for (int64_t copy = 0; copy != factor; ++copy) {
    Value induction = unrolled.getInductionVar();
    if (copy != 0)
      induction = arith::AddIOp::create(
          b, induction, arith::ConstantIndexOp::create(b, copy));
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), induction);
    mapping.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator())
      b.clone(op, mapping);
    carried = llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) {
      return mapping.lookupOrDefault(value);
    });
  }
  // The builder adds the terminator of a loop without carried values.
  if (!carried.empty())
    scf::YieldOp::create(b, carried);
}

/// Emits `factor` iterations of a loop into the body of a new loop, whose inner
/// loops execute those of all of them together.
static void emitJammed(scf::ForOp loop, int64_t factor, scf::ForOp unrolled) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(unrolled.getBody());
  SmallVector<Value> variables = {unrolled.getInductionVar()};
  for (int64_t copy = 1; copy != factor; ++copy)
    variables.push_back(
        arith::AddIOp::create(b, unrolled.getInductionVar(),
                              arith::ConstantIndexOp::create(b, copy)));
  JamGuarantees none;
  IterationJam jam(b, none, factor);
  jam.map(loop.getInductionVar(), variables);
  for (Operation &op : loop.getBody()->without_terminator())
    jam.emit(&op);
}

/// Gives an unrolled loop of threads and its remainder the unit of the loop.
static void setUnits(scf::ForOp loop, int64_t factor, scf::ForOp unrolled) {
  LoopInfo given(getLoopAttr(loop));
  updateLoopInfo(unrolled, [&](LoopInfo &info) {
    info.gpu = given.gpu;
    info.gpuSize = llvm::divideCeil(given.gpuSize, factor);
  });
  updateLoopInfo(loop, [&](LoopInfo &info) {
    info.gpuSize =
        std::min<int64_t>(given.gpuSize, llvm::PowerOf2Ceil(factor - 1));
  });
}

/// Describes the iterations behind an unrolled loop.
static std::string describeRemainder(std::optional<int64_t> remainder) {
  if (!remainder)
    return "with a remainder loop";
  if (*remainder == 0)
    return "without a remainder";
  return "with a remainder of " + std::to_string(*remainder) +
         (*remainder == 1 ? " iteration" : " iterations");
}

static void reportUnrolled(scf::ForOp loop, int64_t factor, bool isJammed,
                           std::optional<int64_t> remainder) {
  StringRef how = isJammed ? "unroll-and-jams" : "unrolls";
  reportPassed(loop, "unroll_loops",
               how + " the loop by a factor of " + Twine(factor) + " " +
                   describeRemainder(remainder));
}

static LogicalResult unroll(scf::ForOp loop, IRRewriter &rewriter) {
  if (!loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp())
    return loop.emitError("cannot unroll a loop that does not count signed "
                          "values of type 'index' by one");
  int64_t factor = getFactor(loop);
  updateLoopInfo(loop, [](LoopInfo &info) { info.unroll = 0; });
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value step = arith::ConstantIndexOp::create(b, factor);
  Value lower = loop.getLowerBound();
  Value upper = b.createOrFold<arith::MaxSIOp>(loop.getUpperBound(), lower);
  Value count = b.createOrFold<arith::SubIOp>(upper, lower);
  Value remainder = b.createOrFold<arith::RemUIOp>(count, step);
  Value middle = b.createOrFold<arith::SubIOp>(upper, remainder);
  bool isOnGPU = getGPUUnit(loop).has_value();
  // Iterations that threads may run do not depend on each other.
  bool isJammed = isOnGPU && loop.getNumResults() == 0;
  reportUnrolled(loop, factor, isJammed, getConstantIntValue(remainder));
  auto unrolled =
      scf::ForOp::create(b, lower, middle, step, loop.getInitArgs());
  inheritLoopInfo(loop, unrolled);
  if (isJammed)
    emitJammed(loop, factor, unrolled);
  else
    emitCopies(loop, factor, unrolled);
  if (isOnGPU)
    setUnits(loop, factor, unrolled);
  // The original loop becomes the remainder loop.
  loop.setLowerBound(middle);
  loop.setUpperBound(upper);
  loop.getInitArgsMutable().assign(unrolled.getResults());
  if (!isOnGPU)
    (void)unrolled.promoteIfSingleIteration(rewriter);
  if (getConstantIntValue(remainder) == 0)
    rewriter.replaceOp(loop, SmallVector<Value>(loop.getInitArgs()));
  else if (!isOnGPU)
    (void)loop.promoteIfSingleIteration(rewriter);
  return success();
}

namespace {
struct UnrollLoops : weft::impl::UnrollLoopsBase<UnrollLoops> {
  void runOnOperation() override {
    // Inner loops first, so that outer loops copy unrolled inner loops.
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (LoopInfo(getLoopAttr(loop)).unroll != 0)
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      if (failed(verifyCopies(loop)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops)
      if (failed(unroll(loop, rewriter)))
        return signalPassFailure();
  }
};
} // namespace
