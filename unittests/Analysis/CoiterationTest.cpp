//===- CoiterationTest.cpp - Lattices against brute force -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the coiteration machine of thesis section 3.3 on lattices of random
// domains over random segments, and compares every step with a direct
// evaluation of the domain. The domain is read as an expression as well, with
// products for intersections and sums for unions: its value in the region that
// the lattice chooses must be its value at the coordinate.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>

using namespace weft::analysis;
using llvm::SmallBitVector;
using Domain = IterationDomain;

namespace {

constexpr unsigned universeSize = 6;

/// A random problem: a domain, its segments and what they store.
struct Problem {
  std::vector<Segment> segments;
  /// The coordinates of each segment as iteration yields them: in any order if
  /// the segment is unordered, in runs if it is not unique.
  std::vector<std::vector<unsigned>> coordinates;
  Domain domain = Domain::empty();
  LatticeOptions options;

  bool isPresent(unsigned id, unsigned coordinate) const {
    const std::vector<unsigned> &stored = coordinates[id];
    return std::find(stored.begin(), stored.end(), coordinate) != stored.end();
  }

  SmallBitVector getPresent(unsigned coordinate) const {
    SmallBitVector present(segments.size() + 1);
    for (unsigned id = 0; id < segments.size(); ++id)
      present[id] = isPresent(id, coordinate);
    return present;
  }

  std::string describe(const IterationLattice *lattice) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    domain.print(os, segments);
    for (auto [id, segment] : llvm::enumerate(segments)) {
      os << "\n"
         << segment.name << ":" << (segment.full ? " full" : "")
         << (segment.ordered ? "" : " unordered")
         << (segment.unique ? "" : " nonunique")
         << (segment.iterable ? "" : " noniterable")
         << (segment.locatable ? " locatable" : "") << " at";
      for (unsigned coordinate : coordinates[id])
        os << " " << coordinate;
    }
    os << "\n";
    if (lattice)
      lattice->print(os, segments);
    return text;
  }
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  Problem generate() {
    Problem problem;
    unsigned count = 1 + pick(5);
    for (unsigned id = 0; id < count; ++id) {
      problem.segments.push_back(generateSegment(id));
      problem.coordinates.push_back(
          generateCoordinates(problem.segments.back()));
    }
    // More leaves than segments now and then: operands repeat.
    problem.domain = generateDomain(count, 1 + pick(count + 2));
    problem.options.intersectionOptimization = pick(4) != 0;
    problem.options.subsetOptimization = pick(4) != 0;
    return problem;
  }

private:
  unsigned pick(unsigned bound) { return random() % bound; }
  bool oneIn(unsigned n) { return pick(n) == 0; }

  Segment generateSegment(unsigned id) {
    Segment segment;
    segment.name = std::string(1, char('b' + id));
    segment.full = oneIn(4);
    segment.ordered = !oneIn(4);
    segment.iterable = !oneIn(4);
    segment.locatable = segment.iterable ? oneIn(2) : !oneIn(16);
    // Runs are merged by whoever iterates, which takes order.
    segment.unique = !segment.ordered || !segment.iterable || !oneIn(4);
    return segment;
  }

  std::vector<unsigned> generateCoordinates(const Segment &segment) {
    std::vector<unsigned> coordinates;
    for (unsigned coordinate = 0; coordinate < universeSize; ++coordinate)
      if (segment.full || oneIn(2))
        coordinates.insert(coordinates.end(), segment.unique ? 1 : 1 + pick(3),
                           coordinate);
    if (!segment.ordered)
      std::shuffle(coordinates.begin(), coordinates.end(), random);
    return coordinates;
  }

  Domain generateDomain(unsigned segments, unsigned leaves) {
    if (leaves == 1)
      return oneIn(8) ? Domain::universe() : Domain::segment(pick(segments));
    unsigned left = 1 + pick(leaves - 1);
    Domain l = generateDomain(segments, left);
    Domain r = generateDomain(segments, leaves - left);
    return oneIn(2) ? Domain::intersect(l, r) : Domain::unite(l, r);
  }

  std::mt19937 random;
};

/// The value of the domain read as an expression, when the segments outside of
/// `present` are zero. Positive operands keep terms from cancelling.
uint64_t evaluate(const Domain &domain, const SmallBitVector &present) {
  switch (domain.getKind()) {
  case Domain::Kind::Empty:
    return 0;
  case Domain::Kind::Universe:
    return 97;
  case Domain::Kind::Segment: {
    static const uint64_t values[] = {2, 3, 5, 7, 11};
    unsigned id = domain.getSegment();
    return present.test(id) ? values[id] : 0;
  }
  case Domain::Kind::Intersection:
    return evaluate(domain.getLeft(), present) *
           evaluate(domain.getRight(), present);
  case Domain::Kind::Union:
    return evaluate(domain.getLeft(), present) +
           evaluate(domain.getRight(), present);
  }
  return 0;
}

/// Runs the loops of a lattice as the generated code does. It knows of
/// iterators only what their cursors show and of locators only look-ups.
class Machine {
public:
  Machine(const Problem &problem, const IterationLattice &lattice)
      : problem(problem), lattice(lattice),
        cursors(problem.segments.size() + 1) {}

