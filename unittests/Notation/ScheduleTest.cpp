//===- ScheduleTest.cpp - Tests of the parser of schedules ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests what schedules are made of, and the message of each mistake.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Schedule.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

/// A step in a spelling of the test's own, or the rendered error.
std::string parse(std::string_view text) {
  auto steps = parseSchedule(text);
  if (!steps)
    return render(steps.error(), text);
  std::string out;
  for (const ScheduleStep &step : steps->steps) {
    out += out.empty() ? "" : "; ";
    out += std::to_string(static_cast<int>(step.command));
    for (const Name &variable : step.variables)
      out += " " + variable.text;
    if (step.number != 0)
      out += " " + std::to_string(step.number);
    if (!step.tensor.text.empty())
      out += " of " + step.tensor.text;
    if (step.strategy == MergeBy::Gallop)
      out += " gallop";
    if (step.strategy == MergeBy::Locate)
      out += " locate";
  }
  return out;
}

std::string command(Command command) {
  return std::to_string(static_cast<int>(command));
}

TEST(ScheduleTest, Commands) {
  EXPECT_EQ(parse("split(i,i0,i1,32)"),
            command(Command::Split) + " i i0 i1 32");
  EXPECT_EQ(parse("divide(i,i0,i1,4)"),
            command(Command::Divide) + " i i0 i1 4");
  EXPECT_EQ(parse("balance(i,i0,i1,8)"),
            command(Command::Balance) + " i i0 i1 8");
  EXPECT_EQ(parse("reorder(i0,j,i1)"), command(Command::Reorder) + " i0 j i1");
  EXPECT_EQ(parse("unroll(i1,4)"), command(Command::Unroll) + " i1 4");
  EXPECT_EQ(parse("mergeby(j,Gallop)"),
            command(Command::MergeBy) + " j gallop");
  EXPECT_EQ(parse("mergeby(j, two_finger)"), command(Command::MergeBy) + " j");
  EXPECT_EQ(parse("mergeby(j,Locate)"),
            command(Command::MergeBy) + " j locate");
  EXPECT_EQ(parse("fuse(i, j, f)"), command(Command::Fuse) + " i j f");
  EXPECT_EQ(parse("pos(f, p, A)"), command(Command::Pos) + " f p of A");
  EXPECT_EQ(parse("coord(p, f)"), command(Command::Coord) + " p f");
}

TEST(ScheduleTest, Tails) {
  auto steps = parseSchedule("split(i,i0,i1,32) split(j,j0,j1,8,ShiftInwards)"
                             "split(k,k0,k1,\n 4, guard )"
                             "split(l,l0,l1,2,Predicate)"
                             "split(m,m0,m1,2,shift_inwards)");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->steps.size(), 5u);
  EXPECT_FALSE(steps->steps[0].tail);
  EXPECT_EQ(steps->steps[1].tail, Tail::ShiftInwards);
  EXPECT_EQ(steps->steps[1].number, 8);
  EXPECT_EQ(steps->steps[2].tail, Tail::Guard);
  EXPECT_EQ(steps->steps[3].tail, Tail::Predicate);
  EXPECT_EQ(steps->steps[4].tail, Tail::ShiftInwards);
  EXPECT_EQ(parse("split(i,i0,i1,32,RoundUp)"),
            "error: unknown tail strategy 'RoundUp'\n"
            "  split(i,i0,i1,32,RoundUp)\n"
            "                   ^~~~~~~\n"
            "hint: expected Guard, ShiftInwards, Predicate");
  EXPECT_EQ(parse("split(i,i0,i1,32,8)"),
            "error: expected a tail strategy, got '8'\n"
            "  split(i,i0,i1,32,8)\n"
            "                   ^\n"
            "hint: as in split(i,i0,i1,32)");
  // The parts of a variable have no width of their own.
  EXPECT_EQ(parse("divide(i,i0,i1,4,Guard)"), "error: expected ')', got ','\n"
                                              "  divide(i,i0,i1,4,Guard)\n"
                                              "                  ^\n"
                                              "hint: as in divide(i,i0,i1,4)");
}

TEST(ScheduleTest, Positions) {
  EXPECT_EQ(parse("pos(f,p)"), "error: expected ',', got ')'\n"
                               "  pos(f,p)\n"
                               "         ^\n"
                               "hint: as in pos(i,p,A)");
  EXPECT_EQ(parse("pos(f,p,2)"), "error: expected a tensor, got '2'\n"
                                 "  pos(f,p,2)\n"
                                 "          ^\n"
                                 "hint: as in pos(i,p,A)");
  EXPECT_EQ(parse("fuse(i,j)"), "error: expected ',', got ')'\n"
                                "  fuse(i,j)\n"
                                "          ^\n"
                                "hint: as in fuse(i,j,f)");
}

