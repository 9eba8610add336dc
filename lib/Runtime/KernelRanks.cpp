//===- KernelRanks.cpp - Places of entries in order -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// weft_rt_rank of TensorABI.h: finds the place that each entry of a list has
// among the different ones in order. Few entries are compared with each other.
// Coordinates that are near each other are marked in a bitmap, where those that
// are before one are counted a word at a time; so that nothing is sorted at
// all. A second bitmap marks the words that are used, so that time and memory
// that is touched are in proportion to the entries. What is left is sorted.
//
// Running out of memory unwinds from here, so nothing in this file has a
// destructor.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "KeySort.h"
#include "WideVectors.h"

#include <cstring>

using namespace weft::runtime;

namespace {
/// Marks of coordinates, from the smallest on. Words are undefined until the
/// summary says that they are used.
struct Marks {
  static constexpr int64_t wordBits = 64;

  uint64_t *summary, *words;
  /// How many marks come before a word.
  int64_t *before;
  int64_t numSummaries;
};
} // namespace

//===----------------------------------------------------------------------===//
// Few entries
//===----------------------------------------------------------------------===//

/// The places of this many entries are bits of a word.
static constexpr int64_t mostCompared = 64;

/// Counts for each entry how many are less than it. The lanes of vectors are
/// entries whose counts are made together. Vector types are spelled out,
/// because compilers vectorize the loop over the others if they are free to
/// choose, and then add up lanes for each entry.
template <typename T>
static inline __attribute__((always_inline)) void
countLess(const T *coords, int64_t count, T *less) {
  typedef T Vector __attribute__((vector_size(32)));
  constexpr int64_t numLanes = sizeof(Vector) / sizeof(T);
  T padded[numLanes] = {};
  const T *own = coords;
  int64_t last = count - numLanes;
  if (last < 0) {
    for (int64_t i = 0; i < count; ++i)
      padded[i] = coords[i];
    own = padded;
    last = 0;
  }
  // The last vectors begin earlier instead of ending behind the entries.
  for (int64_t begin = 0; begin <= last + numLanes - 1; begin += 2 * numLanes) {
    int64_t first = begin < last ? begin : last;
    int64_t second = begin + numLanes < last ? begin + numLanes : last;
    Vector firstOwn, secondOwn, firstLess = {}, secondLess = {};
    std::memcpy(&firstOwn, own + first, sizeof(Vector));
    std::memcpy(&secondOwn, own + second, sizeof(Vector));
    for (int64_t i = 0; i < count; ++i) {
      Vector other = coords[i] - Vector{};
      // Lanes that compare true are -1.
      firstLess -= (Vector)(other < firstOwn);
      secondLess -= (Vector)(other < secondOwn);
    }
    std::memcpy(less + first, &firstLess, sizeof(Vector));
    std::memcpy(less + second, &secondLess, sizeof(Vector));
  }
}

/// Compares each entry with each other. Equal ones have one place among all, of
/// which those that are taken are counted.
template <typename T>
static inline __attribute__((always_inline)) int64_t
rankByComparingInline(T *coords, int64_t count, int64_t *places) {
  T less[mostCompared], sorted[mostCompared];
  countLess(coords, count, less);
  uint64_t taken = 0;
  for (int64_t i = 0; i < count; ++i)
    taken |= uint64_t(1) << less[i];
  int64_t numPlaces = __builtin_popcountll(taken);
  if (numPlaces == count) {
    for (int64_t i = 0; i < count; ++i) {
      places[i] = ~int64_t(less[i]);
      sorted[less[i]] = coords[i];
    }
  } else {
    uint64_t seen = 0;
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bit = uint64_t(1) << less[i];
      int64_t place = __builtin_popcountll(taken & (bit - 1));
      places[i] = (seen & bit) != 0 ? place : ~place;
      seen |= bit;
      sorted[place] = coords[i];
    }
  }
  std::memcpy(coords, sorted, numPlaces * sizeof(T));
  return numPlaces;
}

#ifdef __x86_64__
/// With wide vectors and an instruction that counts bits, which old processors
/// do not have.
template <typename T>
static __attribute__((target("avx2,popcnt,bmi,bmi2"))) int64_t
rankByComparingVectors(T *coords, int64_t count, int64_t *places) {
  return rankByComparingInline(coords, count, places);
}
#endif

template <typename T>
static int64_t rankByComparing(T *coords, int64_t count, int64_t *places) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    return rankByComparingVectors(coords, count, places);
#endif
  return rankByComparingInline(coords, count, places);
}

//===----------------------------------------------------------------------===//
// Entries near each other
//===----------------------------------------------------------------------===//

/// Whether marks of all coordinates that differ from the smallest by up to
/// `largest` fit a cache, or take less memory than the entries.
static bool fitsMarks(uint64_t largest, int64_t count) {
  return largest < (uint64_t(1) << 20) ||
         largest / 16 < static_cast<uint64_t>(count);
}

