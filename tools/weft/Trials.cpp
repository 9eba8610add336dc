//===- Trials.cpp - Measuring schedules -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run that takes many times as long as that without a schedule is cancelled
// where the kernel reports progress. So is one that the user interrupts.
//
//===----------------------------------------------------------------------===//

#include "Trials.h"
#include "Compare.h"
#include "Names.h"
#include "Times.h"

#include <algorithm>
#include <cmath>
#include <csignal>

using namespace weft::driver;
using Status = TuningRecord::Status;

/// A run is given up after so many times the time without a schedule, but not
/// before this many milliseconds.
static constexpr double slowFactor = 20, leastTimeLimit = 1000;

static volatile std::sig_atomic_t stopSignal = 0;

bool Trials::isStopped() { return stopSignal != 0; }

namespace {
/// Lets interrupts end the search and not the process. A second one does.
class StopOnInterrupt {
public:
  StopOnInterrupt() {
    struct sigaction action = {};
    action.sa_handler = [](int signal) { stopSignal = signal; };
    action.sa_flags = SA_RESETHAND;
    ::sigemptyset(&action.sa_mask);
    for (int signal : {SIGINT, SIGTERM})
      ::sigaction(signal, &action, nullptr);
  }
};

/// Cancels what takes too long, as long as it exists.
class Deadline {
public:
  explicit Deadline(double limit) : limit(limit) {
    weft_set_progress(check, this);
  }
  ~Deadline() { weft_set_progress(nullptr, nullptr); }

private:
  static int check(void *context, const char *, double) {
    auto *deadline = static_cast<Deadline *>(context);
    return Trials::isStopped() ||
           (deadline->limit > 0 && deadline->clock.elapsed() > deadline->limit);
  }

  double limit;
  Clock clock;
};
} // namespace

/// The first line of a message.
static std::string getFirstLine(const std::string &message) {
  return message.substr(0, message.find('\n'));
}

int Trials::runOnce(const weft_kernel *kernel, std::vector<Tensor> &results,
                    double &time, std::string &message) {
  std::vector<const weft_tensor *> pointers = operands->pointers();
  std::vector<const char *> sizes = getPointers(line.sizes);
  std::vector<weft_tensor *> handles(size_t(weft_kernel_num_results(kernel)));
  char *error = nullptr;
  results.clear();
  Deadline deadline(timeLimit);
  Clock clock;
  int status = weft_kernel_run_sized(
      kernel, pointers.data(), int64_t(pointers.size()), sizes.data(),
      int64_t(sizes.size()), handles.data(), int64_t(handles.size()), &error);
  time = clock.elapsed();
  if (status != 0) {
    fail(error, message);
    return status;
  }
  for (weft_tensor *result : handles)
    results.emplace_back(result);
  return 0;
}

bool Trials::prepare(std::string &message) {
  static StopOnInterrupt interrupts;
  if (!compilation.readFiles(message) ||
      !compilation.compile(line.getKernelName(),
                           line.usesCache ? " cache schedule=none"
                                          : " schedule=none",
                           reference, message) ||
      !checkNames(line, reference.get(), message))
    return false;
  operands.emplace(line, reference.get());
  double time = 0;
  if (!operands->load(message) ||
      runOnce(reference.get(), expected, time, message) != 0)
    return false;
  timeLimit = std::max(leastTimeLimit, slowFactor * time);
  return true;
}

std::string Trials::findWrong(const weft_kernel *kernel,
                              const std::vector<Tensor> &results) const {
  for (size_t index = 0; index < results.size(); ++index) {
    std::string difference =
        findDifference(expected[index].get(), results[index].get());
    if (!difference.empty())
      return weft_kernel_tensor_name(kernel, int64_t(index)) + difference;
  }
  return "";
}

void Trials::runRepeatedly(const weft_kernel *kernel, int64_t runs,
                           TuningRecord &record) {
  std::vector<Tensor> results;
  std::vector<double> times;
  // The first run fills caches and is compared.
  for (int64_t run = 0; run <= runs; ++run) {
    double time = 0;
    std::string message;
    int status = runOnce(kernel, results, time, message);
    if (status != 0) {
      record.status = status == WEFT_CANCELLED ? Status::Slow : Status::Refused;
      record.reason = getFirstLine(message);
      return;
    }
    if (run == 0)
      record.reason = findWrong(kernel, results);
    if (!record.reason.empty()) {
      record.status = Status::Wrong;
      return;
    }
    if (run != 0)
      times.push_back(time);
  }
  double mean = 0;
  for (double time : times)
    mean += time / double(times.size());
  for (double time : times)
    record.deviation += (time - mean) * (time - mean) / double(times.size());
  record.deviation = std::sqrt(record.deviation);
  record.time = *std::min_element(times.begin(), times.end());
  record.runs = runs;
  record.status = Status::Measured;
}

std::optional<TuningRecord> Trials::measure(const std::string &schedule,
                                            int64_t runs) {
  TuningRecord record;
  record.schedule = schedule;
  Kernel kernel;
  std::string message;
  bool isCompiled;
  {
    Deadline deadline(0);
    isCompiled = compilation.compile(line.getKernelName(),
                                     " schedule=" + schedule, kernel, message);
  }
  if (isCompiled) {
    runRepeatedly(kernel.get(), runs, record);
  } else {
    record.status = Status::Refused;
    record.reason = getFirstLine(message);
  }
  if (isStopped())
    return std::nullopt;
  return record;
}
