//===- PrefetchSegments.cpp - Prefetch segments that coordinates select ---===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetches segments that coordinates select, as the rows of `C` in
// `A(i,j) = B(i,k) * C(k,j)`. Each iteration of a loop over the positions of
// `B` then misses the caches three times: for the bound of the segment, for its
// coordinates and for its values. The coordinates of `B` are adjacent in
// memory, so that the loop prefetches the bound `pos[crd[p + 2 * d]]`, and the
// first elements of the segment that begins at `pos[crd[p + d]]`
// (docs/decisions/prefetching.md). A profitability guard tests whether the
// second level cache holds the arrays, and samples whether the selected
// segments have elements: a loop over near or empty segments takes less time
// than the prefetches.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/IndirectLoads.h"
#include "Analysis/IndirectStores.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Prefetching/PrefetchProfitability.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

/// The number of coordinates whose segments the profitability guard samples:
/// reading them takes less time than prefetching for `kMinCoordinates`.
static constexpr int64_t kSamples = 64;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

namespace {
/// A segment whose first position is loaded for a coordinate of a loop.
struct SelectedSegment {
  memref::LoadOp coordinate, begin;
  /// The read-only arrays that are read from the first position on.
  SmallVector<Value> arrays;
};
} // namespace

/// A position, perhaps cast, and the induction variables and carried values of
/// the loops that begin there.
static llvm::SetVector<Value> findPositions(Value begin) {
  llvm::SetVector<Value> positions;
  positions.insert(begin);
  for (size_t at = 0; at < positions.size(); ++at)
    for (OpOperand &use : positions[at].getUses()) {
      Operation *user = use.getOwner();
      unsigned number = use.getOperandNumber();
      if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user)) {
        positions.insert(user->getResult(0));
      } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
        if (use.get() == loop.getLowerBound())
          positions.insert(loop.getInductionVar());
      } else if (auto loop = dyn_cast<scf::WhileOp>(user)) {
        positions.insert(loop.getBeforeArguments()[number]);
      } else if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
        auto loop = cast<scf::WhileOp>(condition->getParentOp());
        if (number > 0)
          positions.insert(loop.getAfterArguments()[number - 1]);
      }
    }
  return positions;
}

/// Whether a loop begins at a position.
static bool beginsLoop(Value begin) {
  return llvm::any_of(findPositions(begin), llvm::IsaPred<BlockArgument>);
}

/// The read-only arrays that loops which begin at a position read at their
/// positions.
static SmallVector<Value> findArrays(Value begin) {
  llvm::SmallSetVector<Value, 4> arrays;
  for (Value position : findPositions(begin)) {
    // A read at the first position only is not a segment.
    if (!isa<BlockArgument>(position))
      continue;
    for (Operation *user : position.getUsers())
      if (Value array = getArrayReadAt(user, position);
          array && isReadOnly(array))
        arrays.insert(array);
  }
  return inOrder(arrays.getArrayRef());
}

/// The loads of a loop that are the first position of a segment for a
/// coordinate of the loop. The arrays are not determined yet.
static SmallVector<SelectedSegment> findCandidates(scf::ForOp loop) {
  SmallVector<SelectedSegment> candidates;
  for (auto begin : loop.getBody()->getOps<memref::LoadOp>()) {
    if (begin.getIndices().size() != 1)
      continue;
    memref::LoadOp coordinate =
        findCoordinate(loop, begin.getIndices().front());
    if (coordinate && beginsLoop(begin))
      candidates.push_back({coordinate, begin, {}});
  }
  return candidates;
}

