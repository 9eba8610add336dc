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

#ifndef WEFT_TOOLS_WEFT_TRIALS_H
#define WEFT_TOOLS_WEFT_TRIALS_H

#include "Compilation.h"
#include "Operands.h"
#include "TuningRecords.h"

#include <optional>

namespace weft {
namespace driver {

/// Runs schedules on the operands of a command line.
class Trials {
public:
  explicit Trials(const CommandLine &line) : line(line), compilation(line) {}

  /// Compiles the kernel without a schedule, makes the operands and runs it. On
  /// failure returns false and sets `message`.
  bool prepare(std::string &message);
  /// Runs a schedule so often. Returns nothing if the user has stopped it.
  std::optional<TuningRecord> measure(const std::string &schedule,
                                      int64_t runs);

  const weft_kernel *getKernel() const { return reference.get(); }
  std::vector<const weft_tensor *> getOperands() const {
    return operands->pointers();
  }
  /// Whether the user has asked to stop.
  static bool isStopped();

private:
  /// Runs a kernel once. Returns a status, as the C interface does.
  int runOnce(const weft_kernel *kernel, std::vector<Tensor> &results,
              double &time, std::string &message);
  std::string findWrong(const weft_kernel *kernel,
                        const std::vector<Tensor> &results) const;
  void runRepeatedly(const weft_kernel *kernel, int64_t runs,
                     TuningRecord &record);

  const CommandLine &line;
  Compilation compilation;
  Kernel reference;
  std::optional<Operands> operands;
  std::vector<Tensor> expected;
  /// Milliseconds after which a run is given up.
  double timeLimit = 0;
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TRIALS_H
