//===- LoopSharingTest.cpp - Tests for loops that may be shared -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every iteration of a loop runs once, on however many threads. The tests have
// no OpenMP library; those of kernels (test/Integration) load one.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <gtest/gtest.h>

#include <vector>

using namespace weft::runtime;

/// Counts how often each iteration runs.
static void count(void *arguments, int64_t begin, int64_t end) {
  auto &counts = *static_cast<std::vector<int> *>(arguments);
  for (int64_t i = begin; i < end; ++i)
    ++counts[i];
}

TEST(LoopSharingTest, EachIterationRunsOnce) {
  for (int64_t length : {0, 1, 2, 63, 64, 65, 1000, 100000}) {
    std::vector<int> counts(length + 3);
    weft_rt_share(3, length + 3, count, &counts);
    for (int64_t i = 0; i < length + 3; ++i)
      ASSERT_EQ(counts[i], i < 3 ? 0 : 1) << i << " of " << length;
  }
}

TEST(LoopSharingTest, NothingRunsBackwards) {
  std::vector<int> counts(10);
  weft_rt_share(7, 3, count, &counts);
  EXPECT_EQ(counts, std::vector<int>(10));
}

TEST(LoopSharingTest, AFailureEndsTheKernel) {
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_share(
        0, 1000,
        [](void *, int64_t begin, int64_t end) {
          if (end > 500)
            weft_rt_fail(WEFT_RT_INDEX_OVERFLOW, begin, 0, 0);
        },
        nullptr);
    ADD_FAILURE() << "expected the loop to fail";
  };
  weft_rt_error error;
  EXPECT_EQ(weft_rt_invoke(kernel, nullptr, &error), WEFT_RT_INDEX_OVERFLOW);
}

TEST(LoopSharingTest, NumbersOfThreads) {
  EXPECT_EQ(parseNumThreads("8"), 8);
  EXPECT_EQ(parseNumThreads(" 4 , 2"), 4);
  for (const char *text : {"", "0", "1025", "-1", "two", "4,", ",4", "4;2",
                           "4,0", "99999999999999999999"})
    EXPECT_EQ(parseNumThreads(text), std::nullopt) << text;
}