static Marks makeMarks(uint64_t largest) {
  Marks marks;
  int64_t numWords = static_cast<int64_t>(largest / Marks::wordBits) + 1;
  marks.numSummaries = (numWords + Marks::wordBits - 1) / Marks::wordBits;
  marks.summary = static_cast<uint64_t *>(weft_rt_alloc(
      (marks.numSummaries + 2 * numWords) * int64_t(sizeof(uint64_t))));
  marks.words = marks.summary + marks.numSummaries;
  marks.before = reinterpret_cast<int64_t *>(marks.words + numWords);
  std::memset(marks.summary, 0, marks.numSummaries * sizeof(uint64_t));
  return marks;
}

/// Calls a function with the number of each bit that is set.
template <typename Use> static void forBits(uint64_t bits, const Use &use) {
  for (; bits != 0; bits &= bits - 1)
    use(__builtin_ctzll(bits));
}

/// Calls a function with the number of each word that has marks.
template <typename Use>
static void forWords(const Marks &marks, const Use &use) {
  for (int64_t k = 0; k < marks.numSummaries; ++k)
    forBits(marks.summary[k],
            [&](int64_t bit) { use(k * Marks::wordBits + bit); });
}

/// Marks coordinates, and notes in `places` which of them were not marked
/// before. `offset` gives by how much that of an entry is more than the
/// smallest.
template <typename Offset>
static void mark(Marks &marks, int64_t count, int64_t *places,
                 const Offset &offset) {
  // Coordinates that follow each other have one word, which memory would hand
  // over from each to the next.
  uint64_t open = 0, known = 0;
  marks.summary[0] = 1;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t number = offset(i), word = number / Marks::wordBits;
    if (word != open) {
      marks.words[open] = known;
      uint64_t &summary = marks.summary[word / Marks::wordBits];
      uint64_t use = uint64_t(1) << (word % Marks::wordBits);
      known = (summary & use) != 0 ? marks.words[word] : 0;
      summary |= use;
      open = word;
    }
    uint64_t bit = uint64_t(1) << (number % Marks::wordBits);
    places[i] = (known & bit) == 0;
    known |= bit;
  }
  marks.words[open] = known;
}

/// `largest` is by how much coordinates differ from the smallest at most.
template <typename T>
static inline __attribute__((always_inline)) int64_t rankByMarksInline(
    T *coords, int64_t count, int64_t *places, T smallest, uint64_t largest) {
  Marks marks = makeMarks(largest);
  auto offset = [&](int64_t i) {
    return static_cast<uint64_t>(coords[i]) - static_cast<uint64_t>(smallest);
  };
  mark(marks, count, places, offset);
  int64_t numPlaces = 0;
  forWords(marks, [&](int64_t word) {
    marks.before[word] = numPlaces;
    numPlaces += __builtin_popcountll(marks.words[word]);
  });
  for (int64_t i = 0; i < count; ++i) {
    uint64_t number = offset(i), word = number / Marks::wordBits;
    uint64_t below = (uint64_t(1) << (number % Marks::wordBits)) - 1;
    int64_t place =
        marks.before[word] + __builtin_popcountll(marks.words[word] & below);
    places[i] = place ^ -places[i];
  }
  forWords(marks, [&](int64_t word) {
    forBits(marks.words[word], [&](int64_t bit) {
      *coords++ =
          static_cast<T>(static_cast<uint64_t>(smallest) +
                         static_cast<uint64_t>(word * Marks::wordBits + bit));
    });
  });
  weft_rt_free(marks.summary);
  return numPlaces;
}

#ifdef __x86_64__
/// With an instruction that counts bits, which old processors do not have.
template <typename T>
static __attribute__((target("popcnt,bmi,bmi2"))) int64_t rankByMarksCounted(
    T *coords, int64_t count, int64_t *places, T smallest, uint64_t largest) {
  return rankByMarksInline(coords, count, places, smallest, largest);
}
#endif

template <typename T>
static int64_t rankByMarks(T *coords, int64_t count, int64_t *places,
                           T smallest, uint64_t largest) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2"))
    return rankByMarksCounted(coords, count, places, smallest, largest);
#endif
  return rankByMarksInline(coords, count, places, smallest, largest);
}

//===----------------------------------------------------------------------===//
// One column
//===----------------------------------------------------------------------===//

/// Ranks entries by one column in a way that does not sort them. Returns
/// a number that is less than -1 if there is none.
template <typename T>
static int64_t rankByColumn(T *coords, int64_t count, int64_t *places) {
  T smallest = coords[0], largest = coords[0];
  bool ascends = true;
  for (int64_t i = 1; i < count; ++i) {
    ascends &= coords[i - 1] < coords[i];
    smallest = coords[i] < smallest ? coords[i] : smallest;
    largest = coords[i] > largest ? coords[i] : largest;
  }
  if (ascends)
    return -1;
  if (count <= mostCompared)
    return rankByComparing(coords, count, places);
  uint64_t range =
      static_cast<uint64_t>(largest) - static_cast<uint64_t>(smallest);
  return fitsMarks(range, count)
             ? rankByMarks(coords, count, places, smallest, range)
             : -2;
}

