//===- KernelTables.cpp - Tables that entries are combined in -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// weft_rt_box and weft_rt_collect of TensorABI.h. Entries of a list whose
// coordinates are near each other are combined in a table that has a place for
// each of these coordinates, and a mark where there is an entry; so that each
// entry is looked at once, and what is left is read in order without a sort.
// The table is in proportion to the list.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "KeySort.h"
#include "ListLimits.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

using namespace weft::runtime;

/// A complete list has a table of up to this many places for each entry. More
/// of them take longer to read than counting takes for each entry.
static constexpr int64_t placesPerEntry = 4;

/// Complete lists of fewer entries are sorted by insertion.
static constexpr int64_t leastEntries = 17;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// How many places the table of a list may have; fewer than two if it has none.
static int64_t getMostPlaces(int64_t count, int64_t room) {
  // A full list is to have half of its entries or less afterwards.
  if (room > 0)
    return count < fewestGrouped() || count < room / 2 ? 0 : count / 2;
  return count < std::min(leastEntries, fewestGrouped())
             ? 0
             : count * placesPerEntry;
}

/// The smallest of `count` > 0 coordinates, and by how much the largest is
/// more.
template <typename T>
static inline __attribute__((always_inline)) std::pair<int64_t, uint64_t>
getRangeInline(const T *coords, int64_t count) {
  T smallest = coords[0], largest = coords[0];
  for (int64_t i = 1; i < count; ++i) {
    smallest = std::min(smallest, coords[i]);
    largest = std::max(largest, coords[i]);
  }
  return {smallest,
          static_cast<uint64_t>(largest) - static_cast<uint64_t>(smallest)};
}

#ifdef __x86_64__
/// With vectors, which have no least number without AVX2.
template <typename T>
static __attribute__((target("avx2"))) std::pair<int64_t, uint64_t>
getRangeOfVectors(const T *coords, int64_t count) {
  return getRangeInline(coords, count);
}
#endif

static std::pair<int64_t, uint64_t> getRange(const int64_t *key,
                                             int64_t count) {
  return withCoordinates(key, [&](auto *coords) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
      return getRangeOfVectors(coords, count);
#endif
    return getRangeInline(coords, count);
  });
}

int64_t weft_rt_box(int64_t count, int64_t num_keys, int64_t *keys,
                    int64_t room) {
  if (count < 0 || num_keys < 0 || !keys)
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, room);
  int64_t most = getMostPlaces(count, room);
  if (most < 2 || num_keys == 0)
    return 0;
  int64_t *box = keys + 2 * num_keys;
  int64_t size = 1;
  for (int64_t k = num_keys; k-- > 0;) {
    auto [smallest, range] = getRange(keys + 2 * k, count);
    box[2 * k] = smallest;
    box[2 * k + 1] = size;
    if (range >= static_cast<uint64_t>(most) ||
        __builtin_mul_overflow(size, static_cast<int64_t>(range) + 1, &size) ||
        size > most)
      return 0;
  }
  return size;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

/// How many marks are looked at at once.
static constexpr int64_t groupSize = sizeof(uint64_t);

/// Calls a function with a number and a place for each mark, in order, and
/// returns how many there are. The last call with a number counts; others come
/// before it, and none with `count` or more.
template <typename Use>
static int64_t forMarks(const uint8_t *marks, int64_t size, int64_t count,
                        const Use &use) {
  int64_t number = 0;
  for (int64_t begin = 0; begin < size; begin += groupSize) {
    uint64_t group = 0;
    std::memcpy(&group, marks + begin, std::min(groupSize, size - begin));
    if (group == 0)
      continue;
    // Most places near a mark have marks, so that nothing is predicted for each
    // while there is room for one more.
    if (number + groupSize <= count && size - begin >= groupSize) {
      for (int64_t i = 0; i < groupSize; ++i) {
        use(number, begin + i);
        number += marks[begin + i];
      }
      continue;
    }
    for (int64_t place = begin; place < std::min(size, begin + groupSize);
         ++place)
      if (marks[place] != 0)
        use(number++, place);
  }
  return number;
}

/// Copies the values of the places with marks to `values`.
template <typename Value>
static void gather(const uint8_t *marks, int64_t size, int64_t count,
                   int64_t table, int64_t values) {
  const auto *from = reinterpret_cast<const Value *>(table);
  auto *to = reinterpret_cast<Value *>(values);
  forMarks(marks, size, count,
           [=](int64_t number, int64_t place) { to[number] = from[place]; });
}

namespace {
/// A value of two words.
struct Pair {
  uint64_t words[2];
};
} // namespace

/// Copies values of a size that is known when the kernel runs.
static void gatherBytes(const uint8_t *marks, int64_t size, int64_t count,
                        int64_t table, int64_t values, int64_t valueBytes) {
  switch (valueBytes) {
  case 0:
    return;
  case 1:
    return gather<uint8_t>(marks, size, count, table, values);
  case 2:
    return gather<uint16_t>(marks, size, count, table, values);
  case 4:
    return gather<uint32_t>(marks, size, count, table, values);
  case 8:
    return gather<uint64_t>(marks, size, count, table, values);
  case 16:
    return gather<Pair>(marks, size, count, table, values);
  default:
    forMarks(marks, size, count, [=](int64_t number, int64_t place) {
      std::memcpy(reinterpret_cast<char *>(values) + number * valueBytes,
                  reinterpret_cast<const char *>(table) + place * valueBytes,
                  valueBytes);
    });
  }
}

int64_t weft_rt_collect(int64_t count, int64_t num_keys, const int64_t *keys,
                        int64_t size, int64_t marks, int64_t table,
                        int64_t values, int64_t value_bytes) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(marks);
  gatherBytes(bytes, size, count, table, values, value_bytes);
  const int64_t *box = keys + 2 * num_keys;
  if (num_keys == 1)
    return withCoordinates(keys, [&](auto *coords) {
      using Coordinate = std::remove_pointer_t<decltype(coords)>;
      return forMarks(bytes, size, count, [&](int64_t number, int64_t place) {
        coords[number] = static_cast<Coordinate>(box[0] + place);
      });
    });
  int64_t number = 0;
  for (int64_t k = 0, period = size; k < num_keys; ++k) {
    int64_t smallest = box[2 * k], stride = box[2 * k + 1];
    withCoordinates(keys + 2 * k, [&](auto *coords) {
      using Coordinate = std::remove_pointer_t<decltype(coords)>;
      number = forMarks(bytes, size, count, [&](int64_t at, int64_t place) {
        coords[at] =
            static_cast<Coordinate>(smallest + place % period / stride);
      });
    });
    period = stride;
  }
  return number;
}
