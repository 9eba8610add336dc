//===- MinimalPoints.cpp - The bottom of a lattice --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a lattice that have no point below them, found without building
// the lattice: a union of n segments has 2^n - 1 points, but n minimal ones.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft::analysis;
using llvm::SmallBitVector;

using Points = llvm::SmallVector<SmallBitVector>;

/// Adds a set, unless a subset of it is there, and drops its supersets.
static void addMinimal(Points &points, SmallBitVector point) {
  if (llvm::any_of(points, [&](const SmallBitVector &other) {
        return isSubset(other, point);
      }))
    return;
  llvm::erase_if(points, [&](const SmallBitVector &other) {
    return isSubset(point, other);
  });
  points.push_back(std::move(point));
}

/// The minimal sets of segments of a domain; the empty set stands for the
/// universe.
static bool collect(const IterationDomain &domain, unsigned numSegments,
                    size_t limit, Points &points) {
  switch (domain.getKind()) {
  case IterationDomain::Kind::Empty:
    return true;
  case IterationDomain::Kind::Universe:
    points.push_back(SmallBitVector(numSegments + 1));
    return true;
  case IterationDomain::Kind::Segment:
    points.push_back(SmallBitVector(numSegments + 1));
    points.back().set(domain.getSegment());
    return true;
  case IterationDomain::Kind::Intersection:
  case IterationDomain::Kind::Union:
    break;
  }
  Points left, right;
  if (!collect(domain.getLeft(), numSegments, limit, left) ||
      !collect(domain.getRight(), numSegments, limit, right))
    return false;
  if (domain.getKind() == IterationDomain::Kind::Union) {
    points = std::move(left);
    for (SmallBitVector &point : right)
      addMinimal(points, std::move(point));
  } else {
    for (const SmallBitVector &first : left)
      for (SmallBitVector second : right) {
        second |= first;
        addMinimal(points, std::move(second));
        if (points.size() > limit)
          return false;
      }
  }
  return points.size() <= limit;
}

std::optional<Points>
weft::analysis::getMinimalPoints(const IterationDomain &domain,
                                 unsigned numSegments, size_t limit) {
  Points points;
  if (!collect(domain, numSegments, limit, points))
    return std::nullopt;
  for (SmallBitVector &point : points)
    if (point.none())
      point.set(numSegments);
  return points;
}
