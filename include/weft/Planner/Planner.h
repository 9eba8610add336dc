//===- Planner.h - Intermediates of a contraction ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches the steps in which a contraction is computed: which factors are
// multiplied and summed up into intermediates first, how these are stored, and
// in which order each step iterates. One kernel without intermediates, as it is
// lowered without a plan, is the plan unless another one is clearly cheaper.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PLANNER_PLANNER_H
#define WEFT_PLANNER_PLANNER_H

#include "weft/Planner/LoopNest.h"

#include <set>

namespace weft {
namespace planner {

/// The keys of steps that are computed already, for other queries.
using StepKeys = std::set<std::string, std::less<>>;

/// One kernel of a plan.
struct Step {
  /// The factors, and from their number on the results of earlier steps. Empty
  /// if a step of the same key comes before, in this plan or for another query:
  /// then the tensor of that step is used, and `loops` is empty, too.
  std::vector<unsigned> inputs;
  LoopNest loops;
  /// The result. The levels of the last step are those of the query's result.
  Factor result;
  /// Steps of equal keys compute the same tensor, stored in the same way, under
  /// other names of the variables. That of the last step is empty.
  std::string key;
  /// The modelled work; zero if a step of the same key comes before.
  double cost = 0;
};

/// What a search has modelled, which is what it takes its time for.
struct SearchEffort {
  size_t numSteps = 0, numLoops = 0;
};

/// How a contraction is computed. Without steps, it is left as it is.
struct Plan {
  std::vector<Step> steps;
  /// The modelled work of the steps, each of those with the same key once, and
  /// of one kernel without a plan.
  double cost = 0, unplannedCost = 0;
  SearchEffort effort;
};

/// When a plan replaces the kernel that would be made without it.
struct PlanThresholds {
  /// How many times the modelled work of the plan the kernel has at least.
  double ratio = 2;
  /// How much more work the kernel has at least, in iterations: about a
  /// millisecond.
  double work = 1e6;

  /// Those by which every plan is taken.
  static PlanThresholds none() {
    return {0, -std::numeric_limits<double>::infinity()};
  }
};

/// The most factors whose trees are searched exhaustively.
constexpr unsigned maxSearchedFactors = 8;

/// Plans a contraction. `preferred` are its variables in the order of the text.
/// Steps that are `computed` cost nothing.
Plan planContraction(const Query &query, const std::vector<unsigned> &preferred,
                     const PlanThresholds &thresholds = PlanThresholds(),
                     const StepKeys &computed = StepKeys());

/// The estimated number of entries of the result.
double estimateResult(const Query &query);

/// The cheapest plan, whatever the kernel without one costs.
Plan findBestPlan(const Query &query, const StepKeys &computed = StepKeys());

} // namespace planner
} // namespace weft

#endif // WEFT_PLANNER_PLANNER_H
