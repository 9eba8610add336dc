//===- KernelGroups.cpp - Equal entries of lists --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// weft_rt_group of TensorABI.h: finds which entries of a full list are equal,
// in the order in which they come and without sorting them. Coordinates are
// packed into keys, and keys are numbered: by an array where they are few, and
// by a hash table otherwise. Both are in proportion to the list.
//
// Most lists have few equal entries or many. How many is estimated first, by
// linear counting (Whang, Vander-Zanden and Taylor, 1990) of a sample, which
// takes a small part of the time of numbering them by a table. What a list that
// was combined before has at its front is left as it is.
//
// Running out of memory unwinds from here, so nothing in this file has a
// destructor.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "KeySort.h"
#include "ListLimits.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace weft::runtime;

int64_t weft::runtime::fewestGrouped() {
  static const int64_t fewest = [] {
    const char *text = std::getenv("WEFT_COMBINE_FROM");
    int64_t asked = text ? std::atoll(text) : 0;
    return asked > 0 ? asked : 4096;
  }();
  return fewest;
}

/// One entry in this many is in the sample, as a shift.
static constexpr int sampleShift = 3;

/// `bytes` bytes that are zero.
static void *allocZeros(int64_t bytes) {
  void *data = weft_rt_alloc(bytes);
  std::memset(data, 0, bytes);
  return data;
}

/// Mixes all bits of a key into the upper ones.
static uint64_t hash(uint64_t key) {
  key ^= key >> 32;
  return key * 0x9E3779B97F4A7C15u;
}

/// The first power of two that is not less than `least`, as a shift.
static int shiftFor(int64_t least) { return bitsFor(least - 1); }

//===----------------------------------------------------------------------===//
// Estimating
//===----------------------------------------------------------------------===//

/// Whether about half of the keys or more equal others.
static bool areHalfEqual(const uint64_t *keys, int64_t count) {
  // Which keys are in the sample, and where they are marked, depends on other
  // bits of their hashes. There are more marks than keys in the sample.
  int bits = std::max(shiftFor(count) - sampleShift + 1, 3);
  uint8_t *marks = static_cast<uint8_t *>(allocZeros(int64_t(1) << (bits - 3)));
  int64_t numKeys = 0, numMarks = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t mixed = hash(keys[i]);
    if (mixed >> (64 - sampleShift) != 0)
      continue;
    uint64_t place = mixed << sampleShift >> (64 - bits);
    uint8_t mark = uint8_t(1) << (place & 7);
    numMarks += (marks[place >> 3] & mark) == 0;
    marks[place >> 3] |= mark;
    ++numKeys;
  }
  weft_rt_free(marks);
  // Different keys that have one mark are to be expected.
  double size = static_cast<double>(int64_t(1) << bits);
  double share = static_cast<double>(numMarks) / size;
  double numDistinct = share < 1 ? -size * std::log1p(-share) : size;
  return 2 * numDistinct <= static_cast<double>(numKeys);
}

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

/// Replaces keys by numbers from zero on, in the order in which they first
/// come. Returns how many there are.
static int64_t numberByArray(uint64_t *keys, int64_t count, int bits) {
  // Numbers plus one, so that zero is none.
  int64_t *numbers =
      static_cast<int64_t *>(allocZeros(sizeof(int64_t) << bits));
  int64_t numGroups = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t &number = numbers[keys[i]];
    if (number == 0)
      number = ++numGroups;
    keys[i] = number - 1;
  }
  weft_rt_free(numbers);
  return numGroups;
}

/// The same by a hash table with open addresses.
static int64_t numberByTable(uint64_t *keys, int64_t count) {
  struct Slot {
    uint64_t key;
    /// The number plus one; zero if the slot is free.
    int64_t number;
  };
  int shift = shiftFor(count + count / 2);
  uint64_t mask = (uint64_t(1) << shift) - 1;
  Slot *slots = static_cast<Slot *>(allocZeros(sizeof(Slot) << shift));
  int64_t numGroups = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t place = hash(keys[i]) >> (64 - shift);
    while (slots[place].number != 0 && slots[place].key != keys[i])
      place = (place + 1) & mask;
    if (slots[place].number == 0)
      slots[place] = {keys[i], ++numGroups};
    keys[i] = slots[place].number - 1;
  }
  weft_rt_free(slots);
  return numGroups;
}

