//===- Packing.cpp - Building arrays from entries ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first half of packing: checks of the entries against the dimensions and
// the format. Their order is that of EntrySort.cpp, and the levels are built in
// LevelBuilder.cpp.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Packing.h"

#include "weft/Runtime/PluginLevels.h"
#include "weft/Runtime/Progress.h"

#include "EntrySort.h"
#include "LevelBuilder.h"
#include "LoopSharing.h"
#include "PackChecks.h"
#include "Permutation.h"
#include "SlotPacking.h"

#include <algorithm>
#include <cstring>

using namespace weft::runtime;

/// Puts the components of entries, and their coordinates, into the order of
/// items, whose keys may have the coordinates of each mode. `rest` has room for
/// two coordinates of each; others are in `memory`, as components are. False if
/// there is none.
static bool gather(const EntryView &entries, const SortItem *items,
                   const std::vector<KeyBits> &modes, SortItem *rest,
                   Buffer &memory, EntryView &sorted) {
  int64_t order = entries.dims.size(), bytes = sizeOf(entries.type);
  bool isShort = order * 8 <= static_cast<int64_t>(sizeof(SortItem));
  int64_t each = (isShort ? 0 : order * 8) + bytes, all;
  if (__builtin_mul_overflow(entries.count, each, &all) || !memory.reserve(all))
    return false;
  auto *coordinates = reinterpret_cast<int64_t *>(
      isShort ? reinterpret_cast<char *>(rest) : memory.data());
  char *values = memory.data() + (isShort ? 0 : entries.count * order * 8);
  auto *from = static_cast<const char *>(entries.values);
  // Where an entry lies is known long before it is needed.
  auto getAhead = [&](int64_t i) {
    constexpr int64_t distance = 16;
    return items[std::min(i + distance, entries.count - 1)].index;
  };
  auto loadCoordinates = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      __builtin_prefetch(entries.coordinates + getAhead(i) * order);
      for (int64_t mode = 0; mode < order; ++mode)
        coordinates[i * order + mode] =
            entries.coordinates[items[i].index * order + mode];
    }
  };
  auto takeCoordinates = [&](int64_t begin, int64_t end) {
    for (int64_t mode = 0; mode < order; ++mode) {
      KeyBits bits = modes[mode];
      for (int64_t i = begin; i < end; ++i)
        coordinates[i * order + mode] = bits.get(items[i].key);
    }
  };
  auto loadValues = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      __builtin_prefetch(from + getAhead(i) * bytes);
      int64_t index = items[i].index;
      // Copies of a known size are no calls.
      if (bytes == 8)
        std::memcpy(values + i * 8, from + index * 8, 8);
      else
        std::memcpy(values + i * bytes, from + index * bytes, bytes);
    }
  };
  // Threads take many at a time, which stay in a near cache.
  constexpr int64_t block = 2048;
  shareBlocks(entries.count, block, [&](int64_t begin, int64_t end) {
    if (modes.empty())
      loadCoordinates(begin, end);
    else
      takeCoordinates(begin, end);
    loadValues(begin, end);
  });
  sorted = entries;
  sorted.coordinates = coordinates;
  sorted.values = values;
  return true;
}

/// Sorts entries by the levels of a format that store their modes whole, and
/// builds the target of them.
static Expected<Tensor> packLevels(const PackTarget &target,
                                   const EntryView &entries,
                                   const Format &format,
                                   const PackOptions &options) {
  if (entries.count > 0 && canAppend(format)) {
    Buffer steps;
    if (findSteps(entries, format, steps))
      return LevelBuilder(target, entries, format).append(steps.data());
  }
  Buffer memory;
  int64_t bytes;
  if (__builtin_mul_overflow(entries.count, 2 * sizeof(SortItem), &bytes) ||
      !memory.reserve(bytes))
    return Status::outOfMemory(
        notEnoughMemory("sorting " + std::to_string(entries.count) + " entries",
                        2.0 * sizeof(SortItem) * entries.count));
  auto [items, modes, areUnique] =
      sortEntries(entries, format, reinterpret_cast<SortItem *>(memory.data()));

  if (!reportProgress("packing", 0.5))
    return Status::failure("cancelled");

  bool isOrdered =
      std::all_of(format.levels.begin(), format.levels.end(),
                  [](const Level &level) { return level.ordered; });
  Buffer others, keys;
  if (!isOrdered) {
    if (!others.reserve(bytes))
      return Status::outOfMemory(notEnoughMemory(
          "sorting " + std::to_string(entries.count) + " entries", bytes));
    Expected<SortItem *> reordered =
        sortByAppearance(entries, format, items,
                         reinterpret_cast<SortItem *>(others.data()), keys);
    if (reordered.failed())
      return reordered.takeStatus();
    items = *reordered;
    modes.clear();
  }

  // Mark duplicates from the back, where the item before is not yet marked.
  EntryOrder order(entries, format);
  bool hasDuplicates = false;
  for (int64_t i = areUnique ? 0 : entries.count - 1; i > 0; --i) {
    bool isDuplicate =
        !modes.empty() ? items[i - 1].key == items[i].key
                       : order.compare(items[i - 1].index, items[i].index) == 0;
    if (!isDuplicate)
      continue;
    if (options.rejectDuplicates)
      return failDuplicate(target.listed, items[i - 1].index, items[i].index);
    items[i].index = ~items[i].index;
    hasDuplicates = true;
  }
  if (!reportProgress("packing", 0.75))
    return Status::failure("cancelled");
  auto *all = reinterpret_cast<SortItem *>(memory.data());
  if (entries.count > 0 && isOrdered && !hasDuplicates && canAppend(format)) {
    SortItem *rest = items == all ? all + entries.count : all;
    Buffer values, steps;
    EntryView sorted;
    if (gather(entries, items, modes, rest, values, sorted) &&
        findSteps(sorted, format, steps))
      return LevelBuilder(target, sorted, format).append(steps.data());
  }
  return LevelBuilder(target, entries, format, items).build();
}

