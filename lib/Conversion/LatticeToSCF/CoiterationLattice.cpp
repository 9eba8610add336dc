//===- CoiterationLattice.cpp - The lattice of an operation --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the lattice of a `lattice.coiterate` from its attributes and the
// properties of its level types.
//
//===----------------------------------------------------------------------===//

#include "CoiterationLattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft;
using namespace weft::lattice;

CoiterationLattice::CoiterationLattice(CoiterateOp op)
    : full(op.getNumSegments() + 1) {
  unsigned numSegments = op.getNumSegments();
  for (unsigned id = 0; id != numSegments; ++id) {
    level::LevelTypeAttrInterface type = op.getLevelType(id);
    analysis::Segment segment;
    segment.name =
        mlir::cast<mlir::StringAttr>(op.getSegments()[id]).getValue().str();
    segment.full = type.isFull();
    segment.ordered = type.isOrdered();
    segment.unique = type.isUnique();
    segment.iterable = type.hasPositionIterate() || type.hasCoordinateIterate();
    segment.locatable = type.hasLocate();
    full[id] = segment.full;
    segments.push_back(std::move(segment));
  }
  full.set(numSegments);
  for (unsigned index = 0, e = op.getNumPoints(); index != e; ++index) {
    analysis::LatticePoint point{llvm::SmallBitVector(numSegments + 1),
                                 llvm::SmallBitVector(numSegments + 1)};
    for (int64_t id : op.getIteratorsOf(index))
      point.iterators.set(id);
    for (int64_t id : op.getLocatorsOf(index))
      point.locators.set(id);
    points.push_back(std::move(point));
  }
}

bool CoiterationLattice::needsLoop(unsigned point) const {
  // The universe outlasts the segments, so that what ended an earlier loop is
  // one of its other iterators, or everything.
  return llvm::none_of(llvm::ArrayRef(points).take_front(point),
                       [&](const analysis::LatticePoint &earlier) {
                         llvm::SmallBitVector sparse = earlier.iterators;
                         sparse.reset(full);
                         return isSubset(sparse, points[point].iterators);
                       });
}

llvm::SmallVector<unsigned>
CoiterationLattice::getRegions(unsigned point) const {
  llvm::SmallVector<unsigned> regions;
  for (unsigned other = point, e = points.size(); other != e; ++other)
    if (isSubset(points[other].segments(), points[point].segments()))
      regions.push_back(other);
  return regions;
}

analysis::LoopSets CoiterationLattice::getLoopSets(unsigned point) const {
  return analysis::getLoopSets(points[point], segments);
}
