//===- OverrunSegments.cpp - Sums over segments that read behind them -----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a segment ends processors guess wrong, and where gathers are slow no
// mask helps. But what lies behind a segment is the next one, whose coordinates
// are coordinates as well: a last vector may read it, element by element, and
// leave out what it computed of it. That takes no question but whether there is
// something behind.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "SegmentLoop.h"

#include "weft/Loops/Passes.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_OVERRUNSEGMENTS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// How many elements a vector has. More would read more in vain, and a near
/// cache gives no more than two or three of them at once.
static constexpr int64_t kLanes = 4;
/// How much may be gathered from: a near cache has it. Gathers have more loads
/// of a far one under way than single elements do.
static constexpr int64_t kNearBytes = int64_t(1) << 20;
/// How far the coordinates of a segment may be from each other where not all
/// that is gathered from is near: what the segments before it had is there.
static constexpr int64_t kMaxSpan = int64_t(1) << 14;
/// How many halves of an entry segments have on average that are worth it:
/// where most have a single one, processors guess right.
static constexpr int64_t kMinHalves = 3;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

namespace {
/// A loop over one of the segments that an operand has behind each other.
struct OverrunSegment {
  /// The operand with the bounds of all of them.
  Value bounds;
  /// What is gathered from.
  llvm::SmallSetVector<Value, 4> gathered;
  /// The operands whose elements say where.
  llvm::SmallSetVector<Value, 2> coordinates;
};
} // namespace

/// The operand that has both bounds of a loop beside each other; null if none
/// has.
static Value findBounds(scf::ForOp loop) {
  memref::LoadOp begin = getBoundLoad(loop.getLowerBound());
  memref::LoadOp end = getBoundLoad(loop.getUpperBound());
  if (begin.getMemRef() != end.getMemRef() ||
      !isConstantOperand(begin.getMemRef()))
    return {};
  auto next = end.getIndices().front().getDefiningOp<arith::AddIOp>();
  return next && next.getLhs() == begin.getIndices().front() &&
                 matchPattern(next.getRhs(), m_One())
             ? begin.getMemRef()
             : Value();
}

/// Collects the operands that have an element of what an index is computed from
/// at each position.
static void findCoordinates(Value index, scf::ForOp loop,
                            OverrunSegment &segment) {
  if (loop.isDefinedOutsideOfLoop(index) || index == loop.getInductionVar())
    return;
  Operation *op = index.getDefiningOp();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    if (load.getIndices().front() == loop.getInductionVar()) {
      segment.coordinates.insert(load.getMemRef());
      return;
    }
  for (Value operand : op->getOperands())
    findCoordinates(operand, loop, segment);
}

/// Whether lanes may do for positions of other segments what the steps of a
/// loop do for its own.
static std::optional<OverrunSegment>
findOverrunSegment(scf::ForOp loop, const LaneAnalysis &analysis) {
  OverrunSegment segment;
  segment.bounds = findBounds(loop);
  if (!segment.bounds)
    return std::nullopt;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    ValueRange indices = load.getIndices();
    switch (analysis.getAccessKind(indices)) {
    case LaneKind::Uniform:
      break;
    case LaneKind::Consecutive:
      // Operands have an element for each position.
      if (indices.size() != 1 || indices.front() != loop.getInductionVar() ||
          !isConstantOperand(load.getMemRef()))
        return std::nullopt;
      break;
    case LaneKind::Varying:
      if (!loop.isDefinedOutsideOfLoop(load.getMemRef()))
        return std::nullopt;
      segment.gathered.insert(load.getMemRef());
      findCoordinates(indices.back(), loop, segment);
      break;
    }
  }
  return segment;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The position behind the last segment; zero where segments are so short that
/// most have one entry, and where there are none.
static Value emitEnd(ImplicitLocOpBuilder &b, Value bounds) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value numBounds = memref::DimOp::create(b, bounds, zero);
  Value hasAny =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, numBounds, zero);
  return scf::IfOp::create(
             b, hasAny,
             [&](OpBuilder &inner, Location loc) {
               ImplicitLocOpBuilder b(loc, inner);
               Value one = arith::ConstantIndexOp::create(b, 1);
               Value last = arith::SubIOp::create(b, numBounds, one);
               Value end = memref::LoadOp::create(b, bounds, last);
               if (!end.getType().isIndex())
                 end = arith::IndexCastOp::create(b, b.getIndexType(), end);
               Value halves = arith::AddIOp::create(b, end, end);
               Value least = arith::MulIOp::create(
                   b, numBounds, arith::ConstantIndexOp::create(b, kMinHalves));
               Value areLong = arith::CmpIOp::create(
                   b, arith::CmpIPredicate::sge, halves, least);
               scf::YieldOp::create(
                   b,
                   arith::SelectOp::create(b, areLong, end, zero).getResult());
             },
             [&](OpBuilder &inner, Location loc) {
               scf::YieldOp::create(inner, loc, zero);
             })
      .getResult(0);
}

