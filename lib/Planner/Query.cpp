//===- Query.cpp - Products that are summed up ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills in what statistics do not tell: a sparse operand of which nothing is
// known has as many entries as its longest mode has coordinates, ten times, and
// what is known of entries only is taken to be uniform.
//
//===----------------------------------------------------------------------===//

#include "weft/Planner/Query.h"

#include <algorithm>

using namespace weft::planner;

/// The entries of each coordinate of the longest mode, where nothing is known.
static constexpr double kAssumedDegree = 10;

double weft::planner::multiplyExtents(Mask variables,
                                      const std::vector<double> &extents) {
  double product = 1;
  for (unsigned variable = 0; variable < extents.size(); ++variable)
    if (contains(variables, variable))
      product *= extents[variable];
  return product;
}

/// The number of stored entries, as far as it is known.
static double findEntries(const Factor &factor, const Statistics &statistics,
                          const std::vector<double> &extents) {
  double all = multiplyExtents(factor.variables(), extents);
  if (factor.isDense())
    return all;
  if (statistics.entries >= 0)
    return std::min(all, statistics.entries);
  double longest = 1;
  for (const FactorLevel &level : factor.levels)
    longest = std::max(longest, extents[level.variable]);
  return std::min(all, kAssumedDegree * longest);
}

Factor weft::planner::makeFactor(std::string name,
                                 const std::vector<unsigned> &variables,
                                 const std::vector<bool> &isFull,
                                 const std::vector<unsigned> &modes,
                                 const Statistics &statistics,
                                 const std::vector<double> &extents) {
  Factor factor;
  factor.expression = name;
  factor.name = std::move(name);
  for (size_t number = 0; number < variables.size(); ++number) {
    FactorLevel level;
    level.variable = variables[number];
    level.isFull = isFull[number];
    factor.levels.push_back(level);
  }
  factor.entries = findEntries(factor, statistics, extents);
  Mask above = 0;
  bool isFullAbove = true;
  for (size_t number = 0; number < factor.levels.size(); ++number) {
    FactorLevel &level = factor.levels[number];
    double extent = extents[level.variable];
    bool isKnown = !factor.isDense() && !statistics.distinct.empty();
    level.distinct = isKnown ? statistics.distinct[modes[number]]
                             : expectDistinct(extent, factor.entries);
    if (factor.isDense())
      level.distinct = extent;
    if (!factor.isDense() && !statistics.squares.empty() && factor.entries > 0)
      level.skew = std::max(1.0, statistics.squares[modes[number]] * extent /
                                     (factor.entries * factor.entries));
    above |= bit(level.variable);
    isFullAbove &= level.isFull;
    double all = multiplyExtents(above, extents);
    if (!statistics.prefixes.empty())
      level.prefixes = statistics.prefixes[number];
    else if (isFullAbove)
      level.prefixes = all;
    else if (level.isFull)
      level.prefixes = factor.levels[number - 1].prefixes * extent;
    else
      level.prefixes = countDistinct(factor, above, extents);
  }
  return factor;
}

Factor weft::planner::uniteFactors(const std::vector<Factor> &factors,
                                   const std::vector<double> &extents) {
  Factor united = factors.front();
  double all = multiplyExtents(united.variables(), extents), absent = 1;
  for (const Factor &factor : factors)
    absent *= all > 0 ? 1 - std::min(1.0, factor.entries / all) : 1;
  united.entries = all * (1 - absent);
  for (size_t number = 0; number < united.levels.size(); ++number) {
    FactorLevel &level = united.levels[number];
    level.distinct = level.prefixes = 0;
    for (const Factor &factor : factors) {
      const FactorLevel &own = factor.levels[number];
      level.isFull |= own.isFull;
      level.distinct += own.distinct;
      level.prefixes += own.prefixes;
      level.skew = std::max(level.skew, own.skew);
    }
    double extent = extents[level.variable];
    level.distinct = std::min(extent, level.distinct);
    level.prefixes = std::min(level.prefixes, all);
  }
  if (united.isDense())
    united.entries = all;
  return united;
}

double weft::planner::countDistinct(const Factor &factor, Mask variables,
                                    const std::vector<double> &extents) {
  Mask own = factor.variables() & variables;
  if (factor.isDense())
    return multiplyExtents(own, extents);
  if (own == factor.variables())
    return factor.entries;
  double all = 1;
  for (const FactorLevel &level : factor.levels)
    if (contains(own, level.variable))
      all *= level.distinct;
  // One mode has as many as are counted.
  if (own && !(own & (own - 1)))
    return all;
  return expectDistinct(all, factor.entries);
}
