//===- TakeOption.cpp - Options and their values --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatches options to their parsers.
//
//===----------------------------------------------------------------------===//

#include "TakeOption.h"
#include "Levels.h"
#include "Options.h"
#include "Outputs.h"
#include "Texts.h"

using namespace weft::driver;

static std::string takeRepetitions(CommandLine &line, const std::string &text) {
  line.repetitions = 1;
  if (text.empty())
    return "";
  if (!parseInteger(text, line.repetitions) || line.repetitions < 1)
    return "expected a positive number of repetitions, got '-time=" + text +
           "'";
  return "";
}

static std::string takePath(std::string &path, const char *option,
                            const std::string &value) {
  if (!path.empty())
    return std::string("a second ") + option;
  path = value;
  return "";
}

std::string weft::driver::takeOption(CommandLine &line, OptionKind kind,
                                     const std::string &value) {
  switch (kind) {
  case OptionKind::Format:
    return takeText(value, "-f", "FORMAT", line.formats);
  case OptionKind::Type:
    return takeText(value, "-t", "TYPE", line.types);
  case OptionKind::Sizes:
    return takeSizes(line, value);
  case OptionKind::Input:
    return takeSource(line, value, /*isGenerated=*/false);
  case OptionKind::Generate:
    return takeSource(line, value, /*isGenerated=*/true);
  case OptionKind::Output:
    return takeOutput(line, value);
  case OptionKind::Functions:
    return takePath(line.functionsPath, "-functions", value);
  case OptionKind::Load:
    line.plugins.push_back(value);
    return "";
  case OptionKind::Patterns:
    return takePath(line.patternsPath, "-patterns", value);
  case OptionKind::Program:
    line.patternOption = "-program";
    return takeWord(line, "program=" + value, {}, "-program", value);
  case OptionKind::LowerPatterns:
    line.patternOption = "-lower-patterns";
    return takeWord(line, "patterns=" + value,
                    {"auto", "index-notation", "loops"}, "-lower-patterns",
                    value);
  case OptionKind::Sums:
    line.patternOption = "-sums";
    return takeWord(line, "sums=" + value, {"loop", "closed", "table"}, "-sums",
                    value);
  case OptionKind::Emit:
    return takeLevel(line, value);
  case OptionKind::Explain:
    return takeExplanation(line, value);
  case OptionKind::PrintNotation:
    return takeLevel(line, "expression");
  case OptionKind::PrintSchedule:
    return takeLevel(line, "schedule");
  case OptionKind::PrintRemarks:
    return takeLevel(line, "remarks");
  case OptionKind::PrintConcrete:
    return takeLevel(line, "notation");
  case OptionKind::PrintKernels:
    line.levels.push_back(level::allSources);
    return "";
  case OptionKind::PrintEvaluate:
    line.levels.push_back(level::evaluate);
    return "";
  case OptionKind::PrintAssembly:
    line.levels.push_back(level::assemble);
    return "";
  case OptionKind::PrintCompute:
    line.levels.push_back(level::compute);
    return "";
  case OptionKind::ComputeWithAssembly:
    line.computesWithAssembly = true;
    return "";
  case OptionKind::PrintGraph:
    return takeLevel(line, "graph-dot");
  case OptionKind::PrintLattices:
    return takeLevel(line, "lattices");
  case OptionKind::PrintLattice:
    return takeLattice(line, value);
  case OptionKind::PrintStorage:
    return takeStored(line, value);
  case OptionKind::WriteObject:
    return takePath(line.objectPath, "-write-object", value);
  case OptionKind::WriteHeader:
    return takePath(line.headerPath, "-write-header", value);
  case OptionKind::WriteSource:
    return takeSourceFile(line, value);
  case OptionKind::WriteAssembly:
    line.files.emplace_back(level::assemble, value);
    return "";
  case OptionKind::WriteCompute:
    line.files.emplace_back(level::compute, value);
    return "";
  case OptionKind::WriteTime:
    return takePath(line.timesPath, "-write-time", value);
  case OptionKind::WriteAll:
    return takePath(line.outputDirectory, "-O",
                    value.empty() ? getTemporaryDirectory() : value);
  case OptionKind::ReadSource:
    line.sourcePaths.push_back(value);
    return "";
  case OptionKind::Verify:
    line.verifies = true;
    return "";
  case OptionKind::KernelName:
    return takeName(line, value);
  case OptionKind::Prefix:
    return takePrefix(line, value);
  case OptionKind::Assembly:
    return takeAssembly(line, value);
  case OptionKind::Workspace:
    return takeWorkspace(line, value);
  case OptionKind::Merge:
    return takeWord(line, "merge=" + value, {"auto", "two_finger", "gallop"},
                    "-merge", value);
  case OptionKind::CheckAccesses:
    return takeWord(line, "check-accesses", {}, "-check-accesses", value);
  case OptionKind::AllowRaces:
    return takeWord(line, "allow-races", {}, "-allow-races", value);
  case OptionKind::Deterministic:
    return takeWord(line, "deterministic", {}, "-deterministic", value);
  case OptionKind::Target:
    return takeWord(line, "target=" + value, {"cpu", "gpu"}, "-target", value);
  case OptionKind::Device:
    return takeDevice(line, value);
  case OptionKind::GpuMemory:
    return takeDeviceMemory(line, value);
  case OptionKind::DropFill:
    return takeWord(line, "drop-fill", {}, "-drop-fill", value);
  case OptionKind::OptLevel:
    return takeWord(line, "opt=" + value, {"0", "1", "2", "3"}, "-opt", value);
  case OptionKind::Plan:
    return takePlan(line, value);
  case OptionKind::PrintPlan:
    return takeLevel(line, "plan");
  case OptionKind::StrictFP:
    return takeWord(line, "strict-fp", {}, "-strict-fp", value);
  case OptionKind::StrictZero:
    return takeWord(line, "strict-zero", {}, "-strict-zero", value);
  case OptionKind::ZeroBased:
    return takeZeroBased(line, value);
  case OptionKind::RejectDuplicates:
    line.rejectDuplicates = true;
    return "";
  case OptionKind::Threads:
    return takeThreads(line, "-threads", value);
  case OptionKind::NumThreads:
    return takeThreads(line, "-nthreads", value);
  case OptionKind::NoColor:
    return "";
  case OptionKind::NoCache:
    line.usesCache = false;
    return "";
  case OptionKind::Seed:
    return takeSeed(line, value);
  case OptionKind::Norm:
    line.showNorm = true;
    return "";
  case OptionKind::Time:
    return takeRepetitions(line, value);
  case OptionKind::Schedule:
    return takeSchedule(line, value);
  case OptionKind::Machine:
    return takeMachine(line, value);
  case OptionKind::Budget:
    return takeBudget(line, value);
  case OptionKind::Search:
    return takeSearch(line, value);
  case OptionKind::ColdCaches:
    line.tuning.hasColdCaches = true;
    return "";
  case OptionKind::ConversionRuns:
    return takeConversionRuns(line, value);
  case OptionKind::TuningPage:
    return takePath(line.tuning.pagePath, "-tuning-page", value);
  case OptionKind::ReadTuning:
    return takePath(line.tuning.readPath, "-read-tuning", value);
  case OptionKind::WriteTuning:
    return takePath(line.tuning.writtenPath, "-write-tuning", value);
  case OptionKind::PrintMachine:
    line.shownMachine = value;
    line.action = CommandLine::Action::ShowMachine;
    return "";
  case OptionKind::Help:
    line.helpTopic = value;
    line.action = CommandLine::Action::ShowHelp;
    return value.empty() || !getHelpAbout(value).empty()
               ? ""
               : "no help about '" + value +
                     "'\nhint: -help=scheduling is about the commands of -s, "
                     "and -help=f about the option -f, for example";
  case OptionKind::Version:
    line.action = CommandLine::Action::ShowVersion;
    return "";
  }
  return "";
}
