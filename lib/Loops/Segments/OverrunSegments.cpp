//===- OverrunSegments.cpp - Reductions that overrun segments -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizes reductions over adjacent segments with a tail that reads into the
// next segment. Processors mispredict the exit branch of a scalar loop after
// the last full vector, and where gathers are slow a masked gather does not
// help. The coordinates of the next segment are valid indices as well: the tail
// loads a full vector, element by element, and masks the result only. The only
// condition is that enough positions follow the segment.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ValueDependence.h"
#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

/// Lanes of a vector. Longer vectors would load more elements of the next
/// segment in vain, and an L1 cache serves only two or three loads per cycle.
static constexpr int64_t kLanes = 4;
/// The largest number of operations of a loop over segments that is versioned.
/// In a loop that is not versioned, LLVM optimizes the scalar loop less.
static constexpr int64_t kMaxVersionedOps = 60;
/// The smallest average length of segments, in halves of an entry: if most
/// segments have a single entry, the exit branch is predicted well.
static constexpr int64_t kMinHalves = 3;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

namespace {
/// A loop over adjacent segments, and the arrays that it loads indirectly.
struct OverrunLoop {
  AdjacentSegments segments;
  /// The arrays that are indexed by coordinates.
  llvm::SmallSetVector<Value, 4> gathered;
  /// The arrays of these coordinates.
  llvm::SmallSetVector<Value, 2> coordinates;
};
} // namespace

/// Whether a loop executes once, or once per thread. Inside of other loops, the
/// profitability guard before it would take too long.
static bool isOutermost(scf::ForOp loop) {
  auto around = loop->getParentOfType<LoopLikeOpInterface>();
  return !around || (isParallel(around) &&
                     !around->getParentOfType<LoopLikeOpInterface>());
}

/// Whether an index is computed from coordinates at the position and from
/// values that all segments share, so that it can be computed at positions of
/// the next segment. Collects the arrays of the coordinates.
static bool isValidInNextSegment(Value index, OverrunLoop &found) {
  scf::ForOp loop = found.segments.loop, parents = found.segments.parents;
  return isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (parents.isDefinedOutsideOfLoop(value))
      return true;
    if (auto load = value.getDefiningOp<memref::LoadOp>()) {
      if (!isCoordinate(load, loop))
        return false;
      found.coordinates.insert(load.getMemRef());
      return true;
    }
    Operation *op = value.getDefiningOp();
    return op && isPure(op) ? std::nullopt : std::optional(false);
  });
}

/// Checks that a load may execute at positions of the next segment. Collects
/// the arrays that are loaded indirectly.
static LogicalResult checkLoad(memref::LoadOp load, OverrunLoop &found,
                               const LaneAnalysis &analysis,
                               MissedReporter missed) {
  ValueRange indices = load.getIndices();
  std::string array = describeArray(load.getMemRef());
  if (!found.segments.parents.isDefinedOutsideOfLoop(load.getMemRef()))
    return missed("the loop loads from " + array +
                  " through a memref that the loop over segments defines");
  switch (analysis.getAccessKind(indices)) {
  case LaneKind::Uniform:
    return success();
  case LaneKind::Consecutive:
    // Only arrays of the tensor have an element for each position.
    if (indices.size() == 1 &&
        indices.front() == found.segments.loop.getInductionVar() &&
        getArrayInfo(load.getMemRef()))
      return success();
    return missed(
        array +
        " is not known to be in bounds at positions of the next segment");
  case LaneKind::Varying:
    found.gathered.insert(load.getMemRef());
    if (llvm::all_of(indices, [&](Value index) {
          return isValidInNextSegment(index, found);
        }))
      return success();
    return missed("the index into " + array +
                  " is not computed from coordinates and values that are "
                  "invariant in the loop over segments");
  }
  llvm_unreachable("unknown kind of access");
}

/// The reduction over one of adjacent segments, if it may execute at positions
/// of the next segment.
static FailureOr<OverrunLoop> findOverrunLoop(scf::ForOp loop,
                                              const LaneAnalysis &analysis,
                                              MissedReporter missed) {
  std::optional<AdjacentSegments> segments = AdjacentSegments::of(loop);
  if (!segments && !getSegment(loop).getAdjacent())
    return missed("the segments are not known to be adjacent");
  if (!segments)
    return missed(
        "the loop bounds are not known to be pos[i] and pos[i + 1], where i is "
        "the induction variable of an enclosing unit-step loop");
  for (Operation *op = loop->getParentOp(); op != segments->parents;
       op = op->getParentOp())
    if (isa<scf::IfOp, scf::WhileOp>(op))
      return missed("the loop is in `" + op->getName().getStringRef() +
                    "`, which may not execute it for the next segment");
  if (!isOutermost(segments->parents))
    return missed(
        "the loop over segments is nested in a sequential loop, which "
        "would execute the profitability guard repeatedly");
  OverrunLoop found{*segments, {}, {}};
  for (auto load : loop.getBody()->getOps<memref::LoadOp>())
    if (failed(checkLoad(load, found, analysis, missed)))
      return failure();
  assert(!found.coordinates.empty() && "each gather has a coordinate");
  return found;
}

