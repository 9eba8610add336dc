//===- DefaultFactoring.h - Sums of the default -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a contraction in one kernel without a plan.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PLANNER_DEFAULTFACTORING_H
#define WEFT_LIB_PLANNER_DEFAULTFACTORING_H

#include "weft/Planner/LoopNest.h"

#include <optional>

namespace weft {
namespace planner {

/// A sum that is computed once for several iterations: the loops around it and
/// its use, those of the sum, and those of its use.
struct Factoring {
  Mask around = 0, reduced = 0, others = 0;
  /// The factors of the sum, and those that it is multiplied with.
  std::vector<const Factor *> moved, kept;
};

/// What the default schedule factors first; nothing if it factors nothing. If
/// `mayCopy` is set, the levels of factors may be copied into any order.
std::optional<Factoring> findDefaultFactoring(const Contraction &contraction,
                                              bool mayCopy);

/// The cost of one kernel with the default schedule.
double getDefaultCost(const Contraction &contraction,
                      const std::vector<unsigned> &preferred,
                      const std::vector<double> &extents);

} // namespace planner
} // namespace weft

#endif // WEFT_LIB_PLANNER_DEFAULTFACTORING_H
