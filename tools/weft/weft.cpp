//===- weft.cpp - The driver ------------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of Weft: an expression and real files in, numbers out.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Job.h"
#include "ProgressBar.h"
#include "Report.h"
#include "Texts.h"
#include "Tune.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>

using namespace weft::driver;

/// The library ignores a number that it cannot read, but a user who sets one
/// relies on it.
static bool checkVariable(const std::string &name, int64_t least,
                          const char *what, std::string &message) {
  const char *text = std::getenv(name.c_str());
  int64_t number = 0;
  if (!text || !*text || (parseInteger(text, number) && number >= least))
    return true;
  message = "expected " + name + " to be a " + (least > 0 ? "positive " : "") +
            "number of " + what + ", got '" + text + "'";
  return false;
}

static bool checkSwitch(const char *name, std::string &message) {
  const char *text = std::getenv(name);
  std::string value = text ? text : "";
  if (value.empty() || value == "0" || value == "1")
    return true;
  message =
      std::string("expected ") + name + " to be 0 or 1, got '" + value + "'";
  return false;
}

static bool checkEnvironment(std::string &message) {
  return checkSwitch("WEFT_CACHE", message) &&
         checkVariable("WEFT_MEMORY_LIMIT", 1, "bytes", message) &&
         checkVariable("WEFT_CACHE_SIZE", 0, "bytes", message) &&
         checkVariable("WEFT_COMBINE_FROM", 1, "entries", message) &&
         checkVariable("WEFT_SHARE_FROM", 0, "nanoseconds", message);
}

static bool loadPlugins(const CommandLine &line, std::string &message) {
  for (const std::string &path : line.plugins) {
    char *error = nullptr;
    if (weft_load_plugin(path.c_str(), &error) != 0)
      return fail(error, message);
  }
  return true;
}

/// Does what the command line asks for; on failure returns false and sets
/// `message`.
static bool run(const std::vector<std::string> &arguments,
                std::string &message) {
  CommandLine line;
  if (!parseCommandLine(arguments, line, message))
    return false;
  switch (line.action) {
  case CommandLine::Action::ShowHelp:
    return writeToStandardOutput(
        line.helpTopic.empty() ? getHelp() : getHelpAbout(line.helpTopic),
        message);
  case CommandLine::Action::ShowVersion:
    return writeToStandardOutput(std::string("weft ") + weft_version() + "\n",
                                 message);
  case CommandLine::Action::ShowMachine:
    return showMachine(line, message);
  case CommandLine::Action::Tune:
    if (line.threads != 0)
      weft_set_num_threads(static_cast<int32_t>(line.threads));
    return checkEnvironment(message) && loadPlugins(line, message) &&
           Tuner(line).run(message);
  case CommandLine::Action::Run:
    if (line.threads != 0)
      weft_set_num_threads(static_cast<int32_t>(line.threads));
    if (!checkEnvironment(message) || !loadPlugins(line, message))
      return false;
    // Reports would show in what is measured.
    std::optional<ProgressBar> bar;
    if (line.repetitions == 0)
      bar.emplace();
    return Job(line).run(message);
  }
  return false;
}

int main(int argc, char **argv) {
  // A file that grows too large or a reader that goes away is an error of
  // write, so that what is written so far can be removed.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::string> arguments(argv + (argc > 0), argv + argc);
  std::string message;
  bool succeeded = false;
  try {
    succeeded = run(arguments, message);
  } catch (const std::bad_alloc &) {
    message = "not enough memory";
  }
  if (!succeeded)
    std::fprintf(stderr, "error: %s\n", message.c_str());
  return succeeded ? 0 : 1;
}
