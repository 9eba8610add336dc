//===- Query.h - Products that are summed up --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction as the planner sees it: factors over numbered index variables,
// some of which index the result and all others of which are summed over. The
// sum and the product are those of any semiring.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PLANNER_QUERY_H
#define WEFT_PLANNER_QUERY_H

#include "weft/Planner/Statistics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft {
namespace planner {

/// A set of index variables or of factors, as bits.
using Mask = uint32_t;
constexpr unsigned maxVariables = 32;

inline bool contains(Mask mask, unsigned number) { return mask >> number & 1; }
inline Mask bit(unsigned number) { return Mask(1) << number; }
inline unsigned countBits(Mask mask) {
  unsigned count = 0;
  for (; mask; mask &= mask - 1)
    ++count;
  return count;
}

/// A level of a factor.
struct FactorLevel {
  unsigned variable = 0;
  /// Whether it stores all coordinates of the variable, so that any can be
  /// located.
  bool isFull = true;
  /// How many coordinates have entries.
  double distinct = 0;
  /// The mean square of the degrees over their squared mean: 1 if all
  /// coordinates have as many entries.
  double skew = 1;
  /// How many coordinates this level stores below all of its parents.
  double prefixes = 0;
};

/// A tensor in a product.
struct Factor {
  /// Factors of the same name have the same entries.
  std::string name;
  /// Factors of the same expression have the same values: one function of the
  /// variables of their levels. Steps are equal only if their expressions are.
  std::string expression;
  /// The levels, outermost first.
  std::vector<FactorLevel> levels;
  double entries = 0;
  /// Whether its levels may be stored in whatever order is best: an
  /// intermediate that no step has made yet.
  bool isFree = false;

  Mask variables() const {
    Mask mask = 0;
    for (const FactorLevel &level : levels)
      mask |= bit(level.variable);
    return mask;
  }
  /// Whether every component is stored.
  bool isDense() const {
    for (const FactorLevel &level : levels)
      if (!level.isFull)
        return false;
    return true;
  }
};

/// A contraction.
struct Query {
  /// The extents of the index variables.
  std::vector<double> extents;
  std::vector<Factor> factors;
  /// The variables of the result, in the order of its levels.
  std::vector<unsigned> result;
  /// Whether the result stores all components.
  bool isResultDense = true;
  /// Whether the sum is part of a larger expression, so that without a plan the
  /// loops over the variables of the result are around it.
  bool isPart = false;
  /// The names of the sum, the product and the type: queries with other ones
  /// have no steps in common.
  std::string algebra;

  Mask outputs() const {
    Mask mask = 0;
    for (unsigned variable : result)
      mask |= bit(variable);
    return mask;
  }
};

/// Describes a stored tensor as a factor: `variables` and `isFull` are those of
/// its levels, and `modes` says which mode of the statistics each level stores.
/// What the statistics do not tell is assumed. The name is its expression, too.
Factor makeFactor(std::string name, const std::vector<unsigned> &variables,
                  const std::vector<bool> &isFull,
                  const std::vector<unsigned> &modes,
                  const Statistics &statistics,
                  const std::vector<double> &extents);

/// The union of factors whose levels are of the same variables, in the same
/// order: a sum of them. Entries are taken to be independent.
Factor uniteFactors(const std::vector<Factor> &factors,
                    const std::vector<double> &extents);

/// The number of points that some variables span.
double multiplyExtents(Mask variables, const std::vector<double> &extents);

/// The number of different coordinates of some variables of a factor.
double countDistinct(const Factor &factor, Mask variables,
                     const std::vector<double> &extents);

} // namespace planner
} // namespace weft

#endif // WEFT_PLANNER_QUERY_H
