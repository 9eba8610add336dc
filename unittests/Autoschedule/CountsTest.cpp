//===- CountsTest.cpp - Counts of Wang's thesis -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of split schedules, templates and candidates that chapter 3 of
// R. Wang's thesis gives, as far as they follow from its definitions.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft::autoschedule;

namespace {

TEST(CountsTest, SpmvOnProcessors) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::CPU);
  EXPECT_EQ(space.getSplits().size(), 5u);
  EXPECT_EQ(space.countNaive(), 508);
  EXPECT_EQ(space.getTemplates().size(), 22u);
  EXPECT_EQ(space.countInstances(), 114u);
  // Two templates have no parameters.
  EXPECT_EQ(space.getCandidates().size(), 110u);
}

TEST(CountsTest, SpmmOnProcessors) {
  ScheduleSpace space = makeSpace(makeSpmm(Target::CPU), Target::CPU);
  EXPECT_EQ(space.getSplits().size(), 10u);
  EXPECT_EQ(space.countNaive(), 36564);
  EXPECT_EQ(space.getTemplates().size(), 242u);
  EXPECT_EQ(space.countInstances(), 3906u);
}

TEST(CountsTest, SpmmWithoutTheTenth) {
  ScheduleSpace space = makeSpace(makeSpmm(Target::CPU), Target::CPU, 2);
  EXPECT_EQ(space.getSplits().size(), 9u);
  EXPECT_EQ(space.getNumLeftOut(), 1u);
  EXPECT_EQ(space.getTemplates().size(), 135u);
  EXPECT_EQ(space.countInstances(), 1017u);
}

TEST(CountsTest, MttkrpOnProcessors) {
  ScheduleSpace space = makeSpace(makeMttkrp(), Target::CPU);
  EXPECT_EQ(space.getSplits().size(), 13u);
  EXPECT_EQ(space.countNaive(), 1025);
  EXPECT_EQ(space.getTemplates().size(), 27u);
  EXPECT_EQ(space.countInstances(), 279u);
}

TEST(CountsTest, SpmvOnGPUs) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::GPU);
  EXPECT_EQ(space.countNaive(), 260);
  EXPECT_EQ(space.getTemplates().size(), 5u);
  EXPECT_EQ(space.countInstances(), 27u);
  EXPECT_EQ(space.getCandidates().size(), 11u);
}

TEST(CountsTest, SpmmOnGPUs) {
  ScheduleSpace space = makeSpace(makeSpmm(Target::GPU), Target::GPU);
  EXPECT_EQ(space.countNaive(), 14868);
  EXPECT_EQ(space.getTemplates().size(), 694u);
  EXPECT_EQ(space.countInstances(), 12510u);
  ScheduleSpace nine = makeSpace(makeSpmm(Target::GPU), Target::GPU, 2);
  EXPECT_EQ(nine.getTemplates().size(), 330u);
  EXPECT_EQ(nine.countInstances(), 2682u);
  EXPECT_EQ(nine.getCandidates().size(), 1190u - 4u);
}

TEST(CountsTest, MttkrpOnGPUs) {
  ScheduleSpace space = makeSpace(makeMttkrp(), Target::GPU);
  EXPECT_EQ(space.getSplits().size(), 26u);
  EXPECT_EQ(space.countNaive(), 1241118);
  EXPECT_EQ(space.getTemplates().size(), 1002u);
  EXPECT_EQ(space.countInstances(), 48306u);
  EXPECT_EQ(space.getCandidates().size(), 6262u);
}

} // namespace
