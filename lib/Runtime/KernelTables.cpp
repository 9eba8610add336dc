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
// The table is in proportion to the list, or to what the invocation has
// collected, which leaves it as it was for the next list.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "KeptTables.h"
#include "KeySort.h"
#include "ListLimits.h"
#include "WideVectors.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

using namespace weft::runtime;

/// A complete list has a table of up to this many places for each entry. More
/// of them take longer to read than counting takes for each entry.
static constexpr int64_t placesPerEntry = 4;

/// A table may have a place for each so many entries that were collected
/// before, up to a size that fits a cache; lists with fewer entries are sorted
/// in less time.
static constexpr int64_t collectedPerPlace = 4;
static constexpr int64_t mostWidePlaces = int64_t(1) << 20;
static constexpr int64_t leastWideEntries = 65;

/// So many marks are looked at at once.
static constexpr int64_t marksPerGroup = 64;

/// Complete lists of fewer entries are compared with each other.
static constexpr int64_t leastEntries = 17;

/// What may be sorted in registers is, if there are fewer entries, or if they
/// are far from each other.
static constexpr int64_t leastUnsorted = 65;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// How many places the table of a list may have; fewer than two if it has none.
static int64_t getMostPlaces(int64_t count, int64_t numKeys,
                             const int64_t *keys, int64_t room) {
  // A full list is to have half of its entries or less afterwards.
  if (room > 0)
    return count < fewestGrouped() || count < room / 2 ? 0 : count / 2;
  bool isSorted = count <= mostInRegisters && numKeys == 1 &&
                  keys[1] == int64_t(sizeof(int32_t)) && hasWideVectors();
  if (count <
      std::min(isSorted ? leastUnsorted : leastEntries, fewestGrouped()))
    return 0;
  int64_t most = count * placesPerEntry;
  KeptTables *tables = keptTables();
  if (!tables || numKeys > 1 || count < leastWideEntries || isSorted)
    return most;
  return std::max(most, std::min(mostWidePlaces, tables->getNumCollected() /
                                                     collectedPerPlace));
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
  int64_t most = getMostPlaces(count, num_keys, keys, room);
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
  return (size + marksPerGroup - 1) / marksPerGroup * marksPerGroup;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

/// The bits of as many marks, which are bytes of zero or one.
static uint64_t packMarks(const uint8_t *marks) {
  uint64_t bits = 0;
  for (int64_t k = 0; k < marksPerGroup / 8; ++k) {
    uint64_t bytes;
    std::memcpy(&bytes, marks + 8 * k, sizeof(bytes));
    bits |= (bytes * 0x0102040810204080) >> 56 << (8 * k);
  }
  return bits;
}

/// Calls a function with the number of each bit that is set.
template <typename Use> static void forBits(uint64_t bits, const Use &use) {
  for (; bits != 0; bits &= bits - 1)
    use(__builtin_ctzll(bits));
}

/// Calls a function with a number and a place for each mark, in order.
template <typename Use>
static void forMarks(const uint8_t *marks, int64_t size, const Use &use) {
  int64_t number = 0;
  for (int64_t first = 0; first < size; first += marksPerGroup)
    forBits(packMarks(marks + first),
            [&](int64_t place) { use(number++, first + place); });
}

/// Which groups of marks to look at, from the coordinates that have been
/// marked: bytes like marks, rounded up to a group of them.
template <typename Coordinate>
static uint8_t *markGroups(const Coordinate *coords, int64_t count,
                           int64_t smallest, int64_t numGroups) {
  int64_t length =
      (numGroups + marksPerGroup - 1) / marksPerGroup * marksPerGroup;
  auto *groups = static_cast<uint8_t *>(weft_rt_take_table(length, 0));
  for (int64_t i = 0; i < count; ++i)
    groups[(static_cast<uint64_t>(coords[i]) -
            static_cast<uint64_t>(smallest)) /
           marksPerGroup] = 1;
  return groups;
}

/// Calls a function with the begin and the end of each range of groups that may
/// have marks. `groups`, of which none is left, says where they are; it may be
/// null.
template <typename Use>
static void forGroups(int64_t numGroups, uint8_t *groups, const Use &use) {
  if (!groups)
    return use(0, numGroups);
  for (int64_t begin = 0; begin < numGroups; begin += marksPerGroup) {
    uint64_t used = packMarks(groups + begin);
    if (used == 0)
      continue;
    std::memset(groups + begin, 0, marksPerGroup);
    forBits(used, [&](int64_t bit) { use(begin + bit, begin + bit + 1); });
  }
}

/// Reads the marks for the last time: calls a function with a number and a
/// place for each, and leaves none.
template <typename Use>
static int64_t takeMarks(uint8_t *marks, int64_t size, uint8_t *groups,
                         const Use &use) {
  int64_t number = 0;
  forGroups(size / marksPerGroup, groups, [&](int64_t begin, int64_t end) {
    for (int64_t group = begin; group < end; ++group) {
      int64_t first = group * marksPerGroup;
      uint64_t bits = packMarks(marks + first);
      if (bits == 0)
        continue;
      std::memset(marks + first, 0, marksPerGroup);
      forBits(bits, [&](int64_t place) { use(number++, first + place); });
    }
  });
  return number;
}

/// Writes the coordinates of the places with marks, but for those of the last
/// key.
static void writeOuterKeys(int64_t num_keys, const int64_t *keys,
                           const uint8_t *marks, int64_t size) {
  const int64_t *box = keys + 2 * num_keys;
  for (int64_t k = 0, period = size; k < num_keys - 1; ++k) {
    int64_t smallest = box[2 * k], stride = box[2 * k + 1];
    withCoordinates(keys + 2 * k, [&](auto *coords) {
      using Coordinate = std::remove_pointer_t<decltype(coords)>;
      forMarks(marks, size, [=](int64_t number, int64_t place) {
        coords[number] =
            static_cast<Coordinate>(smallest + place % period / stride);
      });
    });
    period = stride;
  }
}

namespace {
/// A value of two words.
struct Pair {
  uint64_t words[2];
};

/// Values that lie in a table, which leave its pattern behind.
template <typename Value> struct TableValues {
  Value *from, *to;
  Value clean;

  TableValues(int64_t table, int64_t values)
      : from(reinterpret_cast<Value *>(table)),
        to(reinterpret_cast<Value *>(values)) {
    const KeptTables *tables = keptTables();
    const uint64_t *pattern = tables ? tables->getPattern(from) : nullptr;
    uint64_t words[2] = {pattern ? *pattern : 0, pattern ? *pattern : 0};
    std::memcpy(&clean, words, sizeof(clean));
  }
  void take(int64_t number, int64_t place) const {
    to[number] = from[place];
    from[place] = clean;
  }
};

/// No values, or some of another size.
struct AnyValues {
  const char *from;
  char *to;
  int64_t bytes;

  void take(int64_t number, int64_t place) const {
    std::memcpy(to + number * bytes, from + place * bytes, bytes);
  }
};
} // namespace

/// Calls a function with the values of a table, whose size is known when the
/// kernel runs.
template <typename Use>
static int64_t withValues(int64_t table, int64_t values, int64_t valueBytes,
                          const Use &use) {
  switch (valueBytes) {
  case 1:
    return use(TableValues<uint8_t>(table, values));
  case 2:
    return use(TableValues<uint16_t>(table, values));
  case 4:
    return use(TableValues<uint32_t>(table, values));
  case 8:
    return use(TableValues<uint64_t>(table, values));
  case 16:
    return use(TableValues<Pair>(table, values));
  default:
    return use(AnyValues{reinterpret_cast<const char *>(table),
                         reinterpret_cast<char *>(values), valueBytes});
  }
}

/// Takes coordinates from a smallest on, one by one.
template <typename Coordinate, typename Values>
static int64_t takeEach(Coordinate *coords, int64_t smallest, uint8_t *marks,
                        int64_t size, uint8_t *groups, const Values &values) {
  return takeMarks(marks, size, groups, [&](int64_t number, int64_t place) {
    coords[number] = static_cast<Coordinate>(smallest + place);
    values.take(number, place);
  });
}

/// The same with wide vectors.
static int64_t takeWide(int32_t *coords, int64_t smallest, uint8_t *marks,
                        int64_t size, uint8_t *groups,
                        const TableValues<uint64_t> &values) {
  int64_t number = 0;
  forGroups(size / marksPerGroup, groups, [&](int64_t begin, int64_t end) {
    int64_t first = begin * marksPerGroup;
    number +=
        takeMarked(marks + first, (end - begin) * marksPerGroup,
                   static_cast<int32_t>(smallest + first), values.from + first,
                   values.clean, coords + number, values.to + number);
  });
  return number;
}

/// Collects what a table has, whose last key has coordinates from a smallest
/// on.
template <typename Coordinate, typename Values>
static int64_t collect(Coordinate *coords, int64_t count, int64_t smallest,
                       int64_t period, uint8_t *marks, int64_t size,
                       const Values &values) {
  if (period != size)
    return takeMarks(
        marks, size, /*groups=*/nullptr, [&](int64_t number, int64_t place) {
          coords[number] = static_cast<Coordinate>(smallest + place % period);
          values.take(number, place);
        });
  // Where most marks are far from each other, they are not searched.
  uint8_t *groups =
      count > 0 && size / placesPerEntry > count
          ? markGroups(coords, count, smallest, size / marksPerGroup)
          : nullptr;
  int64_t number;
  if constexpr (std::is_same_v<Coordinate, int32_t> &&
                std::is_same_v<Values, TableValues<uint64_t>>)
    number = hasWideVectors()
                 ? takeWide(coords, smallest, marks, size, groups, values)
                 : takeEach(coords, smallest, marks, size, groups, values);
  else
    number = takeEach(coords, smallest, marks, size, groups, values);
  if (groups)
    weft_rt_give_table(groups);
  return number;
}

int64_t weft_rt_collect(int64_t count, int64_t num_keys, const int64_t *keys,
                        int64_t size, int64_t marks, int64_t table,
                        int64_t values, int64_t value_bytes) {
  if (count < 0 || num_keys < 1 || !keys || size % marksPerGroup != 0)
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, size);
  auto *bytes = reinterpret_cast<uint8_t *>(marks);
  writeOuterKeys(num_keys, keys, bytes, size);
  const int64_t *last = keys + 2 * (num_keys - 1), *box = last + 2 * num_keys;
  int64_t period = num_keys > 1 ? box[-1] : size;
  int64_t number = withValues(table, values, value_bytes, [&](auto taken) {
    return withCoordinates(last, [&](auto *coords) {
      return collect(coords, count, box[0], period, bytes, size, taken);
    });
  });
  if (KeptTables *tables = keptTables())
    tables->addCollected(number);
  return number;
}

//===----------------------------------------------------------------------===//
// Tables that are kept
//===----------------------------------------------------------------------===//

void *weft_rt_take_table(int64_t bytes, int64_t pattern) {
  KeptTables *tables = keptTables();
  auto word = static_cast<uint64_t>(pattern);
  bool grows = false;
  void *kept =
      tables && bytes >= 0 ? tables->take(bytes, word, grows) : nullptr;
  if (kept)
    return kept;
  // Filling takes time, so that only lengths that change have spare room.
  int64_t room = 0, spare = grows ? bytes / 2 : 0;
  if (bytes < 0 || __builtin_add_overflow(bytes, spare + 64, &room))
    weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, bytes, 0, 0);
  room -= room % int64_t(sizeof(word));
  auto *table = static_cast<uint64_t *>(weft_rt_alloc(room));
  std::fill(table, table + room / int64_t(sizeof(word)), word);
  if (tables)
    tables->add(table, room, word);
  return table;
}

void weft_rt_give_table(void *table) {
  KeptTables *tables = keptTables();
  if (!tables || !tables->give(table))
    weft_rt_free(table);
}
