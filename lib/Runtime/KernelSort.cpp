//===- KernelSort.cpp - Sorting for generated code ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// weft_rt_sort of TensorABI.h: kernels sort the coordinates that a workspace
// collected out of order, often a few per row and often in order already.
// Running out of memory unwinds from here, so nothing in this file has a
// destructor.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "KeySort.h"
#include "ShortSort.h"

#include <cstring>

using namespace weft::runtime;

/// Whether the entries are sorted already.
static bool isSorted(const KeyColumn *columns, int64_t numColumns,
                     int64_t count) {
  // The first column says it of most that are not.
  if (!columns[0].isAscending(count))
    return false;
  if (numColumns == 1)
    return true;
  for (int64_t i = 1; i < count; ++i) {
    for (int64_t k = 0; k < numColumns; ++k) {
      int64_t before = columns[k].load(i - 1), here = columns[k].load(i);
      if (before < here)
        break;
      if (before > here)
        return false;
    }
  }
  return true;
}

/// Reorders an array of elements of `bytes` bytes; `scratch` has room for all.
static void permute(char *data, int64_t bytes, const SortItem *order,
                    int64_t count, char *scratch) {
  switch (bytes) {
    // A constant size makes each copy one load and one store.
#define WEFT_PERMUTE(SIZE)                                                     \
  case SIZE:                                                                   \
    for (int64_t i = 0; i < count; ++i)                                        \
      std::memcpy(scratch + i * SIZE, data + order[i].index * SIZE, SIZE);     \
    break;
    WEFT_PERMUTE(1)
    WEFT_PERMUTE(2)
    WEFT_PERMUTE(4)
    WEFT_PERMUTE(8)
    WEFT_PERMUTE(16)
#undef WEFT_PERMUTE
  default:
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(scratch + i * bytes, data + order[i].index * bytes, bytes);
  }
  std::memcpy(data, scratch, count * bytes);
}

/// `count` elements of `bytes` bytes, or the end of the kernel if no integer
/// can say how many bytes that is.
static int64_t byteSize(int64_t count, int64_t bytes) {
  int64_t size;
  if (__builtin_mul_overflow(count, bytes, &size))
    weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, count, bytes, 0);
  return size;
}

void weft_rt_sort(int64_t count, int64_t num_keys, const int64_t *keys,
                  int64_t values, int64_t value_bytes) {
  if (count < 0 || num_keys < 0 || value_bytes < 0)
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, value_bytes);
  int64_t widest = value_bytes;
  for (int64_t k = 0; k < num_keys; ++k) {
    int64_t bytes = keys[2 * k + 1];
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
      weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, count, num_keys, bytes);
    widest = bytes > widest ? bytes : widest;
  }
  char *data = reinterpret_cast<char *>(values);
  if (count < 2 || num_keys == 0 ||
      sortShort(count, num_keys, keys, data, value_bytes))
    return;

  const int64_t fewKeys = 8;
  KeyColumn localColumns[fewKeys];
  KeyColumn *columns = localColumns;
  if (num_keys > fewKeys)
    columns = static_cast<KeyColumn *>(
        weft_rt_alloc(byteSize(num_keys, sizeof(KeyColumn))));
  for (int64_t k = 0; k < num_keys; ++k)
    columns[k] = {reinterpret_cast<const char *>(keys[2 * k]), keys[2 * k + 1],
                  keys[2 * k + 1], 0, 0};

  if (!isSorted(columns, num_keys, count)) {
    auto *items = static_cast<SortItem *>(
        weft_rt_alloc(byteSize(count, 2 * sizeof(SortItem))));
    auto *scratch = static_cast<char *>(weft_rt_alloc(byteSize(count, widest)));
    for (int64_t k = 0; k < num_keys; ++k)
      measure(columns[k], count);
    const SortItem *order =
        sortByColumns(columns, num_keys, count, items, items + count);
    for (int64_t k = 0; k < num_keys; ++k)
      permute(reinterpret_cast<char *>(keys[2 * k]), keys[2 * k + 1], order,
              count, scratch);
    if (value_bytes > 0)
      permute(data, value_bytes, order, count, scratch);
    weft_rt_free(scratch);
    weft_rt_free(items);
  }
  if (columns != localColumns)
    weft_rt_free(columns);
}
