//===- TuningRecords.cpp - Recorded measurements ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record is a line: the schedule, the status, numbers, and the reason to the
// end of the line.
//
//===----------------------------------------------------------------------===//

#include "TuningRecords.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

using namespace weft;
using namespace weft::capi;
using Status = TuningRecord::Status;

static const std::pair<Status, const char *> statusNames[] = {
    {Status::Started, "started"},
    {Status::Measured, "measured"},
    {Status::Refused, "refused"},
    {Status::Wrong, "wrong"},
    {Status::Slow, "slow"}};

const char *capi::getName(Status status) {
  for (const auto &[known, text] : statusNames)
    if (known == status)
      return text;
  return "";
}

std::string TuningRecord::print() const {
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, " %.6g %.3g %lld", time, deviation,
                static_cast<long long>(runs));
  return schedule + " " + getName(status) + numbers +
         (reason.empty() ? "" : " " + reason) + "\n";
}

bool capi::parseRecord(const std::string &text, TuningRecord &record) {
  std::istringstream words(text);
  std::string name;
  if (!(words >> record.schedule >> name >> record.time >> record.deviation >>
        record.runs))
    return false;
  std::getline(words >> std::ws, record.reason);
  for (const auto &[known, spelling] : statusNames)
    if (name == spelling) {
      record.status = known;
      return record.time >= 0 && record.runs >= 0;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

std::string capi::getOptionsWithout(const weft_kernel &kernel,
                                    std::initializer_list<const char *> names) {
  std::istringstream words(kernel.source->options);
  std::string kept;
  for (std::string word; words >> word;) {
    std::string name = word.substr(0, word.find('='));
    bool isLeftOut = false;
    for (const char *other : names)
      isLeftOut |= name == other;
    if (!isLeftOut)
      kept += " " + word;
  }
  return kept;
}

int64_t capi::getBucket(int64_t size) {
  int64_t bucket = 0;
  for (; size > 0; size /= 2)
    ++bucket;
  return bucket;
}

static std::string describeThreads() {
  if (int32_t count = weft_rt_num_threads())
    return std::to_string(count);
  const char *threads = std::getenv("OMP_NUM_THREADS");
  return threads ? threads : "all";
}

/// The expression, or the program of patterns in MLIR.
static std::string describeText(const weft_kernel &kernel) {
  if (!kernel.hasPatterns())
    return notation::print(kernel.program);
  char *text = nullptr;
  if (weft_kernel_print(&kernel, "pattern", &text, nullptr) != 0)
    return kernel.description.patterns;
  std::string printed = text;
  weft_string_free(text);
  return printed;
}

std::string capi::makeTuningKey(const weft_kernel &kernel,
                                const weft_tensor *const *operands) {
  std::string key = describeText(kernel);
  while (!key.empty() && key.back() == '\n')
    key.pop_back();
  size_t numResults = kernel.results().size();
  for (size_t number = 0; number < kernel.tensors.size(); ++number) {
    const TensorTexts &texts = kernel.tensors[number];
    key += " | " + texts.name + ":" + texts.format + ":" + texts.type;
    if (number < numResults)
      continue;
    const runtime::Tensor &operand = operands[number - numResults]->tensor;
    for (size_t mode = 0; mode < operand.dims().size(); ++mode)
      key += (mode == 0 ? " size 2^" : "x2^") +
             std::to_string(getBucket(operand.dims()[mode]));
    key += " stored 2^" + std::to_string(getBucket(operand.numStored()));
  }
  key += " | threads " + describeThreads();
  // Schedules have promises of stated sizes.
  if (std::string options = getOptionsWithout(
          kernel, {"schedule", "cache", "no-code", "name", "statistics"});
      !options.empty())
    key += " |" + options;
  for (char &c : key)
    if (c == '\n')
      c = ';';
  return key;
}

//===----------------------------------------------------------------------===//
// The store
//===----------------------------------------------------------------------===//

capi::TuningRecords::TuningRecords(bool isKept, std::string key)
    : isKept(isKept), key(std::move(key)) {
  if (isKept)
    readStore();
}

/// Whether a process exists, which may be another user's.
static bool isRunning(pid_t process) {
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

void capi::TuningRecords::readStore() {
  char *text = nullptr;
  if (weft_tuning_read(key.c_str(), &text, nullptr) != 0 || !text)
    return;
  std::istringstream all(text);
  weft_string_free(text);
  TuningRecord record;
  for (std::string line; std::getline(all, line); record = {})
    if (parseRecord(line, record))
      records[record.schedule] = record;
  // Where the process has gone, the schedule has ended it. It has no number if
  // the user has.
  for (auto entry = records.begin(); entry != records.end();)
    if (entry->second.status == Status::Started &&
        (entry->second.runs == 0 || isRunning(pid_t(entry->second.runs))))
      entry = records.erase(entry);
    else
      ++entry;
}

const TuningRecord *
capi::TuningRecords::find(const std::string &schedule) const {
  auto entry = records.find(schedule);
  return entry == records.end() ? nullptr : &entry->second;
}

void capi::TuningRecords::add(const TuningRecord &record) {
  records[record.schedule] = record;
  unwritten += record.print();
}

void capi::TuningRecords::flush() {
  if (isKept && !unwritten.empty())
    weft_tuning_add(key.c_str(), unwritten.c_str(), nullptr);
  unwritten.clear();
}

const TuningRecord *capi::TuningRecords::findBest() const {
  const TuningRecord *best = nullptr;
  for (const auto &[schedule, record] : records)
    if (record.status == Status::Measured &&
        (!best || record.time < best->time))
      best = &record;
  return best;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// The first lines of a text: the version, the processor and the key.
static std::string makeHeader(const std::string &key) {
  std::string machine = "unknown";
  char *text = nullptr;
  if (weft_machine_print(nullptr, &text, nullptr) == 0) {
    machine = text;
    weft_string_free(text);
    machine.erase(std::min(machine.find('\n'), machine.size()));
  }
  return std::string("# times in milliseconds of Weft ") + weft_version() +
         "\n# " + machine + "\n# " + key + "\n";
}

runtime::Status capi::TuningRecords::take(const std::string &text,
                                          const std::string &name) {
  std::string header = makeHeader(key);
  if (text.compare(0, header.size(), header) != 0)
    return runtime::Status::failure(
        "cannot use the times in " + name +
        ": they are of another kernel, version or processor\nhint: those of "
        "this one begin with\n" +
        header.substr(0, header.size() - 1));
  std::istringstream lines(text.substr(header.size()));
  TuningRecord record;
  int64_t number = 4;
  for (std::string each; std::getline(lines, each); record = {}, ++number) {
    if (!parseRecord(each, record))
      return runtime::Status::failure(
          name + ":" + std::to_string(number) +
          ": expected 'SCHEDULE STATUS TIME DEVIATION RUNS'");
    if (record.status != Status::Started)
      add(record);
  }
  return runtime::Status::success();
}

std::string capi::TuningRecords::print() const {
  std::string text = makeHeader(key);
  for (const auto &[schedule, record] : records)
    if (record.status != Status::Started)
      text += record.print();
  return text;
}
