//===- LoopNest.h - Cost of the loops of a contraction ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models how many iterations the loops of one contraction have in an order, as
// the lowering makes them: a loop iterates over the stored coordinates of the
// compressed levels that are next in their factors, and over all coordinates of
// its variable where there are none. A factor whose levels do not follow the
// order of the loops is copied first.
//
// Cardinalities of joins are estimated from the numbers of different
// coordinates of each factor, under independence, with the skew of the degrees
// of shared variables taken into account.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PLANNER_LOOPNEST_H
#define WEFT_PLANNER_LOOPNEST_H

#include "weft/Planner/Query.h"

#include <limits>
#include <optional>

namespace weft {
namespace planner {

/// Work per element in the unit of the model: an iteration of a sparse loop.
namespace cost {
constexpr double denseIteration = 0.3, strided = 1.5, denseUpdate = 0.5,
                 append = 2, sparseUpdate = 12, convert = 15, step = 2000,
                 initialize = 0.25;
} // namespace cost

/// One kernel: the product of some factors, summed over all variables that are
/// not outputs.
struct Contraction {
  std::vector<const Factor *> factors;
  Mask outputs = 0;
  bool isResultDense = true;
  /// The variable of the last level of the result, if that is known.
  std::optional<unsigned> lastOutput = std::nullopt;

  Mask variables() const {
    Mask mask = 0;
    for (const Factor *factor : factors)
      mask |= factor->variables();
    return mask;
  }
};

/// The loops of a kernel.
struct LoopNest {
  /// The variables, outermost first.
  std::vector<unsigned> order;
  double cost = 0;
  /// How often the innermost statement runs.
  double iterations = 0;
  /// How often a component of the result is updated or appended.
  double updates = 0;
  /// How many loops the search has modelled.
  size_t numModelled = 0;
};

/// The most variables of a kernel whose orders are searched exhaustively.
constexpr unsigned maxSearchedVariables = 12;

/// The cheapest order of the loops: dynamic programming over the sets of bound
/// variables, up to `maxSearchedVariables` of them, and greedy beyond. If every
/// order costs `limit` or more, the cost is infinite.
LoopNest findBestNest(const Contraction &contraction,
                      const std::vector<double> &extents,
                      double limit = std::numeric_limits<double>::infinity());

/// The loops in a given order, which has all variables of the contraction.
LoopNest evaluateNest(const Contraction &contraction,
                      const std::vector<unsigned> &order,
                      const std::vector<double> &extents);

/// The order that the lowering chooses without a plan: the one of the text,
/// `preferred`, as far as the levels of most factors allow.
std::vector<unsigned> getDefaultOrder(const Contraction &contraction,
                                      const std::vector<unsigned> &preferred);

/// The estimated number of different coordinates of `variables` in the join of
/// all factors.
double estimateJoin(const std::vector<const Factor *> &factors, Mask variables,
                    const std::vector<double> &extents);

} // namespace planner
} // namespace weft

#endif // WEFT_PLANNER_LOOPNEST_H
