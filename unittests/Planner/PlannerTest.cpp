//===- PlannerTest.cpp - Plans of sparse contractions -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans whose best shape is known.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/Planner.h"

#include "weft/Planner/SumOfProducts.h"

#include <gtest/gtest.h>

using namespace weft::planner;

namespace {

Statistics withEntries(double entries) {
  Statistics statistics;
  statistics.entries = entries;
  return statistics;
}

Factor makeMatrix(const Query &query, const char *name, unsigned outer,
                  unsigned inner, double entries) {
  return makeFactor(name, {outer, inner}, {true, false}, {0, 1},
                    withEntries(entries), query.extents);
}

Factor makeDense(const Query &query, const char *name, unsigned row,
                 unsigned column) {
  return makeFactor(name, {row, column}, {true, true}, {0, 1}, {},
                    query.extents);
}

std::vector<unsigned> getOrder(const Query &query) {
  std::vector<unsigned> order;
  for (unsigned variable = 0; variable < query.extents.size(); ++variable)
    order.push_back(variable);
  return order;
}

TEST(PlannerTest, FewEntriesComeFirst) {
  // D(i,l) = A(i,k) * B(j,k) * C(j,l) with ten entries in C.
  Query query;
  query.extents = {2000, 2000, 1995, 2000};
  query.factors = {makeDense(query, "A", 0, 2), makeDense(query, "B", 3, 2),
                   makeMatrix(query, "C", 3, 1, 10)};
  query.result = {0, 1};
  Plan plan = planContraction(query, getOrder(query));
  ASSERT_EQ(plan.steps.size(), 2u);
  EXPECT_EQ(plan.steps[0].inputs, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(plan.steps[1].inputs, (std::vector<unsigned>{0, 3}));
  EXPECT_FALSE(plan.steps[0].result.isDense());
  EXPECT_LT(plan.cost * 50, plan.unplannedCost);
}

TEST(PlannerTest, RowsThatAreNeededByColumnsAreCopied) {
  // M(i,j,p,q) = A(n,m) * B(i,n) * B(j,m) * B(p,n) * B(q,m), B by rows.
  Query query;
  query.extents = std::vector<double>(6, 2000);
  query.factors = {
      makeMatrix(query, "A", 4, 5, 2000), makeMatrix(query, "B", 0, 4, 2000),
      makeMatrix(query, "B", 1, 5, 2000), makeMatrix(query, "B", 2, 4, 2000),
      makeMatrix(query, "B", 3, 5, 2000)};
  query.result = {0, 1, 2, 3};
  query.isResultDense = false;
  Plan plan = planContraction(query, getOrder(query));
  EXPECT_FALSE(plan.steps.empty());
  EXPECT_LT(plan.cost, 1e6);
  EXPECT_GT(plan.unplannedCost, 1e9);
  // By columns, the kernel without a plan is as good.
  for (unsigned number = 1; number != 5; ++number)
    std::swap(query.factors[number].levels[0].variable,
              query.factors[number].levels[1].variable);
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
}

TEST(PlannerTest, SampledProductsStayWhole) {
  // C(i,j) = S(i,j) * A(i,k) * B(k,j).
  Query query;
  query.extents = {5000, 5000, 64};
  query.factors = {makeMatrix(query, "S", 0, 1, 50000),
                   makeDense(query, "A", 0, 2), makeDense(query, "B", 2, 1)};
  query.result = {0, 1};
  query.isResultDense = false;
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
}

TEST(PlannerTest, SampledProductsTimesAMatrixStayWhole) {
  // E(i,l) = S(i,j) * A(i,k) * B(j,k) * D(j,l): by default, the sum over k is
  // computed once for each entry of S.
  Query query;
  query.extents = {5000, 32, 5000, 32};
  query.factors = {makeMatrix(query, "S", 0, 2, 300000),
                   makeDense(query, "A", 0, 3), makeDense(query, "B", 2, 3),
                   makeDense(query, "D", 2, 1)};
  query.result = {0, 1};
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
}

TEST(PlannerTest, SmallWorkStaysWhole) {
  Query query;
  query.extents = {20, 20, 20, 20};
  query.factors = {makeDense(query, "A", 0, 1), makeMatrix(query, "B", 1, 2, 3),
                   makeDense(query, "C", 2, 3)};
  query.result = {0, 3};
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
  EXPECT_FALSE(planContraction(query, getOrder(query), PlanThresholds::none())
                   .steps.empty());
}

TEST(PlannerTest, OrdersHaveAllVariables) {
  Query query;
  query.extents = std::vector<double>(7, 1000);
  for (unsigned number = 0; number < 6; ++number)
    query.factors.push_back(makeMatrix(query,
                                       ("F" + std::to_string(number)).c_str(),
                                       number, number + 1, 3000));
  query.result = {0, 6};
  Plan plan = findBestPlan(query);
  ASSERT_FALSE(plan.steps.empty());
  for (const Step &step : plan.steps) {
    Mask variables = 0, ordered = 0;
    for (unsigned input : step.inputs)
      variables |= input < 6 ? query.factors[input].variables()
                             : plan.steps[input - 6].result.variables();
    for (unsigned variable : step.loops.order)
      ordered |= bit(variable);
    EXPECT_EQ(ordered, variables);
  }
  EXPECT_EQ(plan.steps.back().result.variables(), query.outputs());
}

TEST(PlannerTest, SumsOverVariablesOfOneFactorComeFirst) {
  // y(i) = A(i,j) * B(j,k).
  Query query;
  query.extents = {2000, 2000, 2000};
  query.factors = {makeMatrix(query, "A", 0, 1, 200000),
                   makeMatrix(query, "B", 1, 2, 200000)};
  query.result = {0};
  Plan plan = planContraction(query, getOrder(query));
  ASSERT_EQ(plan.steps.size(), 2u);
  EXPECT_EQ(plan.steps[0].inputs, (std::vector<unsigned>{1}));
  EXPECT_EQ(plan.steps[0].result.variables(), bit(1));
  EXPECT_EQ(plan.steps[1].inputs, (std::vector<unsigned>{0, 2}));
  // A result that has the variable leaves nothing to sum.
  query.result = {0, 2};
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
}

TEST(PlannerTest, EqualStepsCountOnce) {
  // s = A(i,j) * A(i,k) * A(i,l), whose three sums are the same vector.
  Query query;
  query.extents = {4000, 4000, 4000, 4000};
  for (unsigned other = 1; other != 4; ++other)
    query.factors.push_back(makeMatrix(query, "A", 0, other, 400000));
  Plan shared = findBestPlan(query);
  ASSERT_EQ(shared.steps.size(), 4u);
  EXPECT_EQ(shared.steps[0].key, shared.steps[1].key);
  EXPECT_EQ(shared.steps[0].key, shared.steps[2].key);
  EXPECT_GT(shared.steps[0].cost, 400000);
  EXPECT_EQ(shared.steps[1].cost, 0);
  EXPECT_EQ(shared.steps[2].cost, 0);
  EXPECT_EQ(shared.steps[3].inputs, (std::vector<unsigned>{3, 4, 5}));
  // Of three tensors, the last one is summed with the result.
  for (unsigned number = 0; number != 3; ++number)
    query.factors[number].name = query.factors[number].expression =
        std::string(1, char('A' + number));
  Plan separate = findBestPlan(query);
  EXPECT_GT(separate.cost, 2.5 * shared.cost);
  for (const Step &step : separate.steps)
    EXPECT_GT(step.cost, 0);
}

TEST(PlannerTest, FactorsOfOneTensorAreNoEqualSteps) {
  // s = A(i,j) * abs(A(i,k)): both have the degrees of A, and other values.
  Query query;
  query.extents = {4000, 4000, 4000};
  query.factors = {makeMatrix(query, "A", 0, 1, 400000),
                   makeMatrix(query, "A", 0, 2, 400000)};
  query.factors[1].expression = "abs(A)";
  Plan plan = findBestPlan(query);
  ASSERT_GE(plan.steps.size(), 2u);
  for (const Step &step : plan.steps)
    EXPECT_GT(step.cost, 0);
}

TEST(PlannerTest, EqualProductsCountOnce) {
  // s = A(i,j) * B(j,k) * A(l,m) * B(m,k), the norm of a product.
  Query query;
  query.extents = {3000, 3000, 3000, 3000, 3000};
  query.factors = {
      makeMatrix(query, "A", 0, 1, 9000), makeMatrix(query, "B", 1, 2, 9000),
      makeMatrix(query, "A", 3, 4, 9000), makeMatrix(query, "B", 4, 2, 9000)};
  Plan plan = findBestPlan(query);
  double sum = 0;
  std::set<std::string> keys;
  for (const Step &step : plan.steps) {
    EXPECT_EQ(step.cost == 0,
              !step.key.empty() && !keys.insert(step.key).second);
    sum += step.cost;
  }
  EXPECT_LT(keys.size() + 1, plan.steps.size());
  EXPECT_DOUBLE_EQ(sum, plan.cost);
}

TEST(PlannerTest, ComputedStepsCostNothing) {
  // y(i) = A(i,j) * B(j,k), where another query has the sum over k.
  Query query;
  query.extents = {2000, 2000, 2000};
  query.factors = {makeMatrix(query, "A", 0, 1, 20000),
                   makeMatrix(query, "B", 1, 2, 2000000)};
  query.result = {0};
  query.algebra = "addf mulf f64";
  Plan first = findBestPlan(query);
  ASSERT_EQ(first.steps.size(), 2u);
  StepKeys computed = {first.steps[0].key};
  Plan second = findBestPlan(query, computed);
  ASSERT_EQ(second.steps.size(), 2u);
  EXPECT_EQ(second.steps[0].key, first.steps[0].key);
  EXPECT_EQ(second.cost, second.steps[1].cost);
  EXPECT_LT(second.cost * 10, first.cost);
  // A sum of another kind is another tensor.
  query.algebra = "maxf addf f64";
  EXPECT_EQ(findBestPlan(query, computed).cost, first.cost);
}

TEST(PlannerTest, ComputedStepsHaveNoInputs) {
  // Y(i,m) = A(i,j) * B(j,k) * C(k,l) * D(l,m) with few rows of A, where
  // another query has multiplied A, B and C from the left.
  Query query;
  query.extents = {10, 2000, 2000, 2000, 2000};
  query.factors = {makeMatrix(query, "A", 0, 1, 100),
                   makeMatrix(query, "B", 1, 2, 200000),
                   makeMatrix(query, "C", 2, 3, 200000),
                   makeMatrix(query, "D", 3, 4, 200000)};
  query.result = {0, 4};
  Plan first = findBestPlan(query);
  ASSERT_EQ(first.steps.size(), 3u);
  EXPECT_EQ(first.steps[1].inputs, (std::vector<unsigned>{4, 2}));
  query.factors[3].name = query.factors[3].expression = "E";
  StepKeys computed = {first.steps[0].key, first.steps[1].key};
  Plan second = findBestPlan(query, computed);
  ASSERT_EQ(second.steps.size(), 2u);
  EXPECT_EQ(second.steps[0].key, first.steps[1].key);
  EXPECT_TRUE(second.steps[0].inputs.empty());
  EXPECT_EQ(second.cost, first.steps[2].cost);
  // Of a tensor that is stored in another way, the tree is the cheapest one.
  computed = {first.steps[1].key + " s"};
  Plan third = findBestPlan(query, computed);
  EXPECT_EQ(third.cost, first.cost);
}

TEST(PlannerTest, SumsOfAllVariablesAreScalars) {
  // y(i) = A(i,j) * B(k,l) * C(j).
  Query query;
  query.extents = {2000, 2000, 2000, 2000};
  query.factors = {makeMatrix(query, "A", 0, 1, 50000),
                   makeMatrix(query, "B", 2, 3, 50000),
                   makeFactor("C", {1}, {true}, {0}, {}, query.extents)};
  query.result = {0};
  Plan plan = planContraction(query, getOrder(query));
  ASSERT_GE(plan.steps.size(), 2u);
  EXPECT_EQ(plan.steps[0].inputs, (std::vector<unsigned>{1}));
  EXPECT_TRUE(plan.steps[0].result.levels.empty());
}

/// A chain, a star, a cycle, or all pairs of variables.
Query makeGraph(const std::string &shape, unsigned count) {
  Query query;
  query.extents = std::vector<double>(count + 1, 1000);
  auto add = [&](unsigned outer, unsigned inner) {
    std::string name = "F" + std::to_string(query.factors.size());
    query.factors.push_back(
        makeMatrix(query, name.c_str(), outer, inner, 3000));
  };
  for (unsigned number = 0; number < count && shape != "pairs"; ++number)
    add(shape == "star" ? 0 : number,
        shape == "cycle" ? (number + 1) % count : number + 1);
  for (unsigned outer = 0; shape == "pairs" && outer < count; ++outer)
    for (unsigned inner = outer + 1; inner < count; ++inner)
      if (query.factors.size() < count)
        add(outer, inner);
  query.result = {0, 1};
  return query;
}

// Modelling a loop takes a third of a microsecond on average, so that these
// take less than 5 ms.
TEST(PlannerTest, SixFactorsTakeFewSteps) {
  for (const char *shape : {"chain", "star", "cycle", "pairs"})
    for (unsigned count = 3; count <= 6; ++count) {
      Plan plan = findBestPlan(makeGraph(shape, count));
      EXPECT_FALSE(plan.steps.empty());
      EXPECT_LE(plan.effort.numSteps, 1000u) << shape << count;
      EXPECT_LE(plan.effort.numLoops, 15000u) << shape << count;
    }
}

TEST(PlannerTest, EightFactorsAreSearchedExhaustively) {
  EXPECT_GT(findBestPlan(makeGraph("star", 8)).effort.numSteps, 1000u);
  EXPECT_LE(findBestPlan(makeGraph("star", 9)).effort.numSteps, 200u);
}

TEST(PlannerTest, ManyFactorsAreSearchedGreedily) {
  Query query;
  query.extents = std::vector<double>(21, 1000);
  for (unsigned number = 0; number < 20; ++number)
    query.factors.push_back(makeMatrix(query,
                                       ("F" + std::to_string(number)).c_str(),
                                       number, number + 1, 3000));
  query.result = {0, 20};
  Plan plan = findBestPlan(query);
  EXPECT_EQ(plan.steps.size(), 19u);
}

TEST(PlannerTest, PartsOfExpressionsAreInsideOfTheResultsLoops) {
  // u(i) * v(j) * x(j): one kernel factors the sum, unless it is a term.
  Query query;
  query.extents = {20000, 20000};
  for (unsigned variable : {0, 1, 1})
    query.factors.push_back(makeFactor(std::to_string(query.factors.size()),
                                       {variable}, {true}, {0}, {},
                                       query.extents));
  query.result = {0};
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
  query.isPart = true;
  EXPECT_EQ(planContraction(query, getOrder(query)).steps.size(), 2u);
}

TEST(PlannerTest, CommonFactorsAreTakenOut) {
  // Y(i,l) = A(i,k) * B(k,l) + A(i,k) * C(k,l), with B and C dense.
  Query first, second;
  first.extents = second.extents = {2000, 100, 2000};
  first.result = second.result = {0, 1};
  first.factors = {makeMatrix(first, "A", 0, 2, 400000),
                   makeDense(first, "B", 2, 1)};
  second.factors = {first.factors[0], makeDense(second, "C", 2, 1)};
  CommonFactors terms{{0}, {{&first, {1}, {1, 2}}, {&second, {1}, {1, 2}}}};
  FactoredSum factored = planCommonFactors(terms);
  EXPECT_TRUE(factored.sum.isDense());
  EXPECT_EQ(factored.sum.entries, 200000);
  double separate = findBestPlan(first).cost + findBestPlan(second).cost;
  EXPECT_LT(factored.cost, 0.7 * separate);
  EXPECT_GT(factored.cost, 0.5 * separate);
}

TEST(PlannerTest, UnionsOfFactors) {
  Query query;
  query.extents = {100, 100};
  Factor few = makeMatrix(query, "A", 0, 1, 1000);
  Factor united = uniteFactors({few, few}, query.extents);
  EXPECT_DOUBLE_EQ(united.entries, 10000 * (1 - 0.9 * 0.9));
  EXPECT_FALSE(united.isDense());
  EXPECT_TRUE(uniteFactors({few, makeDense(query, "B", 0, 1)}, query.extents)
                  .isDense());
}

TEST(PlannerTest, EmptyExtents) {
  Query query;
  query.extents = {0, 0, 0, 0};
  query.factors = {makeDense(query, "A", 0, 1), makeMatrix(query, "B", 1, 2, 0),
                   makeDense(query, "C", 2, 3)};
  query.result = {0, 3};
  EXPECT_TRUE(planContraction(query, getOrder(query)).steps.empty());
  EXPECT_FALSE(findBestPlan(query).steps.empty());
}

} // namespace
