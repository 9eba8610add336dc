//===- LatticeExecutionTest.cpp - Visits of coiterations --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles and runs coiterations whose variable derives from others: tiles,
// collapsed variables and positions, over segments of one and several levels in
// all formats, with random entries. What they visit is compared with what the
// definition of `lattice.coiterate` says: all tuples of coordinates, one after
// the other, and for each the first point whose segments all have it.
//
//===----------------------------------------------------------------------===//

#include "LatticeTrial.h"

#include "gtest/gtest.h"

using namespace weft::test;

namespace {

class LatticeExecution : public ::testing::Test {
protected:
  static void SetUpTestSuite() { context = createKernelContext(); }
  static void TearDownTestSuite() { context.reset(); }

  /// Compares a coiteration's visits on random operands.
  void check(const Coiteration &c, int numTrials = 60) {
    LatticeKernel kernel(*context, c);
    if (HasFailure())
      return;
    std::mt19937 random(20);
    size_t numVisits = 0;
    for (int trial = 0; trial < numTrials; ++trial) {
      Trial operands(c, random);
      std::vector<Visit> expected = operands.getExpected();
      numVisits += expected.size();
      EXPECT_EQ(kernel.run(operands.tensors, operands.parameters), expected)
          << c.print() << "\ntrial " << trial;
      if (HasFailure())
        return;
    }
    EXPECT_GT(numVisits, 0u) << c.print();
  }

