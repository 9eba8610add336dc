//===- KernelTablesTest.cpp - Tables that entries are combined in ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks the places of random entries as a kernel does, and compares what
// weft_rt_collect reads with an ordered set; and says which lists weft_rt_box
// gives no table.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/TensorABI.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>
#include <vector>

/// The coordinates of some entries, column by column.
template <typename Key> using Columns = std::vector<std::vector<Key>>;

template <typename Key>
static std::vector<int64_t> getKeys(Columns<Key> &columns) {
  std::vector<int64_t> keys;
  for (std::vector<Key> &column : columns)
    keys.insert(keys.end(), {reinterpret_cast<int64_t>(column.data()),
                             int64_t(sizeof(Key))});
  keys.resize(2 * keys.size());
  return keys;
}

template <typename Key>
static int64_t findBox(Columns<Key> columns, int64_t room) {
  std::vector<int64_t> keys = getKeys(columns);
  return weft_rt_box(columns.front().size(), columns.size(), keys.data(), room);
}

template <typename Key>
static std::set<std::vector<Key>> getEntries(const Columns<Key> &columns) {
  std::set<std::vector<Key>> entries;
  for (int64_t i = 0; i < int64_t(columns.front().size()); ++i) {
    std::vector<Key> entry;
    for (const std::vector<Key> &column : columns)
      entry.push_back(column[i]);
    entries.insert(entry);
  }
  return entries;
}

/// Collects entries by a table, which they have to have; returns its size.
template <typename Key> static int64_t checkCollect(Columns<Key> columns) {
  int64_t count = columns.front().size(), numKeys = columns.size();
  std::set<std::vector<Key>> expected = getEntries(columns);
  std::vector<int64_t> keys = getKeys(columns);
  int64_t size = weft_rt_box(count, numKeys, keys.data(), /*room=*/0);
  EXPECT_GT(size, 0);
  EXPECT_EQ(size % 64, 0);
  std::vector<uint8_t> marks(size);
  for (int64_t i = 0; i < count; ++i) {
    int64_t place = 0;
    for (int64_t k = 0; k < numKeys; ++k)
      place += (columns[k][i] - keys[2 * (numKeys + k)]) *
               keys[2 * (numKeys + k) + 1];
    if (place < 0 || place >= size) {
      ADD_FAILURE() << "entry " << i << " has place " << place;
      return -1;
    }
    marks[place] = 1;
  }
  for (std::vector<Key> &column : columns)
    column.push_back(77);
  std::vector<int64_t> box(keys.begin() + 2 * numKeys, keys.end());
  keys = getKeys(columns);
  std::copy(box.begin(), box.end(), keys.begin() + 2 * numKeys);
  // Values of any size that tell their places.
  int64_t valueBytes = count % 2 == 0 ? 8 : 12;
  std::vector<char> table(size * valueBytes), values(count * valueBytes);
  for (int64_t place = 0; place < size; ++place)
    std::memcpy(&table[place * valueBytes], &place, sizeof(place));
  int64_t left =
      weft_rt_collect(count, numKeys, keys.data(), size,
                      reinterpret_cast<int64_t>(marks.data()),
                      reinterpret_cast<int64_t>(table.data()),
                      reinterpret_cast<int64_t>(values.data()), valueBytes);
  if (left != int64_t(expected.size())) {
    ADD_FAILURE() << left << " of " << expected.size() << " entries";
    return -1;
  }
  EXPECT_EQ(std::count(marks.begin(), marks.end(), 0), size);
  // In order.
  auto next = expected.begin();
  for (int64_t i = 0; i < left; ++i, ++next) {
    int64_t place = 0, value;
    for (int64_t k = 0; k < numKeys; ++k) {
      EXPECT_EQ(columns[k][i], (*next)[k]);
      place += (columns[k][i] - box[2 * k]) * box[2 * k + 1];
    }
    std::memcpy(&value, &values[i * valueBytes], sizeof(value));
    EXPECT_EQ(value, place);
  }
  for (const std::vector<Key> &column : columns)
    EXPECT_EQ(column.back(), 77);
  return size;
}

