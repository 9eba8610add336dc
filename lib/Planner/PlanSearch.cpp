//===- PlanSearch.cpp - Search of contraction trees -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The best tree of a set of factors consists of a last step and the best trees
// of its parts (dynamic programming over subsets, as for joins: P. G. Selinger
// et al., SIGMOD 1979). A step multiplies two parts of any size, or one part
// with several factors at once, or several factors.
//
//===----------------------------------------------------------------------===//

#include "PlanSearch.h"

#include <algorithm>
#include <limits>

using namespace weft::planner;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The maximum number of factors that one step multiplies with an intermediate.
static constexpr unsigned kMaxFactors = 2;

/// The factors of a set, each one alone.
static std::vector<Part> listFactors(Mask set) {
  std::vector<Part> parts;
  for (; set; set &= set - 1)
    parts.push_back({set & ~(set - 1), false});
  return parts;
}

/// Whether parts share variables, directly or through others, so that their
/// product is no product of unrelated tensors.
static bool areConnected(StepModel &model, const std::vector<Part> &parts) {
  Mask reached = model.getOutputs(parts.front().set);
  size_t count = 1;
  std::vector<bool> isReached(parts.size());
  isReached[0] = true;
  for (size_t round = 1; round < parts.size(); ++round)
    for (size_t number = 1; number < parts.size(); ++number) {
      Mask outputs = model.getOutputs(parts[number].set);
      if (isReached[number] || !(outputs & reached))
        continue;
      reached |= outputs;
      isReached[number] = true;
      ++count;
    }
  return count == parts.size();
}

static bool isConnected(StepModel &model, Mask set) {
  return areConnected(model, listFactors(set));
}

/// Adds steps to others, each tensor once, and returns the work that they add.
static double mergeSteps(std::vector<CountedStep> &steps,
                         const std::vector<CountedStep> &others) {
  double added = 0;
  for (const CountedStep &other : others) {
    auto place = std::lower_bound(
        steps.begin(), steps.end(), other.tensor,
        [](const CountedStep &a, unsigned b) { return a.tensor < b; });
    if (place != steps.end() && place->tensor == other.tensor)
      continue;
    steps.insert(place, other);
    added += other.cost;
  }
  return added;
}

/// Adds the step of a split to those that make its parts.
static void addOwnStep(StepModel &model, Mask set, double own, Split &split) {
  split.ownCost = own;
  if (!model.mayShare() || set == model.all())
    split.cost += own;
  else
    split.cost += mergeSteps(split.steps, {{model.getTensor(set), own}});
  split.work = split.cost;
  if (model.isComputed(set)) {
    split.steps.clear();
    split.cost = 0;
  }
}

/// Keeps a split if it and the trees of its parts are less work than what is
/// known. That holds for tensors that are computed already, too: the storage
/// that the tree needs may turn out to be another one.
static void considerParts(StepModel &model, std::map<Mask, Split> &best,
                          Mask set, std::vector<Part> parts) {
  Split &known = best[set];
  Split split;
  split.cost = 0;
  for (Part part : parts)
    if (!part.isFactor()) {
      auto tree = best.find(part.set);
      if (tree == best.end())
        return;
      split.cost += model.mayShare() && tree->second.cost < kInfinity
                        ? mergeSteps(split.steps, tree->second.steps)
                        : tree->second.cost;
    }
  if (split.cost >= known.work)
    return;
  double own = model.getCost(parts, known.work - split.cost);
  if (own >= kInfinity)
    return;
  addOwnStep(model, set, own, split);
  split.parts = std::move(parts);
  if (split.work < known.work)
    known = std::move(split);
}

/// Considers a split with its single factors as they are, and with sums over
/// their own variables in their place: each choice among up to three parts, and
/// the sums of all factors among more.
static void consider(StepModel &model, std::map<Mask, Split> &best, Mask set,
                     std::vector<Part> parts) {
  if (isConnected(model, set) && !areConnected(model, parts))
    return;
  std::vector<size_t> summable;
  for (size_t number = 0; number < parts.size(); ++number)
    if (parts[number].isFactor() && model.canBeSummed(parts[number].set))
      summable.push_back(number);
  Mask all = bit(summable.size()) - 1;
  for (Mask summed = 0; summed <= all; ++summed) {
    if (parts.size() > kMaxFactors + 1 && summed != 0 && summed != all)
      continue;
    std::vector<Part> chosen = parts;
    for (size_t number = 0; number < summable.size(); ++number)
      chosen[summable[number]].isSummed = contains(summed, number);
    considerParts(model, best, set, std::move(chosen));
  }
}

/// The sums of single factors over their own variables.
static std::map<Mask, Split> sumFactors(StepModel &model) {
  std::map<Mask, Split> best;
  for (Part factor : listFactors(model.all()))
    if (model.canBeSummed(factor.set)) {
      Split split;
      split.cost = 0;
      split.parts = {factor};
      addOwnStep(model, factor.set, model.getCost({factor}, kInfinity), split);
      best[factor.set] = std::move(split);
    }
  return best;
}

std::map<Mask, Split> weft::planner::searchExhaustively(StepModel &model) {
  std::map<Mask, Split> best = sumFactors(model);
  for (Mask set = 1; set <= model.all(); ++set) {
    if (!(set & (set - 1)))
      continue;
    // Of parts without common variables, only whole results are products.
    if (set != model.all() && isConnected(model, model.all()) &&
        !isConnected(model, set))
      continue;
    // Two parts. The first factor is in the first one.
    Mask first = set & ~(set - 1), others = set & ~first;
    for (Mask rest = others; rest; rest = (rest - 1) & others)
      consider(model, best, set, {{set & ~rest}, {rest}});
    if (countBits(set) < 3)
      continue;
    // An intermediate and several factors.
    for (Mask part = (set - 1) & set; part; part = (part - 1) & set) {
      unsigned alone = countBits(set & ~part);
      if (!(part & (part - 1)) || alone < 2 || alone > kMaxFactors)
        continue;
      std::vector<Part> parts = listFactors(set & ~part);
      parts.insert(parts.begin(), Part{part});
      consider(model, best, set, std::move(parts));
    }
    if (countBits(set) <= kMaxFactors + 1 || set == model.all())
      consider(model, best, set, listFactors(set));
  }
  return best;
}

std::map<Mask, Split> weft::planner::searchGreedily(StepModel &model) {
  std::map<Mask, Split> best = sumFactors(model);
  std::vector<Part> parts = listFactors(model.all());
  for (Part &part : parts)
    part.isSummed = model.canBeSummed(part.set);
  // The cheapest pair next.
  while (parts.size() > 1) {
    size_t left = 0, right = 1;
    double least = kInfinity;
    for (size_t a = 0; a < parts.size(); ++a)
      for (size_t b = a + 1; b < parts.size(); ++b) {
        double cost = model.getCost({parts[a], parts[b]}, least);
        if (cost < least) {
          least = cost;
          left = a;
          right = b;
        }
      }
    Mask set = parts[left].set | parts[right].set;
    considerParts(model, best, set, {parts[left], parts[right]});
    parts.erase(parts.begin() + right);
    parts[left] = {set};
  }
  return best;
}
