//===- Job.cpp - Compiling and running --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the C interface in the order in which a failure costs least: the kernel
// is compiled before files are read, and files are written last.
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Names.h"
#include "Report.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace weft::driver;

using Clock = std::chrono::steady_clock;

/// The milliseconds since a point in time.
static double getMilliseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::milli>(Clock::now() - since)
      .count();
}

/// Takes the message of a function of the C interface over.
static bool fail(char *error, std::string &message) {
  message = error ? error : "not enough memory";
  weft_string_free(error);
  return false;
}

/// Whether a kernel has operands that need values.
static bool hasOperands(const weft_kernel *kernel) {
  return weft_kernel_num_tensors(kernel) > weft_kernel_num_results(kernel);
}

bool Job::wantsRun() const {
  return line.wantsRun() ||
         (line.printsNothing() && !hasOperands(kernel.get()));
}

/// The lines of a description of a machine, without spaces and comments. Those
/// without anything are kept as comments, since messages count lines.
static std::vector<std::string> splitDescription(const std::string &text) {
  std::vector<std::string> parts;
  std::istringstream lines(text);
  for (std::string words; std::getline(lines, words);) {
    words.erase(std::min(words.find('#'), words.size()));
    words.erase(std::remove_if(words.begin(), words.end(),
                               [](unsigned char c) { return std::isspace(c); }),
                words.end());
    parts.push_back(words.empty() ? "#" : words);
  }
  return parts;
}

/// Reads a text from a file.
static bool readText(const std::string &path, std::string &text,
                     std::string &message) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  bool isOpen = file.is_open();
  char chunk[4096];
  while (file.read(chunk, sizeof(chunk)) || file.gcount() != 0)
    text.append(chunk, file.gcount());
  if (!isOpen || file.bad()) {
    int failure = errno;
    message = "cannot read " + path + ": " +
              (failure ? std::strerror(failure) : "it is no text");
    return false;
  }
  if (text.find('\0') == std::string::npos)
    return true;
  message = "cannot read " + path + ": it is no text";
  return false;
}

bool Job::compile(std::string &message) {
  std::string functions;
  bool hasFunctions = !line.functionsPath.empty();
  if (hasFunctions && !readText(line.functionsPath, functions, message))
    return false;
  auto start = Clock::now();
  std::vector<const char *> formats = getPointers(line.formats);
  std::vector<const char *> types = getPointers(line.types);
  // A kernel that is only printed at a level need not be compiled below it. A
  // name that is given a value is a tensor.
  std::string options = line.compileOptions;
  for (const std::string &part : line.schedules)
    options += " schedule=" + part;
  if (!line.machine.empty()) {
    char *known = nullptr, *error = nullptr;
    if (weft_machine_print(line.machine.c_str(), &known, &error) != 0)
      return fail(error, message);
    weft_string_free(known);
    options += " machine=" + line.machine;
  }
  std::string machine;
  if (!line.machinePath.empty() &&
      !readText(line.machinePath, machine, message))
    return false;
  std::vector<std::string> parts = splitDescription(machine);
  // Without a line, it describes a processor of which nothing is known.
  if (!line.machinePath.empty() && parts.empty())
    parts.push_back("#");
  for (size_t number = 0; number < parts.size(); ++number) {
    const std::string &part = parts[number];
    if (part != "#" && part.find('=') == std::string::npos) {
      message = line.machinePath + ":" + std::to_string(number + 1) +
                ": expected 'field = value', got '" + part + "'";
      return false;
    }
    options += " machine=" + part;
  }
  for (const auto &source : line.sources)
    options += " tensor=" + source.first;
  for (const std::string &sizes : line.sizes)
    options += " size=" + sizes;
  bool needsCode = line.wantsRun() || !line.objectPath.empty() ||
                   std::count(line.levels.begin(), line.levels.end(), "obj");
  if (line.usesCache)
    options += " cache";
  if (!needsCode && !(line.levels.empty() && line.explanations.empty()))
    options += " no-code";
  weft_kernel *made = nullptr;
  char *error = nullptr;
  if (weft_compile_with_functions(
          line.expression.c_str(), hasFunctions ? functions.c_str() : nullptr,
          line.functionsPath.c_str(), formats.data(), formats.size(),
          types.data(), types.size(), options.c_str(), &made, &error) != 0)
    return fail(error, message);
  kernel.reset(made);
  compileTime = getMilliseconds(start);
  return true;
}

/// Registers the files to be written, and checks that they can be.
bool Job::addOutputs(std::string &message) {
  const weft_kernel *handle = kernel.get();
  for (int64_t index = 0; index < weft_kernel_num_results(handle); ++index) {
    std::string name = weft_kernel_tensor_name(handle, index);
    auto output = line.outputs.find(name);
    auto write = [this, index](const std::string &path, std::string &reason) {
      char *error = nullptr;
      return weft_tensor_write(results[index].get(), path.c_str(), &error) ==
                 0 ||
             fail(error, reason);
    };
    if (output != line.outputs.end() &&
        !outputs.add(output->second, write, message))
      return false;
  }
  auto writeObject = [handle](const std::string &path, std::string &reason) {
    char *error = nullptr;
    return weft_kernel_write_object(handle, path.c_str(), nullptr, &error) ==
               0 ||
           fail(error, reason);
  };
  auto writeHeader = [handle](const std::string &path, std::string &reason) {
    char *error = nullptr;
    return weft_kernel_write_object(handle, nullptr, path.c_str(), &error) ==
               0 ||
           fail(error, reason);
  };
  for (const auto &[level, path] : line.explanations) {
    auto writeLevel = [this, name = level](const std::string &file,
                                           std::string &reason) {
      std::string text;
      return printLevel(name, text, reason) && writeText(text, file, reason);
    };
    if (!outputs.add(path, writeLevel, message))
      return false;
  }
  return (line.objectPath.empty() ||
          outputs.add(line.objectPath, writeObject, message)) &&
         (line.headerPath.empty() ||
          outputs.add(line.headerPath, writeHeader, message));
}

