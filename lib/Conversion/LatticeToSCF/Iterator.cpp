//===- Iterator.cpp - Code of one coiterated segment ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions that iterate over and locate in a segment, as code
// (thesis section 5.2, "Emit initialize iterators", "Emit access iterators",
// "Emit locate from locators" and "Emit advance iterators").
//
//===----------------------------------------------------------------------===//

#include "Iterator.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

Iterator::Iterator(CoiterateOp op, IterationSpace &space, unsigned segment)
    : op(op), space(&space), segment(segment) {
  if (segment != op.getNumSegments())
    levels.emplace(op, segment);
}

/// The number of a tensor among the arguments of its function; nothing if the
/// function makes it.
static std::optional<int64_t> getTensorNumber(Value storage) {
  auto open = storage.getDefiningOp<level::OpenOp>();
  auto argument =
      open ? dyn_cast<BlockArgument>(open.getTensor()) : BlockArgument();
  bool isGiven = argument && argument.getOwner()->isEntryBlock() &&
                 isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return isGiven ? std::optional<int64_t>(argument.getArgNumber())
                 : std::nullopt;
}

LevelSegmentAttr Iterator::getSegmentAttr(bool areSiblings) const {
  // Without position iterate, no array stores the coordinates of the segment.
  if (isUniverse() || !levels->getLastType().hasPositionIterate())
    return {};
  CoiterateOp coiterate = op;
  level::LevelTypeAttrInterface type = levels->getLastType();
  bool hasOneParent = areSiblings || levels->isSingle();
  return LevelSegmentAttr::get(
      coiterate.getContext(), getTensorNumber(coiterate.getStorages()[segment]),
      coiterate.getSegment(segment).getLastLevel(),
      hasOneParent && type.isOrdered(), hasOneParent && type.isUnique(),
      level::hasAdjacentSegments(type));
}

void Iterator::describeLoop(Operation *loop, bool areSiblings) const {
  if (LevelSegmentAttr segment = getSegmentAttr(areSiblings))
    updateLoopInfo(loop,
                   [&](LoopInfo &info) { info.segments.assign(1, segment); });
}

bool Iterator::alwaysFinds() const {
  if (isUniverse())
    return true;
  if (isTested())
    return false;
  level::LevelTypeAttrInterface type = levels->getLastType();
  return iteratesPositions() ? type.isCompact() && getStride() < 2
                             : type.isFull();
}

Value Iterator::emitToOriginal(OpBuilder &builder, Value coordinate) {
  if (int64_t stride = getStride()) {
    Location loc = op.getLoc();
    coordinate =
        arith::SubIOp::create(builder, loc, coordinate, op.getOffset(segment));
    if (stride == 1)
      return coordinate;
    Value divisor = arith::ConstantIndexOp::create(builder, loc, stride);
    return arith::DivUIOp::create(builder, loc, coordinate, divisor);
  }
  if (!op.getBase() || !op.isAlongVariable(segment))
    return coordinate;
  return arith::AddIOp::create(builder, op.getLoc(), op.getBase(), coordinate);
}

