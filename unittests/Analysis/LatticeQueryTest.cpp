//===- LatticeQueryTest.cpp - Tests of questions about lattices -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the order of lattice points, which of them are loops, the ranger and
// merger sets of loops (thesis section 5.2) and the Graphviz drawing.
//
//===----------------------------------------------------------------------===//

#include "LatticeTestUtils.h"

#include "gtest/gtest.h"

using namespace weft::analysis;
using namespace weft::analysis::test;

namespace {

//===----------------------------------------------------------------------===//
// Order, loops and loop sets
//===----------------------------------------------------------------------===//

TEST(LatticeOrder, SublatticeIsWhatExcludesExhaustedSegments) {
  IterationLattice lattice = get((b & c) | d, sparse);
  EXPECT_EQ(lattice.sublattice(0), (llvm::SmallVector<unsigned>{0, 1, 2}));
  EXPECT_EQ(lattice.sublattice(1), (llvm::SmallVector<unsigned>{1}));
  EXPECT_EQ(lattice.successor(0, 0), 2u);
  EXPECT_EQ(lattice.successor(0, 2), 1u);
  EXPECT_EQ(lattice.successor(1, 0), std::nullopt);
}

TEST(LatticeOrder, LoopsThatCannotRunAreRegionsOnly) {
  auto countLoops = [](const IterationLattice &lattice) {
    unsigned count = 0;
    for (unsigned p = 0; p < lattice.size(); ++p)
      count += lattice.needsLoop(p);
    return count;
  };
  // {U | b, c}, {U | c}: the first loop goes over everything.
  IterationLattice one = get(b | c, {hashed("b"), dense("c")});
  EXPECT_TRUE(one.needsLoop(0));
  EXPECT_FALSE(one.needsLoop(1));
  // {U, b | c}, {b}, {U | c}: when the first ends, b ends or everything does.
  IterationLattice two = get(b | c, {compressed("b"), hashed("c")});
  EXPECT_FALSE(two.needsLoop(1));
  EXPECT_TRUE(two.needsLoop(2));
  // Any of the others may end first.
  EXPECT_EQ(countLoops(get(b | c | d, sparse)), 7u);
  EXPECT_EQ(countLoops(get(b | c | d, mixed)), 4u);
  EXPECT_EQ(countLoops(get((b | c) & d, mixed)), 2u);
}

TEST(LatticeOrder, GivenOrderIsKept) {
  // Built, {b} comes before {c}.
  IterationLattice built = get(b | c, sparse);
  llvm::SmallVector<LatticePoint, 4> points(built.points());
  std::swap(points[1], points[2]);
  IterationLattice given = IterationLattice::inOrder(points, sparse);
  EXPECT_EQ(given.points(), llvm::ArrayRef(points));
  EXPECT_EQ(given.sublattice(0), (llvm::SmallVector<unsigned>{0, 1, 2}));
  EXPECT_EQ(given.successor(0, 0), 1u);
  EXPECT_TRUE(given.needsLoop(1) && given.needsLoop(2));
  EXPECT_FALSE(given.isFull(0));
  EXPECT_TRUE(given.isFull(3));
}

TEST(LeastIterators, AreThoseOfTheLowestPoints) {
  IterationLattice lattice = get(b & (c | d), sparse);
  EXPECT_EQ(lattice.leastIterators(0).size(), 2u);
  EXPECT_TRUE(lattice.isIntersection(0));
  EXPECT_FALSE(get((b & c) | d, sparse).isIntersection(0));
  EXPECT_FALSE(get(b | c, sparse).isIntersection(0));
  EXPECT_TRUE(get(b & c, sparse).isIntersection(0));
  EXPECT_FALSE(get(b, sparse).isIntersection(0));
}

std::string printSets(const Domain &domain, llvm::ArrayRef<Segment> segments) {
  LoopSets sets = getLoopSets(get(domain, segments)[0], segments);
  llvm::SmallBitVector none(segments.size() + 1);
  std::string text;
  llvm::raw_string_ostream os(text);
  LatticePoint{sets.rangers, none}.print(os, segments);
  LatticePoint{sets.mergers, none}.print(os, segments);
  return text;
}

TEST(LoopSets, DoWithoutWhatFullIteratorsImply) {
  EXPECT_EQ(printSets(b | c, sparse), "{b, c}{b, c}");
  EXPECT_EQ(printSets(b & c, mixed), "{b}{b}");
  EXPECT_EQ(printSets(b | c, mixed), "{b}{U}");
  EXPECT_EQ(printSets(b | c, allDense), "{U}{U}");
  EXPECT_EQ(printSets(b | c, {range("b"), range("c")}), "{c}{c}");
  EXPECT_EQ(printSets(b | c, {compressed("b"), range("c")}), "{b}{c}");
  EXPECT_EQ(printSets(b, {hashed("b")}), "{b}{b}");
}

//===----------------------------------------------------------------------===//
// Graphviz
//===----------------------------------------------------------------------===//

std::string printDot(const Domain &domain, llvm::ArrayRef<Segment> segments) {
  std::string text;
  llvm::raw_string_ostream os(text);
  get(domain, segments).printDot(os, segments);
  return text;
}

TEST(LatticeDot, EdgesNameWhatIsExhausted) {
  EXPECT_EQ(printDot((b | c) & d, sparse), R"(digraph lattice {
  p0 [label="{b, c, d}"];
  p1 [label="{b, d}"];
  p2 [label="{c, d}"];
  bottom [label="{}"];
  p0 -> p2 [label="b"];
  p0 -> p1 [label="c"];
  p0 -> bottom [label="d"];
  p1 -> bottom [label="b, d"];
  p2 -> bottom [label="c, d"];
}
)");
}

TEST(LatticeDot, DashedEdgesAreRegionsOnly) {
  EXPECT_EQ(printDot(b | U, {hashed("\"b\\")}), R"(digraph lattice {
  p0 [label="{U | \"b\\}"];
  p1 [label="{U}"];
  bottom [label="{}"];
  p0 -> bottom [label="U"];
  p0 -> p1 [style=dashed];
  p1 -> bottom [label="U"];
}
)");
}

} // namespace
