//===- NeighboursTest.cpp - Tests of schedules near the default -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Neighbours.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace weft::autoschedule;

static std::vector<std::string> enumerate(const std::string &schedule,
                                          const std::string &notation = "") {
  return enumerateNeighbours({schedule, notation, {"A", "B", "C"}, {"C"}});
}

static bool has(const std::vector<std::string> &all, const std::string &one) {
  return std::count(all.begin(), all.end(), one) == 1;
}

TEST(NeighboursTest, ChangesOneCommand) {
  auto all = enumerate("only\nsplit(k,k0,k1,16)\nreorder(k0,j,k1)\n"
                       "parallelize(k1,CPUVector,NoRaces,optional)\n"
                       "parallelize(i,CPUThread,NoRaces,optional)\n"
                       "widen_tiles()\nversion_extents(masked)\n");
  const std::string tiles = ",k1,",
                    rest = "),reorder(k0,j,k1),parallelize(k1,CPUVector,"
                           "NoRaces,optional),",
                    threads = "parallelize(i,CPUThread,NoRaces,";
  for (const char *size : {"8", "32", "64"})
    EXPECT_TRUE(has(all, "split(k,k0,k1," + std::string(size) + rest + threads +
                             "optional)"))
        << size;
  EXPECT_TRUE(
      has(all, "split(k,k0,k1,16" + rest + threads + "dynamic,16,optional)"));
  EXPECT_TRUE(has(all, "split(k,k0,k1,16" + rest +
                           "balance(i,i_part,i_in,64),parallelize(i_part,"
                           "CPUThread,NoRaces,optional)"));
  EXPECT_TRUE(
      has(all, "split(k,k0,k1,16),reorder(k0,j,k1)," + threads + "optional)"));
  EXPECT_TRUE(has(all, "default,widen_tiles(off)"));
  EXPECT_TRUE(has(all, "default,version_extents(unmasked)"));
  EXPECT_FALSE(has(all, "default,version_extents(masked)"));
  EXPECT_TRUE(has(all, "default,prefetch_gathers(128,64,16)"));
  EXPECT_FALSE(has(all, "default,prefetch_gathers(off)"));
}

TEST(NeighboursTest, ChangesStorage) {
  auto all = enumerate("only\n", "∀i ((∀j1 C(i,j1) = w(j1)) where ∀k ∀j w(j) "
                                 "+= A(i,k) * B(k,j))\n");
  for (const char *kind : {"dense", "bitmap", "sparse_set", "hashed", "list"})
    EXPECT_TRUE(has(all, "default,workspace(w," + std::string(kind) + ")"));
  EXPECT_TRUE(has(all, "default,assemble(C,two_phase)"));
  EXPECT_TRUE(has(all, "default,divide(i,i_part,i_in,8),parallelize(i_part,"
                       "CPUThread,Temporary,optional)"));
  for (const std::string &schedule : all)
    EXPECT_EQ(schedule.find("workspace(C"), std::string::npos);
}

TEST(NeighboursTest, DividesNoLoopOfACopy) {
  auto all = enumerate("only\n", "∀i ∀i1 T3(i,i1) = A(i,i1)\n"
                                 "∀j ∀k ∀i R(j,i) += T3(j,k) * B(j,k,i)\n");
  EXPECT_TRUE(has(all, "default,divide(j,j_part,j_in,8),parallelize(j_part,"
                       "CPUThread,Temporary,optional)"));
  for (const std::string &schedule : all)
    EXPECT_EQ(schedule.find("divide(i,"), std::string::npos);
}

TEST(NeighboursTest, LeavesNothingToChange) {
  auto all = enumerate("only\nparallelize(i,CPUThread,NoRaces,optional)\n");
  EXPECT_TRUE(has(all, "none"));
  for (const std::string &schedule : all)
    EXPECT_EQ(schedule.find(' '), std::string::npos) << schedule;
}
