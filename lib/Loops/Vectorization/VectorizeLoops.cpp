//===- VectorizeLoops.cpp - Vectorize loops over arrays -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes the loops that `weft.loop` tags `vector`: the scheduling command
// `parallelize` with vectors (thesis, section 6.6). The remaining iterations of
// a loop become a masked tail, a tail vector that overlaps the last full one,
// or a scalar loop (`VectorTail`); loops that are shorter than a vector become
// masked vectors. This pass vectorizes instead of LLVM, so that the IR shows
// the vectors, a schedule that requests vectors gets them or an error, and a
// dense loop in a sparse loop is vectorized instead of the sparse one.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileTails.h"
#include "Vectorization/LocalTiles.h"
#include "Vectorization/RegisterTiles.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
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

/// The name of the transformation in remarks.
static constexpr llvm::StringLiteral kTransformation = "vectorize_loops";

/// The size in bytes of the longest tile that becomes one vector: half of the
/// 32 registers of AVX-512.
static constexpr int64_t kMaxTileBytes = 16 * kVectorBytes;
/// The lanes of the longest such tile. It bounds the code size of accesses that
/// are emitted lane by lane.
static constexpr int64_t kMaxLanes = 128;

/// The fewest elements of half a tile for which a scalar loop has a version: a
/// vector of AVX-512 with `f64`.
static constexpr int64_t kMinGuardedHalf = 8;

/// Rewrites `a - x` to `a + -x` where `a` is an accumulator, since sums are
/// associative and commutative.
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

/// The number of iterations that become one vector: the number of the tag, or
/// the trip count if it is constant and smaller than that and a register of
/// `lanes`. Zero if the tag has no number.
static int64_t getTileLength(scf::ForOp loop, int64_t lanes) {
  int64_t length = *getVector(loop);
  std::optional<APInt> count = loop.getStaticTripCount();
  if (count && count->sgt(0) &&
      (length == 0 || count->slt(std::min(length, lanes))))
    return count->getSExtValue();
  return length;
}

/// The lanes of the longest tile that becomes one vector.
static int64_t getMaxTileLanes(const LaneAnalysis &analysis) {
  return std::min(kMaxLanes, kMaxTileBytes / analysis.getWidth());
}

/// Why a tile cannot be one vector; nothing if it can.
static std::optional<std::string>
whyNotOneVector(scf::ForOp loop, int64_t length, int64_t lanes,
                const LaneAnalysis &analysis) {
  bool isShort = length < lanes && loop.getNumResults() == 0 &&
                 loop.getStaticTripCount() == APInt(/*numBits=*/64, length);
  std::string tile = "the tile length " + std::to_string(length);
  if (!llvm::isPowerOf2_64(length) && !isShort)
    return tile + " is not a power of two";
  int64_t most = getMaxTileLanes(analysis);
  if (length > most)
    return tile + " exceeds the " + std::to_string(most) +
           " lanes of the longest vector";
  return std::nullopt;
}

/// Replaces a loop that is tagged `predicate` by one masked vector.
static LogicalResult makePredicated(scf::ForOp loop,
                                    const LaneAnalysis &analysis) {
  LoopInfo info(getLoopAttr(loop));
  int64_t length = std::exchange(info.predicate, 0);
  info.vector.reset();
  setLoopInfo(loop, info);
  int64_t most = getMaxTileLanes(analysis);
  if (!llvm::isPowerOf2_64(length) || length == 1 || length > most)
    return loop.emitError("cannot be predicated in lanes: its tiles have ")
           << length << " coordinates, and a vector has from 2 to " << most
           << " lanes, a power of two";
  if (!LaneEmitter::canMask(loop, analysis))
    return loop.emitError("cannot be predicated in lanes: lanes that are left "
                          "out matter to what it combines, or to arrays whose "
                          "elements have no masks");
  reportPassed(loop, kTransformation,
               "vectorizes the loop as one masked vector of " + Twine(length) +
                   " lanes");
  Operation *around = loop->getParentOp();
  VectorLoop(loop, analysis).makePredicatedTile(length);
  keepInRegisters({}, around);
  return success();
}

/// Replaces a loop of fewer than `length` iterations by a masked vector, or by
/// a branch between masked vectors of two lengths.
static void makePartial(scf::ForOp loop, int64_t length,
                        const LaneAnalysis &analysis) {
  reportPassed(loop, kTransformation,
               "vectorizes at most " + Twine(length) +
                   " iterations as one masked vector");
  Operation *around = loop->getParentOp();
  scf::IfOp branch = VectorLoop(loop, analysis).makePartialTile(length);
  keepInRegisters(branch, around);
}

