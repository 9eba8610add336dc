//===- ArrayChecks.cpp - Required contents of level arrays ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of the arrays of each level type.
//
//===----------------------------------------------------------------------===//

#include "ArrayChecks.h"

#include "TypedArray.h"

#include <algorithm>
#include <limits>
#include <type_traits>

using namespace weft::runtime;

bool weft::runtime::arePositions(const ArrayView &array, int bits,
                                 int64_t numParents) {
  return withIntegers(bits, array.data, [&](const auto *positions) {
    if (positions[0] != 0)
      return false;
    bool ordered = true;
    for (int64_t i = 0; i < numParents; ++i)
      ordered &= positions[i] <= positions[i + 1];
    return ordered;
  });
}

/// Whether coordinates lie within [least, last]. They are tested in the width
/// of the array, so that several are at a time, without the comparisons that
/// vectors of old processors lack: the sign bit is set of what is out of range.
template <typename Coordinates>
static inline __attribute__((always_inline)) bool
areInRange(Coordinates coordinates, int64_t length, int64_t least,
           int64_t last) {
  using T = std::decay_t<decltype(coordinates[0])>;
  using U = std::make_unsigned_t<T>;
  U isOutside = 0;
  if (least == 0)
    for (int64_t i = 0; i < length; ++i)
      isOutside |= U(coordinates[i]) | U(U(last) - U(coordinates[i]));
  else
    for (int64_t i = 0; i < length; ++i) {
      U coordinate = coordinates[i];
      isOutside |= coordinate & U(coordinate - U(least));
      isOutside |= U(U(last) - coordinate) & U(~coordinate);
    }
  return isOutside <= U(std::numeric_limits<T>::max());
}

#ifdef __x86_64__
/// With vectors of twice the length.
template <typename Coordinates>
static __attribute__((target("avx2"))) bool
areVectorsInRange(Coordinates coordinates, int64_t length, int64_t least,
                  int64_t last) {
  return areInRange(coordinates, length, least, last);
}
#endif

bool weft::runtime::areCoordinates(const ArrayView &array, int bits,
                                   int64_t least, int64_t dim) {
  if (array.length == 0)
    return true;
  if (dim <= least)
    return false;
  int64_t last = std::min(dim - 1, largestInteger(bits));
  return withElements(bits, array, [&](auto coordinates) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
      return areVectorsInRange(coordinates, array.length, least, last);
#endif
    return areInRange(coordinates, array.length, least, last);
  });
}

int64_t weft::runtime::countCoordinates(const ArrayView &array, int bits) {
  return withElements(bits, array, [&](auto coordinates) {
    int64_t count = 0;
    for (int64_t i = 0; i < array.length; ++i)
      count += coordinates[i] >= 0;
    return count;
  });
}

bool weft::runtime::areTableBounds(const ArrayView &array, int bits,
                                   int64_t numParents, int64_t numSlots) {
  return withIntegers(bits, array.data, [&](const auto *bounds) {
    for (int64_t parent = 0; parent < numParents; ++parent) {
      int64_t begin = bounds[2 * parent], end = bounds[2 * parent + 1];
      if (begin < 0 || begin > end || end > numSlots ||
          ((end - begin) & (end - begin - 1)) != 0)
        return false;
    }
    return true;
  });
}

bool weft::runtime::areTables(const ArrayView &coordinates, int coordinateBits,
                              const ArrayView &bounds, int positionBits,
                              int64_t dim) {
  return withElements(coordinateBits, coordinates, [&](auto slots) {
    for (int64_t slot = 0; slot < coordinates.length; ++slot)
      if (slots[slot] < -1 || slots[slot] >= dim)
        return false;
    for (int64_t i = 0; i < bounds.length; i += 2) {
      int64_t begin = loadInteger(positionBits, bounds.data, i);
      int64_t end = loadInteger(positionBits, bounds.data, i + 1);
      bool hasFree = begin == end;
      for (int64_t slot = begin; slot != end && !hasFree; ++slot)
        hasFree = slots[slot] == -1;
      if (!hasFree)
        return false;
    }
    return true;
  });
}

bool weft::runtime::areLooseSegments(const ArrayView &bounds, int positionBits,
                                     int64_t numParents,
                                     const ArrayView &coordinates,
                                     int coordinateBits, int64_t dim) {
  return withElements(coordinateBits, coordinates, [&](auto crd) {
    for (int64_t parent = 0; parent < numParents; ++parent) {
      int64_t begin = loadInteger(positionBits, bounds.data, 2 * parent);
      int64_t end = loadInteger(positionBits, bounds.data, 2 * parent + 1);
      if (begin < 0 || begin > end || end > coordinates.length)
        return false;
      for (int64_t i = begin; i < end; ++i)
        if (crd[i] < 0 || crd[i] >= dim)
          return false;
    }
    return true;
  });
}

int64_t weft::runtime::sumLengths(const ArrayView &lengths, int bits,
                                  int64_t numParents) {
  return withIntegers(bits, lengths.data, [&](const auto *length) -> int64_t {
    int64_t sum = 0;
    for (int64_t parent = 0; parent < numParents; ++parent)
      if (length[parent] < 0 ||
          __builtin_add_overflow(sum, int64_t(length[parent]), &sum) ||
          sum > largestInteger(bits))
        return -1;
    return sum;
  });
}

bool weft::runtime::areRuns(const ArrayView &positions, int positionBits,
                            int64_t numParents, const ArrayView &first,
                            const ArrayView &last, int coordinateBits,
                            int64_t dim) {
  return withIntegers(coordinateBits, first.data, [&](const auto *begins) {
    auto *ends = static_cast<decltype(begins)>(last.data);
    for (int64_t parent = 0; parent < numParents; ++parent) {
      int64_t run = loadInteger(positionBits, positions.data, parent);
      int64_t end = loadInteger(positionBits, positions.data, parent + 1);
      int64_t least = 0;
      for (; run < end; ++run) {
        if (begins[run] < least || ends[run] < begins[run] || ends[run] >= dim)
          return false;
        least = int64_t(ends[run]) + 1;
      }
    }
    return true;
  });
}

bool weft::runtime::areIntervals(const ArrayView &positions, int positionBits,
                                 int64_t numParents, const ArrayView &first,
                                 int coordinateBits, int64_t dim) {
  return withIntegers(coordinateBits, first.data, [&](const auto *begins) {
    for (int64_t parent = 0; parent < numParents; ++parent) {
      int64_t width = loadInteger(positionBits, positions.data, parent + 1) -
                      loadInteger(positionBits, positions.data, parent);
      if (begins[parent] < 0 || width > dim || begins[parent] > dim - width)
        return false;
    }
    return true;
  });
}

bool weft::runtime::arePlaces(const ArrayView &coordinates, int bits,
                              int64_t room, int64_t dim) {
  return withElements(bits, coordinates, [&](auto crd) {
    for (int64_t i = 0; i < coordinates.length; ++i) {
      bool isAfterFree = i % room != 0 && crd[i - 1] == -1;
      if (crd[i] < -1 || crd[i] >= dim || (isAfterFree && crd[i] != -1))
        return false;
    }
    return true;
  });
}