/// Whether a near cache has all that is gathered from.
static Value emitIsNear(ImplicitLocOpBuilder &b, ValueRange gathered) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value isNear;
  for (Value array : gathered) {
    auto type = cast<MemRefType>(array.getType());
    unsigned bits = type.getElementType().isIndex()
                        ? 64
                        : type.getElementType().getIntOrFloatBitWidth();
    int64_t most = kNearBytes * 8 / std::max(bits, 8u) / gathered.size();
    Value size = memref::DimOp::create(b, array, zero);
    Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, size,
                                       arith::ConstantIndexOp::create(b, most));
    isNear = isNear ? arith::AndIOp::create(b, isNear, fits) : fits;
  }
  return isNear;
}

/// Emits full vectors while more than one is left, and a last one that is cut
/// where the loop ends.
static SmallVector<Value> emitVectors(ImplicitLocOpBuilder &b, scf::ForOp loop,
                                      const LaneAnalysis &analysis) {
  auto combine = [&](LaneEmitter &emitter, ValueRange carried) {
    SmallVector<Value> results;
    for (auto [id, value] :
         llvm::enumerate(carried.take_front(loop.getNumResults())))
      results.push_back(
          emitter.emitCombineMasked(*analysis.getReduction(id), value));
    return results;
  };
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  Value width = arith::ConstantIndexOp::create(b, kLanes);
  // Where the last vector begins is carried on, too.
  SmallVector<Value> inits = emitLaneIdentities(b, loop, analysis, kLanes);
  inits.push_back(begin);
  auto strips = scf::ForOp::create(
      b, begin, arith::SubIOp::create(b, end, width), width, inits);
  markShortLoop(strips);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(strips.getBody());
    Value position = strips.getInductionVar();
    LaneEmitter emitter(b, analysis, kLanes);
    emitter.loadLanes();
    emitter.emitStep(loop, position);
    SmallVector<Value> nexts = combine(emitter, strips.getRegionIterArgs());
    nexts.push_back(arith::AddIOp::create(b, position, width));
    scf::YieldOp::create(b, nexts);
  }
  Value last = strips.getResults().back();
  LaneEmitter emitter(b, analysis, kLanes);
  emitter.loadLanes();
  emitter.emitStep(loop, last);
  emitter.setCount(loop.getLoc(), arith::SubIOp::create(b, end, last));
  return emitLaneSums(emitter, loop, analysis,
                      combine(emitter, strips.getResults()));
}

/// Whether the first and the last coordinate of a segment are near each other;
/// where it is empty there is nothing to wait for.
static Value emitIsNarrow(ImplicitLocOpBuilder &b, scf::ForOp loop,
                          Value coordinates) {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  Value hasAny =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, begin, end);
  auto branch = scf::IfOp::create(b, b.getI1Type(), hasAny,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(
      b, arith::ConstantOp::create(b, b.getBoolAttr(true)).getResult());
  b.setInsertionPointToStart(branch.thenBlock());
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value first = memref::LoadOp::create(b, coordinates, begin);
  Value last = memref::LoadOp::create(
      b, coordinates, arith::SubIOp::create(b, end, one).getResult());
  Value span = arith::SubIOp::create(b, last, first);
  Value most =
      arith::ConstantOp::create(b, b.getIntegerAttr(span.getType(), kMaxSpan));
  scf::YieldOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::ult, span, most)
             .getResult());
  return branch.getResult(0);
}

/// Whether what a segment gathers is near, though not all is.
static Value emitGathersNear(ImplicitLocOpBuilder &b, scf::ForOp loop,
                             const OverrunSegment &segment, Value isNear) {
  if (segment.coordinates.size() != 1)
    return isNear;
  Value coordinates = segment.coordinates.front();
  Type element = cast<MemRefType>(coordinates.getType()).getElementType();
  if (!element.isIndex() && element.getIntOrFloatBitWidth() < 32)
    return isNear;
  auto branch = scf::IfOp::create(b, b.getI1Type(), isNear,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, isNear);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, emitIsNarrow(b, loop, coordinates));
  return branch.getResult(0);
}

static void overrun(scf::ForOp loop, const LaneAnalysis &analysis,
                    const OverrunSegment &segment) {
  // Asked once, where the kernel begins: operands do not change.
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  if (llvm::all_of(segment.gathered, isConstantOperand))
    b.setInsertionPointToStart(
        &loop->getParentOfType<func::FuncOp>().getBody().front());
  Value isNear = emitIsNear(b, segment.gathered.getArrayRef());
  Value limit = emitEnd(b, segment.bounds);

  b.setInsertionPoint(loop);
  Value behind = arith::AddIOp::create(
      b, loop.getUpperBound(), arith::ConstantIndexOp::create(b, kLanes));
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, behind, limit);
  Value isWorthIt = arith::AndIOp::create(
      b, isInside, emitGathersNear(b, loop, segment, isNear));
  auto branch = scf::IfOp::create(b, loop.getResultTypes(), isWorthIt,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, emitVectors(b, loop, analysis));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loop.getResults());
  // Where it is worth more, gathers take longer than what several are added to.
  markModestLoop(loop);
  loop->moveBefore(branch.elseBlock(), branch.elseBlock()->begin());
}

namespace {
struct OverrunSegments : weft::impl::OverrunSegmentsBase<OverrunSegments> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      LaneAnalysis analysis(loop, /*quiet=*/true);
      if (!canMaskSegment(loop, analysis))
        continue;
      if (std::optional<OverrunSegment> segment =
              findOverrunSegment(loop, analysis))
        overrun(loop, analysis, *segment);
    }
  }
};
} // namespace
