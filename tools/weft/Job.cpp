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
#include "Levels.h"
#include "Names.h"
#include "ReadSource.h"
#include "Report.h"

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace weft::driver;

/// Whether a level is an explanation, which shows numbers of a run.
static bool isExplanation(const std::string &level) {
  return level == "explain" || level == "explain-html";
}

/// Whether a kernel has operands that need values.
static bool hasOperands(const weft_kernel *kernel) {
  return weft_kernel_num_tensors(kernel) > weft_kernel_num_results(kernel);
}

bool Job::wantsRun() const {
  return line.wantsRun() ||
         (line.printsNothing() && !hasOperands(kernel.get()));
}

std::string Job::getWords() const {
  // A kernel that is only printed at a level need not be compiled below it.
  std::string words = line.assembly.empty() ? "" : " assembly=" + line.assembly;
  bool needsCode = line.wantsRun() || !line.objectPath.empty() ||
                   std::count(line.levels.begin(), line.levels.end(), "obj");
  if (line.usesCache)
    words += " cache";
  if (!needsCode && !(line.levels.empty() && line.files.empty()))
    words += " no-code";
  return words;
}

bool Job::compile(std::string &message) {
  Clock clock;
  // A schedule that is chosen for operands needs the signature first.
  bool isFirst = line.isScheduleTuned && line.wantsRun();
  if (!compilation.readFiles(message) ||
      !compilation.compile(line.getKernelName(),
                           getWords() + (isFirst ? " no-code" : ""), kernel,
                           message))
    return false;
  times.compile = clock.elapsed();
  times.isCached = weft_kernel_is_cached(kernel.get());
  return true;
}

bool Job::compileForOperands(std::string &message) {
  bool isPlanned = line.usesPlans && !line.isScheduleTuned &&
                   line.schedules.empty() && line.assembly.empty() &&
                   wantsRun();
  if (!line.isScheduleTuned && !isPlanned)
    return true;
  Clock clock;
  if (isPlanned ? !compilePlanned(getWords(), message)
                : !compileTuned(getWords(), message))
    return false;
  times.compile += clock.elapsed() - times.read;
  times.isCached = weft_kernel_is_cached(kernel.get());
  return true;
}

bool Job::compileTuned(const std::string &words, std::string &message) {
  if (!wantsRun()) {
    tuning = "Without operands, -s=auto is the default schedule.\n";
    return true;
  }
  if (!loadOperands(message))
    return false;
  std::vector<const weft_tensor *> pointers = operands->pointers();
  char *schedule = nullptr, *reason = nullptr, *error = nullptr;
  if (weft_choose_schedule(
          kernel.get(), pointers.data(), int64_t(pointers.size()),
          line.usesCache ? "cache" : "", &schedule, &reason, &error) != 0)
    return fail(error, message);
  tuning = Text(reason).get();
  std::string chosen = Text(schedule).get();
  untuned = std::move(kernel);
  std::string refusal;
  if (chosen == "default")
    return compilation.compile(line.getKernelName(), words, kernel, message);
  if (compilation.compile(line.getKernelName(), words + " schedule=" + chosen,
                          kernel, refusal))
    return true;
  tuning += "That schedule was refused: " + refusal +
            "\nThe schedule is the default one.\n";
  return compilation.compile(line.getKernelName(), words, kernel, message);
}

bool Job::compilePlanned(const std::string &words, std::string &message) {
  if (!operands && !loadOperands(message))
    return false;
  std::vector<const weft_tensor *> pointers = operands->pointers();
  char *made = nullptr, *error = nullptr;
  if (weft_kernel_statistics(kernel.get(), pointers.data(),
                             static_cast<int64_t>(pointers.size()), &made,
                             &error) != 0)
    return fail(error, message);
  std::string statistics = Text(made).get();
  if (statistics.empty())
    return true;
  // What is not planned is compiled without statistics, so that operands as
  // these find the kernel in the cache.
  Kernel planned;
  std::string plan, unplanned;
  const char *level = line.patternsPath.empty() ? "expression" : "pattern";
  if (!compilation.compile(line.getKernelName(),
                           words + " no-code" + statistics, planned, message) ||
      !printLevel(planned.get(), sources, "plan", plan, message) ||
      !printLevel(planned.get(), sources, level, unplanned, message))
    return false;
  if (plan == unplanned)
    return true;
  compilation.addWords(statistics);
  untuned = std::move(kernel);
  return compilation.compile(line.getKernelName(), words, kernel, message);
}

