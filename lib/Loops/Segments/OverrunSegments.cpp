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

#include "Analysis/ValueDependence.h"
#include "Segments/SegmentVectors.h"
#include "Segments/Segments.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Support/ShortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

/// How many elements a vector has. More would read more in vain, and a near
/// cache gives no more than two or three of them at once.
static constexpr int64_t kLanes = 4;
/// How far most coordinates of two segments that are looked at may be from each
/// other where not all that is gathered from is near: as in meshes, what the
/// segments before had is there then.
static constexpr int64_t kMaxSpan = int64_t(1) << 14;
/// The most operations in the loop over segments that is copied for those that
/// are not worth it. Beside vectors, LLVM makes less of their loops.
static constexpr int64_t kMaxCopiedOps = 60;
/// How many halves of an entry segments have on average that are worth it:
/// where most have a single one, processors guess right.
static constexpr int64_t kMinHalves = 3;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

namespace {
/// Adjacent segments, and the arrays that an iteration over one reads.
struct OverrunLoop {
  AdjacentSegments segments;
  /// The arrays that are loaded at coordinates, and those of the coordinates.
  llvm::SmallSetVector<Value, 4> gathered;
  llvm::SmallSetVector<Value, 2> coordinates;
};
} // namespace

/// Whether a loop runs once, or once for each thread. The profitability guard
/// in front of it would take too long inside of other loops.
static bool isOutermost(scf::ForOp loop) {
  auto around = loop->getParentOfType<LoopLikeOpInterface>();
  return !around || (isParallel(around) &&
                     !around->getParentOfType<LoopLikeOpInterface>());
}

/// Whether an index is computed from coordinates at the position and from
/// values that all segments share, so that it can be computed at positions of
/// the next segment. Collects the arrays of the coordinates.
static bool isOfPosition(Value index, OverrunLoop &found) {
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

/// The loop of an iteration over one of adjacent segments that may read
/// positions of the next; nothing if it may not.
static std::optional<OverrunLoop>
findOverrunLoop(scf::ForOp loop, const LaneAnalysis &analysis) {
  std::optional<AdjacentSegments> segments = AdjacentSegments::of(loop);
  if (!segments || !isOutermost(segments->parents))
    return std::nullopt;
  OverrunLoop found{*segments, {}, {}};
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    ValueRange indices = load.getIndices();
    if (!segments->parents.isDefinedOutsideOfLoop(load.getMemRef()))
      return std::nullopt;
    switch (analysis.getAccessKind(indices)) {
    case LaneKind::Uniform:
      break;
    case LaneKind::Consecutive:
      // Only arrays of the tensor have an element for each position.
      if (indices.size() != 1 || indices.front() != loop.getInductionVar() ||
          !getArrayInfo(load.getMemRef()))
        return std::nullopt;
      break;
    case LaneKind::Varying:
      found.gathered.insert(load.getMemRef());
      if (!llvm::all_of(
              indices, [&](Value index) { return isOfPosition(index, found); }))
        return std::nullopt;
      break;
    }
  }
  return found.coordinates.empty() ? std::nullopt : std::optional(found);
}

//===----------------------------------------------------------------------===//
// Profitability
//===----------------------------------------------------------------------===//

/// Emits a branch that yields what `emitThen` gives, or else a constant.
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

/// Whether a near cache has all that is gathered from.
static Value emitIsNear(ImplicitLocOpBuilder &b, ValueRange gathered) {
  int64_t nearBytes =
      Machine::of(b.getInsertionBlock()->getParentOp()).gatherVectorMaxBytes;
  Value isNear;
  for (Value array : gathered) {
    auto type = cast<MemRefType>(array.getType());
    unsigned bits = type.getElementType().isIndex()
                        ? 64
                        : type.getElementType().getIntOrFloatBitWidth();
    int64_t most = nearBytes * 8 / std::max(bits, 8u) / gathered.size();
    Value size =
        memref::DimOp::create(b, array, arith::ConstantIndexOp::create(b, 0));
    Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, size,
                                       arith::ConstantIndexOp::create(b, most));
    isNear = isNear ? arith::AndIOp::create(b, isNear, fits) : fits;
  }
  return isNear;
}

/// Whether the middle half of a segment's coordinates are near each other.
static Value emitIsNarrow(ImplicitLocOpBuilder &b, const OverrunLoop &segment,
                          Value number) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value begin = segment.segments.emitBegin(b, number);
  Value last = arith::SubIOp::create(
      b, segment.segments.emitBegin(b, arith::AddIOp::create(b, number, one)),
      one);
  Value hasTwo =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, begin, last);
  return emitIf(b, hasTwo, b.getBoolAttr(false), [&]() -> Value {
    Value coordinates = segment.coordinates.front();
    Value quarter =
        arith::DivUIOp::create(b, arith::SubIOp::create(b, last, begin),
                               arith::ConstantIndexOp::create(b, 4));
    Value high = memref::LoadOp::create(
        b, coordinates, arith::SubIOp::create(b, last, quarter).getResult());
    Value low = memref::LoadOp::create(
        b, coordinates, arith::AddIOp::create(b, begin, quarter).getResult());
    Value span = arith::SubIOp::create(b, high, low);
    Value most = arith::ConstantOp::create(
        b, b.getIntegerAttr(span.getType(), kMaxSpan));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, span, most);
  });
}