/// As many places as there are, in groups.
static int64_t roundUp(int64_t places) { return (places + 63) / 64 * 64; }

template <typename Key>
static Columns<Key> makeColumns(int64_t count, int64_t numKeys,
                                int64_t smallest, int64_t largest) {
  std::mt19937_64 random(count * 31 + numKeys);
  std::uniform_int_distribution<int64_t> choose(smallest, largest);
  Columns<Key> columns(numKeys, std::vector<Key>(count));
  for (std::vector<Key> &column : columns) {
    for (Key &coordinate : column)
      coordinate = static_cast<Key>(choose(random));
    column.front() = static_cast<Key>(smallest);
    column.back() = static_cast<Key>(largest);
  }
  return columns;
}

TEST(KernelTablesTest, OneColumn) {
  for (int64_t count : {17, 40, 64, 1000}) {
    EXPECT_EQ(checkCollect(makeColumns<int64_t>(count, 1, 0, 16)), 64);
    EXPECT_EQ(checkCollect(makeColumns<int8_t>(count, 1, -3, 60)), 64);
    EXPECT_EQ(checkCollect(makeColumns<int64_t>(count, 1, 1ll << 40,
                                                (1ll << 40) + count)),
              roundUp(count + 1));
    // Every place, and as many as there are at most.
    EXPECT_EQ(checkCollect(makeColumns<int16_t>(count, 1, 7, 6 + 4 * count)),
              roundUp(4 * count));
  }
}

TEST(KernelTablesTest, ManyEntries) {
  for (int64_t count : {257, 300, 1000, 5000})
    for (int64_t largest : {16, 63, 64, 1000})
      EXPECT_EQ(checkCollect(makeColumns<int32_t>(count, 1, 0, largest)),
                roundUp(largest + 1));
}

TEST(KernelTablesTest, AllDiffer) {
  for (int64_t count : {17, 23, 24, 25}) {
    Columns<int64_t> columns(1);
    for (int64_t i = 0; i < count; ++i)
      columns[0].push_back(3 * (count - i));
    EXPECT_EQ(checkCollect(columns), roundUp(3 * count - 2));
  }
}

TEST(KernelTablesTest, SeveralColumns) {
  for (int64_t count : {30, 500}) {
    EXPECT_EQ(checkCollect(makeColumns<int32_t>(count, 2, 4, 10)), 64);
    EXPECT_EQ(checkCollect(makeColumns<int8_t>(count, 3, -2, 1)), 64);
    EXPECT_EQ(checkCollect(makeColumns<int64_t>(count, 6, 8, 9)), 64);
  }
}

TEST(KernelTablesTest, NoTable) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(findBox(makeColumns<int32_t>(16, 1, 0, 1), 0), 0);
  EXPECT_EQ(findBox(makeColumns<int32_t>(100, 1, 0, 400), 0), 0);
  EXPECT_EQ(findBox(makeColumns<int32_t>(100, 2, 0, 20), 0), 0);
  EXPECT_EQ(findBox(makeColumns<int64_t>(100, 1, -most, most), 0), 0);
  EXPECT_EQ(findBox(makeColumns<int64_t>(100, 3, -most - 1, most), 0), 0);
  EXPECT_EQ(findBox<int64_t>({{}}, 0), 0);
}

TEST(KernelTablesTest, FullLists) {
  // What leaves half of the entries or less.
  Columns<int32_t> near = makeColumns<int32_t>(5000, 1, 0, 2499);
  EXPECT_EQ(findBox(near, 5000), roundUp(2500));
  EXPECT_EQ(findBox(near, 10001), roundUp(2500));
  EXPECT_EQ(findBox(near, 10002), 0);
  EXPECT_EQ(findBox(makeColumns<int32_t>(5000, 1, 0, 2500), 5000), 0);
  // Few entries wait until the list is complete.
  EXPECT_EQ(findBox(makeColumns<int32_t>(4095, 1, 0, 9), 4095), 0);
}

