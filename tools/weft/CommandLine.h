//===- CommandLine.h - The parsed command line ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of the driver, in the spelling that users of TACO's command line
// know. Parsing them knows nothing of the compiler; what a format or a size
// means is checked where it is used.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_COMMANDLINE_H
#define WEFT_TOOLS_WEFT_COMMANDLINE_H

#include "weft-c/Weft.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace weft {
namespace driver {

/// Where an operand comes from: a file, a number, or a random generator.
struct Source {
  bool isGenerated = false;
  std::string text;
};

/// What concerns weft tune.
struct TuningOptions {
  /// How long to search, or how many schedules to measure if that is not zero.
  double budgetSeconds = WEFT_TUNING_SECONDS;
  int64_t budgetRuns = 0;
  /// The strategy; empty for the default one.
  std::string search;
  /// Whether caches are emptied before each run.
  bool hasColdCaches = false;
  /// How many runs share the time of a conversion to a chosen format.
  int64_t conversionRuns = 100;
  /// Where the page is written, and where records are read and written; empty
  /// for nowhere.
  std::string pagePath, readPath, writtenPath;
  /// The last of these options; empty if there is none.
  std::string option;
  /// The other arguments, as they stand.
  std::vector<std::string> arguments;
};

struct CommandLine {
  enum class Action { Run, Tune, ShowHelp, ShowVersion, ShowMachine };
  Action action = Action::Run;
  /// What help is about; empty for everything.
  std::string helpTopic;

  std::string expression;
  /// Arguments "NAME:VALUE" as they stand.
  std::vector<std::string> formats, types, sizes;
  /// The numbers in `sizes`, by the name of a tensor or an index variable.
  std::map<std::string, std::vector<int64_t>> sizesOf;
  /// By the name of the tensor.
  std::map<std::string, Source> sources;
  std::map<std::string, std::string> outputs;
  /// Where all tensors are written; empty for nowhere.
  std::string outputDirectory;
  /// Where times are written as comma-separated values.
  std::string timesPath;
  /// Files with C source to run beside the kernel.
  std::vector<std::string> sourcePaths;
  /// Whether their results are compared with those of the kernel.
  bool verifies = false;

  /// The levels to print, in the order of the options.
  std::vector<std::string> levels;
  std::string objectPath, headerPath;
  /// Levels to write to files: the level and the path.
  std::vector<std::pair<std::string, std::string>> files;
  /// A file that defines functions; empty if there is none.
  std::string functionsPath;
  /// The plugins to load.
  std::vector<std::string> plugins;
  /// A file with programs of patterns in the place of an expression; empty if
  /// there is none.
  std::string patternsPath;
  /// The last option that programs of patterns alone have; empty if there is
  /// none.
  std::string patternOption;

  /// The name of the kernel, empty for the usual one, and what comes before the
  /// names of all functions.
  std::string name, prefix;
  /// What kernels make of sparse results; empty for all.
  std::string assembly;
  /// Whether the function that computes values makes the coordinates as well.
  bool computesWithAssembly = false;
  /// Other words for weft_compile.
  std::string compileOptions;
  /// The parts of the schedule, without spaces.
  std::vector<std::string> schedules;
  /// Whether statements may be computed in steps.
  bool usesPlans = true;
  /// What -d states of the entries of tensors, as words for weft_compile.
  std::string statistics;
  /// Whether the schedule is the fastest that weft tune has found.
  bool isScheduleTuned = false;
  /// The measured processor that the schedule is chosen for, or the path of a
  /// file that describes it.
  std::string machine, machinePath;
  /// The measured processor whose description is shown; empty for the host.
  std::string shownMachine;
  bool rejectDuplicates = false;
  /// Whether the indices of all files start at zero, or of whose files.
  bool isZeroBased = false;
  std::vector<std::string> zeroBasedTensors;
  bool showNorm = false;
  bool showStorage = false;
  /// Whose storage to show; empty for all tensors.
  std::vector<std::string> storedTensors;
  /// How often to run the kernel for the times; none are shown if it is 0.
  int64_t repetitions = 0;
  /// The most bytes to hold on a GPU; 0 for what it has.
  int64_t deviceMemory = 0;
  uint64_t seed = 1;
  /// How many threads parallel loops have; 0 if that is not said.
  int64_t threads = 0;
  /// Whether kernels may come from other processes, and be left for them.
  bool usesCache = true;
  TuningOptions tuning;

  /// The name of the kernel for weft_compile; empty for the usual one.
  std::string getKernelName() const {
    return prefix.empty() || !name.empty() ? prefix + name : prefix + "kernel";
  }
  /// Whether to run the kernel rather than only to compile it.
  bool wantsRun() const {
    return !sources.empty() || !outputs.empty() || !outputDirectory.empty() ||
           !timesPath.empty() || !sourcePaths.empty() || repetitions > 0 ||
           showNorm || showStorage;
  }
  /// Whether nothing but running was asked for.
  bool printsNothing() const {
    return levels.empty() && objectPath.empty() && headerPath.empty() &&
           files.empty();
  }
};

/// Parses the arguments after the program's name. On failure returns false and
/// sets `message`.
bool parseCommandLine(const std::vector<std::string> &arguments,
                      CommandLine &result, std::string &message);

/// The text of --help, or of what it says about a topic.
std::string getHelp();
std::string getHelpAbout(const std::string &topic);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_COMMANDLINE_H
