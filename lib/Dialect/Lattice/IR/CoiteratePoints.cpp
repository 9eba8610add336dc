//===- CoiteratePoints.cpp - Well-formed lattice points ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies the points of `lattice.coiterate`: they use segments as the level
// types allow (thesis, sections 2.3 and 3.3) and are in an order, and so many,
// that their loops meet every coordinate once.
//
//===----------------------------------------------------------------------===//

#include "CoiteratePoints.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

#include <optional>

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

using SegmentSet = llvm::SmallBitVector;

//===----------------------------------------------------------------------===//
// One point
//===----------------------------------------------------------------------===//

std::string
weft::lattice::findWalkProblem(ArrayRef<level::LevelTypeAttrInterface> types,
                               bool byPositions) {
  std::string problem;
  llvm::raw_string_ostream os(problem);
  auto last = types.back();
  bool takesPositions = types.size() > 1 || byPositions;
  bool canIterate =
      takesPositions ? level::canIteratePositions(last)
                     : last.hasPositionIterate() || last.hasCoordinateIterate();
  if (!canIterate) {
    os << "its level type " << last << " has no "
       << (takesPositions ? "position iterate" : "iterator");
    return problem;
  }
  for (auto [number, type] : llvm::enumerate(types)) {
    if (types.size() == 1)
      break;
    if (number > 0 && !type.hasRecover()) {
      os << "positions of its level type " << type << " do not tell parents";
      return problem;
    }
    if (!level::canIteratePositions(type)) {
      os << "positions of its level type " << type
         << " do not tell coordinates";
      return problem;
    }
  }
  return problem;
}

/// Says why a segment cannot be iterated over; empty if it can.
static std::string findIterateProblem(CoiterateOp op, unsigned segment) {
  return findWalkProblem(op.getLevelTypes(segment),
                         op.isPositionSegment(segment));
}

/// Checks that a point iterates over what can be iterated over.
static LogicalResult verifyIterator(CoiterateOp op, unsigned point,
                                    unsigned segment, bool isOnlyIterator) {
  auto refuse = [&] {
    return op.emitOpError("point ")
           << point << " iterates over segment "
           << op.getSegment(segment).getName() << ", but ";
  };
  if (!op.hasAllDimensions(segment))
    return refuse() << "it is not along all variables in their order";
  std::string problem = findIterateProblem(op, segment);
  if (!problem.empty())
    return refuse() << problem;
  for (auto type : op.getLevelTypes(segment))
    if (!isOnlyIterator && !type.isOrdered())
      return op.emitOpError("point ")
             << point << " coiterates segment "
             << op.getSegment(segment).getName() << ", but its level type "
             << type << " is not ordered";
  return success();
}

/// Checks that a point locates in what can be located in.
static LogicalResult verifyLocator(CoiterateOp op, unsigned point,
                                   unsigned segment) {
  for (auto type : op.getLevelTypes(segment))
    if (!type.hasLocate() && !op.getSegment(segment).getSearched())
      return op.emitOpError("point ")
             << point << " locates in segment "
             << op.getSegment(segment).getName() << ", but its level type "
             << type << " has no locate";
  return success();
}

/// Checks that a point, or one in its unions, iterates over what can be
/// iterated over, and locates in what can be located in.
static LogicalResult verifyMembers(CoiterateOp op, unsigned point,
                                   PointAttr attr) {
  int64_t universe = op.getNumSegments();
  ArrayRef<int64_t> iterators = attr.getIterators();
  for (bool locators : {false, true}) {
    for (int64_t segment : locators ? attr.getLocators() : iterators) {
      if (segment > universe)
        return op.emitOpError("point ")
               << point << " has no such segment: " << segment;
      if (locators && segment == universe)
        return op.emitOpError("point ")
               << point << " locates in the universe, which has no positions";
      if (segment == universe) {
        if (op.getPositions())
          return op.emitOpError("point ")
                 << point << " iterates over the universe, which has no "
                 << "positions";
        continue;
      }
      if (failed(locators ? verifyLocator(op, point, segment)
                          : verifyIterator(op, point, segment,
                                           iterators.size() == 1)))
        return failure();
    }
  }
  return success();
}

/// Checks one point with the unions in it.
static LogicalResult verifyPoint(CoiterateOp op, unsigned point) {
  PointAttr attr = op.getPoint(point);
  if (!op.getGuarded() && attr.getIterators().empty())
    return op.emitOpError("expected point ") << point << " to have an iterator";
  if (!op.getGuarded() && !attr.getUnions().empty())
    return op.emitOpError("expected no unions in point ")
           << point << ", because it is not guarded";
  if (!attr.all([&](PointAttr inner) {
        return succeeded(verifyMembers(op, point, inner));
      }))
    return failure();
  // Whatever else has a coordinate, the point does not apply without it.
  if (op.getPositions() && attr.containsAll([&](int64_t segment) {
        return segment != static_cast<int64_t>(*op.getPositions());
      }))
    return op.emitOpError("expected point ")
           << point << " to iterate over segment "
           << op.getSegment(*op.getPositions()).getName()
           << ", whose positions are counted";
  return success();
}

//===----------------------------------------------------------------------===//
// Points together
//===----------------------------------------------------------------------===//