TEST(ScheduleTest, Parallelize) {
  auto steps = parseSchedule("parallelize(i,CPUThread,NoRaces) "
                             "parallelize( j, cpu_thread,\n Atomics, dynamic )"
                             "parallelize(k,CPUThread,temporary,Static,64)");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->steps.size(), 3u);
  const ScheduleStep &i = steps->steps[0], &j = steps->steps[1],
                     &k = steps->steps[2];
  EXPECT_EQ(i.races, RaceStrategy::NoRaces);
  EXPECT_FALSE(i.distribution);
  EXPECT_EQ(j.variables[0].text, "j");
  EXPECT_EQ(j.races, RaceStrategy::Atomics);
  EXPECT_EQ(j.distribution, Distribution::Dynamic);
  EXPECT_EQ(j.number, 0);
  EXPECT_EQ(k.races, RaceStrategy::Temporary);
  EXPECT_EQ(k.distribution, Distribution::Static);
  EXPECT_EQ(k.number, 64);
  EXPECT_EQ(parse("parallelize(i,CPUThread)"),
            "error: expected ',', got ')'\n"
            "  parallelize(i,CPUThread)\n"
            "                         ^\n"
            "hint: as in parallelize(i,CPUThread,NoRaces)");
  EXPECT_EQ(parse("parallelize(i,Thread,NoRaces)"),
            "error: unknown parallel unit 'Thread'\n"
            "  parallelize(i,Thread,NoRaces)\n"
            "                ^~~~~~\n"
            "hint: expected CPUThread, CPUVector");
  EXPECT_EQ(parse("parallelize(i,CPUThread,Races)"),
            "error: unknown race strategy 'Races'\n"
            "  parallelize(i,CPUThread,Races)\n"
            "                          ^~~~~\n"
            "hint: expected NoRaces, IgnoreRaces, Atomics, Temporary");
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,64)"),
            "error: expected a distribution, got '64'\n"
            "  parallelize(i,CPUThread,NoRaces,64)\n"
            "                                  ^~\n"
            "hint: as in parallelize(i,CPUThread,NoRaces)");
}

TEST(ScheduleTest, Bounds) {
  auto steps = parseSchedule("bound(i,ib,1024,MaxExact) bound(j,jb,8,strided)"
                             " bound(k,kb,2,max_constraint)");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->steps.size(), 3u);
  EXPECT_EQ(steps->steps[0].bound, BoundKind::MaxExact);
  EXPECT_EQ(steps->steps[0].number, 1024);
  EXPECT_EQ(steps->steps[0].variables[1].text, "ib");
  EXPECT_EQ(steps->steps[1].bound, BoundKind::Strided);
  EXPECT_EQ(steps->steps[2].bound, BoundKind::MaxConstraint);
  EXPECT_EQ(parse("bound(i,ib,8,MinExact)"),
            "error: unknown kind of bound 'MinExact'\n"
            "  bound(i,ib,8,MinExact)\n"
            "               ^~~~~~~~\n"
            "hint: expected MaxExact, MaxConstraint, Strided");
  EXPECT_EQ(parse("bound(i,ib,8)"), "error: expected ',', got ')'\n"
                                    "  bound(i,ib,8)\n"
                                    "              ^\n"
                                    "hint: as in bound(i,ib,1024,MaxExact)");
}

TEST(ScheduleTest, Precompute) {
  auto steps = parseSchedule("precompute(B(i,k)*(C(k,j) + 1), {j, k}, {jw,kw},"
                             " w, sparse_set),precompute(x, i, iw)");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->steps.size(), 2u);
  const ScheduleStep &first = steps->steps[0], &second = steps->steps[1];
  EXPECT_EQ(first.command, Command::Precompute);
  EXPECT_EQ(print(*first.expression), "B(i,k) * (C(k,j) + 1)");
  ASSERT_EQ(first.variables.size(), 2u);
  EXPECT_EQ(first.variables[1].text, "k");
  ASSERT_EQ(first.producers.size(), 2u);
  EXPECT_EQ(first.producers[1].text, "kw");
  ASSERT_TRUE(first.workspace);
  EXPECT_EQ(first.workspace->text, "w");
  EXPECT_EQ(first.storage, Storage::SparseSet);
  EXPECT_EQ(print(*second.expression), "x");
  EXPECT_EQ(second.range.begin, 64u);
  EXPECT_FALSE(second.workspace);
  EXPECT_FALSE(second.storage);
}