/// Replaces a full tile by one vector.
static void makeTile(scf::ForOp loop, int64_t length,
                     const LaneAnalysis &analysis) {
  bool isFull = loop.getStaticTripCount() == APInt(/*numBits=*/64, length);
  reportPassed(loop, kTransformation,
               (isFull ? "vectorizes all " : "vectorizes a full tile of ") +
                   Twine(length) + " iterations as one vector");
  if (!isFull)
    if (std::optional<std::string> obstacle = whyNotMaskable(loop, analysis))
      (void)reportMissed(loop, kTransformation,
                         "fewer than " + Twine(length) +
                             " iterations run in a scalar loop: " + *obstacle);
  Operation *around = loop->getParentOp();
  scf::IfOp branch = VectorLoop(loop, analysis).makeTile(length);
  keepInRegisters(branch, around);
}

static StringRef describeTail(VectorTail tail) {
  switch (tail) {
  case VectorTail::None:
    return "without a tail";
  case VectorTail::Masked:
    return "with a masked tail";
  case VectorTail::Overlapping:
    return "with an overlapping last vector";
  case VectorTail::Scalar:
    return "with a scalar tail";
  }
  llvm_unreachable("all tails are described");
}

/// Strip-mines a loop.
static void makeStrips(scf::ForOp loop, int64_t lanes,
                       const LaneAnalysis &analysis) {
  VectorLoop vectorLoop(loop, analysis);
  reportPassed(loop, kTransformation,
               "vectorizes the loop by " + Twine(lanes) + " lanes " +
                   describeTail(vectorLoop.getTail(lanes)));
  vectorLoop.makeStrips(lanes);
}

/// Vectorizes an analyzed loop, whose tags it removes.
static LogicalResult vectorize(scf::ForOp loop, const LaneAnalysis &analysis) {
  LoopInfo info(getLoopAttr(loop));
  // A vector of a tile covers the guard of an incomplete tile.
  info.guard = 0;
  setLoopInfo(loop, info);
  if (info.predicate != 0)
    return makePredicated(loop, analysis);
  int64_t lanes = getRegisterLanes(analysis);
  int64_t length = getTileLength(loop, lanes);
  bool isPartial = std::exchange(info.isPartial, false);
  info.vector.reset();
  setLoopInfo(loop, info);
  if (length == 1) {
    (void)reportMissed(loop, kTransformation, "a vector would have one lane");
    return success();
  }
  if (isPartial) {
    makePartial(loop, length, analysis);
    return success();
  }
  if (length != 0) {
    std::optional<std::string> obstacle =
        whyNotOneVector(loop, length, lanes, analysis);
    if (!obstacle) {
      makeTile(loop, length, analysis);
      return success();
    }
    (void)reportMissed(loop, kTransformation,
                       "the loop does not become one vector: " + *obstacle);
  }
  makeStrips(loop, lanes, analysis);
  return success();
}

/// Analyzes a loop, and vectorizes it unless `scalar`. An optional loop that
/// cannot be vectorized remains scalar.
static LogicalResult run(scf::ForOp loop, bool strict, bool scalar) {
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
    if (!mayFail)
      return failure();
    (void)reportMissed(loop, kTransformation, analysis.getReason());
    return success();
  }
  return scalar ? success() : vectorize(loop, analysis);
}

namespace {
struct VectorizeLoops : weft::impl::VectorizeLoopsBase<VectorizeLoops> {
  using VectorizeLoopsBase::VectorizeLoopsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops = findTagged();
    for (scf::ForOp loop : loops)
      if (failed(verifyInnermost(loop)))
        return signalPassFailure();
    // Register tiling may copy an enclosing loop with other tagged loops.
    while (!loops.empty()) {
      for (scf::ForOp loop :
           ArrayRef(loops).take_front(scalar ? loops.size() : 1))
        if (failed(run(loop, strict, scalar)))
          return signalPassFailure();
      loops = scalar ? SmallVector<scf::ForOp>() : findTagged();
    }
    if (scalar)
      tileScalarLoops();
  }

private:
  SmallVector<scf::ForOp> findTagged() {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isVector(loop))
        loops.push_back(loop);
    });
    return loops;
  }

  /// Lowers the tails of loops that remain scalar, and lets nests around them
  /// accumulate full tiles in local arrays.
  void tileScalarLoops() {
    for (scf::ForOp loop = findTail(); loop; loop = findTail())
      lowerTileTail(loop, kMinGuardedHalf);
    for (scf::ForOp loop : findTagged())
      keepInLocalArray(loop);
  }

  /// A vector loop with a tail strategy. Guards clone others.
  scf::ForOp findTail() {
    for (scf::ForOp loop : findTagged())
      if (LoopInfo info(getLoopAttr(loop)); info.guard || info.predicate)
        return loop;
    return {};
  }

  static LogicalResult verifyInnermost(scf::ForOp loop) {
    for (auto outer = loop->getParentOfType<scf::ForOp>(); outer;
         outer = outer->getParentOfType<scf::ForOp>())
      if (isVector(outer))
        return loop.emitError("cannot be vectorized: it is nested in another "
                              "vectorized loop");
    return success();
  }
};
} // namespace
