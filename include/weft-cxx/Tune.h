//===- Tune.h - The search for a fast schedule ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches for the fastest schedule of a statement on its operands, as
// `weft tune` does (docs/tuning.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_TUNE_H
#define WEFT_CXX_TUNE_H

#include "weft-cxx/Statement.h"

#include <string>
#include <vector>

namespace weft {
inline namespace cxx {

/// A schedule that was tried.
struct Trial {
  /// As `IndexStmt::withSchedule` takes it; "default" for the one that the
  /// compiler chooses.
  std::string schedule;
  /// Its commands that make tiles, or what it changes of the default.
  std::string partition;
  /// "measured", "refused", "wrong", "slow" or "started".
  std::string status;
  /// The least time of its runs and their standard deviation, in milliseconds.
  double time = 0, deviation = 0;
  /// Why it has no time; empty otherwise.
  std::string reason;
};

struct Tuning {
  /// The fastest first; those without a time last.
  std::vector<Trial> trials;

  /// The fastest schedule; "default" if there is none.
  std::string getSchedule() const {
    return trials.empty() || trials.front().status != "measured"
               ? "default"
               : trials.front().schedule;
  }
};

/// Compiles and measures schedules of a statement on its operands for so many
/// seconds, and compares their results:
///
///     Tuning tuning = tune(y(i) = A(i, j) * x(j), 10);
///     y.compile((y(i) = A(i, j) * x(j)).withSchedule(tuning.getSchedule()));
///
/// `options` has further words of `weft_tune` (include/weft-c/Weft.h), such as
/// "cache" for the tuning store. The tensor that is assigned keeps its value.
///
/// Preconditions: the operands have values; the statement has no schedule and
/// takes the structure of no other tensor. Throws otherwise, and if the
/// statement does not compile.
Tuning tune(const IndexStmt &statement, double seconds = 30,
            const std::string &options = "");

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_TUNE_H
