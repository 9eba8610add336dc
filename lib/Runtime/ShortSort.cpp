//===- ShortSort.cpp - Sorting few entries --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coordinates and the place of an entry are packed into 64 bits, which are all
// that is moved while they are sorted. No two are equal, which makes any sort
// stable. Coordinates are unpacked afterwards, and only values are read at
// their former places. Loops over a column do one thing, so that they become
// vector code.
//
//===----------------------------------------------------------------------===//

#include "ShortSort.h"

#include "KeySort.h"

#include <cstring>
#include <type_traits>
#include <utility>

using namespace weft::runtime;

/// The last bits of a key are a place, so that there are no more entries.
static constexpr int placeBits = 7;
static constexpr int64_t mostEntries = int64_t(1) << placeBits;
static constexpr int64_t mostColumns = 8;

/// What `use` returns of the coordinates of a column, as numbers without sign.
template <typename Use>
static auto withUnsigned(const int64_t *key, const Use &use) {
  return withCoordinates(key, [&](auto *coordinates) {
    using Signed = std::remove_pointer_t<decltype(coordinates)>;
    return use(reinterpret_cast<std::make_unsigned_t<Signed> *>(coordinates));
  });
}

/// How many bits hold each coordinate of a column: all, if one is negative.
static int countBits(const int64_t *key, int64_t count) {
  return withUnsigned(key, [&](auto *coordinates) {
    auto all = coordinates[0];
    for (int64_t i = 1; i < count; ++i)
      all |= coordinates[i];
    int bits = bitsFor(all);
    return bits == 8 * key[1] ? 64 : bits;
  });
}

/// Finds where runs of ascending keys end. Returns how many there are.
static int64_t findRuns(const uint64_t *keys, int64_t count, int64_t *ends) {
  int64_t numRuns = 0;
  for (int64_t i = 1; i < count; ++i)
    if (keys[i - 1] > keys[i])
      ends[numRuns++] = i;
  ends[numRuns++] = count;
  return numRuns;
}

/// Merges runs of ascending keys until there is one. Returns where it is.
static uint64_t *mergeRuns(uint64_t *keys, uint64_t *scratch, int64_t *ends,
                           int64_t numRuns) {
  for (; numRuns > 1; std::swap(keys, scratch)) {
    int64_t begin = 0, numMerged = 0;
    for (int64_t run = 0; run < numRuns; run += 2) {
      int64_t middle = ends[run];
      int64_t end = run + 1 < numRuns ? ends[run + 1] : middle;
      const uint64_t *left = keys + begin, *right = keys + middle;
      const uint64_t *leftEnd = right, *rightEnd = keys + end;
      uint64_t *out = scratch + begin;
      // Entries of one block or row follow each other in a run.
      while (left != leftEnd && right != rightEnd) {
        for (; left != leftEnd && *left < *right; ++left)
          *out++ = *left;
        if (left == leftEnd)
          break;
        for (; right != rightEnd && *right < *left; ++right)
          *out++ = *right;
      }
      for (; left != leftEnd; ++left)
        *out++ = *left;
      for (; right != rightEnd; ++right)
        *out++ = *right;
      ends[numMerged++] = end;
      begin = end;
    }
    numRuns = numMerged;
  }
  return keys;
}

/// Brings values of `bytes` bytes to the order of the keys.
template <int64_t bytes>
static void permuteValues(char *values, const uint64_t *keys, int64_t count) {
  char former[mostEntries * bytes];
  std::memcpy(former, values, count * bytes);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t place = keys[i] & ((uint64_t(1) << placeBits) - 1);
    std::memcpy(values + i * bytes, former + place * bytes, bytes);
  }
}

/// The same for as many bytes as are values of a type; false for others.
static bool permuteValues(char *values, int64_t bytes, const uint64_t *keys,
                          int64_t count) {
  switch (bytes) {
  case 0:
    return true;
#define WEFT_PERMUTE(SIZE)                                                     \
  case SIZE:                                                                   \
    permuteValues<SIZE>(values, keys, count);                                  \
    return true;
    WEFT_PERMUTE(1)
    WEFT_PERMUTE(2)
    WEFT_PERMUTE(4)
    WEFT_PERMUTE(8)
    WEFT_PERMUTE(16)
#undef WEFT_PERMUTE
  default:
    return false;
  }
}

bool weft::runtime::sortShort(int64_t count, int64_t numKeys,
                              const int64_t *keys, char *values,
                              int64_t valueBytes) {
  if (count > mostEntries || numKeys > mostColumns)
    return false;
  int bits[mostColumns], sum = placeBits;
  for (int64_t k = 0; k < numKeys; ++k) {
    bits[k] = countBits(keys + 2 * k, count);
    sum += bits[k];
    if (sum >= 64)
      return false;
  }

  uint64_t items[mostEntries], scratch[mostEntries];
  for (int64_t i = 0; i < count; ++i)
    items[i] = i;
  int shift = placeBits;
  for (int64_t k = numKeys - 1; k >= 0; shift += bits[k--])
    withUnsigned(keys + 2 * k, [&](auto *coordinates) {
      for (int64_t i = 0; i < count; ++i)
        items[i] |= uint64_t(coordinates[i]) << shift;
    });
  int64_t ends[mostEntries];
  int64_t numRuns = findRuns(items, count, ends);
  if (numRuns == 1)
    return true;
  const uint64_t *sorted = mergeRuns(items, scratch, ends, numRuns);
  if (!permuteValues(values, valueBytes, sorted, count))
    return false;

  shift = placeBits;
  for (int64_t k = numKeys - 1; k >= 0; shift += bits[k--])
    withUnsigned(keys + 2 * k, [&](auto *coordinates) {
      uint64_t mask = (uint64_t(1) << bits[k]) - 1;
      for (int64_t i = 0; i < count; ++i)
        coordinates[i] = sorted[i] >> shift & mask;
    });
  return true;
}
