//===- KeySort.cpp - Sorting by tuples of coordinates ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coordinates are small integers, so several of them usually fit into one
// 64-bit key, which a radix sort orders in a few passes. Where they do not
// fit, the columns are sorted in groups from the least to the most significant
// one, which a stable sort allows.
//
// Most lists come by rows already, or by columns in order, in which counting
// the entries of each row and placing them leaves rows that are sorted. So the
// first column is counted where its coordinates are no more than the entries,
// and then only what is out of order below one coordinate is sorted.
//
//===----------------------------------------------------------------------===//

#include "KeySort.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

using namespace weft::runtime;

namespace {
/// Loads coordinates of a width that loops over a column need not ask for.
template <typename T> struct ColumnLoader {
  const char *data;
  int64_t stride;

  int64_t operator()(int64_t index) const {
    T value;
    std::memcpy(&value, data + index * stride, sizeof(T));
    return value;
  }
};
} // namespace

/// What `use` returns of the loader of a column.
template <typename Use>
static auto withLoader(const KeyColumn &column, const Use &use) {
  switch (column.bytes) {
  case 1:
    return use(ColumnLoader<int8_t>{column.data, column.stride});
  case 2:
    return use(ColumnLoader<int16_t>{column.data, column.stride});
  case 4:
    return use(ColumnLoader<int32_t>{column.data, column.stride});
  default:
    return use(ColumnLoader<int64_t>{column.data, column.stride});
  }
}

int64_t KeyColumn::load(int64_t index) const {
  return withLoader(*this, [&](auto load) { return load(index); });
}

bool KeyColumn::isAscending(int64_t count) const {
  return withLoader(*this, [&](auto load) {
    for (int64_t i = 1; i < count; ++i)
      if (load(i - 1) > load(i))
        return false;
    return true;
  });
}

int weft::runtime::bitsFor(uint64_t largest) {
  return largest == 0 ? 0 : 64 - __builtin_clzll(largest);
}

/// The smallest and the largest of `count` coordinates that are next to each
/// other, which takes vectors.
template <typename T>
static std::pair<int64_t, int64_t> findRange(const T *coords, int64_t count) {
  T smallest = std::numeric_limits<T>::max();
  T largest = std::numeric_limits<T>::min();
  for (int64_t i = 0; i < count; ++i) {
    smallest = std::min(smallest, coords[i]);
    largest = std::max(largest, coords[i]);
  }
  return {smallest, largest};
}

void weft::runtime::measure(KeyColumn &column, int64_t count) {
  int64_t smallest = std::numeric_limits<int64_t>::max();
  int64_t largest = std::numeric_limits<int64_t>::min();
  if (column.stride == column.bytes) {
    int64_t key[] = {reinterpret_cast<int64_t>(column.data), column.bytes};
    std::tie(smallest, largest) = withCoordinates(
        key, [&](const auto *coords) { return findRange(coords, count); });
  } else {
    withLoader(column, [&](auto load) {
      for (int64_t i = 0; i < count; ++i) {
        smallest = std::min(smallest, load(i));
        largest = std::max(largest, load(i));
      }
    });
  }
  column.smallest = smallest;
  column.bits =
      bitsFor(static_cast<uint64_t>(largest) - static_cast<uint64_t>(smallest));
}

/// The end of the items from `begin` on that ascend.
static int64_t findRunEnd(const SortItem *items, int64_t begin, int64_t count) {
  int64_t end = begin + 1;
  while (end < count && items[end - 1].key <= items[end].key)
    ++end;
  return end;
}

/// Sorts few items, or few runs of ascending ones, which lists of several rows
/// are made of: a merge sort of what is in order, bottom up. Returns where the
/// result is.
static SortItem *mergeSort(SortItem *items, SortItem *scratch, int64_t count) {
  bool isSorted = count <= 1;
  while (!isSorted) {
    for (int64_t begin = 0, end = 0; begin < count; begin = end) {
      int64_t left = begin, middle = findRunEnd(items, begin, count);
      int64_t right = middle;
      end = middle < count ? findRunEnd(items, middle, count) : middle;
      isSorted = begin == 0 && end == count;
      for (int64_t out = begin; out < end; ++out) {
        bool takeLeft = left < middle &&
                        (right == end || items[left].key <= items[right].key);
        scratch[out] = takeLeft ? items[left++] : items[right++];
      }
    }
    std::swap(items, scratch);
  }
  return items;
}

/// Sorts by digits of some bits: a radix sort, least significant digit first.
/// Returns where the result is.
template <int digitBits>
static SortItem *radixSort(SortItem *items, SortItem *scratch, int64_t count,
                           int bits) {
  constexpr int numBuckets = 1 << digitBits;
  for (int shift = 0; shift < bits; shift += digitBits) {
    int64_t places[numBuckets] = {};
    auto digit = [&](const SortItem &item) {
      return (item.key >> shift) & (numBuckets - 1);
    };
    for (int64_t i = 0; i < count; ++i)
      ++places[digit(items[i])];
    if (places[digit(items[0])] == count)
      continue;
    int64_t place = 0;
    for (int64_t &entry : places)
      place += std::exchange(entry, place);
    for (int64_t i = 0; i < count; ++i)
      scratch[places[digit(items[i])]++] = items[i];
    std::swap(items, scratch);
  }
  return items;
}

