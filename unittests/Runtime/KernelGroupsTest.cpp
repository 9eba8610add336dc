//===- KernelGroupsTest.cpp - Equal entries of lists ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares weft_rt_group with a map, for coordinates that are numbered by an
// array or a table and such that do not fit into one key.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/TensorABI.h"

#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <vector>

using namespace weft::runtime;

namespace {
/// The arguments of one call and what it returns; kernels are plain functions
/// without state.
struct GroupCall {
  int64_t count;
  /// Addresses and widths.
  std::vector<int64_t> keys;
  int64_t *groups;
  int64_t room;
  int64_t left;
};
} // namespace

static GroupCall *call;

static int64_t runGroup(GroupCall &arguments) {
  call = &arguments;
  auto kernel = [](weft_tensor_data *const *) {
    call->left =
        weft_rt_group(call->count, static_cast<int64_t>(call->keys.size()) / 2,
                      call->keys.data(), call->groups, call->room);
  };
  return weft_rt_invoke(kernel, nullptr, nullptr);
}

/// The coordinates of some entries, column by column.
template <typename Key> using Columns = std::vector<std::vector<Key>>;

/// Entries each of whose coordinates is one of `numChoices` in a range.
template <typename Key>
static Columns<Key> makeColumns(int64_t count, int64_t numKeys,
                                int64_t numChoices, int64_t smallest,
                                int64_t largest) {
  std::mt19937_64 random(count * 31 + numKeys);
  std::uniform_int_distribution<uint64_t> choose(0, numChoices - 1);
  uint64_t range = uint64_t(largest) - uint64_t(smallest);
  Columns<Key> columns(numKeys, std::vector<Key>(count));
  for (std::vector<Key> &column : columns)
    for (Key &coordinate : column)
      coordinate =
          static_cast<Key>(smallest + choose(random) * (range / numChoices));
  return columns;
}

/// Groups entries; returns how many are left after checking that they are
/// either all as they were or the first ones of each group.
template <typename Key> static int64_t checkGroup(const Columns<Key> &columns) {
  int64_t count = columns.front().size();
  Columns<Key> kept = columns;
  std::vector<int64_t> groups(count);
  GroupCall arguments = {count, {}, groups.data(), count, -1};
  for (std::vector<Key> &column : kept)
    arguments.keys.insert(
        arguments.keys.end(),
        {reinterpret_cast<int64_t>(column.data()), int64_t(sizeof(Key))});
  int64_t before = memoryInUse();
  EXPECT_EQ(runGroup(arguments), WEFT_RT_OK);
  EXPECT_EQ(memoryInUse(), before);
  if (arguments.left == count) {
    EXPECT_EQ(kept, columns);
    return count;
  }
  std::map<std::vector<Key>, int64_t> numbers;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<Key> entry;
    for (const std::vector<Key> &column : columns)
      entry.push_back(column[i]);
    auto [known, isNew] = numbers.insert({entry, int64_t(numbers.size())});
    if (groups[i] != known->second) {
      ADD_FAILURE() << "entry " << i << " of " << count;
      return -1;
    }
    for (size_t k = 0; isNew && k < columns.size(); ++k)
      EXPECT_EQ(kept[k][known->second], entry[k]);
  }
  EXPECT_EQ(arguments.left, int64_t(numbers.size()));
  return arguments.left;
}

TEST(KernelGroupsTest, NumbersByArray) {
  for (int64_t count : {70000, 140000}) {
    EXPECT_EQ(checkGroup(makeColumns<int32_t>(count, 1, 10, 5, 130000)), 10);
    EXPECT_EQ(checkGroup(makeColumns<int16_t>(count, 2, 4, -180, 180)), 16);
    EXPECT_EQ(checkGroup(makeColumns<int8_t>(count, 3, 4, -30, 30)), 64);
  }
}

// Near coordinates have a table as soon as there are twice as many entries.
TEST(KernelGroupsTest, WaitsForTable) {
  EXPECT_EQ(checkGroup(makeColumns<int32_t>(5000, 1, 10, 5, 60000)), 5000);
  EXPECT_EQ(checkGroup(makeColumns<int16_t>(5000, 2, 4, -100, 100)), 5000);
}

