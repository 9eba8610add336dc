//===- Tuning.h - The search for the fastest schedule -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proposes schedules, measures them on operands and keeps the times.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_TUNING_H
#define WEFT_LIB_CAPI_TUNING_H

#include "Trials.h"

namespace weft {
namespace capi {

/// A schedule that was tried.
struct Attempt {
  TuningRecord record;
  /// The partition that it belongs to, or what it changes of the default.
  std::string partition;
  bool isKnown = false;
  /// The estimated time in milliseconds; negative if there is none.
  double estimate = -1;
};

/// A schedule to try.
struct Proposal {
  std::string schedule, partition;
  int64_t runs = 3;
  /// The estimated time in milliseconds; negative if there is none.
  double estimate = -1;
};

/// Proposes the schedules of a kernel, each once: the default, then in turn one
/// that differs from it in one command and one of a search.
class Proposals {
public:
  /// `words` are those of weft_search_create().
  static runtime::Expected<Proposals> create(const weft_kernel &kernel,
                                             const std::string &words);
  /// Estimates the candidates of the search for operands. Sequences of rules
  /// have no estimates.
  void estimate(const weft_kernel &kernel, const weft_tensor *const *operands);
  /// How many there are.
  size_t count() const;
  /// The next one; nothing at the end.
  std::optional<Proposal> next();
  /// Tells the search of the record of the proposal that `next` returned last.
  void report(const TuningRecord &record);

private:
  struct SearchDeleter {
    void operator()(weft_search *search) const { weft_search_free(search); }
  };
  std::unique_ptr<weft_search, SearchDeleter> search;
  std::vector<std::string> neighbours;
  /// Of the candidates of the search; empty if they are not estimated.
  std::vector<double> estimates;
  size_t numProposed = 0, nextNeighbour = 0;
  bool isOfSearch = false, isSearchDone = false;
};

/// The words of weft_search_create() that follow from the options of a kernel,
/// with those that weft_tune() has in the place of missing ones.
std::string getSearchWords(const weft_kernel &kernel);

} // namespace capi
} // namespace weft

/// What a search has found.
struct weft_tuning {
  weft_tuning(const weft_kernel &kernel, weft::capi::RunArguments arguments,
              bool isKept, bool isCold);

  std::optional<weft::capi::Proposals> proposals;
  weft::capi::TuningRecords records;
  weft::capi::Trials trials;
  /// In the order of the search, and at the end by their times; each schedule
  /// once.
  std::vector<weft::capi::Attempt> attempts;
  double budgetSeconds = 0;
  int64_t budgetTrials = 0, numMeasured = 0;
  weft::capi::Stopwatch clock;
  /// The end of the search, and then of the repetitions.
  weft::capi::TimeBudget budget;

  void run();

private:
  bool attempt(const weft::capi::Proposal &proposal,
               weft::capi::TuningRecord &record);
  void repeatFastest();
  void rank();
  bool isSpent();
  void setEnd(double fraction);
  weft::capi::Attempt *find(const std::string &schedule);
};

#endif // WEFT_LIB_CAPI_TUNING_H