bool Job::printLevel(const std::string &level, std::string &text,
                     std::string &message) {
  char *made = nullptr, *error = nullptr;
  if (weft_kernel_print(kernel.get(), level.c_str(), &made, &error) != 0)
    return fail(error, message);
  Text owner(made);
  text += made;
  if (text.empty() || text.back() != '\n')
    text += '\n';
  return true;
}

bool Job::print(std::string &message) {
  std::vector<std::string> levels = line.levels;
  // Without anything else to do, the loops are shown, as TACO does.
  if (line.printsNothing() && !wantsRun())
    levels.push_back("scf");
  for (const std::string &level : levels) {
    char *error = nullptr;
    if (level == "obj") {
      if (isatty(STDOUT_FILENO)) {
        message = "the standard output is a terminal\nhint: redirect it, or "
                  "write the object file with -write-object=FILE";
        return false;
      }
      const void *data = nullptr;
      int64_t size = 0;
      if (weft_kernel_object(kernel.get(), &data, &size, &error) != 0)
        return fail(error, message);
      printed.append(static_cast<const char *>(data), size);
      continue;
    }
    if (!printLevel(level, printed, message))
      return false;
  }
  return true;
}

bool Job::execute(std::string &message) {
  auto start = Clock::now();
  Operands operands(line, kernel.get());
  if (!operands.load(message))
    return false;
  readTime = getMilliseconds(start);
  std::vector<const weft_tensor *> pointers = operands.pointers();
  std::vector<const char *> sizes = getPointers(line.sizes);
  int64_t numResults = weft_kernel_num_results(kernel.get());
  for (int64_t run = 0; run < std::max<int64_t>(line.repetitions, 1); ++run) {
    results.clear();
    std::vector<weft_tensor *> made(numResults);
    char *error = nullptr;
    start = Clock::now();
    if (weft_kernel_run_sized(kernel.get(), pointers.data(), pointers.size(),
                              sizes.data(), sizes.size(), made.data(),
                              numResults, &error) != 0)
      return fail(error, message);
    runTimes.push_back(getMilliseconds(start));
    for (weft_tensor *result : made)
      results.emplace_back(result);
  }
  for (size_t index = 0; index < pointers.size(); ++index)
    if (showsStorage(numResults + int64_t(index)) &&
        !reportStorage(numResults + int64_t(index), pointers[index], message))
      return false;
  return true;
}

bool Job::showsStorage(int64_t index) const {
  const std::vector<std::string> &names = line.storedTensors;
  return line.showStorage &&
         (names.empty() ||
          std::count(names.begin(), names.end(),
                     weft_kernel_tensor_name(kernel.get(), index)));
}

bool Job::reportStorage(int64_t index, const weft_tensor *tensor,
                        std::string &message) {
  printed += summarize(weft_kernel_tensor_name(kernel.get(), index), tensor);
  return describeStorage(tensor, printed, message);
}

bool Job::reportResults(std::string &message) {
  if (!line.outputs.empty() && !line.showNorm && !line.showStorage)
    return true;
  for (size_t index = 0; index < results.size(); ++index)
    if (showsStorage(int64_t(index))) {
      if (!reportStorage(int64_t(index), results[index].get(), message))
        return false;
    } else if (line.outputs.empty() || line.showNorm) {
      printed += summarize(weft_kernel_tensor_name(kernel.get(), index),
                           results[index].get());
    }
  return true;
}

void Job::reportTimes() {
  if (line.repetitions == 0)
    return;
  printed += formatTime("time to read", readTime) + "\n" +
             formatTime("time to compile", compileTime) +
             (weft_kernel_is_cached(kernel.get()) ? ", from the cache" : "") +
             "\n";
  if (runTimes.empty())
    return;
  std::sort(runTimes.begin(), runTimes.end());
  double sum = 0;
  for (double time : runTimes)
    sum += time;
  size_t count = runTimes.size();
  double median = (runTimes[(count - 1) / 2] + runTimes[count / 2]) / 2;
  printed += formatTime("time to run", runTimes.front());
  if (count > 1)
    printed += " at least," + formatTime("", median) + " median," +
               formatTime("", sum / double(count)) + " mean of " +
               std::to_string(count);
  printed += "\n";
}

bool Job::run(std::string &message) {
  if (!compile(message) || !checkNames(line, kernel.get(), message) ||
      !addOutputs(message) || !print(message) ||
      (wantsRun() && !execute(message)) || !outputs.write(message) ||
      !reportResults(message))
    return false;
  reportTimes();
  return writeToStandardOutput(printed, message) && outputs.place(message);
}
