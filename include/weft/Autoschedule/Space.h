//===- Space.h - All schedules of a problem ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The third stage of the autoscheduler: schedule templates, which are split
// schedules with their mappings, and the candidates that parameter values make
// of them. A candidate is a text in the language of schedules.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_SPACE_H
#define WEFT_AUTOSCHEDULE_SPACE_H

#include "weft/Autoschedule/Trimming.h"

namespace weft {
namespace autoschedule {

struct SpaceOptions {
  Target target = Target::CPU;
  PartitionOptions partition;
  /// The values of each parameter; those of section 3 of Wang's thesis if there
  /// are none.
  std::vector<int64_t> values;
  /// The names of the passes that are off.
  std::vector<std::string> disabledPasses;
};

/// A split schedule with a mapping.
struct ScheduleTemplate {
  size_t split = 0;
  Mapping mapping;
};

/// A template with parameter values.
struct Candidate {
  uint32_t scheduleTemplate = 0;
  /// The number of the combination of parameter values.
  uint32_t combination = 0;
};

class ScheduleSpace {
public:
  /// The most templates that are kept; further ones are left out, and counted.
  static constexpr size_t maxTemplates = 1 << 20;
  /// The same for candidates.
  static constexpr size_t maxCandidates = 1 << 22;

  ScheduleSpace(Problem problem, const SpaceOptions &options);

  const Problem &getProblem() const { return problem; }
  const std::vector<SplitSchedule> &getSplits() const { return splits; }
  const std::vector<ScheduleTemplate> &getTemplates() const {
    return templates;
  }
  /// In the order of their templates.
  const std::vector<Candidate> &getCandidates() const { return candidates; }
  const TrimmingPipeline &getPipeline() const { return pipeline; }
  /// The split schedules, templates and candidates that were left out for their
  /// number.
  size_t getNumLeftOut() const { return numLeftOut; }
  /// The mappings of all split schedules before trimming, as Wang's thesis
  /// counts them.
  int64_t countNaive() const;
  /// Templates times parameter values, as Wang's thesis counts them: a template
  /// without parameters counts once for each value.
  size_t countInstances() const;

  std::vector<int64_t> getValues(const Candidate &candidate) const;
  /// A template as text, with K0, K1, ... in the place of parameters.
  std::string print(const ScheduleTemplate &scheduleTemplate) const;
  /// A candidate as a schedule, without spaces.
  std::string print(const Candidate &candidate) const;
  /// The problem, the passes and the number of templates of each split
  /// schedule.
  std::string printSummary() const;

private:
  void addTemplates();
  void addCandidates();
  void addCandidate(size_t number, size_t combination);
  std::vector<int64_t> getValues(size_t numParameters,
                                 size_t combination) const;
  MappingContext getContext(const ScheduleTemplate &scheduleTemplate) const;

  Problem problem;
  Target target;
  std::vector<int64_t> values;
  std::vector<SplitSchedule> splits;
  std::vector<ScheduleTemplate> templates;
  std::vector<Candidate> candidates;
  TrimmingPipeline pipeline;
  size_t numLeftOut = 0;
};

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_SPACE_H
