//===- TakeTuning.cpp - Options of weft tune --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the options that concern tuning, and refuses those that do not.
//
//===----------------------------------------------------------------------===//

#include "FormatChoices.h"
#include "TakeOption.h"
#include "Texts.h"

#include <cmath>

using namespace weft::driver;

std::string weft::driver::takeBudget(CommandLine &line,
                                     const std::string &text) {
  double seconds = 0;
  if (parseInteger(text, line.tuning.budgetRuns) && line.tuning.budgetRuns > 0)
    return "";
  line.tuning.budgetRuns = 0;
  if (text.back() == 's' &&
      parseReal(text.substr(0, text.size() - 1), seconds) && seconds > 0 &&
      std::isfinite(seconds)) {
    line.tuning.budgetSeconds = seconds;
    return "";
  }
  return "expected -budget to be a time in seconds above 0s, as 0.5s or 30s, "
         "or a number of schedules from 1 on, as 200, got '" +
         text + "'";
}

std::string weft::driver::takeSearch(CommandLine &line,
                                     const std::string &name) {
  line.tuning.search = name;
  const std::vector<std::string> known = {"exhaustive", "random", "halving",
                                          "thompson"};
  for (const std::string &each : known)
    if (name == each)
      return "";
  return "expected -search to be one of exhaustive, random, halving, thompson, "
         "got '" +
         name + "'" + suggest(name, known);
}

std::string weft::driver::takeConversionRuns(CommandLine &line,
                                             const std::string &text) {
  if (parseInteger(text, line.tuning.conversionRuns) &&
      line.tuning.conversionRuns > 0)
    return "";
  return "expected -runs to be a positive number, got '" + text + "'";
}

std::string weft::driver::checkTuning(const CommandLine &line) {
  bool isTuned =
      line.action == CommandLine::Action::Tune || line.isScheduleTuned;
  // Words of other options may contain that one.
  bool usesGPU =
      (line.compileOptions + " ").find(" target=gpu ") != std::string::npos;
  // Rules for programs of patterns have units of a GPU.
  if (isTuned && line.patternsPath.empty() && usesGPU)
    return "weft tune searches schedules of CPUs, which -s=auto takes\nhint: "
           "leave -target=gpu out, or -s=auto";
  std::vector<std::string> chosen = getChosenTensors(line);
  if (line.action != CommandLine::Action::Tune && !chosen.empty())
    return "-f=" + chosen.front() +
           ":auto is for weft tune, which chooses the format\nhint: weft tune "
           "'EXPRESSION' [OPTIONS] prints the best one";
  if (!chosen.empty() &&
      !(line.tuning.readPath + line.tuning.writtenPath).empty())
    return "-read-tuning and -write-tuning are for times of one choice of "
           "formats\nhint: give " +
           chosen.front() + " a format";
  if (line.action != CommandLine::Action::Tune) {
    if (line.tuning.option.empty())
      return "";
    return "-" + line.tuning.option +
           " is an option of weft tune\nhint: weft "
           "tune 'EXPRESSION' [OPTIONS]";
  }
  if (!line.schedules.empty() || line.isScheduleTuned)
    return "weft tune chooses the schedule\nhint: leave -s out";
  if (!line.printsNothing() || !line.outputs.empty() ||
      !line.outputDirectory.empty() || !line.timesPath.empty() ||
      !line.sourcePaths.empty() || line.repetitions > 0 || line.showNorm ||
      line.showStorage || !line.assembly.empty())
    return "weft tune only measures schedules: it takes no option that prints "
           "or writes the kernel or its results\nhint: run weft without tune "
           "and with the schedule that it finds";
  return "";
}
