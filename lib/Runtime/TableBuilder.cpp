//===- TableBuilder.cpp - Packs bitmap and hashed levels --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds levels in which some positions store no coordinate: bitmap levels, and
// hashed levels (thesis, section 2.4), whose tables TensorABI.h describes.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"

#include "TypedArray.h"

#include <algorithm>

using namespace weft::runtime;

Status LevelBuilder::buildBitmap(const Level &level) {
  Status status = buildDense(level);
  if (status.failed())
    return status;
  status = addArray(numPositions, 1, /*zeroed=*/true,
                    "the presences of " + describeLevel());
  if (status.failed())
    return status;
  char *presence = static_cast<char *>(arrays.back().data);
  for (int64_t i = 0; i < entries.count; ++i)
    presence[position(items[i])] = 1;
  return Status::success();
}

/// The slots of a table for `count` coordinates, so that half of them are free.
static int64_t tableSize(int64_t count) {
  int64_t size = count == 0 ? 0 : 2;
  while (size < 2 * count)
    size *= 2;
  return size;
}

/// Where the search for a coordinate in a table of `size` slots begins.
static int64_t firstSlot(int64_t coordinate, int64_t size) {
  uint64_t hash = static_cast<uint64_t>(coordinate) * WEFT_RT_HASH_MULTIPLIER;
  return static_cast<int64_t>((hash ^ (hash >> 32)) &
                              static_cast<uint64_t>(size - 1));
}

Status LevelBuilder::buildHashed(const Level &level) {
  int64_t numSegments = numPositions;
  int64_t numBounds;
  if (__builtin_mul_overflow(numSegments, 2, &numBounds))
    return tooManyPositions();
  Status status = addPositions(level, numBounds, /*zeroed=*/true);
  if (status.failed())
    return status;

  // The slots of the tables one after another. Items of one parent follow each
  // other.
  auto segmentEnd = [&](int64_t begin, int64_t &count) {
    int64_t parent = position(items[begin]), i = begin;
    for (count = 0; i < entries.count && position(items[i]) == parent; ++i)
      count += i == begin || !isRepeated(i, numLevels);
    return i;
  };
  int64_t numSlots = 0;
  for (int64_t i = 0, count; i < entries.count;) {
    i = segmentEnd(i, count);
    numSlots += tableSize(count);
  }
  status = checkPositions(level, numSlots);
  if (status.succeeded())
    status = addCoordinates(level, numSlots);
  if (status.failed())
    return status;

  void *boundData = arrays[arrays.size() - 2].data;
  void *slotData = arrays.back().data;
  withIntegers(level.positionBits, boundData, [&](auto *bounds) {
    withIntegers(level.coordinateBits, slotData, [&](auto *slots) {
      using Position = std::remove_reference_t<decltype(*bounds)>;
      using Coordinate = std::remove_reference_t<decltype(*slots)>;
      std::fill(slots, slots + numSlots, static_cast<Coordinate>(-1));
      int64_t begin = 0;
      for (int64_t i = 0, count; i < entries.count;) {
        int64_t parent = position(items[i]), end = segmentEnd(i, count);
        int64_t size = tableSize(count);
        bounds[2 * parent] = static_cast<Position>(begin);
        bounds[2 * parent + 1] = static_cast<Position>(begin + size);
        for (; i < end; ++i) {
          int64_t here = coordinate(items[i], level.mode);
          int64_t slot = firstSlot(here, size);
          while (slots[begin + slot] != -1 && slots[begin + slot] != here)
            slot = (slot + 1) & (size - 1);
          slots[begin + slot] = static_cast<Coordinate>(here);
          items[i].key = static_cast<uint64_t>(begin + slot);
        }
        begin += size;
      }
    });
  });
  numPositions = numSlots;
  return sortBySlots();
}

/// The levels below take the items in the order of their parents, and those of
/// one parent, which follow each other, in the order that they have.
Status LevelBuilder::sortBySlots() {
  Buffer memory, starts;
  if (!memory.reserve(entries.count * sizeof(SortItem)) ||
      !starts.reserve(numPositions * 8))
    return Status::outOfMemory(notEnoughMemory(
        "sorting " + std::to_string(entries.count) + " entries",
        1.0 * sizeof(SortItem) * entries.count + 8.0 * numPositions));
  SortItem *copy = reinterpret_cast<SortItem *>(memory.data());
  std::copy(items, items + entries.count, copy);
  int64_t *start = reinterpret_cast<int64_t *>(starts.data());
  std::fill(start, start + numPositions, entries.count);
  for (int64_t i = entries.count - 1; i >= 0; --i)
    start[position(copy[i])] = i;
  SortItem *next = items;
  for (int64_t slot = 0; slot < numPositions; ++slot)
    for (int64_t i = start[slot];
         i < entries.count && position(copy[i]) == slot; ++i)
      *next++ = copy[i];
  return Status::success();
}
