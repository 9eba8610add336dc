//===- LatticeConstruction.cpp - The rules that build lattices ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds an iteration lattice bottom up from an iteration domain by the four
// construction rules and the two optimizations of thesis section 3.3.
//
// Three invariants hold after every rule and make the result exact:
//
//  - Joins: the union of the segments of two points is, up to full segments,
//    again a point. So of all points that avoid the exhausted segments one is
//    above all others, and its loop can tell all remaining regions apart.
//  - Coverage: a point iterates over a segment of each point below it or over
//    something full. So no coordinate of the domain is skipped.
//  - Roles: a segment is iterated over by all points that have it or by none,
//    and a point iterates over the universe if a point below it does. So an
//    iterator never starts over at a coordinate that is done.
//
// This is why a segment changes sides in a whole operand at once, and why the
// larger of two points with the same region is the one to keep.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace weft::analysis;
using llvm::Error;
using llvm::Expected;
using llvm::SmallBitVector;

char LatticeError::ID = 0;

namespace {

using Points = llvm::SmallVector<LatticePoint, 4>;

/// The lattice of a subexpression.
struct Operand {
  Points points;
  /// Whether the domain is the universe whatever the segments hold. Then some
  /// point has full segments only, and all points iterate over something full.
  bool full;
};

class LatticeBuilder {
public:
  LatticeBuilder(llvm::ArrayRef<Segment> segments,
                 const LatticeOptions &options);

  Expected<Operand> build(const IterationDomain &domain) const;

private:
  Expected<Operand> applySegmentRule(unsigned id) const;
  Operand applyDimensionRule() const;
  Expected<Operand> applyIntersectionRule(Operand left, Operand right) const;
  Expected<Operand> applyUnionRule(Operand left, Operand right) const;

  void optimizeIntersection(Operand &left, Operand &right) const;
  void optimizeSubset(Operand &left, Operand &right) const;

  Operand &chooseQuerySide(Operand &left, Operand &right,
                           const SmallBitVector &queryable) const;
  void locateInsteadOfIterate(Operand &operand,
                              const SmallBitVector &queryable) const;
  Error addPoint(LatticePoint point, Points &points,
                 llvm::DenseSet<SmallBitVector> &regions) const;
  Error addProduct(const Operand &left, const Operand &right, Points &points,
                   llvm::DenseSet<SmallBitVector> &regions) const;
  void unifyRoles(Points &points) const;
  Error insertDimensions(Points &points) const;

  unsigned universeBit() const { return segments.size(); }
  LatticePoint makePoint() const {
    return {SmallBitVector(segments.size() + 1),
            SmallBitVector(segments.size() + 1)};
  }

  llvm::ArrayRef<Segment> segments;
  const LatticeOptions &options;
  /// The segments that are full and those that are not ordered.
  SmallBitVector full, unordered;
  /// What can tell whether it has a coordinate: the segments with locate and,
  /// trivially, the universe. In intersections, also what is searched.
  SmallBitVector queryable, queryableInIntersections;
};

} // namespace

LatticeBuilder::LatticeBuilder(llvm::ArrayRef<Segment> segments,
                               const LatticeOptions &options)
    : segments(segments), options(options), full(segments.size() + 1),
      unordered(segments.size() + 1), queryable(segments.size() + 1),
      queryableInIntersections(segments.size() + 1) {
  for (auto [id, segment] : llvm::enumerate(segments)) {
    full[id] = segment.full;
    unordered[id] = !segment.ordered;
    queryable[id] = segment.canLocate();
    queryableInIntersections[id] = segment.canLocateInIntersection();
  }
  queryable.set(universeBit());
  queryableInIntersections.set(universeBit());
}

Expected<Operand> LatticeBuilder::build(const IterationDomain &domain) const {
  using Kind = IterationDomain::Kind;
  switch (domain.getKind()) {
  case Kind::Empty:
    return Operand{{}, /*full=*/false};
  case Kind::Universe:
    return applyDimensionRule();
  case Kind::Segment:
    return applySegmentRule(domain.getSegment());
  case Kind::Intersection:
  case Kind::Union:
    break;
  }
  Expected<Operand> left = build(domain.getLeft());
  if (!left)
    return left.takeError();
  Expected<Operand> right = build(domain.getRight());
  if (!right)
    return right.takeError();
  if (domain.getKind() == Kind::Intersection)
    return applyIntersectionRule(std::move(*left), std::move(*right));
  return applyUnionRule(std::move(*left), std::move(*right));
}

