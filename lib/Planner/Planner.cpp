//===- Planner.cpp - Intermediates of a contraction -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a list of steps of the tree that the search found. The levels of each
// intermediate are in the order of the loops of the step that reads it.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/Planner.h"

#include "DefaultFactoring.h"
#include "PlanSearch.h"

#include <algorithm>
#include <cmath>

using namespace weft::planner;

namespace {
/// Numbers the steps of a tree, parts before what they are parts of.
class StepList {
public:
  StepList(const Query &query, StepModel &model,
           const std::map<Mask, Split> &splits, const StepKeys &computed)
      : query(query), model(model), splits(splits), keys(computed) {}

  /// Appends the steps that make a part, whose levels are in the order of
  /// `readers`, and returns its number as an input. A step whose key is known
  /// is appended without inputs.
  unsigned add(Part part, const std::vector<unsigned> &readers);

  std::vector<Step> steps;

private:
  const Query &query;
  StepModel &model;
  const std::map<Mask, Split> &splits;
  /// The keys of the steps that are computed already or added.
  StepKeys keys;
};
} // namespace

void weft::planner::sortLevels(Factor &intermediate,
                               const std::vector<unsigned> &readers,
                               const std::vector<double> &extents) {
  auto place = [&](const FactorLevel &level) {
    return std::find(readers.begin(), readers.end(), level.variable);
  };
  std::sort(intermediate.levels.begin(), intermediate.levels.end(),
            [&](const FactorLevel &left, const FactorLevel &right) {
              return place(left) < place(right);
            });
  // The first level may have a row for every coordinate.
  if (intermediate.levels.size() > 1 && !intermediate.isDense()) {
    FactorLevel &first = intermediate.levels.front();
    first.isFull = first.distinct >= 0.25 * extents[first.variable];
  }
}

unsigned StepList::add(Part part, const std::vector<unsigned> &readers) {
  if (part.isFactor()) {
    unsigned number = 0;
    while (!contains(part.set, number))
      ++number;
    return number;
  }
  Step step;
  step.result = model.getFactor(part);
  sortLevels(step.result, readers, query.extents);
  if (part.set != model.all())
    step.key = model.getKey(part.set, step.result);
  if (step.key.empty() || keys.insert(step.key).second) {
    const Split &split = splits.at(part.set);
    step.loops = findBestNest(model.getContraction(split.parts), query.extents);
    for (Part input : split.parts)
      step.inputs.push_back(add(input, step.loops.order));
    step.cost = split.ownCost;
  }
  steps.push_back(std::move(step));
  return static_cast<unsigned>(query.factors.size() + steps.size() - 1);
}

Plan weft::planner::findBestPlan(const Query &query, const StepKeys &computed) {
  Plan plan;
  auto count = static_cast<unsigned>(query.factors.size());
  if (count < 2 || count > maxVariables || query.extents.size() > maxVariables)
    return plan;
  StepModel model(query, computed);
  std::map<Mask, Split> splits = count <= maxSearchedFactors
                                     ? searchExhaustively(model)
                                     : searchGreedily(model);
  // Work beyond the range of double leaves every tree without a split.
  if (!std::isfinite(splits.at(model.all()).cost))
    return plan;
  StepList list(query, model, splits, computed);
  list.add({model.all()}, query.result);
  plan.steps = std::move(list.steps);
  for (const Step &step : plan.steps)
    plan.cost += step.cost;
  plan.effort = model.effort;
  return plan;
}

double weft::planner::estimateResult(const Query &query) {
  std::vector<const Factor *> factors;
  for (const Factor &factor : query.factors)
    factors.push_back(&factor);
  return std::min(estimateJoin(factors, query.outputs(), query.extents),
                  multiplyExtents(query.outputs(), query.extents));
}

/// The cost of one kernel without a plan.
static double getUnplannedCost(const Query &query, const Contraction &whole,
                               const std::vector<unsigned> &preferred) {
  if (!query.isPart)
    return getDefaultCost(whole, preferred, query.extents);
  std::vector<unsigned> order, reduced;
  for (unsigned variable : getDefaultOrder(whole, preferred))
    (contains(whole.outputs, variable) ? order : reduced).push_back(variable);
  order.insert(order.end(), reduced.begin(), reduced.end());
  return evaluateNest(whole, order, query.extents).cost;
}

Plan weft::planner::planContraction(const Query &query,
                                    const std::vector<unsigned> &preferred,
                                    const PlanThresholds &thresholds,
                                    const StepKeys &computed) {
  Plan plan = findBestPlan(query, computed);
  if (plan.steps.empty())
    return plan;
  Contraction whole;
  for (const Factor &factor : query.factors)
    whole.factors.push_back(&factor);
  whole.outputs = query.outputs();
  whole.isResultDense = query.isResultDense;
  if (!query.result.empty())
    whole.lastOutput = query.result.back();
  plan.unplannedCost = getUnplannedCost(query, whole, preferred);
  if (plan.unplannedCost < thresholds.ratio * plan.cost ||
      plan.unplannedCost < plan.cost + thresholds.work)
    plan.steps.clear();
  return plan;
}
