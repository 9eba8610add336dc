//===- SiblingOrder.cpp - Check the order of coordinates in segments ------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the positions of the whole array at which the coordinate descends, and
// then those at the boundaries of segments, where descents are allowed. The
// segments are sorted if the counts are equal. The loops over entries have no
// branches, so that they are vectorized for any processor; a second version is
// compiled for AVX2.
//
//===----------------------------------------------------------------------===//

#include "SiblingOrder.h"

#include "TypedArray.h"

#include <algorithm>
#include <climits>

using namespace weft::runtime;

/// Entries whose descents are counted at a time: their arrays stay in L1, and
/// the count fits into 32 bits.
static constexpr int64_t blockLength = 2048;

/// One if the coordinate at a position does not exceed the one before by
/// `least`, and else zero. Coordinates are not negative, so that the difference
/// does not overflow and has the sign of the comparison, which processors
/// without comparisons of 64 bits find as well.
template <typename Coordinates>
static inline __attribute__((always_inline)) auto
isDescent(Coordinates coordinates, int64_t p, int64_t least) {
  using T = std::decay_t<decltype(coordinates[0])>;
  using U =
      std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;
  U step = U(coordinates[p]) - U(coordinates[p - 1]) - U(least);
  return U(step >> (sizeof(U) * CHAR_BIT - 1));
}

/// The number of descents at the positions in [begin, end).
template <typename Coordinates>
static inline __attribute__((always_inline)) int64_t countDescents(
    Coordinates coordinates, int64_t begin, int64_t end, int64_t least) {
  decltype(isDescent(coordinates, 1, 0)) count = 0;
  for (int64_t p = begin; p < end; ++p)
    count += isDescent(coordinates, p, least);
  return int64_t(count);
}

#ifdef __x86_64__
/// With vectors of twice the length.
template <typename Coordinates>
static __attribute__((target("avx2"))) int64_t countDescentsInVectors(
    Coordinates coordinates, int64_t begin, int64_t end, int64_t least) {
  return countDescents(coordinates, begin, end, least);
}
#endif

static int64_t countDescents(const IntegerArray &coordinates, int64_t begin,
                             int64_t end, int64_t least) {
  return withElements(coordinates.bits, coordinates.array, [&](auto values) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
      return countDescentsInVectors(values, begin, end, least);
#endif
    return countDescents(values, begin, end, least);
  });
}

/// The same among neighbors that are equal in all other arrays.
static int64_t countDescents(const std::vector<IntegerArray> &above,
                             const IntegerArray &coordinates, int64_t begin,
                             int64_t end, int64_t least) {
  uint32_t found[blockLength];
  withElements(coordinates.bits, coordinates.array, [&](auto values) {
    for (int64_t p = begin; p < end; ++p)
      found[p - begin] = isDescent(values, p, least);
    return 0;
  });
  for (const IntegerArray &outer : above)
    withElements(outer.bits, outer.array, [&](auto values) {
      for (int64_t p = begin; p < end; ++p)
        found[p - begin] &= values[p] == values[p - 1];
      return 0;
    });
  uint32_t count = 0;
  for (int64_t p = begin; p < end; ++p)
    count += found[p - begin];
  return count;
}

/// The number of descents at the first positions of segments.
template <typename Count>
static int64_t countAtBorders(const IntegerArray &positions, int64_t length,
                              const Count &countAt) {
  int64_t numSegments = positions.array.length - 1;
  return withElements(positions.bits, positions.array, [&](auto begins) {
    int64_t count = 0;
    for (int64_t segment = 1; segment < numSegments; ++segment) {
      int64_t p = begins[segment];
      // Empty segments begin where the next one does.
      if (p > begins[segment - 1] && p < length)
        count += countAt(p);
    }
    return count;
  });
}

/// Whether all descents are between two segments.
static bool isAscending(const IntegerArray &positions,
                        const std::vector<IntegerArray> &above,
                        const IntegerArray &coordinates, int64_t least) {
  int64_t length = coordinates.array.length, all = 0;
  for (int64_t begin = 1; begin < length; begin += blockLength) {
    int64_t end = std::min(length, begin + blockLength);
    all += above.empty() ? countDescents(coordinates, begin, end, least)
                         : countDescents(above, coordinates, begin, end, least);
  }
  if (all == 0)
    return true;
  if (!above.empty())
    return all == countAtBorders(positions, length, [&](int64_t p) {
             return countDescents(above, coordinates, p, p + 1, least);
           });
  return withElements(coordinates.bits, coordinates.array, [&](auto values) {
    return all == countAtBorders(positions, length, [&](int64_t p) {
             return int64_t(isDescent(values, p, least));
           });
  });
}

int64_t weft::runtime::findDescent(const IntegerArray &positions,
                                   const std::vector<IntegerArray> &above,
                                   const IntegerArray &coordinates,
                                   bool isUnique) {
  int64_t least = isUnique ? 1 : 0;
  if (isAscending(positions, above, coordinates, least))
    return -1;
  for (int64_t segment = 1; segment < positions.array.length; ++segment) {
    int64_t p = loadInteger(positions.bits, positions.array, segment - 1) + 1;
    int64_t end = loadInteger(positions.bits, positions.array, segment);
    for (; p < end; ++p)
      if (countDescents(above, coordinates, p, p + 1, least) > 0)
        return p;
  }
  return -1;
}
