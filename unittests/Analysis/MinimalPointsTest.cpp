//===- MinimalPointsTest.cpp - Tests of the bottom of a lattice -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A domain contains a coordinate exactly if some minimal point's segments all
// have it, and no minimal point contains another. The points of a guarded
// coiteration decide the same, and are no longer than the domain's expression.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationLattice.h"

#include "gtest/gtest.h"

#include <random>

using namespace weft::analysis;
using llvm::SmallBitVector;

namespace {

constexpr unsigned kNumSegments = 5;

IterationDomain getRandomDomain(std::mt19937 &random, unsigned depth) {
  unsigned kind = random() % (depth == 0 ? 4 : 8);
  if (kind == 0)
    return IterationDomain::universe();
  if (kind < 4)
    return IterationDomain::segment(random() % kNumSegments);
  IterationDomain left = getRandomDomain(random, depth - 1);
  IterationDomain right = getRandomDomain(random, depth - 1);
  return kind < 6 ? IterationDomain::unite(left, right)
                  : IterationDomain::intersect(left, right);
}

/// The segments whose bits are set.
static SmallBitVector getSegments(unsigned bits) {
  SmallBitVector segments(kNumSegments + 1);
  for (unsigned id = 0; id != kNumSegments; ++id)
    segments[id] = (bits >> id) & 1;
  return segments;
}

TEST(MinimalPoints, DecideTheDomain) {
  std::mt19937 random(7);
  for (int round = 0; round != 3000; ++round) {
    IterationDomain domain = getRandomDomain(random, 4);
    auto points = getMinimalPoints(domain, kNumSegments, 1000);
    ASSERT_TRUE(points.has_value());
    for (unsigned bits = 0; bits != 1u << kNumSegments; ++bits) {
      SmallBitVector present = getSegments(bits);
      SmallBitVector withUniverse = present;
      withUniverse.set(kNumSegments);
      bool covered = false;
      for (const SmallBitVector &point : *points)
        covered |= !point.test(withUniverse);
      present.resize(kNumSegments);
      EXPECT_EQ(domain.contains(present), covered);
    }
    for (const SmallBitVector &point : *points)
      for (const SmallBitVector &other : *points)
        EXPECT_TRUE(&point == &other || point.test(other));
  }
}

/// How many segments an expression has, and points list.
unsigned countSegments(const IterationDomain &domain) {
  if (domain.getKind() == IterationDomain::Kind::Segment)
    return 1;
  if (domain.getKind() != IterationDomain::Kind::Union &&
      domain.getKind() != IterationDomain::Kind::Intersection)
    return 0;
  return countSegments(domain.getLeft()) + countSegments(domain.getRight());
}

unsigned countSegments(llvm::ArrayRef<LatticePoint> points) {
  unsigned count = 0;
  for (const LatticePoint &point : points) {
    count += point.segments().count();
    for (const auto &alternatives : point.unions)
      count += countSegments(alternatives);
  }
  return count;
}

TEST(GuardedPoints, DecideTheDomain) {
  std::mt19937 random(11);
  for (int round = 0; round != 3000; ++round) {
    IterationDomain domain = getRandomDomain(random, 5);
    SmallBitVector located(kNumSegments + 1);
    for (unsigned id = 0; id != kNumSegments; ++id)
      located[id] = random() % 4 == 0;
    std::vector<LatticePoint> points = getGuardedPoints(domain, located);
    EXPECT_LE(countSegments(points), countSegments(domain));
    for (unsigned bits = 0; bits != 1u << kNumSegments; ++bits) {
      SmallBitVector present = getSegments(bits);
      SmallBitVector withUniverse = present;
      withUniverse.set(kNumSegments);
      EXPECT_EQ(domain.contains(present), containsAny(points, withUniverse));
    }
    // Something brings the coordinates: all or, where what is located in is
    // enough, the universe.
    EXPECT_FALSE(containsAny(points, located));
    EXPECT_EQ(domain.contains(located),
              anyPoint(points, [](const LatticePoint &point) {
                return point.iteratesUniverse();
              }));
    EXPECT_FALSE(anyPoint(points, [&](const LatticePoint &point) {
      return point.iterators.anyCommon(located);
    }));
  }
}

TEST(GuardedPoints, KeepUnionsInProducts) {
  IterationDomain domain = IterationDomain::universe();
  for (unsigned id = 0; id != 64; id += 2)
    domain = IterationDomain::intersect(
        domain, IterationDomain::unite(IterationDomain::segment(id),
                                       IterationDomain::segment(id + 1)));
  auto points = getGuardedPoints(domain, SmallBitVector(65));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points.front().unions.size(), 32u);
  EXPECT_EQ(countSegments(points), 64u);
}

TEST(MinimalPoints, OfAUnionAreItsSegments) {
  IterationDomain domain = IterationDomain::segment(0);
  for (unsigned id = 1; id != 16; ++id)
    domain = IterationDomain::unite(domain, IterationDomain::segment(id));
  auto points = getMinimalPoints(domain, 16, 16);
  ASSERT_TRUE(points.has_value());
  EXPECT_EQ(points->size(), 16u);
}

TEST(MinimalPoints, AreLimited) {
  // (s0 ∪ s1) ∩ (s2 ∪ s3) has four.
  auto both = [](unsigned id) {
    return IterationDomain::unite(IterationDomain::segment(id),
                                  IterationDomain::segment(id + 1));
  };
  IterationDomain domain = IterationDomain::intersect(both(0), both(2));
  EXPECT_TRUE(getMinimalPoints(domain, 4, 4).has_value());
  EXPECT_FALSE(getMinimalPoints(domain, 4, 3).has_value());
}

} // namespace
