//===- EntryHelpers.cpp - Entries of lists in C -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of functions that sort the entries of lists and find equal ones.
// They do what those of the runtime of the same names do, in fewer lines.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace llvm;
using namespace weft::csource;

/// Each is behind those it calls.
ArrayRef<Helper> weft::csource::getEntryHelpers() {
  static const StringRef entries[] = {"weft_alloc", "weft_free",
                                      "weft_get_key"},
                         ranges[] = {"weft_get_key", "weft_get_range"},
                         ordering[] = {"weft_alloc", "weft_free",
                                       "weft_get_key", "weft_get_range",
                                       "weft_order"},
                         reading[] = {"weft_get_key"},
                         ranking[] = {"weft_alloc",   "weft_free",
                                      "weft_get_key", "weft_get_range",
                                      "weft_set_key", "weft_order"},
                         writing[] = {"weft_set_key"},
                         stringHeader[] = {"string.h"};
  static const Helper helpers[] = {
      {"weft_get_key",
       {},
       {},
       R"(static inline int64_t weft_get_key(const char *array, int64_t bytes,
                                   int64_t k) {
  if (bytes == 4)
    return ((const int32_t *)array)[k];
  if (bytes == 8)
    return ((const int64_t *)array)[k];
  if (bytes == 2)
    return ((const int16_t *)array)[k];
  return ((const int8_t *)array)[k];
}
)"},
      {"weft_get_range",
       reading,
       {},
       R"(/* The smallest and the largest coordinate. */
static void weft_get_range(int64_t count, const char *array, int64_t bytes,
                           int64_t *first, int64_t *last) {
  int64_t least = weft_get_key(array, bytes, 0), most = least;
  for (int64_t k = 1; k < count; k++) {
    int64_t key = weft_get_key(array, bytes, k);
    least = key < least ? key : least;
    most = key > most ? key : most;
  }
  *first = least;
  *last = most;
}

/* The number of bits of a number. */
static inline int weft_count_bits(uint64_t number) {
#ifdef __GNUC__
  return number > 0 ? 64 - __builtin_clzll(number) : 0;
#else
  int bits = 0;
  for (; number > 0; number >>= 1)
    bits++;
  return bits;
#endif
}
)"},
      {"weft_set_key",
       {},
       {},
       R"(static inline void weft_set_key(char *array, int64_t bytes, int64_t k,
                                int64_t key) {
  if (bytes == 4)
    ((int32_t *)array)[k] = (int32_t)key;
  else if (bytes == 8)
    ((int64_t *)array)[k] = key;
  else if (bytes == 2)
    ((int16_t *)array)[k] = (int16_t)key;
  else
    ((int8_t *)array)[k] = (int8_t)key;
}
)"},
      {"weft_order",
       ranges,
       {},
       R"(/* Whether entry `a` comes behind entry `b`. */
static int weft_is_behind(int64_t num_keys, const int64_t *keys, int64_t a,
                          int64_t b) {
  for (int64_t k = 0; k < num_keys; k++) {
    const char *array = (const char *)(intptr_t)keys[2 * k];
    int64_t key_a = weft_get_key(array, keys[2 * k + 1], a);
    int64_t key_b = weft_get_key(array, keys[2 * k + 1], b);
    if (key_a != key_b)
      return key_a > key_b;
  }
  return 0;
}

/* Sorts the indices of entries by merging runs from one half of the memory to
 * the other, where the keys exceed 63 bits. */
static int64_t *weft_merge_runs(int64_t count, int64_t num_keys,
                                const int64_t *keys, int64_t *memory) {
  int64_t *from = memory, *to = memory + count;
  for (int64_t k = 0; k < count; k++)
    from[k] = k;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      int64_t middle = count - begin < width ? count : begin + width;
      int64_t end = count - middle < width ? count : middle + width;
      int64_t a = begin, b = middle;
      for (int64_t k = begin; k < end; k++) {
        if (b == end ||
            (a < middle && !weft_is_behind(num_keys, keys, from[a], from[b])))
          to[k] = from[a++];
        else
          to[k] = from[b++];
      }
    }
    int64_t *other = from;
    from = to;
    to = other;
  }
  return from;
}

/* Makes a number of each entry: its coordinates, less the smallest ones, and
 * below them its index in the list. Returns how many bits these numbers have; 0
 * if they do not fit. */
