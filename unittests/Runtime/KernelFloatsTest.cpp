//===- KernelFloatsTest.cpp - Tests of what LLVM calls --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the function that is called where a processor has no registers of
// `bf16`, which kernels find by its name.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/KernelSymbols.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

/// The upper half of the number that a kernel gets for an `f32`.
uint32_t truncate(float number) {
  using Truncate = float (*)(float);
  auto function = reinterpret_cast<Truncate>(
      weft::runtime::findKernelSymbol("__truncsfbf2"));
  if (!function)
    return 0;
  float result = function(number);
  uint32_t bits;
  std::memcpy(&bits, &result, sizeof bits);
  return bits;
}

TEST(KernelFloatsTest, Truncate) {
  EXPECT_EQ(truncate(1.0f), 0x3f80u);
  EXPECT_EQ(truncate(-2.5f), 0xc020u);
  // Between two numbers, the nearest, or the even one.
  EXPECT_EQ(truncate(1.0f + 0x1p-8f), 0x3f80u);
  EXPECT_EQ(truncate(1.0f + 0x1p-8f + 0x1p-20f), 0x3f81u);
  EXPECT_EQ(truncate(1.0f + 0x1p-7f + 0x1p-8f), 0x3f82u);
  EXPECT_EQ(truncate(0x1.fffffep127f), 0x7f80u);
  EXPECT_EQ(truncate(INFINITY), 0x7f80u);
  EXPECT_EQ(truncate(-0.0f), 0x8000u);
  uint32_t nan = truncate(NAN);
  EXPECT_EQ(nan & 0x7f80u, 0x7f80u);
  EXPECT_NE(nan & 0x7fu, 0u);
}

} // namespace
