//===- TakeOption.h - Options and their values ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that take the values of options. Each returns a message if the
// value is wrong, and nothing otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_TAKEOPTION_H
#define WEFT_TOOLS_WEFT_TAKEOPTION_H

#include "CommandLine.h"

namespace weft {
namespace driver {

/// "NAME:VALUE" as it stands, for options whose values the compiler checks.
std::string takeText(const std::string &text, const char *option,
                     const char *what, std::vector<std::string> &texts);
std::string takeSource(CommandLine &line, const std::string &text,
                       bool isGenerated);
std::string takeOutput(CommandLine &line, const std::string &text);
std::string takeSizes(CommandLine &line, const std::string &text);
std::string takeStored(CommandLine &line, const std::string &name);
std::string takeZeroBased(CommandLine &line, const std::string &name);
std::string takeSeed(CommandLine &line, const std::string &text);

std::string takeLevel(CommandLine &line, const std::string &name);
/// "KIND" or "KIND:FILE".
std::string takeExplanation(CommandLine &line, const std::string &text);

/// "30s" or a number of schedules.
std::string takeBudget(CommandLine &line, const std::string &text);
/// How many runs share the time of a conversion.
std::string takeConversionRuns(CommandLine &line, const std::string &text);
std::string takeSearch(CommandLine &line, const std::string &name);
/// Returns a message if options concern tuning and the command does not, or the
/// other way around.
std::string checkTuning(const CommandLine &line);

/// The variable of a lattice.
std::string takeLattice(CommandLine &line, const std::string &variable);
/// The file for all functions in C, and its header if it ends in ".c".
std::string takeSourceFile(CommandLine &line, const std::string &path);

/// The number of a GPU, and how many bytes to hold there.
std::string takeDevice(CommandLine &line, const std::string &text);
std::string takeDeviceMemory(CommandLine &line, const std::string &text);

/// A word for the compiler, whose value is one of `allowed` unless that is
/// empty.
std::string takeWord(CommandLine &line, const std::string &word,
                     const std::vector<std::string> &allowed,
                     const char *option, const std::string &value);
/// A part of the schedule; parts are applied one after the other.
std::string takeSchedule(CommandLine &line, const std::string &value);
/// The name of a processor, or the path of a file with a description.
std::string takeMachine(CommandLine &line, const std::string &value);
/// "KIND" or "RESULT:KIND".
std::string takeWorkspace(CommandLine &line, const std::string &value);
std::string takePlan(CommandLine &line, const std::string &value);
std::string takeName(CommandLine &line, const std::string &name);
std::string takePrefix(CommandLine &line, const std::string &prefix);
std::string takeAssembly(CommandLine &line, const std::string &kind);
std::string takeThreads(CommandLine &line, const char *option,
                        const std::string &text);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TAKEOPTION_H