//===----------------------------------------------------------------------===//
// Profitability
//===----------------------------------------------------------------------===//

/// Emits a branch that yields the result of `emitThen`, or else a constant.
static Value emitIf(ImplicitLocOpBuilder &b, Value condition,
                    TypedAttr otherwise, function_ref<Value()> emitThen) {
  auto branch = scf::IfOp::create(b, otherwise.getType(), condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, arith::ConstantOp::create(b, otherwise).getResult());
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, emitThen());
  return branch.getResult(0);
}

/// Whether all gathered arrays fit into `gatherVectorMaxBytes` together.
static Value emitFitsCache(ImplicitLocOpBuilder &b, ValueRange gathered) {
  int64_t maxBytes =
      Machine::of(b.getInsertionBlock()->getParentOp()).gatherVectorMaxBytes;
  Value fitsCache;
  for (Value array : gathered) {
    auto type = cast<MemRefType>(array.getType());
    unsigned bits = type.getElementType().isIndex()
                        ? 64
                        : type.getElementType().getIntOrFloatBitWidth();
    int64_t most = maxBytes * 8 / std::max(bits, 8u) / gathered.size();
    Value size =
        memref::DimOp::create(b, array, arith::ConstantIndexOp::create(b, 0));
    Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, size,
                                       arith::ConstantIndexOp::create(b, most));
    fitsCache = fitsCache ? arith::AndIOp::create(b, fitsCache, fits) : fits;
  }
  return fitsCache;
}

/// Whether the middle half of the coordinates of segment `number` spans fewer
/// than the machine's `gather_vector_reuse_span`.
static Value emitIsNarrow(ImplicitLocOpBuilder &b, const OverrunLoop &found,
                          Value number) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value begin = found.segments.emitBegin(b, number);
  Value last = arith::SubIOp::create(
      b, found.segments.emitBegin(b, arith::AddIOp::create(b, number, one)),
      one);
  Value hasTwo =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, begin, last);
  return emitIf(b, hasTwo, b.getBoolAttr(false), [&]() -> Value {
    Value coordinates = found.coordinates.front();
    Value quarter =
        arith::DivUIOp::create(b, arith::SubIOp::create(b, last, begin),
                               arith::ConstantIndexOp::create(b, 4));
    Value high = memref::LoadOp::create(
        b, coordinates, arith::SubIOp::create(b, last, quarter).getResult());
    Value low = memref::LoadOp::create(
        b, coordinates, arith::AddIOp::create(b, begin, quarter).getResult());
    Value span = arith::SubIOp::create(b, high, low);
    Value most = arith::ConstantOp::create(
        b, b.getIntegerAttr(
               span.getType(),
               Machine::of(found.segments.parents).gatherVectorReuseSpan));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, span, most);
  });
}

/// Whether two sampled segments, at a third and two thirds of the loop, have
/// narrow spans of coordinates.
static Value emitAreNarrow(ImplicitLocOpBuilder &b, OverrunLoop &found) {
  scf::ForOp parents = found.segments.parents;
  Value lower = parents.getLowerBound();
  Value count = arith::SubIOp::create(b, parents.getUpperBound(), lower);
  Value third =
      arith::DivUIOp::create(b, count, arith::ConstantIndexOp::create(b, 3));
  Value first = arith::AddIOp::create(b, lower, third);
  Value second = arith::AddIOp::create(b, first, third);
  return arith::AndIOp::create(b, emitIsNarrow(b, found, first),
                               emitIsNarrow(b, found, second));
}

/// Whether spans of coordinates can be compared: all are of one array, whose
/// type can hold the machine's `gather_vector_reuse_span`.
static bool hasSpans(const OverrunLoop &found) {
  if (found.coordinates.size() != 1)
    return false;
  Type element =
      cast<MemRefType>(found.coordinates.front().getType()).getElementType();
  return element.isIndex() || element.getIntOrFloatBitWidth() >= 32;
}

