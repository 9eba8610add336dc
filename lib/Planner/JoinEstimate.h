//===- JoinEstimate.h - Cardinalities of joins ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of coordinates that the factors of a contraction have in common,
// when some variables of each are bound.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PLANNER_JOINESTIMATE_H
#define WEFT_LIB_PLANNER_JOINESTIMATE_H

#include "weft/Planner/LoopNest.h"

#include <array>
#include <string_view>

namespace weft {
namespace planner {

/// Of each factor, a set of its variables.
using MaskList = std::array<Mask, maxVariables>;

/// Estimates for one set of factors.
class JoinEstimate {
public:
  JoinEstimate(const std::vector<const Factor *> &factors,
               const std::vector<double> &extents);

  /// The number of coordinates of the variables `bound` that the projections of
  /// all factors to `boundOf` have in common.
  double estimate(Mask bound, const MaskList &boundOf) const;

  /// How many coordinates of `variable` a factor has, on average, below those
  /// of its bound variables that the join of all factors has. `after` are the
  /// variables of the factor that are bound inside of the loop.
  double getFanout(size_t factor, unsigned variable, const MaskList &boundOf,
                   Mask after) const;

private:
  /// Which part of all coordinates of some of its variables a factor has.
  double getDensity(size_t factor, Mask bound) const;
  /// By how much the degrees of a shared variable correlate with those of
  /// others, so that more coordinates meet than independent ones would.
  double getSkew(unsigned variable, const MaskList &boundOf) const;

  struct Level {
    unsigned variable;
    double skew;
  };
  struct Projection {
    std::vector<Level> levels;
    /// By the set of levels.
    std::vector<double> densities;
    Mask variables = 0;
    bool isDense = false;
    std::string_view name;
  };
  std::vector<Projection> projections;
  std::vector<double> extents;
  /// The variables of which some factor has an uneven distribution.
  Mask skewed = 0;
};

} // namespace planner
} // namespace weft

#endif // WEFT_LIB_PLANNER_JOINESTIMATE_H
