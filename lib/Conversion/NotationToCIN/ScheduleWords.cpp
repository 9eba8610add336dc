//===- ScheduleWords.cpp - The words of schedules ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text front end and the dialects know nothing of each other, so that each
// has enumerations of its own.
//
//===----------------------------------------------------------------------===//

#include "ScheduleWords.h"

using namespace mlir;
using namespace weft;
using notation::ScheduleStep;

cin::MergeStrategy weft::getStrategy(notation::MergeBy strategy) {
  switch (strategy) {
  case notation::MergeBy::TwoFinger:
    return cin::MergeStrategy::TwoFinger;
  case notation::MergeBy::Gallop:
    return cin::MergeStrategy::Gallop;
  case notation::MergeBy::Locate:
    return cin::MergeStrategy::Locate;
  }
  llvm_unreachable("all strategies are handled");
}

std::optional<cin::TailStrategy>
weft::getTail(std::optional<notation::Tail> tail) {
  if (!tail)
    return std::nullopt;
  switch (*tail) {
  case notation::Tail::Guard:
    return cin::TailStrategy::Guard;
  case notation::Tail::ShiftInwards:
    return cin::TailStrategy::ShiftInwards;
  case notation::Tail::Predicate:
    return cin::TailStrategy::Predicate;
  }
  llvm_unreachable("all strategies are handled");
}

std::optional<level::Workspace>
weft::getWorkspace(std::optional<notation::Storage> storage) {
  if (!storage)
    return std::nullopt;
  switch (*storage) {
  case notation::Storage::Dense:
    return level::Workspace::Dense;
  case notation::Storage::Bitmap:
    return level::Workspace::Bitmap;
  case notation::Storage::SparseSet:
    return level::Workspace::SparseSet;
  case notation::Storage::Hashed:
    return level::Workspace::Hashed;
  case notation::Storage::List:
    return level::Workspace::List;
  }
  llvm_unreachable("all kinds are handled");
}

static cin::ParallelUnit getUnit(notation::ParallelUnit unit) {
  switch (unit) {
  case notation::ParallelUnit::CPUThread:
    return cin::ParallelUnit::CPUThread;
  case notation::ParallelUnit::CPUVector:
    return cin::ParallelUnit::CPUVector;
  case notation::ParallelUnit::GPUBlock:
    return cin::ParallelUnit::GPUBlock;
  case notation::ParallelUnit::GPUWarp:
    return cin::ParallelUnit::GPUWarp;
  case notation::ParallelUnit::GPUThread:
    return cin::ParallelUnit::GPUThread;
  }
  llvm_unreachable("all units are handled");
}

cin::Parallelization weft::getParallelization(const ScheduleStep &step,
                                              bool allowRaces) {
  cin::Parallelization how;
  how.unit = getUnit(step.unit);
  switch (step.races) {
  case notation::RaceStrategy::NoRaces:
    how.races = cin::RaceStrategy::NoRaces;
    break;
  case notation::RaceStrategy::IgnoreRaces:
    how.races = cin::RaceStrategy::IgnoreRaces;
    break;
  case notation::RaceStrategy::Atomics:
    how.races = cin::RaceStrategy::Atomics;
    break;
  case notation::RaceStrategy::Temporary:
    how.races = cin::RaceStrategy::Temporary;
    break;
  }
  if (step.distribution)
    how.distribution = *step.distribution == notation::Distribution::Dynamic
                           ? DistributionKind::Dynamic
                           : DistributionKind::Static;
  how.chunk = step.number;
  how.isOptional = step.isOptional;
  how.allowRaces = allowRaces;
  return how;
}

level::Bound weft::getBound(notation::BoundKind bound) {
  switch (bound) {
  case notation::BoundKind::MaxExact:
    return level::Bound::Exactly;
  case notation::BoundKind::MaxConstraint:
    return level::Bound::AtMost;
  case notation::BoundKind::Strided:
    return level::Bound::MultipleOf;
  }
  llvm_unreachable("all kinds are handled");
}
