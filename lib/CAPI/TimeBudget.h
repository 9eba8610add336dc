//===- TimeBudget.h - The time of a search ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much of the time of a search is left, and whether another run of a kernel
// ends within it. All times are in milliseconds.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_TIMEBUDGET_H
#define WEFT_LIB_CAPI_TIMEBUDGET_H

#include <algorithm>
#include <functional>
#include <limits>

namespace weft {
namespace capi {

class TimeBudget {
public:
  /// The time since the search began.
  using Clock = std::function<double()>;

  /// Without an end.
  TimeBudget() = default;
  /// Ends at `end` by a clock.
  TimeBudget(double end, Clock clock) : end(end), clock(std::move(clock)) {}

  /// The time until the end; negative behind it.
  double left() const { return clock ? end - clock() : unlimited; }
  bool isSpent() const { return left() <= 0; }

  /// Whether a run that takes as long as one of `time` ends in time.
  bool fits(double time) const { return time <= left(); }

  /// After how long a run is cancelled: at the end, or after `limit` if that is
  /// earlier. A `limit` of zero is none, and so is a result of zero.
  double limitRun(double limit) const {
    if (!clock)
      return limit;
    // A run that begins at the end is cancelled when it reports progress first.
    double rest = std::max(left(), shortest);
    return limit > 0 ? std::min(limit, rest) : rest;
  }

private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  static constexpr double shortest = 1e-3;

  double end = 0;
  Clock clock;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_TIMEBUDGET_H