/// Whether what segments gather is near, though not all is: two of them say so.
static Value emitAreNarrow(ImplicitLocOpBuilder &b, OverrunLoop &segment) {
  scf::ForOp parents = segment.segments.parents;
  Value lower = parents.getLowerBound();
  Value count = arith::SubIOp::create(b, parents.getUpperBound(), lower);
  Value third =
      arith::DivUIOp::create(b, count, arith::ConstantIndexOp::create(b, 3));
  Value first = arith::AddIOp::create(b, lower, third);
  Value second = arith::AddIOp::create(b, first, third);
  return arith::AndIOp::create(b, emitIsNarrow(b, segment, first),
                               emitIsNarrow(b, segment, second));
}

/// Whether there is a type of coordinates for which spans are compared.
static bool hasSpans(const OverrunLoop &segment) {
  if (segment.coordinates.size() != 1)
    return false;
  Type element =
      cast<MemRefType>(segment.coordinates.front().getType()).getElementType();
  return element.isIndex() || element.getIntOrFloatBitWidth() >= 32;
}

/// Whether segments have more than one entry on average, as far as the sizes of
/// arrays say that.
static Value emitAreLong(ImplicitLocOpBuilder &b, const OverrunLoop &segment) {
  auto emitSize = [&](Value array) {
    return memref::DimOp::create(b, array,
                                 arith::ConstantIndexOp::create(b, 0));
  };
  Value entries = emitSize(segment.coordinates.front());
  Value least =
      arith::MulIOp::create(b, emitSize(segment.segments.positions),
                            arith::ConstantIndexOp::create(b, kMinHalves));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                               arith::AddIOp::create(b, entries, entries),
                               least);
}

/// The position behind the last segment, which is asked in front of the loop
/// over them; zero where they are not worth it: where most have one entry, or
/// what they gather is far.
static Value emitEnd(ImplicitLocOpBuilder &b, OverrunLoop &segment) {
  scf::ForOp segments = segment.segments.parents;
  Value hasAny =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                            segments.getLowerBound(), segments.getUpperBound());
  return emitIf(b, hasAny, b.getIndexAttr(0), [&]() -> Value {
    Value end = segment.segments.emitBegin(b, segments.getUpperBound());
    Value isNear = emitIsNear(b, segment.gathered.getArrayRef());
    if (hasSpans(segment))
      isNear = arith::OrIOp::create(b, isNear, emitAreNarrow(b, segment));
    return arith::SelectOp::create(
        b, arith::AndIOp::create(b, emitAreLong(b, segment), isNear), end,
        arith::ConstantIndexOp::create(b, 0));
  });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Lets segments before `limit` have vectors.
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
  auto loadLanes = [](LaneEmitter &emitter, bool) { emitter.loadLanes(); };
  scf::YieldOp::create(
      b, emitSegmentVectors(b, loop, analysis, {kLanes, true, loadLanes}));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loop.getResults());
  loop->moveBefore(branch.elseBlock(), branch.elseBlock()->begin());
}

/// Whether a loop over segments is small enough for a copy.
static bool isSmall(scf::ForOp segments) {
  int64_t numOps = 0;
  WalkResult result = segments.getBody()->walk([&](Operation *op) {
    return isa<func::CallOp>(op) || ++numOps > kMaxCopiedOps
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Lets segments that a loop goes over have vectors, in a copy of it if it is
/// small. LLVM's vectors are left to the other one.
static void overrunAll(scf::ForOp loop, OverrunLoop &segment) {
  LaneAnalysis analysis(loop, /*quiet=*/true);
  if (failed(analysis.run(/*strict=*/false)))
    return;
  scf::ForOp parents = segment.segments.parents;
  ImplicitLocOpBuilder b(loop.getLoc(), parents);
  Value limit = emitEnd(b, segment);
  if (isSmall(parents)) {
    Value isWorthIt =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, limit,
                              arith::ConstantIndexOp::create(b, 0));
    emitVersions(b, parents, isWorthIt);
    markShortLoop(loop);
    // Gathers take longer than what several registers of sums would save.
    auto versions = cast<scf::IfOp>(parents->getParentOp());
    versions.elseBlock()->walk([](scf::ForOp copy) {
      if (copy.getBody()->getOps<scf::ForOp>().empty() && !hasLoopTags(copy))
        markModestLoop(copy);
    });
  }
  overrun(loop, analysis, limit);
}

void weft::vectorizeOverrun(func::FuncOp function,
                            const SelectedOptions &selected) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    if (selected.getKeyword(loop, LoweringOption::VectorizeSegments,
                            "masked") != "overrun")
      continue;
    LaneAnalysis analysis(loop, /*quiet=*/true);
    if (!canMaskSegment(loop, analysis))
      continue;
    if (std::optional<OverrunLoop> segment = findOverrunLoop(loop, analysis))
      overrunAll(loop, *segment);
  }
}
