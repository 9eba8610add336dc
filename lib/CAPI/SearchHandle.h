//===- SearchHandle.h - Handle of a search ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A space of schedules and a strategy that proposes them, or the sequences of
// rules for a program of patterns.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_SEARCHHANDLE_H
#define WEFT_LIB_CAPI_SEARCHHANDLE_H

#include "KernelHandle.h"

#include "weft/Autoschedule/Search.h"

#include <optional>

struct weft_search {
  weft_search(weft::autoschedule::ScheduleSpace given,
              weft::autoschedule::SearchKind kind, uint64_t seed)
      : space(std::move(given)),
        strategy(weft::autoschedule::makeSearch(kind, *space, seed)) {}
  explicit weft_search(std::vector<std::string> rules)
      : rules(std::move(rules)) {}

  /// The schedules of an expression, and how they are searched.
  std::optional<weft::autoschedule::ScheduleSpace> space;
  std::unique_ptr<weft::autoschedule::SearchStrategy> strategy;
  /// The schedules of a program of patterns, which are searched in their order,
  /// and the number of the next one.
  std::vector<std::string> rules;
  size_t nextRules = 0;
};

#endif // WEFT_LIB_CAPI_SEARCHHANDLE_H