/// Checks that no point comes after one below it, whose region would apply in
/// its place.
static LogicalResult verifyOrder(CoiterateOp op, ArrayRef<SegmentSet> points) {
  for (auto [point, segments] : llvm::enumerate(points))
    for (auto [earlier, other] : llvm::enumerate(points.take_front(point)))
      if (other != segments && !other.test(segments))
        return op.emitOpError("expected point ")
               << point << " before point " << earlier << ", which is below it";
  return success();
}

/// Checks that what two points list together is a point, which may list full
/// segments more: they have every coordinate. Without it, the loops of the two
/// would follow each other, and coordinates would come out of order and, where
/// both have them, twice.
static LogicalResult verifyJoins(CoiterateOp op, ArrayRef<SegmentSet> points) {
  SegmentSet full(op.getNumSegments());
  for (unsigned segment = 0, e = op.getNumSegments(); segment != e; ++segment)
    full[segment] = op.isFull(segment);
  auto withoutFull = [&](SegmentSet segments) { return segments.reset(full); };

  llvm::DenseMap<SegmentSet, SmallVector<unsigned, 1>> known;
  for (auto [point, segments] : llvm::enumerate(points))
    known[withoutFull(segments)].push_back(point);
  for (auto [second, segments] : llvm::enumerate(points)) {
    for (auto [first, other] : llvm::enumerate(points.take_front(second))) {
      SegmentSet join = segments;
      join |= other;
      auto isAbove = [&](unsigned point) { return !join.test(points[point]); };
      if (llvm::any_of(known.lookup(withoutFull(join)), isAbove))
        continue;
      InFlightDiagnostic diagnostic = op.emitOpError("expected a point with ");
      diagnostic << "the segments of points " << first << " and " << second
                 << " together: ";
      llvm::interleaveComma(join.set_bits(), diagnostic, [&](unsigned segment) {
        diagnostic << op.getSegment(segment).getName().getValue();
      });
      return diagnostic;
    }
  }
  return success();
}

/// Checks that the one loop of a guarded coiteration can iterate over all that
/// it does not locate in, and comes to an end.
static LogicalResult verifyGuarded(CoiterateOp op) {
  for (unsigned segment = 0, e = op.getNumSegments(); segment != e; ++segment) {
    bool locates = op.isLocatedGuarded(segment);
    for (auto type : op.getLevelTypes(segment)) {
      if (locates && !type.hasLocate() && !op.getSegment(segment).getSearched())
        return op.emitOpError("guarded, it locates in segment ")
               << op.getSegment(segment).getName() << ", but its level type "
               << type << " has no locate";
      if (!locates &&
          (!type.isOrdered() || !findIterateProblem(op, segment).empty()))
        return op.emitOpError("guarded, it coiterates segment ")
               << op.getSegment(segment).getName() << ", but its level type "
               << type << " has no ordered iterator";
    }
  }
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
    if (op.getPoint(point).containsAll([&](int64_t segment) {
          return segment != op.getNumSegments() && op.isLocatedGuarded(segment);
        }))
      return op.emitOpError("guarded, it locates in all segments of point ")
             << point << ", so that nothing brings its coordinates";
  return success();
}

/// Checks that no loop starts over at coordinates that are done: a segment is
/// iterated over by all points that have it or by none, and a point iterates
/// over all coordinates if one below it does.
static LogicalResult verifyRoles(CoiterateOp op, ArrayRef<SegmentSet> points) {
  unsigned universe = op.getNumSegments();
  SmallVector<std::optional<unsigned>> iterating(universe + 1);
  for (unsigned point = 0, e = points.size(); point != e; ++point)
    for (int64_t segment : op.getIteratorsOf(point))
      iterating[segment] = point;
  for (unsigned point = 0, e = points.size(); point != e; ++point)
    for (int64_t segment : op.getLocatorsOf(point))
      if (iterating[segment])
        return op.emitOpError("point ")
               << point << " locates in segment "
               << op.getSegment(segment).getName() << ", but point "
               << *iterating[segment] << " iterates over it";

  // Full segments have all coordinates as well.
  auto hasAll = [&](int64_t iterator) {
    return iterator == universe || op.isFull(iterator);
  };
  for (auto [below, segments] : llvm::enumerate(points)) {
    if (!llvm::is_contained(op.getIteratorsOf(below), universe))
      continue;
    for (auto [point, other] : llvm::enumerate(points.take_front(below)))
      if (!segments.test(other) &&
          llvm::none_of(op.getIteratorsOf(point), hasAll))
        return op.emitOpError("expected point ")
               << point << " to iterate over the universe, as point " << below
               << " below it does";
  }
  return success();
}

LogicalResult weft::lattice::verifyPoints(CoiterateOp op) {
  SmallVector<SegmentSet> points;
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point) {
    if (failed(verifyPoint(op, point)))
      return failure();
    SegmentSet &segments = points.emplace_back(op.getNumSegments());
    for (int64_t segment : op.getSegmentsOf(point))
      segments.set(segment);
  }
  if (op.getGuarded())
    return verifyGuarded(op);
  return success(succeeded(verifyOrder(op, points)) &&
                 succeeded(verifyJoins(op, points)) &&
                 succeeded(verifyRoles(op, points)));
}
