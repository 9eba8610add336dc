//===- DenseOrdersTest.cpp - Orders of dense contractions -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contraction costs of chosen orders of dense products against those of all
// orders, which an independent search lists. A cost is the number of
// multiplications: the product of the extents of all variables of each step.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/Planner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace weft::planner;

namespace {

struct Operand {
  Mask variables;
  bool operator==(const Operand &other) const {
    return variables == other.variables;
  }
};

double multiply(Mask variables, const std::vector<double> &extents) {
  double product = 1;
  for (unsigned variable = 0; variable < extents.size(); ++variable)
    if (contains(variables, variable))
      product *= extents[variable];
  return product;
}

/// The least cost of pairwise contractions, products of unrelated operands
/// included.
double searchAllPairs(const std::vector<Operand> &operands, Mask outputs,
                      const std::vector<double> &extents) {
  if (operands.size() == 1)
    return 0;
  double least = INFINITY;
  for (size_t a = 0; a < operands.size(); ++a)
    for (size_t b = a + 1; b < operands.size(); ++b) {
      std::vector<Operand> rest;
      Mask needed = outputs;
      for (size_t other = 0; other < operands.size(); ++other)
        if (other != a && other != b) {
          rest.push_back(operands[other]);
          needed |= operands[other].variables;
        }
      Mask joined = operands[a].variables | operands[b].variables;
      rest.push_back({joined & needed});
      least = std::min(least, multiply(joined, extents) +
                                  searchAllPairs(rest, outputs, extents));
    }
  return least;
}

double getContractionCost(const Query &query, const Plan &plan) {
  double cost = 0;
  for (const Step &step : plan.steps) {
    Mask variables = 0;
    for (unsigned input : step.inputs)
      variables |=
          input < query.factors.size()
              ? query.factors[input].variables()
              : plan.steps[input - query.factors.size()].result.variables();
    cost += multiply(variables, query.extents);
  }
  return cost;
}

Query makeDenseQuery(const std::vector<std::vector<unsigned>> &operands,
                     std::vector<unsigned> result,
                     std::vector<double> extents) {
  Query query;
  query.extents = std::move(extents);
  query.result = std::move(result);
  for (const std::vector<unsigned> &variables : operands) {
    std::vector<unsigned> modes;
    for (unsigned mode = 0; mode < variables.size(); ++mode)
      modes.push_back(mode);
    query.factors.push_back(makeFactor(
        "T" + std::to_string(query.factors.size()), variables,
        std::vector<bool>(variables.size(), true), modes, {}, query.extents));
  }
  return query;
}

/// Checks that the chosen order costs at most `factor` of the least.
void checkOrder(const Query &query, double factor) {
  std::vector<Operand> operands;
  for (const Factor &given : query.factors)
    operands.push_back({given.variables()});
  double least = searchAllPairs(operands, query.outputs(), query.extents);
  EXPECT_LE(getContractionCost(query, findBestPlan(query)), factor * least);
}

TEST(DenseOrdersTest, MatrixChainsHaveTheLeastCost) {
  // The chain of T. H. Cormen et al., Introduction to Algorithms, 15.2.
  Query query = makeDenseQuery({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}},
                               {0, 6}, {30, 35, 15, 5, 10, 20, 25});
  EXPECT_EQ(getContractionCost(query, findBestPlan(query)), 15125);
  checkOrder(query, 1);
}

TEST(DenseOrdersTest, VectorsComeFirst) {
  Query query = makeDenseQuery({{0, 1}, {1, 2}, {2, 3}, {3}}, {0},
                               {1000, 1000, 1000, 1000});
  EXPECT_EQ(getContractionCost(query, findBestPlan(query)), 3e6);
}

TEST(DenseOrdersTest, RandomChainsAndTrees) {
  std::mt19937 engine(1);
  for (int round = 0; round < 100; ++round) {
    unsigned count = 3 + engine() % 3;
    std::vector<std::vector<unsigned>> operands;
    std::vector<double> extents;
    for (unsigned variable = 0; variable <= count; ++variable)
      extents.push_back(std::pow(10, 1.5 + engine() % 4 * 0.5));
    for (unsigned number = 0; number < count; ++number)
      operands.push_back(
          {round % 2 ? unsigned(engine() % (number + 1)) : number, number + 1});
    // Steps have fixed costs and weights that multiplications do not show.
    checkOrder(makeDenseQuery(operands, {0, count}, extents), 2);
  }
}

} // namespace
