//===- CostNumbers.cpp - The costs of a run in numbers --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the terms that docs/driver.md lists as Cost::print prints them.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/CostNumbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace weft::analysis;

/// The most values of a variable that a sum runs over: about a second.
static constexpr double mostValues = 1e8;

std::string weft::analysis::printNumber(double number) {
  bool isWhole = number < 1e15 &&
                 number == static_cast<double>(static_cast<int64_t>(number));
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(isWhole ? "%.0f" : "%.4g", number);
  return text;
}

CostNumbers::CostNumbers(const LoopCosts &costs,
                         llvm::ArrayRef<MeasuredTensor> all)
    : costs(costs) {
  for (const MeasuredTensor &tensor : all) {
    tensors.emplace(tensor.name, &tensor);
    if (tensor.outermost)
      outermost.emplace(costs.getLevelsName(tensor.name, 1), &tensor);
    for (auto [variable, size] : llvm::zip_equal(tensor.variables, tensor.dims))
      if (!variable.empty())
        variables.emplace(variable, static_cast<double>(size));
  }
  for (const auto &[name, cost] : costs.getTemporaries())
    if (Value bound = evaluate(cost, /*withBounds=*/true))
      bounds.emplace(name, *bound);
}

std::optional<CostNumber> CostNumbers::evaluate(const Cost &cost) const {
  if (Value exact = evaluate(cost, /*withBounds=*/false))
    return CostNumber{*exact, false};
  if (Value bound = evaluate(cost, /*withBounds=*/true))
    return CostNumber{*bound, true};
  return std::nullopt;
}

std::optional<CostNumber> CostNumbers::getTotal() const {
  CostNumber total;
  for (const LoopCosts::Line &line : costs.getLines()) {
    std::optional<CostNumber> number = evaluate(line.cost);
    if (!number)
      return std::nullopt;
    total.value += number->value;
    total.isBound |= number->isBound;
  }
  return total;
}

std::optional<double> CostNumbers::getSteps() const {
  double steps = 0;
  for (const LoopCosts::Line &line : costs.getLines()) {
    if (!line.computes)
      continue;
    std::optional<CostNumber> number = evaluate(line.cost);
    if (!number)
      return std::nullopt;
    steps = std::max(steps, number->value);
  }
  return steps;
}

CostNumbers::Value CostNumbers::evaluate(const Cost &cost,
                                         bool withBounds) const {
  auto terms = cost.getPrintedTerms(costs.getVariables());
  if (terms.empty())
    return 1;
  double sum = 0;
  for (const auto &[term, text] : terms) {
    Value value = evaluate(*term, withBounds);
    if (!value)
      return std::nullopt;
    sum += *value;
  }
  return sum;
}

CostNumbers::Value CostNumbers::getSize(llvm::StringRef text) const {
  const LoopCosts::Size *size = costs.findSize(text);
  if (!size)
    return std::nullopt;
  if (size->number)
    return static_cast<double>(*size->number);
  if (auto known = variables.find(size->variable); known != variables.end())
    return known->second;
  if (auto known = tensors.find(size->tensor);
      known != tensors.end() && size->mode < known->second->dims.size())
    return static_cast<double>(known->second->dims[size->mode]);
  if (!size->stored.empty())
    return countEntries(size->stored, /*withBounds=*/false);
  if (!size->factors.empty()) {
    double product = 1;
    for (const std::string &factor : size->factors) {
      Value value = getSize(factor);
      if (!value)
        return std::nullopt;
      product *= *value;
    }
    return product;
  }
  if (size->divisor == 0 && size->limit == 0)
    return std::nullopt;
  Value whole = getSize(size->whole);
  if (!whole)
    return std::nullopt;
  return size->divisor != 0
             ? std::ceil(*whole / static_cast<double>(size->divisor))
             : std::min(*whole, static_cast<double>(size->limit));
}