  void run() {
    for (unsigned p = 0; p < lattice.size(); ++p)
      runLoop(p);
  }

  /// The coordinates in the domain, in the order of their visits.
  std::vector<unsigned> visited;

private:
  bool isUniverse(unsigned id) const { return id == problem.segments.size(); }

  bool isExhausted(unsigned id) const {
    return cursors[id] ==
           (isUniverse(id) ? universeSize : problem.coordinates[id].size());
  }

  unsigned getCoordinate(unsigned id) const {
    return isUniverse(id) ? cursors[id] : problem.coordinates[id][cursors[id]];
  }

  bool isActive(unsigned id, unsigned coordinate) const {
    return !isExhausted(id) && getCoordinate(id) == coordinate;
  }

  void runLoop(unsigned p) {
    const LatticePoint &point = lattice[p];
    ASSERT_TRUE(point.iterators.any());
    ASSERT_FALSE(point.iterators.anyCommon(point.locators));
    LoopSets sets = getLoopSets(point, problem.segments);
    while (llvm::none_of(sets.rangers.set_bits(),
                         [&](unsigned id) { return isExhausted(id); })) {
      for (unsigned id : point.iterators.set_bits())
        ASSERT_FALSE(isExhausted(id)) << "the rangers miss an iterator";
      ASSERT_TRUE(lattice.needsLoop(p)) << "an omitted loop runs";

      unsigned coordinate = universeSize, smallest = universeSize;
      for (unsigned id : sets.mergers.set_bits())
        coordinate = std::min(coordinate, getCoordinate(id));
      for (unsigned id : point.iterators.set_bits())
        smallest = std::min(smallest, getCoordinate(id));
      ASSERT_EQ(coordinate, smallest) << "the mergers miss a coordinate";

      visit(p, coordinate);
      for (unsigned id : point.iterators.set_bits())
        while (isActive(id, coordinate))
          ++cursors[id];
    }
  }

  void visit(unsigned p, unsigned coordinate) {
    const LatticePoint &point = lattice[p];
    SmallBitVector active(problem.segments.size() + 1);
    SmallBitVector accessible = point.segments();
    for (unsigned id : accessible.set_bits())
      active[id] = point.iterators.test(id) ? isActive(id, coordinate)
                                            : problem.isPresent(id, coordinate);

    SmallBitVector present = problem.getPresent(coordinate);
    for (unsigned q : lattice.sublattice(p)) {
      SmallBitVector region = lattice[q].segments();
      if (region.test(active))
        continue;
      EXPECT_TRUE(problem.domain.contains(present)) << "at " << coordinate;
      EXPECT_EQ(evaluate(problem.domain, region),
                evaluate(problem.domain, present))
          << "at " << coordinate;
      visited.push_back(coordinate);
      return;
    }
    EXPECT_FALSE(problem.domain.contains(present)) << "at " << coordinate;
  }

  const Problem &problem;
  const IterationLattice &lattice;
  std::vector<unsigned> cursors;
};

/// Whether `error` names a segment of the domain that really cannot do what was
/// asked of it.
void checkRefusal(const Problem &problem, const LatticeError &error) {
  ASSERT_TRUE(error.getSegment().has_value());
  const Segment &segment = problem.segments[*error.getSegment()];
  SmallBitVector one(problem.segments.size());
  one.set(*error.getSegment());
  EXPECT_NE(problem.domain.without(one), problem.domain);
  EXPECT_FALSE(segment.canLocate());
  if (error.getReason() == LatticeError::Reason::Unordered)
    EXPECT_FALSE(segment.ordered);
  else
    EXPECT_FALSE(segment.iterable);
}

TEST(Coiteration, VisitsExactlyTheDomain) {
  Generator generator(/*seed=*/20200601);
  unsigned built = 0, universal = 0;
  for (unsigned i = 0; i < 200000 && !HasFailure(); ++i) {
    Problem problem = generator.generate();
    llvm::Expected<IterationLattice> lattice =
        buildLattice(problem.domain, problem.segments, problem.options);
    if (!lattice) {
      SCOPED_TRACE(problem.describe(nullptr));
      llvm::handleAllErrors(
          lattice.takeError(),
          [&](const LatticeError &error) { checkRefusal(problem, error); });
      continue;
    }
    SCOPED_TRACE(problem.describe(&*lattice));
    Machine machine(problem, *lattice);
    machine.run();

    std::vector<unsigned> expected;
    for (unsigned coordinate = 0; coordinate < universeSize; ++coordinate)
      if (problem.domain.contains(problem.getPresent(coordinate)))
        expected.push_back(coordinate);

    // Only an unordered segment on its own is visited out of order.
    SmallBitVector top = (*lattice)[0].iterators;
    bool ordered = (*lattice)[0].iteratesUniverse() || top.count() > 1 ||
                   problem.segments[top.find_first()].ordered;
    if (!ordered)
      std::sort(machine.visited.begin(), machine.visited.end());
    EXPECT_EQ(machine.visited, expected);
    ++built;
    universal += (*lattice)[0].iteratesUniverse();
  }
  // The problems are worth something only if most have a lattice and if many
  // of those do not go over everything.
  EXPECT_GT(built, 100000u);
  EXPECT_LT(universal, built / 2);
}

} // namespace