const weft_tensor *Job::getTensor(int64_t index) const {
  int64_t numResults = weft_kernel_num_results(kernel.get());
  return index < numResults ? results[index].get()
                            : operands->pointers()[index - numResults];
}

/// The path in a directory of the file of a tensor.
static std::string getPathIn(const std::string &directory,
                             const std::string &name) {
  std::string place = directory;
  if (place.back() != '/')
    place += '/';
  return place + name + ".tns";
}

bool Job::addTensorOutputs(std::string &message) {
  // What is a result and an operand is written as the result, which is first.
  std::set<std::string> written;
  for (int64_t index = 0; index < weft_kernel_num_tensors(kernel.get());
       ++index) {
    std::string name = weft_kernel_tensor_name(kernel.get(), index);
    auto write = [this, index](const std::string &path, std::string &reason) {
      char *error = nullptr;
      return weft_tensor_write(getTensor(index), path.c_str(), &error) == 0 ||
             fail(error, reason);
    };
    if (!written.insert(name).second)
      continue;
    auto output = line.outputs.find(name);
    if (output != line.outputs.end() &&
        !outputs.add(output->second, write, message))
      return false;
    if (!line.outputDirectory.empty() &&
        !outputs.add(getPathIn(line.outputDirectory, name), write, message))
      return false;
  }
  return true;
}

/// Registers the files to be written, and checks that they can be.
bool Job::addOutputs(std::string &message) {
  if (!addTensorOutputs(message))
    return false;
  auto writeTimes = [this](const std::string &path, std::string &reason) {
    return writeText(times.formatValues(), path, reason);
  };
  if (!line.timesPath.empty() &&
      !outputs.add(line.timesPath, writeTimes, message))
    return false;
  auto writeObject = [this](const std::string &path, std::string &reason) {
    char *error = nullptr;
    return weft_kernel_write_object(kernel.get(), path.c_str(), nullptr,
                                    &error) == 0 ||
           fail(error, reason);
  };
  auto writeHeader = [this](const std::string &path, std::string &reason) {
    char *error = nullptr;
    return weft_kernel_write_object(kernel.get(), nullptr, path.c_str(),
                                    &error) == 0 ||
           fail(error, reason);
  };
  for (const auto &[level, path] : line.files) {
    auto writeLevel = [this, name = level](const std::string &file,
                                           std::string &reason) {
      std::string text;
      return printAt(name, text, reason) && writeText(text, file, reason);
    };
    if (!outputs.add(path, writeLevel, message))
      return false;
  }
  return (line.objectPath.empty() ||
          outputs.add(line.objectPath, writeObject, message)) &&
         (line.headerPath.empty() ||
          outputs.add(line.headerPath, writeHeader, message));
}

bool Job::print(std::string &message) {
  for (const std::string &level : line.levels) {
    if (isExplanation(level) && wantsRun())
      explanations.emplace_back(printed.size(), level);
    else if (!printAt(level, printed, message))
      return false;
  }
  if (!line.printsNothing() || wantsRun() ||
      printLevel(kernel.get(), sources, "c", printed, message))
    return true;
  // C was chosen by default.
  if (message.find("\nhint: ") == std::string::npos)
    message += "\nhint: -emit=memref prints the loops in MLIR";
  return false;
}

bool Job::runOnce(weft_kernel_function function, std::vector<Tensor> &made,
                  std::vector<double> &runTimes, std::string &message) {
  std::vector<const weft_tensor *> pointers = operands->pointers();
  std::vector<const char *> sizes = getPointers(line.sizes);
  std::vector<weft_tensor *> handles(weft_kernel_num_results(kernel.get()));
  char *error = nullptr;
  made.clear();
  weft_set_device_memory_limit(line.deviceMemory);
  weft_device_reset_counts();
  Clock clock;
  int status =
      function
          ? weft_kernel_run_function(kernel.get(), function, pointers.data(),
                                     pointers.size(), sizes.data(),
                                     sizes.size(), handles.data(),
                                     handles.size(), &error)
          : weft_kernel_run_sized(kernel.get(), pointers.data(),
                                  pointers.size(), sizes.data(), sizes.size(),
                                  handles.data(), handles.size(), &error);
  if (status != 0)
    return fail(error, message);
  runTimes.push_back(clock.elapsed());
  for (weft_tensor *result : handles)
    made.emplace_back(result);
  return true;
}

bool Job::loadOperands(std::string &message) {
  Clock clock;
  operands.emplace(line, kernel.get());
  if (!operands->load(message))
    return false;
  times.read = clock.elapsed();
  return true;
}