Value Iterator::emitFromOriginal(OpBuilder &builder, Value coordinate) {
  if (int64_t stride = getStride()) {
    Location loc = op.getLoc();
    Value factor = arith::ConstantIndexOp::create(builder, loc, stride);
    coordinate = arith::MulIOp::create(builder, loc, coordinate, factor);
    return arith::AddIOp::create(builder, loc, coordinate,
                                 op.getOffset(segment));
  }
  if (!op.getBase() || !op.isAlongVariable(segment))
    return coordinate;
  return arith::SubIOp::create(builder, op.getLoc(), coordinate, op.getBase());
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Moves the bounds of a range into a window.
static void clamp(OpBuilder &builder, Location loc, Value lower, Value upper,
                  Value &begin, Value &end) {
  begin = arith::MaxUIOp::create(builder, loc, begin, lower);
  end = arith::MinUIOp::create(builder, loc, end, upper);
}

void Iterator::initialize(OpBuilder &builder, ValueRange start) {
  begin.clear();
  if (isUniverse()) {
    begin.push_back(space->getBegin());
    end = space->getEnd();
    if (op.getNumDimensions() > 1)
      llvm::append_range(begin, space->emitFirst(builder));
    return;
  }
  if (iteratesPositions())
    initializePositions(builder, start);
  else
    initializeCoordinates(builder);
}

void Iterator::initializeCoordinates(OpBuilder &builder) {
  Location loc = op.getLoc();
  auto emitBounds = [&](OpBuilder &builder) {
    return level::CoordBoundsOp::create(builder, loc, op.getStorages()[segment],
                                        op.getSegment(segment).getFirstLevel(),
                                        op.getParentBegins()[segment],
                                        op.getCoordsOf(segment))
        .getResults();
  };
  ValueRange bounds;
  if (Value hasParent = levels->emitHasParent(builder)) {
    // A parent that there is not cannot be asked.
    auto branch = scf::IfOp::create(
        builder, loc, hasParent,
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, emitBounds(inner));
        },
        [&](OpBuilder &inner, Location) {
          Value zero = arith::ConstantIndexOp::create(inner, loc, 0);
          scf::YieldOp::create(inner, loc, {zero, zero});
        });
    bounds = branch.getResults();
  } else {
    bounds = emitBounds(builder);
  }
  Value first = bounds[0];
  end = bounds[1];
  if (op.getWindowed() && op.isAlongVariable(segment))
    clamp(builder, loc, op.getLower(), op.getUpper(), first, end);
  else if (op.getWindowed())
    clamp(builder, loc, space->getBegin(), space->getEnd(), first, end);
  begin.push_back(first);
}

void Iterator::initializePositions(OpBuilder &builder, ValueRange start) {
  Location loc = op.getLoc();
  levels->emitRanges(builder);
  PositionRange range = levels->getLastRange();
  Value first = range.begin;
  end = range.end;
  if (getStride() != 0) {
    // What is before the first coordinate of the dimension is not there.
    auto emitBound = [&](Value bound, Value from) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      bound = emitFromOriginal(builder, bound);
      bound = arith::MaxSIOp::create(builder, loc, bound, zero);
      return levels->emitLowerBound(builder, bound, from);
    };
    first = emitBound(space->getBegin(), {});
    end = emitBound(space->getEnd(), first);
    first = emitSkip(builder, first);
  } else if (isTested()) {
    begin.push_back(first);
    return;
  } else if (op.isPositionSegment(segment)) {
    clamp(builder, loc, space->getBegin(), space->getEnd(), first, end);
  } else if (!start.empty()) {
    // Nothing before the first of the positions is ever met.
    first = levels->emitLowerBound(builder, start);
  } else if (op.getWindowed() && op.isAlongVariable(segment)) {
    first = levels->emitLowerBound(builder, op.getLower());
    end = levels->emitLowerBound(builder, op.getUpper(), first);
  } else if (op.getWindowed()) {
    // With both ends found by search, no coordinate in the loop needs a test.
    first = levels->emitLowerBound(builder, space->emitFirst(builder));
    end = levels->emitLowerBound(builder, space->emitLast(builder),
                                 levels->isSingle() ? first : Value());
  } else {
    begin.push_back(first);
    llvm::append_range(begin, levels->getFirstTracked());
    return;
  }
  begin.push_back(first);
  llvm::append_range(begin, levels->emitTracked(builder, first));
}

SmallVector<Iterator, 4> weft::lattice::getIterators(CoiterateOp op,
                                                     IterationSpace &space) {
  SmallVector<Iterator, 4> iterators;
  for (unsigned id = 0, e = op.getNumSegments(); id <= e; ++id)
    iterators.emplace_back(op, space, id);
  return iterators;
}

