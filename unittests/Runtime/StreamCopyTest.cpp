//===- StreamCopyTest.cpp - Tests for copies that pass the caches ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy has all bytes and no others, wherever lines begin.
//
//===----------------------------------------------------------------------===//

#include "StreamCopy.h"

#include <gtest/gtest.h>

#include <vector>

using namespace weft::runtime;

TEST(StreamCopyTest, AllBytesAndNoOthers) {
  std::vector<char> from(512);
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<char>(i % 101 + 1);
  for (int64_t source : {0, 1, 8, 63})
    for (int64_t target = 0; target < 64; ++target)
      for (int64_t bytes : {0, 1, 63, 64, 65, 127, 128, 300}) {
        alignas(64) char to[512] = {};
        copyPastCaches(to + target, from.data() + source, bytes);
        for (int64_t i = 0; i < 512; ++i) {
          bool isCopied = i >= target && i < target + bytes;
          ASSERT_EQ(to[i], isCopied ? from[source + i - target] : 0)
              << source << " " << target << " " << bytes << " " << i;
        }
      }
}

TEST(StreamCopyTest, ShortArraysStayInCaches) {
  EXPECT_FALSE(exceedsCaches(0));
  EXPECT_FALSE(exceedsCaches(1 << 20));
}
