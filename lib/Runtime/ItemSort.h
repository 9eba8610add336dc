//===- ItemSort.h - Sorting items by their keys -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one thread does to the items that it has, by their keys alone.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_ITEMSORT_H
#define WEFT_LIB_RUNTIME_ITEMSORT_H

#include <cstdint>

namespace weft {
namespace runtime {

/// What is sorted: the place of an entry, and a key that the sort works with.
struct SortItem {
  uint64_t key;
  int64_t index;
};

/// How many bits hold the numbers up to `largest`.
int bitsFor(uint64_t largest);

/// Sorts items by keys of which all but the last `bits` are equal, in the way
/// that takes the fewest steps. Those with equal keys keep their order. Returns
/// where the result is, in `items` or in `scratch`, which has as much room.
SortItem *sortByKeys(SortItem *items, SortItem *scratch, int64_t count,
                     int bits);

/// Sorts items in place whose keys ascend but for the last `bits`, of which
/// there are fewer than 64.
void sortRuns(SortItem *items, SortItem *scratch, int64_t count, int bits);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_ITEMSORT_H