static int weft_pack(int64_t count, int64_t num_keys, const int64_t *keys,
                     int64_t *numbers) {
  int index_bits = weft_count_bits((uint64_t)count), bits = index_bits;
  for (int64_t k = 0; k < count; k++)
    numbers[k] = 0;
  for (int64_t n = 0; n < num_keys; n++) {
    const char *array = (const char *)(intptr_t)keys[2 * n];
    int64_t bytes = keys[2 * n + 1], first, last;
    weft_get_range(count, array, bytes, &first, &last);
    int width = weft_count_bits((uint64_t)last - (uint64_t)first);
    bits += width;
    if (bits > 63)
      return 0;
    for (int64_t k = 0; k < count; k++)
      numbers[k] = numbers[k] << width | (weft_get_key(array, bytes, k) - first);
  }
  for (int64_t k = 0; k < count; k++)
    numbers[k] = numbers[k] << index_bits | k;
  return bits;
}

/* Sorts numbers by their bits from `bit` to `end`, between the halves of memory
 * for two of each. Returns the half that they end in. */
static int64_t *weft_sort_digits(int64_t count, int bit, int end,
                                 int64_t *memory) {
  int64_t *from = memory, *to = memory + count;
  for (; bit < end; bit += 8) {
    int64_t places[257] = {0};
    for (int64_t k = 0; k < count; k++)
      places[(from[k] >> bit & 255) + 1]++;
    for (int digit = 0; digit < 256; digit++)
      places[digit + 1] += places[digit];
    for (int64_t k = 0; k < count; k++)
      to[places[from[k] >> bit & 255]++] = from[k];
    int64_t *other = from;
    from = to;
    to = other;
  }
  return from;
}

/* How many entries are sorted by insertion, in memory of the stack. */
enum { WEFT_FEW_ENTRIES = 48 };

/* Sorts few numbers. */
static void weft_insert(int64_t count, int64_t *numbers) {
  for (int64_t k = 1; k < count; k++) {
    int64_t number = numbers[k], place = k;
    for (; place > 0 && numbers[place - 1] > number; place--)
      numbers[place] = numbers[place - 1];
    numbers[place] = number;
  }
}

/* The indices of the entries in order, equal ones as they come, in memory for
 * two numbers of each. */
static int64_t *weft_order(int64_t count, int64_t num_keys, const int64_t *keys,
                           int64_t *memory) {
  int bits = weft_pack(count, num_keys, keys, memory);
  if (bits == 0)
    return weft_merge_runs(count, num_keys, keys, memory);
  int index_bits = weft_count_bits((uint64_t)count);
  int64_t *order = memory;
  if (count > WEFT_FEW_ENTRIES)
    order = weft_sort_digits(count, index_bits, bits, memory);
  else
    weft_insert(count, memory);
  for (int64_t k = 0; k < count; k++)
    order[k] &= (INT64_C(1) << index_bits) - 1;
  return order;
}
)"},
      {"weft_sort", ordering, stringHeader,
       R"(static void weft_permute(char *data, int64_t bytes, int64_t count,
                         const int64_t *order, char *scratch) {
  for (int64_t k = 0; k < count; k++)
    memcpy(scratch + k * bytes, data + order[k] * bytes, (size_t)bytes);
  memcpy(data, scratch, (size_t)(count * bytes));
}

/* Sorts entries by several arrays of coordinates, each an address and the width
 * of its elements, and values alongside. Equal ones stay in their order. */
