//===- TrimmingTest.cpp - Tests of trimming passes --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each pass removes, alone and after the others, and the texts of
// templates.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft::autoschedule;

namespace {

TEST(TrimmingTest, PassesCountWhatTheyRemove) {
  // 508, 185, 53, 38, 38 and 22 mappings are left.
  EXPECT_EQ(makeSpace(makeSpmv(), Target::CPU).getPipeline().print(),
            "enumerated 508\n"
            "0 sparse-order removed 323\n"
            "CPU-1 one-parallel-loop removed 0\n"
            "CPU-2 parallel-outermost removed 132\n"
            "CPU-3 no-useless-partition removed 15\n"
            "CPU-4 concordant-iteration removed 0\n"
            "CPU-5 contiguous-vector removed 16\n");
}

TEST(TrimmingTest, SpmmPerPass) {
  // 36564, 13117, 2391, 1554, 536 and 242 mappings are left.
  EXPECT_EQ(makeSpace(makeSpmm(Target::CPU), Target::CPU).getPipeline().print(),
            "enumerated 36564\n"
            "0 sparse-order removed 23447\n"
            "CPU-1 one-parallel-loop removed 0\n"
            "CPU-2 parallel-outermost removed 10726\n"
            "CPU-3 no-useless-partition removed 837\n"
            "CPU-4 concordant-iteration removed 1018\n"
            "CPU-5 contiguous-vector removed 294\n");
}

TEST(TrimmingTest, EachPassCanBeSwitchedOff) {
  for (Target target : {Target::CPU, Target::GPU}) {
    TrimmingPipeline names(target);
    for (const TrimmingPipeline::Stage &stage : names.getStages()) {
      SpaceOptions options;
      options.target = target;
      options.disabledPasses = {std::string(stage.pass->getName())};
      ScheduleSpace space(makeSpmm(target), options);
      std::string number(stage.pass->getNumber());
      size_t all = target == Target::CPU ? 242 : 694;
      // The enumeration has one parallel loop per level already.
      if (number == "CPU-1" || number == "GPU-3")
        EXPECT_EQ(space.getTemplates().size(), all) << number;
      else
        EXPECT_NE(space.getTemplates().size(), all) << number;
    }
    EXPECT_FALSE(names.setEnabled("no-such-pass", false));
  }
}

TEST(TrimmingTest, TemplatesAreSchedules) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::CPU);
  EXPECT_EQ(space.print(space.getTemplates()[1]),
            "reorder(i,j),parallelize(i,CPUThread,NoRaces,optional),"
            "parallelize(j,CPUVector,Temporary)");
  EXPECT_EQ(space.print(space.getTemplates()[6]),
            "reorder(i,j),fuse(i,j,if),pos(if,ip,A),split(ip,i0,i1,K0),reorder("
            "i0,i1),"
            "parallelize(i0,CPUThread,Atomics,optional)");
  EXPECT_EQ(space.print(space.getCandidates().back()),
            "split(i,i0,i1,32),pos(j,jp,A),split(jp,j0,j1,32),"
            "split(j1,j2,j3,1),reorder(j2,i1,i0,j0,j3),"
            "parallelize(j2,CPUThread,Atomics,optional)");
}

TEST(TrimmingTest, PositionsRaceForColumns) {
  // Places in tiles of different rows may have the same column.
  ScheduleSpace space =
      makeSpace(makeProblem("y(j) = A(i,j) * x(i)", {"A:CSR"}), Target::CPU);
  std::string all;
  for (const ScheduleTemplate &each : space.getTemplates())
    all += space.print(each) + "\n";
  EXPECT_NE(
      all.find(
          "reorder(j2,i,j0,j3),parallelize(j2,CPUThread,Atomics,optional)\n"),
      std::string::npos);
  EXPECT_NE(all.find("parallelize(i,CPUThread,Atomics,optional)"),
            std::string::npos);
}

TEST(TrimmingTest, HoistingComesFirst) {
  ScheduleSpace space = makeSpace(makeMttkrp(), Target::CPU);
  EXPECT_EQ(space.print(space.getTemplates()[0]),
            "reorder(i,k,l,j),precompute(B(i,k,l)*D(l,j),j,jw,w),"
            "reorder(i,k),parallelize(i,CPUThread,NoRaces,optional)");
}

TEST(TrimmingTest, TemplatesOfGPUs) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::GPU);
  EXPECT_EQ(space.print(space.getTemplates()[1]),
            "reorder(i,j),fuse(i,j,if),pos(if,ip,A),split(ip,i0,i1,K0),reorder("
            "i0,i1),"
            "split(i0,block,warp,16),split(i1,thread,rest,K0/32),"
            "reorder(block,warp,thread,rest),"
            "parallelize(block,GPUBlock,IgnoreRaces),"
            "parallelize(warp,GPUWarp,IgnoreRaces),"
            "parallelize(thread,GPUThread,Atomics)");
}

TEST(TrimmingTest, LargeNestsAreBounded) {
  ScheduleSpace space = makeSpace(
      makeProblem("A(i,j,k,l) = B(i,j,k,l) + C(i,j,k,l)"), Target::CPU, 1);
  EXPECT_EQ(space.getSplits().size(), 5u);
  EXPECT_EQ(space.getNumLeftOut(), 11u);
}

} // namespace
