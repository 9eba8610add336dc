//===- KernelSortTest.cpp - Sorting for generated code --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares weft_rt_sort with std::sort, for sizes on both sides of
// every change of method and for coordinates that do not fit into one key.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <pthread.h>
#include <random>
#include <vector>

using namespace weft::runtime;

namespace {
/// The arguments of one sort; kernels are plain functions without state.
struct SortCall {
  int64_t count;
  /// Addresses and widths.
  std::vector<int64_t> keys;
  int64_t values;
  int64_t valueBytes;
};
} // namespace

static const SortCall *call;

static int64_t runSort(const SortCall &arguments) {
  call = &arguments;
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_sort(call->count, static_cast<int64_t>(call->keys.size()) / 2,
                 call->keys.data(), call->values, call->valueBytes);
  };
  return weft_rt_invoke(kernel, nullptr, nullptr);
}

template <typename T> static int64_t addressOf(std::vector<T> &array) {
  return reinterpret_cast<int64_t>(array.data());
}

/// Sorts random entries, whose values are their places, in both ways.
template <typename Key, typename Value>
static void checkSort(int64_t count, int64_t numKeys, int64_t smallest,
                      int64_t largest) {
  std::mt19937_64 random(count * 31 + numKeys);
  std::uniform_int_distribution<int64_t> pick(smallest, largest);
  std::vector<std::vector<Key>> keys(numKeys, std::vector<Key>(count));
  for (std::vector<Key> &key : keys)
    for (Key &coordinate : key)
      coordinate = static_cast<Key>(pick(random));
  std::vector<int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    for (const std::vector<Key> &key : keys)
      if (key[a] != key[b])
        return key[a] < key[b];
    return a < b;
  });
  std::vector<std::vector<Key>> sorted = keys;
  std::vector<Value> values(count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = static_cast<Value>(i);

  SortCall arguments = {count, {}, addressOf(values), sizeof(Value)};
  for (std::vector<Key> &key : sorted)
    arguments.keys.insert(arguments.keys.end(),
                          {addressOf(key), int64_t(sizeof(Key))});
  int64_t before = memoryInUse();
  ASSERT_EQ(runSort(arguments), WEFT_RT_OK);
  EXPECT_EQ(memoryInUse(), before);
  for (int64_t i = 0; i < count; ++i) {
    ASSERT_EQ(values[i], static_cast<Value>(order[i]));
    for (int64_t k = 0; k < numKeys; ++k)
      ASSERT_EQ(sorted[k][i], keys[k][order[i]]);
  }
}

TEST(KernelSortTest, AgreesWithStandardSort) {
  for (int64_t count : {0, 1, 2, 3, 17, 127, 128, 129, 1023, 1024, 5000}) {
    checkSort<int32_t, double>(count, 1, 0, 1000);
    checkSort<int32_t, double>(count, 2, 0, 30);
    checkSort<int64_t, float>(count, 3, 0, 1 << 30);
    checkSort<int16_t, int16_t>(count, 2, -200, 200);
    checkSort<int8_t, double>(count, 4, 0, 3);
    checkSort<int32_t, long double>(count, 1, 0, 50);
  }
}

/// Sorts entries by rows and columns in the order of `rows`.
static void checkRows(std::vector<int16_t> rows, int64_t smallest,
                      int64_t largest) {
  int64_t count = rows.size();
  std::mt19937_64 random(count);
  std::uniform_int_distribution<int64_t> pick(smallest, largest);
  std::vector<int64_t> columns(count);
  std::vector<int32_t> values(count), order(count);
  std::iota(values.begin(), values.end(), 0);
  order = values;
  for (int64_t &column : columns)
    column = pick(random);
  std::vector<int16_t> sortedRows = rows;
  std::vector<int64_t> sortedColumns = columns;
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return std::pair(rows[a], columns[a]) < std::pair(rows[b], columns[b]);
  });
  EXPECT_EQ(runSort({count,
                     {addressOf(sortedRows), 2, addressOf(sortedColumns), 8},
                     addressOf(values),
                     4}),
            WEFT_RT_OK);
  EXPECT_EQ(values, order);
  for (int64_t i = 0; i < count; ++i) {
    ASSERT_EQ(sortedRows[i], rows[order[i]]);
    ASSERT_EQ(sortedColumns[i], columns[order[i]]);
  }
}

