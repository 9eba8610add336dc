//===- SegmentLevels.cpp - The levels of a segment --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges, search, tracking and runs over several levels. How to look up
// coordinates is in SegmentLocate.cpp.
//
//===----------------------------------------------------------------------===//

#include "SegmentLevels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

SegmentLevels::SegmentLevels(CoiterateOp op, unsigned segment)
    : op(op), segment(segment), storage(op.getStorages()[segment]),
      first(op.getSegment(segment).getFirstLevel()),
      types(op.getLevelTypes(segment)) {}

static Value emitPlusOne(OpBuilder &builder, Location loc, Value value) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::AddIOp::create(builder, loc, value, one);
}

/// Whether a tensor is a list whose equal entries have been combined.
static bool isCombinedList(Value storage) {
  auto open = storage.getDefiningOp<level::OpenOp>();
  auto list = open ? open.getTensor().getDefiningOp<level::FinalizeOp>()
                   : level::FinalizeOp();
  auto edges = list ? list.getState().getDefiningOp<level::AppendEdgesOp>()
                    : level::AppendEdgesOp();
  return edges && edges.getState().getDefiningOp<level::CombineEntriesOp>();
}

bool SegmentLevels::isUnique() const {
  if (types.back().isUnique())
    return true;
  level::FormatAttr format =
      level::getFormat(cast<level::StorageType>(storage.getType()).getTensor());
  return int64_t(types.size()) == format.getNumLevels() &&
         isCombinedList(storage);
}

SmallVector<Value> SegmentLevels::getCoordsWith(ValueRange coordinates) const {
  SmallVector<Value> coords(CoiterateOp(op).getCoordsOf(segment));
  llvm::append_range(coords, coordinates);
  return coords;
}

unsigned SegmentLevels::getAnchor() const {
  unsigned anchor = types.size() - 1;
  while (anchor > 0 && !isTracked(anchor))
    --anchor;
  return anchor;
}

//===----------------------------------------------------------------------===//
// Ranges and search
//===----------------------------------------------------------------------===//

/// The bounds that were asked for right before, in order to make room for what
/// is appended; null if they were not. That changes builders only, which share
/// no memory with stored tensors.
static level::PosBoundsOp findBounds(OpBuilder &builder, Value storage,
                                     int64_t level, Value begin, Value end) {
  Block *block = builder.getInsertionBlock();
  auto before = llvm::make_range(block->begin(), builder.getInsertionPoint());
  for (Operation &other : llvm::reverse(before)) {
    auto bounds = dyn_cast<level::PosBoundsOp>(other);
    if (bounds && bounds.getStorage() == storage &&
        bounds.getLevel() == uint64_t(level) &&
        bounds.getParentBegin() == begin && bounds.getParentEnd() == end)
      return bounds;
    if (!isa<level::ReserveCoordsOp, level::ReserveEntriesOp>(other) &&
        !hasSingleEffect<MemoryEffects::Read>(&other) &&
        !isMemoryEffectFree(&other))
      return {};
  }
  return {};
}

PositionRange SegmentLevels::emitBounds(OpBuilder &builder, unsigned k,
                                        Value begin, Value end) {
  if (auto known = findBounds(builder, storage, first + k, begin, end))
    return {known.getBegin(), known.getEnd()};
  auto bounds = level::PosBoundsOp::create(builder, op.getLoc(), storage,
                                           first + k, begin, end);
  return {bounds.getBegin(), bounds.getEnd()};
}

void SegmentLevels::emitRanges(OpBuilder &builder) {
  PositionRange parents{op.getParentBegins()[segment],
                        op.getParentEnds()[segment]};
  ranges.clear();
  for (unsigned k = 0, e = types.size(); k != e; ++k) {
    parents = emitBounds(builder, k, parents.begin, parents.end);
    ranges.push_back(parents);
  }
}

