//===- Compilation.cpp - Compilation from options ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler takes options as words in one text.
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "Report.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

using namespace weft::driver;

/// The lines of a description of a machine, without spaces and comments.
static std::vector<std::string> splitDescription(const std::string &text) {
  std::vector<std::string> parts;
  std::istringstream lines(text);
  for (std::string words; std::getline(lines, words);) {
    words.erase(std::min(words.find('#'), words.size()));
    words.erase(std::remove_if(words.begin(), words.end(),
                               [](unsigned char c) { return std::isspace(c); }),
                words.end());
    if (!words.empty())
      parts.push_back(words);
  }
  return parts;
}

/// The most bytes of a text. Reading a character device does not terminate.
static constexpr size_t maxTextBytes = 256 << 20;

bool weft::driver::readText(const std::string &path, std::string &text,
                            std::string &message) {
  auto refuse = [&](const std::string &reason) {
    message = "cannot read " + path + ": " + reason;
    return false;
  };
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  bool isOpen = file.is_open();
  char chunk[4096];
  while (file.read(chunk, sizeof(chunk)) || file.gcount() != 0) {
    if (std::memchr(chunk, '\0', file.gcount()))
      return refuse("it is not a text file");
    text.append(chunk, file.gcount());
    if (text.size() > maxTextBytes)
      return refuse("it is larger than 256 MiB");
  }
  int failure = errno;
  if (!isOpen || file.bad())
    return refuse(failure ? std::strerror(failure) : "it is not a text file");
  return true;
}

/// Prints all fields of a processor: of the host without a name, of a known
/// one, or of the description in a file, whose errors name the file.
static bool printMachine(const std::string &name, const std::string &path,
                         std::string &printed, std::string &message) {
  std::string text = name;
  if (!path.empty()) {
    if (!readText(path, text, message))
      return false;
    // A text with a newline is a description.
    text += '\n';
  }
  char *fields = nullptr, *error = nullptr;
  if (weft_machine_print(text.empty() ? nullptr : text.c_str(), &fields,
                         &error) == 0) {
    printed = fields;
    weft_string_free(fields);
    return true;
  }
  fail(error, message);
  const std::string lineWord = "line ";
  if (!path.empty() && message.compare(0, lineWord.size(), lineWord) == 0)
    message.replace(0, lineWord.size(), path + ":");
  return false;
}

bool weft::driver::showMachine(const CommandLine &line, std::string &message) {
  std::string printed;
  bool isNamed = !line.shownMachine.empty();
  return printMachine(isNamed ? line.shownMachine : line.machine,
                      isNamed ? "" : line.machinePath, printed, message) &&
         writeToStandardOutput(printed, message);
}

bool Compilation::takeMachine(std::string &message) {
  if (line.machine.empty() && line.machinePath.empty())
    return true;
  std::string printed;
  if (!printMachine(line.machine, line.machinePath, printed, message))
    return false;
  if (line.machinePath.empty()) {
    options += " machine=" + line.machine;
    return true;
  }
  for (const std::string &field : splitDescription(printed))
    options += " machine=" + field;
  return true;
}

bool Compilation::readFiles(std::string &message) {
  if (!line.functionsPath.empty() &&
      !readText(line.functionsPath, functions, message))
    return false;
  if (!line.patternsPath.empty() &&
      !readText(line.patternsPath, patterns, message))
    return false;
  options = line.compileOptions;
  if (!line.patternsPath.empty())
    options += " patterns";
  for (const std::string &part : line.schedules)
    options += " schedule=" + part;
  if (!takeMachine(message))
    return false;
  // A name that is given a value is a tensor.
  for (const auto &source : line.sources)
    options += " tensor=" + source.first;
  for (const std::string &sizes : line.sizes)
    options += " size=" + sizes;
  options += line.statistics;
  return true;
}

bool Compilation::compile(const std::string &name, const std::string &words,
                          Kernel &kernel, std::string &message) const {
  std::vector<const char *> formats = getPointers(line.formats);
  std::vector<const char *> types = getPointers(line.types);
  std::string all = options + (name.empty() ? "" : " name=" + name) + words;
  weft_kernel *made = nullptr;
  char *error = nullptr;
  if (weft_compile_with_functions(
          line.patternsPath.empty() ? line.expression.c_str()
                                    : patterns.c_str(),
          line.functionsPath.empty() ? nullptr : functions.c_str(),
          line.functionsPath.c_str(), formats.data(), formats.size(),
          types.data(), types.size(), all.c_str(), &made, &error) != 0)
    return fail(error, message);
  kernel.reset(made);
  return true;
}
