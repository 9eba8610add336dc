//===- TakeCompilation.cpp - Options about compilation --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules, processors, workspaces and other options that the compiler takes
// as words.
//
//===----------------------------------------------------------------------===//

#include "TakeOption.h"
#include "Texts.h"

#include <algorithm>

using namespace weft::driver;

std::string weft::driver::takeThreads(CommandLine &line, const char *option,
                                      const std::string &text) {
  if (!parseInteger(text, line.threads) || line.threads < 1 ||
      line.threads > 1024)
    return std::string("expected a number of threads from 1 to 1024, got '") +
           option + "=" + text + "'";
  return "";
}

/// Refuses a value that is none of `allowed`.
static std::string expectOneOf(const std::vector<std::string> &allowed,
                               const char *option, const std::string &value) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end())
    return "";
  std::string all;
  for (const std::string &known : allowed)
    all += (all.empty() ? "" : ", ") + known;
  return std::string("expected ") + option + " to be one of " + all +
         ", got '" + value + "'" + suggest(value, allowed);
}

std::string weft::driver::takeWord(CommandLine &line, const std::string &word,
                                   const std::vector<std::string> &allowed,
                                   const char *option,
                                   const std::string &value) {
  std::string message =
      allowed.empty() ? "" : expectOneOf(allowed, option, value);
  if (message.empty())
    line.compileOptions += " " + word;
  return message;
}

/// Takes a part of the schedule; parts are applied one after the other.
std::string weft::driver::takeSchedule(CommandLine &line,
                                       const std::string &value) {
  bool isTuned = value == "auto";
  if (line.isScheduleTuned || (isTuned && !line.schedules.empty()))
    return "-s=auto is a whole schedule: no other -s goes with it";
  line.isScheduleTuned = isTuned;
  if (isTuned)
    return "";
  // Spaces between commands separate them; others mean nothing.
  std::string part;
  int depth = 0;
  bool isSpace = false;
  auto finish = [&] {
    if (!part.empty())
      line.schedules.push_back(part);
    part.clear();
  };
  for (char c : value) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      isSpace = true;
      continue;
    }
    if (isSpace && depth == 0 && c != '(')
      finish();
    isSpace = false;
    depth += (c == '(') - (c == ')');
    part += c;
  }
  finish();
  return "";
}

std::string weft::driver::takePlan(CommandLine &line,
                                   const std::string &value) {
  line.usesPlans = value != "off";
  return takeWord(line, "plan=" + value, {"on", "off", "always"}, "-plan",
                  value);
}

/// Takes the name of a processor, or the path of a file with a description.
std::string weft::driver::takeMachine(CommandLine &line,
                                      const std::string &value) {
  bool isPath = value.find_first_of("/.") != std::string::npos;
  (isPath ? line.machinePath : line.machine) = value;
  (isPath ? line.machine : line.machinePath).clear();
  return "";
}

/// Takes "KIND" or "RESULT:KIND".
std::string weft::driver::takeWorkspace(CommandLine &line,
                                        const std::string &value) {
  size_t colon = value.find(':');
  if (colon == 0)
    return "expected -workspace to be KIND or RESULT:KIND, got '" + value + "'";
  std::string kind =
      colon == std::string::npos ? value : value.substr(colon + 1);
  return takeWord(line, "workspace=" + value,
                  {"dense", "bitmap", "sparse_set", "hashed", "list"},
                  "-workspace", kind);
}

std::string weft::driver::takeName(CommandLine &line, const std::string &name) {
  if (!isName(name))
    return "expected -name to be a name in C, got '" + name + "'";
  line.name = name;
  return "";
}

std::string weft::driver::takePrefix(CommandLine &line,
                                     const std::string &prefix) {
  if (!isName(prefix))
    return "expected -prefix to be the beginning of a name in C, got '" +
           prefix + "'";
  line.prefix = prefix;
  return "";
}

std::string weft::driver::takeAssembly(CommandLine &line,
                                       const std::string &kind) {
  line.assembly = kind;
  return expectOneOf({"fused", "assemble", "compute", "two_phase"}, "-assembly",
                     kind);
}

std::string weft::driver::takeDevice(CommandLine &line,
                                     const std::string &text) {
  int64_t number = 0;
  if (!parseInteger(text, number) || number < 0 || number > 1024)
    return "expected -device to be the number of a GPU, from 0, got '" + text +
           "'";
  line.compileOptions += " device=" + std::to_string(number);
  return "";
}

std::string weft::driver::takeDeviceMemory(CommandLine &line,
                                           const std::string &text) {
  if (!parseInteger(text, line.deviceMemory) || line.deviceMemory < 1)
    return "expected -gpu-memory to be a number of bytes, got '" + text + "'";
  return "";
}
