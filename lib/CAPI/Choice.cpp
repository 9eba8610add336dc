//===- Choice.cpp - Schedules that are chosen for operands ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the statistics of operands that select a schedule, from position
// arrays: the time is linear in the rows of an operand, or in the entries of a
// coordinate list.
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "Trials.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <unistd.h>

using namespace weft;
using namespace weft::capi;
using autoschedule::leastGain;
using autoschedule::OperandStatistics;
using runtime::LevelKind;

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

namespace {
/// Integers of 8 to 64 bits.
struct IntegerArray {
  const void *data = nullptr;
  int64_t bytes = 0, length = 0;

  int64_t operator[](int64_t place) const {
    switch (bytes) {
    case 1:
      return static_cast<const uint8_t *>(data)[place];
    case 2:
      return static_cast<const uint16_t *>(data)[place];
    case 4:
      return static_cast<const int32_t *>(data)[place];
    default:
      return static_cast<const int64_t *>(data)[place];
    }
  }
};

/// A level with the arrays that bound its positions and have its coordinates.
struct StoredLevel {
  LevelKind kind;
  bool isUnique;
  int64_t size;
  IntegerArray positions, coordinates;
};
} // namespace

/// The levels of a tensor; none if one of them is of another kind than dense,
/// compressed or singleton, or if equal coordinates of the outermost one are in
/// records.
static std::vector<StoredLevel> getLevels(const runtime::Tensor &tensor) {
  std::vector<StoredLevel> levels;
  if (tensor.format().hasParts())
    return {};
  auto elements = runtime::describeArrays(tensor.format(), tensor.type());
  size_t array = 0;
  auto take = [&] {
    const weft_array &taken = tensor.arrays()[array];
    return IntegerArray{taken.data, elements[array++].bytes, taken.length};
  };
  for (const runtime::Level &level : tensor.format().levels) {
    bool isKnown = level.kind == LevelKind::Dense ||
                   level.kind == LevelKind::Compressed ||
                   level.kind == LevelKind::Singleton;
    if (!isKnown)
      return {};
    StoredLevel stored{
        level.kind, level.unique, tensor.dims()[size_t(level.mode)], {}, {}};
    if (level.kind == LevelKind::Compressed)
      stored.positions = take();
    bool isPacked = tensor.format().packed && array + 1 == elements.size();
    // Equal coordinates of a list are not looked for in records.
    if (isPacked && levels.empty() && !level.unique)
      return {};
    if (level.kind != LevelKind::Dense && !isPacked)
      stored.coordinates = take();
    levels.push_back(stored);
  }
  return levels;
}

/// The position below the first `position` of a level where its children begin.
static int64_t descend(const std::vector<StoredLevel> &levels, size_t level,
                       int64_t position) {
  for (; level < levels.size(); ++level)
    if (levels[level].kind == LevelKind::Dense)
      position *= levels[level].size;
    else if (levels[level].kind == LevelKind::Compressed)
      position = levels[level].positions[position];
  return position;
}

/// The most entries below one coordinate of the outermost level.
static double findHeaviest(const std::vector<StoredLevel> &levels) {
  const StoredLevel &outermost = levels.front();
  int64_t count = outermost.kind == LevelKind::Dense ? outermost.size
                                                     : outermost.positions[1];
  int64_t heaviest = 0, begin = 0;
  for (int64_t place = 0; place < count;) {
    int64_t next = place + 1;
    // Equal coordinates of a list follow each other.
    if (!outermost.isUnique && outermost.coordinates.data)
      while (next < count &&
             outermost.coordinates[next] == outermost.coordinates[place])
        ++next;
    int64_t end = descend(levels, 1, next);
    heaviest = std::max(heaviest, end - begin);
    begin = end;
    place = next;
  }
  return double(heaviest);
}

/// The statistics of an operand; without levels if they are not counted.
static OperandStatistics describe(const runtime::Tensor &tensor) {
  OperandStatistics statistics;
  statistics.sizes.assign(tensor.dims().begin(), tensor.dims().end());
  statistics.entries = double(tensor.numStored());
  std::vector<StoredLevel> levels = getLevels(tensor);
  int64_t position = 1;
  for (const StoredLevel &level : levels) {
    if (level.kind == LevelKind::Dense)
      position *= level.size;
    else if (level.kind == LevelKind::Compressed)
      position = level.positions[position];
    statistics.levels.push_back({double(position), 0});
  }
  bool isSparse =
      std::any_of(levels.begin(), levels.end(), [](const StoredLevel &l) {
        return l.kind != LevelKind::Dense;
      });
  if (isSparse)
    statistics.levels.front().heaviest = findHeaviest(levels);
  return statistics;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

static autoschedule::ModelMachine describeMachine() {
  autoschedule::ModelMachine machine;
  machine.threads = weft_rt_num_threads();
  if (machine.threads == 0) {
    const char *given = std::getenv("OMP_NUM_THREADS");
    machine.threads = given ? std::max(1, std::atoi(given))
                            : int64_t(std::thread::hardware_concurrency());
  }
  auto take = [](int name, double &bytes) {
    if (long size = ::sysconf(name); size > 0)
      bytes = double(size);
  };
#ifdef _SC_LEVEL1_DCACHE_SIZE
  take(_SC_LEVEL1_DCACHE_SIZE, machine.l1);
  take(_SC_LEVEL2_CACHE_SIZE, machine.l2);
  take(_SC_LEVEL3_CACHE_SIZE, machine.l3);
#endif
  return machine;
}

static std::string format(const char *text, double first, double second = 0,
                          double third = 0) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, text, first, second, third);
  return buffer;
}

