//===- KernelRanksTest.cpp - Places of entries in order -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares weft_rt_rank with an ordered map, for few entries, such that are
// near each other or far, and several columns.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/TensorABI.h"

#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <vector>

using namespace weft::runtime;

namespace {
/// The arguments of one call and what it returns; kernels are plain functions
/// without state.
struct RankCall {
  int64_t count;
  /// Addresses and widths.
  std::vector<int64_t> keys;
  int64_t *places;
  int64_t numPlaces;
};
} // namespace

static RankCall *call;

static int64_t runRank(RankCall &arguments) {
  call = &arguments;
  auto kernel = [](weft_tensor_data *const *) {
    call->numPlaces =
        weft_rt_rank(call->count, static_cast<int64_t>(call->keys.size()) / 2,
                     call->keys.data(), call->places);
  };
  return weft_rt_invoke(kernel, nullptr, nullptr);
}

/// The coordinates of some entries, column by column.
template <typename Key> using Columns = std::vector<std::vector<Key>>;

/// Ranks entries; returns how many places there are, which may be negative,
/// after checking what is left and where each entry belongs.
template <typename Key> static int64_t checkRank(const Columns<Key> &columns) {
  int64_t count = columns.front().size();
  Columns<Key> kept = columns;
  std::vector<int64_t> places(count + 1, -7);
  RankCall arguments = {count, {}, places.data(), 0};
  for (std::vector<Key> &column : kept)
    arguments.keys.insert(
        arguments.keys.end(),
        {reinterpret_cast<int64_t>(column.data()), int64_t(sizeof(Key))});
  int64_t before = memoryInUse();
  EXPECT_EQ(runRank(arguments), WEFT_RT_OK);
  EXPECT_EQ(memoryInUse(), before);
  EXPECT_EQ(places[count], -7);
  if (arguments.numPlaces < 0) {
    EXPECT_EQ(kept, columns);
    return arguments.numPlaces;
  }
  auto getEntry = [&](const Columns<Key> &from, int64_t number) {
    std::vector<Key> entry;
    for (const std::vector<Key> &column : from)
      entry.push_back(column[number]);
    return entry;
  };
  std::map<std::vector<Key>, bool> isKnown;
  for (int64_t i = 0; i < count; ++i)
    isKnown[getEntry(columns, i)] = false;
  EXPECT_EQ(arguments.numPlaces, int64_t(isKnown.size()));
  for (int64_t i = 0; i < count; ++i) {
    std::vector<Key> entry = getEntry(columns, i);
    bool isFirst = !std::exchange(isKnown[entry], true);
    int64_t place = isFirst ? ~places[i] : places[i];
    if (place < 0 || place >= arguments.numPlaces ||
        getEntry(kept, place) != entry) {
      ADD_FAILURE() << "entry " << i << " of " << count;
      return -7;
    }
  }
  for (int64_t place = 1; place < arguments.numPlaces; ++place)
    EXPECT_LT(getEntry(kept, place - 1), getEntry(kept, place));
  return arguments.numPlaces;
}

template <typename Key>
static Columns<Key> makeColumns(int64_t count, int64_t numKeys, Key smallest,
                                Key largest) {
  std::mt19937_64 random(count * 31 + numKeys);
  std::uniform_int_distribution<int64_t> choose(smallest, largest);
  Columns<Key> columns(numKeys, std::vector<Key>(count));
  for (std::vector<Key> &column : columns)
    for (Key &coordinate : column)
      coordinate = static_cast<Key>(choose(random));
  return columns;
}

TEST(KernelRanksTest, LeavesWhatAscends) {
  EXPECT_EQ(checkRank<int32_t>({{}}), -1);
  EXPECT_EQ(checkRank<int32_t>({{5}}), -1);
  EXPECT_EQ(checkRank<int64_t>({{-3, 5, 6}}), -1);
  EXPECT_EQ(checkRank<int8_t>({{1, 1, 2}, {4, 5, 0}}), -1);
  EXPECT_EQ(checkRank<int32_t>({{1, 1}}), 1);
  EXPECT_EQ(checkRank<int8_t>({{1, 1, 2}, {5, 5, 0}}), 2);
}

TEST(KernelRanksTest, FewEntries) {
  for (int64_t count = 2; count != 67; ++count)
    for (int32_t largest : {0, 1, 5, 1000}) {
      EXPECT_NE(checkRank(makeColumns<int32_t>(count, 1, -largest, largest)),
                -7);
      EXPECT_NE(checkRank(makeColumns<int8_t>(count, 1, -128, 127)), -7);
    }
}

TEST(KernelRanksTest, NearEntries) {
  for (int64_t count : {17, 64, 65, 1000, 30000}) {
    EXPECT_GT(checkRank(makeColumns<int32_t>(count, 1, 7, 100)), 0);
    EXPECT_GT(checkRank(makeColumns<int16_t>(count, 1, -32768, 32767)), 0);
    EXPECT_GT(checkRank(makeColumns<int64_t>(count, 1, -70000, 900000)), 0);
    EXPECT_GT(checkRank(makeColumns<int32_t>(count, 1, 0, (1 << 20) - 1)), 0);
  }
  EXPECT_EQ(checkRank(makeColumns<int32_t>(1000, 1, 4, 4)), 1);
  // The marks of many entries may take more.
  EXPECT_GT(checkRank(makeColumns<int32_t>(200000, 1, 0, 3000000)), 0);
}

TEST(KernelRanksTest, FarEntries) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  for (int64_t count : {17, 1000, 30000}) {
    EXPECT_GT(checkRank(makeColumns<int32_t>(count, 1, 0, 1 << 30)), 0);
    EXPECT_GT(checkRank(makeColumns<int64_t>(count, 1, -most, most)), 0);
  }
}

TEST(KernelRanksTest, SeveralColumns) {
  for (int64_t count : {16, 500, 20000}) {
    EXPECT_GT(checkRank(makeColumns<int32_t>(count, 2, 0, 30)), 0);
    EXPECT_GT(checkRank(makeColumns<int8_t>(count, 3, -4, 4)), 0);
    EXPECT_GT(checkRank(makeColumns<int64_t>(count, 3, -(1ll << 40), 1)), 0);
    EXPECT_GT(checkRank(makeColumns<int16_t>(count, 20, 0, 1)), 0);
  }
}

TEST(KernelRanksTest, BadArguments) {
  std::vector<int64_t> places(100);
  std::vector<int32_t> key(100);
  int64_t address = reinterpret_cast<int64_t>(key.data());
  RankCall negative = {-1, {address, 4}, places.data(), 0};
  EXPECT_EQ(runRank(negative), WEFT_RT_INVALID_ARGUMENT);
  RankCall width = {100, {address, 3}, places.data(), 0};
  EXPECT_EQ(runRank(width), WEFT_RT_INVALID_ARGUMENT);
  RankCall nowhere = {100, {address, 4}, nullptr, 0};
  EXPECT_EQ(runRank(nowhere), WEFT_RT_INVALID_ARGUMENT);
}

TEST(KernelRanksTest, RunsOutOfMemory) {
  Columns<int64_t> far = makeColumns<int64_t>(30000, 1, 0, 1ll << 60);
  std::vector<int64_t> places(30000);
  RankCall arguments = {
      30000, {reinterpret_cast<int64_t>(far[0].data()), 8}, places.data(), 0};
  int64_t before = memoryInUse();
  weft_rt_set_memory_limit(before + 1000);
  EXPECT_EQ(runRank(arguments), WEFT_RT_OUT_OF_MEMORY);
  weft_rt_set_memory_limit(0);
  EXPECT_EQ(memoryInUse(), before);
}