void weft::lattice::initializeIterators(OpBuilder &builder, CoiterateOp op,
                                        MutableArrayRef<Iterator> iterators,
                                        const llvm::SmallBitVector &ids) {
  if (!op.getPositions()) {
    for (unsigned id : ids.set_bits())
      iterators[id].initialize(builder);
    return;
  }
  Location loc = op.getLoc();
  Iterator &counted = iterators[*op.getPositions()];
  counted.initialize(builder);
  if (ids.count() == 1)
    return;
  // The others start at the first coordinates, wherever that is if there are
  // none.
  Value hasFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                            counted.getBegin().front(), counted.getEnd());
  auto first = scf::IfOp::create(
      builder, loc, hasFirst,
      [&](OpBuilder &inner, Location) {
        Place place;
        counted.emitAccess(inner, counted.getBegin(), place);
        scf::YieldOp::create(inner, loc, place.coordinates);
      },
      [&](OpBuilder &inner, Location) {
        Value zero = arith::ConstantIndexOp::create(inner, loc, 0);
        scf::YieldOp::create(inner, loc,
                             Coordinates(op.getNumDimensions(), zero));
      });
  for (unsigned id : ids.set_bits())
    if (id != *op.getPositions())
      iterators[id].initialize(builder, first.getResults());
}

/// Whether a coordinate is one of the window.
Value Iterator::emitIsInside(OpBuilder &builder, Value coordinate) {
  Location loc = op.getLoc();
  Value first = space->getBegin();
  Value length = arith::SubIOp::create(builder, loc, space->getEnd(), first);
  Value offset = arith::SubIOp::create(builder, loc, coordinate, first);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, offset,
                               length);
}

Value Iterator::emitIsMultiple(OpBuilder &builder, Value coordinate) {
  Location loc = op.getLoc();
  Value stride = arith::ConstantIndexOp::create(builder, loc, getStride());
  Value distance =
      arith::SubIOp::create(builder, loc, coordinate, op.getOffset(segment));
  Value rest = arith::RemUIOp::create(builder, loc, distance, stride);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                               zero);
}

/// Whether a position is before `limit` and passes a test, which is asked of no
/// other.
static Value
emitIfBefore(OpBuilder &builder, Location loc, Value at, Value limit,
             function_ref<Value(OpBuilder &, Location, Value)> emitPasses) {
  Value inside =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, at, limit);
  auto test = scf::IfOp::create(
      builder, loc, inside,
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, emitPasses(builder, loc, at));
      },
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, inside);
      });
  return test.getResult(0);
}

/// The first position from `start` on that is passed over no more; `limit` if
/// all before it are. No other may be asked.
static Value
emitFirst(OpBuilder &builder, Location loc, Value start, Value limit,
          function_ref<Value(OpBuilder &, Location, Value)> emitPasses,
          int64_t stride = 1) {
  auto emitBehind = [&](OpBuilder &builder, Value at, int64_t distance) {
    Value number = arith::ConstantIndexOp::create(builder, loc, distance);
    return arith::AddIOp::create(builder, loc, at, number).getResult();
  };
  auto emitCondition = [&](OpBuilder &builder, Location loc, ValueRange args) {
    Value at = args.front();
    if (stride != 1)
      at = emitBehind(builder, at, stride - 1);
    scf::ConditionOp::create(
        builder, loc, emitIfBefore(builder, loc, at, limit, emitPasses), args);
  };
  auto emitAdvance = [&](OpBuilder &builder, Location loc, ValueRange args) {
    Value next = emitBehind(builder, args.front(), stride);
    scf::YieldOp::create(builder, loc, next);
  };
  return scf::WhileOp::create(builder, loc, builder.getIndexType(), start,
                              emitCondition, emitAdvance)
      .getResult(0);
}