/// The selected segments of a loop that can be prefetched. Reports why others
/// cannot.
static SmallVector<SelectedSegment> findSegments(scf::ForOp loop) {
  SmallVector<SelectedSegment> segments;
  for (SelectedSegment &segment : findCandidates(loop)) {
    Value bounds = segment.begin.getMemRef();
    if (!isReadOnly(bounds)) {
      (void)reportMissed(loop, LoweringOption::PrefetchSegments,
                         "the bounds of inner segments are loaded from " +
                             describeArray(bounds) +
                             ", which the function may write");
      continue;
    }
    segment.arrays = findArrays(segment.begin);
    if (segment.arrays.empty()) {
      (void)reportMissed(loop, LoweringOption::PrefetchSegments,
                         "no inner loop with a bound from " +
                             describeArray(bounds) +
                             " loads a read-only array at its positions");
      continue;
    }
    segments.push_back(std::move(segment));
  }
  return segments;
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Emits the index of the first position of the segment that the coordinate
/// `distance` positions ahead selects, or the coordinate at `last`.
static Value emitIndexAhead(ImplicitLocOpBuilder &b, SelectedSegment &segment,
                            Value last, int64_t distance) {
  Value entry = segment.coordinate.getIndices().front();
  Value ahead = arith::AddIOp::create(
      b, entry, arith::ConstantIndexOp::create(b, distance));
  ahead = arith::MinSIOp::create(b, ahead, last);
  Value other =
      memref::LoadOp::create(b, segment.coordinate.getMemRef(), ahead);
  return emitIndexOf(b, segment.begin.getIndices().front(), segment.coordinate,
                     other);
}

static void emitPrefetch(ImplicitLocOpBuilder &b, Value array, Value index) {
  memref::PrefetchOp::create(b, array, index, /*isWrite=*/false,
                             /*localityHint=*/3, /*isDataCache=*/true);
}

/// The first position of a segment that a coordinate selects, and that of the
/// next segment.
static std::pair<Value, Value> emitSelected(ImplicitLocOpBuilder &b,
                                            SelectedSegment &segment,
                                            Value coordinate) {
  Value bounds = segment.begin.getMemRef();
  Value index = emitIndexOf(b, segment.begin.getIndices().front(),
                            segment.coordinate, coordinate);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value last = arith::SubIOp::create(
      b, memref::DimOp::create(b, bounds, int64_t(0)), one);
  Value next =
      arith::MinSIOp::create(b, arith::AddIOp::create(b, index, one), last);
  Value begin = memref::LoadOp::create(b, bounds, index);
  return {begin, memref::LoadOp::create(b, bounds, next)};
}

/// Emits the number of segments that have elements, of `kSamples` that
/// coordinates at equal distances select.
static Value emitSample(ImplicitLocOpBuilder &b, SelectedSegment &segment,
                        Value numCoordinates) {
  Value samples = arith::ConstantIndexOp::create(b, kSamples);
  Value step = arith::DivUIOp::create(b, numCoordinates, samples);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(b, zero, samples, one, zero);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value position = arith::MulIOp::create(b, loop.getInductionVar(), step);
  Value coordinate =
      memref::LoadOp::create(b, segment.coordinate.getMemRef(), position);
  auto [begin, next] = emitSelected(b, segment, coordinate);
  auto pred = arith::CmpIPredicate::ne;
  Value hasElements = arith::IndexCastUIOp::create(
      b, b.getIndexType(), arith::CmpIOp::create(b, pred, begin, next));
  scf::YieldOp::create(
      b, arith::AddIOp::create(b, loop.getRegionIterArg(0), hasElements)
             .getResult());
  return loop.getResult(0);
}

/// Whether an index is a coordinate, perhaps cast.
static bool isCastOf(Value index, Value coordinate) {
  while (index != coordinate) {
    Operation *op = index.getDefiningOp();
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return false;
    index = op->getOperand(0);
  }
  return true;
}

/// Emits whether the arrays of a segment are larger than the second level
/// cache.
static Value emitAreLarge(ImplicitLocOpBuilder &b, SelectedSegment &segment,
                          scf::ForOp loop) {
  DataLayout layout = DataLayout::closest(loop);
  Value bytes;
  for (Value array : segment.arrays) {
    Type element = cast<MemRefType>(array.getType()).getElementType();
    Value size = arith::MulIOp::create(
        b, memref::DimOp::create(b, array, int64_t(0)),
        arith::ConstantIndexOp::create(
            b, layout.getTypeSize(element).getFixedValue()));
    bytes = bytes ? arith::AddIOp::create(b, bytes, size).getResult() : size;
  }
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::sge, bytes,
      arith::ConstantIndexOp::create(b, Machine::of(loop).l2Bytes));
}

