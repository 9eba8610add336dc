//===- AutomaticSchedule.cpp - Chosen schedules -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call earns an allowance of a share of its time. A measurement, with
// everything that it takes, is paid from it, and begins when the allowance has
// the price that is expected. The result of a call is always that of the
// schedule that is known to be right.
//
//===----------------------------------------------------------------------===//

#include "AutomaticSchedule.h"

#include "weft/Runtime/Progress.h"

using namespace weft;
using namespace weft::capi;
using Status = TuningRecord::Status;

/// The share of the time of calls that measurements take.
static constexpr double tuningShare = 0.05;
/// Milliseconds that a compilation is expected to take.
static constexpr double compileTime = 60;
/// How often a schedule runs in a measurement, after a first time.
static constexpr int64_t trialRuns = 2;
/// A schedule is taken if it is so many times as fast.
static constexpr double leastSpeedup = 1.05;
/// How many sizes of operands are told apart; later ones share a selection.
static constexpr size_t maxSelections = 64;

/// What the choice depends on, by numbers of binary digits.
static std::vector<int64_t> makeBucket(const weft_kernel &kernel,
                                       const weft_tensor *const *operands) {
  std::vector<int64_t> bucket = {weft_rt_num_threads()};
  for (size_t number = 0; number < kernel.operands().size(); ++number) {
    const runtime::Tensor &tensor = operands[number]->tensor;
    for (int64_t dim : tensor.dims())
      bucket.push_back(getBucket(dim));
    bucket.push_back(getBucket(tensor.numStored()));
  }
  return bucket;
}

runtime::Expected<const weft_kernel *>
AutomaticSchedule::getVariant(const weft_kernel &kernel,
                              const std::string &schedule) {
  auto known = variants.find(schedule);
  if (known != variants.end())
    return known->second.get();
  auto compiled = compileWith(kernel, schedule, usesStore ? " cache" : "");
  if (compiled.failed())
    return compiled.takeStatus();
  const weft_kernel *made = compiled->get();
  variants.emplace(schedule, std::move(*compiled));
  return made;
}

runtime::Expected<AutomaticSchedule::Selection *>
AutomaticSchedule::select(const weft_kernel &kernel,
                          const weft_tensor *const *operands) {
  std::vector<int64_t> bucket = makeBucket(kernel, operands);
  std::lock_guard<std::mutex> lock(mutex);
  if (selections.size() >= maxSelections && !selections.count(bucket))
    bucket.clear();
  std::unique_ptr<Selection> &selection = selections[bucket];
  if (!selection) {
    auto made = std::make_unique<Selection>();
    made->choice = chooseSchedule(kernel, operands, usesStore);
    auto variant = getVariant(kernel, made->choice.schedule);
    if (variant.failed() && made->choice.schedule != "default") {
      made->choice.reason += "That schedule was refused: " + variant.message() +
                             "\nThe schedule is the default one.\n";
      made->choice.schedule = "default";
      variant = getVariant(kernel, "default");
    }
    if (variant.failed()) {
      selections.erase(bucket);
      return variant.takeStatus();
    }
    made->kernel = *variant;
    selection = std::move(made);
  }
  last = selection->kernel.load();
  lastSelection = selection.get();
  return selection.get();
}

std::string AutomaticSchedule::getReason() const {
  std::lock_guard<std::mutex> lock(mutex);
  return lastSelection ? lastSelection->choice.reason
                       : "Without operands, schedule=auto is the default "
                         "schedule.\n";
}

void AutomaticSchedule::measureNext(
    Selection &selection, const weft_kernel &kernel, RunArguments arguments,
    const std::vector<const weft_tensor *> &results) {
  if (!selection.proposals) {
    auto made = Proposals::create(kernel, getSearchWords(kernel));
    selection.isDone = made.failed();
    if (selection.isDone)
      return;
    selection.proposals = std::move(*made);
  }
  std::optional<Proposal> proposal = selection.proposals->next();
  selection.isDone = !proposal;
  if (selection.isDone || proposal->schedule == selection.choice.schedule)
    return;
  std::string key = makeTuningKey(kernel, arguments.operands.data());
  TuningRecords records(usesStore, key);
  // Schedules that have ended a process are not tried again.
  const TuningRecord *known = records.find(proposal->schedule);
  if (known && known->status != Status::Measured) {
    selection.proposals->report(*known);
    return;
  }
  Trials trials(kernel, std::move(arguments));
  trials.expect(results, 4 * selection.bestTime);
  auto record = measureAndKeep(trials, proposal->schedule, trialRuns, records);
  records.flush();
  if (!record)
    return;
  selection.proposals->report(*record);
  if (record->status != Status::Measured ||
      record->time * leastSpeedup > selection.bestTime)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  auto variant = getVariant(kernel, proposal->schedule);
  if (variant.failed())
    return;
  selection.kernel = *variant;
  selection.bestTime = record->time;
  selection.choice.schedule = proposal->schedule;
  selection.choice.reason = "The schedule is the fastest of those that were "
                            "measured between calls.\n";
}

void AutomaticSchedule::tune(Selection &selection, const weft_kernel &kernel,
                             RunArguments arguments,
                             const std::vector<const weft_tensor *> &results,
                             double time) {
  std::unique_lock<std::mutex> lock(selection.mutex, std::try_to_lock);
  if (!lock.owns_lock() || selection.isDone)
    return;
  selection.bestTime =
      selection.bestTime < 0 ? time : std::min(selection.bestTime, time);
  selection.allowance += tuningShare * time;
  double price = compileTime + double(trialRuns + 1) * selection.bestTime;
  if (selection.allowance < price)
    return;
  Stopwatch clock;
  // The call has succeeded: what is measured now is not the caller's to cancel.
  runtime::ProgressCallback caller = runtime::getProgressCallback();
  runtime::setProgressCallback({});
  measureNext(selection, kernel, std::move(arguments), results);
  runtime::setProgressCallback(caller);
  selection.allowance -= clock.elapsed();
}
