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

/// The end of the hint to an unknown command.
const std::string kCommands =
    "the commands are assemble, balance, bound, coord, divide, factor, fuse, "
    "hoist_factors, mergeby, order_factors, parallelize, pos, precompute, "
    "reorder, split, unroll, workspace";

/// A step in a spelling of the test's own, or the rendered error.
std::string parse(std::string_view text,
                  const std::vector<ScheduleOption> &options = {}) {
  auto steps = parseSchedule(text, options);
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
    if (!step.option.text.empty())
      out += " " + step.option.text;
    for (const Name &argument : step.arguments)
      out += " [" + argument.text + "]";
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
  EXPECT_EQ(parse("factor(k)"), command(Command::Factor) + " k");
  EXPECT_EQ(parse("factor(k, l, m)"), command(Command::Factor) + " k l m");
  EXPECT_EQ(parse("hoist_factors(k)"), command(Command::HoistFactors) + " k");
  EXPECT_EQ(parse("order_factors(k)"), command(Command::OrderFactors) + " k");
}

TEST(ScheduleTest, Factors) {
  EXPECT_EQ(parse("factor()"), "error: expected an index variable, got ')'\n"
                               "  factor()\n"
                               "         ^\n"
                               "hint: as in factor(k)");
  EXPECT_EQ(parse("hoist_factors(k,l)"), "error: expected ')', got ','\n"
                                         "  hoist_factors(k,l)\n"
                                         "                 ^\n"
                                         "hint: as in hoist_factors(k)");
  EXPECT_EQ(parse("order_factors(k,l)"), "error: expected ')', got ','\n"
                                         "  order_factors(k,l)\n"
                                         "                 ^\n"
                                         "hint: as in order_factors(k)");
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

TEST(ScheduleTest, ReductionsInParallelHaveTemporaries) {
  auto steps = parseSchedule("parallelize(i,CPUThread,ParallelReduction)");
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->steps[0].races, RaceStrategy::Temporary);
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
            "hint: expected CPUThread, CPUVector, GPUBlock, GPUWarp, "
            "GPUThread");
  EXPECT_EQ(parse("parallelize(i,CPUThread,Races)"),
            "error: unknown race strategy 'Races'\n"
            "  parallelize(i,CPUThread,Races)\n"
            "                          ^~~~~\n"
            "hint: expected NoRaces, IgnoreRaces, Atomics, Temporary");
  EXPECT_EQ(parse("parallelize(i,GPULane,NoRaces)"),
            "error: unknown parallel unit 'GPULane'\n"
            "  parallelize(i,GPULane,NoRaces)\n"
            "                ^~~~~~~\n"
            "hint: expected CPUThread, CPUVector, GPUBlock, GPUWarp, "
            "GPUThread");
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,64)"),
            "error: expected a distribution, got '64'\n"
            "  parallelize(i,CPUThread,NoRaces,64)\n"
            "                                  ^~\n"
            "hint: as in parallelize(i,CPUThread,NoRaces)");
}