TEST(KernelSortTest, RowsInOrderOrFew) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  for (int64_t length : {1, 2, 16, 17, 40, 300}) {
    std::vector<int16_t> ascending, descending, cycling;
    for (int64_t i = 0; i < 12 * length; ++i) {
      ascending.push_back(static_cast<int16_t>(i / length - 3));
      descending.push_back(static_cast<int16_t>(-(i / length)));
      cycling.push_back(static_cast<int16_t>(i % 12 - 5));
    }
    for (const std::vector<int16_t> &rows : {ascending, descending, cycling}) {
      checkRows(rows, 0, 1);
      checkRows(rows, -1000, 1000);
      checkRows(rows, 0, int64_t(1) << 40);
      checkRows(rows, -most, most);
    }
  }
}

/// Sorts as many entries as make several buckets and blocks: in rows that are
/// few, many or hardly filled, without columns, in one row, in rows of which
/// one has nearly all, and with as many bits as a key has, and more.
static void checkMany(int64_t count) {
  checkSort<int32_t, double>(count, 1, 0, 1000);
  checkSort<int64_t, double>(count, 1, 0, int64_t(1) << 60);
  checkSort<int64_t, double>(count, 1, std::numeric_limits<int64_t>::min(),
                             std::numeric_limits<int64_t>::max());
  checkSort<int32_t, float>(count, 2, 0, 1000);
  checkSort<int32_t, float>(count, 2, -5, count);
  checkSort<int64_t, double>(count, 2, 0, (int64_t(1) << 32) - 1);
  checkSort<int64_t, double>(count, 3, 0, int64_t(1) << 30);
  checkSort<int8_t, double>(count, 3, 0, 1);
  checkSort<int8_t, double>(count, 2, 7, 7);
  std::vector<int16_t> one(count), ascending(count), skewed(count);
  for (int64_t i = 0; i < count; ++i) {
    ascending[i] = static_cast<int16_t>(i * 40 / count);
    skewed[i] = static_cast<int16_t>(i % 50 == 0 ? i % 30000 : 9);
  }
  for (const std::vector<int16_t> &rows : {one, ascending, skewed}) {
    checkRows(rows, 0, 1);
    checkRows(rows, 0, count);
    checkRows(rows, 0, int64_t(1) << 40);
  }
  // A row that several blocks begin in, between others.
  std::fill(ascending.begin() + count / 9, ascending.end() - count / 9, 20);
  std::sort(ascending.begin(), ascending.end());
  checkRows(ascending, 0, 5000);
}

TEST(KernelSortTest, ManyEntries) {
  for (int64_t count : {4095, 4096, 16384, 50001, 200000})
    checkMany(count);
}

// Threads of some systems have 128 KB.
TEST(KernelSortTest, StacksMayBeSmall) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 96 << 10), 0);
  auto sort = [](void *) -> void * {
    for (int64_t count : {200, 5000, 50001})
      checkSort<int32_t, double>(count, 2, 0, 1000);
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, sort, nullptr), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(KernelSortDeathTest, ThreadsSortTheSame) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto sort = [] {
    setenv("WEFT_SHARE_FROM", "0", 1);
    openThreadLibrary();
    for (int threads : {2, 3, 7}) {
      weft_rt_set_num_threads(threads);
      checkMany(50001);
    }
    _exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(sort(), testing::ExitedWithCode(0), "");
}

TEST(KernelSortTest, KeysOfAllBits) {
  const int64_t least = std::numeric_limits<int64_t>::min();
  const int64_t most = std::numeric_limits<int64_t>::max();
  checkSort<int64_t, double>(100, 2, least, most);
  checkSort<int64_t, double>(3000, 2, least, most);
  checkSort<int64_t, double>(3000, 3, most - 1, most);
}

// Keys of few entries have up to 63 bits, of which 7 are a place.
TEST(KernelSortTest, FewEntriesInLongKeys) {
  for (int64_t count : {2, 3, 40, 128}) {
    checkSort<int64_t, double>(count, 1, 0, (int64_t(1) << 56) - 1);
    checkSort<int64_t, double>(count, 1, 0, (int64_t(1) << 57) - 1);
    checkSort<int32_t, float>(count, 2, 0, (int64_t(1) << 28) - 1);
    checkSort<int32_t, float>(count, 2, 0, (int64_t(1) << 29) - 1);
    checkSort<int8_t, int8_t>(count, 8, 0, 127);
    checkSort<int8_t, int8_t>(count, 9, 0, 1);
    checkSort<int8_t, int8_t>(count, 3, -1, 1);
    checkSort<int64_t, double>(count, 2, 0, 0);
  }
}

