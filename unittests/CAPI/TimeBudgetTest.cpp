//===- TimeBudgetTest.cpp - Tests of the time of a search -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clock is a number that the tests set.
//
//===----------------------------------------------------------------------===//

#include "TimeBudget.h"

#include <gtest/gtest.h>

using weft::capi::TimeBudget;

namespace {

TEST(TimeBudget, HasNoEndByDefault) {
  TimeBudget budget;
  EXPECT_FALSE(budget.isSpent());
  EXPECT_TRUE(budget.fits(1e300));
  EXPECT_EQ(budget.limitRun(0), 0);
  EXPECT_EQ(budget.limitRun(70), 70);
}

TEST(TimeBudget, BoundsRunsByTheTimeLeft) {
  double now = 0;
  TimeBudget budget(1000, [&] { return now; });
  EXPECT_EQ(budget.limitRun(300), 300);
  now = 800;
  EXPECT_EQ(budget.left(), 200);
  EXPECT_EQ(budget.limitRun(300), 200);
  EXPECT_EQ(budget.limitRun(0), 200);
  EXPECT_TRUE(budget.fits(200));
  EXPECT_FALSE(budget.fits(201));
}

TEST(TimeBudget, CancelsRunsBehindItsEnd) {
  double now = 1000;
  TimeBudget budget(1000, [&] { return now; });
  EXPECT_TRUE(budget.isSpent());
  EXPECT_FALSE(budget.fits(0.5));
  now = 5000;
  // Zero would be no limit.
  EXPECT_GT(budget.limitRun(300), 0);
  EXPECT_LT(budget.limitRun(300), 1);
  EXPECT_LT(budget.limitRun(0), 1);
}

/// Runs of 300 ms in a search of a second: three fit.
TEST(TimeBudget, EndsASearchInTime) {
  double now = 0, longest = 300;
  TimeBudget budget(1000, [&] { return now; });
  int runs = 0;
  for (; budget.fits(longest); ++runs)
    now += longest;
  EXPECT_EQ(runs, 3);
  EXPECT_LE(now, 1000);
}

} // namespace