/// The positions in a range that have a coordinate, from the first at or after
/// it on.
PositionRange SegmentLevels::emitSearch(OpBuilder &builder, unsigned k,
                                        PositionRange range,
                                        ValueRange coordinates) {
  Location loc = op.getLoc();
  bool isLast = k + 1 == types.size();
  Value coordinate = coordinates[k];
  if (types[k].hasPositionIterate()) {
    SmallVector<Value> above = getCoordsWith(coordinates.take_front(k));
    Value start =
        level::SearchOp::create(builder, loc, storage, first + k, range.begin,
                                range.end, coordinate, above);
    if (isLast)
      return {start, nullptr};
    return {start, level::SearchOp::create(
                       builder, loc, storage, first + k, start, range.end,
                       emitPlusOne(builder, loc, coordinate), above)};
  }
  // All coordinates of a full level are there, in order, unless the range is
  // empty.
  Value width = arith::SubIOp::create(builder, loc, range.end, range.begin);
  auto emitStart = [&](Value offset) -> Value {
    offset = arith::MinUIOp::create(builder, loc, offset, width);
    return arith::AddIOp::create(builder, loc, range.begin, offset);
  };
  Value start = emitStart(coordinate);
  if (isLast)
    return {start, nullptr};
  return {start, emitStart(emitPlusOne(builder, loc, coordinate))};
}

Value SegmentLevels::emitLowerBound(OpBuilder &builder, ValueRange coordinates,
                                    Value from) {
  PositionRange range = ranges.front();
  if (from)
    range.begin = from;
  // Without the coordinate there are no children, and their empty range is
  // where those of the next coordinate begin.
  for (unsigned k = 0, e = types.size(); k != e; ++k) {
    PositionRange found = emitSearch(builder, k, range, coordinates);
    if (k + 1 == e)
      return found.begin;
    range = emitBounds(builder, k + 1, found.begin, found.end);
  }
  llvm_unreachable("a segment has a level");
}

//===----------------------------------------------------------------------===//
// Tracking
//===----------------------------------------------------------------------===//

Value SegmentLevels::emitParent(OpBuilder &builder, unsigned k,
                                Value position) {
  const PositionRange &parents = ranges[k - 1];
  return level::ParentOfOp::create(builder, op.getLoc(), storage, first + k,
                                   position, parents.begin, parents.end);
}

SmallVector<Value> SegmentLevels::getFirstTracked() const {
  SmallVector<Value> tracked;
  for (unsigned k = 1, e = types.size(); k != e; ++k)
    if (isTracked(k))
      tracked.push_back(ranges[k - 1].begin);
  return tracked;
}

SmallVector<Value> SegmentLevels::emitTracked(OpBuilder &builder,
                                              Value position) {
  SmallVector<Value> tracked;
  for (unsigned k = types.size() - 1; k != 0; --k) {
    position = emitParent(builder, k, position);
    if (isTracked(k))
      tracked.push_back(position);
  }
  return SmallVector<Value>(llvm::reverse(tracked));
}

/// Moves a parent on to the one of a position of level `k`, past parents
/// without children.
Value SegmentLevels::emitAdvance(OpBuilder &builder, unsigned k, Value position,
                                 Value parent) {
  Location loc = op.getLoc();
  auto loop = scf::WhileOp::create(
      builder, loc, builder.getIndexType(), parent,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value next = emitPlusOne(builder, loc, args.front());
        PositionRange children = emitBounds(builder, k, args.front(), next);
        Value isOver = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ule, children.end, position);
        scf::ConditionOp::create(builder, loc, isOver, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        scf::YieldOp::create(builder, loc,
                             emitPlusOne(builder, loc, args.front()));
      });
  return loop.getResult(0);
}

Value SegmentLevels::emitCoordinate(OpBuilder &builder, unsigned k,
                                    ValueRange positions,
                                    ValueRange coordinates, Value *found) {
  Location loc = op.getLoc();
  if (types[k].hasPositionIterate()) {
    auto access =
        level::PosAccessOp::create(builder, loc, storage, first + k,
                                   positions[k], getCoordsWith(coordinates));
    if (found)
      *found = access.getFound();
    return access.getCoordinate();
  }
  // The positions of a full level count its coordinates.
  Value parent = k ? positions[k - 1] : op.getParentBegins()[segment];
  PositionRange children =
      emitBounds(builder, k, parent, emitPlusOne(builder, loc, parent));
  return arith::SubIOp::create(builder, loc, positions[k], children.begin);
}

