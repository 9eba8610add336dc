//===- MemoryHelpers.cpp - Memory in C --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of functions that take memory, hand it over and fail. They do what
// those of the runtime of the same names do, in fewer lines.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace llvm;
using namespace weft::csource;

/// Each is behind those it calls.
ArrayRef<Helper> weft::csource::getMemoryHelpers() {
  static const StringRef fail[] = {"weft_fail"}, adopt[] = {"weft_adopt"},
                         forget[] = {"weft_forget"},
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
      {"weft_adopt",
       fail,
       {},
       R"(/* Lets a kernel hold a block; 0 after a failure. */
static int weft_adopt(weft_run *run, void *data) {
  if (run->num_blocks == run->max_blocks) {
    int64_t more = run->max_blocks < 8 ? 8 : 2 * run->max_blocks;
    void **blocks = (void **)realloc(run->blocks, (size_t)more * sizeof *blocks);
    if (!blocks) {
      weft_fail(run, WEFT_RT_OUT_OF_MEMORY, 0, 0, 0);
      return 0;
    }
    run->blocks = blocks;
    run->max_blocks = more;
  }
  run->blocks[run->num_blocks++] = data;
  return 1;
}
)"},
      {"weft_alloc",
       adopt,
       {},
       R"(/* Memory for `count` elements; NULL after a failure. */
static void *weft_alloc(weft_run *run, int64_t count, size_t size) {
  if (count < 0 || (uint64_t)count > (SIZE_MAX / 2) / size) {
    weft_fail(run, WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
    return NULL;
  }
  size_t bytes = (size_t)count * size;
  void *data = malloc(bytes > 0 ? bytes : 1);
  if (!data) {
    weft_fail(run, WEFT_RT_OUT_OF_MEMORY, (int64_t)bytes, 0, 0);
    return NULL;
  }
  if (!weft_adopt(run, data)) {
    free(data);
    return NULL;
  }
  return data;
}
)"},
      {"weft_realloc",
       fail,
       {},
       R"(/* Changes the length of an array; NULL after a failure. */
static void *weft_realloc(weft_run *run, void *data, int64_t count,
                          size_t size) {
  if (count < 0 || (uint64_t)count > (SIZE_MAX / 2) / size) {
    weft_fail(run, WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
    return NULL;
  }
  size_t bytes = (size_t)count * size;
  int64_t block = run->num_blocks - 1;
  while (block >= 0 && run->blocks[block] != data)
    block--;
  void *grown = realloc(data, bytes > 0 ? bytes : 1);
  if (!grown)
    weft_fail(run, WEFT_RT_OUT_OF_MEMORY, (int64_t)bytes, 0, 0);
  else if (block >= 0)
    run->blocks[block] = grown;
  return grown;
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
       adopt,
       {},
       R"(/* Ends what a thread has done: what it still holds is the kernel's. */
static void weft_join(weft_run *run, weft_run *part) {
  if (part->num_blocks > 0 || part->error.status != WEFT_RT_OK) {
#ifdef _OPENMP
#pragma omp critical(weft_join)
#endif
    {
      if (part->error.status != WEFT_RT_OK)
        run->error = part->error;
      for (int64_t k = 0; k < part->num_blocks; k++)
        if (!weft_adopt(run, part->blocks[k]))
          free(part->blocks[k]);
    }
  }
  free(part->blocks);
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
      {"weft_num_threads",
       {},
       {},
       R"(/* How many threads a loop may have. */
#ifdef _OPENMP
#include <omp.h>
#endif
static int32_t weft_num_threads(void) {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}
)"},
      {"weft_exchange",
       {},
       {},
       R"(/* Puts a number into a lock, and gives what was there. */
static int32_t weft_exchange(int32_t *lock, int32_t number) {
  int32_t old;
#ifdef _OPENMP
#pragma omp atomic capture seq_cst
#endif
  {
    old = *lock;
    *lock = number;
  }
  return old;
}
)"},
      {"weft_capacity",
       fail,
       {},
       R"(/* The length that an array grows to if it needs more: at least double. */
static int64_t weft_capacity(weft_run *run, int64_t length, int64_t needed,
                             int64_t limit, int64_t element_bytes) {
  int64_t largest = (INT64_C(1) << 62) / element_bytes;
  if (limit >= 0 && needed > limit)
    weft_fail(run, WEFT_RT_INDEX_OVERFLOW, needed, limit, 0);
  else if (needed < 0 || needed > largest)
    weft_fail(run, WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
  if (needed <= length)
    return length;
  int64_t grown = 2 * (length < largest / 2 ? length : largest / 2);
  if (limit >= 0 && grown > limit)
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
  };
  return helpers;
}
