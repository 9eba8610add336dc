//===- PartitionTest.cpp - Tests of split schedules -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The split schedules of tables 3.1 and 3.2, the strategies of other formats,
// and theorem 1.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft::autoschedule;

namespace {

std::string printAll(const Problem &problem,
                     const PartitionOptions &options = {}) {
  std::string text;
  for (const SplitSchedule &schedule :
       enumeratePartitions(problem, options).schedules)
    text += schedule.print() + "\n";
  return text;
}

TEST(PartitionTest, TableOfSpmv) {
  EXPECT_EQ(printAll(makeSpmv()),
            "\n"
            "pos(j,jp,A),split(jp,j0,j1,K0)\n"
            "fuse(i,j,if),pos(if,ip,A),split(ip,i0,i1,K0)\n"
            "split(i,i0,i1,K0)\n"
            "split(i,i0,i1,K0),pos(j,jp,A),split(jp,j0,j1,K1)\n");
}

TEST(PartitionTest, KnownExtentsAreBounds) {
  SplitSchedule schedule =
      enumeratePartitions(makeSpmm(Target::CPU)).schedules[1];
  EXPECT_EQ(schedule.print(), "split(k,k0,k1,K0),bound(k0,kb,128/K0,MaxExact)");
  std::vector<int64_t> values = {24};
  EXPECT_EQ(schedule.print(&values),
            "split(k,k0,k1,24),bound(k0,kb,6,MaxExact)");
}

TEST(PartitionTest, DivideDoublesTheTiles) {
  PartitionOptions options;
  options.divides = true;
  EXPECT_EQ(printAll(makeProblem("y(i) = 2 * x(i)"), options),
            "\nsplit(i,i0,i1,K0)\ndivide(i,i0,i1,K0)\n");
}

TEST(PartitionTest, FuseEndsWithCompressedLevels) {
  std::string table =
      printAll(makeProblem("A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", {"B:sds"}));
  EXPECT_EQ(table.find("fuse(i,k"), std::string::npos);
  EXPECT_NE(table.find("fuse(k,l,kf),pos(kf,kp,B)"), std::string::npos);
}

TEST(PartitionTest, TilesEndBetweenCoordinates) {
  EXPECT_EQ(printAll(makeProblem("y(i) = A(i,j) * x(j)", {"A:COO"})),
            "\n"
            "pos(j,jp,A),split(jp,j0,j1,K0)\n"
            "fuse(i,j,if),pos(if,ip,A),split(ip,i0,i1,K0)\n");
}

TEST(PartitionTest, NamesDoNotClash) {
  EXPECT_EQ(printAll(makeProblem("i0(i) = i1(i)")), "\nsplit(i,i0_,i1_,K0)\n");
}

/// The chunk of each point of a grid of m by n if its rows and columns are
/// split into tiles.
std::vector<int> splitGrid(int m, int n, int rows, int columns) {
  std::vector<int> chunks;
  int width = (n + columns - 1) / columns;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      chunks.push_back(i / rows * width + j / columns);
  return chunks;
}

/// Theorem 1: tiles of K points of two fused dense loops are tiles of the
/// loops, if K divides the inner extent or is a multiple of it.
TEST(PartitionTest, FusedDenseLoopsAreRedundant) {
  const int m = 6, n = 12;
  for (int size : {1, 2, 3, 4, 6, 12, 24, 36}) {
    std::vector<int> fused;
    for (int point = 0; point < m * n; ++point)
      fused.push_back(point / size);
    EXPECT_EQ(fused, size <= n ? splitGrid(m, n, 1, size)
                               : splitGrid(m, n, size / n, n))
        << size;
  }
  Problem problem = makeProblem("A(i,j) = B(i,j) + C(i,j,k)", {"C:dds"});
  PartitionOptions options;
  size_t without = enumeratePartitions(problem, options).schedules.size();
  options.fusesDense = true;
  EXPECT_GT(enumeratePartitions(problem, options).schedules.size(), without);
}

} // namespace
