//===- Tune.h - The command weft tune ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches for the fastest schedule of an expression on given operands.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_TUNE_H
#define WEFT_TOOLS_WEFT_TUNE_H

#include "FormatChoices.h"
#include "Times.h"

#include <optional>

namespace weft {
namespace driver {

/// A schedule that was tried.
struct Attempt {
  enum class Status { Started, Measured, Refused, Wrong, Slow };

  std::string schedule;
  /// The partition that it belongs to, or what it changes.
  std::string partition;
  Status status = Status::Started;
  /// The least time of the runs and their standard deviation, in milliseconds.
  double time = 0, deviation = 0;
  /// The estimated time in milliseconds; negative if there is none.
  double estimate = -1;
  /// The place of its choice of formats, and the share of a run in the time
  /// that the conversion to them takes.
  size_t formats = 0;
  double conversion = 0;
  /// Why it has no time, on one line.
  std::string reason;

  double getTime() const { return time + conversion; }
};

/// What a search has found.
struct TuningResult {
  /// Of each choice of formats, the fastest first; those without a time last.
  std::vector<Attempt> attempts;
  /// What is chosen of formats; one choice if nothing is.
  std::vector<FormatChoice> choices;
  size_t numSchedules = 0;
  /// Of the attempts, those that an earlier search had measured.
  size_t numKnown = 0;
  bool isStopped = false;
  double seconds = 0;

  /// The attempts that have a time, the fastest first.
  std::vector<const Attempt *> getRanking() const;
  /// The default schedule with the first choice of formats.
  const Attempt *findDefault() const;
  /// The rank correlation (Spearman) of estimates and times; nothing below ten
  /// schedules that have both.
  std::optional<double> correlate() const;
};

class Tuner {
public:
  explicit Tuner(const CommandLine &line) : line(line) {}
  /// On failure, or if a schedule gave a wrong result, returns false and sets
  /// `message`.
  bool run(std::string &message);

private:
  /// Searches with one choice of formats.
  bool search(size_t choice, std::string &message);
  bool tune(size_t choice, const std::string &budget, std::string &message);
  /// The word of weft_tune() for the budget of a choice of formats: what is
  /// left of the whole budget, divided by the number of choices that are left.
  /// Nothing if the budget is spent.
  std::optional<std::string> makeBudget(size_t choice) const;
  bool loadFirst(std::string &message);
  void takeTrials(size_t choice, double conversion);
  bool write(std::string &message);

  const CommandLine &line;
  /// Of the first choice of formats.
  Kernel kernel;
  std::optional<Operands> operands;
  struct TuningDeleter {
    void operator()(weft_tuning *tuning) const { weft_tuning_free(tuning); }
  };
  std::unique_ptr<weft_tuning, TuningDeleter> tuning;
  TuningResult result;
  Clock clock;
};

/// The text that weft tune prints.
std::string describeTuning(const CommandLine &line, const TuningResult &result);
/// The error about schedules with wrong results; empty if there are none.
std::string describeWrong(const TuningResult &result);
/// The error that no schedule has a time; empty if one has.
std::string describeMissing(const TuningResult &result);
/// What describeTuning() tells as a page, with the distributions of times.
std::string makeTuningPage(const CommandLine &line, const TuningResult &result);
/// The command line without what concerns tuning, with the formats and the
/// schedule of an attempt.
std::string makeCommand(const TuningResult &result, const Attempt &attempt);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TUNE_H