CostNumbers::Value CostNumbers::countEntries(llvm::StringRef name,
                                             bool withBounds) const {
  if (auto known = tensors.find(name.str()); known != tensors.end())
    return static_cast<double>(known->second->numStored);
  if (auto level = outermost.find(name.str()); level != outermost.end()) {
    const Counts *counts =
        countByMode(*level->second, *level->second->outermost);
    return counts ? Value(static_cast<double>(counts->size() -
                                              llvm::count(*counts, 0)))
                  : std::nullopt;
  }
  auto bound = bounds.find(name.str());
  return withBounds && bound != bounds.end() ? Value(bound->second)
                                             : std::nullopt;
}

const CostNumbers::Counts *
CostNumbers::countByMode(const MeasuredTensor &tensor, size_t mode) const {
  if (mode >= tensor.dims.size())
    return nullptr;
  auto [place, isNew] = counted.try_emplace({&tensor, mode});
  if (Counts counts; isNew && tensor.countByMode(mode, counts))
    place->second = std::move(counts);
  return place->second ? &*place->second : nullptr;
}

const CostNumbers::Counts *
CostNumbers::countEntries(const CostRelation &relation, int shared) const {
  if (llvm::count(relation.variables, shared) != 1)
    return nullptr;
  size_t place =
      llvm::find(relation.variables, shared) - relation.variables.begin();
  if (auto known = tensors.find(relation.name); known != tensors.end())
    return countByMode(*known->second, place);
  auto level = outermost.find(relation.name);
  return level != outermost.end() && place == 0
             ? countByMode(*level->second, *level->second->outermost)
             : nullptr;
}

CostNumbers::Value CostNumbers::evaluateSum(const CostTerm &term,
                                            int shared) const {
  Value size = getSize(costs.getVariables()[shared].size);
  if (!size || *size > mostValues)
    return std::nullopt;
  // Those with no other variable are conditions.
  std::vector<const Counts *> factors, conditions;
  for (const CostRelation &relation : term.relations) {
    if (!llvm::is_contained(relation.variables, shared))
      continue;
    const Counts *counts = countEntries(relation, shared);
    if (!counts || static_cast<double>(counts->size()) < *size)
      return std::nullopt;
    (relation.variables.size() == 1 ? conditions : factors).push_back(counts);
  }
  double sum = 0;
  for (size_t value = 0; static_cast<double>(value) < *size; ++value) {
    double product = 1;
    for (const Counts *counts : conditions)
      product *= (*counts)[value] > 0;
    for (const Counts *counts : factors)
      product *= static_cast<double>((*counts)[value]);
    sum += product;
  }
  return sum;
}

CostNumbers::Value CostNumbers::evaluate(const CostTerm &term,
                                         bool withBounds) const {
  std::vector<CostVariableId> shared;
  double product = 1;
  auto multiply = [&](Value factor) {
    product *= factor.value_or(0);
    return factor.has_value();
  };
  for (CostVariableId variable : term.variables) {
    unsigned uses = term.countRelations(variable);
    if (uses > 1)
      shared.push_back(variable);
    else if (uses == 0 &&
             !multiply(getSize(costs.getVariables()[variable].size)))
      return std::nullopt;
  }
  for (const CostRelation &relation : term.relations)
    if (llvm::none_of(shared,
                      [&](CostVariableId variable) {
                        return relation.contains(variable);
                      }) &&
        !multiply(countEntries(relation.name, withBounds)))
      return std::nullopt;
  if (shared.size() > 1 ||
      (!shared.empty() &&
       !multiply(evaluateSum(term, static_cast<int>(shared.front())))))
    return std::nullopt;
  if (term.logarithm)
    product *= std::log2(std::max(product, 1.0));
  if (!term.searched.empty()) {
    Value searched = countEntries(term.searched, withBounds);
    if (!searched)
      return std::nullopt;
    product *= std::log2(std::max(*searched, 1.0));
  }
  return product;
}