  static std::unique_ptr<mlir::MLIRContext> context;
};

std::unique_ptr<mlir::MLIRContext> LatticeExecution::context;

/// A segment with one level for each of some variables.
Segment over(const char *name, const char *letters,
             std::vector<unsigned> along) {
  return {name, letters, along};
}
Segment searched(Segment segment) {
  segment.searched = true;
  return segment;
}
Segment below(Segment segment) {
  segment.letters = "d" + segment.letters;
  segment.hasParent = true;
  return segment;
}

/// Formats of two and three levels that can be iterated over as one.
const std::vector<const char *> kMatrices = {"ds", "ss", "uq",
                                             "un", "su", "du"};
const std::vector<const char *> kTensors = {"dss", "dds", "sds", "sss", "unq",
                                            "suq", "duq", "ssu", "unn"};

Coiteration positionsOf(Segment segment, unsigned numVariables) {
  Coiteration c;
  c.numVariables = numVariables;
  c.segments = {segment};
  c.points = {{{0}, {}}};
  c.positions = 0;
  c.derived = true;
  return c;
}

Coiteration collapse(std::vector<Segment> segments, std::vector<Point> points) {
  Coiteration c;
  c.numVariables = 2;
  c.segments = std::move(segments);
  c.points = std::move(points);
  c.derived = true;
  return c;
}

const std::vector<Point> kUnion = {{{0, 1}, {}}, {{0}, {}}, {{1}, {}}};

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TEST_F(LatticeExecution, CountsPositionsOfOneLevel) {
  for (const char *letters : {"s", "u"})
    for (bool hasParent : {false, true})
      for (bool hasBase : {false, true}) {
        Segment segment = over("A", letters, {0});
        Coiteration c = positionsOf(hasParent ? below(segment) : segment, 1);
        c.hasBase = hasBase;
        check(c);
      }
}

TEST_F(LatticeExecution, CountsPositionsOfMatrices) {
  for (const char *letters : kMatrices)
    check(positionsOf(over("A", letters, {0, 1}), 2));
  Coiteration tile = positionsOf(over("A", "ds", {0, 1}), 2);
  tile.hasBase = true;
  check(tile);
  check(positionsOf(below(over("A", "ss", {0, 1})), 2));
}

TEST_F(LatticeExecution, CountsPositionsOfTensors) {
  for (const char *letters : kTensors)
    check(positionsOf(over("A", letters, {0, 1, 2}), 3));
}

TEST_F(LatticeExecution, LocatesAtRecoveredCoordinates) {
  for (const char *letters : kMatrices) {
    Coiteration c = positionsOf(over("A", letters, {0, 1}), 2);
    c.segments.push_back(over("x", "d", {1}));
    c.segments.push_back(searched(over("y", "s", {0})));
    c.segments.push_back(over("w", "d", {2}));
    c.points = {{{0}, {1, 2, 3}}, {{0}, {1, 3}}, {{0}, {2}}};
    c.hasBase = true;
    check(c);
  }
}

TEST_F(LatticeExecution, CoiteratesWithPositions) {
  for (const char *letters : kMatrices)
    for (const char *other : {"ds", "uq", "su"})
      for (bool isOuter : {false, true}) {
        Coiteration c = positionsOf(over("A", letters, {0, 1}), 2);
        c.segments.push_back(over("B", other, {0, 1}));
        c.points = {{{0, 1}, {}}};
        if (isOuter)
          c.points.push_back({{0}, {}});
        check(c, 30);
      }
}

TEST_F(LatticeExecution, GuardsPositions) {
  Coiteration c = positionsOf(over("A", "ds", {0, 1}), 2);
  c.segments.push_back(over("B", "uq", {0, 1}));
  c.segments.push_back(searched(over("x", "s", {1})));
  c.points = {{{0, 1}, {}}, {{0}, {2}}};
  c.guarded = true;
  check(c);
}

//===----------------------------------------------------------------------===//
// Collapsed variables
//===----------------------------------------------------------------------===//

TEST_F(LatticeExecution, UnitesCollapsed) {
  for (const char *left : kMatrices)
    for (const char *right : {"ss", "uq", "du"})
      for (bool windowed : {false, true}) {
        Coiteration c = collapse(
            {over("A", left, {0, 1}), over("B", right, {0, 1})}, kUnion);
        c.windowed = windowed;
        check(c, 30);
      }
}

TEST_F(LatticeExecution, IntersectsCollapsed) {
  for (const char *left : kMatrices) {
    Coiteration c = collapse({over("A", left, {0, 1}), over("B", "un", {0, 1})},
                             {{{0, 1}, {}}});
    c.windowed = c.hasBase = true;
    check(c);
  }
}

TEST_F(LatticeExecution, UnitesCollapsedTensors) {
  for (const char *left : kTensors) {
    Coiteration c = collapse(
        {over("A", left, {0, 1, 2}), over("B", "dds", {0, 1, 2})}, kUnion);
    c.numVariables = 3;
    c.windowed = true;
    check(c);
  }
}

TEST_F(LatticeExecution, IteratesOverCollapsedUniverse) {
  for (const char *letters : {"ss", "uq", "su"}) {
    Coiteration c =
        collapse({over("A", letters, {0, 1}), over("D", "dd", {0, 1})},
                 {{{0, 2}, {1}}, {{2}, {1}}});
    c.windowed = c.hasBase = true;
    check(c);
  }
}

TEST_F(LatticeExecution, LocatesInCollapsed) {
  for (const char *letters : {"ds", "ss", "uq", "su", "sd", "dd"}) {
    // Once in the same order and once transposed.
    Coiteration c =
        collapse({over("A", "ss", {0, 1}), searched(over("B", letters, {0, 1})),
                  searched(over("C", letters, {1, 0})), over("f", "d", {2})},
                 {{{0}, {1, 2, 3}}, {{0}, {2, 3}}, {{0}, {1, 3}}, {{0}, {3}}});
    check(c);
  }
}

TEST_F(LatticeExecution, GuardsCollapsed) {
  for (const char *letters : kMatrices)
    for (bool windowed : {false, true}) {
      Coiteration c =
          collapse({over("A", letters, {0, 1}), over("B", "uq", {0, 1}),
                    over("C", "du", {0, 1}), over("D", "dd", {0, 1}),
                    searched(over("x", "s", {1}))},
                   {{{0, 1}, {}}, {{2}, {3}}, {{1}, {4}}});
      c.guarded = true;
      c.windowed = windowed;
      check(c);
    }
}

TEST_F(LatticeExecution, GuardsCollapsedUniverse) {
  Coiteration c =
      collapse({over("A", "ds", {0, 1}), over("B", "un", {0, 1})}, {{{2}, {}}});
  c.guarded = true;
  check(c);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

TEST_F(LatticeExecution, IteratesOverTiles) {
  for (const char *letters : {"s", "u"}) {
    Coiteration c;
    c.numVariables = 1;
    c.derived = c.hasBase = c.windowed = true;
    c.segments = {over("A", letters, {0}), over("B", "s", {0}),
                  // A workspace that is indexed by the variable of the tile.
                  over("w", letters, {1}), over("d", "d", {1})};
    c.points = {{{0, 1, 2}, {3}}, {{0, 1}, {3}}, {{0, 2}, {3}}, {{1, 2}, {3}},
                {{0}, {3}},       {{1}, {3}},    {{2}, {3}}};
    check(c);
    c.points = {{{0, 4}, {3}}, {{2, 4}, {}}, {{0, 4}, {}}, {{4}, {}}};
    c.guarded = true;
    check(c);
  }
}

TEST_F(LatticeExecution, LocatesInTilesBySearch) {
  Coiteration c;
  c.numVariables = 1;
  c.derived = c.hasBase = c.windowed = true;
  c.segments = {over("A", "s", {0}), searched(over("w", "u", {1})),
                searched(below(over("B", "s", {0})))};
  c.points = {{{0}, {1, 2}}, {{0}, {2}}, {{0}, {1}}};
  check(c);
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

TEST_F(LatticeExecution, GallopingVisitsTheSame) {
  // Intersections, one of them with a union around it, of what can be searched
  // and what cannot.
  const std::vector<std::vector<Point>> lattices = {
      {{{0, 1}, {}}},
      {{{0, 1, 2}, {}}},
      {{{0, 1, 2}, {}}, {{0, 1}, {}}, {{2}, {}}}};
  for (const std::vector<Point> &points : lattices)
    for (const char *letters : {"sss", "sus", "usu", "ssd"})
      for (int64_t gallop : {0, 1, 2})
        for (bool windowed : {false, true}) {
          bool isDense = letters[2] == 'd';
          if (isDense && points.front().iterators.size() == 3)
            continue;
          Coiteration c;
          c.numVariables = 1;
          for (int number = 0; number < 3; ++number)
            c.segments.push_back({std::string(1, "ABC"[number]),
                                  std::string(1, letters[number]),
                                  {0}});
          c.points = points;
          if (isDense)
            c.points.front().locators = {2};
          c.gallop = gallop;
          c.windowed = windowed;
          check(c, 30);
        }
}

} // namespace
