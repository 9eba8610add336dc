//===- LargeArraysTest.cpp - Arrays of many pages -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large arrays change their size, are kept when they are given back, and take
// no memory before they are written to.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Invocation.h"
#include "weft/Runtime/Memory.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace weft::runtime;

static constexpr int64_t million = int64_t(1) << 20;

/// Gives what is kept to the system.
static void dropKept() {
  weft_rt_set_memory_limit(memoryInUse() + 100 * million);
  deallocate(allocate(99 * million));
  weft_rt_set_memory_limit(0);
}

namespace {
class LargeArraysTest : public ::testing::Test {
protected:
  void SetUp() override {
    dropKept();
    before = memoryInUse();
  }
  void TearDown() override {
    weft_rt_set_memory_limit(0);
    EXPECT_EQ(memoryInUse(), before);
  }
  int64_t run(weft_kernel_fn kernel) {
    weft_tensor_data *tensors[1] = {nullptr};
    return weft_rt_invoke(kernel, tensors, &error);
  }

  weft_rt_error error = {-1, {0, 0, 0}};
  int64_t before = 0;
};
} // namespace

/// Numbers that say where they are.
static void fill(void *data, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<int64_t *>(data)[i] = 3 * i;
}
static bool isFilled(void *data, int64_t end) {
  for (int64_t i = 0; i < end; ++i)
    if (static_cast<int64_t *>(data)[i] != 3 * i)
      return false;
  return true;
}

TEST_F(LargeArraysTest, GrowAndShrink) {
  auto kernel = [](weft_tensor_data *const *) {
    // From a small array to large ones and back, with others in between.
    int64_t length = 10;
    void *data = weft_rt_alloc(8 * length);
    fill(data, 0, length);
    for (int64_t next : {1000, 100000, 700000, 3000000, 9000001}) {
      data = weft_rt_realloc(data, 8 * next);
      ASSERT_TRUE(isFilled(data, length));
      ASSERT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
      fill(data, length, next);
      weft_rt_alloc(5 * million);
      length = next;
    }
    int64_t most = memoryInUse();
    for (int64_t next : {8000000, 1000000, 1000, 0}) {
      data = weft_rt_trim(data, 8 * next);
      ASSERT_TRUE(isFilled(data, next));
    }
    EXPECT_LT(memoryInUse(), most - 60 * million);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OK);
}

TEST_F(LargeArraysTest, GrowthFailsLikeTaking) {
  auto kernel = [](weft_tensor_data *const *) {
    void *data = weft_rt_alloc(8 * million);
    weft_rt_set_memory_limit(memoryInUse() + million);
    weft_rt_realloc(data, 100 * million);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OUT_OF_MEMORY);
  EXPECT_EQ(error.detail[0], 100 * million);
}

TEST_F(LargeArraysTest, NegativeSizesAreOverflows) {
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_realloc(weft_rt_alloc(8 * million), -1);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_SIZE_OVERFLOW);
}

TEST_F(LargeArraysTest, SizesNearTheLargestNumberAreRefused) {
  weft_rt_set_memory_limit(std::numeric_limits<int64_t>::max());
  EXPECT_FALSE(allocate(std::numeric_limits<int64_t>::max() - 4096));
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_realloc(weft_rt_alloc(8 * million),
                    std::numeric_limits<int64_t>::max() - 8);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OUT_OF_MEMORY);
}

TEST_F(LargeArraysTest, WhatIsGivenBackIsTakenAgain) {
  void *first = allocate(16 * million), *second = allocate(64 * million);
  ASSERT_TRUE(first && second);
  deallocate(first);
  deallocate(second);
  // The one whose size is the nearest.
  void *again = allocate(60 * million);
  EXPECT_EQ(again, second);
  EXPECT_EQ(allocate(16 * million), first);
  deallocate(again);
  deallocate(first);
  // Zeros are zeros, whatever was there.
  again = allocateZeroed(60 * million);
  for (int64_t i = 0; i < 60 * million; i += 4096)
    ASSERT_EQ(static_cast<char *>(again)[i], 0);
  deallocate(again);
}