/// Emits the profitability guard of a segment in front of the loops in which
/// its arrays do not change: coordinates are many, the arrays are larger than
/// the second level cache, and most sampled coordinates select a segment that
/// has elements. Null if the index of a bound is computed from values of these
/// loops.
static Value emitIsProfitable(ImplicitLocOpBuilder &b, scf::ForOp loop,
                              SelectedSegment &segment) {
  if (!isCastOf(segment.begin.getIndices().front(), segment.coordinate))
    return {};
  Value coordinates = segment.coordinate.getMemRef();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> arrays = {coordinates, segment.begin.getMemRef()};
  llvm::append_range(arrays, segment.arrays);
  b.setInsertionPoint(findGuardedOp(loop, arrays));
  auto pred = arith::CmpIPredicate::sge;
  Value count = memref::DimOp::create(b, coordinates, int64_t(0));
  Value areMany = arith::CmpIOp::create(
      b, pred, count, arith::ConstantIndexOp::create(b, kMinCoordinates));
  areMany = arith::AndIOp::create(b, areMany, emitAreLarge(b, segment, loop));
  return emitAndThen(b, areMany, [&] {
    Value half = arith::ConstantIndexOp::create(b, kSamples / 2);
    return arith::CmpIOp::create(b, pred, emitSample(b, segment, count), half)
        .getResult();
  });
}

static void emitPrefetches(ImplicitLocOpBuilder &b, SelectedSegment &segment,
                           Value last, int64_t distance) {
  Value bounds = segment.begin.getMemRef();
  emitPrefetch(b, bounds, emitIndexAhead(b, segment, last, 2 * distance));
  Value index = emitIndexAhead(b, segment, last, distance);
  Value begin = memref::LoadOp::create(b, bounds, index);
  if (!begin.getType().isIndex())
    begin = arith::IndexCastOp::create(b, b.getIndexType(), begin);
  for (Value array : segment.arrays)
    emitPrefetch(b, array, begin);
}