namespace {
/// What a kernel does that finds a list far apart again and again.
struct Lists {
  std::vector<int64_t> sizes;
  std::vector<int64_t> left;
};
} // namespace

static Lists lists;

/// Combines lists of 300 entries, of which 150 differ, in a range of 8192.
static void combineLists(weft_tensor_data *const *) {
  for (int64_t row = 0; row < 1000; ++row) {
    std::vector<int32_t> coords;
    for (int64_t i = 0; i < 300; ++i)
      coords.push_back(static_cast<int32_t>(7 + i % 150 * 8191 / 149));
    std::vector<int64_t> keys = {reinterpret_cast<int64_t>(coords.data()), 4, 0,
                                 0};
    int64_t size = weft_rt_box(300, 1, keys.data(), /*room=*/0);
    lists.sizes.push_back(size);
    if (size == 0)
      continue;
    auto *marks = static_cast<uint8_t *>(weft_rt_take_table(size, 0));
    auto *table = static_cast<double *>(
        weft_rt_take_table(8 * size, std::numeric_limits<int64_t>::min()));
    EXPECT_EQ(std::count(marks, marks + size, 0), size);
    for (int64_t place = 0; place < size; ++place)
      EXPECT_TRUE(table[place] == 0 && std::signbit(table[place]));
    std::vector<double> values(300, 1);
    for (int64_t i = 0; i < 300; ++i) {
      marks[coords[i] - keys[2]] = 1;
      table[coords[i] - keys[2]] += values[i];
    }
    int64_t left = weft_rt_collect(300, 1, keys.data(), size,
                                   reinterpret_cast<int64_t>(marks),
                                   reinterpret_cast<int64_t>(table),
                                   reinterpret_cast<int64_t>(values.data()), 8);
    lists.left.push_back(left);
    for (int64_t i = 0; i < left; ++i) {
      EXPECT_EQ(coords[i], 7 + i * 8191 / 149);
      EXPECT_EQ(values[i], 2);
    }
    weft_rt_give_table(table);
    weft_rt_give_table(marks);
  }
  // What is near each other pays for what is not.
  std::vector<int32_t> near;
  for (int32_t i = 0; i < 100000; ++i)
    near.push_back(i);
  std::vector<int64_t> keys = {reinterpret_cast<int64_t>(near.data()), 4, 0, 0};
  int64_t size = weft_rt_box(near.size(), 1, keys.data(), /*room=*/0);
  auto *marks = static_cast<uint8_t *>(weft_rt_take_table(size, 0));
  std::fill(marks, marks + near.size(), 1);
  weft_rt_collect(near.size(), 1, keys.data(), size,
                  reinterpret_cast<int64_t>(marks), 0, 0, 0);
  weft_rt_give_table(marks);
}

TEST(KernelTablesTest, TablesAreKept) {
  // The first time all lists are too far apart, since nothing was collected.
  auto combineTwice = [](weft_tensor_data *const *tensors) {
    combineLists(tensors);
    combineLists(tensors);
  };
  int64_t before = weft::runtime::memoryInUse();
  lists = Lists();
  weft_rt_error error;
  ASSERT_EQ(weft_rt_invoke(combineTwice, nullptr, &error), WEFT_RT_OK);
  ASSERT_EQ(lists.sizes.size(), 2000u);
  EXPECT_EQ(std::count(lists.sizes.begin(), lists.sizes.begin() + 1000, 0),
            1000);
  EXPECT_EQ(std::count(lists.sizes.begin() + 1000, lists.sizes.end(), 8192),
            1000);
  EXPECT_EQ(std::count(lists.left.begin(), lists.left.end(), 150), 1000);
  EXPECT_EQ(weft::runtime::memoryInUse(), before);
}