Trail SegmentLevels::emitParents(OpBuilder &builder, Value position,
                                 ValueRange tracked) {
  Trail trail;
  unsigned numLevels = types.size();
  trail.positions.resize(numLevels);
  trail.positions.back() = position;
  trail.tracked.resize(tracked.size());
  unsigned index = tracked.size();
  for (unsigned k = numLevels - 1; k != 0; --k) {
    Value &parent = trail.positions[k - 1];
    if (!isTracked(k)) {
      parent = emitParent(builder, k, trail.positions[k]);
      continue;
    }
    --index;
    parent = emitAdvance(builder, k, trail.positions[k], tracked[index]);
    trail.tracked[index] = parent;
  }
  for (unsigned k = 0; k + 1 != numLevels; ++k)
    trail.coordinates.push_back(emitCoordinate(builder, k, trail.positions,
                                               trail.coordinates, nullptr));
  return trail;
}

void SegmentLevels::emitLastCoordinate(OpBuilder &builder, Value position,
                                       Trail &trail) {
  trail.positions.back() = position;
  trail.coordinates.push_back(emitCoordinate(builder, types.size() - 1,
                                             trail.positions, trail.coordinates,
                                             &trail.found));
}

Trail SegmentLevels::emitTrail(OpBuilder &builder, Value position,
                               ValueRange tracked) {
  Trail trail = emitParents(builder, position, tracked);
  emitLastCoordinate(builder, position, trail);
  return trail;
}

Trail SegmentLevels::emitTrailTo(OpBuilder &builder, Value parent) {
  Trail trail;
  unsigned numLevels = types.size();
  trail.positions.resize(numLevels);
  trail.positions[numLevels - 2] = parent;
  for (unsigned k = numLevels - 2; k != 0; --k)
    trail.positions[k - 1] = emitParent(builder, k, trail.positions[k]);
  for (unsigned k = 0; k + 1 != numLevels; ++k)
    trail.coordinates.push_back(emitCoordinate(builder, k, trail.positions,
                                               trail.coordinates, nullptr));
  return trail;
}

PositionRange SegmentLevels::emitChildren(OpBuilder &builder, Value parent) {
  return emitBounds(builder, types.size() - 1, parent,
                    emitPlusOne(builder, op.getLoc(), parent));
}

void SegmentLevels::narrow(OpBuilder &builder, ValueRange first,
                           ValueRange last) {
  unsigned index = 0;
  for (unsigned k = 1, e = types.size(); k != e; ++k)
    if (isTracked(k)) {
      ranges[k - 1] = {first[index],
                       emitPlusOne(builder, op.getLoc(), last[index])};
      ++index;
    }
}

Value SegmentLevels::emitSiblingsEnd(OpBuilder &builder, const Trail &trail) {
  return emitChildren(builder, trail.positions[types.size() - 2]).end;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

Value SegmentLevels::emitRunLimit(OpBuilder &builder, const Trail &trail) {
  unsigned anchor = getAnchor();
  if (anchor == 0)
    return ranges.back().end;
  Value parent = trail.positions[anchor - 1];
  Value end = emitBounds(builder, anchor, parent,
                         emitPlusOne(builder, op.getLoc(), parent))
                  .end;
  for (unsigned k = anchor + 1, e = types.size(); k != e; ++k)
    end = emitBounds(builder, k, end, end).end;
  return end;
}

Value SegmentLevels::emitHasCoordinates(OpBuilder &builder, Value position,
                                        ValueRange coordinates) {
  // Up to the limit, the levels above the anchor have the same positions.
  unsigned anchor = getAnchor(), numLevels = types.size();
  SmallVector<Value> positions(numLevels);
  positions.back() = position;
  for (unsigned k = numLevels - 1; k != anchor; --k)
    positions[k - 1] = emitParent(builder, k, positions[k]);
  SmallVector<Value> stored;
  for (unsigned k = anchor; k != numLevels; ++k)
    stored.push_back(emitCoordinate(builder, k, positions,
                                    coordinates.take_front(k), nullptr));
  return emitEqual(builder, op.getLoc(), stored,
                   coordinates.drop_front(anchor));
}
