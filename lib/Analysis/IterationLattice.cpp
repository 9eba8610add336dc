//===- IterationLattice.cpp - Lattice of an iteration domain ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions that the code generator asks of a finished lattice: its order
// (thesis section 3.3) and the ranger and merger sets of its loops (thesis
// section 5.2). Construction is in LatticeConstruction.cpp.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft::analysis;
using llvm::SmallBitVector;

/// The members of the set of iterators that have every coordinate.
static SmallBitVector getFullIterators(llvm::ArrayRef<Segment> segments) {
  SmallBitVector full(segments.size() + 1);
  for (auto [id, segment] : llvm::enumerate(segments))
    full[id] = segment.full;
  full.set(segments.size());
  return full;
}

SmallBitVector LatticePoint::segments() const {
  SmallBitVector result = iterators;
  result |= locators;
  result.reset(universeBit());
  return result;
}

bool weft::analysis::anyPoint(
    llvm::ArrayRef<LatticePoint> points,
    llvm::function_ref<bool(const LatticePoint &)> test) {
  return llvm::any_of(points, [&](const LatticePoint &point) {
    return test(point) ||
           llvm::any_of(point.unions, [&](const auto &alternatives) {
             return anyPoint(alternatives, test);
           });
  });
}

bool weft::analysis::containsAny(llvm::ArrayRef<LatticePoint> points,
                                 const SmallBitVector &present) {
  return llvm::any_of(points, [&](const LatticePoint &point) {
    return isSubset(point.iterators, present) &&
           isSubset(point.locators, present) &&
           llvm::all_of(point.unions, [&](const auto &alternatives) {
             return containsAny(alternatives, present);
           });
  });
}

/// Which loops can run. The loop of `q` starts when all loops before it have
/// ended. If the iterators of an earlier `p` are among those of `q`, what ended
/// `p` has ended `q` too. A full iterator of `p` need not be among them: when
/// it ends, nothing is left in any segment.
static SmallBitVector findLoops(llvm::ArrayRef<LatticePoint> points,
                                const SmallBitVector &full) {
  SmallBitVector loops(points.size());
  for (unsigned q = 0; q < points.size(); ++q) {
    loops[q] = llvm::none_of(points.take_front(q), [&](const auto &p) {
      SmallBitVector sparse = p.iterators;
      sparse.reset(full);
      return isSubset(sparse, points[q].iterators);
    });
  }
  return loops;
}

IterationLattice::IterationLattice(llvm::SmallVector<LatticePoint, 4> points,
                                   llvm::ArrayRef<Segment> segments) {
  // Supersets have more members, so that this order is topological. Within one
  // size the lower numbered segments come first, as in {b, c}, {b, d}, {c, d}.
  llvm::sort(points, [](const LatticePoint &a, const LatticePoint &b) {
    SmallBitVector left = a.segments(), right = b.segments();
    if (left.count() != right.count())
      return left.count() > right.count();
    SmallBitVector difference = left;
    difference ^= right;
    int first = difference.find_first();
    return first >= 0 && left.test(first);
  });
  *this = inOrder(std::move(points), segments);
}

IterationLattice
IterationLattice::inOrder(llvm::SmallVector<LatticePoint, 4> points,
                          llvm::ArrayRef<Segment> segments) {
  IterationLattice lattice;
  lattice.latticePoints = std::move(points);
  lattice.fullIterators = getFullIterators(segments);
  lattice.loops = findLoops(lattice.latticePoints, lattice.fullIterators);
  return lattice;
}

bool IterationLattice::isBelow(unsigned q, unsigned p) const {
  return isSubset(latticePoints[q].segments(), latticePoints[p].segments());
}

llvm::SmallVector<unsigned> IterationLattice::sublattice(unsigned p) const {
  llvm::SmallVector<unsigned> result;
  for (unsigned q = p; q < size(); ++q)
    if (isBelow(q, p))
      result.push_back(q);
  return result;
}

llvm::SmallVector<llvm::SmallBitVector>
IterationLattice::leastIterators(unsigned p) const {
  llvm::SmallVector<llvm::SmallBitVector> least;
  for (unsigned q : sublattice(p)) {
    const llvm::SmallBitVector &ids = latticePoints[q].iterators;
    if (llvm::any_of(least,
                     [&](const auto &other) { return isSubset(other, ids); }))
      continue;
    llvm::erase_if(least,
                   [&](const auto &other) { return isSubset(ids, other); });
    least.push_back(ids);
  }
  return least;
}

bool IterationLattice::isIntersection(unsigned p) const {
  return llvm::all_of(leastIterators(p), [&](llvm::SmallBitVector ids) {
    bool isReached = isSubset(ids, latticePoints[p].iterators);
    ids.reset(latticePoints[p].universeBit());
    return isReached && ids.count() > 1;
  });
}

std::optional<unsigned> IterationLattice::successor(unsigned p,
                                                    unsigned iterator) const {
  if (fullIterators.test(iterator))
    return std::nullopt;
  for (unsigned q = p + 1; q < size(); ++q)
    if (isBelow(q, p) && !latticePoints[q].segments().test(iterator))
      return q;
  return std::nullopt;
}

LoopSets weft::analysis::getLoopSets(const LatticePoint &point,
                                     llvm::ArrayRef<Segment> segments) {
  SmallBitVector sparse = point.iterators, full = point.iterators;
  SmallBitVector fullIterators = getFullIterators(segments);
  sparse.reset(fullIterators);
  full &= fullIterators;
  if (full.none())
    return {sparse, sparse};

  // All full iterators have the same coordinates. The last one is the universe
  // if that is among them, and it needs no memory access.
  SmallBitVector one(full.size());
  one.set(full.find_last());
  return {sparse.any() ? sparse : one, one};
}
