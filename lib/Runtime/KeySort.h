//===- KeySort.h - Sorting by tuples of coordinates -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stable lexicographic sort of coordinates that packing and weft_rt_sort
// share. It needs no memory but what the caller gives and leaves nothing to
// clean up, because a kernel may be unwound around it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_KEYSORT_H
#define WEFT_LIB_RUNTIME_KEYSORT_H

#include "ItemSort.h"

#include <cstdint>

namespace weft {
namespace runtime {

/// One coordinate of every entry: signed integers at equal distances.
struct KeyColumn {
  const char *data;
  /// The width of a coordinate (1, 2, 4 or 8) and the distance of two, in
  /// bytes.
  int64_t bytes;
  int64_t stride;
  /// The smallest coordinate, and how many bits hold the difference of any
  /// coordinate to it.
  int64_t smallest;
  int bits;

  int64_t load(int64_t index) const;
  /// Whether none of `count` coordinates is less than the one before it.
  bool isAscending(int64_t count) const;
};

/// What a function returns of the coordinates that a kernel hands over as an
/// address, which comes as an integer, and their width in bytes.
template <typename Use>
auto withCoordinates(const int64_t *key, const Use &use) {
  switch (key[1]) {
  case 1:
    return use(reinterpret_cast<int8_t *>(key[0]));
  case 2:
    return use(reinterpret_cast<int16_t *>(key[0]));
  case 4:
    return use(reinterpret_cast<int32_t *>(key[0]));
  default:
    return use(reinterpret_cast<int64_t *>(key[0]));
  }
}

/// Finds `smallest` and `bits` of a column of `count` > 0 coordinates.
void measure(KeyColumn &column, int64_t count);

/// Sorts `count` entries by `numColumns` columns, the first being the most
/// significant; entries with equal coordinates keep their order. Both `items`
/// and `scratch` have room for `count` items; their content on entry does not
/// matter. Returns the one of them whose `index` fields give the sorted order.
/// Where the columns have no more than 64 bits together, its `key` fields are
/// equal exactly where all coordinates are.
SortItem *sortByColumns(const KeyColumn *columns, int64_t numColumns,
                        int64_t count, SortItem *items, SortItem *scratch);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_KEYSORT_H
