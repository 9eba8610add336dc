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
//===----------------------------------------------------------------------===//

#include "KeySort.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

using namespace weft::runtime;

template <typename T> static int64_t loadAs(const char *data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

int64_t KeyColumn::load(int64_t index) const {
  const char *place = data + index * stride;
  switch (bytes) {
  case 1:
    return loadAs<int8_t>(place);
  case 2:
    return loadAs<int16_t>(place);
  case 4:
    return loadAs<int32_t>(place);
  default:
    return loadAs<int64_t>(place);
  }
}

int weft::runtime::bitsFor(uint64_t largest) {
  return largest == 0 ? 0 : 64 - __builtin_clzll(largest);
}

void weft::runtime::measure(KeyColumn &column, int64_t count) {
  int64_t smallest = std::numeric_limits<int64_t>::max();
  int64_t largest = std::numeric_limits<int64_t>::min();
  for (int64_t i = 0; i < count; ++i) {
    int64_t coordinate = column.load(i);
    smallest = std::min(smallest, coordinate);
    largest = std::max(largest, coordinate);
  }
  column.smallest = smallest;
  column.bits =
      bitsFor(static_cast<uint64_t>(largest) - static_cast<uint64_t>(smallest));
}

/// Sorts few items: a merge sort, bottom up. Returns where the result is.
static SortItem *mergeSort(SortItem *items, SortItem *scratch, int64_t count) {
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      int64_t left = begin, middle = std::min(begin + width, count);
      int64_t right = middle, end = std::min(begin + 2 * width, count);
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
/// sort has a step for each item and bit of their number, a radix sort one or
/// two for each item, bucket and digit.
static SortItem *sortByKeys(SortItem *items, SortItem *scratch, int64_t count,
                            int bits) {
  auto radixCost = [&](int digitBits) {
    int64_t numDigits = (bits + digitBits - 1) / digitBits;
    return numDigits * (2 * count + (int64_t(1) << digitBits));
  };
  int64_t mergeCost = count * bitsFor(static_cast<uint64_t>(count)) * 3 / 2;
  if (mergeCost <= std::min(radixCost(8), radixCost(11)))
    return mergeSort(items, scratch, count);
  return radixCost(8) <= radixCost(11)
             ? radixSort<8>(items, scratch, count, bits)
             : radixSort<11>(items, scratch, count, bits);
}

/// Sets the keys to the columns [begin, end), which have `bits` bits together.
static void setKeys(const KeyColumn *begin, const KeyColumn *end, int64_t count,
                    SortItem *items) {
  for (int64_t i = 0; i < count; ++i) {
    uint64_t key = 0;
    for (const KeyColumn *column = begin; column != end; ++column) {
      uint64_t offset = static_cast<uint64_t>(column->load(items[i].index)) -
                        static_cast<uint64_t>(column->smallest);
      // A column of 64 bits is alone in its group, and nothing is shifted out.
      key = (column->bits < 64 ? key << column->bits : 0) | offset;
    }
    items[i].key = key;
  }
}

SortItem *weft::runtime::sortByColumns(const KeyColumn *columns,
                                       int64_t numColumns, int64_t count,
                                       SortItem *items, SortItem *scratch) {
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
