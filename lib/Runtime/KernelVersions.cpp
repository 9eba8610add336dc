//===- KernelVersions.cpp - Statistics that choose a version --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Samples a constant number of segments.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/KernelVersions.h"

#include <algorithm>

template <typename Position>
static bool hasEvenSegments(const void *data, int64_t count) {
  const auto *positions = static_cast<const Position *>(data);
  auto begin = static_cast<int64_t>(positions[0]);
  int64_t entries = static_cast<int64_t>(positions[count]) - begin;
  if (entries / count < WEFT_RT_EVEN_MIN_MEAN ||
      entries / count > WEFT_RT_EVEN_MAX_MEAN)
    return false;
  int64_t longest = WEFT_RT_EVEN_MAX_RATIO * ((entries + count - 1) / count);
  for (int64_t sample = 0; sample < WEFT_RT_EVEN_SAMPLES; ++sample) {
    auto entry = static_cast<Position>(
        begin + entries / WEFT_RT_EVEN_SAMPLES * sample +
        entries % WEFT_RT_EVEN_SAMPLES * sample / WEFT_RT_EVEN_SAMPLES);
    const Position *end = std::upper_bound(positions, positions + count, entry);
    if (static_cast<int64_t>(end[0] - end[-1]) > longest)
      return false;
  }
  return true;
}

int64_t weft_rt_has_even_segments(weft_tensor_data *const *tensors,
                                  int64_t tensor, int64_t array, int64_t bits) {
  const weft_array &positions = tensors[tensor]->arrays[array];
  int64_t count = positions.length - 1;
  if (count <= 0)
    return 0;
  weft_rt_access(positions.data, /*is_written=*/0);
  switch (bits) {
  case 8:
    return hasEvenSegments<int8_t>(positions.data, count);
  case 16:
    return hasEvenSegments<int16_t>(positions.data, count);
  case 32:
    return hasEvenSegments<int32_t>(positions.data, count);
  default:
    return hasEvenSegments<int64_t>(positions.data, count);
  }
}