TEST(ScheduleTest, OptionalParallelLoops) {
  auto schedule = parseSchedule(
      "parallelize(i,CPUThread,NoRaces)"
      "parallelize(j,CPUThread,NoRaces,optional)"
      "parallelize(k,CPUThread,NoRaces,dynamic,optional)"
      "parallelize(l,CPUThread,NoRaces,\n static, 64,\n Optional )");
  ASSERT_TRUE(schedule);
  const std::vector<ScheduleStep> &steps = schedule->steps;
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_FALSE(steps[0].isOptional);
  EXPECT_TRUE(steps[1].isOptional);
  EXPECT_FALSE(steps[1].distribution);
  EXPECT_TRUE(steps[2].isOptional);
  EXPECT_EQ(steps[2].distribution, Distribution::Dynamic);
  EXPECT_EQ(steps[2].number, 0);
  EXPECT_TRUE(steps[3].isOptional);
  EXPECT_EQ(steps[3].distribution, Distribution::Static);
  EXPECT_EQ(steps[3].number, 64);
  // It comes last, and once.
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,optional,optional)"),
            "error: expected ')', got 'optional'\n"
            "  parallelize(i,CPUThread,NoRaces,optional,optional)\n"
            "                                           ^~~~~~~~\n"
            "hint: as in parallelize(i,CPUThread,NoRaces)");
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,optional,dynamic)"),
            "error: expected ')', got 'dynamic'\n"
            "  parallelize(i,CPUThread,NoRaces,optional,dynamic)\n"
            "                                           ^~~~~~~\n"
            "hint: as in parallelize(i,CPUThread,NoRaces)");
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,dynamic,optional,64)"),
            "error: expected ')', got '64'\n"
            "  parallelize(i,CPUThread,NoRaces,dynamic,optional,64)\n"
            "                                                   ^~\n"
            "hint: as in parallelize(i,CPUThread,NoRaces)");
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,sometimes)"),
            "error: unknown distribution 'sometimes'\n"
            "  parallelize(i,CPUThread,NoRaces,sometimes)\n"
            "                                  ^~~~~~~~~\n"
            "hint: expected static, dynamic, optional");
  EXPECT_EQ(parse("parallelize(i,CPUThread,NoRaces,dynamic,64,static)"),
            "error: unknown word 'static'\n"
            "  parallelize(i,CPUThread,NoRaces,dynamic,64,static)\n"
            "                                             ^~~~~~\n"
            "hint: expected optional");
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

TEST(ScheduleTest, Storage) {
  auto steps = parseSchedule("workspace( C.w , sparse_set),assemble(C,Insert,"
                             "false) assemble(C,fused)");
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->steps.size(), 3u);
  EXPECT_EQ(steps->steps[0].command, Command::Workspace);
  EXPECT_EQ(steps->steps[0].workspace->text, "C.w");
  EXPECT_EQ(steps->steps[0].storage, Storage::SparseSet);
  EXPECT_EQ(steps->steps[1].command, Command::Assemble);
  EXPECT_EQ(steps->steps[1].tensor.text, "C");
  EXPECT_EQ(steps->steps[1].assembly, AssemblyBy::TwoPhase);
  EXPECT_EQ(steps->steps[2].assembly, AssemblyBy::Fused);
}

