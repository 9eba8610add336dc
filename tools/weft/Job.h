//===- Job.h - Compiling and running ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call of the driver from the compilation to the last line that is printed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_JOB_H
#define WEFT_TOOLS_WEFT_JOB_H

#include "Api.h"
#include "CommandLine.h"
#include "Operands.h"
#include "Outputs.h"

namespace weft {
namespace driver {

/// Does what a command line asks for. Nothing is printed or written before
/// everything else has succeeded.
class Job {
public:
  explicit Job(const CommandLine &line) : line(line) {}

  /// On failure returns false and sets `message`.
  bool run(std::string &message);

private:
  bool compile(std::string &message);
  bool addOutputs(std::string &message);
  bool print(std::string &message);
  /// Appends the kernel at a level to `text`.
  bool printLevel(const std::string &level, std::string &text,
                  std::string &message);
  bool execute(std::string &message);
  /// Whether the storage of a tensor of the signature is asked for.
  bool showsStorage(int64_t index) const;
  bool reportResults(std::string &message);
  /// Reports a tensor of the kernel's signature and how it is stored.
  bool reportStorage(int64_t index, const weft_tensor *tensor,
                     std::string &message);
  void reportTimes();

  bool wantsRun() const;

  const CommandLine &line;
  Kernel kernel;
  std::vector<Tensor> results;
  Outputs outputs;
  /// What goes to the standard output at the end.
  std::string printed;
  double readTime = 0, compileTime = 0;
  std::vector<double> runTimes;
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_JOB_H
