//===- MemoryHelpers.cpp - Memory and sorting in C --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of functions that take memory, hand it over, fail and sort. They do
// what those of the runtime of the same names do, in fewer lines.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace llvm;
using namespace weft::csource;

/// Each is behind those it calls.
ArrayRef<Helper> weft::csource::getMemoryHelpers() {
  static const StringRef fail[] = {"weft_fail"}, forget[] = {"weft_forget"},
                         entries[] = {"weft_alloc", "weft_free",
                                      "weft_get_key"},
                         stringHeader[] = {"string.h"};
  static const Helper helpers[] = {
      {"weft_fail",
       {},
       {},
       R"(static void weft_fail(weft_run *run, int64_t status, int64_t detail0,
                      int64_t detail1, int64_t detail2) {
  if (run->error.status != WEFT_RT_OK)
    return;
  run->error.status = status;
  run->error.detail[0] = detail0;
  run->error.detail[1] = detail1;
  run->error.detail[2] = detail2;
}
)"},
      {"weft_alloc",
       fail,
       {},
       R"(/* Memory for `count` elements; NULL after a failure. */
static void *weft_alloc(weft_run *run, int64_t count, size_t size) {
  if (count < 0 || (uint64_t)count > (SIZE_MAX / 2) / size) {
    weft_fail(run, WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
    return NULL;
  }
  if (run->num_blocks == run->max_blocks) {
    int64_t more = run->max_blocks < 8 ? 8 : 2 * run->max_blocks;
    void **blocks = realloc(run->blocks, (size_t)more * sizeof *blocks);
    if (!blocks) {
      weft_fail(run, WEFT_RT_OUT_OF_MEMORY, 0, 0, 0);
      return NULL;
    }
    run->blocks = blocks;
    run->max_blocks = more;
  }
  size_t bytes = (size_t)count * size;
  void *data = malloc(bytes > 0 ? bytes : 1);
  if (!data) {
    weft_fail(run, WEFT_RT_OUT_OF_MEMORY, (int64_t)bytes, 0, 0);
    return NULL;
  }
  run->blocks[run->num_blocks++] = data;
  return data;
}
)"},
      {"weft_forget",
       {},
       {},
       R"(/* Removes a block, mostly one of the last, from those that the kernel holds. */
static void weft_forget(weft_run *run, void *data) {
  for (int64_t k = run->num_blocks - 1; k >= 0; k--) {
    if (run->blocks[k] == data) {
      run->blocks[k] = run->blocks[--run->num_blocks];
      return;
    }
  }
}
)"},
      {"weft_free",
       forget,
       {},
       R"(static void weft_free(weft_run *run, void *data) {
  weft_forget(run, data);
  free(data);
}
)"},
      {"weft_keep",
       forget,
       {},
       R"(/* Hands an array over to the caller, who frees it. */
static void weft_keep(weft_run *run, weft_array *array, void *data,
                      int64_t length) {
  weft_forget(run, data);
  array->data = data;
  array->length = length;
}
)"},
      {"weft_join",
       {},
       {},
       R"(/* Ends what a thread has done: what it still holds is freed. */
static void weft_join(weft_run *run, weft_run *part) {
  for (int64_t k = 0; k < part->num_blocks; k++)
    free(part->blocks[k]);
  free(part->blocks);
  if (part->error.status != WEFT_RT_OK) {
#ifdef _OPENMP
#pragma omp critical(weft_join)
#endif
    run->error = part->error;
  }
}
)"},
      {"weft_end",
       {},
       {},
       R"(/* Frees what the kernel still holds, and gives its status. */
static int64_t weft_end(weft_run *run, weft_rt_error *error) {
  for (int64_t k = 0; k < run->num_blocks; k++)
    free(run->blocks[k]);
  free(run->blocks);
  if (error)
    *error = run->error;
  return run->error.status;
}
)"},
      {"weft_capacity",
       fail,
       {},
       R"(/* The length that an array grows to if it needs more: at least double. */
static int64_t weft_capacity(weft_run *run, int64_t length, int64_t needed,
                             int64_t limit, int64_t element_bytes) {
  int64_t largest = (INT64_C(1) << 62) / element_bytes;
  if (needed > limit)
    weft_fail(run, WEFT_RT_INDEX_OVERFLOW, needed, limit, 0);
  else if (needed < 0 || needed > largest)
    weft_fail(run, WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
  int64_t grown = 2 * (length < largest / 2 ? length : largest / 2);
  if (grown > limit)
    grown = limit;
  if (grown < needed)
    grown = needed;
  return grown < 16 ? 16 : grown;
}
)"},
      {"weft_repeat",
       {},
       stringHeader,
       R"(/* Copies the element `begin` of an array to those behind it, up to `end`. */
static void weft_repeat(void *array, int64_t begin, int64_t end,
                        int64_t element_bytes) {
  char *first = (char *)array + begin * element_bytes;
  for (int64_t k = 1; k < end - begin; k++)
    memcpy(first + k * element_bytes, first, (size_t)element_bytes);
}
)"},
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
      {"weft_sort", entries, stringHeader,
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

static void weft_permute(char *data, int64_t bytes, int64_t count,
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
  int64_t *order = weft_alloc(run, 2 * count, sizeof *order);
  char *scratch =
      weft_alloc(run, count, value_bytes > 8 ? (size_t)value_bytes : 8);
  if (!order || !scratch)
    return;
  for (int64_t k = 0; k < count; k++)
    order[k] = k;
  /* Runs are merged from one half of the memory to the other. */
  int64_t *from = order, *to = order + count;
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
  for (int64_t k = 0; k < num_keys; k++)
    weft_permute((char *)(intptr_t)keys[2 * k], keys[2 * k + 1], count, from,
                 scratch);
  if (value_bytes > 0)
    weft_permute(values, value_bytes, count, from, scratch);
  weft_free(run, scratch);
  weft_free(run, order);
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
  int64_t *slots = weft_alloc(run, num_slots + count, sizeof *slots);
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
  };
  return helpers;
}
