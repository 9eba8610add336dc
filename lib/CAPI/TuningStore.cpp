//===- TuningStore.cpp - Times that other processes measured ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps records of tuned kernels beside the cache of kernels, in files that any
// number of processes may read and write: a file is replaced as a whole, and
// records that two processes add at once are lost at worst, not mixed. The key
// says what a time depends on that the caller cannot know: the version and the
// processor.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "Processor.h"

#include "weft/Cache/FileCache.h"

#include <map>
#include <optional>
#include <sstream>
#include <vector>

using namespace weft;
using weft::capi::fail;

/// The most bytes of records that are kept for a key.
static constexpr size_t maxRecords = size_t(1) << 20;

static std::string makeKey(const char *key) {
  std::string text = std::string("tuning 1\n") + weft_version() + "\n";
  return text + capi::describeProcessor() + "\n" + key;
}

static std::optional<FileCache> openStore() {
  auto options = FileCacheOptions::fromEnvironment();
  return options ? FileCache::open(*options) : std::nullopt;
}

/// What a record is about: the line up to the first space.
static std::string subjectOf(const std::string &line) {
  return line.substr(0, line.find(' '));
}

/// The records of both texts; of two about the same schedule, the later one.
/// The oldest go if there are too many.
static std::string merge(const std::string &before, const std::string &added) {
  std::vector<std::string> lines;
  std::map<std::string, size_t> places;
  std::istringstream all(before + "\n" + added);
  for (std::string line; std::getline(all, line);) {
    if (line.empty())
      continue;
    auto [place, isNew] = places.emplace(subjectOf(line), lines.size());
    if (isNew)
      lines.push_back(line);
    else
      lines[place->second] = line;
  }
  size_t first = lines.size(), size = 0;
  while (first > 0 && size + lines[first - 1].size() + 1 <= maxRecords)
    size += lines[--first].size() + 1;
  std::string merged;
  for (size_t line = first; line < lines.size(); ++line)
    merged += lines[line] + "\n";
  return merged;
}

int weft_tuning_read(const char *key, char **records, char **error) {
  WEFT_REQUIRE(key);
  WEFT_REQUIRE(records);
  std::optional<FileCache> store = openStore();
  std::optional<std::string> found =
      store ? store->find(makeKey(key)) : std::nullopt;
  *records = capi::copyText(found.value_or(""));
  return 0;
}

int weft_tuning_add(const char *key, const char *records, char **error) {
  WEFT_REQUIRE(key);
  WEFT_REQUIRE(records);
  std::optional<FileCache> store = openStore();
  if (!store)
    return 0;
  std::string full = makeKey(key), added = merge("", records);
  store->update(
      full, [&](const std::string &before) { return merge(before, added); });
  return 0;
}
