//===- Trials.cpp - Measuring schedules -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run that takes many times as long as that without a schedule is cancelled
// where the kernel reports progress. So is one that the caller's progress
// callback ends.
//
//===----------------------------------------------------------------------===//

#include "Trials.h"

#include "weft/Runtime/Progress.h"

#include <algorithm>
#include <cmath>
#include <unistd.h>

using namespace weft;
using namespace weft::capi;
using Status = TuningRecord::Status;

/// A run is given up after so many times the time without a schedule, but not
/// before this many milliseconds.
static constexpr double slowFactor = 20, leastTimeLimit = 1000;
/// A run may take so many times the time without a schedule, whatever the
/// budget of the search is.
static constexpr double leastSlowFactor = 2;
/// A schedule is not run again when its runs have taken so many milliseconds.
static constexpr double mostTrialTime = 2000;

/// Cancels what takes too long, as long as it exists, and tells the caller's
/// callback about the search meanwhile.
class capi::Trials::Deadline {
public:
  Deadline(Trials &trials, double limit)
      : trials(trials), limit(limit), caller(runtime::getProgressCallback()) {
    runtime::setProgressCallback({check, this});
  }
  ~Deadline() { runtime::setProgressCallback(caller); }

private:
  static int check(void *context, const char *, double) {
    auto *deadline = static_cast<Deadline *>(context);
    const runtime::ProgressCallback &caller = deadline->caller;
    Trials &trials = deadline->trials;
    if (caller.report &&
        caller.report(caller.context, "tuning", trials.getFraction()) != 0)
      trials.stopped = true;
    return trials.stopped ||
           (deadline->limit > 0 && deadline->clock.elapsed() > deadline->limit);
  }

  Trials &trials;
  double limit;
  runtime::ProgressCallback caller;
  Stopwatch clock;
};

runtime::Expected<RunArguments>
RunArguments::copy(const weft_kernel &kernel,
                   const weft_tensor *const *operands, int64_t numOperands,
                   const char *const *sizes, int64_t numSizes) {
  size_t expected = kernel.operands().size();
  if (numOperands != int64_t(expected))
    return runtime::Status::failure("expected " + std::to_string(expected) +
                                    " operands, got " +
                                    std::to_string(numOperands));
  RunArguments arguments;
  for (size_t number = 0; number < expected; ++number) {
    const TensorTexts &texts = kernel.tensors[kernel.results().size() + number];
    const weft_tensor *operand = operands ? operands[number] : nullptr;
    if (!operand || operand->tensor.order() != int64_t(texts.variables.size()))
      return runtime::Status::failure("expected a tensor of the order of " +
                                      texts.name);
    if (runtime::Status status = checkIsOnHost(*operand); status.failed())
      return status;
    arguments.operands.push_back(operand);
  }
  if (numSizes < 0)
    return runtime::Status::failure(
        "expected the number of sizes not to be negative, got " +
        std::to_string(numSizes));
  for (int64_t number = 0; number < numSizes; ++number) {
    if (!sizes || !sizes[number])
      return runtime::Status::failure("expected NAME:SIZES, got NULL");
    arguments.sizes.push_back(sizes[number]);
  }
  return arguments;
}

runtime::Expected<OwnedKernel> capi::compileAgain(const KernelSource &source,
                                                  const std::string &options) {
  std::vector<const char *> formats = getPointers(source.formats);
  std::vector<const char *> types = getPointers(source.types);
  weft_kernel *made = nullptr;
  char *error = nullptr;
  int status = weft_compile_with_functions(
      source.text.c_str(),
      source.functions ? source.functions->c_str() : nullptr,
      source.functionsName ? source.functionsName->c_str() : nullptr,
      formats.data(), int64_t(formats.size()), types.data(),
      int64_t(types.size()), options.c_str(), &made, &error);
  if (status == 0)
    return OwnedKernel(made);
  std::string message = error ? error : "not enough memory";
  weft_string_free(error);
  return runtime::Status::failure(message);
}