// As the rows of a block come.
TEST(KernelSortTest, FewEntriesInRuns) {
  std::mt19937_64 random(1);
  for (int64_t length : {1, 2, 9, 32}) {
    std::vector<int32_t> blocks, values(4 * length);
    std::vector<int16_t> rows;
    for (int16_t row = 0; row < 4; ++row) {
      for (int64_t i = 0; i < length; ++i) {
        blocks.push_back(random() % 50);
        rows.push_back(row);
      }
      std::sort(blocks.end() - length, blocks.end());
    }
    std::iota(values.begin(), values.end(), 0);
    std::vector<int32_t> order = values;
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return blocks[a] < blocks[b];
    });
    EXPECT_EQ(runSort({4 * length,
                       {addressOf(blocks), 4, addressOf(rows), 2},
                       addressOf(values),
                       4}),
              WEFT_RT_OK);
    EXPECT_EQ(values, order);
    EXPECT_TRUE(std::is_sorted(blocks.begin(), blocks.end()));
    for (int64_t i = 0; i < 4 * length; ++i)
      EXPECT_EQ(rows[i], order[i] / length);
  }
}

TEST(KernelSortTest, ManyKeys) { checkSort<int32_t, double>(300, 20, 0, 1); }

TEST(KernelSortTest, KeysOfTwoWidths) {
  std::vector<int8_t> first = {2, 1, 2, 1};
  std::vector<int64_t> second = {5000000000, 8, 7, -3};
  std::vector<double> values = {0, 1, 2, 3};
  EXPECT_EQ(runSort({4,
                     {addressOf(first), 1, addressOf(second), 8},
                     addressOf(values),
                     8}),
            WEFT_RT_OK);
  EXPECT_EQ(first, (std::vector<int8_t>{1, 1, 2, 2}));
  EXPECT_EQ(second, (std::vector<int64_t>{-3, 8, 7, 5000000000}));
  EXPECT_EQ(values, (std::vector<double>{3, 1, 2, 0}));
}

TEST(KernelSortTest, NoEntries) {
  std::vector<int32_t> key(1);
  EXPECT_EQ(runSort({0, {addressOf(key), 4}, 0, 0}), WEFT_RT_OK);
}

TEST(KernelSortTest, WithoutValues) {
  std::vector<int32_t> key = {3, 1, 2};
  EXPECT_EQ(runSort({3, {addressOf(key), 4}, 0, 0}), WEFT_RT_OK);
  EXPECT_EQ(key, (std::vector<int32_t>{1, 2, 3}));
}

TEST(KernelSortTest, WideValues) {
  struct Wide {
    int64_t parts[5];
  };
  std::vector<int32_t> key = {2, 1};
  std::vector<Wide> values = {{{2, 2, 2, 2, 2}}, {{1, 1, 1, 1, 1}}};
  EXPECT_EQ(runSort({2, {addressOf(key), 4}, addressOf(values), sizeof(Wide)}),
            WEFT_RT_OK);
  EXPECT_EQ(values[0].parts[4], 1);
  EXPECT_EQ(values[1].parts[4], 2);
}

TEST(KernelSortTest, BadArguments) {
  EXPECT_EQ(runSort({-1, {}, 0, 0}), WEFT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(runSort({2, {0, 3}, 0, 0}), WEFT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(runSort({2, {0, 4}, 0, -8}), WEFT_RT_INVALID_ARGUMENT);
}

TEST(KernelSortTest, RunsOutOfMemory) {
  std::vector<int32_t> key(100000);
  std::iota(key.rbegin(), key.rend(), 0);
  int64_t before = memoryInUse();
  weft_rt_set_memory_limit(before + 1000000);
  EXPECT_EQ(runSort({100000, {addressOf(key), 4}, 0, 0}),
            WEFT_RT_OUT_OF_MEMORY);
  weft_rt_set_memory_limit(0);
  EXPECT_EQ(memoryInUse(), before);
  EXPECT_EQ(key[0], 99999);
}
