//===- StatisticsTest.cpp - Texts of statistics --------------- -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statistics survive their text, and what is no statistics is refused.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/Statistics.h"

#include <gtest/gtest.h>

using namespace weft::planner;

namespace {

std::string getMessage(std::string_view text, size_t order) {
  Statistics statistics;
  std::string message;
  return parseStatistics(text, order, statistics, message) ? "" : message;
}

TEST(StatisticsTest, RoundTrip) {
  Statistics statistics;
  statistics.sizes = {4, 5};
  statistics.entries = 6;
  statistics.distinct = {3, 4};
  statistics.squares = {14, 10.5};
  statistics.prefixes = {4, 6};
  std::string text = toString(statistics);
  EXPECT_EQ(text, "sizes=4x5;entries=6;distinct=3x4;squares=14x10.5;"
                  "prefixes=4x6");
  Statistics parsed;
  std::string message;
  ASSERT_TRUE(parseStatistics(text, 2, parsed, message)) << message;
  EXPECT_EQ(toString(parsed), text);
}

TEST(StatisticsTest, Unknown) {
  Statistics parsed;
  std::string message;
  ASSERT_TRUE(parseStatistics("", 2, parsed, message));
  EXPECT_LT(parsed.entries, 0);
  EXPECT_EQ(toString(parsed), "");
}

TEST(StatisticsTest, Refused) {
  EXPECT_EQ(getMessage("entries=6;rows=4", 2),
            "expected sizes, entries, distinct, squares or prefixes, got "
            "'rows'");
  EXPECT_EQ(getMessage("sizes=4", 2),
            "expected 2 numbers for 'sizes', got '4'");
  EXPECT_EQ(getMessage("entries=6;sizes=4x5;entries=6", 2),
            "expected 'entries' once");
  EXPECT_EQ(getMessage("sizes=4x5;sizes=4x5", 2), "expected 'sizes' once");
  for (const char *text :
       {"entries=", "entries=-1", "entries=nan", "entries=inf", "entries=0x10",
        "entries=1x2", "entries=1e999", "entries= 1", "entries"})
    EXPECT_NE(getMessage(text, 2), "") << text;
  for (const char *text : {"sizes=4x", "sizes=x4", "sizes=4x5x6", "sizes=axb"})
    EXPECT_NE(getMessage(text, 2), "") << text;
}

TEST(StatisticsTest, ExpectedDistinctValues) {
  EXPECT_EQ(expectDistinct(0, 5), 0);
  EXPECT_EQ(expectDistinct(5, 0), 0);
  // Few draws are all different; many draws find all values.
  EXPECT_NEAR(expectDistinct(1e12, 10), 10, 1e-6);
  EXPECT_NEAR(expectDistinct(10, 1e6), 10, 1e-6);
  EXPECT_NEAR(expectDistinct(100, 100), 63.2, 0.1);
}

} // namespace