/// Whether segments average at least `kMinHalves / 2` entries, by the sizes of
/// arrays.
static Value emitAreLong(ImplicitLocOpBuilder &b, const OverrunLoop &found) {
  auto emitSize = [&](Value array) {
    return memref::DimOp::create(b, array,
                                 arith::ConstantIndexOp::create(b, 0));
  };
  Value entries = emitSize(found.coordinates.front());
  Value least =
      arith::MulIOp::create(b, emitSize(found.segments.positions),
                            arith::ConstantIndexOp::create(b, kMinHalves));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                               arith::AddIOp::create(b, entries, entries),
                               least);
}

/// Emits the profitability guard before the loop over segments. Returns the
/// position behind the last segment; zero if vectors are not profitable,
/// because most segments have one entry or gathers are expected to miss the
/// caches.
static Value emitLimit(ImplicitLocOpBuilder &b, OverrunLoop &found) {
  scf::ForOp segments = found.segments.parents;
  Value isNotEmpty =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                            segments.getLowerBound(), segments.getUpperBound());
  return emitIf(b, isNotEmpty, b.getIndexAttr(0), [&]() -> Value {
    Value end = found.segments.emitBegin(b, segments.getUpperBound());
    Value fitsCache = emitFitsCache(b, found.gathered.getArrayRef());
    if (hasSpans(found))
      fitsCache = arith::OrIOp::create(b, fitsCache, emitAreNarrow(b, found));
    return arith::SelectOp::create(
        b, arith::AndIOp::create(b, emitAreLong(b, found), fitsCache), end,
        arith::ConstantIndexOp::create(b, 0));
  });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Vectorizes segments that end at least one vector before position `limit`.
static void overrun(scf::ForOp loop, const LaneAnalysis &analysis,
                    Value limit) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value behind = arith::AddIOp::create(
      b, loop.getUpperBound(), arith::ConstantIndexOp::create(b, kLanes));
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, behind, limit);
  auto branch = scf::IfOp::create(b, loop.getResultTypes(), isInside,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToStart(branch.thenBlock());
  auto loadVectors = [](LaneEmitter &emitter, bool) { emitter.loadVectors(); };
  scf::YieldOp::create(
      b, emitSegmentVectors(b, loop, analysis, {kLanes, true, loadVectors}));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loop.getResults());
  loop->moveBefore(branch.elseBlock(), branch.elseBlock()->begin());
}

/// Whether a loop over segments is small enough to be versioned.
static bool isSmall(scf::ForOp segments) {
  int64_t numOps = 0;
  WalkResult result = segments.getBody()->walk([&](Operation *op) {
    return isa<func::CallOp>(op) || ++numOps > kMaxVersionedOps
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Vectorizes all segments, in a version of the loop over them if that is
/// small. LLVM vectorizes the other version.
static void overrunAll(scf::ForOp loop, const LaneAnalysis &analysis,
                       OverrunLoop &found) {
  scf::ForOp parents = found.segments.parents;
  ImplicitLocOpBuilder b(loop.getLoc(), parents);
  Value limit = emitLimit(b, found);
  if (isSmall(parents)) {
    Value isWorthIt =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, limit,
                              arith::ConstantIndexOp::create(b, 0));
    versionOperation(b, parents, isWorthIt);
    markShortLoop(loop);
    // Gathers take longer than several accumulators would save.
    auto versions = cast<scf::IfOp>(parents->getParentOp());
    versions.elseBlock()->walk([](scf::ForOp copy) {
      if (copy.getBody()->getOps<scf::ForOp>().empty() && !hasLoopTags(copy))
        markModestLoop(copy);
    });
  }
  overrun(loop, analysis, limit);
}

LogicalResult weft::vectorizeOverrun(scf::ForOp loop) {
  auto missed = [&](const Twine &reason) {
    return reportMissed(loop, LoweringOption::VectorizeSegments, reason);
  };
  LaneAnalysis analysis(loop, /*quiet=*/true);
  if (failed(checkMaskableReduction(loop, analysis, missed)))
    return failure();
  FailureOr<OverrunLoop> found = findOverrunLoop(loop, analysis, missed);
  if (failed(found))
    return failure();
  reportPassed(loop, LoweringOption::VectorizeSegments,
               "vectorizes the loop by " + Twine(kLanes) +
                   " lanes with a tail that reads into the next segment" +
                   (isSmall(found->segments.parents)
                        ? ", in a version of the loop over segments"
                        : ""));
  overrunAll(loop, analysis, *found);
  return success();
}
