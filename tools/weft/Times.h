//===- Times.h - Times of a kernel ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times of one call of the driver, in milliseconds.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_TIMES_H
#define WEFT_TOOLS_WEFT_TIMES_H

#include "DeviceTimes.h"

#include <chrono>
#include <string>
#include <vector>

namespace weft {
namespace driver {

/// Measures from when it is made.
class Clock {
public:
  /// Milliseconds.
  double elapsed() const {
    return std::chrono::duration<double, std::milli>(Now::now() - start)
        .count();
  }

private:
  using Now = std::chrono::steady_clock;
  Now::time_point start = Now::now();
};

struct Times {
  double read = 0, compile = 0;
  bool isCached = false;
  std::vector<double> runs;
  DeviceTimes device;

  /// The lines that -time prints.
  std::string describe() const;
  /// The line that -write-time writes: the times to compile and to assemble,
  /// and of the runs the mean, the standard deviation and the median. The
  /// kernel assembles while it runs, which takes no time of its own.
  std::string formatValues() const;
};

/// The least time of runs and, of several, the median and the mean.
std::string describeRuns(const std::string &label,
                         const std::vector<double> &runs);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TIMES_H
