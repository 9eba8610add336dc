//===- LoopNest.cpp - Cost of the loops of a contraction --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches the order of loops. What a loop iterates over depends on the set of
// variables that are bound outside of it only, not on their order, so that the
// best order of each set is found from those of the sets with one variable
// less.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/LoopNest.h"

#include "JoinEstimate.h"

#include <algorithm>
#include <limits>

using namespace weft::planner;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

namespace {
/// The loops of a contraction, some of whose factors are copied into the order
/// of the loops.
class NestModel {
public:
  NestModel(const Contraction &contraction, Mask copied,
            const std::vector<double> &extents)
      : contraction(contraction), copied(copied), extents(extents),
        join(contraction.factors, extents), all(contraction.variables()) {
    for (const Factor *factor : contraction.factors)
      factorVariables.push_back(factor->variables());
    for (unsigned variable = 0; variable < extents.size(); ++variable)
      if (contains(all, variable))
        variables.push_back(variable);
  }

  /// The cheapest order. One that costs `limit` or more may not be found.
  LoopNest search(double limit) const;
  /// An order of which each loop is the cheapest at its place.
  LoopNest searchGreedily() const;
  LoopNest evaluate(const std::vector<unsigned> &order) const;
  /// How many loops have been modelled.
  size_t countModelled() const { return numModelled; }

private:
  /// What is known of the loops outside of some place.
  struct State {
    double cost = 0;
    unsigned last = 0;
  };
  /// The variables of each factor that have been bound level by level.
  MaskList getBound(Mask bound) const;
  /// The work of the loop of `variable` inside of those of `bound`, which have
  /// `outside` iterations and bind `boundOf`; infinite if the levels of a
  /// factor do not allow it.
  double getLoopCost(Mask bound, unsigned variable, double outside,
                     const MaskList &boundOf) const;
  double getLoopCost(Mask bound, unsigned variable) const {
    MaskList boundOf = getBound(bound);
    return getLoopCost(bound, variable, join.estimate(bound, boundOf), boundOf);
  }
  /// Whether neighbouring iterations of a loop access dense components that are
  /// no neighbours.
  bool isStrided(unsigned variable) const;
  double getCopyCost() const;
  /// How often components are updated, and the work of that.
  double getUpdateCost(bool isReducedInside, double &updates) const;
  /// Searches the loops inside of those of `begin`, and appends them.
  double searchFrom(Mask begin, Mask end, double limit,
                    std::vector<unsigned> &order) const;

  bool isLookedUp(size_t factor) const {
    return contraction.factors[factor]->isDense();
  }
  bool isFree(size_t factor) const {
    return contraction.factors[factor]->isFree || contains(copied, factor);
  }

  const Contraction &contraction;
  Mask copied;
  const std::vector<double> &extents;
  JoinEstimate join;
  Mask all;
  std::vector<unsigned> variables;
  std::vector<Mask> factorVariables;
  mutable size_t numModelled = 0;
};
} // namespace

MaskList NestModel::getBound(Mask bound) const {
  MaskList result = {};
  for (size_t number = 0; number < contraction.factors.size(); ++number) {
    const Factor &factor = *contraction.factors[number];
    Mask own = factorVariables[number] & bound;
    if (!isFree(number) && !isLookedUp(number)) {
      own = 0;
      // Full levels above the first compressed one restrict nothing.
      bool isRestricted = false;
      Mask above = 0;
      for (const FactorLevel &level : factor.levels) {
        if (!contains(bound, level.variable))
          break;
        above |= bit(level.variable);
        isRestricted |= !level.isFull;
        if (isRestricted)
          own = above;
      }
    }
    result[number] = own;
  }
  return result;
}

