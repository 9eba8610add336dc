//===- EntrySort.h - Entries in the order of levels -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What packing does to a list of entries before levels are built of it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_ENTRYSORT_H
#define WEFT_LIB_RUNTIME_ENTRYSORT_H

#include "weft/Runtime/Packing.h"

#include "KeySort.h"

namespace weft {
namespace runtime {

/// The order of entries by the levels of a format.
class EntryOrder {
public:
  EntryOrder(const EntryView &entries, const Format &format)
      : coordinates(entries.coordinates), order(entries.dims.size()) {
    for (const Level &level : format.levels)
      modes.push_back(level.mode);
  }

  int compare(int64_t a, int64_t b) const {
    for (int64_t mode : modes) {
      int64_t first = coordinates[a * order + mode];
      int64_t second = coordinates[b * order + mode];
      if (first != second)
        return first < second ? -1 : 1;
    }
    return 0;
  }

private:
  const int64_t *coordinates;
  int64_t order;
  std::vector<int64_t> modes;
};

/// Where a key has the coordinate of a mode.
struct KeyBits {
  int shift;
  uint64_t mask;

  int64_t get(uint64_t key) const {
    return static_cast<int64_t>(key >> shift & mask);
  }
};

/// Entries in the order of the levels.
struct SortedEntries {
  SortItem *items;
  /// Where keys have the coordinates of each mode; none if they do not.
  std::vector<KeyBits> modes;
  /// Whether it is known that no two have the same coordinates.
  bool areUnique;
};

/// Sorts the entries by the levels of a format. `items` has room for twice as
/// many as there are entries; the result is a part of it.
SortedEntries sortEntries(const EntryView &entries, const Format &format,
                          SortItem *items);

/// Sorts entries, which are sorted by their coordinates, such that those of
/// levels without order are below each parent in the order in which the list
/// has them first. `items` has room for twice as many as there are entries.
Expected<SortItem *> sortByAppearance(const EntryView &entries,
                                      const Format &format, SortItem *sorted,
                                      SortItem *items, Buffer &memory);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_ENTRYSORT_H