static void weft_sort(weft_run *run, int64_t count, int64_t num_keys,
                      const int64_t *keys, void *values, int64_t value_bytes) {
  int64_t sorted = 1;
  while (sorted < count && !weft_is_behind(num_keys, keys, sorted - 1, sorted))
    sorted++;
  if (sorted >= count)
    return;
  int64_t *order = (int64_t *)weft_alloc(run, 2 * count, sizeof *order);
  char *scratch =
      (char *)weft_alloc(run, count, value_bytes > 8 ? (size_t)value_bytes : 8);
  if (!order || !scratch)
    return;
  const int64_t *from = weft_order(count, num_keys, keys, order);
  for (int64_t k = 0; k < num_keys; k++)
    weft_permute((char *)(intptr_t)keys[2 * k], keys[2 * k + 1], count, from,
                 scratch);
  if (value_bytes > 0)
    weft_permute((char *)values, value_bytes, count, from, scratch);
  weft_free(run, scratch);
  weft_free(run, order);
}
)"},
      {"weft_rank", ranking, stringHeader,
       R"(/* The number of bits that are set. */
static inline int64_t weft_count_marks(uint64_t marks) {
#ifdef __GNUC__
  return __builtin_popcountll(marks);
#else
  int64_t count = 0;
  for (; marks > 0; marks &= marks - 1)
    count++;
  return count;
#endif
}

/* What `weft_rank` does, for coordinates of one array in few words of bits from
 * `first` on. Each coordinate marks a bit, and its place is the number of marks
 * before it. */
static int64_t weft_rank_marks(weft_run *run, int64_t count, char *array,
                               int64_t bytes, int64_t first, int64_t num_words,
                               int64_t *places) {
  uint64_t *marks = (uint64_t *)weft_alloc(run, 2 * num_words, sizeof *marks);
  int64_t *before = (int64_t *)weft_alloc(run, num_words, sizeof *before);
  if (!marks || !before)
    return 0;
  /* The marks of coordinates whose first entry comes later. */
  uint64_t *later = marks + num_words;
  memset(marks, 0, (size_t)num_words * sizeof *marks);
  for (int64_t k = 0; k < count; k++) {
    int64_t bit = weft_get_key(array, bytes, k) - first;
    marks[bit / 64] |= UINT64_C(1) << bit % 64;
  }
  int64_t num_places = 0;
  for (int64_t word = 0; word < num_words; word++) {
    before[word] = num_places;
    later[word] = marks[word];
    num_places += weft_count_marks(marks[word]);
  }
  for (int64_t k = 0; k < count; k++) {
    int64_t bit = weft_get_key(array, bytes, k) - first, word = bit / 64;
    uint64_t mark = UINT64_C(1) << bit % 64;
    int64_t place = before[word] + weft_count_marks(marks[word] & (mark - 1));
    places[k] = (later[word] & mark) != 0 ? ~place : place;
    later[word] &= ~mark;
  }
  int64_t place = 0;
  for (int64_t word = 0; word < num_words; word++)
    for (uint64_t rest = marks[word]; rest > 0; rest &= rest - 1)
      weft_set_key(array, bytes, place++,
                   first + 64 * word + weft_count_marks((rest & -rest) - 1));
  weft_free(run, before);
  weft_free(run, marks);
  return num_places;
}

/* Leaves different entries, in order, and says of each entry at which place
 * it belongs, negated bit by bit if it is the first there. Returns how many
 * are left; a negative number if all are in order already. */
static int64_t weft_rank(weft_run *run, int64_t count, int64_t num_keys,
                         const int64_t *keys, int64_t *places) {
  int64_t sorted = 1, num_places = 0;
  while (sorted < count && weft_is_behind(num_keys, keys, sorted, sorted - 1))
    sorted++;
  if (sorted >= count)
    return -1;
  if (num_keys == 1 && count > WEFT_FEW_ENTRIES) {
    char *array = (char *)(intptr_t)keys[0];
    int64_t first, last;
    weft_get_range(count, array, keys[1], &first, &last);
    uint64_t range = (uint64_t)last - (uint64_t)first;
    if (range / 64 < 2 * (uint64_t)count)
      return weft_rank_marks(run, count, array, keys[1], first,
                             (int64_t)(range / 64) + 1, places);
  }
  int64_t few[2 * WEFT_FEW_ENTRIES], *memory = few;
  if (count > WEFT_FEW_ENTRIES)
    memory = (int64_t *)weft_alloc(run, 2 * count, sizeof *memory);
  if (!memory)
    return 0;
  const int64_t *order = weft_order(count, num_keys, keys, memory);
  for (int64_t k = 0; k < count; k++) {
    int is_first =
        k == 0 || weft_is_behind(num_keys, keys, order[k], order[k - 1]);
    num_places += is_first;
    places[order[k]] = is_first ? ~(num_places - 1) : num_places - 1;
  }
  for (int64_t n = 0; n < num_keys; n++) {
    char *array = (char *)(intptr_t)keys[2 * n], *scratch = (char *)memory;
    int64_t bytes = keys[2 * n + 1];
    for (int64_t k = 0; k < count; k++)
      if (places[k] < 0)
        memcpy(scratch + ~places[k] * bytes, array + k * bytes, (size_t)bytes);
    memcpy(array, scratch, (size_t)(num_places * bytes));
  }
  if (memory != few)
    weft_free(run, memory);
  return num_places;
}
)"},
      {"weft_group", entries, stringHeader,
       R"(/* Whether two entries have the same coordinates. */
static int weft_are_equal(int64_t num_keys, const int64_t *keys, int64_t a,
                          int64_t b) {
  for (int64_t k = 0; k < num_keys; k++) {
    const char *array = (const char *)(intptr_t)keys[2 * k];
    if (weft_get_key(array, keys[2 * k + 1], a) !=
        weft_get_key(array, keys[2 * k + 1], b))
      return 0;
  }
  return 1;
}

/* Keeps the first of equal entries if that leaves half of them or less, and says
 * of each entry which one is kept for it. Returns how many are left. */
static int64_t weft_group(weft_run *run, int64_t count, int64_t num_keys,
                          const int64_t *keys, int64_t *groups, int64_t room) {
  int64_t num_slots = 64, num_groups = 0;
  if (count < 16 || count < room / 2)
    return count;
  while (num_slots < 2 * count)
    num_slots *= 2;
  /* A table of groups, and the first entry of each. */
  int64_t *slots = (int64_t *)weft_alloc(run, num_slots + count, sizeof *slots);
  if (!slots)
    return 0;
  int64_t *firsts = slots + num_slots;
  for (int64_t k = 0; k < num_slots; k++)
    slots[k] = -1;
  for (int64_t k = 0; k < count; k++) {
    uint64_t hash = 0;
    for (int64_t n = 0; n < num_keys; n++) {
      const char *array = (const char *)(intptr_t)keys[2 * n];
      hash ^= (uint64_t)weft_get_key(array, keys[2 * n + 1], k);
      hash *= UINT64_C(0x9E3779B97F4A7C15);
      hash ^= hash >> 32;
    }
    int64_t place = (int64_t)(hash & (uint64_t)(num_slots - 1));
    while (slots[place] >= 0 &&
           !weft_are_equal(num_keys, keys, firsts[slots[place]], k))
      place = (place + 1) & (num_slots - 1);
    if (slots[place] < 0) {
      slots[place] = num_groups;
      firsts[num_groups++] = k;
    }
    groups[k] = slots[place];
  }
  int64_t left = 2 * num_groups <= count ? num_groups : count;
  for (int64_t n = 0; n < num_keys && left < count; n++) {
    char *array = (char *)(intptr_t)keys[2 * n];
    int64_t bytes = keys[2 * n + 1];
    for (int64_t k = 0; k < left; k++)
      memmove(array + k * bytes, array + firsts[k] * bytes, (size_t)bytes);
  }
  weft_free(run, slots);
  return left;
}
)"},
      {"weft_box",
       ranges,
       {},
       R"(/* The number of places that a table of entries has: one for each point of the
 * box that their coordinates lie in. Zero if they are too many. Behind the keys
 * come the smallest coordinates, each with the distance of places. */
static int64_t weft_box(int64_t count, int64_t num_keys, int64_t *keys,
                        int64_t room) {
  int64_t most = room > 0 ? count / 2 : 4 * count, size = 1;
  if (count < 17 || count < room / 2)
    return 0;
  for (int64_t n = num_keys; n-- > 0;) {
    const char *array = (const char *)(intptr_t)keys[2 * n];
    int64_t first, last;
    weft_get_range(count, array, keys[2 * n + 1], &first, &last);
    keys[2 * (num_keys + n)] = first;
    keys[2 * (num_keys + n) + 1] = size;
    uint64_t range = (uint64_t)last - (uint64_t)first;
    if (range >= (uint64_t)(most / size))
      return 0;
    size *= (int64_t)range + 1;
  }
  return (size + 63) / 64 * 64;
}
)"},
      {"weft_collect", writing, stringHeader,
       R"(/* Copies a component, whose size most compilers know for the usual ones. */
static inline void weft_copy_bytes(char *to, const char *from, int64_t bytes) {
  if (bytes == 8)
    memcpy(to, from, 8);
  else if (bytes == 4)
    memcpy(to, from, 4);
  else if (bytes > 0)
    memcpy(to, from, (size_t)bytes);
}

/* Writes the coordinates and the values of the places that are marked, and
 * returns how many there are: `count` at most, or any number if it is zero. */
static int64_t weft_collect(int64_t count, int64_t num_keys,
                            const int64_t *keys, int64_t size,
                            const int8_t *marks, const void *table,
                            void *values, int64_t value_bytes) {
  int64_t left = 0;
  for (int64_t place = 0; place < size && (!count || left < count); place++) {
    if (!marks[place])
      continue;
    int64_t rest = place;
    for (int64_t n = 0; n < num_keys; n++) {
      const int64_t *box = keys + 2 * (num_keys + n);
      int64_t key = box[1] == 1 ? rest : rest / box[1];
      weft_set_key((char *)(intptr_t)keys[2 * n], keys[2 * n + 1], left,
                   box[0] + key);
      rest -= key * box[1];
    }
    weft_copy_bytes((char *)values + left * value_bytes,
                    (const char *)table + place * value_bytes, value_bytes);
    left++;
  }
  return left;
}
)"},
  };
  return helpers;
}
