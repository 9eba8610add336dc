//===- GrowthTest.cpp - How the arrays of kernels grow --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Capacities at their bounds, and what fills the new part of an array.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

static constexpr int64_t unlimited = -1;

TEST(GrowthTest, ArraysDoubleAtLeast) {
  EXPECT_EQ(weft_rt_capacity(0, 1, unlimited, 8), 16);
  EXPECT_EQ(weft_rt_capacity(16, 17, unlimited, 8), 32);
  EXPECT_EQ(weft_rt_capacity(1000, 620, unlimited, 8), 1000);
  EXPECT_EQ(weft_rt_capacity(16, 100, unlimited, 8), 100);
  EXPECT_EQ(weft_rt_capacity(100, 101, 127, 4), 127);
  EXPECT_EQ(weft_rt_capacity(2, 3, 3, 4), 16);
}

TEST(GrowthTest, ArraysFillMemory) {
  int64_t largest = int64_t(1) << 62;
  EXPECT_EQ(weft_rt_capacity(largest / 2 + 1, largest, unlimited, 1), largest);
  EXPECT_EQ(weft_rt_capacity(largest - 1, largest, unlimited, 1), largest);
  EXPECT_EQ(weft_rt_capacity(largest / 8 - 1, largest / 8, unlimited, 8),
            largest / 8);
}

/// Runs a kernel that grows an array to `dims[0]`, of which `dims[1]` are the
/// most, of elements of `dims[2]` bytes; returns what went wrong.
static weft_rt_error grow(int64_t needed, int64_t limit, int64_t bytes) {
  int64_t dims[] = {needed, limit, bytes};
  weft_tensor_data tensor = {3, 0, dims, nullptr};
  weft_tensor_data *tensors[] = {&tensor};
  weft_rt_error error = {0, {0, 0, 0}};
  weft_rt_invoke(
      [](weft_tensor_data *const *tensors) {
        const int64_t *dims = tensors[0]->dims;
        weft_rt_capacity(1, dims[0], dims[1], dims[2]);
      },
      tensors, &error);
  return error;
}

TEST(GrowthTest, ArraysAreLimited) {
  EXPECT_EQ(grow(127, 127, 1).status, WEFT_RT_OK);
  weft_rt_error error = grow(128, 127, 1);
  EXPECT_EQ(error.status, WEFT_RT_INDEX_OVERFLOW);
  EXPECT_EQ(error.detail[0], 128);
  EXPECT_EQ(error.detail[1], 127);
  int64_t largest = (int64_t(1) << 62) / 16;
  EXPECT_EQ(grow(largest, unlimited, 16).status, WEFT_RT_OK);
  EXPECT_EQ(grow(largest + 1, unlimited, 16).status, WEFT_RT_SIZE_OVERFLOW);
  EXPECT_EQ(grow(-1, unlimited, 16).status, WEFT_RT_SIZE_OVERFLOW);
}

TEST(GrowthTest, ElementsAreRepeated) {
  for (int64_t end : {3, 4, 5, 6, 7, 12, 20}) {
    std::vector<int32_t> array(24);
    for (int32_t &element : array)
      element = static_cast<int32_t>(&element - array.data());
    std::vector<int32_t> expected = array;
    for (int64_t position = 3; position < end; ++position)
      expected[position] = 3;
    weft_rt_repeat(reinterpret_cast<int64_t>(array.data()), 3, end,
                   sizeof(int32_t));
    EXPECT_EQ(array, expected);
  }
}
