//===- CostModelTest.cpp - Tests of estimates -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the model says of loads that are large or small, and how many candidates
// a choice estimates, which bounds the time that it takes.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Autoschedule/CostModel.h"

#include <cmath>

using namespace weft;
using namespace weft::autoschedule;

namespace {

constexpr double rows = 1e6, entries = 1e7;

OperandStatistics makeMatrix(double heaviest) {
  return {{rows, rows}, entries, {{rows, heaviest}, {entries, 0}}};
}
OperandStatistics makeVector() { return {{rows}, rows, {{rows, 0}}}; }
OperandStatistics makeDense(double columns) {
  return {
      {rows, columns}, rows * columns, {{rows, columns}, {rows * columns, 0}}};
}

StaticChoice choose(const char *text, const std::vector<std::string> &formats,
                    const StatisticsByName &statistics, int64_t threads) {
  auto program = notation::parseProgram(text);
  EXPECT_TRUE(bool(program)) << text;
  Formats given;
  for (const std::string &format : formats) {
    auto parsed = notation::parseFormatArgument(format, *program);
    EXPECT_TRUE(bool(parsed)) << format;
    given[parsed->name] = parsed->value;
  }
  ModelMachine machine;
  machine.threads = threads;
  return chooseSchedule(*program, given, statistics, machine, 1.3);
}

StaticChoice chooseSpmv(double heaviest, int64_t threads) {
  return choose("y(i) = A(i,j) * x(j)", {"A:CSR"},
                {{"A", makeMatrix(heaviest)}, {"x", makeVector()}}, threads);
}

TEST(CostModelTest, KeepsTheDefaultWhereThreadsAreBalanced) {
  StaticChoice choice = chooseSpmv(20, 8);
  EXPECT_EQ(choice.schedule, "default");
  EXPECT_EQ(choice.time, choice.defaultTime);
}

TEST(CostModelTest, DividesAHeavyRow) {
  StaticChoice choice = chooseSpmv(0.9 * entries, 8);
  EXPECT_GE(choice.gain, 1.3);
  EXPECT_NE(choice.schedule.find("fuse(i,j"), std::string::npos)
      << choice.schedule;
  EXPECT_LT(choice.time, choice.defaultTime);
  // One thread has nothing to balance.
  EXPECT_EQ(chooseSpmv(0.9 * entries, 1).schedule, "default");
}

TEST(CostModelTest, ChunksOfPositionsAreContiguous) {
  // A position a tile apart from the one before is searched for by itself.
  StaticChoice spmv = chooseSpmv(0.9 * entries, 8);
  EXPECT_EQ(spmv.schedule.find(",1)"), std::string::npos) << spmv.schedule;
  // B(i,k,l) in CSF, of which almost each row has one entry.
  OperandStatistics tensor = {
      {300, 300, 300}, 54000, {{300, 200}, {40000, 0}, {54000, 0}}};
  OperandStatistics factor = {{300, 32}, 9600, {{300, 32}, {9600, 0}}};
  StaticChoice mttkrp =
      choose("A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", {"B:CSF"},
             {{"B", tensor}, {"C", factor}, {"D", factor}}, 1);
  EXPECT_EQ(mttkrp.schedule, "default");
}

TEST(CostModelTest, CountsUpdatesInsideOfFusedLoops) {
  // A row of C is updated for each position, as it is in the loops of the
  // default schedule.
  OperandStatistics matrix = {{2000, 2000}, 84000, {{2000, 100}, {84000, 0}}};
  OperandStatistics dense = {{2000, 32}, 64000, {{2000, 32}, {64000, 0}}};
  EXPECT_EQ(choose("C(i,k) = A(i,j) * B(j,k)", {"A:CSR"},
                   {{"A", matrix}, {"B", dense}}, 1)
                .schedule,
            "default");
}

TEST(CostModelTest, EstimatesFewCandidates) {
  EXPECT_LE(chooseSpmv(20, 8).numEstimated, 100u);
  StaticChoice spmm = choose("C(i,k) = A(i,j) * B(j,k)", {"A:CSR"},
                             {{"A", makeMatrix(20)}, {"B", makeDense(64)}}, 8);
  EXPECT_GT(spmm.numEstimated, 0u);
  EXPECT_LE(spmm.numEstimated, 600u);
  // Larger spaces are left out.
  StaticChoice many = choose("y(i) = A(i,j) * B(j,k) * C(k,l) * D(l,m)",
                             {"A:CSR"}, {{"A", makeMatrix(20)}}, 8);
  EXPECT_EQ(many.numEstimated, 0u);
  EXPECT_EQ(many.schedule, "default");
}

/// The least estimate of one thread for schedules without tiles whose text
/// contains `part`.
static double estimateLeast(const std::string &text,
                            const std::vector<std::string> &formats,
                            const StatisticsByName &statistics,
                            const std::string &part) {
  auto program = notation::parseProgram(text);
  Formats given;
  for (const std::string &format : formats) {
    auto parsed = notation::parseFormatArgument(format, *program);
    given[parsed->name] = parsed->value;
  }
  Problem problem = makeProblem(text, formats);
  CostModel model(*program, given, problem, statistics, {});
  ScheduleSpace space = makeSpace(problem, Target::CPU, 0);
  double best = INFINITY;
  for (const ScheduleTemplate &each : space.getTemplates())
    if (space.print(each).find(part) != std::string::npos)
      best = std::min(best, model
                                .estimate(space.getSplits()[each.split],
                                          each.mapping, {}, /*isShared=*/true,
                                          /*isHoisted=*/false)
                                .time);
  return best;
}

TEST(CostModelTest, CountsSortedComponentsOfSparseResults) {
  StatisticsByName matrices = {{"A", makeMatrix(20)}, {"B", makeMatrix(20)}};
  const char *product = "C(i,k) = A(i,j) * B(j,k)";
  std::vector<std::string> formats = {"A:CSC", "B:CSR", "C:CSR"};
  // Columns of A give each row of C several times, in any order.
  double byColumns =
      estimateLeast(product, formats, matrices, "reorder(j,i,k)");
  formats.front() = "A:CSR";
  double byRows = estimateLeast(product, formats, matrices, "reorder(i,j,k)");
  EXPECT_TRUE(std::isfinite(byColumns));
  EXPECT_GT(byColumns, 3 * byRows);
}

TEST(CostModelTest, AtomicUpdatesNeedManyThreads) {
  auto chooseByColumns = [](int64_t threads) {
    return choose("y(i) = A(i,j) * x(j)", {"A:CSC"},
                  {{"A", makeMatrix(20)}, {"x", makeVector()}}, threads)
        .schedule;
  };
  EXPECT_EQ(chooseByColumns(1), "default");
  EXPECT_EQ(chooseByColumns(2), "default");
  EXPECT_NE(chooseByColumns(16).find("Atomics"), std::string::npos)
      << chooseByColumns(16);
}

TEST(CostModelTest, AppendsHaveNoLanes) {
  StatisticsByName matrices = {{"A", makeMatrix(20)}, {"B", makeMatrix(20)}};
  const char *sum = "C(i,j) = A(i,j) + B(i,j)";
  std::vector<std::string> formats = {"A:CSR", "B:CSR", "C:CSR"};
  EXPECT_GT(estimateLeast(sum, formats, matrices, "CPUVector"),
            estimateLeast(sum, formats, matrices, "reorder(i,j)"));
}

TEST(CostModelTest, RanksOrdersOfLoops) {
  auto program = notation::parseProgram("C(i,k) = A(i,j) * B(j,k)");
  Formats formats;
  formats["A"] = notation::parseFormatArgument("A:CSR", *program)->value;
  StatisticsByName statistics = {{"A", makeMatrix(20)}, {"B", makeDense(64)}};
  Problem problem = makeProblem("C(i,k) = A(i,j) * B(j,k)", {"A:CSR"});
  CostModel model(*program, formats, problem, statistics, {});
  ScheduleSpace space = makeSpace(problem, Target::CPU, 0);
  double best = INFINITY;
  std::string first;
  for (const ScheduleTemplate &each : space.getTemplates()) {
    double time = model
                      .estimate(space.getSplits()[each.split], each.mapping, {},
                                /*isShared=*/false, /*isHoisted=*/false)
                      .time;
    EXPECT_GT(time, 0);
    if (time < best) {
      best = time;
      first = space.print(each);
    }
  }
  // Rows of B are contiguous.
  EXPECT_NE(first.find("reorder(i,j,k)"), std::string::npos) << first;
}

} // namespace
