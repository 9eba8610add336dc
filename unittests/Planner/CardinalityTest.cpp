//===- CardinalityTest.cpp - Estimates of joins -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimated cardinalities against joins that are counted.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/LoopNest.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace weft::planner;

namespace {

using Entries = std::set<std::pair<int, int>>;

constexpr int kSize = 200;

/// Entries whose columns are drawn evenly, or mostly from the first ones.
Entries makeEntries(int count, bool isSkewed, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> draw(0, 1);
  Entries entries;
  while (static_cast<int>(entries.size()) < count) {
    double column = draw(engine);
    if (isSkewed)
      column = column * column * column;
    entries.insert({int(draw(engine) * kSize), int(column * kSize)});
  }
  return entries;
}

Factor makeFactorOf(const std::string &name, const Entries &entries,
                    unsigned row, unsigned column,
                    const std::vector<double> &extents) {
  std::vector<double> rows(kSize), columns(kSize);
  for (auto [i, j] : entries) {
    ++rows[i];
    ++columns[j];
  }
  Statistics statistics;
  statistics.entries = static_cast<double>(entries.size());
  for (const std::vector<double> *degrees : {&rows, &columns}) {
    double distinct = 0, squares = 0;
    for (double degree : *degrees) {
      distinct += degree != 0;
      squares += degree * degree;
    }
    statistics.distinct.push_back(distinct);
    statistics.squares.push_back(squares);
  }
  return makeFactor(name, {row, column}, {true, false}, {0, 1}, statistics,
                    extents);
}

/// The number of pairs of entries with the same column.
double countPairs(const Entries &left, const Entries &right) {
  double count = 0;
  for (auto [i, j] : left)
    for (auto [k, l] : right)
      count += j == l;
  return count;
}

double estimatePairs(const Entries &left, const Entries &right, bool isSame) {
  std::vector<double> extents(3, kSize);
  Factor a = makeFactorOf("A", left, 0, 1, extents);
  Factor b = makeFactorOf(isSame ? "A" : "B", right, 2, 1, extents);
  return estimateJoin({&a, &b}, 0b111, extents);
}

TEST(CardinalityTest, IndependentJoin) {
  Entries a = makeEntries(2000, false, 1), b = makeEntries(1000, false, 2);
  double counted = countPairs(a, b);
  EXPECT_NEAR(estimatePairs(a, b, false), counted, 0.15 * counted);
}

TEST(CardinalityTest, JoinWithItselfFollowsFromTheSquares) {
  Entries a = makeEntries(2000, true, 3);
  double counted = countPairs(a, a);
  // Twice as many as if degrees were even, so that the skew matters.
  EXPECT_GT(counted, 1.5 * 2000 * 2000 / kSize);
  EXPECT_NEAR(estimatePairs(a, a, true), counted, 0.02 * counted);
}

TEST(CardinalityTest, SkewedJoinsAreBetweenBothBounds) {
  Entries a = makeEntries(2000, true, 4), b = makeEntries(2000, true, 5);
  double estimate = estimatePairs(a, b, false);
  EXPECT_GT(estimate, 2000.0 * 2000 / kSize);
  EXPECT_LE(estimate, estimatePairs(a, a, true) * 1.05);
}

TEST(CardinalityTest, ProjectionsHaveAtMostAllCoordinates) {
  std::vector<double> extents(3, kSize);
  Entries entries = makeEntries(5000, false, 6);
  Factor a = makeFactorOf("A", entries, 0, 1, extents);
  Factor b = makeFactorOf("B", entries, 2, 1, extents);
  EXPECT_LE(estimateJoin({&a, &b}, 0b101, extents), kSize * kSize);
  EXPECT_NEAR(estimateJoin({&a, &b}, 0b001, extents), kSize, 1e-6);
}

TEST(CardinalityTest, ProjectionsHaveAtMostTheEntriesOfAFactor) {
  // S(i,j) * A(i,k) * B(j,k) with dense A and B has the coordinates of S.
  std::vector<double> extents(3, kSize);
  Entries entries = makeEntries(500, false, 8);
  Factor s = makeFactorOf("S", entries, 0, 1, extents);
  Factor a = makeFactor("A", {0, 2}, {true, true}, {0, 1}, {}, extents);
  Factor b = makeFactor("B", {1, 2}, {true, true}, {0, 1}, {}, extents);
  double counted =
      std::set<std::pair<unsigned, unsigned>>(entries.begin(), entries.end())
          .size();
  EXPECT_LE(estimateJoin({&s, &a, &b}, 0b011, extents), 1.01 * counted);
  // Each of S(i,j) and T(k,l) bounds its own modes.
  extents.push_back(kSize);
  Factor t = makeFactorOf("T", entries, 2, 3, extents);
  EXPECT_LE(estimateJoin({&s, &t}, 0b1111, extents), 1.01 * counted * counted);
}

TEST(CardinalityTest, EmptyOperand) {
  std::vector<double> extents(3, kSize);
  Factor a = makeFactorOf("A", {}, 0, 1, extents);
  Factor b = makeFactorOf("B", makeEntries(10, false, 7), 2, 1, extents);
  EXPECT_EQ(estimateJoin({&a, &b}, 0b111, extents), 0);
}

} // namespace