TEST_F(LargeArraysTest, GrowthTakesWhatIsKept) {
  void *kept = allocate(64 * million);
  deallocate(kept);
  auto kernel = [](weft_tensor_data *const *) {
    void *data = weft_rt_alloc(million);
    fill(data, 0, million / 8);
    data = weft_rt_realloc(data, 5 * million);
    // It has room for all that comes.
    EXPECT_EQ(weft_rt_realloc(data, 60 * million), data);
    EXPECT_TRUE(isFilled(data, million / 8));
    int64_t most = memoryInUse();
    EXPECT_EQ(weft_rt_trim(data, 9 * million), data);
    EXPECT_LE(memoryInUse(), most - 50 * million);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OK);
}

/// How often the system gave this process a page.
static int64_t pagesGiven() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt + usage.ru_majflt;
}

// An array that grows again to what the one before had costs the system
// nothing.
TEST_F(LargeArraysTest, GrowsByWhatWasCutOff) {
  void *kept = allocate(48 * million);
  fill(kept, 0, 6 * million);
  deallocate(kept);
  auto kernel = [](weft_tensor_data *const *) {
    int64_t already = pagesGiven();
    void *data = weft_rt_alloc(20 * million);
    fill(data, 0, 20 * million / 8);
    int64_t most = memoryInUse();
    for (int64_t size : {30, 40, 47}) {
      EXPECT_EQ(weft_rt_realloc(data, size * million), data);
      EXPECT_LE(memoryInUse(), most + (size - 20) * million + 65536);
      fill(data, 0, size * million / 8);
    }
    EXPECT_LE(pagesGiven(), already + 8);
    EXPECT_TRUE(isFilled(data, 47 * million / 8));
    // What is cut off is there for the next one, too.
    EXPECT_EQ(weft_rt_trim(data, 15 * million), data);
    weft_rt_free(data);
    EXPECT_EQ(weft_rt_alloc(48 * million), data);
    EXPECT_LE(pagesGiven(), already + 8);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OK);
}

// What is before it may be gone, or have become something else.
TEST_F(LargeArraysTest, WhatWasCutOffServesOthers) {
  auto kernel = [](weft_tensor_data *const *) {
    void *first = weft_rt_alloc(40 * million);
    first = weft_rt_trim(first, 10 * million);
    fill(first, 0, 10 * million / 8);
    // It begins with a large page, and may be an array of its own.
    void *second = weft_rt_alloc(29 * million);
    fill(second, 0, 29 * million / 8);
    first = weft_rt_realloc(first, 20 * million);
    fill(first, 0, 20 * million / 8);
    EXPECT_TRUE(isFilled(first, 20 * million / 8));
    EXPECT_TRUE(isFilled(second, 29 * million / 8));
    weft_rt_free(second);
    first = weft_rt_realloc(first, 80 * million);
    EXPECT_TRUE(isFilled(first, 20 * million / 8));
    fill(first, 0, 10 * million);
    EXPECT_TRUE(isFilled(first, 10 * million));
  };
  for (int64_t i = 0; i < 20; ++i)
    EXPECT_EQ(run(kernel), WEFT_RT_OK);
}

TEST_F(LargeArraysTest, IsCutWithoutACopyToHalfOfTheLeast) {
  auto kernel = [](weft_tensor_data *const *) {
    void *data = weft_rt_alloc(40 * million);
    fill(data, 0, 3 * million / 8);
    int64_t most = memoryInUse();
    EXPECT_EQ(weft_rt_trim(data, 3 * million), data);
    EXPECT_LE(memoryInUse(), most - 35 * million);
    EXPECT_TRUE(isFilled(data, 3 * million / 8));
    // What needs less is copied.
    void *small = weft_rt_trim(data, million);
    EXPECT_NE(small, data);
    EXPECT_LE(memoryInUse(), most - 38 * million);
    EXPECT_TRUE(isFilled(small, million / 8));
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OK);
}

