//===- VectorizeRows.cpp - Vectorization of loops over rows ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes a loop over rows that contains a loop over the slots of a row. In
// formats such as ELL and SELL, the first slots of consecutive rows are
// adjacent in memory. Each lane processes one row, so that a vector load reads
// the same slot of consecutive rows. A mask leaves out rows without an entry in
// a slot. Every row is summed in its original order.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ValueDependence.h"
#include "Vectorization/BlockReduction.h"
#include "Vectorization/LaneEmitter.h"
#include "Vectorization/OuterVectorization.h"
#include "Vectorization/RowStrips.h"
#include "Vectorization/VectorLoop.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_VECTORIZEROWS
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The smallest profitable number of lanes. Vectors of two lanes gain nothing
/// over scalar code.
static constexpr int64_t kMinLanes = 4;

namespace {
/// Emits the vector code of a loop over rows.
class RowVectorizer {
public:
  RowVectorizer(const VectorizableRows &loop, const LaneAnalysis &analysis,
                int64_t lanes)
      : loop(loop), rows(loop.rows), analysis(analysis), b(rows.getLoc(), rows),
        lanes(lanes), machine(Machine::of(rows)) {}

  /// Reports the vectorization, before the loop changes.
  void report() const;
  void emit();

private:
  /// The prefetch distance in elements. Hardware prefetchers do not follow the
  /// streams of all inner iterations.
  int64_t getPrefetchDistance() const {
    return loop.isOneStream ? machine.laneStreamPrefetchDistance
                            : machine.laneRowPrefetchDistance * lanes;
  }
  Value getIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  /// Emits a branch: vector code if a full vector of rows remains, and
  /// otherwise the scalar loop over the remaining rows.
  void emitBlock(Value begin, Value end);
  void emitVector(Value begin);
  /// Emits the condition under which all indirect loads are scalar loads, one
  /// for each lane, and no gathers.
  Value emitAreLocal(Value begin);
  /// Emits whether the first index of an indirect load in the first row of a
  /// vector is in bounds and near to that in the last row. The condition is
  /// false if the inner loop has no iterations.
  Value emitIsLocal(memref::LoadOp gather, scf::ForOp inner, Value length,
                    Value begin);

  const VectorizableRows &loop;
  scf::ForOp rows;
  const LaneAnalysis &analysis;
  ImplicitLocOpBuilder b;
  int64_t lanes;
  Machine machine;
};
} // namespace

/// Whether a value is computed from the induction variables of two loops, and
/// from loads in the bodies of these loops.
static bool isComputableForRow(Value value, scf::ForOp rows, scf::ForOp inner) {
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

Value RowVectorizer::emitIsLocal(memref::LoadOp gather, scf::ForOp inner,
                                 Value length, Value begin) {
  IRMapping first, last;
  first.map(rows.getInductionVar(), begin);
  last.map(rows.getInductionVar(),
           arith::AddIOp::create(b, begin, getIndex(lanes - 1)));
  Value lower = cloneForRow(b, rows, inner.getLowerBound(), first);
  Value upper = cloneForRow(b, rows, inner.getUpperBound(), first);
  Value hasIterations =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lower, upper);
  auto branch = scf::IfOp::create(b, b.getI1Type(), hasIterations,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, hasIterations);
  b.setInsertionPointToStart(branch.thenBlock());
  for (IRMapping *row : {&first, &last})
    row->map(inner.getInductionVar(), lower);
  Value index = gather.getIndices().back();
  Value firstIndex = cloneForRow(b, rows, index, first);
  Value lastIndex = cloneForRow(b, rows, index, last);
  // An index in bounds also proves that the array is not empty.
  Value isInBounds =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, firstIndex, length);
  Value distance =
      arith::AddIOp::create(b, arith::SubIOp::create(b, lastIndex, firstIndex),
                            getIndex(machine.laneLoadReuseSpan));
  Value isLocal =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, distance,
                            getIndex(2 * machine.laneLoadReuseSpan));
  scf::YieldOp::create(
      b, arith::AndIOp::create(b, isInBounds, isLocal).getResult());
  return branch.getResult(0);
}

Value RowVectorizer::emitAreLocal(Value begin) {
  Value areLocal;
  for (memref::LoadOp gather : loop.gathers) {
    Value length = memref::DimOp::create(b, gather.getMemRef(), getIndex(0));
    // From a cache, scalar loads are faster than a gather; from memory, a
    // gather has more outstanding misses. The subtraction wraps around for an
    // empty array, which is gathered from: scalar loads of masked lanes would
    // read its first element.
    Value isLocal =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                              arith::SubIOp::create(b, length, getIndex(1)),
                              getIndex(machine.laneLoadMaxElements));
    auto inner = gather->getParentOfType<scf::ForOp>();
    bool isKnown = inner->getParentOp() == rows &&
                   isComputableForRow(inner.getLowerBound(), rows, rows) &&
                   isComputableForRow(inner.getUpperBound(), rows, rows) &&
                   isComputableForRow(gather.getIndices().back(), rows, inner);
    if (isKnown)
      isLocal = arith::OrIOp::create(b, isLocal,
                                     emitIsLocal(gather, inner, length, begin));
    areLocal = areLocal ? arith::AndIOp::create(b, areLocal, isLocal) : isLocal;
  }
  return areLocal;
}

