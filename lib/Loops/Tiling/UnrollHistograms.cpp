//===- UnrollHistograms.cpp - Unroll histogram loops ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tags loops that increment a counter in an array at a loaded coordinate to be
// unrolled.
//
// An iteration takes a few instructions, so that loop control dominates. The
// loop cannot be vectorized, and the short LLVM pipeline does not unroll
// (docs/decisions/short-rows.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/UnrolledCopies.h"

#include "Vectorization/BlockReduction.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace weft {
#define GEN_PASS_DEF_UNROLLHISTOGRAMS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

static Value skipCast(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastOp>();
  return cast ? cast.getIn() : value;
}

/// The sum that a store stores; null if it stores something else.
static arith::AddIOp getStoredSum(memref::StoreOp store) {
  return skipCast(store.getValueToStore()).getDefiningOp<arith::AddIOp>();
}

/// The load of the array of a store that is the left operand of the stored sum;
/// null if the store does not increment an element.
static memref::LoadOp findIncrementedElement(memref::StoreOp store) {
  arith::AddIOp sum = getStoredSum(store);
  auto load = sum ? skipCast(sum.getLhs()).getDefiningOp<memref::LoadOp>()
                  : memref::LoadOp();
  return load && load.getMemRef() == store.getMemRef() ? load
                                                       : memref::LoadOp();
}

/// Whether a loop increments an element of an array in its body.
static bool isCandidate(scf::ForOp loop) {
  return llvm::any_of(
      loop.getBody()->getOps<memref::StoreOp>(),
      [](memref::StoreOp store) { return findIncrementedElement(store); });
}

static LogicalResult refuse(scf::ForOp loop, const Twine &reason) {
  return reportMissed(loop, LoweringOption::UnrollHistograms, reason);
}

/// Checks that a store increments the element that it stores by a constant.
static LogicalResult verifyStore(scf::ForOp loop, memref::StoreOp store) {
  memref::LoadOp load = findIncrementedElement(store);
  if (!load)
    return refuse(loop, "the values that the loop stores to " +
                            describeArray(store.getMemRef()) +
                            " are not counters");
  if (load.getIndices() != store.getIndices())
    return refuse(loop, "the loop stores the counter to another element of " +
                            describeArray(store.getMemRef()) +
                            " than it loads");
  if (!matchPattern(getStoredSum(store).getRhs(), m_Constant()))
    return refuse(loop, "the increment is not a constant");
  return success();
}

/// Checks that a loop counts by 1 and has no other execution.
static LogicalResult verifyForm(scf::ForOp loop) {
  if (loop.getNumResults() != 0)
    return refuse(loop, "the loop has iter_args");
  if (loop.getUnsignedCmp())
    return refuse(loop, "the loop has unsigned bounds");
  if (!loop.getInductionVar().getType().isIndex())
    return refuse(loop, "the induction variable is not of type `index`");
  if (!matchPattern(loop.getStep(), m_One()))
    return refuse(loop, "the step of the loop is not 1");
  if (hasLoopTags(loop))
    return refuse(loop, "the loop " + describeLoopTag(loop));
  return success();
}

/// Checks that the body only increments one element at a loaded coordinate.
static LogicalResult verifyBody(scf::ForOp loop) {
  unsigned numStores = 0, numLoads = 0;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      ++numStores;
      if (failed(verifyStore(loop, store)))
        return failure();
    } else if (isa<memref::LoadOp>(op)) {
      ++numLoads;
    } else if (!isa<arith::AddIOp, arith::IndexCastOp, arith::ConstantOp>(op)) {
      return refuse(loop, "the loop also contains `" +
                              op.getName().getStringRef() + "`");
    }
  }
  if (numStores != 1)
    return refuse(loop, "the loop increments " + Twine(numStores) +
                            " counters per iteration");
  if (numLoads != 2)
    return refuse(loop, "the number of loads is " + Twine(numLoads) +
                            ", not 2 (a coordinate and a counter)");
  return success();
}

namespace {
struct UnrollHistograms : weft::impl::UnrollHistogramsBase<UnrollHistograms> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      int64_t factor = getChosenNumber(loop, LoweringOption::UnrollHistograms);
      if (factor <= 1 || !isCandidate(loop) || failed(verifyForm(loop)) ||
          failed(verifyBody(loop)))
        return;
      uint64_t copies = getNumUnrolledCopies(loop);
      if (copies * factor > kMaxUnrolledCopies) {
        (void)refuse(loop, "enclosing loops are unrolled to " + Twine(copies) +
                               " copies already");
        return;
      }
      reportPassed(loop, LoweringOption::UnrollHistograms,
                   "unrolls the histogram loop by a factor of " +
                       Twine(factor));
      updateLoopInfo(loop, [&](LoopInfo &info) { info.unroll = factor; });
    });
  }
};
} // namespace
