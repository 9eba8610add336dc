//===- PlanSearch.h - Search of contraction trees ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the exhaustive and the greedy search of plans share: the estimated
// intermediate of a set of factors, and the cost of the step that makes it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PLANNER_PLANSEARCH_H
#define WEFT_LIB_PLANNER_PLANSEARCH_H

#include "weft/Planner/Planner.h"

#include <limits>
#include <map>

namespace weft {
namespace planner {

/// An input of a step: a set of factors. Several of them are an intermediate.
/// One alone is that factor or, if `isSummed`, the intermediate in which the
/// variables that no other factor and no result has are summed over.
struct Part {
  Mask set = 0;
  bool isSummed = false;

  bool isFactor() const { return !(set & (set - 1)) && !isSummed; }
};

/// The work of a step by the number of the tensor that it computes.
struct CountedStep {
  unsigned tensor = 0;
  double cost = 0;
};

/// A step in a search: the parts that it multiplies.
struct Split {
  std::vector<Part> parts;
  /// The work of the step and of those that make its parts, each tensor once.
  double work = std::numeric_limits<double>::infinity();
  /// What a tree pays for the tensor: the work, or nothing if a step for
  /// another query computes the tensor.
  double cost = std::numeric_limits<double>::infinity();
  /// The work of the step alone.
  double ownCost = 0;
  /// All of these steps in the order of their tensors, if some may be equal.
  std::vector<CountedStep> steps;
};

/// Whether an intermediate with an estimated number of entries is stored as a
/// dense array. A sparse result has an entry wherever all factors have one,
/// which a dense intermediate no longer tells unless they all are dense.
bool isStoredDensely(double entries, double components, bool areFactorsDense,
                     const Query &query);

/// Puts the levels of an intermediate into the order of the loops that read it.
/// The first level may then store all coordinates.
void sortLevels(Factor &intermediate, const std::vector<unsigned> &readers,
                const std::vector<double> &extents);

/// Costs of steps over sets of the factors of a query.
class StepModel {
public:
  StepModel(const Query &query, const StepKeys &computed);

  /// The factor, or the estimated intermediate, of a part.
  const Factor &getFactor(Part part);
  /// The variables of a set of factors that something outside of it needs.
  Mask getOutputs(Mask set) const;
  /// Whether a factor has variables that are summed over and that no other
  /// factor has.
  bool canBeSummed(Mask factor) const;
  /// The step that multiplies parts.
  Contraction getContraction(const std::vector<Part> &parts);
  /// The cost of the loops and of the result of a step; it may be infinite if
  /// it is `limit` or more.
  double getCost(const std::vector<Part> &parts, double limit);

  /// Whether several steps may compute the same tensor, under other names of
  /// the variables.
  bool mayShare() const { return sharesFactors || !computed.empty(); }
  /// The number of the tensor that the product of a set of factors is.
  unsigned getTensor(Mask set);
  /// Whether a step for another query computes it.
  bool isComputed(Mask set);
  /// The key of a step whose result has a known storage.
  std::string getKey(Mask set, const Factor &result) const;

  /// How many steps, and how many loops of them, have been modelled.
  SearchEffort effort;

  Mask all() const {
    return static_cast<Mask>((uint64_t(1) << query.factors.size()) - 1);
  }

private:
  Factor estimate(Mask set) const;
  /// A text that is the same for products of the same factors. `numbers` are
  /// those of the variables in the order in which they occur.
  std::string describe(Mask set, std::vector<unsigned> &numbers) const;

  const Query &query;
  const StepKeys &computed;
  bool sharesFactors = false;
  std::map<Mask, Factor> intermediates;
  std::map<std::string, unsigned, std::less<>> tensors;
  std::map<Mask, unsigned> tensorOf;
};

/// The splits of the cheapest tree, by the set that each one makes.
std::map<Mask, Split> searchExhaustively(StepModel &model);
std::map<Mask, Split> searchGreedily(StepModel &model);

} // namespace planner
} // namespace weft

#endif // WEFT_LIB_PLANNER_PLANSEARCH_H
