//===- VectorizeRows.cpp - A row in each lane of a vector -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix whose rows have a number of slots each, the first ones of all rows
// before the second ones, is read from memory in its order if several rows go
// over their slots together. So the lanes of a vector take rows that follow
// each other, and run the loop over slots inside: its sum is a vector, and rows
// that have nothing in a slot are left out by a mask. Each row is summed as
// before.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueDependence.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/OuterVectorization.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZEROWS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Fewer lanes gain nothing.
static constexpr int64_t kMinLanes = 4;
/// How many vectors ahead memory is read: a vector of each of many streams is
/// more than processors see as streams.
static constexpr int64_t kVectorsAhead = 16;
/// How many elements ahead a single stream is read.
static constexpr int64_t kElementsAhead = 1024;
/// How many elements are near if an array has no more: a cache holds them, and
/// they are loaded lane by lane in less time than they are gathered in. Where
/// each may have to be waited for, more are on their way if they are gathered.
static constexpr int64_t kMaxNear = int64_t(1) << 17;
/// How far apart the places of rows that follow each other are in a longer
/// array if rows have most of them in common.
static constexpr int64_t kMaxDistance = int64_t(1) << 12;

/// How many steps with gathers from afar are one: their places are loaded
/// before the first of them is waited for.
static constexpr int64_t kUnrolled = 8;

namespace {
class LanesOfRows {
public:
  LanesOfRows(const VectorizableRows &loop, const LaneAnalysis &analysis,
              int64_t lanes)
      : loop(loop), rows(loop.rows), analysis(analysis), b(rows.getLoc(), rows),
        lanes(lanes) {}

  void emit();

private:
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  /// Emits a vector of rows if there are so many left, and otherwise the loop
  /// over those that are.
  void emitBlock(Value begin, Value end);
  void emitVector(Value begin);
  /// Emits whether lanes gain by loading elements one by one.
  Value emitAreNear(Value begin);
  /// Emits whether the place that a row loads first is near to that of the last
  /// row of a vector, and in an array of some length.
  Value emitIsNear(memref::LoadOp gather, scf::ForOp inner, Value length,
                   Value begin);
  /// Emits a number of a row, in the first step of a loop inside.
  Value emitOfRow(Value value, IRMapping &mapping);

  const VectorizableRows &loop;
  scf::ForOp rows;
  const LaneAnalysis &analysis;
  ImplicitLocOpBuilder b;
  int64_t lanes;
};
} // namespace

/// Whether a number is computed from that of a row and of a step of the loop
/// inside, and from what is loaded in each.
static bool isOfStep(Value value, scf::ForOp rows, scf::ForOp inner) {
  return isComputedFrom(value, [&](Value value) -> std::optional<bool> {
    Operation *op = value.getDefiningOp();
    if (rows.isDefinedOutsideOfLoop(value) || value == rows.getInductionVar() ||
        value == inner.getInductionVar())
      return true;
    bool isInStep = op && (op->getParentOp() == rows ||
                           op->getParentOp() == inner.getOperation());
    return isInStep && (isPure(op) || isa<memref::LoadOp>(op))
               ? std::nullopt
               : std::optional(false);
  });
}

Value LanesOfRows::emitOfRow(Value value, IRMapping &mapping) {
  if (rows.isDefinedOutsideOfLoop(value) || mapping.contains(value))
    return mapping.lookupOrDefault(value);
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    emitOfRow(operand, mapping);
  b.clone(*op, mapping);
  return mapping.lookup(value);
}

Value LanesOfRows::emitIsNear(memref::LoadOp gather, scf::ForOp inner,
                              Value length, Value begin) {
  IRMapping first, last;
  first.map(rows.getInductionVar(), begin);
  last.map(rows.getInductionVar(),
           arith::AddIOp::create(b, begin, getIndex(lanes - 1)));
  Value lower = emitOfRow(inner.getLowerBound(), first);
  Value upper = emitOfRow(inner.getUpperBound(), first);
  Value hasSteps =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lower, upper);
  auto branch = scf::IfOp::create(b, b.getI1Type(), hasSteps,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, hasSteps);
  b.setInsertionPointToStart(branch.thenBlock());
  for (IRMapping *row : {&first, &last})
    row->map(inner.getInductionVar(), lower);
  Value index = gather.getIndices().back();
  Value firstPlace = emitOfRow(index, first);
  Value lastPlace = emitOfRow(index, last);
  // So the array has an element.
  Value isThere =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, firstPlace, length);
  Value distance =
      arith::AddIOp::create(b, arith::SubIOp::create(b, lastPlace, firstPlace),
                            getIndex(kMaxDistance));
  Value isNear = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, distance,
                                       getIndex(2 * kMaxDistance));
  scf::YieldOp::create(b,
                       arith::AndIOp::create(b, isThere, isNear).getResult());
  return branch.getResult(0);
}

