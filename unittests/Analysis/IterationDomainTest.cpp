//===- IterationDomainTest.cpp - Tests of set expressions -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the simplifications, the queries and the notation of iteration domains
// (thesis section 3.2), with the domains of the thesis' examples.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/IterationDomain.h"

#include "gtest/gtest.h"

using namespace weft::analysis;
using llvm::SmallBitVector;
using Domain = IterationDomain;

namespace {

class IterationDomainTest : public testing::Test {
protected:
  static std::vector<Segment> getSegments() {
    std::vector<Segment> segments(3);
    segments[0].name = "B1";
    segments[1].name = "C1";
    segments[2].name = "d1";
    return segments;
  }

  std::string print(const Domain &domain) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    domain.print(os, segments);
    return text;
  }

  static SmallBitVector set(std::initializer_list<unsigned> members) {
    SmallBitVector result(3);
    for (unsigned member : members)
      result.set(member);
    return result;
  }

  std::vector<Segment> segments = getSegments();
  Domain B = Domain::segment(0), C = Domain::segment(1), d = Domain::segment(2);
  Domain U = Domain::universe(), none = Domain::empty();
};

TEST_F(IterationDomainTest, PrintsTheNotationOfTheThesis) {
  EXPECT_EQ(print(Domain::unite(B, C)), "B1 ∪ C1");
  EXPECT_EQ(print(Domain::intersect(Domain::unite(B, C), d)), "(B1 ∪ C1) ∩ d1");
  EXPECT_EQ(print(Domain::unite(d, Domain::intersect(B, C))), "d1 ∪ (B1 ∩ C1)");
  EXPECT_EQ(print(Domain::unite(B, Domain::unite(C, d))), "B1 ∪ C1 ∪ d1");
  EXPECT_EQ(print(none), "∅");
}

TEST_F(IterationDomainTest, KeepsTheUniverseOfBroadcasts) {
  EXPECT_EQ(print(Domain::intersect(B, U)), "B1 ∩ U");
  EXPECT_EQ(print(Domain::unite(U, B)), "U ∪ B1");
}

// Figure 3-11 simplifies (B1 ∩ U) ∩ (B1 ∩ U) to B1 ∩ U.
TEST_F(IterationDomainTest, IsIdempotent) {
  Domain broadcast = Domain::intersect(B, U);
  EXPECT_EQ(print(Domain::intersect(broadcast, Domain::intersect(B, U))),
            "B1 ∩ U");
  EXPECT_EQ(Domain::unite(C, C), C);
}

TEST_F(IterationDomainTest, AppliesTheLawsOfTheEmptySet) {
  EXPECT_TRUE(Domain::intersect(B, none).isEmpty());
  EXPECT_TRUE(Domain::intersect(none, U).isEmpty());
  EXPECT_EQ(Domain::unite(B, none), B);
  EXPECT_EQ(Domain::unite(none, U), U);
  EXPECT_TRUE(Domain::unite(none, none).isEmpty());
}

TEST_F(IterationDomainTest, DropsExhaustedSegments) {
  Domain domain = Domain::intersect(Domain::unite(B, C), d);
  EXPECT_EQ(print(domain.without(set({0}))), "C1 ∩ d1");
  EXPECT_EQ(print(domain.without(set({}))), "(B1 ∪ C1) ∩ d1");
  EXPECT_TRUE(domain.without(set({0, 1})).isEmpty());
  EXPECT_TRUE(domain.without(set({2})).isEmpty());
  EXPECT_EQ(Domain::unite(U, B).without(set({0, 1, 2})), U);
  // A set that is too short says nothing about the segments beyond it.
  EXPECT_EQ(d.without(SmallBitVector(1, true)), d);
}

TEST_F(IterationDomainTest, DecidesMembership) {
  Domain domain = Domain::intersect(Domain::unite(B, C), d);
  EXPECT_TRUE(domain.contains(set({0, 2})));
  EXPECT_TRUE(domain.contains(set({1, 2})));
  EXPECT_FALSE(domain.contains(set({0, 1})));
  EXPECT_FALSE(domain.contains(set({2})));
  EXPECT_TRUE(U.contains(set({})));
  EXPECT_FALSE(none.contains(set({0, 1, 2})));
}

TEST_F(IterationDomainTest, ComparesStructurally) {
  EXPECT_EQ(Domain::unite(B, C), Domain::unite(B, C));
  EXPECT_NE(Domain::unite(B, C), Domain::unite(C, B));
  EXPECT_NE(Domain::unite(B, C), Domain::intersect(B, C));
  EXPECT_NE(U, none);
}

} // namespace