bool Job::execute(std::string &message) {
  if (!operands && !loadOperands(message))
    return false;
  for (int64_t run = 0; run < std::max<int64_t>(line.repetitions, 1); ++run) {
    if (!runOnce(/*function=*/nullptr, results, times.runs, message))
      return false;
    times.device.add();
  }
  if (!explainRun(message))
    return false;
  int64_t numTensors = weft_kernel_num_tensors(kernel.get());
  for (int64_t index = weft_kernel_num_results(kernel.get());
       index < numTensors; ++index)
    if (showsStorage(index) && !reportStorage(index, message))
      return false;
  for (const std::string &path : line.sourcePaths)
    if (!executeSource(path, message))
      return false;
  return true;
}

bool Job::printAt(const std::string &level, std::string &text,
                  std::string &message) {
  if (level == "explain")
    text += tuning;
  if (!isExplanation(level) || results.empty())
    return printLevel(kernel.get(), sources, level, text, message);
  std::vector<const weft_tensor *> tensors;
  for (int64_t index = 0; index < weft_kernel_num_tensors(kernel.get());
       ++index)
    tensors.push_back(getTensor(index));
  weft_run_times measured = {
      times.read, times.compile,
      *std::min_element(times.runs.begin(), times.runs.end())};
  char *made = nullptr, *error = nullptr;
  if (weft_kernel_explain(kernel.get(), level.c_str(), tensors.data(),
                          static_cast<int64_t>(tensors.size()), &measured,
                          &made, &error) != 0)
    return fail(error, message);
  text += Text(made).get();
  return true;
}

bool Job::explainRun(std::string &message) {
  // The last first: places of those before stay as they are.
  for (auto place = explanations.rbegin(); place != explanations.rend();
       ++place) {
    std::string text;
    if (!printAt(place->second, text, message))
      return false;
    printed.insert(place->first, text);
  }
  return true;
}

bool Job::executeSource(const std::string &path, std::string &message) {
  ReadSource source;
  if (!source.load(path, sources.getName(), kernel.get(), message))
    return false;
  std::vector<Tensor> made;
  std::vector<double> runTimes;
  for (int64_t run = 0; run < std::max<int64_t>(line.repetitions, 1); ++run)
    if (!runOnce(source.getFunction(), made, runTimes, message)) {
      message = path + ": " + message;
      return false;
    }
  for (size_t index = 0; line.verifies && index < made.size(); ++index) {
    char *text = nullptr, *error = nullptr;
    if (weft_tensor_difference(results[index].get(), made[index].get(), &text,
                               &error) != 0)
      return fail(error, message);
    std::string difference = Text(text).get();
    if (difference.empty())
      continue;
    message = path + " has another result than the kernel: " +
              weft_kernel_tensor_name(kernel.get(), index) + difference;
    return false;
  }
  if (line.verifies)
    sourceReport += path + ": the same results as the kernel\n";
  if (line.repetitions > 0)
    sourceReport += describeRuns("time to run " + path, runTimes);
  return true;
}

bool Job::showsStorage(int64_t index) const {
  const std::vector<std::string> &names = line.storedTensors;
  return line.showStorage &&
         (names.empty() ||
          std::count(names.begin(), names.end(),
                     weft_kernel_tensor_name(kernel.get(), index)));
}

bool Job::reportStorage(int64_t index, std::string &message) {
  printed +=
      summarize(weft_kernel_tensor_name(kernel.get(), index), getTensor(index));
  return describeStorage(getTensor(index), printed, message);
}

bool Job::reportResults(std::string &message) {
  bool isWritten = !line.outputs.empty() || !line.outputDirectory.empty();
  for (size_t index = 0; index < results.size(); ++index)
    if (showsStorage(int64_t(index))) {
      if (!reportStorage(int64_t(index), message))
        return false;
    } else if (!isWritten || line.showNorm) {
      printed += summarize(weft_kernel_tensor_name(kernel.get(), index),
                           results[index].get());
    }
  return true;
}

bool Job::run(std::string &message) {
  if (!compile(message) || !checkNames(line, kernel.get(), message) ||
      !addOutputs(message) || !compileForOperands(message) || !print(message) ||
      (wantsRun() && !execute(message)) || !outputs.write(message) ||
      !reportResults(message))
    return false;
  if (line.repetitions > 0)
    printed += times.describe();
  printed += sourceReport;
  return writeToStandardOutput(printed, message) && outputs.place(message);
}
