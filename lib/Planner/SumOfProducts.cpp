//===- SumOfProducts.cpp - Common factors of products -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of the remainders is estimated as a union of independent ones.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/SumOfProducts.h"

#include "PlanSearch.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace weft::planner;

static std::vector<const Factor *> getFactors(const Remainder &term) {
  std::vector<const Factor *> factors;
  for (unsigned number : term.factors)
    factors.push_back(&term.query->factors[number]);
  return factors;
}

static Mask getVariables(const Remainder &term) {
  Mask mask = 0;
  for (unsigned variable : term.variables)
    mask |= bit(variable);
  return mask;
}

static double estimateEntries(const Remainder &term) {
  return term.factors.size() == 1
             ? countDistinct(*getFactors(term).front(), getVariables(term),
                             term.query->extents)
             : estimateJoin(getFactors(term), getVariables(term),
                            term.query->extents);
}

/// The coordinates of a variable that a remainder has.
static FactorLevel meetLevels(const Remainder &term, unsigned variable) {
  FactorLevel met;
  met.distinct = term.query->extents[variable];
  for (const Factor *factor : getFactors(term))
    for (const FactorLevel &level : factor->levels)
      if (level.variable == variable) {
        met.distinct = std::min(met.distinct, level.distinct);
        met.skew = std::max(met.skew, level.skew);
      }
  return met;
}

/// The intermediate, whose levels may be stored in any order.
static Factor estimateSum(const CommonFactors &terms) {
  const Remainder &first = terms.remainders.front();
  const std::vector<double> &extents = first.query->extents;
  Factor sum;
  sum.name = sum.expression = "sum";
  sum.isFree = true;
  double components = multiplyExtents(getVariables(first), extents);
  double absent = 1;
  bool mayBeDense = true;
  for (const Remainder &term : terms.remainders) {
    if (components > 0)
      absent *= 1 - std::min(1.0, estimateEntries(term) / components);
    for (const Factor *factor : getFactors(term))
      mayBeDense &= factor->isDense();
  }
  sum.entries = components * (1 - absent);
  bool isDense =
      isStoredDensely(sum.entries, components, mayBeDense, *first.query);
  if (isDense)
    sum.entries = components;
  for (size_t place = 0; place < first.variables.size(); ++place) {
    FactorLevel level;
    level.variable = first.variables[place];
    double extent = extents[level.variable];
    for (const Remainder &term : terms.remainders) {
      FactorLevel met = meetLevels(term, term.variables[place]);
      level.distinct += met.distinct;
      level.skew = std::max(level.skew, met.skew);
    }
    level.distinct = isDense ? extent : std::min(extent, level.distinct);
    level.skew = isDense ? 1 : level.skew;
    level.isFull = isDense;
    sum.levels.push_back(level);
  }
  return sum;
}

/// The work of adding a remainder to the intermediate.
static double getCost(const Remainder &term, const Factor &sum) {
  const std::vector<double> &extents = term.query->extents;
  if (term.factors.size() > 1) {
    Query query;
    query.extents = extents;
    query.result = term.variables;
    query.isResultDense = sum.isDense();
    for (const Factor *factor : getFactors(term))
      query.factors.push_back(*factor);
    Plan plan = findBestPlan(query);
    return plan.steps.empty() ? std::numeric_limits<double>::infinity()
                              : plan.cost;
  }
  Contraction contraction{getFactors(term), getVariables(term), sum.isDense(),
                          std::nullopt};
  return findBestNest(contraction, extents).cost;
}

FactoredSum weft::planner::planCommonFactors(const CommonFactors &terms) {
  const Query &first = *terms.remainders.front().query;
  FactoredSum result;
  result.sum = estimateSum(terms);
  result.cost = std::numeric_limits<double>::infinity();
  Query product;
  product.extents = first.extents;
  product.result = first.result;
  product.isResultDense = first.isResultDense;
  for (unsigned number : terms.common)
    product.factors.push_back(first.factors[number]);
  auto number = static_cast<unsigned>(product.factors.size());
  product.factors.push_back(result.sum);
  Plan plan = findBestPlan(product);
  if (plan.steps.empty())
    return result;
  result.cost = plan.cost + cost::step;
  if (result.sum.isDense())
    result.cost += cost::initialize * result.sum.entries;
  for (const Remainder &term : terms.remainders)
    result.cost += getCost(term, result.sum);
  for (const Step &step : plan.steps)
    if (std::count(step.inputs.begin(), step.inputs.end(), number))
      sortLevels(result.sum, step.loops.order, first.extents);
  return result;
}
