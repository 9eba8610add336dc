//===- Search.cpp - Exhaustive, random and halving search -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strategies that need no model of times.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Search.h"
#include "RandomNumbers.h"
#include "ThompsonSampling.h"

#include <algorithm>
#include <numeric>

using namespace weft;
using namespace weft::autoschedule;

SearchStrategy::~SearchStrategy() = default;

std::optional<SearchKind> autoschedule::parseSearchKind(std::string_view name) {
  if (name == "exhaustive")
    return SearchKind::Exhaustive;
  if (name == "random")
    return SearchKind::Random;
  if (name == "halving")
    return SearchKind::Halving;
  if (name == "thompson")
    return SearchKind::Thompson;
  return std::nullopt;
}

static std::vector<size_t> getAll(const ScheduleSpace &space) {
  std::vector<size_t> all(space.getCandidates().size());
  std::iota(all.begin(), all.end(), size_t(0));
  return all;
}

namespace {

/// Candidates in a given order, each once.
class ListSearch final : public SearchStrategy {
public:
  explicit ListSearch(std::vector<size_t> order) : order(std::move(order)) {}

  std::optional<Trial> next() override {
    if (place == order.size())
      return std::nullopt;
    return Trial{order[place++], 3};
  }
  void report(std::optional<double>) override {}

private:
  std::vector<size_t> order;
  size_t place = 0;
};

/// Successive halving with a third in the place of half.
class HalvingSearch final : public SearchStrategy {
public:
  static constexpr size_t maxSample = 729;
  static constexpr size_t factor = 3;

  explicit HalvingSearch(std::vector<size_t> sample)
      : round(std::move(sample)) {
    round.resize(std::min(round.size(), maxSample));
  }

  std::optional<Trial> next() override {
    if (place == round.size() && !startRound())
      return std::nullopt;
    return Trial{round[place++], runs};
  }
  void report(std::optional<double> time) override {
    if (time)
      times.emplace_back(*time, round[place - 1]);
  }

private:
  bool startRound() {
    std::sort(times.begin(), times.end());
    size_t numKept = times.size() / factor;
    if (numKept == 0)
      return false;
    round.clear();
    for (size_t rank = 0; rank < numKept; ++rank)
      round.push_back(times[rank].second);
    times.clear();
    place = 0;
    runs *= int64_t(factor);
    return true;
  }

  std::vector<size_t> round;
  std::vector<std::pair<double, size_t>> times;
  size_t place = 0;
  int64_t runs = 1;
};

} // namespace

std::unique_ptr<SearchStrategy>
autoschedule::makeSearch(SearchKind kind, const ScheduleSpace &space,
                         uint64_t seed) {
  std::vector<size_t> order = getAll(space);
  if (kind == SearchKind::Random || kind == SearchKind::Halving)
    RandomNumbers(seed).shuffle(order);
  if (kind == SearchKind::Thompson)
    return makeThompsonSampling(space, seed);
  if (kind == SearchKind::Halving)
    return std::make_unique<HalvingSearch>(std::move(order));
  return std::make_unique<ListSearch>(std::move(order));
}
