//===- MemoryTest.cpp - Limits and accounting of memory -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running out of memory must be a message; these tests make it happen with a
// small limit.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Memory.h"

#include "KeptBlocks.h"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace weft::runtime;

namespace {
class MemoryTest : public ::testing::Test {
protected:
  void TearDown() override { weft_rt_set_memory_limit(0); }
};
} // namespace

TEST_F(MemoryTest, CountsWhatIsTaken) {
  int64_t before = memoryInUse();
  void *data = allocate(1000);
  ASSERT_TRUE(data);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
  EXPECT_GE(memoryInUse(), before + 1000);
  deallocate(data);
  EXPECT_EQ(memoryInUse(), before);
}

TEST_F(MemoryTest, EmptyBlocksAreBlocks) {
  void *data = allocate(0);
  EXPECT_TRUE(data);
  deallocate(data);
  deallocate(nullptr);
}

TEST_F(MemoryTest, RefusesWhatExceedsTheMachine) {
  int64_t before = memoryInUse();
  EXPECT_FALSE(allocate(memoryLimit()));
  EXPECT_FALSE(allocate(std::numeric_limits<int64_t>::max()));
  EXPECT_FALSE(allocate(-1));
  Buffer buffer;
  EXPECT_FALSE(buffer.reserve(std::numeric_limits<int64_t>::max()));
  EXPECT_EQ(memoryInUse(), before);
}

TEST_F(MemoryTest, LimitHoldsForTheSum) {
  weft_rt_set_memory_limit(memoryInUse() + 10000);
  void *first = allocate(6000);
  EXPECT_TRUE(first);
  EXPECT_FALSE(allocate(6000));
  deallocate(first);
  first = allocate(6000);
  EXPECT_TRUE(first);
  deallocate(first);
}

TEST_F(MemoryTest, ZeroedMemoryIsZero) {
  char *data = static_cast<char *>(allocate(4096));
  std::memset(data, 1, 4096);
  deallocate(data);
  data = static_cast<char *>(allocateZeroed(4096));
  for (int i = 0; i < 4096; ++i)
    ASSERT_EQ(data[i], 0);
  deallocate(data);
}

TEST_F(MemoryTest, BlocksOfAMediumSizeAreKept) {
  if (!usesMappings)
    GTEST_SKIP() << "a sanitizer watches the allocator";
  dropKeptBlocks();
  int64_t before = memoryInUse();
  const int64_t bytes = 1 << 20;
  void *data = allocate(bytes);
  deallocate(data);
  EXPECT_GE(keptBlockBytes(), bytes);
  EXPECT_EQ(memoryInUse(), before);
  // Who needs more, or less than half, takes another block.
  void *larger = allocate(bytes + (1 << 16));
  void *smaller = allocate(bytes / 4);
  EXPECT_NE(larger, data);
  EXPECT_NE(smaller, data);
  void *same = allocate(bytes * 3 / 4);
  EXPECT_EQ(same, data);
  EXPECT_GE(memoryInUse(), before + 2 * bytes);
  for (void *each : {larger, smaller, same})
    deallocate(each);
  EXPECT_EQ(memoryInUse(), before);
  dropKeptBlocks();
  EXPECT_EQ(keptBlockBytes(), 0);
}

TEST_F(MemoryTest, KeptBlocksAreFewAndCountForTheLimit) {
  if (!usesMappings)
    GTEST_SKIP() << "a sanitizer watches the allocator";
  const int64_t bytes = 1 << 20;
  void *blocks[64];
  for (void *&block : blocks)
    block = allocate(bytes);
  for (void *block : blocks)
    deallocate(block);
  EXPECT_LE(keptBlockBytes(), int64_t(32) << 20);
  // They are given up where memory is short.
  weft_rt_set_memory_limit(memoryInUse() + 4 * bytes);
  void *data = allocate(3 * bytes);
  EXPECT_TRUE(data);
  EXPECT_EQ(keptBlockBytes(), 0);
  deallocate(data);
  dropKeptBlocks();
  // A kept block that is too large for the limit is not given.
  data = allocate(bytes);
  deallocate(data);
  weft_rt_set_memory_limit(memoryInUse() + bytes * 3 / 4);
  data = allocate(bytes * 5 / 8);
  EXPECT_TRUE(data);
  deallocate(data);
}

TEST_F(MemoryTest, BuffersGrowAndMove) {
  int64_t before = memoryInUse();
  {
    Buffer buffer;
    ASSERT_TRUE(buffer.reserve(3));
    std::memcpy(buffer.data(), "abc", 3);
    ASSERT_TRUE(buffer.reserve(1 << 20));
    EXPECT_EQ(std::memcmp(buffer.data(), "abc", 3), 0);
    Buffer other = std::move(buffer);
    EXPECT_EQ(other.capacity(), 1 << 20);
    EXPECT_EQ(buffer.capacity(), 0);
    buffer = std::move(other);
    EXPECT_EQ(buffer.capacity(), 1 << 20);
  }
  EXPECT_EQ(memoryInUse(), before);
}

TEST_F(MemoryTest, SizesInWords) {
  EXPECT_EQ(formatBytes(0), "0 bytes");
  EXPECT_EQ(formatBytes(999), "999 bytes");
  EXPECT_EQ(formatBytes(1500), "1.5 kB");
  EXPECT_EQ(formatBytes(8e12), "8.0 TB");
  EXPECT_EQ(formatBytes(12.345e9), "12.3 GB");
  EXPECT_EQ(formatBytes(8e24), "8000000.0 EB");
}
