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

//===----------------------------------------------------------------------===//
// With values
//===----------------------------------------------------------------------===//

/// Places entries with values, which are their numbers, and combines these as
/// kernels do. Compares the values of each coordinate, in their order, with an
/// ordered map. Returns what was returned.
template <typename Value>
static int64_t checkPlace(const std::vector<int32_t> &coords) {
  int64_t count = coords.size();
  std::map<int32_t, std::vector<Value>> expected;
  std::vector<Value> values(count + 1, Value(-1));
  for (int64_t i = 0; i < count; ++i)
    expected[coords[i]].push_back(values[i] = static_cast<Value>(i));
  std::vector<int32_t> kept = coords;
  kept.push_back(-7);
  std::vector<int64_t> places(count + 1, -7);
  static std::vector<int32_t> *key;
  static std::vector<int64_t> *numbers;
  static std::vector<Value> *moved;
  static int64_t placed;
  key = &kept, numbers = &places, moved = &values;
  auto kernel = [](weft_tensor_data *const *) {
    int64_t keys[] = {reinterpret_cast<int64_t>(key->data()), 4};
    placed =
        weft_rt_place(key->size() - 1, 1, keys, numbers->data(),
                      reinterpret_cast<int64_t>(moved->data()), sizeof(Value));
  };
  EXPECT_EQ(weft_rt_invoke(kernel, nullptr, nullptr), WEFT_RT_OK);
  EXPECT_EQ(kept[count], -7);
  EXPECT_EQ(places[count], -7);
  EXPECT_EQ(values[count], Value(-1));

  int64_t left = placed == -1 ? count : placed < -1 ? -2 - placed : placed;
  std::vector<std::vector<Value>> found(left);
  int64_t last = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = placed == -1 ? i : places[i] < 0 ? ~places[i] : places[i];
    if (place < 0 || place >= left ||
        (placed != -1 && (places[i] < 0) != found[place].empty()) ||
        (placed < -1 && place < last)) {
      ADD_FAILURE() << "entry " << i << " of " << count;
      return 0;
    }
    last = place;
    found[place].push_back(values[i]);
  }
  EXPECT_EQ(left, int64_t(expected.size()));
  int64_t place = 0;
  for (auto &[coordinate, numbers] : expected) {
    EXPECT_EQ(kept[place], coordinate);
    EXPECT_EQ(found[place++], numbers);
  }
  return placed;
}

static std::vector<int32_t> makeCoords(int64_t count, int32_t smallest,
                                       int32_t largest) {
  return makeColumns<int32_t>(count, 1, smallest, largest).front();
}

TEST(KernelRanksTest, PlacesFewEntries) {
  const int32_t most = std::numeric_limits<int32_t>::max();
  for (int64_t count = 1; count != 260; ++count)
    for (int32_t largest :
         {0, 3, 40, 1000, 1 << 23, (1 << 28) + 2, (1 << 29) + 2, most}) {
      checkPlace<double>(makeCoords(count, 0, largest));
      checkPlace<float>(makeCoords(count, 0, largest));
      checkPlace<int16_t>(makeCoords(count, 0, largest));
      checkPlace<double>(
          makeCoords(count, largest - std::min(largest, 50), largest));
      checkPlace<double>(makeCoords(count, -5, std::min(largest, 60)));
    }
}

TEST(KernelRanksTest, PlacesWhatDiffers) {
  EXPECT_EQ(checkPlace<double>({3, 4, 9}), -1);
  std::vector<int32_t> falling;
  for (int32_t count = 1; count != 256; ++count) {
    falling.insert(falling.begin(), 3 * count);
    checkPlace<double>(falling);
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
