//===- SlotPacking.cpp - Assignment of entries to slots ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats DIA and ELL of thesis section 2.5 and their relatives: slots are
// the diagonals that have entries, or as many as the fullest row has entries.
//
//===----------------------------------------------------------------------===//

#include "SlotPacking.h"

#include <algorithm>

using namespace weft::runtime;

namespace {
/// The numbers of entries by level.
class Parts {
public:
  Parts(int64_t *parts, const Format &format)
      : parts(parts), numLevels(format.numLevels()) {}

  int64_t &at(int64_t entry, int64_t level) {
    return parts[entry * numLevels + level];
  }
  /// A level as a key to sort by.
  KeyColumn column(int64_t level, int64_t count) {
    KeyColumn column = {reinterpret_cast<const char *>(parts + level), 8,
                        numLevels * 8, 0, 0};
    measure(column, count);
    return column;
  }

private:
  int64_t *parts;
  int64_t numLevels;
};
} // namespace

static Status failForMemory(int64_t count) {
  return Status::outOfMemory(notEnoughMemory(
      "numbering the slots of " + std::to_string(count) + " entries",
      2.0 * sizeof(SortItem) * static_cast<double>(count)));
}

/// The level of slots, and the one that has one coordinate for each parent.
static std::pair<int64_t, int64_t> findLevels(const Format &format) {
  int64_t slot = 0, slotted = 0;
  for (int64_t l = 0; l < format.numLevels(); ++l) {
    if (format.levels[l].part == LevelPart::Slot)
      slot = l;
    if (format.levels[l].kind == LevelKind::Offset ||
        format.levels[l].kind == LevelKind::Padded)
      slotted = l;
  }
  return {slot, slotted};
}

/// Slots are the distances of the coordinates of two levels.
static Status assignDiagonals(int64_t count, Parts parts, int64_t slotLevel,
                              int64_t level, Slots &slots) {
  if (!slots.offsets.reserve(std::max<int64_t>(1, count) * 8))
    return failForMemory(count);
  int64_t *offsets = reinterpret_cast<int64_t *>(slots.offsets.data());
  for (int64_t i = 0; i < count; ++i)
    offsets[i] = parts.at(i, level) - parts.at(i, level - 1);
  std::sort(offsets, offsets + count);
  int64_t *end = std::unique(offsets, offsets + count);
  slots.count = end - offsets;
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = parts.at(i, level) - parts.at(i, level - 1);
    parts.at(i, slotLevel) = std::lower_bound(offsets, end, offset) - offsets;
  }
  return Status::success();
}

/// Slots number the coordinates of a level below equal coordinates of the
/// levels above.
static Status assignRanks(int64_t count, Parts parts, int64_t slotLevel,
                          int64_t level, Slots &slots) {
  Buffer memory;
  int64_t bytes;
  if (__builtin_mul_overflow(count, 2 * sizeof(SortItem), &bytes) ||
      !memory.reserve(bytes))
    return failForMemory(count);
  if (count == 0)
    return Status::success();
  std::vector<int64_t> keys;
  std::vector<KeyColumn> columns;
  for (int64_t l = 0; l <= level; ++l)
    if (l != slotLevel) {
      keys.push_back(l);
      columns.push_back(parts.column(l, count));
    }
  SortItem *items = reinterpret_cast<SortItem *>(memory.data());
  SortItem *sorted = sortByColumns(columns.data(), columns.size(), count, items,
                                   items + count);
  int64_t slot = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t here = sorted[i].index;
    // How many of the levels have the coordinates of the entry before.
    size_t numEqual = 0;
    if (i > 0)
      while (numEqual < keys.size() &&
             parts.at(here, keys[numEqual]) ==
                 parts.at(sorted[i - 1].index, keys[numEqual]))
        ++numEqual;
    if (numEqual + 1 < keys.size() || i == 0)
      slot = 0;
    else if (numEqual < keys.size())
      ++slot;
    parts.at(here, slotLevel) = slot;
    slots.count = std::max(slots.count, slot + 1);
  }
  return Status::success();
}

Status weft::runtime::assignSlots(const EntryView &entries,
                                  const Format &format, int64_t *parts,
                                  Slots &slots) {
  auto [slotLevel, level] = findLevels(format);
  bool isDiagonal = format.levels[level].kind == LevelKind::Offset;
  return (isDiagonal ? assignDiagonals : assignRanks)(
      entries.count, Parts(parts, format), slotLevel, level, slots);
}
