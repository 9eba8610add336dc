//===- ScheduleFormTest.cpp - Tests of what schedules start from ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the word that a schedule may begin with, which says what the schedule
// starts from: as the parser reads it, and as it is read off texts that may
// have mistakes.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Schedule.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

/// The form of a schedule, and how many commands it has; or the rendered error.
std::string parseForm(std::string_view text) {
  auto schedule = parseSchedule(text);
  if (!schedule)
    return render(schedule.error(), text);
  std::string form = "plain";
  if (schedule->form == ScheduleForm::Default)
    form = "default";
  if (schedule->form == ScheduleForm::Only)
    form = "only";
  return form + " " + std::to_string(schedule->steps.size());
}

TEST(ScheduleFormTest, Forms) {
  EXPECT_EQ(parseForm(""), "default 0");
  EXPECT_EQ(parseForm(" \n"), "default 0");
  EXPECT_EQ(parseForm("default"), "default 0");
  EXPECT_EQ(parseForm("default,unroll(i,2)"), "default 1");
  EXPECT_EQ(parseForm(" default unroll(i,2),unroll(j,2)"), "default 2");
  EXPECT_EQ(parseForm("only"), "only 0");
  EXPECT_EQ(parseForm("only\nunroll(i,2)\nunroll(j,2)\n"), "only 2");
  EXPECT_EQ(parseForm("none"), "plain 0");
  EXPECT_EQ(parseForm("none\n"), "plain 0");
  EXPECT_EQ(parseForm("unroll(i,2)"), "plain 1");
  // Index variables may have these names.
  EXPECT_EQ(parseForm("reorder(default,only,none)"), "plain 1");
}

TEST(ScheduleFormTest, Mistakes) {
  EXPECT_EQ(parseForm("none,unroll(i,2)"),
            "error: expected no commands after 'none'\n"
            "  none,unroll(i,2)\n"
            "  ^~~~\n"
            "hint: leave it out: commands change the loops as they are; 'only' "
            "chooses nothing else");
  EXPECT_EQ(parseForm("only,"), "error: expected a command after ','\n"
                                "  only,\n"
                                "      ^");
  EXPECT_EQ(parseForm("default,"), "error: expected a command after ','\n"
                                   "  default,\n"
                                   "         ^");
  EXPECT_EQ(parseForm("none,"), "error: expected a command after ','\n"
                                "  none,\n"
                                "      ^");
  // Only the first word is a form.
  std::string_view text = "unroll(i,2),only";
  auto last = parseSchedule(text);
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().message, "unknown scheduling command 'only'");
  EXPECT_EQ(last.error().range.begin, text.find("only"));
  auto called = parseSchedule("default(i)");
  ASSERT_FALSE(called);
  EXPECT_EQ(called.error().message, "expected a scheduling command, got '('");
}

TEST(ScheduleFormTest, TextsThatMayHaveMistakes) {
  EXPECT_EQ(getScheduleForm(""), ScheduleForm::Default);
  EXPECT_EQ(getScheduleForm(" \n\t"), ScheduleForm::Default);
  EXPECT_EQ(getScheduleForm(","), ScheduleForm::Plain);
  EXPECT_TRUE(hasScheduleSteps(","));
  EXPECT_TRUE(hasScheduleSteps("(i)"));
  EXPECT_EQ(getScheduleForm(" default"), ScheduleForm::Default);
  EXPECT_EQ(getScheduleForm("default,splt(i)"), ScheduleForm::Default);
  EXPECT_EQ(getScheduleForm("only\nunroll(i,2)"), ScheduleForm::Only);
  EXPECT_EQ(getScheduleForm("only("), ScheduleForm::Only);
  EXPECT_EQ(getScheduleForm("none"), ScheduleForm::Plain);
  EXPECT_EQ(getScheduleForm("unroll(i,2)"), ScheduleForm::Plain);
  EXPECT_EQ(getScheduleForm("defaults"), ScheduleForm::Plain);
  EXPECT_FALSE(hasScheduleSteps(""));
  EXPECT_FALSE(hasScheduleSteps(" \n"));
  EXPECT_FALSE(hasScheduleSteps("default"));
  EXPECT_FALSE(hasScheduleSteps(" only \n"));
  EXPECT_FALSE(hasScheduleSteps("none"));
  EXPECT_TRUE(hasScheduleSteps("default,"));
  EXPECT_TRUE(hasScheduleSteps("only\nunroll(i,2)"));
  EXPECT_TRUE(hasScheduleSteps("none,unroll(i,2)"));
  EXPECT_TRUE(hasScheduleSteps("unroll(i,2)"));
  EXPECT_TRUE(hasScheduleSteps("defaults"));
  EXPECT_EQ(getScheduleForm("only,$"), ScheduleForm::Only);
  EXPECT_TRUE(hasScheduleSteps("$"));
}

TEST(ScheduleFormTest, UnitsOfGPU) {
  EXPECT_TRUE(usesGPU("parallelize(i,GPUBlock,NoRaces)"));
  EXPECT_TRUE(usesGPU("parallelize(i,gpu_block,NoRaces)"));
  EXPECT_TRUE(usesGPU("split(i,b,t,8)\nparallelize(t,gputhread,NoRaces)"));
  EXPECT_FALSE(usesGPU("parallelize(i,CPUThread,NoRaces)"));
  EXPECT_FALSE(usesGPU("split(i,GPUBlocks,t,8)"));
}

} // namespace