Value Iterator::emitSkip(OpBuilder &builder, Value position) {
  if (getStride() < 2)
    return position;
  return emitFirst(
      builder, op.getLoc(), position, end,
      [&](OpBuilder &builder, Location loc, Value at) {
        Trail trail = levels->emitTrail(builder, at, {});
        Value isMultiple = emitIsMultiple(builder, trail.coordinates.front());
        Value yes = arith::ConstantIntOp::create(builder, loc, true, 1);
        return arith::XOrIOp::create(builder, loc, isMultiple, yes).getResult();
      });
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Siblings Iterator::emitSiblings(OpBuilder &builder, ValueRange inductions) {
  Siblings siblings;
  siblings.trail =
      levels->emitParents(builder, inductions.front(), inductions.drop_front());
  siblings.end = arith::MinUIOp::create(
      builder, op.getLoc(), levels->emitSiblingsEnd(builder, siblings.trail),
      end);
  return siblings;
}

void Iterator::emitAccess(OpBuilder &builder, const Siblings &siblings,
                          Value position, Place &place) {
  Trail trail = siblings.trail;
  levels->emitLastCoordinate(builder, position, trail);
  place.position = position;
  place.coordinates = trail.coordinates;
  if (!alwaysFinds())
    place.found = trail.found;
}

void Iterator::emitAccess(OpBuilder &builder, ValueRange inductions,
                          Place &place) {
  Value induction = inductions.front();
  if (isUniverse()) {
    place.coordinates.assign(1, induction);
    if (op.getNumDimensions() > 1)
      place.coordinates.assign(inductions.begin() + 1, inductions.end());
    return;
  }
  Value found;
  if (iteratesPositions()) {
    Trail trail =
        levels->emitTrail(builder, induction, inductions.drop_front());
    place.position = induction;
    place.coordinates = trail.coordinates;
    place.tracked = trail.tracked;
    found = trail.found;
    if (hasRuns() && !levels->isSingle())
      place.runLimit = arith::MinUIOp::create(
          builder, op.getLoc(), levels->emitRunLimit(builder, trail), end);
  } else {
    SmallVector<Value> coords(op.getCoordsOf(segment));
    coords.push_back(induction);
    auto access = level::CoordAccessOp::create(
        builder, op.getLoc(), op.getStorages()[segment],
        op.getSegment(segment).getFirstLevel(), op.getParentBegins()[segment],
        coords);
    place.coordinates = {induction};
    place.position = access.getPosition();
    found = access.getFound();
  }
  if (getStride() > 1)
    found = emitIsMultiple(builder, place.coordinates.front());
  if (isTested()) {
    Value inside = emitIsInside(builder, place.coordinates.front());
    found = levels->getLastType().isCompact()
                ? inside
                : arith::AndIOp::create(builder, op.getLoc(), found, inside)
                      .getResult();
  }
  place.coordinates.front() =
      emitToOriginal(builder, place.coordinates.front());
  if (!alwaysFinds())
    place.found = found;
}

Place Iterator::emitLocate(OpBuilder &builder, ValueRange coordinates,
                           Value variable, Value inside) {
  SmallVector<Value> own;
  for (int64_t dimension : op.getSegment(segment).getDimensions())
    own.push_back(dimension == op.getNumDimensions() ? variable
                                                     : coordinates[dimension]);
  Located located = levels->emitLocate(builder, own, inside);
  Place place;
  place.coordinates.assign(coordinates.begin(), coordinates.end());
  place.position = located.position;
  place.runEnd = located.runEnd;
  place.found = located.found;
  return place;
}

Value Iterator::emitRunEnd(OpBuilder &builder, Value start, const Place &place,
                           ValueRange coordinates, int64_t stride) {
  Location loc = op.getLoc();
  Coordinates own(coordinates);
  own.front() = emitFromOriginal(builder, own.front());
  // Only positions before the end may be accessed; those below another parent
  // have other coordinates.
  Value limit = place.runLimit ? place.runLimit : end;
  if (place.runLimit && place.matches)
    limit = arith::SelectOp::create(builder, loc, place.matches, limit, start);
  auto emitHas = [&](OpBuilder &builder, Location, Value at) {
    return levels->emitHasCoordinates(builder, at, own);
  };
  return emitFirst(builder, loc, start, limit, emitHas, stride);
}

Value Iterator::emitIsInRun(OpBuilder &builder, Value position,
                            ValueRange coordinates) {
  Coordinates own(coordinates);
  own.front() = emitFromOriginal(builder, own.front());
  return emitIfBefore(builder, op.getLoc(), position, end,
                      [&](OpBuilder &builder, Location, Value at) {
                        return levels->emitHasCoordinates(builder, at, own);
                      });
}

Value Iterator::emitRunBegin(OpBuilder &builder, Value position) {
  Location loc = op.getLoc();
  Value isBehind = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt, position, begin.front());
  Value isBefore = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, position, end);
  Value isInside = arith::AndIOp::create(builder, loc, isBehind, isBefore);
  auto emitSearch = [&](OpBuilder &builder, Location loc) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value before = arith::SubIOp::create(builder, loc, position, one);
    Place place;
    emitAccess(builder, before, place);
    Value target =
        arith::AddIOp::create(builder, loc, place.coordinates.front(), one);
    scf::YieldOp::create(builder, loc, emitGallop(builder, before, target));
  };
  auto emitSame = [&](OpBuilder &builder, Location loc) {
    scf::YieldOp::create(builder, loc, position);
  };
  return scf::IfOp::create(builder, loc, isInside, emitSearch, emitSame)
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Advancing
//===----------------------------------------------------------------------===//