/// The formats of the tensors of a kernel.
static autoschedule::Formats getFormats(const weft_kernel &kernel) {
  autoschedule::Formats formats;
  for (const auto *list : {&kernel.results(), &kernel.operands()})
    for (const KernelTensor &tensor : *list)
      formats[tensor.name] = tensor.format;
  return formats;
}

/// The statistics of all operands; nothing if those of one are not counted.
static std::optional<autoschedule::StatisticsByName>
countStatistics(const weft_kernel &kernel, const weft_tensor *const *operands) {
  autoschedule::StatisticsByName statistics;
  for (size_t number = 0; number < kernel.operands().size(); ++number) {
    const KernelTensor &operand = kernel.operands()[number];
    OperandStatistics described = describe(operands[number]->tensor);
    // Without levels, nothing is known of the loops.
    if (described.levels.size() != operand.format.levels.size())
      return std::nullopt;
    statistics[operand.name] = std::move(described);
  }
  return statistics;
}

std::vector<double>
capi::estimateCandidates(const weft_kernel &kernel,
                         const weft_tensor *const *operands,
                         const autoschedule::ScheduleSpace &space) {
  auto statistics = countStatistics(kernel, operands);
  if (!statistics)
    return {};
  return autoschedule::estimateCandidates(space, kernel.program,
                                          getFormats(kernel), *statistics,
                                          describeMachine());
}

/// What the cost model chooses.
static autoschedule::StaticChoice
chooseStatically(const weft_kernel &kernel,
                 const weft_tensor *const *operands) {
  auto statistics = countStatistics(kernel, operands);
  if (!statistics)
    return {};
  return autoschedule::chooseSchedule(kernel.program, getFormats(kernel),
                                      *statistics, describeMachine(),
                                      leastGain);
}

Choice capi::chooseSchedule(const weft_kernel &kernel,
                            const weft_tensor *const *operands,
                            bool usesStore) {
  Choice choice;
  TuningRecords records(usesStore, makeTuningKey(kernel, operands));
  if (const TuningRecord *best = records.findBest()) {
    choice.schedule = best->schedule;
    choice.reason = "The schedule is the fastest that weft tune has found for "
                    "operands as these.\n";
    return choice;
  }
  choice.reason = "weft tune has not run for operands as these: ";
  if (kernel.hasPatterns()) {
    choice.reason += "the program is compiled without rules.\n";
    return choice;
  }
  autoschedule::StaticChoice found = chooseStatically(kernel, operands);
  if (found.schedule == "default") {
    choice.reason +=
        format("the schedule is the default one, since no other is estimated "
               "to be %.1f times as fast.\n",
               leastGain);
    return choice;
  }
  choice.schedule = found.schedule;
  choice.reason += "the schedule is " + found.schedule +
                   format(", which is estimated to be %.1f times as fast as "
                          "the default one (%.2g ms, not %.2g ms).\n",
                          found.gain, found.time, found.defaultTime);
  return choice;
}

int weft_choose_schedule(const weft_kernel *kernel,
                         const weft_tensor *const *operands,
                         int64_t num_operands, const char *options,
                         char **schedule, char **reason, char **error) {
  WEFT_REQUIRE(kernel);
  WEFT_REQUIRE(schedule);
  std::string words = options ? options : "";
  if (!words.empty() && words != "cache")
    return fail(error, "unknown word '" + words + "'\nhint: the word is cache");
  auto arguments =
      RunArguments::copy(*kernel, operands, num_operands, nullptr, 0);
  if (arguments.failed())
    return fail(error, arguments.getStatus());
  Choice choice;
  if (kernel->hasPatterns() || !kernel->source->hasOption("target=gpu"))
    choice = capi::chooseSchedule(*kernel, operands, words == "cache");
  char *chosen = capi::copyText(choice.schedule);
  char *why = reason ? capi::copyText(choice.reason) : nullptr;
  if (!chosen || (reason && !why)) {
    weft_string_free(chosen);
    weft_string_free(why);
    return fail(error, runtime::Status::outOfMemory("not enough memory"));
  }
  *schedule = chosen;
  if (reason)
    *reason = why;
  return 0;
}