/// Sorts by keys of some bits in the way that takes the fewest steps: a merge
/// sort has a step for each item and bit of the number of runs, a radix sort
/// one or two for each item, bucket and digit.
static SortItem *sortByKeys(SortItem *items, SortItem *scratch, int64_t count,
                            int bits) {
  auto radixCost = [&](int digitBits) {
    int64_t numDigits = (bits + digitBits - 1) / digitBits;
    return numDigits * (2 * count + (int64_t(1) << digitBits));
  };
  int64_t numRuns = 0;
  for (int64_t end = 0; end < count; ++numRuns)
    end = findRunEnd(items, end, count);
  int64_t mergeCost = count * bitsFor(static_cast<uint64_t>(numRuns)) * 3 / 2;
  if (mergeCost <= std::min(radixCost(8), radixCost(11)))
    return mergeSort(items, scratch, count);
  return radixCost(8) <= radixCost(11)
             ? radixSort<8>(items, scratch, count, bits)
             : radixSort<11>(items, scratch, count, bits);
}

/// Sets the keys to the columns [begin, end), which have `bits` bits together.
static void setKeys(const KeyColumn *begin, const KeyColumn *end, int64_t count,
                    SortItem *items) {
  for (int64_t i = 0; i < count; ++i)
    items[i].key = 0;
  for (const KeyColumn *column = begin; column != end; ++column)
    withLoader(*column, [&](auto load) {
      for (int64_t i = 0; i < count; ++i) {
        uint64_t offset = static_cast<uint64_t>(load(items[i].index)) -
                          static_cast<uint64_t>(column->smallest);
        // A column of 64 bits is alone in its group, and nothing is shifted
        // out.
        items[i].key =
            (column->bits < 64 ? items[i].key << column->bits : 0) | offset;
      }
    });
}

//===----------------------------------------------------------------------===//
// Sorting below the first column
//===----------------------------------------------------------------------===//

/// Orders the items such that the first column ascends and entries with an
/// equal coordinate keep their order, with all columns as keys, which are read
/// in the order of the list. False if too many coordinates are to be counted
/// for that.
static bool placeByFirst(const KeyColumn *columns, int64_t numColumns,
                         int64_t count, SortItem *items, SortItem *scratch) {
  const KeyColumn &column = columns[0];
  bool isAscending = column.isAscending(count);
  if (!isAscending &&
      (column.bits >= 63 || (int64_t(1) << column.bits) > count))
    return false;
  SortItem *listed = isAscending ? items : scratch;
  for (int64_t i = 0; i < count; ++i)
    listed[i].index = i;
  setKeys(columns, columns + numColumns, count, listed);
  if (isAscending)
    return true;
  // From here on the indices of the list are counts.
  int64_t numCoordinates = int64_t(1) << column.bits;
  for (int64_t k = 0; k < numCoordinates; ++k)
    scratch[k].index = 0;
  withLoader(column, [&](auto load) {
    for (int64_t i = 0; i < count; ++i)
      ++scratch[load(i) - column.smallest].index;
    int64_t place = 0;
    for (int64_t k = 0; k < numCoordinates; ++k)
      place += std::exchange(scratch[k].index, place);
    for (int64_t i = 0; i < count; ++i)
      items[scratch[load(i) - column.smallest].index++] = {scratch[i].key, i};
  });
  return true;
}

/// Sorts items in place by keys of which all but the last `bits` are equal.
static void sortRun(SortItem *items, SortItem *scratch, int64_t count,
                    int bits) {
  // Rows are often sorted, and often short.
  const int64_t few = 16;
  if (count > few) {
    SortItem *sorted = sortByKeys(items, scratch, count, bits);
    if (sorted != items)
      std::memcpy(items, sorted, count * sizeof(SortItem));
    return;
  }
  for (int64_t i = 1; i < count; ++i) {
    SortItem item = items[i];
    int64_t place = i;
    for (; place > 0 && items[place - 1].key > item.key; --place)
      items[place] = items[place - 1];
    items[place] = item;
  }
}

/// Sorts items whose keys ascend but for the last `bits`.
static void sortRuns(SortItem *items, SortItem *scratch, int64_t count,
                     int bits) {
  auto upper = [&](const SortItem &item) { return item.key >> bits; };
  for (int64_t begin = 0, end = 0; begin < count; begin = end) {
    bool isSorted = true;
    for (end = begin + 1;
         end < count && upper(items[end]) == upper(items[begin]); ++end)
      isSorted &= items[end - 1].key <= items[end].key;
    if (!isSorted)
      sortRun(items + begin, scratch + begin, end - begin, bits);
  }
}

SortItem *weft::runtime::sortByColumns(const KeyColumn *columns,
                                       int64_t numColumns, int64_t count,
                                       SortItem *items, SortItem *scratch) {
  int below = 0;
  for (int64_t k = 1; k < numColumns && below < 64; ++k)
    below += columns[k].bits;
  if (numColumns > 1 && below + columns[0].bits <= 64 && below < 64 &&
      placeByFirst(columns, numColumns, count, items, scratch)) {
    sortRuns(items, scratch, count, below);
    return items;
  }
  for (int64_t i = 0; i < count; ++i)
    items[i] = {0, i};
  for (int64_t end = numColumns; end > 0;) {
    int64_t begin = end - 1;
    int bits = columns[begin].bits;
    while (begin > 0 && bits + columns[begin - 1].bits <= 64)
      bits += columns[--begin].bits;
    setKeys(columns + begin, columns + end, count, items);
    SortItem *sorted = sortByKeys(items, scratch, count, bits);
    if (sorted != items)
      std::swap(items, scratch);
    end = begin;
  }
  return items;
}
