//===- JoinEstimate.cpp - Cardinalities of joins ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independence gives the product of the densities of all projections. Where two
// factors share a variable, the number of pairs is the sum of the products of
// their degrees: the mean degrees times N * sum(d * e) / (sum(d) * sum(e)). If
// both are the same tensor, that is its skew. By the inequality of Cauchy and
// Schwarz it is the geometric mean of both skews at most, and 1 if they are
// independent; the estimate is the geometric mean of these two bounds.
//
//===----------------------------------------------------------------------===//

#include "JoinEstimate.h"

#include <algorithm>
#include <cmath>

using namespace weft::planner;

/// The levels of a factor beyond this are estimated as a whole.
static constexpr size_t kMaxLevels = 10;

JoinEstimate::JoinEstimate(const std::vector<const Factor *> &factors,
                           const std::vector<double> &extents)
    : extents(extents) {
  for (const Factor *factor : factors) {
    Projection projection;
    projection.name = factor->name;
    projection.variables = factor->variables();
    projection.isDense = factor->isDense();
    size_t count = std::min(factor->levels.size(), kMaxLevels);
    for (size_t number = 0; number < count && !projection.isDense; ++number) {
      const FactorLevel &level = factor->levels[number];
      projection.levels.push_back({level.variable, level.skew});
      if (level.skew > 1)
        skewed |= bit(level.variable);
    }
    for (Mask set = 0; set < bit(projection.levels.size()); ++set) {
      Mask variables = 0;
      double all = 1;
      for (size_t number = 0; number < projection.levels.size(); ++number)
        if (contains(set, number)) {
          variables |= bit(projection.levels[number].variable);
          all *= extents[projection.levels[number].variable];
        }
      double distinct = countDistinct(*factor, variables, extents);
      projection.densities.push_back(all > 0 ? std::min(1.0, distinct / all)
                                             : 0);
    }
    projections.push_back(std::move(projection));
  }
}

double JoinEstimate::getDensity(size_t factor, Mask bound) const {
  const Projection &projection = projections[factor];
  if (projection.isDense)
    return 1;
  Mask set = 0;
  for (size_t number = 0; number < projection.levels.size(); ++number)
    if (contains(bound, projection.levels[number].variable))
      set |= bit(number);
  return projection.densities[set];
}

double JoinEstimate::getSkew(unsigned variable, const MaskList &boundOf) const {
  double product = 1;
  int sharers = 0;
  bool isSame = true;
  std::string_view name;
  for (size_t number = 0; number < projections.size(); ++number) {
    const Projection &projection = projections[number];
    Mask bound = boundOf[number] & projection.variables;
    // Degrees matter where something below the variable is bound, too.
    if (projection.isDense || !contains(bound, variable) ||
        !(bound & (bound - 1)))
      continue;
    for (const Level &level : projection.levels)
      if (level.variable == variable)
        product *= level.skew;
    isSame &= sharers == 0 || name == projection.name;
    name = projection.name;
    ++sharers;
  }
  if (sharers < 2 || product <= 1)
    return 1;
  double exponent = (sharers - 1.0) / sharers;
  return std::pow(product, isSame ? exponent : exponent / 2);
}

double JoinEstimate::estimate(Mask bound, const MaskList &boundOf) const {
  double result = 1;
  for (unsigned variable = 0; variable < extents.size(); ++variable)
    if (contains(bound, variable)) {
      result *= extents[variable];
      if (contains(skewed, variable))
        result *= getSkew(variable, boundOf);
    }
  for (size_t number = 0; number < projections.size(); ++number)
    result *= getDensity(number, boundOf[number]);
  return result;
}

double JoinEstimate::getFanout(size_t factor, unsigned variable,
                               const MaskList &boundOf, Mask after) const {
  double density = getDensity(factor, boundOf[factor]);
  if (density <= 0)
    return 0;
  double fanout = extents[variable] * getDensity(factor, after) / density;
  if (skewed & after) {
    MaskList extended = boundOf;
    extended[factor] = after;
    for (unsigned other = 0; other < extents.size(); ++other)
      if (other != variable && contains(skewed & after, other))
        fanout *= getSkew(other, extended) / getSkew(other, boundOf);
  }
  return std::min(fanout, extents[variable]);
}

/// The most coordinates of some variables that a join can have: of each group
/// of variables those that a factor stores, and of the rest all that every
/// factor has.
static double boundProjection(const std::vector<const Factor *> &factors,
                              Mask variables,
                              const std::vector<double> &distinct,
                              const std::vector<double> &extents) {
  auto multiply = [&](Mask set) {
    double product = 1;
    for (unsigned variable = 0; variable < extents.size(); ++variable)
      if (contains(set, variable))
        product *= distinct[variable];
    return product;
  };
  double possible = 1;
  while (variables) {
    // The factor that excludes the largest part comes next.
    double best = 1, count = 0;
    Mask covered = 0;
    for (const Factor *factor : factors) {
      Mask own = factor->variables() & variables;
      if (factor->isDense() || !own)
        continue;
      double stored = countDistinct(*factor, own, extents);
      double all = multiply(own);
      if (all <= 0 || stored >= best * all)
        continue;
      best = stored / all;
      count = stored;
      covered = own;
    }
    if (!covered)
      return possible * multiply(variables);
    possible *= count;
    variables &= ~covered;
  }
  return possible;
}

double weft::planner::estimateJoin(const std::vector<const Factor *> &factors,
                                   Mask variables,
                                   const std::vector<double> &extents) {
  JoinEstimate join(factors, extents);
  Mask all = 0;
  MaskList boundOf = {};
  for (size_t number = 0; number < factors.size(); ++number) {
    boundOf[number] = factors[number]->variables();
    all |= boundOf[number];
  }
  double entries = join.estimate(all, boundOf);
  std::vector<double> distinct = extents;
  for (const Factor *factor : factors)
    for (const FactorLevel &level : factor->levels)
      distinct[level.variable] =
          std::min(distinct[level.variable], level.distinct);
  double possible = boundProjection(factors, variables, distinct, extents);
  return variables == all ? std::min(entries, possible)
                          : expectDistinct(possible, entries);
}
