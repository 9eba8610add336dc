//===- Growth.cpp - Growth of arrays of kernels -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of TensorABI.h that kernels call where an array is full. They
// are here rather than in generated code because that would be compiled again
// with each kernel.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

/// Arrays have no more bytes than this, so that their sizes can be added.
static constexpr int64_t maxBytes = int64_t(1) << 62;
/// Arrays are not made smaller than this.
static constexpr int64_t minLength = 16;

int64_t weft_rt_capacity(int64_t length, int64_t needed, int64_t limit,
                         int64_t element_bytes) {
  // A number of 32 bits that says that there is none is in nobody's way.
  if (limit >= 0 && needed > limit)
    weft_rt_fail(WEFT_RT_INDEX_OVERFLOW, needed, limit, 0);
  int64_t largest = maxBytes / element_bytes;
  if (needed < 0 || needed > largest)
    weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
  // An array that iterations hand on may have grown since its caller looked.
  if (needed <= length)
    return length;
  int64_t doubled = 2 * std::min(length, largest / 2);
  if (limit >= 0)
    doubled = std::min(doubled, limit);
  return std::max({doubled, needed, minLength});
}

void weft_rt_repeat(int64_t array, int64_t begin, int64_t end,
                    int64_t element_bytes) {
  char *first = reinterpret_cast<char *>(array) + begin * element_bytes;
  int64_t bytes = (end - begin) * element_bytes;
  // What is filled already is copied, so that it doubles, as long as it stays
  // in the nearest cache.
  const int64_t mostCopied = int64_t(1) << 14;
  int64_t longest =
      std::max(mostCopied / element_bytes, int64_t(1)) * element_bytes;
  for (int64_t filled = element_bytes; filled < bytes;) {
    int64_t step = std::min({filled, bytes - filled, longest});
    std::memcpy(first + filled, first, step);
    filled += step;
  }
}