//===----------------------------------------------------------------------===//
// The four rules
//===----------------------------------------------------------------------===//

/// Segment rule: iterate over the segment or, if its level cannot iterate, over
/// its dimension, and locate it.
Expected<Operand> LatticeBuilder::applySegmentRule(unsigned id) const {
  const Segment &segment = segments[id];
  LatticePoint point = makePoint();
  if (segment.iterable) {
    point.iterators.set(id);
  } else if (segment.canLocate()) {
    point.iterators.set(universeBit());
    point.locators.set(id);
  } else {
    return llvm::make_error<LatticeError>(
        LatticeError::Reason::Inaccessible, id,
        "segment '" + segment.name + "' can be neither iterated nor located");
  }
  return Operand{{std::move(point)}, segment.full};
}

/// Dimension rule: iterate over the universe.
Operand LatticeBuilder::applyDimensionRule() const {
  LatticePoint point = makePoint();
  point.iterators.set(universeBit());
  return {{std::move(point)}, /*full=*/true};
}

/// Intersection rule: the Cartesian product of the points, merged pairwise.
Expected<Operand> LatticeBuilder::applyIntersectionRule(Operand left,
                                                        Operand right) const {
  if (options.intersectionOptimization)
    optimizeIntersection(left, right);
  Points points;
  llvm::DenseSet<SmallBitVector> regions;
  if (Error error = addProduct(left, right, points, regions))
    return error;
  unifyRoles(points);
  if (Error error = insertDimensions(points))
    return error;
  return Operand{std::move(points), left.full && right.full};
}

/// Union rule: the points of the product and those of both operands.
Expected<Operand> LatticeBuilder::applyUnionRule(Operand left,
                                                 Operand right) const {
  if (options.subsetOptimization)
    optimizeSubset(left, right);
  Points points;
  llvm::DenseSet<SmallBitVector> regions;
  if (Error error = addProduct(left, right, points, regions))
    return error;
  for (const Operand *operand : {&left, &right})
    for (const LatticePoint &point : operand->points)
      if (Error error = addPoint(point, points, regions))
        return error;
  unifyRoles(points);
  if (Error error = insertDimensions(points))
    return error;
  return Operand{std::move(points), left.full || right.full};
}

/// Adds the merged pairs of points: the union of their iterators and the union
/// of their locators.
Error LatticeBuilder::addProduct(
    const Operand &left, const Operand &right, Points &points,
    llvm::DenseSet<SmallBitVector> &regions) const {
  for (const LatticePoint &l : left.points) {
    for (const LatticePoint &r : right.points) {
      LatticePoint merged = l;
      merged.iterators |= r.iterators;
      merged.locators |= r.locators;
      if (Error error = addPoint(std::move(merged), points, regions))
        return error;
    }
  }
  return Error::success();
}

/// Adds a point unless there is one for the same region already, which has the
/// same segments or, post-merger in the subset optimization, differs in full
/// segments only: the absence of a full segment is no region. The product of
/// operands whose points are in order yields the largest such point first.
Error LatticeBuilder::addPoint(LatticePoint point, Points &points,
                               llvm::DenseSet<SmallBitVector> &regions) const {
  SmallBitVector region = point.segments();
  if (options.subsetOptimization)
    region.reset(full);
  if (!regions.insert(std::move(region)).second)
    return Error::success();
  if (options.limit && points.size() >= *options.limit)
    return llvm::make_error<LatticeError>(
        LatticeError::Reason::TooManyPoints, std::nullopt,
        "iteration lattice has more than " + std::to_string(*options.limit) +
            " points");
  points.push_back(std::move(point));
  return Error::success();
}