double NestModel::getLoopCost(Mask bound, unsigned variable, double outside,
                              const MaskList &boundOf) const {
  ++numModelled;
  double extent = extents[variable];
  double least = extent, sum = 0;
  bool isSparse = false;
  for (size_t number = 0; number < contraction.factors.size(); ++number) {
    const Factor &factor = *contraction.factors[number];
    if (isLookedUp(number) || !contains(factorVariables[number], variable))
      continue;
    Mask after = (factorVariables[number] & bound) | bit(variable);
    if (!isFree(number)) {
      after = 0;
      size_t level = 0;
      for (; factor.levels[level].variable != variable; ++level) {
        if (!contains(bound, factor.levels[level].variable))
          return kInfinity;
        after |= bit(factor.levels[level].variable);
      }
      after |= bit(variable);
      if (factor.levels[level].isFull)
        continue;
    }
    double fanout = join.getFanout(number, variable, boundOf, after);
    least = std::min(least, fanout);
    sum += fanout;
    isSparse = true;
  }
  bool isInnermost = (bound | bit(variable)) == all;
  double strides = isInnermost && isStrided(variable) ? cost::strided : 0;
  if (!isSparse)
    return outside * extent *
           (isInnermost ? cost::denseIteration + strides : 1);
  // A segment that is much longer than another is searched.
  return outside * (1 + std::min(sum, 16 * least) + strides * least);
}

bool NestModel::isStrided(unsigned variable) const {
  for (size_t number = 0; number < contraction.factors.size(); ++number)
    if (isLookedUp(number) && contains(factorVariables[number], variable) &&
        !contraction.factors[number]->isFree &&
        contraction.factors[number]->levels.back().variable != variable)
      return true;
  return contraction.isResultDense && contraction.lastOutput &&
         contains(contraction.outputs, variable) &&
         *contraction.lastOutput != variable;
}

double NestModel::getCopyCost() const {
  double result = 0;
  for (size_t number = 0; number < contraction.factors.size(); ++number)
    if (contains(copied, number))
      result +=
          cost::step + cost::convert * contraction.factors[number]->entries;
  return result;
}

double NestModel::getUpdateCost(bool isReducedInside, double &updates) const {
  Mask counted = isReducedInside ? contraction.outputs & all : all;
  MaskList boundOf = getBound(counted);
  updates = join.estimate(counted, boundOf);
  double each = isReducedInside             ? cost::append
                : contraction.isResultDense ? cost::denseUpdate
                                            : cost::sparseUpdate;
  // Vectors of components are updated at once.
  return contraction.isResultDense && isReducedInside ? 0 : each * updates;
}

double NestModel::searchFrom(Mask begin, Mask end, double limit,
                             std::vector<unsigned> &order) const {
  // Sets of the variables that are bound in between.
  std::vector<unsigned> inner;
  for (unsigned variable : variables)
    if (contains(end & ~begin, variable))
      inner.push_back(variable);
  std::vector<State> states(size_t(1) << inner.size(), {kInfinity, 0});
  states[0].cost = 0;
  auto getMask = [&](size_t set) {
    Mask mask = begin;
    for (size_t number = 0; number < inner.size(); ++number)
      if (set >> number & 1)
        mask |= bit(inner[number]);
    return mask;
  };
  for (size_t set = 0; set < states.size(); ++set) {
    if (states[set].cost >= limit)
      continue;
    Mask bound = getMask(set);
    MaskList boundOf = getBound(bound);
    double outside = join.estimate(bound, boundOf);
    for (unsigned number = 0; number < inner.size(); ++number) {
      if (set >> number & 1)
        continue;
      State &next = states[set | size_t(1) << number];
      double cost = states[set].cost +
                    getLoopCost(bound, inner[number], outside, boundOf);
      if (cost < next.cost)
        next = {cost, number};
    }
  }
  if (states.back().cost == kInfinity)
    return kInfinity;
  size_t at = order.size();
  for (size_t set = states.size() - 1; set != 0;
       set &= ~(size_t(1) << states[set].last))
    order.insert(order.begin() + at, inner[states[set].last]);
  return states.back().cost;
}

LoopNest NestModel::search(double limit) const {
  LoopNest result;
  result.cost = kInfinity;
  result.iterations = join.estimate(all, getBound(all));
  // Each run of the innermost statement is an iteration of a loop.
  limit -= getCopyCost();
  if (cost::denseIteration * result.iterations >= limit)
    return result;
  result.cost = searchFrom(0, all, limit, result.order);
  if (result.cost < kInfinity)
    result.cost += getUpdateCost(/*isReducedInside=*/false, result.updates);
  // Components that are complete when all loops around are inside of an
  // iteration come once.
  LoopNest ordered;
  ordered.iterations = result.iterations;
  Mask outputs = contraction.outputs & all;
  ordered.cost = searchFrom(0, outputs, limit, ordered.order);
  if (ordered.cost < kInfinity)
    ordered.cost += searchFrom(outputs, all, limit, ordered.order);
  if (ordered.cost < kInfinity)
    ordered.cost += getUpdateCost(/*isReducedInside=*/true, ordered.updates);
  if (ordered.cost <= result.cost)
    result = ordered;
  result.cost += getCopyCost();
  return result;
}

