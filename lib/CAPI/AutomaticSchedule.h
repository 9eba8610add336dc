//===- AutomaticSchedule.h - Kernels whose schedules are chosen -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that was compiled with schedule=auto has a variant for each schedule
// that was chosen for operands. It chooses when operands of other sizes come.
// With tune-calls, it measures other schedules between calls, and takes those
// that are faster.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_AUTOMATICSCHEDULE_H
#define WEFT_LIB_CAPI_AUTOMATICSCHEDULE_H

#include "Choice.h"
#include "Tuning.h"

#include <atomic>

namespace weft {
namespace capi {

class AutomaticSchedule {
public:
  AutomaticSchedule(bool usesStore, bool tunesCalls)
      : usesStore(usesStore), tunesCalls(tunesCalls) {}

  /// The variants for operands of about the same sizes.
  struct Selection {
    std::atomic<const weft_kernel *> kernel{nullptr};
    Choice choice;

    /// Held while a schedule is measured.
    std::mutex mutex;
    std::optional<Proposals> proposals;
    bool isDone = false;
    /// Milliseconds: the least time of a call, and what may be spent on
    /// measurements.
    double bestTime = -1, allowance = 0;
  };

  /// The selection for operands, which fit the signature. Chooses and compiles
  /// if there is none. Selections live as long as this object.
  runtime::Expected<Selection *> select(const weft_kernel &kernel,
                                        const weft_tensor *const *operands);
  /// Measures another schedule after a call that took so many milliseconds, if
  /// the allowance suffices. `results` are those of the call.
  void tune(Selection &selection, const weft_kernel &kernel,
            RunArguments arguments,
            const std::vector<const weft_tensor *> &results, double time);
  bool isTuning() const { return tunesCalls; }
  /// The compile option that requests this, with a space in front to append it
  /// to others.
  const char *getWord() const {
    return tunesCalls ? " tune-calls" : " schedule=auto";
  }
  /// The variant that ran last; null before the first run.
  const weft_kernel *getLast() const { return last; }
  std::string getReason() const;

private:
  runtime::Expected<const weft_kernel *>
  getVariant(const weft_kernel &kernel, const std::string &schedule);
  void measureNext(Selection &selection, const weft_kernel &kernel,
                   RunArguments arguments,
                   const std::vector<const weft_tensor *> &results);

  const bool usesStore, tunesCalls;
  mutable std::mutex mutex;
  std::map<std::vector<int64_t>, std::unique_ptr<Selection>> selections;
  std::map<std::string, OwnedKernel> variants;
  std::atomic<const weft_kernel *> last{nullptr};
  Selection *lastSelection = nullptr;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_AUTOMATICSCHEDULE_H
