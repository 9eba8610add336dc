//===- Trials.h - Measuring schedules ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a kernel with a schedule, runs it and compares its results with
// those of the kernel without one.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_TRIALS_H
#define WEFT_LIB_CAPI_TRIALS_H

#include "TimeBudget.h"
#include "TuningRecords.h"

#include <chrono>
#include <functional>
#include <set>

namespace weft {
namespace capi {

struct HandleDeleter {
  void operator()(weft_tensor *tensor) const { weft_tensor_free(tensor); }
  void operator()(weft_kernel *kernel) const { weft_kernel_free(kernel); }
};
using OwnedTensor = std::unique_ptr<weft_tensor, HandleDeleter>;
using OwnedKernel = std::unique_ptr<weft_kernel, HandleDeleter>;

/// Measures from when it is made.
class Stopwatch {
public:
  /// Milliseconds.
  double elapsed() const {
    return std::chrono::duration<double, std::milli>(Now::now() - start)
        .count();
  }

private:
  using Now = std::chrono::steady_clock;
  Now::time_point start = Now::now();
};

/// Operands of a kernel and the sizes that a run is told, "NAME:SIZES".
struct RunArguments {
  std::vector<const weft_tensor *> operands;
  std::vector<std::string> sizes;

  /// Copies the arguments of a run. Fails if an operand is missing or has
  /// another order than the kernel was compiled for.
  static runtime::Expected<RunArguments>
  copy(const weft_kernel &kernel, const weft_tensor *const *operands,
       int64_t numOperands, const char *const *sizes, int64_t numSizes);
};

/// Compiles the text of a kernel with other options.
runtime::Expected<OwnedKernel> compileAgain(const KernelSource &source,
                                            const std::string &options);
/// Compiles the text of a kernel with another schedule and further words.
runtime::Expected<OwnedKernel> compileWith(const weft_kernel &kernel,
                                           const std::string &schedule,
                                           const std::string &words = "");

/// Runs schedules on the operands of a run.
class Trials {
public:
  /// The kernel and the operands outlive this object.
  Trials(const weft_kernel &kernel, RunArguments arguments)
      : kernel(kernel), arguments(std::move(arguments)) {}

  /// Runs the kernel without a schedule, whose results others are compared
  /// with.
  runtime::Status prepare();
  /// Takes these results in its place, which outlive this object, and
  /// milliseconds after which a run is given up.
  void expect(const std::vector<const weft_tensor *> &results, double limit) {
    expected = results;
    timeLimit = limit;
  }
  /// Gives up runs that take longer than so many milliseconds, if that is at
  /// least twice as long as the kernel without a schedule takes.
  void limitRuns(double milliseconds);
  /// Whether a schedule has run often enough: so often, or for two seconds.
  static bool hasEnoughRuns(const TuningRecord &record, int64_t runs);
  /// Cancels runs at the end of a budget, and begins none that would not end
  /// in time. The first schedule is measured whatever is left, so that there is
  /// a time.
  void setBudget(TimeBudget changed) { budget = std::move(changed); }
  /// Runs a schedule so often, or fewer times if the user stops it, the budget
  /// ends or the runs have taken two seconds. Returns nothing if it has no time
  /// then: the first run fills caches, and counts only if the budget has no
  /// time for another one.
  std::optional<TuningRecord> measure(const std::string &schedule,
                                      int64_t runs);

  /// Where between 0 and 1 the search is, for the progress callback.
  std::function<double()> getFraction = [] { return -1.0; };
  /// Whether caches are emptied before each run.
  bool hasColdCaches = false;
  /// Calls the progress callback. Returns false if it has ended the search.
  bool report();
  bool isStopped() const { return stopped; }

private:
  class Deadline;

  /// Runs a kernel once. Returns a status, as the C interface does.
  int runOnce(const weft_kernel &tried, std::vector<OwnedTensor> &results,
              double &time, std::string &message);
  /// Milliseconds after which a run is cancelled; zero if it is not.
  double getRunLimit() const;
  std::string findWrong(const std::vector<OwnedTensor> &results);
  void runRepeatedly(const weft_kernel &tried, int64_t runs,
                     TuningRecord &record);
  /// The same unless a kernel of the same code has run so often.
  void runOrRecall(const weft_kernel &tried, int64_t runs,
                   TuningRecord &record);

  const weft_kernel &kernel;
  RunArguments arguments;
  std::vector<OwnedTensor> own;
  std::vector<const weft_tensor *> expected;
  /// Milliseconds after which a run is given up, and that the kernel takes
  /// without a schedule.
  double timeLimit = 0, referenceTime = 0;
  TimeBudget budget;
  bool stopped = false, hasMeasured = false;
  /// Records by the machine code that was measured, which several schedules
  /// may have in common.
  std::map<size_t, TuningRecord> recordsOfCode;
};

/// Runs a schedule so often, and adds its record. The store is told before that
/// it begins, in case that it ends the process.
std::optional<TuningRecord> measureAndKeep(Trials &trials,
                                           const std::string &schedule,
                                           int64_t runs,
                                           TuningRecords &records);

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_TRIALS_H
