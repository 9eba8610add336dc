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
                         ordering[] = {"weft_alloc", "weft_free",
                                       "weft_get_key", "weft_order"},
                         reading[] = {"weft_get_key"},
                         stringHeader[] = {"string.h"};
  static const Helper helpers[] = {
      {"weft_get_key",
       {},
       {},
       R"(static int64_t weft_get_key(const char *array, int64_t bytes, int64_t k) {
  switch (bytes) {
  case 1:
    return ((const int8_t *)array)[k];
  case 2:
    return ((const int16_t *)array)[k];
  case 4:
    return ((const int32_t *)array)[k];
  default:
    return ((const int64_t *)array)[k];
  }
}
)"},
      {"weft_order",
       entries,
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

/* The entries in order, equal ones as they come, in memory for two numbers of
 * each: runs are merged from one half of it to the other. */
static int64_t *weft_order(int64_t count, int64_t num_keys, const int64_t *keys,
                           int64_t *memory) {
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
      {"weft_rank", ordering, stringHeader,
       R"(/* Leaves different entries, in order, and says of each entry at which place
 * it belongs, negated bit by bit if it is the first there. Returns how many
 * are left; a negative number if all are in order already. */
static int64_t weft_rank(weft_run *run, int64_t count, int64_t num_keys,
                         const int64_t *keys, int64_t *places) {
  int64_t sorted = 1, num_places = 0;
  while (sorted < count && weft_is_behind(num_keys, keys, sorted, sorted - 1))
    sorted++;
  if (sorted >= count)
    return -1;
  int64_t *memory = (int64_t *)weft_alloc(run, 2 * count, sizeof *memory);
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
       reading,
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
    int64_t bytes = keys[2 * n + 1], first = weft_get_key(array, bytes, 0),
            last = first;
    for (int64_t k = 1; k < count; k++) {
      int64_t key = weft_get_key(array, bytes, k);
      first = key < first ? key : first;
      last = key > last ? key : last;
    }
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
      {"weft_collect",
       {},
       stringHeader,
       R"(/* Writes the coordinates and the values of the places that are marked, and
 * returns how many there are: `count` at most, or any number if it is zero. */
static int64_t weft_collect(int64_t count, int64_t num_keys,
                            const int64_t *keys, int64_t size,
                            const int8_t *marks, const void *table,
                            void *values, int64_t value_bytes) {
  int64_t left = 0;
  for (int64_t place = 0; place < size && (!count || left < count); place++) {
    int64_t rest = place;
    for (int64_t n = 0; n < num_keys && marks[place]; n++) {
      const int64_t *box = keys + 2 * (num_keys + n);
      int64_t bytes = keys[2 * n + 1], key = box[0] + rest / box[1];
      char *at = (char *)(intptr_t)keys[2 * n] + left * bytes;
      int32_t word = (int32_t)key;
      int16_t half = (int16_t)key;
      int8_t byte = (int8_t)key;
      rest %= box[1];
      memcpy(at, bytes == 8   ? (const void *)&key
                 : bytes == 4 ? (const void *)&word
                 : bytes == 2 ? (const void *)&half
                              : (const void *)&byte,
             (size_t)bytes);
    }
    if (marks[place] && value_bytes > 0)
      memcpy((char *)values + left * value_bytes,
             (const char *)table + place * value_bytes, (size_t)value_bytes);
    left += marks[place] != 0;
  }
  return left;
}
)"},
  };
  return helpers;
}
