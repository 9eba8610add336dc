//===- RunMeasurements.cpp - Measurements of a run --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what tensors store, how much arithmetic loops do, and the times.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/RunMeasurements.h"

#include "llvm/Support/Format.h"

using namespace weft;
using namespace weft::explain;

/// Bytes in units of powers of ten.
static std::string printBytes(double bytes) {
  static const char *const units[] = {" B", " kB", " MB", " GB", " TB"};
  size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(units); ++unit)
    bytes /= 1000;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(unit == 0 ? "%.0f%s" : "%.1f%s", bytes, units[unit]);
  return text;
}

std::vector<std::string>
RunMeasurements::describe(std::optional<double> steps) const {
  std::vector<std::string> lines;
  double bytes = 0;
  for (size_t number = 0; number < tensors.size(); ++number) {
    bytes += static_cast<double>(numBytes[number]);
    lines.push_back(tensors[number].name + ": " +
                    std::to_string(tensors[number].numStored) + " stored, " +
                    printBytes(static_cast<double>(numBytes[number])));
  }
  lines.push_back("bytes: " + printBytes(bytes) +
                  " if each array is read or written once");
  double flops = static_cast<double>(numOperations) * steps.value_or(0);
  if (flops > 0)
    lines.push_back("flops: at most " + analysis::printNumber(flops) + ", " +
                    std::to_string(numOperations) + " for each of " +
                    analysis::printNumber(*steps) + " steps");
  std::string times;
  llvm::raw_string_ostream(times)
      << llvm::format("time: %.3f ms to read, %.3f ms to compile, %.3f ms to "
                      "run",
                      readTime, compileTime, runTime);
  lines.push_back(times);
  if (runTime > 0)
    lines.push_back(
        "rate: " + printBytes(bytes / runTime * 1e3) + " per second" +
        (flops > 0
             ? ", at most " + analysis::printNumber(flops / runTime / 1e6) +
                   " Gflop/s"
             : ""));
  return lines;
}
