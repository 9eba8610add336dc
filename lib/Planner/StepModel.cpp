//===- StepModel.cpp - Cost of one step of a plan ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the number of entries of an intermediate, its format and the time
// of the loops that compute it. The estimate depends on which factors are
// multiplied, and not on their order.
//
//===----------------------------------------------------------------------===//

#include "DefaultFactoring.h"
#include "PlanSearch.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

using namespace weft::planner;

/// The minimum density, and the maximum number of components, of intermediates
/// that are stored as dense arrays: those of more than 1 GiB of f64 are not.
static constexpr double kDenseDensity = 0.2, kMaxComponents = 1 << 27;

StepModel::StepModel(const Query &query, const StepKeys &computed)
    : query(query), computed(computed) {
  std::set<std::string_view> expressions;
  for (const Factor &factor : query.factors)
    sharesFactors |= !expressions.insert(factor.expression).second;
}

const Factor &StepModel::getFactor(Part part) {
  if (part.isFactor())
    for (unsigned number = 0; number < query.factors.size(); ++number)
      if (contains(part.set, number))
        return query.factors[number];
  auto known = intermediates.find(part.set);
  if (known == intermediates.end())
    known = intermediates.emplace(part.set, estimate(part.set)).first;
  return known->second;
}

bool StepModel::canBeSummed(Mask factor) const {
  for (unsigned number = 0; number < query.factors.size(); ++number)
    if (contains(factor, number))
      return query.factors[number].variables() & ~getOutputs(factor);
  return false;
}

Mask StepModel::getOutputs(Mask set) const {
  Mask inside = 0, outside = query.outputs();
  for (unsigned number = 0; number < query.factors.size(); ++number)
    (contains(set, number) ? inside : outside) |=
        query.factors[number].variables();
  return inside & outside;
}

/// The coordinates of a variable that all factors have, and the largest skew.
static FactorLevel meetLevels(const std::vector<const Factor *> &factors,
                              unsigned variable, double extent) {
  FactorLevel met;
  met.variable = variable;
  met.distinct = extent;
  for (const Factor *factor : factors)
    for (const FactorLevel &level : factor->levels)
      if (level.variable == variable) {
        met.distinct = std::min(met.distinct, level.distinct);
        met.skew = std::max(met.skew, level.skew);
      }
  return met;
}

bool weft::planner::isStoredDensely(double entries, double components,
                                    bool areFactorsDense, const Query &query) {
  return (query.isResultDense || areFactorsDense) &&
         entries >= kDenseDensity * components && components <= kMaxComponents;
}

Factor StepModel::estimate(Mask set) const {
  std::vector<const Factor *> factors;
  Factor result;
  result.isFree = true;
  for (unsigned number = 0; number < query.factors.size(); ++number)
    if (contains(set, number)) {
      factors.push_back(&query.factors[number]);
      result.name += query.factors[number].name + "*";
    }
  Mask outputs = getOutputs(set);
  double components = multiplyExtents(outputs, query.extents);
  result.entries = factors.size() == 1
                       ? countDistinct(*factors.front(), outputs, query.extents)
                       : estimateJoin(factors, outputs, query.extents);
  bool areDense =
      std::all_of(factors.begin(), factors.end(),
                  [](const Factor *factor) { return factor->isDense(); });
  bool isDense = isStoredDensely(result.entries, components, areDense, query);
  if (isDense)
    result.entries = components;
  for (unsigned variable = 0; variable < query.extents.size(); ++variable) {
    if (!contains(outputs, variable))
      continue;
    double extent = query.extents[variable];
    FactorLevel level = meetLevels(factors, variable, extent);
    level.isFull = isDense;
    level.distinct =
        isDense ? extent : expectDistinct(level.distinct, result.entries);
    if (isDense)
      level.skew = 1;
    result.levels.push_back(level);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Equal steps
//===----------------------------------------------------------------------===//

/// The number of a variable among those that have occurred.
static unsigned number(unsigned variable, std::vector<unsigned> &numbers) {
  auto known = std::find(numbers.begin(), numbers.end(), variable);
  if (known == numbers.end())
    known = numbers.insert(known, variable);
  return static_cast<unsigned>(known - numbers.begin());
}

std::string StepModel::describe(Mask set,
                                std::vector<unsigned> &numbers) const {
  std::string text = query.algebra;
  for (unsigned factor = 0; factor < query.factors.size(); ++factor) {
    if (!contains(set, factor))
      continue;
    text += ";" + query.factors[factor].expression;
    for (const FactorLevel &level : query.factors[factor].levels)
      text += " " + std::to_string(number(level.variable, numbers));
  }
  std::vector<unsigned> outputs;
  for (unsigned variable = 0; variable < query.extents.size(); ++variable)
    if (contains(getOutputs(set), variable))
      outputs.push_back(number(variable, numbers));
  std::sort(outputs.begin(), outputs.end());
  text += " ->";
  for (unsigned output : outputs)
    text += " " + std::to_string(output);
  return text;
}

unsigned StepModel::getTensor(Mask set) {
  auto known = tensorOf.find(set);
  if (known != tensorOf.end())
    return known->second;
  std::vector<unsigned> numbers;
  auto tensor = static_cast<unsigned>(tensors.size());
  tensor = tensors.emplace(describe(set, numbers), tensor).first->second;
  return tensorOf[set] = tensor;
}

bool StepModel::isComputed(Mask set) {
  if (computed.empty() || set == all())
    return false;
  // How the tensor is stored follows its description.
  std::vector<unsigned> numbers;
  std::string begin = describe(set, numbers) + " |";
  auto found = computed.lower_bound(begin);
  return found != computed.end() && found->compare(0, begin.size(), begin) == 0;
}

std::string StepModel::getKey(Mask set, const Factor &result) const {
  std::vector<unsigned> numbers;
  std::string key = describe(set, numbers) + " |";
  for (const FactorLevel &level : result.levels)
    key += " " + std::to_string(number(level.variable, numbers)) +
           (level.isFull ? "d" : "s");
  // Modes are in the order of the variables of the query.
  for (unsigned variable = 0; variable < query.extents.size(); ++variable)
    if (contains(result.variables(), variable))
      key += " m" + std::to_string(number(variable, numbers));
  return key;
}

Contraction StepModel::getContraction(const std::vector<Part> &parts) {
  Contraction contraction;
  Mask set = 0;
  for (Part part : parts) {
    contraction.factors.push_back(&getFactor(part));
    set |= part.set;
  }
  contraction.outputs = getOutputs(set);
  contraction.isResultDense =
      set == all() ? query.isResultDense : getFactor({set, true}).isDense();
  if (set == all() && !query.result.empty())
    contraction.lastOutput = query.result.back();
  return contraction;
}

double StepModel::getCost(const std::vector<Part> &parts, double limit) {
  ++effort.numSteps;
  Contraction contraction = getContraction(parts);
  // The default schedule would reorder the loops of what it factors.
  if (parts.size() > 2 && findDefaultFactoring(contraction, /*mayCopy=*/true))
    return std::numeric_limits<double>::infinity();
  double fixed = weft::planner::cost::step;
  if (contraction.isResultDense)
    fixed += weft::planner::cost::initialize *
             multiplyExtents(contraction.outputs, query.extents);
  LoopNest loops = findBestNest(contraction, query.extents, limit - fixed);
  effort.numLoops += loops.numModelled;
  return fixed + loops.cost;
}
