//===- Space.cpp - All schedules of a problem -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates the schedules of a problem stage by stage and numbers them.
//
//===----------------------------------------------------------------------===//

#include "weft/Autoschedule/Space.h"
#include "ScheduleText.h"

using namespace weft;
using namespace weft::autoschedule;

static std::vector<int64_t> getDefaultValues(Target target) {
  if (target == Target::CPU)
    return {8, 16, 32};
  return {4, 16, 64};
}

/// How many combinations some parameters have.
static size_t countCombinations(size_t numValues, size_t numParameters) {
  size_t count = 1;
  for (size_t parameter = 0; parameter < numParameters; ++parameter)
    count *= numValues;
  return count;
}

ScheduleSpace::ScheduleSpace(Problem given, const SpaceOptions &options)
    : problem(std::move(given)), target(options.target),
      values(options.values.empty() ? getDefaultValues(target)
                                    : options.values),
      pipeline(target) {
  for (const std::string &name : options.disabledPasses)
    pipeline.setEnabled(name, false);
  Partitions partitions = enumeratePartitions(problem, options.partition);
  splits = std::move(partitions.schedules);
  numLeftOut = partitions.numLeftOut;
  addTemplates();
  addCandidates();
}

/// Whether a split schedule tiles a variable of the workspace of the hoisted
/// subexpression, whose loops are not those of the variable any more.
static bool tilesWorkspace(const Problem &problem,
                           const SplitSchedule &schedule) {
  if (!problem.hoisting)
    return false;
  for (size_t variable : problem.hoisting->workspace)
    if (schedule.isSplit(variable))
      return true;
  return false;
}

void ScheduleSpace::addTemplates() {
  if (target == Target::CPU) {
    std::vector<SplitSchedule> kept;
    for (SplitSchedule &schedule : splits)
      if (!tilesWorkspace(problem, schedule))
        kept.push_back(std::move(schedule));
    splits = std::move(kept);
  }
  for (size_t split = 0; split < splits.size(); ++split)
    for (const Mapping &mapping : pipeline.run({problem, splits[split]})) {
      if (templates.size() < maxTemplates)
        templates.push_back({split, mapping});
      else
        ++numLeftOut;
    }
}

MappingContext
ScheduleSpace::getContext(const ScheduleTemplate &scheduleTemplate) const {
  return {problem, splits[scheduleTemplate.split]};
}

void ScheduleSpace::addCandidate(size_t number, size_t combination) {
  if (candidates.size() < maxCandidates)
    candidates.push_back({uint32_t(number), uint32_t(combination)});
  else
    ++numLeftOut;
}

void ScheduleSpace::addCandidates() {
  for (size_t number = 0; number < templates.size(); ++number) {
    MappingContext context = getContext(templates[number]);
    size_t numParameters = context.schedule.numParameters;
    size_t count = countCombinations(values.size(), numParameters);
    for (size_t combination = 0; combination < count; ++combination)
      if (target == Target::CPU ||
          hasLegalSizes(context, templates[number].mapping,
                        getValues(numParameters, combination)))
        addCandidate(number, combination);
  }
}

int64_t ScheduleSpace::countNaive() const {
  int64_t count = 0;
  for (const SplitSchedule &schedule : splits)
    count += countNaiveMappings(getFreeLoops(problem, schedule, target).size(),
                                target);
  return count;
}

size_t ScheduleSpace::countInstances() const {
  size_t count = 0;
  for (const ScheduleTemplate &each : templates) {
    size_t numParameters = splits[each.split].numParameters;
    count += countCombinations(values.size(),
                               numParameters == 0 ? 1 : numParameters);
  }
  return count;
}

std::vector<int64_t> ScheduleSpace::getValues(size_t numParameters,
                                              size_t combination) const {
  std::vector<int64_t> result(numParameters);
  for (size_t parameter = numParameters; parameter-- > 0;) {
    result[parameter] = values[combination % values.size()];
    combination /= values.size();
  }
  return result;
}

std::vector<int64_t>
ScheduleSpace::getValues(const Candidate &candidate) const {
  const ScheduleTemplate &of = templates[candidate.scheduleTemplate];
  return getValues(splits[of.split].numParameters, candidate.combination);
}

std::string
ScheduleSpace::print(const ScheduleTemplate &scheduleTemplate) const {
  return printSchedule(getContext(scheduleTemplate), scheduleTemplate.mapping,
                       target, nullptr);
}

std::string ScheduleSpace::print(const Candidate &candidate) const {
  const ScheduleTemplate &of = templates[candidate.scheduleTemplate];
  std::vector<int64_t> chosen = getValues(candidate);
  return printSchedule(getContext(of), of.mapping, target, &chosen);
}

std::string ScheduleSpace::printSummary() const {
  std::string text = problem.print() + pipeline.print();
  std::vector<size_t> counts(splits.size());
  for (const ScheduleTemplate &each : templates)
    ++counts[each.split];
  for (size_t split = 0; split < splits.size(); ++split) {
    std::string commands = splits[split].print();
    text += std::to_string(counts[split]) +
            (counts[split] == 1 ? " template: " : " templates: ") +
            (commands.empty() ? "no tiles" : commands) + "\n";
  }
  if (numLeftOut != 0)
    text += std::to_string(numLeftOut) + " left out for their number\n";
  return text + std::to_string(templates.size()) + " templates, " +
         std::to_string(candidates.size()) + " candidates\n";
}