runtime::Expected<OwnedKernel> capi::compileWith(const weft_kernel &kernel,
                                                 const std::string &schedule,
                                                 const std::string &words) {
  std::string options =
      getOptionsWithout(kernel, {"schedule", "cache", "no-code"});
  if (schedule != "default")
    options += " schedule=" + schedule;
  return compileAgain(*kernel.source, options + words);
}

/// The first line of a message.
static std::string getFirstLine(const std::string &message) {
  return message.substr(0, message.find('\n'));
}

bool capi::Trials::report() {
  runtime::ProgressCallback caller = runtime::getProgressCallback();
  if (caller.report &&
      caller.report(caller.context, "tuning", getFraction()) != 0)
    stopped = true;
  return !stopped;
}

/// Reads and writes more memory than the caches of a processor have.
static void emptyCaches() {
  static std::vector<char> memory(size_t(256) << 20);
  static constexpr size_t line = 64;
  for (size_t place = 0; place < memory.size(); place += line)
    ++memory[place];
}

static weft_device_counts getDeviceCounts() {
  weft_device_counts counts = {};
  weft_device_get_counts(&counts, sizeof counts);
  return counts;
}

int capi::Trials::runOnce(const weft_kernel &tried,
                          std::vector<OwnedTensor> &results, double &time,
                          std::string &message) {
  std::vector<const char *> sizes = getPointers(arguments.sizes);
  std::vector<weft_tensor *> handles(tried.results().size());
  char *error = nullptr;
  results.clear();
  if (hasColdCaches)
    emptyCaches();
  weft_device_counts before = getDeviceCounts();
  Deadline deadline(*this, getRunLimit());
  Stopwatch clock;
  int status = weft_kernel_run_sized(
      &tried, arguments.operands.data(), int64_t(arguments.operands.size()),
      sizes.data(), int64_t(sizes.size()), handles.data(),
      int64_t(handles.size()), &error);
  time = clock.elapsed();
  // Arrays stay on a device between calls, so that copies do not count.
  weft_device_counts after = getDeviceCounts();
  if (after.launches > before.launches)
    time = after.kernel_time - before.kernel_time;
  if (status != 0) {
    message = error ? error : "not enough memory";
    weft_string_free(error);
    return status;
  }
  for (weft_tensor *result : handles)
    results.emplace_back(result);
  return 0;
}

double capi::Trials::getRunLimit() const {
  return hasMeasured ? budget.limitRun(timeLimit) : timeLimit;
}

runtime::Status capi::Trials::prepare() {
  auto reference = [&] {
    Deadline deadline(*this, 0);
    // A program of patterns without rules has no schedule.
    return kernel.hasPatterns() ? compileWith(kernel, "default", " target=cpu")
                                : compileWith(kernel, "none");
  }();
  if (reference.failed())
    return reference.takeStatus();
  double time = 0;
  std::string message;
  if (runOnce(**reference, own, time, message) != 0)
    return runtime::Status::failure(message);
  expected.clear();
  for (const OwnedTensor &result : own)
    expected.push_back(result.get());
  referenceTime = time;
  timeLimit = std::max(leastTimeLimit, slowFactor * time);
  return runtime::Status::success();
}

void capi::Trials::limitRuns(double milliseconds) {
  double least = std::max(leastTimeLimit, leastSlowFactor * referenceTime);
  timeLimit = std::min(timeLimit, std::max(least, milliseconds));
}

bool capi::Trials::hasEnoughRuns(const TuningRecord &record, int64_t runs) {
  return record.runs >= runs ||
         record.time * double(record.runs) >= mostTrialTime;
}

