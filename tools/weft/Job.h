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
#include "Compilation.h"
#include "Operands.h"
#include "Outputs.h"
#include "Sources.h"
#include "Times.h"

namespace weft {
namespace driver {

/// Does what a command line asks for. Nothing is printed or written before
/// everything else has succeeded.
class Job {
public:
  explicit Job(const CommandLine &line)
      : line(line), compilation(line), sources(line, compilation) {}

  /// On failure returns false and sets `message`.
  bool run(std::string &message);

private:
  /// Words for the compiler that follow from what is asked for.
  std::string getWords() const;
  bool compile(std::string &message);
  /// Compiles the kernel anew if the best schedule or plan depends on operands,
  /// which are loaded then.
  bool compileForOperands(std::string &message);
  /// Compiles the kernel anew with the schedule that weft tune found the
  /// fastest for operands as these, if it has.
  bool compileTuned(const std::string &words, std::string &message);
  /// Compiles the kernel anew with statistics of its operands, if there is a
  /// plan for them.
  bool compilePlanned(const std::string &words, std::string &message);
  bool addOutputs(std::string &message);
  bool addTensorOutputs(std::string &message);
  bool print(std::string &message);
  bool execute(std::string &message);
  bool loadOperands(std::string &message);
  /// Runs and verifies a C file in the place of the kernel.
  bool executeSource(const std::string &path, std::string &message);
  /// Prints the kernel at a level: of explanations, with the numbers of the run
  /// if it has run.
  bool printAt(const std::string &level, std::string &text,
               std::string &message);
  /// Prints the explanations that wait for the run.
  bool explainRun(std::string &message);
  /// Runs the kernel, or a function that does the same.
  bool runOnce(weft_kernel_function function, std::vector<Tensor> &made,
               std::vector<double> &runTimes, std::string &message);
  /// A tensor of the signature, when the kernel has run.
  const weft_tensor *getTensor(int64_t index) const;
  /// Whether the storage of a tensor of the signature is asked for.
  bool showsStorage(int64_t index) const;
  bool reportResults(std::string &message);
  /// Reports a tensor of the kernel's signature and how it is stored.
  bool reportStorage(int64_t index, std::string &message);

  bool wantsRun() const;

  const CommandLine &line;
  Compilation compilation;
  Sources sources;
  /// The kernel that the operands were made for, if it is not the one to run.
  Kernel untuned;
  Kernel kernel;
  std::optional<Operands> operands;
  std::vector<Tensor> results;
  Outputs outputs;
  /// What goes to the standard output at the end.
  std::string printed;
  /// Where the schedule comes from, if it is tuned.
  std::string tuning;
  /// The levels of explanations that wait for the run, and where they go.
  std::vector<std::pair<size_t, std::string>> explanations;
  /// What is said there about C files, last.
  std::string sourceReport;
  Times times;
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_JOB_H
