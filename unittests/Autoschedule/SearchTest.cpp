//===- SearchTest.cpp - Tests of search strategies --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That each strategy visits what it should, repeats itself, and that sampling
// finds the fastest candidates of synthetic times early.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Autoschedule/Search.h"

#include <algorithm>
#include <cmath>

using namespace weft::autoschedule;

namespace {

/// Times that depend on the split schedule most: the fused one is the fastest.
double getTime(const ScheduleSpace &space, size_t number) {
  const Candidate &candidate = space.getCandidates()[number];
  const ScheduleTemplate &of = space.getTemplates()[candidate.scheduleTemplate];
  return (of.split == 2 ? 1 : 20) + 0.1 * double(candidate.scheduleTemplate) +
         0.01 * candidate.combination;
}

/// The candidates of all trials.
std::vector<size_t> search(SearchKind kind, const ScheduleSpace &space,
                           uint64_t seed, size_t limit = SIZE_MAX) {
  auto strategy = makeSearch(kind, space, seed);
  std::vector<size_t> trials;
  while (trials.size() < limit) {
    std::optional<Trial> trial = strategy->next();
    if (!trial)
      break;
    trials.push_back(trial->candidate);
    // Every seventh candidate is refused.
    if (trial->candidate % 7 == 6)
      strategy->report(std::nullopt);
    else
      strategy->report(getTime(space, trial->candidate));
  }
  return trials;
}

TEST(SearchTest, EachCandidateOnce) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::CPU);
  for (SearchKind kind :
       {SearchKind::Exhaustive, SearchKind::Random, SearchKind::Thompson}) {
    std::vector<size_t> trials = search(kind, space, 1);
    EXPECT_EQ(trials, search(kind, space, 1));
    std::sort(trials.begin(), trials.end());
    ASSERT_EQ(trials.size(), 110u);
    for (size_t number = 0; number < trials.size(); ++number)
      EXPECT_EQ(trials[number], number);
  }
  EXPECT_NE(search(SearchKind::Random, space, 1),
            search(SearchKind::Random, space, 2));
}

TEST(SearchTest, HalvingRepeatsTheFastest) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::CPU);
  auto strategy = makeSearch(SearchKind::Halving, space, 1);
  std::vector<size_t> perRuns;
  Trial last;
  int64_t runs = 0;
  while (auto trial = strategy->next()) {
    if (trial->runs != runs)
      perRuns.push_back(0);
    runs = trial->runs;
    ++perRuns.back();
    last = *trial;
    strategy->report(getTime(space, trial->candidate));
  }
  EXPECT_EQ(perRuns, (std::vector<size_t>{110, 36, 12, 4, 1}));
  EXPECT_EQ(runs, 81);
  size_t fastest = 0;
  for (size_t number = 0; number < 110; ++number)
    if (getTime(space, number) < getTime(space, fastest))
      fastest = number;
  EXPECT_EQ(last.candidate, fastest);
}

TEST(SearchTest, ThompsonSamplingPrefersFastArms) {
  ScheduleSpace space = makeSpace(makeSpmv(), Target::CPU);
  size_t numFast = 0;
  const size_t numSeeds = 20, numTrials = 20;
  for (uint64_t seed = 1; seed <= numSeeds; ++seed)
    for (size_t number : search(SearchKind::Thompson, space, seed, numTrials))
      numFast += getTime(space, number) < 10;
  // At random, 9 of 110 candidates are fast: 33 of the 400 trials.
  EXPECT_GT(numFast, 80u);
}

TEST(SearchTest, NothingToSearch) {
  ScheduleSpace space = makeSpace(makeProblem("a = b"), Target::CPU);
  for (SearchKind kind : {SearchKind::Exhaustive, SearchKind::Random,
                          SearchKind::Halving, SearchKind::Thompson})
    EXPECT_TRUE(search(kind, space, 1).empty());
}

TEST(SearchTest, Names) {
  EXPECT_EQ(parseSearchKind("thompson"), SearchKind::Thompson);
  EXPECT_EQ(parseSearchKind("Thompson"), std::nullopt);
}

} // namespace