//===----------------------------------------------------------------------===//
// Parts of modes and slots
//===----------------------------------------------------------------------===//

/// Whether the first level stores its coordinates in an order of its own.
static bool isPermuted(const Format &format) {
  return !format.levels.empty() && format.levels[0].kind == LevelKind::Permuted;
}

/// Packs a tensor some of whose levels do not store a mode whole as one of a
/// higher order, whose modes are the levels (thesis, section 2.5).
static Expected<Tensor> packParts(const EntryView &entries,
                                  const Format &format,
                                  const PackOptions &options) {
  int64_t order = entries.dims.size(), numLevels = format.numLevels();
  Buffer memory;
  int64_t bytes;
  if (__builtin_mul_overflow(entries.count, 8 * numLevels, &bytes) ||
      !memory.reserve(bytes))
    return Status::outOfMemory(notEnoughMemory(
        "a list of " + std::to_string(entries.count) + " entries by levels",
        8.0 * numLevels * entries.count));
  EntryView parts = entries;
  parts.coordinates = reinterpret_cast<int64_t *>(memory.data());
  parts.dims.clear();
  Format whole = format;
  for (int64_t l = 0; l < numLevels; ++l) {
    const Level &level = format.levels[l];
    bool isSlot = level.part == LevelPart::Slot;
    parts.dims.push_back(isSlot ? 0 : level.sizeOf(entries.dims[level.mode]));
    whole.levels[l].mode = l;
    whole.levels[l].part = LevelPart::Whole;
    whole.levels[l].block = 1;
  }
  int64_t *numbers = reinterpret_cast<int64_t *>(memory.data());
  int64_t *next = numbers;
  for (int64_t i = 0; i < entries.count; ++i)
    for (const Level &level : format.levels)
      *next++ =
          level.part == LevelPart::Slot
              ? 0
              : level.coordinateOf(entries.coordinates[i * order + level.mode]);
  Permutation permutation;
  if (isPermuted(format)) {
    Status status = permute(entries, format.levels[0], permutation);
    if (status.failed())
      return status;
    for (int64_t i = 0; i < entries.count; ++i)
      numbers[i * numLevels] = permutation.where[numbers[i * numLevels]];
  }
  Slots slots;
  if (format.hasSlots()) {
    Status status = assignSlots(entries, format, numbers, slots);
    if (status.failed())
      return status;
  }
  for (int64_t l = 0; l < numLevels; ++l)
    if (format.levels[l].part == LevelPart::Slot)
      parts.dims[l] = slots.count;
  PackTarget target = {format,
                       entries.dims,
                       entries,
                       slots.count,
                       reinterpret_cast<const int64_t *>(slots.offsets.data()),
                       permutation.coordinates,
                       permutation.where};
  return packLevels(target, parts, whole, options);
}

/// Packs entries into a coordinate list, from which a kernel assembles the
/// level types of a plugin.
static Expected<Tensor> packByKernel(const EntryView &entries,
                                     const Format &format,
                                     const PackOptions &options) {
  Format listFormat = getListFormat(format);
  Expected<Tensor> list = pack(entries, listFormat, options);
  if (list.failed())
    return list;
  Expected<std::vector<weft_array>> arrays =
      copyByKernel(list->view(), listFormat, format, entries.type);
  if (arrays.failed())
    return arrays.takeStatus();
  return Tensor::adopt(format, entries.type, entries.dims, std::move(*arrays));
}

Expected<Tensor> weft::runtime::pack(const EntryView &entries,
                                     const Format &format,
                                     const PackOptions &options) {
  Status status = checkFormat(format, entries.dims.size());
  if (status.succeeded())
    status = checkDims(entries, format);
  if (status.succeeded() && entries.count < 0)
    status = Status::failure("expected zero or more entries, got " +
                             std::to_string(entries.count));
  char fill[16];
  if (status.succeeded() && format.fill &&
      !storeNumber(*format.fill, entries.type, fill))
    status = Status::failure("the fill " + toString(*format.fill) +
                             " does not fit " + nameOf(entries.type));
  if (status.succeeded())
    status = checkCoordinates(entries);
  if (status.succeeded())
    status = checkDenseSizes(entries, format);
  if (status.succeeded() && !reportProgress("packing", 0))
    status = Status::failure("cancelled");
  if (status.failed())
    return status;

  if (format.hasPluginLevels())
    return packByKernel(entries, format, options);
  if (format.hasParts() || isPermuted(format))
    return packParts(entries, format, options);
  return packLevels({format, entries.dims, entries}, entries, format, options);
}