/// The prefetch distance of a loop, in positions.
static int64_t getDistance(scf::ForOp loop) {
  return getChosenDistance(loop, LoweringOption::PrefetchSegments,
                           Machine::of(loop).segmentPrefetchDistance);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The most operations of a loop over parents that is versioned, which bounds
/// the code size.
static constexpr int64_t kMaxVersionedOps = 320;

namespace {
/// A loop over the entries of adjacent segments, and the segments that their
/// coordinates select.
struct SelectingLoop {
  AdjacentSegments entries;
  SmallVector<SelectedSegment> segments;
  /// The profitability guard of each segment; null if it has none.
  SmallVector<Value> guards;
  /// The last position of the adjacent segments.
  Value last;
};
/// The loops by their loop over parents.
using SelectingLoops = llvm::MapVector<Operation *, SmallVector<SelectingLoop>>;
} // namespace

/// Whether a loop over parents has at most `kMaxVersionedOps` operations and is
/// not nested with another one, and all of its segments have guards.
static bool canBeVersioned(Operation *parents, const SelectingLoops &loops) {
  int64_t numOps = 0;
  parents->walk([&](Operation *) { ++numOps; });
  return numOps <= kMaxVersionedOps &&
         llvm::none_of(loops,
                       [&](const auto &other) {
                         return other.first != parents &&
                                (parents->isAncestor(other.first) ||
                                 other.first->isAncestor(parents));
                       }) &&
         llvm::all_of(loops.find(parents)->second,
                      [](const SelectingLoop &loop) {
                        return llvm::all_of(loop.guards,
                                            [](Value guard) { return guard; });
                      });
}

/// Versions the loop over parents by the guards of its segments. The version
/// with prefetches tests the guard of a segment if others have guards, too. A
/// test in each iteration takes up to a quarter of the time where segments are
/// empty.
static void versionByGuards(ImplicitLocOpBuilder &b, Operation *parents,
                            MutableArrayRef<SelectingLoop> loops) {
  SmallVector<Value> guards;
  for (SelectingLoop &loop : loops)
    llvm::append_range(guards, loop.guards);
  Value isProfitable = guards.front();
  for (Value guard : llvm::drop_begin(guards))
    isProfitable = arith::OrIOp::create(b, isProfitable, guard);
  versionOperation(b, parents, isProfitable);
  if (guards.size() == 1)
    loops.front().guards.front() = Value();
}

/// Emits the last position and the guards of a loop in front of the loop over
/// parents.
static void emitGuards(ImplicitLocOpBuilder &b, SelectingLoop &loop) {
  b.setLoc(loop.entries.loop.getLoc());
  loop.last = arith::SubIOp::create(b, loop.entries.emitBounds(b)[1],
                                    arith::ConstantIndexOp::create(b, 1));
  for (SelectedSegment &segment : loop.segments)
    loop.guards.push_back(emitIsProfitable(b, loop.entries.loop, segment));
}

static void prefetch(ImplicitLocOpBuilder &b, SelectingLoop &loop) {
  b.setLoc(loop.entries.loop.getLoc());
  b.setInsertionPointToStart(loop.entries.loop.getBody());
  for (auto [segment, guard] : llvm::zip_equal(loop.segments, loop.guards)) {
    OpBuilder::InsertionGuard inside(b);
    if (guard)
      b.setInsertionPointToStart(
          scf::IfOp::create(b, guard, /*withElseRegion=*/false).thenBlock());
    emitPrefetches(b, segment, loop.last, getDistance(loop.entries.loop));
  }
}

/// Collects a loop that prefetches, or reports why it does not prefetch a
/// segment that its coordinates select.
static void collect(scf::ForOp loop, SelectingLoops &loops) {
  std::optional<AdjacentSegments> entries = findSequentialSegments(loop);
  if (!entries) {
    if (!findCandidates(loop).empty())
      (void)reportMissed(loop, LoweringOption::PrefetchSegments,
                         whyNotSequential(loop));
    return;
  }
  SmallVector<SelectedSegment> segments = findSegments(loop);
  if (!segments.empty())
    loops[entries->parents].push_back({*entries, std::move(segments), {}, {}});
}

/// Describes the arrays of a segment: "the level 2 coordinates of 'B' and the
/// values of 'B'".
static std::string describeArrays(const SelectedSegment &segment) {
  llvm::SmallSetVector<StringRef, 4> names;
  SmallVector<std::string> descriptions =
      llvm::map_to_vector(segment.arrays, describeArray);
  names.insert_range(descriptions);
  return llvm::join(names, " and ");
}

/// Describes when the prefetches of a segment execute.
static StringRef describeCondition(bool isVersioned, bool hasGuard) {
  if (isVersioned)
    return hasGuard ? "in a loop version where a guard in each iteration holds"
                    : "in a loop version";
  return hasGuard ? "where a guard in each iteration holds" : "unconditionally";
}

static void report(SelectingLoop &loop, bool isVersioned) {
  int64_t distance = getDistance(loop.entries.loop);
  for (auto [segment, guard] : llvm::zip_equal(loop.segments, loop.guards))
    reportPassed(
        loop.entries.loop, LoweringOption::PrefetchSegments,
        "prefetches " + describeArrays(segment) + " in the segments that " +
            describeArray(segment.coordinate.getMemRef()) + " select " +
            Twine(distance) + " positions ahead, and " +
            describeArray(segment.begin.getMemRef()) + " " +
            Twine(2 * distance) + " positions ahead, " +
            describeCondition(isVersioned, /*hasGuard=*/guard != nullptr));
}

void weft::prefetchSegments(func::FuncOp function) {
  SmallVector<scf::ForOp> candidates;
  function.walk([&](scf::ForOp loop) { candidates.push_back(loop); });
  SelectingLoops loops;
  for (scf::ForOp loop : candidates)
    if (isChosen(loop, LoweringOption::PrefetchSegments))
      collect(loop, loops);
  for (auto &[parents, selecting] : loops) {
    ImplicitLocOpBuilder b(parents->getLoc(), parents);
    for (SelectingLoop &loop : selecting)
      emitGuards(b, loop);
    bool isVersioned = canBeVersioned(parents, loops);
    if (isVersioned)
      versionByGuards(b, parents, selecting);
    for (SelectingLoop &loop : selecting) {
      report(loop, isVersioned);
      prefetch(b, loop);
    }
  }
}
