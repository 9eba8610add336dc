//===- MaskedSegments.cpp - Reductions over segments with masks -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes reductions over segments with a masked tail. LLVM executes the
// iterations after the last full vector in a scalar loop, whose exit branch
// processors mispredict; a misprediction takes longer than the iterations. A
// masked tail has no such branch. Masked gathers are as fast as a few scalar
// loads on some processors only, so that the transformation is a lowering
// option.
//
//===----------------------------------------------------------------------===//

#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace weft;

/// The fewest lanes of a vector: half of them are a vector for short segments.
static constexpr int64_t kMinLanes = 4;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// An array with an element for each position of the segments that a loop
/// iterates; null if the loop loads none.
static Value findPositionArray(scf::ForOp loop) {
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
/// Vectorizes a reduction over a segment.
class MaskedSegment {
public:
  MaskedSegment(scf::ForOp loop, const LaneAnalysis &analysis, int64_t lanes)
      : b(loop.getLoc(), loop), loop(loop), analysis(analysis), lanes(lanes) {}

  /// Emits a branch on the length of each segment: full vectors with a masked
  /// tail, one vector of half as many lanes, or the scalar loop. The sizes of
  /// `bounds` and `positions` give the average length of segments.
  void emit(Value bounds, Value positions);

private:
  /// Whether segments have at most `length` entries on average.
  Value emitIsShort(Value bounds, Value positions, int64_t length);
  /// A branch with the result types of the loop.
  scf::IfOp emitBranch(Value condition);
  void yieldAt(Block *block, ValueRange results);
  /// Emits full vectors and a masked tail.
  SmallVector<Value> emitVectors();
  /// Emits one masked vector of `width` lanes.
  SmallVector<Value> emitVector(int64_t width);
  SmallVector<Value> emitMasked(LaneEmitter &emitter, Value begin, Value left,
                                ValueRange carried);

  ImplicitLocOpBuilder b;
  scf::ForOp loop;
  const LaneAnalysis &analysis;
  int64_t lanes;
  /// The length of the segment.
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
  return emitHorizontalReductions(
      emitter, loop, analysis,
      emitMasked(emitter, loop.getLowerBound(), count,
                 emitLaneIdentities(b, loop, analysis, width)));
}

SmallVector<Value> MaskedSegment::emitVectors() {
  // All vectors but the last are full. The last one always executes; all of its
  // lanes are masked off if the segment is empty.
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
  return emitHorizontalReductions(
      emitter, loop, analysis,
      emitMasked(emitter, last, left, strips.getResults()));
}

void MaskedSegment::emit(Value bounds, Value positions) {
  // The bounds of an empty segment may decrease.
  count = arith::MaxSIOp::create(
      b, arith::SubIOp::create(b, loop.getUpperBound(), loop.getLowerBound()),
      arith::ConstantIndexOp::create(b, 0));
  int64_t half = lanes / 2;
  auto emitIndex = [&](int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  };
  Value isScalar =
      emitIsShort(bounds, positions, Machine::of(loop).scalarSegmentMaxLength);
  Value isNarrow = emitIsShort(bounds, positions, half);
  // Only `count` differs between segments; the other conditions are invariant.
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

LogicalResult weft::vectorizeMasked(scf::ForOp loop) {
  auto missed = [&](const Twine &reason) {
    return reportMissed(loop, LoweringOption::VectorizeSegments, reason);
  };
  LaneAnalysis analysis(loop, /*quiet=*/true);
  if (failed(checkMaskableReduction(loop, analysis, missed)))
    return failure();
  Value positions = findPositionArray(loop);
  if (!positions)
    return missed("the loop loads no array at its induction variable");
  int64_t lanes = kVectorBytes / analysis.getWidth();
  if (lanes < kMinLanes)
    return missed("elements of " + Twine(analysis.getWidth()) +
                  " bytes fill a vector with only " + Twine(lanes) + " lanes");
  reportPassed(loop, LoweringOption::VectorizeSegments,
               "vectorizes the loop by " + Twine(lanes) +
                   " lanes with a masked tail, by " + Twine(lanes / 2) +
                   " lanes for short segments");
  Value bounds = SegmentInfo::of(loop)->getEnd().getMemRef();
  MaskedSegment(loop, analysis, lanes).emit(bounds, positions);
  return success();
}
