//===- GuardedPoints.cpp - Points of one loop for all -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a guarded coiteration, found without building a lattice. They
// only have to decide which coordinates belong to the domain, so that they may
// follow its expression: a product of n sums of two has 2^n minimal points, but
// one point with n unions in it decides the same
// (docs/decisions/coiteration.md).
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft::analysis;
using llvm::SmallBitVector;

using Points = std::vector<LatticePoint>;

static LatticePoint makePoint(SmallBitVector iterators) {
  SmallBitVector none(iterators.size());
  return {std::move(iterators), std::move(none)};
}

/// Whether the points are those of all coordinates.
static bool isUniverse(const Points &points) {
  return points.size() == 1 && points.front().iteratesUniverse();
}

/// All coordinates of either side. A point without unions of its own that has
/// all segments of another one adds nothing.
static Points unite(Points left, Points right) {
  if (isUniverse(left) || isUniverse(right))
    return isUniverse(left) ? left : right;
  for (LatticePoint &point : right) {
    auto isBelow = [&](const LatticePoint &other) {
      return other.unions.empty() && isSubset(other.iterators, point.iterators);
    };
    if (llvm::none_of(left, isBelow))
      left.push_back(std::move(point));
  }
  return left;
}

/// The coordinates of both sides: one point, in which a side of several points
/// is a union.
static Points intersect(Points left, Points right) {
  if (isUniverse(left) || isUniverse(right))
    return isUniverse(left) ? right : left;
  LatticePoint point = makePoint(SmallBitVector(left.front().iterators.size()));
  for (Points *side : {&left, &right}) {
    if (side->size() != 1) {
      point.unions.push_back(std::move(*side));
      continue;
    }
    point.iterators |= side->front().iterators;
    llvm::move(side->front().unions, std::back_inserter(point.unions));
  }
  return {std::move(point)};
}

/// The points of a domain that is not empty, all segments as iterators.
static Points followExpression(const IterationDomain &domain,
                               unsigned numSegments) {
  SmallBitVector segments(numSegments + 1);
  switch (domain.getKind()) {
  case IterationDomain::Kind::Empty:
    return {};
  case IterationDomain::Kind::Universe:
    segments.set(numSegments);
    return {makePoint(std::move(segments))};
  case IterationDomain::Kind::Segment:
    segments.set(domain.getSegment());
    return {makePoint(std::move(segments))};
  case IterationDomain::Kind::Union:
    return unite(followExpression(domain.getLeft(), numSegments),
                 followExpression(domain.getRight(), numSegments));
  case IterationDomain::Kind::Intersection:
    return intersect(followExpression(domain.getLeft(), numSegments),
                     followExpression(domain.getRight(), numSegments));
  }
  llvm_unreachable("unknown kind of iteration domain");
}

/// How many segments all points list together.
static size_t countSegments(const Points &points) {
  size_t count = 0;
  for (const LatticePoint &point : points) {
    count += point.iterators.count();
    for (const Points &alternatives : point.unions)
      count += countSegments(alternatives);
  }
  return count;
}

/// Moves what is located in, and iterates over the universe where nothing else
/// brings coordinates and `needsUniverse`.
static void assignRoles(Points &points, const SmallBitVector &located,
                        bool needsUniverse) {
  for (LatticePoint &point : points) {
    point.locators = point.iterators;
    point.locators &= located;
    point.iterators.reset(located);
    if (needsUniverse && point.iterators.none() && point.unions.empty())
      point.iterators.set(point.universeBit());
    for (Points &alternatives : point.unions)
      assignRoles(alternatives, located, needsUniverse);
  }
}

Points weft::analysis::getGuardedPoints(const IterationDomain &domain,
                                        const SmallBitVector &located) {
  unsigned numSegments = located.size() - 1;
  Points points = followExpression(domain, numSegments);
  size_t size = countSegments(points);
  if (auto minimal = getMinimalPoints(domain, numSegments, size)) {
    Points listed;
    for (SmallBitVector &members : *minimal)
      listed.push_back(makePoint(std::move(members)));
    if (countSegments(listed) <= size)
      points = std::move(listed);
  }
  assignRoles(points, located, domain.contains(located));
  return points;
}