TEST(KernelGroupsTest, NumbersByTable) {
  for (int64_t count : {6000, 70000}) {
    EXPECT_EQ(checkGroup(makeColumns<int32_t>(count, 2, 20, 0, 1 << 30)), 400);
    EXPECT_EQ(
        checkGroup(makeColumns<int64_t>(count, 1, 100, 0, int64_t(1) << 40)),
        100);
  }
}

TEST(KernelGroupsTest, NumbersWhatDoesNotFitIntoOneKey) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(checkGroup(makeColumns<int64_t>(5000, 3, 5, 0, int64_t(1) << 40)),
            125);
  EXPECT_EQ(checkGroup(makeColumns<int32_t>(5000, 5, 3, 0, 1 << 30)), 243);
  // Neither a number and such a coordinate do: nothing is combined.
  EXPECT_EQ(checkGroup(makeColumns<int64_t>(5000, 2, 5, -most, most)), 5000);
}

TEST(KernelGroupsTest, LeavesFewEqualEntries) {
  EXPECT_EQ(checkGroup(makeColumns<int32_t>(4095, 1, 2, 0, 100)), 4095);
  EXPECT_EQ(checkGroup(makeColumns<int64_t>(10000, 2, 9999, 0, 1 << 30)),
            10000);
  // Four in five differ.
  EXPECT_EQ(checkGroup(makeColumns<int32_t>(10000, 1, 20000, 0, 1 << 30)),
            10000);
}

/// The share that is estimated decides near one half only.
TEST(KernelGroupsTest, EstimatesHowManyDiffer) {
  for (int64_t count : {4096, 7000, 40000, 1000000}) {
    auto column = [&](int64_t repeats) {
      Columns<int32_t> columns(1, std::vector<int32_t>(count));
      for (int64_t i = 0; i < count; ++i)
        columns[0][i] = static_cast<int32_t>(i / repeats * 1000);
      return columns;
    };
    EXPECT_EQ(checkGroup(column(1)), count);
    EXPECT_EQ(checkGroup(column(4)), (count + 3) / 4);
  }
}

TEST(KernelGroupsTest, LeavesListsThatAreNotHalfFull) {
  std::vector<int32_t> key(5000);
  key.back() = 1 << 30;
  std::vector<int64_t> groups(5000);
  GroupCall arguments = {5000,
                         {reinterpret_cast<int64_t>(key.data()), 4},
                         groups.data(),
                         10002,
                         0};
  EXPECT_EQ(runGroup(arguments), WEFT_RT_OK);
  EXPECT_EQ(arguments.left, 5000);
  arguments.room = 10001;
  EXPECT_EQ(runGroup(arguments), WEFT_RT_OK);
  EXPECT_EQ(arguments.left, 2);
}

TEST(KernelGroupsTest, BadArguments) {
  std::vector<int64_t> groups(5000);
  GroupCall negative = {-1, {0, 4}, groups.data(), 0, 0};
  EXPECT_EQ(runGroup(negative), WEFT_RT_INVALID_ARGUMENT);
  GroupCall width = {5000, {0, 3}, groups.data(), 0, 0};
  EXPECT_EQ(runGroup(width), WEFT_RT_INVALID_ARGUMENT);
  GroupCall nowhere = {5000, {0, 4}, nullptr, 0, 0};
  EXPECT_EQ(runGroup(nowhere), WEFT_RT_INVALID_ARGUMENT);
}

TEST(KernelGroupsTest, RunsOutOfMemory) {
  std::vector<int32_t> key(100000);
  std::iota(key.begin(), key.end(), 0);
  std::vector<int64_t> groups(100000);
  GroupCall arguments = {100000,
                         {reinterpret_cast<int64_t>(key.data()), 4},
                         groups.data(),
                         100000,
                         0};
  int64_t before = memoryInUse();
  weft_rt_set_memory_limit(before + 1000);
  EXPECT_EQ(runGroup(arguments), WEFT_RT_OUT_OF_MEMORY);
  weft_rt_set_memory_limit(0);
  EXPECT_EQ(memoryInUse(), before);
}
