//===- CostModel.h - Estimated times of schedules ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the time of a candidate on a processor from statistics of the
// operands, without compiling or running it: iterations of each loop, loads by
// stride and footprint, bytes from memory, and the largest chunk of a thread.
// docs/tuning.md reports how estimates rank schedules that were measured.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_AUTOSCHEDULE_COSTMODEL_H
#define WEFT_AUTOSCHEDULE_COSTMODEL_H

#include "weft/Autoschedule/Space.h"

namespace weft {
namespace autoschedule {

/// A level of a stored operand.
struct LevelStatistics {
  /// How many coordinates it stores below all of its parents; of a dense level,
  /// all.
  double coordinates = 0;
  /// The most entries of the tensor below one coordinate.
  double heaviest = 0;
};

struct OperandStatistics {
  /// The sizes of the modes.
  std::vector<double> sizes;
  double entries = 0;
  /// Of the levels of the format, outermost first.
  std::vector<LevelStatistics> levels;
};

using StatisticsByName = std::map<std::string, OperandStatistics, std::less<>>;

/// What the model knows of the processor.
struct ModelMachine {
  int64_t threads = 1;
  /// The sizes of the caches in bytes.
  double l1 = 32e3, l2 = 1e6, l3 = 16e6;
};

/// The parts of an estimate.
struct CostEstimate {
  /// Of one thread, in nanoseconds.
  double work = 0;
  /// The share of the work of the thread that has most of it.
  double largestShare = 1;
  /// The estimated time in nanoseconds.
  double time = 0;
};

class CostModel {
public:
  /// `program` has one statement; all arguments outlive the model.
  CostModel(const notation::Program &program, const Formats &formats,
            const Problem &problem, const StatisticsByName &statistics,
            const ModelMachine &machine);

  /// The estimate of a schedule on a processor; `isShared` is whether threads
  /// share the loop that the mapping names, and `isHoisted` whether the
  /// subexpression that the problem hoists has a workspace.
  CostEstimate estimate(const SplitSchedule &schedule, const Mapping &mapping,
                        const std::vector<int64_t> &values, bool isShared,
                        bool isHoisted) const;

private:
  struct StoredAccess {
    /// The variables of the levels, by their numbers in the problem.
    std::vector<size_t> variables;
    bool isResult = false, isSparse = false;
    /// Whether the value of the statement is zero where the operand is.
    bool isFactor = false;
    /// Bytes of one entry with its coordinate, and of all.
    double bytesPerEntry = 8, bytes = 0;
  };
  class Nest;

  void addAccess(const notation::Access &access, bool isResult);
  void collect(const notation::Expr &expr, bool isFactor);
  bool hasPositions(const StoredAccess &result) const;
  void setFanouts(const notation::Access &access);
  double getLatency(double footprint) const;
  double getTransfer(const StoredAccess &access) const;

  const Formats &formats;
  const Problem &problem;
  const StatisticsByName &statistics;
  ModelMachine machine;
  std::vector<StoredAccess> accesses;
  /// Of each variable, the average number of iterations below its ancestors,
  /// and the number of coordinates.
  std::vector<double> fanouts, extents;
};

/// The estimated times of the candidates of a space in milliseconds.
std::vector<double> estimateCandidates(const ScheduleSpace &space,
                                       const notation::Program &program,
                                       const Formats &formats,
                                       const StatisticsByName &statistics,
                                       const ModelMachine &machine);

/// A schedule that was chosen without running any.
struct StaticChoice {
  /// "default", or a schedule.
  std::string schedule = "default";
  /// How many times as fast as the default it is estimated to be.
  double gain = 1;
  /// Estimated times in milliseconds.
  double time = 0, defaultTime = 0;
  /// How many candidates were estimated.
  size_t numEstimated = 0;
};

/// The most index variables of a statement for which a schedule is chosen
/// statically, and the most candidates that are estimated: what bounds the
/// time of a choice.
inline constexpr size_t maxChoiceVariables = 4;
inline constexpr size_t maxEstimates = 4096;

/// A schedule is taken instead of the default one if it is estimated to be at
/// least this many times as fast, so that smaller errors of the model never
/// leave the default.
inline constexpr double leastGain = 1.3;

/// Chooses the candidate of the least estimated time, if it is estimated to be
/// at least `leastGain` times as fast as the default schedule.
StaticChoice chooseSchedule(const notation::Program &program,
                            const Formats &formats,
                            const StatisticsByName &statistics,
                            const ModelMachine &machine, double leastGain);

} // namespace autoschedule
} // namespace weft

#endif // WEFT_AUTOSCHEDULE_COSTMODEL_H
