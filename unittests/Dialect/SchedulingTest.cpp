//===- SchedulingTest.cpp - Tests of schedules as functions ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the transformations of `Scheduling.h` as C++ code calls them: what they
// make of a kernel, in concrete index notation. What they refuse is tested by
// PreconditionsTest.cpp, and in more cases by the pass and the operations of
// the transform dialect that call them.
//
//===----------------------------------------------------------------------===//

#include "ScheduleTrial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;

namespace {

using SchedulingTest = ScheduleTrial;
using Direction = cin::SplitDirection;
using Races = cin::RaceStrategy;
using Unit = cin::ParallelUnit;

TEST_F(SchedulingTest, Split) {
  parseProduct();
  EXPECT_EQ(split("i", "i0", "i1", 4), "applied");
  EXPECT_EQ(split("j", "j0", "j1", 3, Direction::Up), "applied");
  EXPECT_EQ(notation(), "∀i0 ∀i1 ∀j0 ∀j1 y(i) += A(i,j) * x(j) : i "
                        "-split(down,4)-> i0 i1, j -split(up,3)-> j0 j1");
  // Tiles of tiles.
  EXPECT_EQ(split("i1", "i2", "i3", 2), "applied");
  EXPECT_EQ(notation(), "∀i0 ∀i2 ∀i3 ∀j0 ∀j1 y(i) += A(i,j) * x(j) : i1 "
                        "-split(down,2)-> i2 i3, i -split(down,4)-> i0 i1, j "
                        "-split(up,3)-> j0 j1");
}

TEST_F(SchedulingTest, Collapse) {
  parseProduct();
  EXPECT_EQ(collapse("i", "j", "f"), "applied");
  EXPECT_EQ(split("f", "f0", "f1", 8, Direction::Balanced), "applied");
  EXPECT_EQ(notation(), "∀f0 ∀f1 y(i) += A(i,j) * x(j) : f "
                        "-split(balanced,8)-> f0 f1, i j -collapse-> f");
}

TEST_F(SchedulingTest, Positions) {
  parseProduct("i : dense, j : compressed");
  EXPECT_EQ(collapse("i", "j", "f"), "applied");
  EXPECT_EQ(pos("f", "p"), "applied");
  EXPECT_EQ(notation(), "∀p y(i) += A(i,j) * x(j) : f -pos(A)-> p, i j "
                        "-collapse-> f");
  EXPECT_EQ(coord("p", "f"), "applied");
  EXPECT_EQ(notation(), "∀f y(i) += A(i,j) * x(j) : i j -collapse-> f");
}

TEST_F(SchedulingTest, CoordinatesOfTilesOfPositions) {
  parseProduct("i : dense, j : compressed");
  EXPECT_EQ(pos("j", "p"), "applied");
  EXPECT_EQ(split("p", "p0", "p1", 8), "applied");
  EXPECT_EQ(coord("p1", "c"), "applied");
  EXPECT_EQ(notation(),
            "∀i ∀p0 ∀c y(i) += A(i,j) * x(j) : j -split(down,8,A)-> p0 c");
}

TEST_F(SchedulingTest, Reorder) {
  parseProduct();
  EXPECT_EQ(reorder({"j", "i"}), "applied");
  EXPECT_EQ(notation(), "∀j ∀i y(i) += A(i,j) * x(j)");
}

// Both cases of section 6.1 of the thesis.
TEST_F(SchedulingTest, ReorderThroughWhere) {
  parseWhere(R"(
    %1 = cin.access %t[] : !S
    %2 = cin.access %x[%i] : !V
    %3 = arith.mulf %1, %2 : f64
    cin.assign %y[%i] = %3 : !V)");
  EXPECT_EQ(notation(), "∀i (y(i) = t * x(i) where ∀j t += A(i,j))");
  EXPECT_EQ(reorder({"j", "i"}), "applied");
  EXPECT_EQ(notation(), "∀j ∀i y(i) += A(i,j) * x(i)");
}

TEST_F(SchedulingTest, Bound) {
  parseProduct();
  EXPECT_EQ(bound("i", "ib", level::Bound::MultipleOf, 8), "applied");
  EXPECT_EQ(bound("j", "jb", level::Bound::Exactly, 64), "applied");
  ASSERT_EQ(getAll<level::RequireOp>().size(), 2u);
  EXPECT_EQ(getAll<level::RequireOp>()[0].getBound(), level::Bound::MultipleOf);
  EXPECT_EQ(getAll<level::RequireOp>()[1].getBound(), level::Bound::Exactly);
  EXPECT_EQ(notation(), "∀ib ∀jb y(ib) += A(ib,jb) * x(jb)");
  // What has as many coordinates by construction is not checked.
  parseProduct();
  EXPECT_EQ(split("i", "i0", "i1", 4), "applied");
  EXPECT_EQ(bound("i1", "ib", level::Bound::AtMost, 4), "applied");
  EXPECT_TRUE(getAll<level::RequireOp>().empty());
}

TEST_F(SchedulingTest, Tags) {
  parseProduct("i : dense, j : compressed");
  EXPECT_EQ(split("i", "i0", "i1", 4), "applied");
  EXPECT_EQ(unroll("i1", 2), "applied");
  EXPECT_EQ(merge("j", cin::MergeStrategy::Gallop), "applied");
  cin::Parallelization how;
  how.distribution = DistributionKind::Dynamic;
  how.chunk = 16;
  EXPECT_EQ(parallelize("i0", how), "applied");
  EXPECT_EQ(notation(), "∀i0 ∀i1 ∀j y(i) += A(i,j) * x(j) : i "
                        "-split(down,4)-> i0 i1, parallelize(i0, cpu_thread, "
                        "no_races, dynamic, 16), unroll(i1, 2), merge(j, "
                        "gallop)");
}

// Each strategy for races.
TEST_F(SchedulingTest, Parallelize) {
  parseProduct();
  EXPECT_EQ(reorder({"j", "i"}), "applied");
  EXPECT_EQ(parallelize("j", Unit::CPUThread, Races::Atomics), "applied");
  EXPECT_EQ(parallelize("i", Unit::CPUVector, Races::NoRaces), "applied");
  EXPECT_EQ(notation(), "∀j ∀i y(i) += A(i,j) * x(j) : parallelize(j, "
                        "cpu_thread, atomics), parallelize(i, cpu_vector, "
                        "no_races)");
  parseProduct();
  EXPECT_EQ(parallelize("j", Unit::CPUVector, Races::Temporary), "applied");
  EXPECT_EQ(notation(), "∀i ∀j y(i) += A(i,j) * x(j) : parallelize(j, "
                        "cpu_vector, temporary)");
  parseProduct();
  cin::Parallelization racing;
  racing.races = Races::IgnoreRaces;
  racing.allowRaces = true;
  EXPECT_EQ(parallelize("j", racing), "applied");
  EXPECT_EQ(notation(), "∀i ∀j y(i) += A(i,j) * x(j) : parallelize(j, "
                        "cpu_thread, ignore_races)");
}

// Of a loop that has others inside.
TEST_F(SchedulingTest, LanesAroundOtherLoops) {
  parseProduct();
  EXPECT_EQ(parallelize("i", Unit::CPUVector, Races::NoRaces), "applied");
  EXPECT_EQ(notation(), "∀i0 ∀j ∀i1 y(i) += A(i,j) * x(j) : i "
                        "-split(down,16)-> i0 i1, parallelize(i1, cpu_vector, "
                        "no_races)");
}

TEST_F(SchedulingTest, PartialResults) {
  parseProduct();
  EXPECT_EQ(split("j", "j0", "j1", 4, Direction::Up), "applied");
  EXPECT_EQ(reorder({"j0", "i", "j1"}), "applied");
  EXPECT_EQ(parallelize("j0", Unit::CPUThread, Races::Temporary), "applied");
  EXPECT_EQ(notation(), "(∀c ∀p y(c) += partial(p,c)) where ∀j0 ∀i ∀j1 "
                        "partial(j0,i) += A(i,j) * x(j) : j -split(up,4)-> j0 "
                        "j1, parallelize(j0, cpu_thread, no_races)");
}

TEST_F(SchedulingTest, Precompute) {
  parseProduct();
  Value product = getAll<arith::MulFOp>().front();
  EXPECT_EQ(precompute(product, {{"j", "jw"}}, "w"), "applied");
  EXPECT_EQ(notation(),
            "∀i ((∀j y(i) += w(j)) where ∀jw w(jw) = A(i,jw) * x(jw))");
  parseProduct();
  product = getAll<arith::MulFOp>().front();
  EXPECT_EQ(precompute(product, {{"i", "iw"}, {"j", "jw"}}, "w",
                       level::Workspace::Hashed),
            "applied");
  EXPECT_EQ(notation(), "(∀i ∀j y(i) += w(i,j)) where ∀iw ∀jw w(iw,jw) = "
                        "A(iw,jw) * x(jw)");
}

TEST_F(SchedulingTest, GroupOperands) {
  parseProduct();
  Value product = getAll<arith::MulFOp>().front();
  EXPECT_EQ(cin::getChain(product).size(), 2u);
}

} // namespace