//===----------------------------------------------------------------------===//
// Any columns
//===----------------------------------------------------------------------===//

/// Compares two entries: negative, zero or positive as the first is less than,
/// equal to or greater than the second.
static int compare(const KeyColumn *columns, int64_t numColumns, int64_t first,
                   int64_t second) {
  for (int64_t k = 0; k < numColumns; ++k) {
    int64_t left = columns[k].load(first), right = columns[k].load(second);
    if (left != right)
      return left < right ? -1 : 1;
  }
  return 0;
}

/// Leaves the coordinates of the entries that are the first at their places,
/// there.
static void keepFirst(const int64_t *key, const int64_t *places, int64_t count,
                      int64_t numPlaces, void *scratch) {
  withCoordinates(key, [&](auto *coords) {
    auto *placed = static_cast<decltype(coords)>(scratch);
    for (int64_t i = 0; i < count; ++i)
      if (places[i] < 0)
        placed[~places[i]] = coords[i];
    std::memcpy(coords, placed, numPlaces * sizeof(*coords));
  });
}

static int64_t rankBySorting(KeyColumn *columns, int64_t numColumns,
                             const int64_t *keys, int64_t count,
                             int64_t *places) {
  int64_t next = 1;
  while (next < count && compare(columns, numColumns, next - 1, next) < 0)
    ++next;
  if (next >= count)
    return -1;
  for (int64_t k = 0; k < numColumns; ++k)
    measure(columns[k], count);
  int64_t bytes;
  if (__builtin_mul_overflow(count, int64_t(2 * sizeof(SortItem)), &bytes))
    weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, count, sizeof(SortItem), 0);
  auto *items = static_cast<SortItem *>(weft_rt_alloc(bytes));
  const SortItem *order =
      sortByColumns(columns, numColumns, count, items, items + count);
  int64_t numPlaces = 0;
  for (int64_t i = 0; i < count; ++i) {
    bool isFirst = i == 0 || compare(columns, numColumns, order[i - 1].index,
                                     order[i].index) != 0;
    numPlaces += isFirst;
    int64_t place = numPlaces - 1;
    places[order[i].index] = isFirst ? ~place : place;
  }
  for (int64_t k = 0; k < numColumns; ++k)
    keepFirst(keys + 2 * k, places, count, numPlaces, items);
  weft_rt_free(items);
  return numPlaces;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

int64_t weft_rt_rank(int64_t count, int64_t num_keys, const int64_t *keys,
                     int64_t *places) {
  const int64_t mostKeys = 16;
  KeyColumn localColumns[mostKeys];
  if (count < 0 || num_keys < 0 || !keys || !places)
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, 0);
  for (int64_t k = 0; k < num_keys; ++k) {
    int64_t bytes = keys[2 * k + 1];
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
      weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, bytes);
  }
  if (count < 2 || num_keys == 0)
    return -1;
  if (num_keys == 1) {
    int64_t numPlaces = withCoordinates(keys, [&](auto *coords) {
      return rankByColumn(coords, count, places);
    });
    if (numPlaces >= -1)
      return numPlaces;
  }
  KeyColumn *columns = localColumns;
  if (num_keys > mostKeys)
    columns = static_cast<KeyColumn *>(
        weft_rt_alloc(num_keys * int64_t(sizeof(KeyColumn))));
  for (int64_t k = 0; k < num_keys; ++k)
    columns[k] = {reinterpret_cast<const char *>(keys[2 * k]), keys[2 * k + 1],
                  keys[2 * k + 1], 0, 0};
  int64_t numPlaces = rankBySorting(columns, num_keys, keys, count, places);
  if (columns != localColumns)
    weft_rt_free(columns);
  return numPlaces;
}

int64_t weft_rt_place(int64_t count, int64_t num_keys, const int64_t *keys,
                      int64_t *places, int64_t values, int64_t value_bytes) {
  bool fits = count > 0 && count <= mostInRegisters && num_keys == 1 && keys &&
              keys[1] == int64_t(sizeof(int32_t)) &&
              (value_bytes == 0 || value_bytes == 4 || value_bytes == 8);
  if (!fits || !hasWideVectors())
    return weft_rt_rank(count, num_keys, keys, places);
  int64_t numPlaces =
      sortInRegisters(reinterpret_cast<int32_t *>(keys[0]), count, places,
                      reinterpret_cast<char *>(values), value_bytes);
  if (numPlaces == 0)
    return weft_rt_rank(count, num_keys, keys, places);
  return numPlaces == count ? -1 : -2 - numPlaces;
}