void RowVectorizer::emitVector(Value begin) {
  auto emitRows = [&](bool areLocal) {
    LaneEmitter emitter(b, analysis, lanes);
    for (memref::LoadOp load : loop.streams)
      emitter.prefetch(load, getPrefetchDistance());
    if (areLocal) {
      for (memref::LoadOp gather : loop.gathers)
        emitter.loadScalars(gather.getMemRef());
    } else if (!loop.gathers.empty() && !loop.isOneStream) {
      emitter.unroll(machine.laneGatherUnrollFactor);
    }
    emitter.emitStep(rows, begin);
  };
  if (loop.gathers.empty())
    return emitRows(/*areLocal=*/false);
  auto branch =
      scf::IfOp::create(b, emitAreLocal(begin), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitRows(/*areLocal=*/true);
  b.setInsertionPointToStart(branch.elseBlock());
  emitRows(/*areLocal=*/false);
}

void RowVectorizer::emitBlock(Value begin, Value end) {
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

void RowVectorizer::emit() {
  Value lower = rows.getLowerBound(), upper = rows.getUpperBound();
  if (getMaxTripCount(rows) == lanes && !isParallel(rows))
    return emitBlock(lower, upper);
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, upper, lower), lower);
  Value numBlocks = arith::CeilDivUIOp::create(b, count, getIndex(lanes));
  auto blocks = scf::ForOp::create(b, getIndex(0), numBlocks, getIndex(1));
  inheritDistribution(rows, blocks);
  b.setInsertionPointToStart(blocks.getBody());
  Value before =
      arith::MulIOp::create(b, blocks.getInductionVar(), getIndex(lanes));
  emitBlock(arith::AddIOp::create(b, lower, before), upper);
}

/// The number of lanes: as many elements of the widest type as a vector holds,
/// but no more than the loop has iterations.
static int64_t getNumLanes(scf::ForOp rows, const LaneAnalysis &analysis) {
  int64_t lanes = kVectorBytes / analysis.getWidth();
  if (int64_t most = getMaxTripCount(rows))
    lanes = std::min<int64_t>(lanes, llvm::bit_floor<uint64_t>(most));
  return lanes;
}

void RowVectorizer::report() const {
  auto arrays = llvm::map_to_vector(loop.gathers, [](memref::LoadOp gather) {
    return describeArray(gather.getMemRef());
  });
  std::string loads = arrays.empty() ? std::string()
                                     : ", with gathers or scalar loads from " +
                                           llvm::join(arrays, " and from ");
  reportPassed(rows, LoweringOption::VectorizeRows,
               "vectorizes the outer loop by " + Twine(lanes) +
                   " lanes and prefetches " + Twine(getPrefetchDistance()) +
                   " elements ahead" + loads);
}

/// Vectorizes a loop or, with `scalar`, interchanges strips of it with its
/// inner loop.
static void vectorize(scf::ForOp loop, bool scalar) {
  LaneAnalysis analysis(loop, /*quiet=*/true, /*nested=*/true);
  if (failed(analysis.run(/*strict=*/true))) {
    (void)reportMissed(loop, LoweringOption::VectorizeRows,
                       analysis.getReason());
    return;
  }
  FailureOr<VectorizableRows> rows = analyzeRows(loop, analysis);
  if (failed(rows))
    return;
  int64_t lanes = getNumLanes(loop, analysis);
  if (lanes < kMinLanes) {
    (void)reportMissed(loop, LoweringOption::VectorizeRows,
                       "a vector would have " + Twine(lanes) +
                           " lanes, fewer than " + Twine(kMinLanes));
    return;
  }
  forwardStores(*loop.getBody());
  if (scalar)
    return accumulateStrips(*rows);
  RowVectorizer vectorizer(*rows, analysis, lanes);
  vectorizer.report();
  vectorizer.emit();
}

namespace {
struct VectorizeRows : weft::impl::VectorizeRowsBase<VectorizeRows> {
  using VectorizeRowsBase::VectorizeRowsBase;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isChosen(loop, LoweringOption::VectorizeRows,
                   /*byDefault=*/!scalar) &&
          isOuterLoop(loop) && succeeded(checkOuterLoopAttrs(loop)))
        loops.push_back(loop);
    });
    // The walk is in post-order: nested loops are vectorized before the loops
    // around them.
    for (scf::ForOp loop : loops)
      vectorize(loop, scalar);
  }
};
} // namespace