Value LanesOfRows::emitAreNear(Value begin) {
  Value areNear;
  for (memref::LoadOp gather : loop.gathers) {
    Value length = memref::DimOp::create(b, gather.getMemRef(), getIndex(0));
    // A length of zero is far.
    Value isNear = arith::CmpIOp::create(
        b, arith::CmpIPredicate::ult,
        arith::SubIOp::create(b, length, getIndex(1)), getIndex(kMaxNear));
    auto inner = gather->getParentOfType<scf::ForOp>();
    bool isKnown = inner->getParentOp() == rows &&
                   isOfStep(inner.getLowerBound(), rows, rows) &&
                   isOfStep(inner.getUpperBound(), rows, rows) &&
                   isOfStep(gather.getIndices().back(), rows, inner);
    if (isKnown)
      isNear = arith::OrIOp::create(b, isNear,
                                    emitIsNear(gather, inner, length, begin));
    areNear = areNear ? arith::AndIOp::create(b, areNear, isNear) : isNear;
  }
  return areNear;
}

void LanesOfRows::emitVector(Value begin) {
  auto emitRows = [&](bool areNear) {
    LaneEmitter emitter(b, analysis, lanes);
    for (memref::LoadOp load : loop.streams)
      emitter.prefetch(load, loop.isOneStream ? kElementsAhead
                                              : kVectorsAhead * lanes);
    if (areNear) {
      for (memref::LoadOp gather : loop.gathers)
        emitter.loadSingly(gather.getMemRef());
    } else if (!loop.gathers.empty() && !loop.isOneStream) {
      emitter.unroll(kUnrolled);
    }
    emitter.emitStep(rows, begin);
  };
  if (loop.gathers.empty())
    return emitRows(/*areNear=*/false);
  auto branch =
      scf::IfOp::create(b, emitAreNear(begin), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitRows(/*areNear=*/true);
  b.setInsertionPointToStart(branch.elseBlock());
  emitRows(/*areNear=*/false);
}

void LanesOfRows::emitBlock(Value begin, Value end) {
  Value left = arith::SubIOp::create(b, end, begin);
  Value isFull = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, left,
                                       getIndex(lanes));
  auto branch = scf::IfOp::create(b, isFull, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  emitVector(begin);
  updateLoopInfo(rows, [](LoopInfo &info) { info.parallel = {}; });
  rows.setLowerBound(begin);
  rows.setUpperBound(end);
  markShortLoop(rows);
  rows->moveBefore(branch.elseBlock()->getTerminator());
}

void LanesOfRows::emit() {
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  if (getMaxCount(rows) == lanes && !isParallel(rows))
    return emitBlock(lower, upper);
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  Value numBlocks = arith::CeilDivUIOp::create(b, count, getIndex(lanes));
  auto blocks = scf::ForOp::create(b, getIndex(0), numBlocks, getIndex(1));
  blocks->setDiscardableAttrs(rows->getDiscardableAttrDictionary());
  b.setInsertionPointToStart(blocks.getBody());
  Value before =
      arith::MulIOp::create(b, blocks.getInductionVar(), getIndex(lanes));
  emitBlock(arith::AddIOp::create(b, lower, before), upper);
}

/// How many rows a vector has: as many as a register holds of the widest
/// numbers, or fewer if there are never so many.
static int64_t getNumLanes(scf::ForOp rows, const LaneAnalysis &analysis) {
  int64_t lanes = kVectorBytes / analysis.getWidth();
  if (int64_t most = getMaxCount(rows))
    lanes = std::min<int64_t>(lanes, llvm::bit_floor<uint64_t>(most));
  return lanes;
}

namespace {
struct VectorizeRows : weft::impl::VectorizeRowsBase<VectorizeRows> {
  using VectorizeRowsBase::VectorizeRowsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isChosen(loop, LoweringOption::VectorizeRows) && mayBeOfRows(loop))
        loops.push_back(loop);
    });
    // Those inside of others come first, and are vectors then.
    for (scf::ForOp loop : loops) {
      LaneAnalysis analysis(loop, /*quiet=*/true, /*nested=*/true);
      if (failed(analysis.run(/*strict=*/true)))
        continue;
      std::optional<VectorizableRows> rows = findRows(loop, analysis);
      if (!rows)
        continue;
      int64_t lanes = getNumLanes(loop, analysis);
      if (lanes < kMinLanes)
        continue;
      forwardStores(*loop.getBody());
      LanesOfRows(*rows, analysis, lanes).emit();
    }
  }
};
} // namespace
