//===- ThompsonSampling.cpp - A hierarchical bandit -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each arm has a normal belief of the mean logarithm of its times, with the
// mean and spread of all times as the prior and the weight of one observation.
// A choice draws from the belief of each arm and takes the least, first among
// split schedules, then among the templates of the chosen one. Parameter values
// that are left are chosen at random.
//
//===----------------------------------------------------------------------===//

#include "ThompsonSampling.h"
#include "RandomNumbers.h"

#include <algorithm>
#include <cmath>

using namespace weft;
using namespace weft::autoschedule;

namespace {

/// Counts, sums and squares of logarithms of times.
struct Observations {
  double count = 0, sum = 0, squares = 0;

  void add(double value) {
    count += 1;
    sum += value;
    squares += value * value;
  }
  double getMean() const { return count == 0 ? 0 : sum / count; }
  double getDeviation() const {
    double variance = count < 2 ? 1 : squares / count - getMean() * getMean();
    return std::sqrt(std::max(variance, 0.01));
  }
};

/// A split schedule or a template.
struct Arm {
  Observations seen;
  /// The arms below: templates of a split schedule, or candidates.
  std::vector<size_t> left;
};

class ThompsonSampling final : public SearchStrategy {
public:
  ThompsonSampling(const ScheduleSpace &space, uint64_t seed)
      : random(seed), splits(space.getSplits().size()),
        templates(space.getTemplates().size()) {
    const auto &candidates = space.getCandidates();
    for (size_t number = 0; number < candidates.size(); ++number)
      templates[candidates[number].scheduleTemplate].left.push_back(number);
    for (size_t number = 0; number < templates.size(); ++number)
      if (!templates[number].left.empty())
        splits[space.getTemplates()[number].split].left.push_back(number);
    for (size_t number = 0; number < splits.size(); ++number)
      if (!splits[number].left.empty())
        splitsLeft.push_back(number);
  }

  std::optional<Trial> next() override {
    if (splitsLeft.empty())
      return std::nullopt;
    split = draw(splits, splitsLeft);
    chosen = draw(templates, splits[split].left);
    std::vector<size_t> &candidates = templates[chosen].left;
    size_t place = random.below(candidates.size());
    size_t candidate = candidates[place];
    candidates.erase(candidates.begin() + ptrdiff_t(place));
    if (candidates.empty())
      remove(splits[split].left, chosen);
    if (splits[split].left.empty())
      remove(splitsLeft, split);
    return Trial{candidate, 3};
  }

  /// A refused candidate counts as slow.
  void report(std::optional<double> time) override {
    double value = time ? std::log(std::max(*time, 1e-9))
                        : all.getMean() + 2 * all.getDeviation();
    if (time)
      all.add(value);
    splits[split].seen.add(value);
    templates[chosen].seen.add(value);
  }

private:
  static void remove(std::vector<size_t> &values, size_t value) {
    values.erase(std::find(values.begin(), values.end(), value));
  }

  size_t draw(const std::vector<Arm> &arms, const std::vector<size_t> &left) {
    size_t best = left.front();
    double least = INFINITY;
    for (size_t arm : left) {
      const Observations &seen = arms[arm].seen;
      double weight = 1 + seen.count;
      double mean = (all.getMean() + seen.sum) / weight;
      double value =
          mean + random.normal() * all.getDeviation() / std::sqrt(weight);
      if (value < least) {
        least = value;
        best = arm;
      }
    }
    return best;
  }

  RandomNumbers random;
  Observations all;
  std::vector<Arm> splits, templates;
  std::vector<size_t> splitsLeft;
  /// The arms of the last trial.
  size_t split = 0, chosen = 0;
};

} // namespace

std::unique_ptr<SearchStrategy>
autoschedule::makeThompsonSampling(const ScheduleSpace &space, uint64_t seed) {
  return std::make_unique<ThompsonSampling>(space, seed);
}
