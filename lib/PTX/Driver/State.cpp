//===- State.cpp - The state of the driver --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of the environment, counts, and the functions of Counts.h.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace weft::ptx;

Driver &Driver::get() {
  // Programs may call the driver while they exit.
  static Driver *driver = new Driver;
  return *driver;
}

std::vector<CUcontext> &weft::ptx::contextStack() {
  static thread_local std::vector<CUcontext> stack;
  return stack;
}

static constexpr struct {
  const char *name, *variable;
} options[] = {{"order", "WEFT_PTX_ORDER"},
               {"limit", "WEFT_PTX_LIMIT"},
               {"uninitialized", "WEFT_PTX_UNINITIALIZED"},
               {"races", "WEFT_PTX_RACES"},
               {"exited", "WEFT_PTX_EXITED"},
               {"report", "WEFT_PTX_REPORT"}};

Driver::Driver() {
  for (const auto &option : options)
    if (const char *value = std::getenv(option.variable))
      if (*value && !setOption(option.name, value))
        std::fprintf(stderr, "weft-ptx: %s=%s is unknown and ignored\n",
                     option.variable, value);
}

/// Whether a value is one of two words.
static bool choose(std::string_view value, std::string_view yes,
                   std::string_view no, bool &choice) {
  if (value != yes && value != no)
    return false;
  choice = value == yes;
  return true;
}

bool Driver::setOption(std::string_view name, std::string_view value) {
  MachineOptions &options = machine.options;
  if (name == "order")
    return choose(value, "reverse", "forward", options.isReverse);
  if (name == "uninitialized")
    return choose(value, "error", "ignore", options.checksUninitialized);
  if (name == "races")
    return choose(value, "error", "ignore", options.checksRaces);
  if (name == "exited")
    return choose(value, "ignore", "error", options.allowsExited);
  if (name == "report")
    return choose(value, "stderr", "none", reportsFaults);
  if (name != "limit")
    return false;
  uint64_t limit = 0;
  for (char digit : value) {
    if (digit < '0' || digit > '9' || limit > (uint64_t(1) << 60) / 10)
      return false;
    limit = limit * 10 + (digit - '0');
  }
  if (limit == 0)
    return false;
  options.limit = limit;
  return true;
}

/// Adds counts field by field; maxima are those of both.
static void add(weftPtxCountsRecord &sum, const weftPtxCountsRecord &counts) {
  constexpr size_t fields = sizeof(weftPtxCountsRecord) / sizeof(uint64_t);
  uint64_t longestWarp = std::max(sum.longestWarp, counts.longestWarp);
  uint64_t longestBlock = std::max(sum.longestBlock, counts.longestBlock);
  uint64_t a[fields], b[fields];
  std::memcpy(a, &sum, sizeof a);
  std::memcpy(b, &counts, sizeof b);
  for (size_t i = 0; i < fields; ++i)
    a[i] += b[i];
  std::memcpy(&sum, a, sizeof a);
  sum.longestWarp = longestWarp;
  sum.longestBlock = longestBlock;
}

void Driver::addCounts(const std::string &kernel,
                       const weftPtxCountsRecord &counts) {
  hasLaunched = true;
  lastCounts = counts;
  add(allCounts, counts);
  for (auto &entry : kernels)
    if (entry.first == kernel)
      return add(entry.second, counts);
  kernels.emplace_back(kernel, counts);
}

void Driver::reset() {
  while (!modules.empty())
    unloadModule(*this, *modules.begin());
  for (CUstream stream : streams)
    delete stream;
  streams.clear();
  for (CUevent event : events)
    delete event;
  events.clear();
  machine.memory.clear();
  sticky = CUDA_SUCCESS;
}

bool Driver::isStream(CUstream stream) const {
  // Null, and the handles of the two default streams.
  return reinterpret_cast<uintptr_t>(stream) <= 2 || streams.count(stream);
}

int weftPtxCounts(const char *kernel, weftPtxCountsRecord *record,
                  uint64_t size) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (!record || !driver.hasLaunched)
    return 1;
  const weftPtxCountsRecord *found = nullptr;
  if (!kernel)
    found = &driver.lastCounts;
  else if (!*kernel)
    found = &driver.allCounts;
  else
    for (const auto &entry : driver.kernels)
      if (entry.first == kernel)
        found = &entry.second;
  if (!found)
    return 1;
  std::memset(record, 0, size);
  std::memcpy(record, found, std::min<uint64_t>(size, sizeof *found));
  return 0;
}

const char *weftPtxKernelName(unsigned index) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  return index < driver.kernels.size() ? driver.kernels[index].first.c_str()
                                       : nullptr;
}

const char *weftPtxLastFault(void) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  return driver.lastFault.c_str();
}

int weftPtxSetOption(const char *name, const char *value) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  return name && value && driver.setOption(name, value) ? 0 : 1;
}

void weftPtxReset(void) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  driver.kernels.clear();
  driver.lastCounts = driver.allCounts = {};
  driver.hasLaunched = false;
  driver.lastFault.clear();
  driver.sticky = CUDA_SUCCESS;
}
