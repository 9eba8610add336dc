//===- TuningRecords.cpp - What is known of schedules -----------*- C++ -*-===//
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
#include "Compilation.h"
#include "Outputs.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

using namespace weft::driver;
using Status = TuningRecord::Status;

static const std::pair<Status, const char *> statusNames[] = {
    {Status::Started, "started"},
    {Status::Measured, "measured"},
    {Status::Refused, "refused"},
    {Status::Wrong, "wrong"},
    {Status::Slow, "slow"}};

std::string TuningRecord::print() const {
  std::string name;
  for (const auto &[known, text] : statusNames)
    if (known == status)
      name = text;
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, " %.6g %.3g %lld", time, deviation,
                static_cast<long long>(runs));
  return schedule + " " + name + numbers +
         (reason.empty() ? "" : " " + reason) + "\n";
}

bool weft::driver::parseRecord(const std::string &text, TuningRecord &record) {
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

/// The number of binary digits: sizes of one bucket differ by less than two
/// times.
static std::string getBucket(int64_t size) {
  int bucket = 0;
  for (; size > 0; size /= 2)
    ++bucket;
  return std::to_string(bucket);
}

std::string
weft::driver::makeTuningKey(const CommandLine &line, const weft_kernel *kernel,
                            const std::vector<const weft_tensor *> &operands) {
  std::string key;
  char *text = nullptr;
  if (weft_kernel_print(kernel, "expression", &text, nullptr) == 0)
    key = Text(text).get();
  while (!key.empty() && key.back() == '\n')
    key.pop_back();
  int64_t numResults = weft_kernel_num_results(kernel);
  for (int64_t index = 0; index < weft_kernel_num_tensors(kernel); ++index) {
    key += std::string(" | ") + weft_kernel_tensor_name(kernel, index) + ":" +
           weft_kernel_tensor_format(kernel, index) + ":" +
           weft_kernel_tensor_type(kernel, index);
    if (index < numResults)
      continue;
    const weft_tensor *operand = operands[size_t(index - numResults)];
    for (int64_t mode = 0; mode < weft_tensor_order(operand); ++mode)
      key += (mode == 0 ? " size 2^" : "x2^") +
             getBucket(weft_tensor_dims(operand)[mode]);
    key += " stored 2^" + getBucket(weft_tensor_num_stored(operand));
  }
  const char *threads = std::getenv("OMP_NUM_THREADS");
  key += " | threads " + (line.threads != 0 ? std::to_string(line.threads)
                          : threads         ? threads
                                            : "all");
  // Schedules have promises of stated sizes.
  for (const std::string &sizes : line.sizes)
    key += " | " + sizes;
  if (!line.compileOptions.empty())
    key += " |" + line.compileOptions;
  for (char &c : key)
    if (c == '\n')
      c = ';';
  return key;
}

//===----------------------------------------------------------------------===//
// The store
//===----------------------------------------------------------------------===//

TuningRecords::TuningRecords(const CommandLine &line, std::string key)
    : isKept(line.usesCache), key(std::move(key)) {
  char *text = nullptr;
  if (!isKept || weft_tuning_read(this->key.c_str(), &text, nullptr) != 0 ||
      !text)
    return;
  take(Text(text).get());
  // Where the process has gone, the schedule has ended it. It has no number if
  // the user has.
  for (auto entry = records.begin(); entry != records.end();)
    if (entry->second.status == Status::Started &&
        (entry->second.runs == 0 || ::kill(pid_t(entry->second.runs), 0) == 0))
      entry = records.erase(entry);
    else
      ++entry;
}

void TuningRecords::take(const std::string &lines) {
  std::istringstream all(lines);
  TuningRecord record;
  for (std::string line; std::getline(all, line); record = {})
    if (parseRecord(line, record))
      records[record.schedule] = record;
}

const TuningRecord *TuningRecords::find(const std::string &schedule) const {
  auto entry = records.find(schedule);
  return entry == records.end() ? nullptr : &entry->second;
}

void TuningRecords::add(const TuningRecord &record) {
  records[record.schedule] = record;
  unwritten += record.print();
}

void TuningRecords::flush() {
  if (isKept && !unwritten.empty())
    weft_tuning_add(key.c_str(), unwritten.c_str(), nullptr);
  unwritten.clear();
}

const TuningRecord *TuningRecords::findBest() const {
  const TuningRecord *best = nullptr;
  for (const auto &[schedule, record] : records)
    if (record.status == Status::Measured &&
        (!best || record.time < best->time))
      best = &record;
  return best;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The first lines of a file: the version, the processor and the key.
static std::string makeHeader(const std::string &key) {
  std::string machine = "unknown";
  char *text = nullptr;
  if (weft_machine_print(nullptr, &text, nullptr) == 0) {
    machine = Text(text).get();
    machine.erase(std::min(machine.find('\n'), machine.size()));
  }
  return std::string("# times in milliseconds of Weft ") + weft_version() +
         "\n# " + machine + "\n# " + key + "\n";
}

bool TuningRecords::importFrom(const std::string &path, std::string &message) {
  std::string text, header = makeHeader(key);
  if (!readText(path, text, message))
    return false;
  if (text.compare(0, header.size(), header) != 0) {
    message = "cannot use the times in " + path +
              ": they are of another kernel, version or processor\nhint: "
              "those of this one begin with\n" +
              header.substr(0, header.size() - 1);
    return false;
  }
  std::istringstream lines(text.substr(header.size()));
  TuningRecord record;
  int64_t number = 4;
  for (std::string each; std::getline(lines, each); record = {}, ++number) {
    if (!parseRecord(each, record)) {
      message = path + ":" + std::to_string(number) +
                ": expected 'SCHEDULE STATUS TIME DEVIATION RUNS'";
      return false;
    }
    if (record.status != Status::Started)
      add(record);
  }
  return true;
}

bool TuningRecords::exportTo(const std::string &path,
                             std::string &message) const {
  std::string text = makeHeader(key);
  for (const auto &[schedule, record] : records)
    if (record.status != Status::Started)
      text += record.print();
  return writeText(text, path, message);
}