TEST(ScheduleTest, MistakesInPrecompute) {
  EXPECT_EQ(parse("precompute(x(j) y,j,jw)"),
            "error: expected an operator or the end of the expression, got "
            "'y'\n"
            "  precompute(x(j) y,j,jw)\n"
            "                  ^");
  EXPECT_EQ(parse("precompute(x(j),{j},{a,b})"),
            "error: expected as many new variables as loops, 1, got 2\n"
            "  precompute(x(j),{j},{a,b})\n"
            "                       ^~~");
  EXPECT_EQ(parse("precompute(x(j),{j,jw,w)"),
            "error: expected '}', got ')'\n"
            "  precompute(x(j),{j,jw,w)\n"
            "                         ^\n"
            "hint: as in precompute(B(i,k)*C(k,j),j,jw)");
  EXPECT_EQ(parse("precompute(x(j),j,jw,w,sparse)"),
            "error: unknown storage of a workspace 'sparse'\n"
            "  precompute(x(j),j,jw,w,sparse)\n"
            "                         ^~~~~~\n"
            "hint: expected dense, bitmap, sparse_set, hashed or list");
  EXPECT_EQ(parse("precompute(x(j)"),
            "error: expected ',', got the end of the schedule\n"
            "  precompute(x(j)\n"
            "                 ^\n"
            "hint: as in precompute(B(i,k)*C(k,j),j,jw)");
  EXPECT_EQ(parse("split({i},i0,i1,2)"),
            "error: expected an index variable, got '{'\n"
            "  split({i},i0,i1,2)\n"
            "        ^\n"
            "hint: as in split(i,i0,i1,32)");
}

TEST(ScheduleTest, StepsAreSeparatedByCommasOrSpace) {
  std::string both =
      command(Command::Reorder) + " j i; " + command(Command::Unroll) + " i 2";
  EXPECT_EQ(parse("reorder(j,i),unroll(i,2)"), both);
  EXPECT_EQ(parse(" reorder( j,\n i )\n unroll(i,2)\n"), both);
  EXPECT_EQ(parse(""), "");
}

TEST(ScheduleTest, RangesAreThoseOfTheSteps) {
  auto steps = parseSchedule("reorder(j,i), unroll(i,2)");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->steps.size(), 2u);
  EXPECT_EQ(steps->steps[1].range.begin, 14u);
  EXPECT_EQ(steps->steps[1].range.end, 25u);
  EXPECT_EQ(steps->steps[1].variables[0].range.begin, 21u);
}

TEST(ScheduleTest, Mistakes) {
  EXPECT_EQ(parse("spilt(i,i0,i1,2)"),
            "error: unknown scheduling command 'spilt'\n"
            "  spilt(i,i0,i1,2)\n"
            "  ^~~~~\n"
            "hint: did you mean 'split'? the commands are balance, bound, "
            "coord, divide, "
            "fuse, mergeby, "
            "parallelize, pos, precompute, reorder, split, unroll");
  EXPECT_EQ(parse("split(i,i0,2)"),
            "error: expected an index variable, got '2'\n"
            "  split(i,i0,2)\n"
            "             ^\n"
            "hint: as in split(i,i0,i1,32)");
  EXPECT_EQ(parse("split(i,i0,i1)"), "error: expected ',', got ')'\n"
                                     "  split(i,i0,i1)\n"
                                     "               ^\n"
                                     "hint: as in split(i,i0,i1,32)");
  EXPECT_EQ(parse("split(i,i0,i1,0)"),
            "error: expected a number from 1 to 2147483647, got 0\n"
            "  split(i,i0,i1,0)\n"
            "                ^");
  EXPECT_EQ(parse("unroll(i,2.5)"),
            "error: expected a positive integer, got '2.5'\n"
            "  unroll(i,2.5)\n"
            "           ^~~\n"
            "hint: as in unroll(i1,4)");
  EXPECT_EQ(parse("reorder(i)"), "error: expected ',', got ')'\n"
                                 "  reorder(i)\n"
                                 "           ^\n"
                                 "hint: as in reorder(j,i)");
  EXPECT_EQ(parse("mergeby(i,Fast)"),
            "error: unknown merge strategy 'Fast'\n"
            "  mergeby(i,Fast)\n"
            "            ^~~~\n"
            "hint: expected TwoFinger, Gallop, Locate");
  EXPECT_EQ(parse("reorder(i,j"),
            "error: expected ')', got the end of the schedule\n"
            "  reorder(i,j\n"
            "             ^\n"
            "hint: as in reorder(j,i)");
  EXPECT_EQ(parse("reorder(i,j),"), "error: expected another command after "
                                    "','\n"
                                    "  reorder(i,j),\n"
                                    "              ^");
  EXPECT_EQ(parse("3"),
            "error: expected a scheduling command, got '3'\n"
            "  3\n"
            "  ^\n"
            "hint: the commands are balance, bound, coord, divide, fuse, "
            "mergeby, parallelize, pos, precompute, reorder, split, unroll");
}

} // namespace
