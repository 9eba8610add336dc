//===- Tune.cpp - The command weft tune -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedule that is chosen without -s is tried first, then those that the
// search proposes, until the budget is spent. Then the fastest are run again,
// since the least of many short measurements is too low.
//
//===----------------------------------------------------------------------===//

#include "Tune.h"
#include "Outputs.h"
#include "ProgressBar.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

using namespace weft::driver;
using Status = TuningRecord::Status;

/// How many of the fastest schedules are run again, and how often.
static constexpr size_t numRepeated = 5;
static constexpr int64_t repeatedRuns = 15;
/// How often schedules run that the search does not propose.
static constexpr int64_t firstRuns = 3;

std::vector<const Attempt *> TuningResult::getRanking() const {
  std::vector<const Attempt *> ranking;
  for (const Attempt &attempt : attempts)
    if (attempt.record.status == Status::Measured)
      ranking.push_back(&attempt);
  // Of equal times, the earlier attempt comes first.
  std::sort(ranking.begin(), ranking.end(),
            [](const Attempt *a, const Attempt *b) {
              return a->record.time != b->record.time
                         ? a->record.time < b->record.time
                         : a < b;
            });
  return ranking;
}

const Attempt *TuningResult::find(const std::string &schedule) const {
  for (const Attempt &attempt : attempts)
    if (attempt.record.schedule == schedule)
      return &attempt;
  return nullptr;
}

bool Tuner::createSearch(std::string &message) {
  std::string words = "parameters=2 strategy=" + line.tuning.search +
                      " seed=" + std::to_string(line.seed % 1000000 + 1);
  for (const std::string &sizes : line.sizes)
    words += " size=" + sizes;
  weft_search *made = nullptr;
  char *error = nullptr;
  if (weft_search_create(trials.getKernel(), words.c_str(), &made, &error) != 0)
    return fail(error, message);
  candidates.reset(made);
  result.numSchedules = size_t(weft_search_num_schedules(made));
  return true;
}

bool Tuner::isSpent() const {
  return Trials::isStopped() ||
         (line.tuning.budgetRuns > 0
              ? numMeasured >= line.tuning.budgetRuns
              : clock.elapsed() >= 1000 * line.tuning.budgetSeconds);
}

void Tuner::showProgress() const {
  if (!isatty(STDERR_FILENO))
    return;
  std::vector<const Attempt *> ranking = result.getRanking();
  std::fprintf(stderr, "\r%zu of %zu schedules, %.0f s, best %.4g ms    ",
               result.attempts.size(), result.numSchedules + 1,
               clock.elapsed() / 1000,
               ranking.empty() ? 0 : ranking.front()->record.time);
}

bool Tuner::attempt(const std::string &schedule, const std::string &partition,
                    int64_t runs, TuningRecord &record) {
  const TuningRecord *known = records->find(schedule);
  bool isKnown =
      known && (known->status != Status::Measured || known->runs >= runs);
  if (isKnown) {
    record = *known;
    if (record.status == Status::Started)
      record.reason = "the process ended while it ran";
  } else {
    if (isSpent())
      return false;
    TuningRecord started;
    started.schedule = schedule;
    started.runs = ::getpid();
    records->add(started);
    records->flush();
    auto measured = trials.measure(schedule, runs);
    if (!measured) {
      started.runs = 0;
      records->add(started);
      return false;
    }
    record = *measured;
    records->add(record);
    ++numMeasured;
  }
  Attempt *existing = const_cast<Attempt *>(result.find(schedule));
  if (existing) {
    existing->record = record;
  } else {
    result.attempts.push_back({record, partition});
    result.numKnown += isKnown;
  }
  showProgress();
  return true;
}

void Tuner::search() {
  TuningRecord record;
  if (!attempt("default", "the default schedule", firstRuns, record))
    return;
  int64_t runs = 0;
  for (int64_t next; (next = weft_search_next(candidates.get(), &runs)) >= 0;) {
    Text schedule(weft_search_schedule(candidates.get(), next));
    Text partition(weft_search_partition(candidates.get(), next));
    if (!attempt(schedule.get(), partition.get(), runs, record))
      return;
    weft_search_report(candidates.get(),
                       record.status == Status::Measured ? record.time : -1);
  }
}

void Tuner::repeatFastest() {
  std::vector<std::string> schedules = {"default"};
  for (const Attempt *attempt : result.getRanking())
    if (schedules.size() <= numRepeated &&
        attempt->record.schedule != "default")
      schedules.push_back(attempt->record.schedule);
  for (const std::string &schedule : schedules) {
    const Attempt *before = result.find(schedule);
    if (!before || before->record.status != Status::Measured ||
        before->record.runs >= repeatedRuns || Trials::isStopped())
      continue;
    auto measured = trials.measure(schedule, repeatedRuns);
    if (!measured)
      return;
    records->add(*measured);
    const_cast<Attempt *>(before)->record = *measured;
  }
}

bool Tuner::write(std::string &message) {
  Outputs outputs;
  auto writePage = [&](const std::string &path, std::string &reason) {
    return writeText(makeTuningPage(line, result), path, reason);
  };
  auto writeRecords = [&](const std::string &path, std::string &reason) {
    return records->exportTo(path, reason);
  };
  return (line.tuning.pagePath.empty() ||
          outputs.add(line.tuning.pagePath, writePage, message)) &&
         (line.tuning.writtenPath.empty() ||
          outputs.add(line.tuning.writtenPath, writeRecords, message)) &&
         outputs.write(message) &&
         writeToStandardOutput(describeTuning(line, result), message) &&
         outputs.place(message);
}

bool Tuner::run(std::string &message) {
  if (!trials.prepare(message) || !createSearch(message))
    return false;
  records.emplace(
      line, makeTuningKey(line, trials.getKernel(), trials.getOperands()));
  if (!line.tuning.readPath.empty() &&
      !records->importFrom(line.tuning.readPath, message))
    return false;
  search();
  repeatFastest();
  records->flush();
  if (isatty(STDERR_FILENO))
    std::fprintf(stderr, "\r%60s\r", "");
  result.isStopped = Trials::isStopped();
  result.seconds = clock.elapsed() / 1000;
  if (!write(message))
    return false;
  message = describeWrong(line, result);
  return message.empty();
}