/// One if the iterator is at the resolved coordinates, which it then moves past
/// without a branch.
static Value emitDistance(OpBuilder &builder, Location loc,
                          const Place &place) {
  if (place.matches)
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        place.matches);
  return arith::ConstantIndexOp::create(builder, loc, 1);
}

SmallVector<Value> Iterator::emitNextTracked(OpBuilder &builder,
                                             const Place &place) {
  if (!isUniverse())
    return llvm::to_vector(ValueRange(place.tracked));
  if (op.getNumDimensions() == 1)
    return {};
  Coordinates next =
      emitNextTuple(builder, op.getLoc(), place.coordinates, op.getSizes(),
                    emitDistance(builder, op.getLoc(), place));
  return llvm::to_vector(ValueRange(next));
}

SmallVector<Value> Iterator::emitNext(OpBuilder &builder, ValueRange inductions,
                                      const Place &place) {
  SmallVector<Value> next;
  if (place.runEnd) {
    next.push_back(place.runEnd);
  } else {
    Value distance = emitDistance(builder, op.getLoc(), place);
    next.push_back(arith::AddIOp::create(builder, op.getLoc(),
                                         inductions.front(), distance));
  }
  llvm::append_range(next, emitNextTracked(builder, place));
  next.front() = emitSkip(builder, next.front());
  return next;
}

Value weft::lattice::emitRunEnd(OpBuilder &builder, Location loc,
                                const Place &place) {
  if (place.runEnd)
    return place.runEnd;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::AddIOp::create(builder, loc, place.position, one);
}

Value weft::lattice::emitHasCoordinate(OpBuilder &builder, Location loc,
                                       ArrayRef<Iterator> iterators,
                                       const llvm::SmallBitVector &ids,
                                       function_ref<Value(unsigned)> getFound) {
  if (llvm::none_of(ids.set_bits(), [&](unsigned id) {
        return iterators[id].mayLackCoordinate();
      }))
    return {};
  Value any;
  for (unsigned id : ids.set_bits()) {
    Value found = getFound(id);
    if (!found)
      return {};
    any = any ? arith::OrIOp::create(builder, loc, any, found).getResult()
              : found;
  }
  return any;
}
