//===- EntrySort.cpp - Entries in the order of levels ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts a list of entries. A list that is sorted already, as most are, is not
// moved.
//
//===----------------------------------------------------------------------===//

#include "EntrySort.h"

#include <algorithm>

using namespace weft::runtime;

namespace {
/// How the entries of a list follow each other.
struct ListOrder {
  bool isSorted = true;
  /// Whether neighbours have the same coordinates.
  bool hasDuplicates = false;
};
} // namespace

/// Finds the order of a list, and makes items of what is sorted.
static ListOrder findOrder(const EntryView &entries, const EntryOrder &order,
                           SortItem *items) {
  ListOrder found;
  if (entries.count > 0)
    items[0] = {0, 0};
  for (int64_t i = 1; i < entries.count && found.isSorted; ++i) {
    items[i] = {0, i};
    int comparison = order.compare(i - 1, i);
    found.isSorted = comparison <= 0;
    found.hasDuplicates |= comparison == 0;
  }
  return found;
}

SortedEntries weft::runtime::sortEntries(const EntryView &entries,
                                         const Format &format,
                                         SortItem *items) {
  ListOrder found = findOrder(entries, EntryOrder(entries, format), items);
  if (found.isSorted)
    return {items, /*modes=*/{}, !found.hasDuplicates};
  std::vector<KeyColumn> columns;
  int64_t stride = static_cast<int64_t>(entries.dims.size()) * 8;
  for (const Level &level : format.levels) {
    const int64_t *data = entries.coordinates + level.mode;
    int64_t largest = entries.dims[level.mode] - 1;
    columns.push_back({reinterpret_cast<const char *>(data), 8, stride,
                       /*smallest=*/0, bitsFor(largest)});
  }
  std::vector<KeyBits> modes(entries.dims.size());
  int bits = 0;
  for (int64_t l = format.numLevels() - 1; l >= 0 && bits <= 64; --l) {
    uint64_t mask = (uint64_t(1) << columns[l].bits) - 1;
    modes[format.levels[l].mode] = {mask == 0 ? 0 : bits, mask};
    bits += columns[l].bits;
  }
  if (bits > 64)
    modes.clear();
  return {sortByColumns(columns.data(), columns.size(), entries.count, items,
                        items + entries.count),
          std::move(modes), /*areUnique=*/false};
}

//===----------------------------------------------------------------------===//
// Levels without order
//===----------------------------------------------------------------------===//

Expected<SortItem *> weft::runtime::sortByAppearance(const EntryView &entries,
                                                     const Format &format,
                                                     SortItem *sorted,
                                                     SortItem *items,
                                                     Buffer &memory) {
  int64_t order = entries.dims.size(), numLevels = format.numLevels();
  int64_t bytes;
  if (__builtin_mul_overflow(entries.count, 8 * numLevels, &bytes) ||
      !memory.reserve(bytes))
    return Status::outOfMemory(notEnoughMemory(
        "ordering " + std::to_string(entries.count) + " entries",
        8.0 * numLevels * entries.count));
  // By level and entry: the coordinate, or which entry has it first.
  auto *keys = reinterpret_cast<int64_t *>(memory.data());
  std::vector<KeyColumn> columns;
  for (int64_t l = 0; l < numLevels; ++l, keys += entries.count) {
    // Where coordinates repeat for singletons below, each has them once.
    int64_t last = l;
    while (!format.levels[l].unique && last + 1 < numLevels &&
           format.levels[last + 1].kind == LevelKind::Singleton)
      ++last;
    auto isEqual = [&](int64_t a, int64_t b) {
      for (int64_t k = last; k >= 0; --k) {
        int64_t mode = format.levels[k].mode;
        if (entries.coordinates[a * order + mode] !=
            entries.coordinates[b * order + mode])
          return false;
      }
      return true;
    };
    for (int64_t i = 0, end = 0; i < entries.count; i = end) {
      int64_t first = sorted[i].index;
      for (end = i;
           end < entries.count && isEqual(sorted[i].index, sorted[end].index);
           ++end)
        first = std::min(first, sorted[end].index);
      for (int64_t k = i; k < end; ++k)
        keys[sorted[k].index] =
            format.levels[l].ordered
                ? entries.coordinates[sorted[k].index * order +
                                      format.levels[l].mode]
                : first;
    }
    KeyColumn column = {reinterpret_cast<const char *>(keys), 8, 8, 0, 0};
    if (entries.count > 0)
      measure(column, entries.count);
    columns.push_back(column);
  }
  return sortByColumns(columns.data(), columns.size(), entries.count, items,
                       items + entries.count);
}
