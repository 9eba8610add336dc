//===- LatticeFromIR.cpp - Segments and points that IR states ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates level types and the attributes of `lattice.coiterate` to the terms
// of iteration lattices (thesis, section 3.3).
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/LatticeFromIR.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

Segment weft::analysis::getSegment(std::string name,
                                   level::LevelTypeAttrInterface type) {
  Segment segment;
  segment.name = std::move(name);
  segment.full = type.isFull();
  segment.ordered = type.isOrdered();
  segment.unique = type.isUnique();
  segment.iterable = type.hasPositionIterate() || type.hasCoordinateIterate();
  segment.locatable = type.hasLocate();
  return segment;
}

SmallVector<Segment>
weft::analysis::getSegments(lattice::CoiterateOp coiterate) {
  SmallVector<Segment> segments;
  for (unsigned id = 0, e = coiterate.getNumSegments(); id != e; ++id) {
    std::string name = coiterate.getSegment(id).getName().str();
    // What holds for all of its levels holds for a segment; equal tuples of
    // coordinates follow each other if the last ones do.
    Segment segment = getSegment(name, coiterate.getLevelType(id));
    for (level::LevelTypeAttrInterface type : coiterate.getLevelTypes(id)) {
      segment.ordered &= type.isOrdered();
      segment.locatable &= type.hasLocate();
    }
    segment.iterable = coiterate.hasAllDimensions(id) &&
                       lattice::findWalkProblem(coiterate.getLevelTypes(id),
                                                coiterate.isPositionSegment(id))
                           .empty();
    segment.locatable |= coiterate.getSegment(id).getSearched();
    segment.full = coiterate.isFull(id);
    segment.locatable &= !coiterate.getSegment(id).isShifted();
    segments.push_back(std::move(segment));
  }
  return segments;
}

static LatticePoint getPoint(lattice::PointAttr attr, unsigned numSegments) {
  auto toSet = [&](ArrayRef<int64_t> ids) {
    llvm::SmallBitVector set(numSegments + 1);
    for (int64_t id : ids)
      set.set(id);
    return set;
  };
  LatticePoint point = {toSet(attr.getIterators()), toSet(attr.getLocators())};
  for (ArrayAttr alternatives : attr.getUnions()) {
    std::vector<LatticePoint> &inside = point.unions.emplace_back();
    for (auto inner : alternatives.getAsRange<lattice::PointAttr>())
      inside.push_back(getPoint(inner, numSegments));
  }
  return point;
}

SmallVector<LatticePoint, 4>
weft::analysis::getPoints(lattice::CoiterateOp coiterate) {
  return llvm::map_to_vector<4>(
      coiterate.getPoints().getAsRange<lattice::PointAttr>(),
      [&](lattice::PointAttr point) {
        return getPoint(point, coiterate.getNumSegments());
      });
}

bool weft::analysis::canCarryCoordinates(level::LevelTypeAttrInterface type) {
  return type.hasPositionIterate() && type.isOrdered() && type.isUnique() &&
         type.isCompact();
}

bool weft::analysis::carriesCoordinates(
    ArrayRef<LatticePoint> points, unsigned numSegments,
    llvm::function_ref<std::optional<bool>(unsigned)> canCarry) {
  if (anyPoint(points, [](const LatticePoint &point) {
        return point.iteratesUniverse();
      }))
    return false;
  unsigned count = 0;
  for (unsigned id = 0; id != numSegments; ++id) {
    std::optional<bool> isCarried = canCarry(id);
    if (isCarried == false)
      return false;
    count += isCarried.has_value();
  }
  return count > 1;
}

bool weft::analysis::carriesCoordinates(lattice::CoiterateOp coiterate) {
  return coiterate.getGuarded() && coiterate.getNumDimensions() == 1 &&
         !coiterate.getBase() && !coiterate.getPositions() &&
         carriesCoordinates(
             getPoints(coiterate), coiterate.getNumSegments(),
             [&](unsigned id) -> std::optional<bool> {
               if (coiterate.isLocatedGuarded(id))
                 return std::nullopt;
               return coiterate.getLevelTypes(id).size() == 1 &&
                      coiterate.getSegment(id).getStride() == 0 &&
                      canCarryCoordinates(coiterate.getLevelType(id));
             });
}