TEST(ScheduleTest, MistakesInStorage) {
  EXPECT_EQ(parse("workspace(w,sparse)"),
            "error: unknown storage of a workspace 'sparse'\n"
            "  workspace(w,sparse)\n"
            "              ^~~~~~\n"
            "hint: expected dense, bitmap, sparse_set, hashed, list");
  EXPECT_EQ(parse("workspace()"), "error: expected a workspace, got ')'\n"
                                  "  workspace()\n"
                                  "            ^\n"
                                  "hint: as in workspace(w,hashed)");
  EXPECT_EQ(parse("assemble(C)"), "error: expected ',', got ')'\n"
                                  "  assemble(C)\n"
                                  "            ^\n"
                                  "hint: as in assemble(C,two_phase)");
  EXPECT_EQ(parse("assemble(C,compute)"), "error: unknown assembly 'compute'\n"
                                          "  assemble(C,compute)\n"
                                          "             ^~~~~~~\n"
                                          "hint: expected fused, two_phase");
  EXPECT_EQ(parse("assemble(C,Insert,true)"),
            "error: expected no third argument, or false: the coordinates are "
            "counted by the loops of the kernel, and not by others\n"
            "  assemble(C,Insert,true)\n"
            "                   ^~~~~\n"
            "hint: as in assemble(C,two_phase)");
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

TEST(ScheduleTest, LoopsOfStatements) {
  EXPECT_EQ(parse("reorder(y.j, y.i)"), command(Command::Reorder) + " y.j y.i");
  EXPECT_EQ(parse("split(y.i,i0,i1,4)"),
            command(Command::Split) + " y.i i0 i1 4");
  // A point is part of a name between letters only.
  EXPECT_EQ(parse("unroll(y.1,4)"), "error: expected ',', got '.1'\n"
                                    "  unroll(y.1,4)\n"
                                    "          ^~\n"
                                    "hint: as in unroll(i1,4)");
}

TEST(ScheduleTest, LoweringOptions) {
  const std::vector<ScheduleOption> options = {
      {"widen_tiles", "'widen_tiles' takes no value"},
      {"jam_rows", "'jam_rows' takes no value, or off"}};
  std::string configure = command(Command::Configure);
  EXPECT_EQ(parse("widen_tiles()", options), configure + " widen_tiles");
  EXPECT_EQ(parse("jam_rows(off)", options), configure + " jam_rows [off]");
  EXPECT_EQ(parse("jam_rows( 128 )", options), configure + " jam_rows [128]");
  EXPECT_EQ(parse("jam_rows(i,\n off)", options),
            configure + " jam_rows [i] [off]");
  EXPECT_EQ(parse("jam_rows(y.i)", options), configure + " jam_rows [y.i]");
  EXPECT_EQ(parse("widen_tiles() unroll(i,2),jam_rows()", options),
            configure + " widen_tiles; " + command(Command::Unroll) + " i 2; " +
                configure + " jam_rows");
  auto schedule = parseSchedule("only, jam_rows(i,off)", options);
  ASSERT_TRUE(schedule);
  ASSERT_EQ(schedule->steps.size(), 1u);
  const ScheduleStep &step = schedule->steps.front();
  EXPECT_EQ(step.range.begin, 6u);
  EXPECT_EQ(step.range.end, 21u);
  EXPECT_EQ(step.option.range.end, 14u);
  EXPECT_EQ(step.arguments[1].range.begin, 17u);
}

TEST(ScheduleTest, MistakesInLoweringOptions) {
  const std::vector<ScheduleOption> options = {
      {"widen_tiles", "'widen_tiles' takes no value"},
      {"jam_rows", "'jam_rows' takes no value, or off"}};
  EXPECT_EQ(parse("jam_rows(i,1,2,3,j)", options),
            "error: expected ')', got 'j'\n"
            "  jam_rows(i,1,2,3,j)\n"
            "                   ^\n"
            "hint: 'jam_rows' takes no value, or off");
  EXPECT_EQ(parse("jam_rows({i})", options),
            "error: expected a loop or a value, got '{'\n"
            "  jam_rows({i})\n"
            "           ^\n"
            "hint: 'jam_rows' takes no value, or off");
  EXPECT_EQ(parse("jam_rows(i,)", options),
            "error: expected a loop or a value, got ')'\n"
            "  jam_rows(i,)\n"
            "             ^\n"
            "hint: 'jam_rows' takes no value, or off");
  EXPECT_EQ(parse("jam_rows(i off)", options),
            "error: expected ',' or ')', got 'off'\n"
            "  jam_rows(i off)\n"
            "             ^~~\n"
            "hint: 'jam_rows' takes no value, or off");
  EXPECT_EQ(parse("widen_tiles", options),
            "error: expected '(', got the end of the schedule\n"
            "  widen_tiles\n"
            "             ^\n"
            "hint: 'widen_tiles' takes no value");
  EXPECT_EQ(parse("widen_tiles(off", options),
            "error: expected ',' or ')', got the end of the schedule\n"
            "  widen_tiles(off\n"
            "                 ^\n"
            "hint: 'widen_tiles' takes no value");
  EXPECT_EQ(parse("jam_row()", options),
            "error: unknown scheduling command 'jam_row'\n"
            "  jam_row()\n"
            "  ^~~~~~~\n"
            "hint: did you mean 'jam_rows'? " +
                kCommands +
                ", and options of the lowering such as widen_tiles");
  // They are commands only where somebody names them.
  EXPECT_EQ(parse("jam_rows()"), "error: unknown scheduling command "
                                 "'jam_rows'\n"
                                 "  jam_rows()\n"
                                 "  ^~~~~~~~\n"
                                 "hint: " +
                                     kCommands);
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
            "hint: did you mean 'split'? " +
                kCommands);
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
  EXPECT_EQ(parse("3"), "error: expected a scheduling command, got '3'\n"
                        "  3\n"
                        "  ^\n"
                        "hint: " +
                            kCommands);
}

} // namespace