LoopNest NestModel::searchGreedily() const {
  std::vector<unsigned> order;
  for (Mask bound = 0; bound != all;) {
    unsigned best = 0;
    double least = kInfinity;
    for (unsigned variable : variables) {
      if (contains(bound, variable))
        continue;
      double cost = getLoopCost(bound, variable);
      if (cost < least || least == kInfinity) {
        best = variable;
        least = cost;
      }
    }
    order.push_back(best);
    bound |= bit(best);
  }
  return evaluate(order);
}

LoopNest NestModel::evaluate(const std::vector<unsigned> &order) const {
  LoopNest result;
  result.order = order;
  Mask bound = 0;
  bool isReducedInside = false;
  for (unsigned variable : order) {
    isReducedInside |= bound == (contraction.outputs & all);
    result.cost += getLoopCost(bound, variable);
    bound |= bit(variable);
  }
  isReducedInside |= bound == (contraction.outputs & all);
  result.iterations = join.estimate(all, getBound(all));
  result.cost += getUpdateCost(isReducedInside, result.updates) + getCopyCost();
  return result;
}

/// Whether the levels of a factor follow an order of loops.
static bool follows(const Factor &factor, const std::vector<unsigned> &order) {
  auto at = order.begin();
  for (const FactorLevel &level : factor.levels) {
    at = std::find(at, order.end(), level.variable);
    if (at == order.end())
      return false;
  }
  return true;
}

/// The sets of factors to copy into the order of the loops: all of those whose
/// levels have an order, up to three, and otherwise those of each tensor.
static std::vector<Mask> listCopies(const Contraction &contraction) {
  std::vector<Mask> tensors;
  std::vector<std::string_view> names;
  for (unsigned number = 0; number < contraction.factors.size(); ++number) {
    const Factor &factor = *contraction.factors[number];
    if (factor.isDense() || factor.isFree || factor.levels.size() < 2)
      continue;
    auto known = std::find(names.begin(), names.end(), factor.name);
    if (known == names.end() || contraction.factors.size() <= 3) {
      tensors.push_back(0);
      known = names.insert(names.end(), factor.name);
    }
    tensors[known - names.begin()] |= bit(number);
  }
  std::vector<Mask> copies = {0};
  if (tensors.size() <= 3) {
    for (Mask tensor : tensors)
      for (size_t number = 0, end = copies.size(); number != end; ++number)
        copies.push_back(copies[number] | tensor);
    return copies;
  }
  Mask every = 0;
  for (Mask tensor : tensors) {
    copies.push_back(tensor);
    every |= tensor;
  }
  copies.push_back(every);
  return copies;
}

LoopNest weft::planner::findBestNest(const Contraction &contraction,
                                     const std::vector<double> &extents,
                                     double limit) {
  unsigned count = countBits(contraction.variables());
  LoopNest best;
  best.cost = kInfinity;
  size_t numModelled = 0;
  for (Mask copied : listCopies(contraction)) {
    NestModel model(contraction, copied, extents);
    LoopNest found = count <= maxSearchedVariables
                         ? model.search(std::min(limit, best.cost))
                         : model.searchGreedily();
    numModelled += model.countModelled();
    if (found.cost < best.cost)
      best = found;
  }
  best.numModelled = numModelled;
  return best;
}

LoopNest weft::planner::evaluateNest(const Contraction &contraction,
                                     const std::vector<unsigned> &order,
                                     const std::vector<double> &extents) {
  Mask copied = 0;
  for (unsigned number = 0; number < contraction.factors.size(); ++number) {
    const Factor &factor = *contraction.factors[number];
    if (!factor.isDense() && !factor.isFree && !follows(factor, order))
      copied |= bit(number);
  }
  return NestModel(contraction, copied, extents).evaluate(order);
}
