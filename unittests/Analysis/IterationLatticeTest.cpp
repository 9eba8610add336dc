//===- IterationLatticeTest.cpp - Tests of lattice construction -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests each construction rule and optimization of thesis section 3.3 and the
// lattices of its figures 3-23, 3-25 and 3-27, point by point.
//
//===----------------------------------------------------------------------===//

#include "LatticeTestUtils.h"

#include "gtest/gtest.h"

using namespace weft::analysis;
using namespace weft::analysis::test;

namespace {

/// Builds and prints a lattice, or the error.
std::string build(const Domain &domain, llvm::ArrayRef<Segment> segments,
                  const LatticeOptions &options = {}) {
  llvm::Expected<IterationLattice> lattice =
      buildLattice(domain, segments, options);
  if (!lattice)
    return "error: " + llvm::toString(lattice.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  lattice->print(os, segments);
  return text;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

TEST(LatticeRules, Segment) {
  EXPECT_EQ(build(b, {compressed("b")}), "{b}\n");
  EXPECT_EQ(build(b, {dense("b")}), "{U | b}\n");
  EXPECT_EQ(build(b, {hashed("b")}), "{b}\n");
  EXPECT_EQ(build(b, {unorderedCompressed("b")}), "{b}\n");
}

TEST(LatticeRules, Dimension) { EXPECT_EQ(build(U, {}), "{U}\n"); }

TEST(LatticeRules, Empty) { EXPECT_EQ(build(Domain::empty(), {}), "{}\n"); }

TEST(LatticeRules, Intersection) {
  EXPECT_EQ(build(b & c, sparse), "{b, c}\n");
  EXPECT_EQ(build(b & b, sparse), "{b}\n");
}

TEST(LatticeRules, Union) {
  EXPECT_EQ(build(b | c, sparse), "{b, c}\n{b}\n{c}\n");
}

TEST(LatticeRules, RepeatedSegmentsAreJoined) {
  EXPECT_EQ(build((b & c) | (b & d), sparse), "{b, c, d}\n{b, c}\n{b, d}\n");
  // c is located for b but iterated over on its own: it is iterated over.
  EXPECT_EQ(build((b & c) | c, {compressed("b"), indexed("c")}),
            "{b, c}\n{c}\n");
  // d is located for c, and yet iterated over there, because b needs it.
  EXPECT_EQ(build((b | d) | (c & d),
                  {compressed("b"), compressed("c"), indexed("d")}),
            "{b, c, d}\n{b, d}\n{c, d}\n{b}\n{d}\n");
}

// On its own, b & c would iterate over b and locate c.
TEST(LatticeRules, SegmentsHaveOneRole) {
  Segment bitmap = dense("d");
  bitmap.full = false;
  EXPECT_EQ(build((c & d) | (b & c), {compressed("b"), indexed("c"), bitmap}),
            "{b, c | d}\n{b, c}\n{c | d}\n");
}

//===----------------------------------------------------------------------===//
// The figures of the thesis
//===----------------------------------------------------------------------===//

TEST(LatticeFigures, Figure3_23) {
  EXPECT_EQ(build((b | c) & d, sparse), "{b, c, d}\n{b, d}\n{c, d}\n");
}

// The loops and regions of the pseudocode. (The caption names a domain that has
// a single point.)
TEST(LatticeFigures, Figure3_25) {
  IterationLattice lattice = get((b | d) & (c | d), sparse);
  EXPECT_EQ(build((b | d) & (c | d), sparse),
            "{b, c, d}\n{b, c}\n{b, d}\n{c, d}\n{d}\n");
  EXPECT_EQ(lattice.sublattice(0),
            (llvm::SmallVector<unsigned>{0, 1, 2, 3, 4}));
  EXPECT_EQ(lattice.sublattice(1), (llvm::SmallVector<unsigned>{1}));
  EXPECT_EQ(lattice.sublattice(2), (llvm::SmallVector<unsigned>{2, 4}));
  EXPECT_EQ(lattice.sublattice(3), (llvm::SmallVector<unsigned>{3, 4}));
  EXPECT_EQ(lattice.sublattice(4), (llvm::SmallVector<unsigned>{4}));
}

TEST(LatticeFigures, Figure3_27_CompressedOperands) {
  EXPECT_EQ(build(b & c & d, sparse), "{b, c, d}\n");
  EXPECT_EQ(build(b | c | d, sparse),
            "{b, c, d}\n{b, c}\n{b, d}\n{c, d}\n{b}\n{c}\n{d}\n");
}

TEST(LatticeFigures, Figure3_27_DenseOperands) {
  EXPECT_EQ(build(b & c, allDense), "{U | b, c}\n");
  EXPECT_EQ(build(b | c, allDense), "{U | b, c}\n");
  EXPECT_EQ(build((b & c) | d, allDense), "{U | b, c, d}\n");
  EXPECT_EQ(build((b | c) & d, allDense), "{U | b, c, d}\n");
}

TEST(LatticeFigures, Figure3_27_MixedOperands) {
  EXPECT_EQ(build(b & c, mixed), "{b | c}\n");
  EXPECT_EQ(build(b | c, mixed), "{U, b | c}\n{U | c}\n");
  EXPECT_EQ(build(b & c & d, mixed), "{b, d | c}\n");
  EXPECT_EQ(build((b & c) | d, mixed), "{b, d | c}\n{b | c}\n{d}\n");
  EXPECT_EQ(build((b | c) & d, mixed), "{b, d | c}\n{d | c}\n");
  EXPECT_EQ(build((b & d) | c, mixed), "{U, b, d | c}\n{U | c}\n");
  EXPECT_EQ(build((b | d) & c, mixed), "{b, d | c}\n{b | c}\n{d | c}\n");
  EXPECT_EQ(build(b | c | d, mixed),
            "{U, b, d | c}\n{U, b | c}\n{U, d | c}\n{U | c}\n");
}

//===----------------------------------------------------------------------===//
// Intersection optimization
//===----------------------------------------------------------------------===//

TEST(IntersectionOptimization, IteratesOverTheSideThatCannotBeLocated) {
  EXPECT_EQ(build(b & c, {compressed("b"), indexed("c")}), "{b | c}\n");
  EXPECT_EQ(build(b & c, {indexed("b"), compressed("c")}), "{c | b}\n");
  EXPECT_EQ(build(b & c, {dense("b"), compressed("c")}), "{c | b}\n");
}

TEST(IntersectionOptimization, DropsTheUniverseOfBroadcasts) {
  EXPECT_EQ(build(b & U, sparse), "{b}\n");
  EXPECT_EQ(build(U & b, sparse), "{b}\n");
  EXPECT_EQ(build(U & (b | c), sparse), "{b, c}\n{b}\n{c}\n");
  EXPECT_EQ(build(U & b, {dense("b")}), "{U | b}\n");
  EXPECT_EQ(build(U & U, {}), "{U}\n");
}

TEST(IntersectionOptimization, IteratesOverOneOfTwoHashedSegments) {
  EXPECT_EQ(build(b & c, {hashed("b"), hashed("c")}), "{b | c}\n");
  // The ordered one is the better one to iterate over.
  EXPECT_EQ(build(b & c, {hashed("b"), indexed("c")}), "{c | b}\n");
}

TEST(IntersectionOptimization, PrefersSparseOverFull) {
  Segment fullIndexed = indexed("c");
  fullIndexed.full = true;
  EXPECT_EQ(build(b & c, {indexed("b"), fullIndexed}), "{b | c}\n");
  EXPECT_EQ(build(c & b, {indexed("b"), fullIndexed}), "{b | c}\n");
}

TEST(IntersectionOptimization, PrefersFullOverAnInsertedDimension) {
  Segment fullIndexed = indexed("c");
  fullIndexed.full = true;
  EXPECT_EQ(build((b | c) & d, {compressed("b"), fullIndexed, hashed("d")}),
            "{b, c | d}\n{c | d}\n");
}

TEST(IntersectionOptimization, LocatesWhatItCanOfAUnion) {
  EXPECT_EQ(build((b | c) & d, {compressed("b"), hashed("c"), compressed("d")}),
            "{b, d | c}\n{b, d}\n{d | c}\n");
}

TEST(IntersectionOptimization, RunsOfEqualCoordinatesAreNotLocated) {
  Segment runs = indexed("c");
  runs.unique = false;
  EXPECT_EQ(build(b & c, {compressed("b"), runs}), "{b, c}\n");
}

TEST(IntersectionOptimization, CanBeOff) {
  LatticeOptions options;
  options.intersectionOptimization = false;
  EXPECT_EQ(build(b & c, mixed, options), "{U, b | c}\n");
  EXPECT_EQ(build(b & U, mixed, options), "{U, b}\n");
}

//===----------------------------------------------------------------------===//
// Subset optimization
//===----------------------------------------------------------------------===//

TEST(SubsetOptimization, LocatesInASubsetOfAFullSegment) {
  EXPECT_EQ(build(b | c, {hashed("b"), dense("c")}), "{U | b, c}\n{U | c}\n");
  EXPECT_EQ(build(b | U, {indexed("b")}), "{U | b}\n{U}\n");
}

TEST(SubsetOptimization, IsByPropertiesOnly) {
  EXPECT_EQ(build(b | c, {compressed("b"), range("c")}), "{b, c}\n{c}\n");
  EXPECT_EQ(build(b | c, {range("b"), dense("c")}), "{b | c}\n");
  EXPECT_EQ(build(b | c, {dense("b"), range("c")}), "{c | b}\n");
  EXPECT_EQ(build(b | c, {range("b"), range("c")}), "{b, c}\n");
}

TEST(SubsetOptimization, AUnionWithAFullSegmentIsFull) {
  EXPECT_EQ(build((b | U) | c, {compressed("b"), indexed("c")}),
            "{U, b | c}\n{U, b}\n{U | c}\n{U}\n");
  // So is an intersection of full segments, but not one with others.
  EXPECT_EQ(build((U & d) | c, {compressed("b"), indexed("c"), dense("d")}),
            "{U | c, d}\n{U | d}\n");
  EXPECT_EQ(build((U & b) | c, {compressed("b"), indexed("c")}),
            "{b, c}\n{b}\n{c}\n");
}

TEST(SubsetOptimization, DropsTheRegionsWithoutAFullSegment) {
  EXPECT_EQ(build(b | U, sparse), "{U, b}\n{U}\n");
  EXPECT_EQ(build((b | U) & d, sparse), "{b, d}\n{d}\n");
}

TEST(SubsetOptimization, CanBeOff) {
  LatticeOptions options;
  options.subsetOptimization = false;
  EXPECT_EQ(build(b | c, mixed, options), "{U, b | c}\n{b}\n{U | c}\n");
}

//===----------------------------------------------------------------------===//
// Unordered segments
//===----------------------------------------------------------------------===//

TEST(UnorderedSegments, AreLocatedUnderADimension) {
  EXPECT_EQ(build(b | c, {compressed("b"), hashed("c")}),
            "{U, b | c}\n{b}\n{U | c}\n");
  EXPECT_EQ(build(b | c, {hashed("b"), hashed("c")}),
            "{U | b, c}\n{U | b}\n{U | c}\n");
  // The dimension goes again where something else bounds the iteration.
  EXPECT_EQ(build((b | c) & d, {hashed("b"), hashed("c"), compressed("d")}),
            "{d | b, c}\n{d | b}\n{d | c}\n");
}

TEST(UnorderedSegments, AreRefusedWithoutLocate) {
  std::vector<Segment> segments = {compressed("b"), unorderedCompressed("c")};
  for (const Domain &domain : {b & c, b | c, c | b, c | U}) {
    llvm::Expected<IterationLattice> lattice = buildLattice(domain, segments);
    ASSERT_FALSE(lattice);
    llvm::handleAllErrors(lattice.takeError(), [](const LatticeError &error) {
      EXPECT_EQ(error.getReason(), LatticeError::Reason::Unordered);
      EXPECT_EQ(error.getSegment(), 1u);
    });
  }
  EXPECT_EQ(build(b & c, segments),
            "error: segment 'c' is unordered and cannot be located, so it "
            "cannot be coiterated with others");
  // Alone, or with operands that can be located, it may be iterated over.
  EXPECT_EQ(build(c & U, segments), "{c}\n");
  EXPECT_EQ(build(b & c, {dense("b"), unorderedCompressed("c")}), "{c | b}\n");
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

TEST(LatticeErrors, Inaccessible) {
  Segment segment = compressed("b");
  segment.iterable = false;
  EXPECT_EQ(build(b, {segment}),
            "error: segment 'b' can be neither iterated nor located");
  // One look-up does not find a run of equal coordinates.
  segment.locatable = true;
  segment.unique = false;
  EXPECT_EQ(build(b, {segment}),
            "error: segment 'b' can be neither iterated nor located");
}

TEST(LatticeErrors, TooManyPoints) {
  LatticeOptions options;
  options.limit = 7;
  EXPECT_EQ(build(b | c | d, sparse, options),
            build(b | c | d, sparse, LatticeOptions()));
  options.limit = 6;
  EXPECT_EQ(build(b | c | d, sparse, options),
            "error: iteration lattice has more than 6 points");
}

TEST(LatticeErrors, UnionsOfManyAreRefusedAndNotAttempted) {
  std::vector<Segment> many(100, compressed("b"));
  std::vector<Segment> manyDense(100, dense("b"));
  Domain all = Domain::segment(0);
  for (unsigned id = 1; id < many.size(); ++id)
    all = all | Domain::segment(id);
  EXPECT_EQ(build(all, many),
            "error: iteration lattice has more than 4096 points");
  EXPECT_EQ(get(all, manyDense).size(), 1u);
}

} // namespace
