//===- Search.h - Search among candidates -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strategies that choose which candidate of a schedule space to measure next
// (section 2.6 of Wang's thesis). A strategy neither compiles nor runs
// anything: it proposes trials and is told their times, so that it works for
// any caller, and repeats its proposals if it is told the same times.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_SEARCH_H
#define WEFT_AUTOSCHEDULE_SEARCH_H

#include "weft/Autoschedule/Space.h"

namespace weft {
namespace autoschedule {

/// A candidate to measure.
struct Trial {
  size_t candidate = 0;
  /// How often to run it.
  int64_t runs = 1;
};

class SearchStrategy {
public:
  virtual ~SearchStrategy();
  /// The next trial; nothing if no candidate is left.
  virtual std::optional<Trial> next() = 0;
  /// The time of the last trial in any unit; nothing if the candidate was
  /// refused or is wrong.
  virtual void report(std::optional<double> time) = 0;
};

enum class SearchKind {
  /// All candidates in order.
  Exhaustive,
  /// All candidates in random order.
  Random,
  /// A sample once each, the fastest third of it three times each, and so on.
  Halving,
  /// Thompson sampling: a bandit over split schedules, templates and parameter
  /// values.
  Thompson
};

/// The kind of a name, "exhaustive", "random", "halving" or "thompson".
std::optional<SearchKind> parseSearchKind(std::string_view name);

/// Makes a strategy. The space outlives it. The same seed gives the same
/// choices.
std::unique_ptr<SearchStrategy>
makeSearch(SearchKind kind, const ScheduleSpace &space, uint64_t seed);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_SEARCH_H