/// Whether an array numbers keys of so many bits in memory that is in
/// proportion to their number.
static bool fitArray(int64_t count, int bits) {
  return bits < 62 && (int64_t(1) << bits) <= 2 * count;
}

/// Whether a list with keys of so many bits soon has twice as many entries as
/// keys, so that it gets a table (KernelTables.cpp) before it is large.
static bool waitsForTable(int bits) {
  return bits < 62 && (int64_t(1) << bits) <= 16 * fewestGrouped();
}

static int64_t number(uint64_t *keys, int64_t count, int bits) {
  return fitArray(count, bits) ? numberByArray(keys, count, bits)
                               : numberByTable(keys, count);
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Packs the coordinates of each entry into a key of 64 bits. Returns how many
/// bits keys have, or a negative number if they do not fit.
static int pack(const KeyColumn *columns, int64_t numColumns,
                const int64_t *arrays, int64_t count, uint64_t *keys) {
  std::fill(keys, keys + count, 0);
  int bits = 0;
  for (int64_t k = 0; k < numColumns; ++k) {
    const KeyColumn &column = columns[k];
    // What is packed already may be numbered.
    if (bits + column.bits > 64)
      bits = bitsFor(number(keys, count, bits) - 1);
    if (bits + column.bits > 64)
      return -1;
    withCoordinates(arrays + 2 * k, [&](auto *coords) {
      int shift = column.bits;
      for (int64_t i = 0; i < count; ++i) {
        uint64_t above = shift < 64 ? keys[i] << shift : 0;
        keys[i] = above | (static_cast<uint64_t>(coords[i]) -
                           static_cast<uint64_t>(column.smallest));
      }
    });
    bits += column.bits;
  }
  return bits;
}

/// Leaves the coordinates of the first entry of each of `numGroups` groups, at
/// its number; the first `begin` entries are there.
static void keepFirst(const int64_t *key, const uint64_t *groups, int64_t begin,
                      int64_t numGroups) {
  withCoordinates(key, [&](auto *coords) {
    int64_t numKept = begin;
    for (int64_t i = begin; numKept != numGroups; ++i) {
      // What is overwritten has been read, and will be again if it is not kept.
      coords[numKept] = coords[i];
      numKept += groups[i] == static_cast<uint64_t>(numKept);
    }
  });
}

/// How many entries come before the first that is equal to another one.
static int64_t countDistinctInFront(const uint64_t *groups, int64_t numGroups) {
  int64_t number = 0;
  while (number != numGroups && groups[number] == static_cast<uint64_t>(number))
    ++number;
  return number;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

int64_t weft_rt_group(int64_t count, int64_t num_keys, const int64_t *keys,
                      int64_t *groups, int64_t room) {
  if (count < 0 || num_keys < 0 || !keys || !groups)
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, room);
  const int64_t mostKeys = 16;
  KeyColumn columns[mostKeys];
  if (count < fewestGrouped() || count < room / 2 || num_keys > mostKeys)
    return count;
  for (int64_t k = 0; k < num_keys; ++k) {
    int64_t bytes = keys[2 * k + 1];
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
      weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, bytes);
    columns[k] = {reinterpret_cast<const char *>(keys[2 * k]), bytes, bytes, 0,
                  0};
    measure(columns[k], count);
  }
  uint64_t *packed = reinterpret_cast<uint64_t *>(groups);
  int bits = pack(columns, num_keys, keys, count, packed);
  if (bits < 0)
    return count;
  if (waitsForTable(bits) || !areHalfEqual(packed, count))
    return count;
  int64_t numGroups = number(packed, count, bits);
  int64_t inFront = countDistinctInFront(packed, numGroups);
  for (int64_t k = 0; k < num_keys; ++k)
    keepFirst(keys + 2 * k, packed, inFront, numGroups);
  return numGroups;
}
