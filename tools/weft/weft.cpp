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

#include <cstdio>

using namespace weft::driver;

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv + (argc > 0), argv + argc);
  CommandLine line;
  std::string message;
  bool succeeded = parseCommandLine(arguments, line, message);
  if (succeeded) {
    switch (line.action) {
    case CommandLine::Action::ShowHelp:
      std::fputs(getHelp().c_str(), stdout);
      break;
    case CommandLine::Action::ShowVersion:
      std::printf("weft %s\n", weft_version());
      break;
    case CommandLine::Action::Run:
      succeeded = Job(line).run(message);
      break;
    }
  }
  if (!succeeded)
    std::fprintf(stderr, "error: %s\n", message.c_str());
  return succeeded ? 0 : 1;
}
