//===- PrefetchSegments.cpp - Segments that coordinates find --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an entry's coordinate says which segment is gone through for it, as in
// products of sparse matrices, that segment may be anywhere, and is waited for
// three times: for its bound, its coordinates, and its values. The coordinates
// that lead there follow each other, though, so that some entries ahead the
// bound is looked up and what the segment begins with is fetched (decision
// 176).
//
//===----------------------------------------------------------------------===//

#include "Analysis/IndirectLoads.h"
#include "Analysis/IndirectStores.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Prefetching/Prefetching.h"

#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

namespace {
/// A segment that begins where an array says for the coordinate of an entry.
struct FoundSegment {
  memref::LoadOp coordinate, begin;
  /// What is read from there on.
  SmallVector<Value> arrays;
};
} // namespace

/// Where the loops that begin at a value stand while they run.
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

/// What is read where a segment begins, of operands.
static SmallVector<Value> findArrays(Value begin) {
  llvm::SmallSetVector<Value, 4> arrays;
  for (Value position : findPositions(begin)) {
    // A segment is gone through.
    if (!isa<BlockArgument>(position))
      continue;
    for (Operation *user : position.getUsers())
      if (Value array = getArrayReadAt(user, position);
          array && isNeverWritten(array))
        arrays.insert(array);
  }
  return inOrder(arrays.getArrayRef());
}

/// The segments that the entries of a loop find.
static SmallVector<FoundSegment> findSegments(scf::ForOp loop) {
  SmallVector<FoundSegment> segments;
  for (auto begin : loop.getBody()->getOps<memref::LoadOp>()) {
    if (begin.getIndices().size() != 1 || !isNeverWritten(begin.getMemRef()))
      continue;
    memref::LoadOp coordinate =
        findCoordinate(loop, begin.getIndices().front());
    if (!coordinate)
      continue;
    SmallVector<Value> arrays = findArrays(begin);
    if (!arrays.empty())
      segments.push_back({coordinate, begin, std::move(arrays)});
  }
  return segments;
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// Where the bound of the segment is that an entry some steps ahead finds, or
/// the last entry of all rows.
static Value emitPlaceAhead(ImplicitLocOpBuilder &b, FoundSegment &segment,
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

static void prefetch(AdjacentSegments &entries,
                     MutableArrayRef<FoundSegment> segments) {
  ImplicitLocOpBuilder b(entries.loop.getLoc(), entries.parents);
  int64_t distance = Machine::of(entries.loop).segmentPrefetchDistance;
  Value last = arith::SubIOp::create(b, entries.emitBounds(b)[1],
                                     arith::ConstantIndexOp::create(b, 1));
  b.setInsertionPointToStart(entries.loop.getBody());
  for (FoundSegment &segment : segments) {
    Value bounds = segment.begin.getMemRef();
    emitPrefetch(b, bounds, emitPlaceAhead(b, segment, last, 2 * distance));
    Value place = emitPlaceAhead(b, segment, last, distance);
    Value begin = memref::LoadOp::create(b, bounds, place);
    if (!begin.getType().isIndex())
      begin = arith::IndexCastOp::create(b, b.getIndexType(), begin);
    for (Value array : segment.arrays)
      emitPrefetch(b, array, begin);
  }
}

void weft::prefetchSegments(func::FuncOp function) {
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops) {
    if (!isChosen(loop, LoweringOption::PrefetchSegments))
      continue;
    std::optional<AdjacentSegments> entries = findSequentialSegments(loop);
    if (!entries)
      continue;
    SmallVector<FoundSegment> segments = findSegments(loop);
    if (!segments.empty())
      prefetch(*entries, segments);
  }
}
