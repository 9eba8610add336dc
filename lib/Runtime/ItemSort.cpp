//===- ItemSort.cpp - Sorting items by their keys -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is to be sorted is often in order already, all of it or in runs, which
// rows are made of, and keys are short where most of a list was divided before.
// So runs are looked for first, and what takes the fewest steps is done then.
//
//===----------------------------------------------------------------------===//

#include "ItemSort.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace weft::runtime;

int weft::runtime::bitsFor(uint64_t largest) {
  return largest == 0 ? 0 : 64 - __builtin_clzll(largest);
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

// A merge sort has a step for each item and bit of the number of runs, a radix
// sort one or two for each item, bucket and digit.
SortItem *weft::runtime::sortByKeys(SortItem *items, SortItem *scratch,
                                    int64_t count, int bits) {
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

void weft::runtime::sortRuns(SortItem *items, SortItem *scratch, int64_t count,
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