TEST_F(LargeArraysTest, KeptMemoryCountsForNobody) {
  weft_rt_set_memory_limit(memoryInUse() + 100 * million);
  for (int64_t i = 0; i < 10; ++i) {
    void *data = allocate((90 - 8 * i) * million);
    ASSERT_TRUE(data);
    deallocate(data);
  }
}

/// How much of what this process wrote the system may take.
static int64_t offered() {
  std::ifstream sums("/proc/self/smaps_rollup");
  int64_t kilobytes = 0;
  for (std::string word; sums >> word;)
    if (word == "LazyFree:")
      sums >> kilobytes;
  return 1024 * kilobytes;
}

// To mark pages takes a tenth of what a short kernel takes to write them.
TEST_F(LargeArraysTest, SystemIsNotOfferedTheLast) {
  void *one = allocate(30 * million);
  void *other = allocate(60 * million);
  fill(one, 0, 30 * million / 8);
  fill(other, 0, 60 * million / 8);
  deallocate(allocate(100 * million));
  int64_t already = offered();
  deallocate(one);
  EXPECT_LT(offered(), already + million);
  deallocate(other);
  EXPECT_GT(offered(), already + 25 * million);
}

// Of a mapping that is too large, the first pages stay, which the next runs
// take.
TEST_F(LargeArraysTest, SystemIsOfferedWhatIsBehind) {
  int64_t already = offered();
  void *large = allocate(160 * million);
  fill(large, 0, 160 * million / 8);
  deallocate(large);
  for (int run = 0; run < 3; ++run) {
    EXPECT_GT(offered(), already + 90 * million);
    EXPECT_LT(offered(), already + 100 * million);
    void *data = allocate(50 * million);
    EXPECT_EQ(data, large);
    fill(data, 0, 50 * million / 8);
    deallocate(data);
  }
}

// What is cut off an array was not used by that.
TEST_F(LargeArraysTest, SystemIsOfferedWhatIsNotUsed) {
  int64_t already = offered();
  void *large = allocate(160 * million), *small = allocate(30 * million);
  fill(large, 0, 160 * million / 8);
  fill(small, 0, 30 * million / 8);
  deallocate(large);
  deallocate(small);
  EXPECT_LT(offered(), already + 130 * million);
  auto kernel = [](weft_tensor_data *const *) {
    void *data = weft_rt_alloc(160 * million);
    fill(data, 0, 20 * million / 8);
    weft_rt_trim(data, 20 * million);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OK);
  EXPECT_LT(offered(), already + 130 * million);
}

// A few pages are not worth to be kept, but what is behind them.
TEST_F(LargeArraysTest, PiecesBecomeOneAgain) {
  static void *large;
  large = allocate(160 * million);
  deallocate(large);
  auto kernel = [](weft_tensor_data *const *) {
    void *data = weft_rt_realloc(weft_rt_alloc(million), 64 * million);
    EXPECT_EQ(data, large);
    EXPECT_EQ(weft_rt_trim(data, 64 * million - 4096), data);
    EXPECT_EQ(weft_rt_alloc(90 * million),
              static_cast<char *>(data) + 64 * million);
  };
  EXPECT_EQ(run(kernel), WEFT_RT_OK);
}

TEST_F(LargeArraysTest, ForksWhileAnotherThreadGivesBack) {
  auto takeAndGiveBack = [] { deallocate(allocate(8 * million)); };
  std::atomic<bool> ends{false};
  std::thread other([&] {
    while (!ends)
      takeAndGiveBack();
  });
  int status = 0;
  for (int i = 0; i < 300 && status == 0; ++i) {
    pid_t child = fork();
    if (child == 0) {
      // Who waits for the other thread, which is not here, waits forever.
      alarm(5);
      takeAndGiveBack();
      _exit(0);
    }
    waitpid(child, &status, 0);
  }
  ends = true;
  other.join();
  EXPECT_EQ(status, 0);
}