/// Iterates over a segment in all points if any point iterates over it. The
/// operands disagree only if both have the segment.
void LatticeBuilder::unifyRoles(Points &points) const {
  SmallBitVector iterated(segments.size() + 1);
  for (const LatticePoint &point : points)
    iterated |= point.iterators;
  iterated.reset(universeBit());
  for (LatticePoint &point : points) {
    SmallBitVector here = point.locators;
    here &= iterated;
    point.iterators |= here;
    point.locators.reset(here);
  }
}

/// A merge needs ordered iterators. Where an unordered one meets another,
/// iterates over the dimension and locates the unordered one; in all points, as
/// its iteration could not be resumed at a coordinate.
Error LatticeBuilder::insertDimensions(Points &points) const {
  SmallBitVector moved(segments.size() + 1);
  for (const LatticePoint &point : points)
    if (point.iterators.count() > 1)
      moved |= point.iterators;
  moved &= unordered;

  for (unsigned id : moved.set_bits())
    if (!queryable.test(id))
      return llvm::make_error<LatticeError>(
          LatticeError::Reason::Unordered, id,
          "segment '" + segments[id].name +
              "' is unordered and cannot be located, so it cannot be "
              "coiterated with others");

  for (LatticePoint &point : points) {
    SmallBitVector here = point.iterators;
    here &= moved;
    if (here.none())
      continue;
    point.iterators.reset(here);
    point.iterators.set(universeBit());
    point.locators |= here;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The two optimizations
//===----------------------------------------------------------------------===//

/// Intersection optimization: an intersection is contained in either operand,
/// so that iterating over one covers it. The other is queried where it can be.
void LatticeBuilder::optimizeIntersection(Operand &left, Operand &right) const {
  locateInsteadOfIterate(chooseQuerySide(left, right, queryableInIntersections),
                         queryableInIntersections);
}

/// Subset optimization, pre-merger: a union is contained in an operand that is
/// full, so that iterating over this one covers it. The other is queried where
/// it can be.
void LatticeBuilder::optimizeSubset(Operand &left, Operand &right) const {
  if (left.full && right.full)
    locateInsteadOfIterate(chooseQuerySide(left, right, queryable), queryable);
  else if (left.full)
    locateInsteadOfIterate(right, queryable);
  else if (right.full)
    locateInsteadOfIterate(left, queryable);
}

/// Moves what can be queried to the locators. The universe has every coordinate
/// and simply goes.
void LatticeBuilder::locateInsteadOfIterate(
    Operand &operand, const SmallBitVector &queryable) const {
  for (LatticePoint &point : operand.points) {
    SmallBitVector moved = point.iterators;
    moved &= queryable;
    point.iterators.reset(moved);
    point.locators |= moved;
    point.locators.reset(universeBit());
  }
}

/// Either side may be queried. Compares what the top point would have to
/// iterate over: best nothing unordered that needs a dimension, then nothing
/// full, then few iterators (the heuristic of the thesis), then ordered ones.
Operand &
LatticeBuilder::chooseQuerySide(Operand &left, Operand &right,
                                const SmallBitVector &queryable) const {
  auto cost = [&](const Operand &iterated, const Operand &queried) {
    SmallBitVector remaining(segments.size() + 1), kept = remaining;
    for (const LatticePoint &point : queried.points)
      remaining |= point.iterators;
    remaining.reset(queryable);
    for (const LatticePoint &point : iterated.points)
      kept |= point.iterators;
    remaining |= kept;
    unsigned count = remaining.count();
    bool anyUnordered = remaining.anyCommon(unordered);
    bool anyFull = remaining.test(universeBit()) || remaining.anyCommon(full);
    return std::make_tuple(count > 1 && anyUnordered, anyFull, count,
                           anyUnordered);
  };
  return cost(right, left) < cost(left, right) ? left : right;
}

Expected<IterationLattice>
weft::analysis::buildLattice(const IterationDomain &domain,
                             llvm::ArrayRef<Segment> segments,
                             const LatticeOptions &options) {
  Expected<Operand> root = LatticeBuilder(segments, options).build(domain);
  if (!root)
    return root.takeError();
  return IterationLattice(std::move(root->points), segments);
}
