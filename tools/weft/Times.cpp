//===- Times.cpp - Times of a kernel ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statistics of runs.
//
//===----------------------------------------------------------------------===//

#include "Times.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace weft::driver;

namespace {
struct Statistics {
  explicit Statistics(std::vector<double> runs) {
    std::sort(runs.begin(), runs.end());
    size_t count = runs.size();
    if (count == 0)
      return;
    least = runs.front();
    median = (runs[(count - 1) / 2] + runs[count / 2]) / 2;
    for (double run : runs)
      mean += run / double(count);
    for (double run : runs)
      deviation += (run - mean) * (run - mean) / double(count);
    deviation = std::sqrt(deviation);
  }

  double least = 0, median = 0, mean = 0, deviation = 0;
};
} // namespace

/// A label, which may be empty, and a time.
static std::string formatTime(const std::string &label, double milliseconds) {
  char text[64];
  std::snprintf(
      text, sizeof text, "%*s%10.3f ms",
      label.empty() ? 0 : std::max(0, 16 - static_cast<int>(label.size())), "",
      milliseconds);
  return label + text;
}

std::string weft::driver::describeRuns(const std::string &label,
                                       const std::vector<double> &runs) {
  Statistics statistics(runs);
  std::string text = formatTime(label, statistics.least);
  if (runs.size() > 1)
    text += " at least," + formatTime("", statistics.median) + " median," +
            formatTime("", statistics.mean) + " mean of " +
            std::to_string(runs.size());
  return text + "\n";
}

std::string Times::describe() const {
  std::string text = formatTime("time to read", read) + "\n" +
                     formatTime("time to compile", compile) +
                     (isCached ? ", from the cache" : "") + "\n";
  if (!runs.empty())
    text += describeRuns("time to run", runs);
  return text + device.describe();
}

std::string Times::formatValues() const {
  Statistics statistics(runs);
  char text[160];
  std::snprintf(text, sizeof text, "%.6g,0,%.6g,%.6g,%.6g\n", compile,
                statistics.mean, statistics.deviation, statistics.median);
  return text;
}
