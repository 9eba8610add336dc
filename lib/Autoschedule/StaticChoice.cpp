//===- StaticChoice.cpp - A schedule without a measurement ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the candidates with at most one parameter and compares the best
// with the default schedule, which is estimated as the best order of loops that
// are not tiled, with threads where they assign different components.
//
//===----------------------------------------------------------------------===//

#include "ScheduleText.h"
#include "weft/Autoschedule/CostModel.h"

#include <algorithm>
#include <cmath>

using namespace weft;
using namespace weft::autoschedule;

/// Nanoseconds below which there is nothing to gain.
static constexpr double leastTime = 200e3;

/// The sizes of tiles that are considered.
static const std::vector<int64_t> choiceValues = {16, 256, 4096};

static double estimateDefault(const CostModel &model,
                              const ScheduleSpace &space) {
  double best = INFINITY;
  for (const ScheduleTemplate &each : space.getTemplates()) {
    const SplitSchedule &schedule = space.getSplits()[each.split];
    if (schedule.numParameters != 0)
      continue;
    bool isShared =
        each.mapping.thread >= 0 &&
        !mayRace(space.getProblem(), schedule, size_t(each.mapping.thread));
    best = std::min(best, model
                              .estimate(schedule, each.mapping, {}, isShared,
                                        /*isHoisted=*/false)
                              .time);
  }
  return best;
}

static double estimateCandidate(const CostModel &model,
                                const ScheduleSpace &space,
                                const Candidate &candidate) {
  const ScheduleTemplate &of = space.getTemplates()[candidate.scheduleTemplate];
  return model
      .estimate(space.getSplits()[of.split], of.mapping,
                space.getValues(candidate), /*isShared=*/true,
                /*isHoisted=*/true)
      .time;
}

std::vector<double> autoschedule::estimateCandidates(
    const ScheduleSpace &space, const notation::Program &program,
    const Formats &formats, const StatisticsByName &statistics,
    const ModelMachine &machine) {
  CostModel model(program, formats, space.getProblem(), statistics, machine);
  std::vector<double> times;
  for (const Candidate &candidate : space.getCandidates())
    times.push_back(1e-6 * estimateCandidate(model, space, candidate));
  return times;
}

StaticChoice autoschedule::chooseSchedule(const notation::Program &program,
                                          const Formats &formats,
                                          const StatisticsByName &statistics,
                                          const ModelMachine &machine,
                                          double leastGain) {
  StaticChoice choice;
  auto problem = deriveProblem(program, formats, {});
  if (!problem || problem->variables.empty() ||
      problem->variables.size() > maxChoiceVariables)
    return choice;
  SpaceOptions options;
  options.partition.maxParameters = 1;
  options.values = choiceValues;
  ScheduleSpace space(std::move(*problem), options);
  CostModel model(program, formats, space.getProblem(), statistics, machine);
  double usual = estimateDefault(model, space), best = INFINITY;
  const Candidate *chosen = nullptr;
  for (const Candidate &candidate : space.getCandidates()) {
    // Lanes are left to the compiler, which knows where they are legal.
    if (space.getTemplates()[candidate.scheduleTemplate].mapping.vector >= 0)
      continue;
    if (choice.numEstimated == maxEstimates)
      break;
    ++choice.numEstimated;
    double time = estimateCandidate(model, space, candidate);
    if (time < best) {
      best = time;
      chosen = &candidate;
    }
  }
  choice.defaultTime = choice.time = usual * 1e-6;
  if (!chosen || usual < leastTime || !(usual >= leastGain * best))
    return choice;
  choice.schedule = space.print(*chosen);
  choice.gain = usual / best;
  choice.time = best * 1e-6;
  return choice;
}
