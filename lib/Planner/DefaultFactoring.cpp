//===- DefaultFactoring.cpp - Sums of the default ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predicts the loops that the default schedule makes of a product in one
// kernel. It computes a sum of some factors before the loops on which only
// other factors depend, if that reduces the loop depth (cin-factor-reductions).
//
//===----------------------------------------------------------------------===//

#include "DefaultFactoring.h"

#include <algorithm>

using namespace weft::planner;

/// Adds the variables of the levels above those of a set, where coordinates
/// cannot be located.
static Mask close(const Contraction &contraction, Mask set) {
  for (Mask before = 0; before != set;) {
    before = set;
    for (const Factor *factor : contraction.factors) {
      Mask above = 0;
      for (const FactorLevel &level : factor->levels) {
        if (contains(set, level.variable) && !level.isFull)
          set |= above;
        above |= bit(level.variable);
      }
    }
  }
  return set;
}

/// The variables that some factor stores in a compressed level.
static Mask getCompressed(const Contraction &contraction) {
  Mask compressed = 0;
  for (const Factor *factor : contraction.factors)
    for (const FactorLevel &level : factor->levels)
      if (!level.isFull)
        compressed |= bit(level.variable);
  return compressed;
}

std::optional<Factoring>
weft::planner::findDefaultFactoring(const Contraction &contraction,
                                    bool mayCopy) {
  Mask all = contraction.variables(), sums = all & ~contraction.outputs;
  std::optional<Factoring> best;
  std::pair<unsigned, unsigned> least;
  if (!contraction.isResultDense || countBits(sums) > 6)
    return best;
  for (Mask reduced = sums; reduced; reduced = (reduced - 1) & sums) {
    Factoring found{0, reduced, 0, {}, {}};
    for (const Factor *factor : contraction.factors) {
      bool isMoved = factor->variables() & reduced;
      (isMoved ? found.moved : found.kept).push_back(factor);
      if (isMoved)
        found.around |= factor->variables();
    }
    found.around &= ~reduced;
    if (!mayCopy)
      found.around = close(contraction, found.around);
    found.others = all & ~found.around & ~reduced;
    if ((found.around & reduced) || !found.others ||
        (found.others & getCompressed(contraction)))
      continue;
    unsigned shared = countBits(found.around), inside = countBits(reduced),
             outside = countBits(found.others);
    std::pair<unsigned, unsigned> depth = {shared + std::max(inside, outside),
                                           2 * shared + inside + outside};
    if (best && least <= depth)
      continue;
    best = found;
    least = depth;
  }
  return best;
}

/// The variables of a set, in the order of a list.
static void append(std::vector<unsigned> &order,
                   const std::vector<unsigned> &from, Mask set) {
  for (unsigned variable : from)
    if (contains(set, variable))
      order.push_back(variable);
}

/// The sum as a factor of the loops that both parts share, in which it is a
/// scalar: it is computed where the factors of the sum have entries.
static Factor describeSum(const Contraction &inner,
                          const std::vector<unsigned> &order,
                          const std::vector<double> &extents) {
  Factor sum;
  Mask compressed = getCompressed(inner);
  // Loops around that no factor of the sum has do not change it.
  Mask variables = inner.outputs & inner.variables();
  sum.entries = estimateJoin(inner.factors, variables, extents);
  for (unsigned variable : order) {
    if (!contains(variables, variable))
      continue;
    FactorLevel level;
    level.variable = variable;
    level.isFull = !contains(compressed, variable);
    level.distinct = extents[variable];
    sum.levels.push_back(level);
  }
  return sum;
}

double weft::planner::getDefaultCost(const Contraction &contraction,
                                     const std::vector<unsigned> &preferred,
                                     const std::vector<double> &extents) {
  std::vector<unsigned> order = getDefaultOrder(contraction, preferred);
  std::optional<Factoring> factoring =
      findDefaultFactoring(contraction, /*mayCopy=*/false);
  if (!factoring)
    return evaluateNest(contraction, order, extents).cost;
  Contraction inner{factoring->moved, factoring->around, true, {}};
  Contraction outer{{}, contraction.outputs, true, contraction.lastOutput};
  // Other factors without further variables restrict the loops that both parts
  // share, and so where there is a sum.
  for (const Factor *factor : factoring->kept)
    (factor->variables() & ~factoring->around ? outer : inner)
        .factors.push_back(factor);
  Factor sum = describeSum(inner, order, extents);
  outer.factors.push_back(&sum);
  std::vector<unsigned> innerOrder, outerOrder;
  append(innerOrder, order, factoring->around & inner.variables());
  append(innerOrder, order, factoring->reduced);
  append(outerOrder, order, factoring->around);
  append(outerOrder, order, factoring->others);
  return evaluateNest(inner, innerOrder, extents).cost +
         evaluateNest(outer, outerOrder, extents).cost;
}
