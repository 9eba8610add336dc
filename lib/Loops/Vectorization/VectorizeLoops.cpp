//===- VectorizeLoops.cpp - Iterations in the lanes of vectors ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mapping `parallelize` to vectors (thesis, section 6.6) of loops over
// arrays. It is done here and not by LLVM, so that the IR shows it, every
// expression gets it that is asked for it, and a dense loop inside of a sparse
// one does not become a vector of the wrong loop.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileTails.h"
#include "Vectorization/RegisterTiles.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZELOOPS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How long a tile may be to be one vector: what half of the registers hold,
/// and so that what has an operation for each lane stays small.
static constexpr int64_t kMaxTileBytes = 16 * kVectorBytes;
static constexpr int64_t kMaxLanes = 128;

/// Writes differences as sums, which may be combined in any order.
static void replaceDifferences(scf::ForOp loop) {
  llvm::DenseSet<Value> dependent(llvm::from_range, loop.getRegionIterArgs());
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    if (llvm::none_of(op.getOperands(), [&](Value operand) {
          return dependent.contains(operand);
        }))
      continue;
    ImplicitLocOpBuilder b(op.getLoc(), &op);
    Value sum;
    if (auto difference = dyn_cast<arith::SubIOp>(op)) {
      if (!dependent.contains(difference.getRhs()))
        sum = arith::AddIOp::create(
            b, difference.getLhs(),
            arith::SubIOp::create(
                b,
                arith::ConstantOp::create(
                    b, b.getZeroAttr(op.getResult(0).getType())),
                difference.getRhs()));
    } else if (auto difference = dyn_cast<arith::SubFOp>(op)) {
      if (!dependent.contains(difference.getRhs()))
        sum = arith::AddFOp::create(
            b, difference.getLhs(),
            arith::NegFOp::create(b, difference.getRhs(),
                                  difference.getFastmathAttr()),
            difference.getFastmathAttr());
    }
    if (sum) {
      op.getResult(0).replaceAllUsesWith(sum);
      op.erase();
      dependent.insert(sum);
      continue;
    }
    dependent.insert_range(op.getResults());
  }
}

/// How many iterations of a loop become one vector: as many as it is marked
/// with, or all of them if these are fewer than a register of `lanes` holds; 0
/// if that is any number.
static int64_t getTileLength(scf::ForOp loop, int64_t lanes) {
  int64_t length = *getVector(loop);
  std::optional<APInt> count = loop.getStaticTripCount();
  if (count && count->sgt(0) &&
      (length == 0 || count->slt(std::min(length, lanes))))
    return count->getSExtValue();
  return length;
}

/// Whether a vector may be as long as a tile.
static bool fitsRegisters(int64_t length, const LaneAnalysis &analysis) {
  return length <= std::min(kMaxLanes, kMaxTileBytes / analysis.getWidth());
}

/// Makes a vector of each tile, with a mask of what is before the end.
static LogicalResult makePredicated(scf::ForOp loop,
                                    const LaneAnalysis &analysis) {
  LoopInfo info(getLoopAttr(loop));
  int64_t length = std::exchange(info.predicate, 0);
  info.vector.reset();
  setLoopInfo(loop, info);
  if (!llvm::isPowerOf2_64(length) || length == 1 ||
      !fitsRegisters(length, analysis))
    return loop.emitError("cannot be predicated in lanes: its tiles have ")
           << length << " coordinates, and a vector has from 2 to "
           << std::min(kMaxLanes, kMaxTileBytes / analysis.getWidth())
           << " lanes, a power of two";
  if (!LaneEmitter::canMask(loop, analysis))
    return loop.emitError("cannot be predicated in lanes: lanes that are left "
                          "out matter to what it combines, or to arrays whose "
                          "elements have no masks");
  Operation *around = loop->getParentOp();
  VectorLoop(loop, analysis).makePredicatedTile(length);
  keepInRegisters({}, around);
  return success();
}

/// Makes vectors of a loop, and keeps in registers what loops around it combine
/// into the same elements. An optional loop is left if
/// that is not possible.
static LogicalResult vectorize(scf::ForOp loop, bool strict, bool scalar) {
  bool mayFail = isOptional(loop);
  if (!scalar)
    updateLoopInfo(loop, [](LoopInfo &info) { info.isOptional = false; });
  if (!loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp())
    return loop.emitError("cannot vectorize a loop that does not count signed "
                          "values of type 'index' by one");
  replaceDifferences(loop);
  LaneAnalysis analysis(loop, /*quiet=*/mayFail);
  if (failed(analysis.run(strict))) {
    updateLoopInfo(loop, [](LoopInfo &info) { info.vector.reset(); });
    return success(mayFail);
  }
  if (scalar) {
    endTile(loop);
    return success();
  }
  // A tile that is not full is no vector, or one whose lanes are left out.
  LoopInfo info(getLoopAttr(loop));
  info.guard = 0;
  setLoopInfo(loop, info);
  if (info.predicate != 0)
    return makePredicated(loop, analysis);
  int64_t lanes = getRegisterLanes(analysis);
  int64_t length = getTileLength(loop, lanes);
  bool isPartial = std::exchange(info.isPartial, false);
  info.vector.reset();
  setLoopInfo(loop, info);
  if (length == 1)
    return success();
  if (isPartial) {
    Operation *around = loop->getParentOp();
    scf::IfOp branch = VectorLoop(loop, analysis).makePartialTile(length);
    keepInRegisters(branch, around);
    return success();
  }
  bool canBeTile = llvm::isPowerOf2_64(length) ||
                   (length < lanes && loop.getNumResults() == 0 &&
                    loop.getStaticTripCount() == APInt(/*numBits=*/64, length));
  if (canBeTile && fitsRegisters(length, analysis)) {
    Operation *around = loop->getParentOp();
    scf::IfOp branch = VectorLoop(loop, analysis).makeTile(length);
    keepInRegisters(branch, around);
    return success();
  }
  VectorLoop(loop, analysis).makeStrips(lanes);
  return success();
}

namespace {
struct VectorizeLoops : weft::impl::VectorizeLoopsBase<VectorizeLoops> {
  using VectorizeLoopsBase::VectorizeLoopsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops = findMarked();
    for (scf::ForOp loop : loops)
      if (failed(verifyInnermost(loop)))
        return signalPassFailure();
    // A loop around may be copied with the marked ones that are in it.
    while (!loops.empty()) {
      for (scf::ForOp loop :
           ArrayRef(loops).take_front(scalar ? loops.size() : 1))
        if (failed(vectorize(loop, strict, scalar)))
          return signalPassFailure();
      loops = scalar ? SmallVector<scf::ForOp>() : findMarked();
    }
  }

private:
  SmallVector<scf::ForOp> findMarked() {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isVector(loop))
        loops.push_back(loop);
    });
    return loops;
  }

  static LogicalResult verifyInnermost(scf::ForOp loop) {
    for (auto outer = loop->getParentOfType<scf::ForOp>(); outer;
         outer = outer->getParentOfType<scf::ForOp>())
      if (isVector(outer))
        return loop.emitError("cannot be vectorized: it is inside of a loop "
                              "whose iterations are lanes already");
    return success();
  }
};
} // namespace
