//===- Options.h - The table of options -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of the driver as data, which the parser, the hints of its errors
// and the help text share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_OPTIONS_H
#define WEFT_TOOLS_WEFT_OPTIONS_H

#include "CommandLine.h"

namespace weft {
namespace driver {

enum class OptionKind {
  Format,
  Type,
  Sizes,
  Input,
  Functions,
  Load,
  Patterns,
  Program,
  LowerPatterns,
  Sums,
  Generate,
  Output,
  Emit,
  Explain,
  PrintNotation,
  PrintSchedule,
  PrintRemarks,
  PrintConcrete,
  PrintKernels,
  PrintEvaluate,
  PrintAssembly,
  PrintCompute,
  ComputeWithAssembly,
  PrintGraph,
  PrintLattices,
  PrintLattice,
  PrintStorage,
  WriteObject,
  WriteHeader,
  WriteSource,
  WriteAssembly,
  WriteCompute,
  WriteTime,
  WriteAll,
  ReadSource,
  Verify,
  KernelName,
  Prefix,
  Merge,
  Assembly,
  Workspace,
  OptLevel,
  Plan,
  PrintPlan,
  StrictFP,
  StrictZero,
  CheckAccesses,
  AllowRaces,
  Deterministic,
  Target,
  Device,
  GpuMemory,
  DropFill,
  RejectDuplicates,
  ZeroBased,
  Seed,
  Threads,
  NumThreads,
  NoCache,
  NoColor,
  Norm,
  Time,
  Schedule,
  Machine,
  PrintMachine,
  Budget,
  Search,
  ColdCaches,
  ConversionRuns,
  TuningPage,
  ReadTuning,
  WriteTuning,
  Help,
  Version
};

enum class OptionValue { None, Optional, Required };

struct Option {
  const char *name;
  OptionKind kind;
  OptionValue value;
  const char *valueName;
  /// The lines of the help text.
  std::string help;

  /// Whether it concerns weft tune only.
  bool isForTuning() const {
    return kind >= OptionKind::Budget && kind <= OptionKind::WriteTuning;
  }
};

/// All options, in the order of the help text.
const std::vector<Option> &getOptions();

/// A level that a kernel can be printed at.
struct LevelName {
  const char *name;
  const char *help;
};

const std::vector<LevelName> &getLevelNames();

/// The message about an option of TACO that is not one here; empty for others.
std::string findRefusal(const std::string &name);

/// Takes an option. Returns a message if its value is wrong, otherwise nothing.
std::string takeOption(CommandLine &line, OptionKind kind,
                       const std::string &value);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_OPTIONS_H
