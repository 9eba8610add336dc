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

#include "Times.h"
#include "Trials.h"

#include <set>

namespace weft {
namespace driver {

/// A schedule that was tried, and the partition that it belongs to.
struct Attempt {
  TuningRecord record;
  std::string partition;
};

/// What a search has found.
struct TuningResult {
  /// In the order of the search, each schedule once.
  std::vector<Attempt> attempts;
  size_t numSchedules = 0;
  /// Of the attempts, those that an earlier search had measured.
  size_t numKnown = 0;
  bool isStopped = false;
  double seconds = 0;

  /// The fastest attempts first; those without a time are left out.
  std::vector<const Attempt *> getRanking() const;
  const Attempt *find(const std::string &schedule) const;
};

class Tuner {
public:
  explicit Tuner(const CommandLine &line) : line(line), trials(line) {}
  /// On failure, or if a schedule gave a wrong result, returns false and sets
  /// `message`.
  bool run(std::string &message);

private:
  bool createSearch(std::string &message);
  void search();
  /// What is known of a schedule with so many runs, or what a trial shows.
  /// Returns false if the search has to stop.
  bool attempt(const std::string &schedule, const std::string &partition,
               int64_t runs, TuningRecord &record);
  void repeatFastest();
  bool isSpent() const;
  void showProgress() const;
  bool write(std::string &message);

  const CommandLine &line;
  Trials trials;
  std::optional<TuningRecords> records;
  struct SearchDeleter {
    void operator()(weft_search *search) const { weft_search_free(search); }
  };
  std::unique_ptr<weft_search, SearchDeleter> candidates;
  TuningResult result;
  Clock clock;
  int64_t numMeasured = 0;
};

/// The text that weft tune prints.
std::string describeTuning(const CommandLine &line, const TuningResult &result);
/// The error about schedules with wrong results; empty if there are none.
std::string describeWrong(const CommandLine &line, const TuningResult &result);
/// The same as a page, with the distributions of times.
std::string makeTuningPage(const CommandLine &line, const TuningResult &result);
/// The command line without what concerns tuning, with a schedule.
std::string makeCommand(const CommandLine &line, const std::string &schedule);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TUNE_H
