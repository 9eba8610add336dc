//===- MaskedSegments.cpp - Sums over segments in vectors -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment has as many steps as it has, and what does not fill a vector goes
// step by step in LLVM's loops: processors guess wrong where that ends, which
// takes longer than the steps. A last vector with a mask has no such end.
// Gathers with masks are as fast as a few loads on some processors only, so
// that this is asked for when it is known what the code is for.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;

/// Up to which average length the steps of short segments are scalar: there is
/// little to guess, and a gather takes as long as three loads.
static constexpr int64_t kScalarLength = 2;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// An array that has an element for each position of the segments over which a
/// loop goes; null if there is none.
static Value getPositionsArray(scf::ForOp loop) {
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (load.getIndices().size() == 1 &&
        load.getIndices().front() == loop.getInductionVar())
      return load.getMemRef();
  return {};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// A loop over a segment that becomes vectors.
class MaskedSegment {
public:
  MaskedSegment(scf::ForOp loop, const LaneAnalysis &analysis, int64_t lanes)
      : b(loop.getLoc(), loop), loop(loop), analysis(analysis), lanes(lanes) {}

  /// Decides, for each segment, whether it has vectors, and of how many lanes.
  void emit(Value bounds, Value positions);

private:
  /// Whether segments have `length` entries or less on average.
  Value emitIsShort(Value bounds, Value positions, int64_t length);
  /// A branch that yields what the loop results in.
  scf::IfOp emitBranch(Value condition);
  void yieldAt(Block *block, ValueRange results);
  /// Emits full vectors, and the last one with a mask.
  SmallVector<Value> emitVectors();
  /// Emits a single vector of fewer lanes, with a mask.
  SmallVector<Value> emitVector(int64_t width);
  SmallVector<Value> emitMasked(LaneEmitter &emitter, Value begin, Value left,
                                ValueRange carried);

  ImplicitLocOpBuilder b;
  scf::ForOp loop;
  const LaneAnalysis &analysis;
  int64_t lanes;
  Value count;
};
} // namespace

Value MaskedSegment::emitIsShort(Value bounds, Value positions,
                                 int64_t length) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value numBounds = memref::DimOp::create(b, bounds, zero);
  Value numPositions = memref::DimOp::create(b, positions, zero);
  Value most = arith::MulIOp::create(b, numBounds,
                                     arith::ConstantIndexOp::create(b, length));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, numPositions,
                               most);
}

scf::IfOp MaskedSegment::emitBranch(Value condition) {
  return scf::IfOp::create(b, loop.getResultTypes(), condition,
                           /*addThenBlock=*/true, /*addElseBlock=*/true);
}

void MaskedSegment::yieldAt(Block *block, ValueRange results) {
  b.setInsertionPointToEnd(block);
  scf::YieldOp::create(b, results);
}

SmallVector<Value> MaskedSegment::emitMasked(LaneEmitter &emitter, Value begin,
                                             Value left, ValueRange carried) {
  emitter.setCount(loop.getLoc(), left, /*isShort=*/true);
  emitter.emitStep(loop, begin);
  SmallVector<Value> results;
  for (auto [id, value] : llvm::enumerate(carried))
    results.push_back(
        emitter.emitCombineMasked(*analysis.getReduction(id), value));
  return results;
}

SmallVector<Value> MaskedSegment::emitVector(int64_t width) {
  LaneEmitter emitter(b, analysis, width);
  return emitLaneSums(emitter, loop, analysis,
                      emitMasked(emitter, loop.getLowerBound(), count,
                                 emitLaneIdentities(b, loop, analysis, width)));
}

SmallVector<Value> MaskedSegment::emitVectors() {
  // All but the last vector are full, and that is there without a question; an
  // empty segment has one without lanes.
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value width = arith::ConstantIndexOp::create(b, lanes);
  Value numBefore =
      arith::AndIOp::create(b, arith::SubIOp::create(b, count, one),
                            arith::ConstantIndexOp::create(b, -lanes));
  Value lower = loop.getLowerBound();
  numBefore = arith::MaxSIOp::create(b, numBefore,
                                     arith::ConstantIndexOp::create(b, 0));
  Value last = arith::AddIOp::create(b, lower, numBefore);
  auto strips = scf::ForOp::create(
      b, lower, last, width, emitLaneIdentities(b, loop, analysis, lanes));
  inheritLoopInfo(loop, strips);
  markShortLoop(strips);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strips.getBody());
    LaneEmitter emitter(b, analysis, lanes);
    emitter.emitStep(loop, strips.getInductionVar());
    SmallVector<Value> next;
    for (auto [id, carried] : llvm::enumerate(strips.getRegionIterArgs()))
      next.push_back(
          emitter.emitCombineMasked(*analysis.getReduction(id), carried));
    scf::YieldOp::create(b, next);
  }
  LaneEmitter emitter(b, analysis, lanes);
  Value left = arith::SubIOp::create(b, count, numBefore);
  return emitLaneSums(emitter, loop, analysis,
                      emitMasked(emitter, last, left, strips.getResults()));
}

void MaskedSegment::emit(Value bounds, Value positions) {
  // A segment whose bounds are not in order has no steps, either.
  count = arith::MaxSIOp::create(
      b, arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound()),
      arith::ConstantIndexOp::create(b, 0));
  int64_t half = lanes / 2;
  auto emitIndex = [&](int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  };
  Value isScalar = emitIsShort(bounds, positions, kScalarLength);
  Value isNarrow = emitIsShort(bounds, positions, half);
  // One question for each segment; the others are the same for all.
  Value least = arith::SelectOp::create(
      b, isScalar, emitIndex(lanes),
      arith::SelectOp::create(b, isNarrow, emitIndex(half + 1), emitIndex(0)));
  scf::IfOp branch = emitBranch(
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, count, least));
  loop.replaceAllUsesWith(branch.getResults());

  b.setInsertionPointToStart(branch.thenBlock());
  yieldAt(branch.thenBlock(), emitVectors());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::IfOp inner = emitBranch(isScalar);
  yieldAt(branch.elseBlock(), inner.getResults());
  b.setInsertionPointToStart(inner.elseBlock());
  yieldAt(inner.elseBlock(), emitVector(half));

  markShortLoop(loop);
  loop->moveBefore(inner.thenBlock(), inner.thenBlock()->end());
  yieldAt(inner.thenBlock(), loop.getResults());
}

/// Makes vectors of a loop, if it goes over a segment and combines.
static void maskSegment(scf::ForOp loop) {
  LaneAnalysis analysis(loop, /*quiet=*/true);
  Value positions = getPositionsArray(loop);
  if (!positions || !loop.isDefinedOutsideOfLoop(positions) ||
      !canMaskSegment(loop, analysis))
    return;
  Value bounds = SegmentInfo::of(loop)->getEnd().getMemRef();
  int64_t lanes = kVectorBytes / analysis.getWidth();
  if (lanes >= 4)
    MaskedSegment(loop, analysis, lanes).emit(bounds, positions);
}

void weft::vectorizeMasked(func::FuncOp function,
                           const SelectedOptions &selected) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    if (selected.getKeyword(loop, LoweringOption::VectorizeSegments,
                            "masked") == "masked")
      maskSegment(loop);
}