std::string capi::Trials::findWrong(const std::vector<OwnedTensor> &results) {
  Deadline deadline(*this, 0);
  for (size_t index = 0; index < results.size(); ++index) {
    char *text = nullptr;
    int status = weft_tensor_difference(expected[index], results[index].get(),
                                        &text, nullptr);
    if (status == WEFT_CANCELLED)
      return "cancelled";
    if (status != 0)
      return kernel.tensors[index].name + " has other sizes";
    std::string difference = text;
    weft_string_free(text);
    if (!difference.empty())
      return kernel.tensors[index].name + difference;
  }
  return "";
}

void capi::Trials::runRepeatedly(const weft_kernel &tried, int64_t runs,
                                 TuningRecord &record) {
  std::vector<OwnedTensor> results;
  std::vector<double> times;
  double total = 0;
  // The first run fills caches and is compared.
  for (int64_t run = 0; run <= runs && total < mostTrialTime; ++run) {
    double time = 0;
    std::string message;
    int status = runOnce(tried, results, time, message);
    // What the user stops keeps the runs that it has.
    if (stopped && !times.empty())
      break;
    // So does what ends with the budget, which says nothing about the schedule.
    bool isLate = hasMeasured && budget.isSpent();
    if (status == WEFT_CANCELLED && isLate) {
      if (times.empty())
        return;
      break;
    }
    if (status != 0) {
      record.status = status == WEFT_CANCELLED ? Status::Slow : Status::Refused;
      record.reason = getFirstLine(message);
      return;
    }
    if (run == 0)
      record.reason = findWrong(results);
    if (!record.reason.empty()) {
      record.status = Status::Wrong;
      return;
    }
    bool isLast = !budget.fits(time);
    if (run != 0 || isLast) {
      times.push_back(time);
      total += time;
    }
    if (isLast)
      break;
    if (run != runs && !report() && times.empty())
      return;
  }
  double mean = 0;
  for (double time : times)
    mean += time / double(times.size());
  for (double time : times)
    record.deviation += (time - mean) * (time - mean) / double(times.size());
  record.deviation = std::sqrt(record.deviation);
  record.time = *std::min_element(times.begin(), times.end());
  record.runs = int64_t(times.size());
  record.status = Status::Measured;
  hasMeasured = true;
}

void capi::Trials::runOrRecall(const weft_kernel &tried, int64_t runs,
                               TuningRecord &record) {
  auto compiled = tried.source->compile();
  if (compiled.failed() || (*compiled)->object().empty())
    return runRepeatedly(tried, runs, record);
  size_t code = std::hash<std::string_view>()((*compiled)->object());
  auto known = recordsOfCode.find(code);
  if (known == recordsOfCode.end() ||
      (known->second.status == Status::Measured &&
       !hasEnoughRuns(known->second, runs))) {
    runRepeatedly(tried, runs, record);
    if (record.status != Status::Started)
      recordsOfCode[code] = record;
    return;
  }
  std::string schedule = std::move(record.schedule);
  record = known->second;
  record.schedule = std::move(schedule);
}

std::optional<TuningRecord> capi::Trials::measure(const std::string &schedule,
                                                  int64_t runs) {
  TuningRecord record;
  record.schedule = schedule;
  auto tried = [&] {
    Deadline deadline(*this, 0);
    return compileWith(kernel, schedule);
  }();
  if (tried.failed()) {
    record.status = Status::Refused;
    record.reason = getFirstLine(tried.message());
  } else {
    runOrRecall(**tried, runs, record);
  }
  if (record.status == Status::Started ||
      (stopped && record.status != Status::Measured))
    return std::nullopt;
  return record;
}

std::optional<TuningRecord> capi::measureAndKeep(Trials &trials,
                                                 const std::string &schedule,
                                                 int64_t runs,
                                                 TuningRecords &records) {
  TuningRecord started;
  started.schedule = schedule;
  started.runs = ::getpid();
  records.add(started);
  records.flush();
  auto measured = trials.measure(schedule, runs);
  // The user has stopped it.
  started.runs = 0;
  records.add(measured ? *measured : started);
  return measured;
}
