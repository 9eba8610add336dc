//===- InvocationTest.cpp - Kernels that fail and kernels that do not -----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A failing kernel must leave nothing behind; these tests run kernels written
// by hand and count the memory.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Invocation.h"

#include "weft/Runtime/Memory.h"

#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <thread>
#include <vector>

using namespace weft::runtime;

namespace {
class InvocationTest : public ::testing::Test {
protected:
  void SetUp() override { before = memoryInUse(); }
  void TearDown() override {
    weft_rt_set_memory_limit(0);
    EXPECT_EQ(memoryInUse(), before);
  }

  weft_array array = {nullptr, 0};
  weft_tensor_data tensor = {0, 1, nullptr, &array};
  weft_tensor_data *tensors[1] = {&tensor};
  weft_rt_error error = {-1, {0, 0, 0}};
  int64_t before = 0;
};
} // namespace

/// Returns the value 42 and loses some scratch memory.
static void returnValue(weft_tensor_data *const *tensors) {
  weft_rt_alloc(100);
  weft_rt_free(weft_rt_alloc(0));
  double *value = static_cast<double *>(weft_rt_alloc(8));
  *value = 42;
  weft_rt_release(value);
  tensors[0]->arrays[0] = {value, 1};
}

TEST_F(InvocationTest, ReleasedMemorySurvives) {
  EXPECT_EQ(weft_rt_invoke(returnValue, tensors, &error), WEFT_RT_OK);
  EXPECT_EQ(error.status, WEFT_RT_OK);
  ASSERT_EQ(array.length, 1);
  EXPECT_EQ(*static_cast<double *>(array.data), 42);
  EXPECT_GT(memoryInUse(), before);
  weft_rt_free_result(array.data);
}

TEST_F(InvocationTest, FailureFreesEverything) {
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_alloc(1 << 20);
    weft_rt_release(weft_rt_alloc(1 << 20));
    weft_rt_fail(WEFT_RT_INDEX_OVERFLOW, 300, 127, 0);
  };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_INDEX_OVERFLOW);
  EXPECT_EQ(error.detail[0], 300);
  EXPECT_EQ(error.detail[1], 127);
  EXPECT_EQ(array.data, nullptr);
  EXPECT_EQ(describe(error),
            "a result does not fit its format: it needs the position 300, and "
            "the largest that fits is 127; use a format with wider positions, "
            "which {pos=64} behind its name asks for");
  EXPECT_EQ(describe(error, "A").substr(0, 19), "A does not fit its ");
}

TEST_F(InvocationTest, WhatIsFreedIsTakenAgain) {
  auto kernel = [](weft_tensor_data *const *) {
    void *first = weft_rt_alloc(100), *second = weft_rt_alloc(100);
    int64_t most = memoryInUse();
    weft_rt_free(first);
    weft_rt_free(second);
    // In 64 bytes there is no room for a hundred, and 5000 have none yet.
    void *other = weft_rt_alloc(64);
    EXPECT_TRUE(other != first && other != second);
    weft_rt_free(weft_rt_alloc(5000));
    void *again = weft_rt_alloc(128);
    EXPECT_EQ(again, second);
    EXPECT_EQ(weft_rt_alloc(65), first);
    weft_rt_free(again);
    // What many kept blocks take is there for others, before memory ends.
    weft_rt_set_memory_limit(memoryInUse() + 1000);
    weft_rt_alloc(2000);
    EXPECT_LT(memoryInUse(), most + 5000);
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, 0, 0, 0);
  };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_INVALID_ARGUMENT);
}

/// Returns the values 1 and 2 in memory that the caller may have given.
static void fillResult(weft_tensor_data *const *tensors) {
  auto *values = static_cast<double *>(weft_rt_alloc_result(0, 16));
  values[0] = 1;
  values[1] = 2;
  void *data = weft_rt_trim(values, 16);
  tensors[0]->arrays[0] = {data, 2};
  weft_rt_release(data);
}

TEST_F(InvocationTest, ResultsLieInMemoryOfTheCaller) {
  double given[3] = {0, 0, 3};
  weft_array memory = {given, 16};
  EXPECT_EQ(weft_rt_invoke_into(fillResult, tensors, &memory, 1, &error),
            WEFT_RT_OK);
  EXPECT_EQ(array.data, given);
  EXPECT_EQ(given[1], 2);
  EXPECT_EQ(given[2], 3);
  EXPECT_EQ(memoryInUse(), before);
}

TEST_F(InvocationTest, MemoryOfTheCallerMayNotSuffice) {
  double given[2] = {0, 0};
  const std::vector<std::vector<weft_array>> memories = {
      {{given, 15}}, {{nullptr, 16}}, {{nullptr, 0}, {given, 16}}, {}};
  for (const std::vector<weft_array> &memory : memories) {
    EXPECT_EQ(weft_rt_invoke_into(fillResult, tensors, memory.data(),
                                  memory.size(), &error),
              WEFT_RT_OK);
    ASSERT_NE(array.data, given);
    EXPECT_EQ(static_cast<double *>(array.data)[1], 2);
    EXPECT_EQ(given[0], 0);
    weft_rt_free_result(array.data);
  }
}

TEST_F(InvocationTest, MemoryOfTheCallerIsTakenOnce) {
  auto kernel = [](weft_tensor_data *const *tensors) {
    void *first = weft_rt_alloc_result(0, 8);
    void *second = weft_rt_alloc_result(0, 8);
    EXPECT_NE(first, second);
    weft_rt_release(second);
    tensors[0]->arrays[0] = {second, 1};
  };
  double given = 0;
  weft_array memory = {&given, 8};
  EXPECT_EQ(weft_rt_invoke_into(kernel, tensors, &memory, 1, &error),
            WEFT_RT_OK);
  EXPECT_NE(array.data, &given);
  weft_rt_free_result(array.data);
}

TEST_F(InvocationTest, MemoryOfTheCallerIsOfOneInvocation) {
  // A kernel that another one's caller runs takes none of it.
  auto outer = [](weft_tensor_data *const *tensors) {
    weft_array inner = {nullptr, 0};
    weft_tensor_data data = {0, 1, nullptr, &inner};
    weft_tensor_data *pointer = &data;
    EXPECT_EQ(weft_rt_invoke(fillResult, &pointer, nullptr), WEFT_RT_OK);
    fillResult(tensors);
    EXPECT_NE(inner.data, tensors[0]->arrays[0].data);
    weft_rt_free_result(inner.data);
  };
  double given[2] = {0, 0};
  weft_array memory = {given, 16};
  EXPECT_EQ(weft_rt_invoke_into(outer, tensors, &memory, 1, &error),
            WEFT_RT_OK);
  EXPECT_EQ(array.data, given);
}

TEST_F(InvocationTest, FailureKeepsMemoryOfTheCaller) {
  auto kernel = [](weft_tensor_data *const *tensors) {
    fillResult(tensors);
    weft_rt_alloc(1000);
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, 0, 0, 0);
  };
  std::vector<double> given(2);
  weft_array memory = {given.data(), 16};
  EXPECT_EQ(weft_rt_invoke_into(kernel, tensors, &memory, 1, &error),
            WEFT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(memoryInUse(), before);
}

TEST_F(InvocationTest, ErrorMayBeNull) {
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, 0, 0, 0);
  };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, nullptr), WEFT_RT_INVALID_ARGUMENT);
}

TEST_F(InvocationTest, FailingWithSuccessIsAFailure) {
  auto kernel = [](weft_tensor_data *const *) { weft_rt_fail(0, 0, 0, 0); };
  EXPECT_NE(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_OK);
}

TEST_F(InvocationTest, HugeSizesAreRefused) {
  auto kernel = [](weft_tensor_data *const *) {
    weft_rt_alloc(std::numeric_limits<int64_t>::max());
  };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_OUT_OF_MEMORY);
  EXPECT_EQ(error.detail[0], std::numeric_limits<int64_t>::max());
  EXPECT_EQ(describe(error), "not enough memory: the kernel asked for 9.2 EB");
}

TEST_F(InvocationTest, NegativeSizesAreOverflows) {
  auto kernel = [](weft_tensor_data *const *) { weft_rt_alloc(-8); };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_SIZE_OVERFLOW);
}

TEST_F(InvocationTest, LimitCanBeLowered) {
  auto kernel = [](weft_tensor_data *const *) {
    for (int i = 0; i < 1000; ++i)
      weft_rt_alloc(1000);
  };
  weft_rt_set_memory_limit(before + 100000);
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_OUT_OF_MEMORY);
  EXPECT_EQ(error.detail[0], 1000);
  weft_rt_set_memory_limit(0);
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_OK);
}

TEST_F(InvocationTest, Alignment) {
  auto kernel = [](weft_tensor_data *const *) {
    for (int64_t alignment = 1; alignment <= 4096; alignment *= 2) {
      void *data = weft_rt_alloc_aligned(alignment, 10);
      std::memset(data, 1, 10);
      auto address = reinterpret_cast<uintptr_t>(data);
      EXPECT_EQ(address % 64, 0u);
      EXPECT_EQ(address % alignment, 0u);
      if (alignment % 3 == 1)
        weft_rt_free(data);
    }
    weft_rt_alloc_aligned(48, 10);
  };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_INVALID_ARGUMENT);
}

TEST_F(InvocationTest, Nesting) {
  auto kernel = [](weft_tensor_data *const *tensors) {
    weft_rt_alloc(100);
    auto failing = [](weft_tensor_data *const *) {
      weft_rt_alloc(100);
      weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, 0, 0, 0);
    };
    weft_rt_error inner;
    EXPECT_EQ(weft_rt_invoke(failing, tensors, &inner), WEFT_RT_SIZE_OVERFLOW);
    EXPECT_EQ(weft_rt_invoke(returnValue, tensors, &inner), WEFT_RT_OK);
    // What an inner kernel returned belongs to its caller.
    weft_rt_fail(WEFT_RT_INVALID_ARGUMENT, 7, 0, 0);
  };
  EXPECT_EQ(weft_rt_invoke(kernel, tensors, &error), WEFT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(error.detail[0], 7);
  ASSERT_TRUE(array.data);
  weft_rt_free_result(array.data);
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

/// Runs parts on threads of the test's own: each loses memory, and fails if its
/// number is that at the tensor.
static void runParts(weft_tensor_data *const *tensors) {
  struct Arguments {
    int64_t number, failing;
    std::atomic<int> *numRun;
  };
  std::atomic<int> numRun{0};
  void *team = weft_rt_fork();
  auto runPart = [](void *pointer) {
    auto *arguments = static_cast<Arguments *>(pointer);
    ++*arguments->numRun;
    weft_rt_alloc(1000);
    weft_rt_free(weft_rt_alloc(10));
    if (arguments->number == arguments->failing)
      weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, arguments->number, 0, 0);
    weft_rt_alloc(1000);
  };
  std::vector<Arguments> arguments;
  for (int64_t number = 0; number < 16; ++number)
    arguments.push_back({number, tensors[0]->order, &numRun});
  std::vector<std::thread> threads;
  for (Arguments &argument : arguments)
    threads.emplace_back(
        [&, team] { weft_rt_run_partition(team, runPart, &argument); });
  for (std::thread &thread : threads)
    thread.join();
  // What C++ holds, a failure would not give back.
  threads.clear();
  threads.shrink_to_fit();
  arguments.clear();
  arguments.shrink_to_fit();
  if (tensors[0]->order == 99)
    EXPECT_EQ(numRun, 16);
  weft_rt_join(team);
  returnValue(tensors);
}

TEST_F(InvocationTest, PartsLeaveNothingBehind) {
  tensor.order = 99;
  EXPECT_EQ(weft_rt_invoke(runParts, tensors, &error), WEFT_RT_OK);
  EXPECT_EQ(array.length, 1);
  weft_rt_free_result(array.data);
}

TEST_F(InvocationTest, APartFailsTheKernel) {
  tensor.order = 7;
  EXPECT_EQ(weft_rt_invoke(runParts, tensors, &error), WEFT_RT_SIZE_OVERFLOW);
  EXPECT_EQ(error.detail[0], 7);
  EXPECT_EQ(array.data, nullptr);
}

TEST_F(InvocationTest, NumberOfThreads) {
  EXPECT_EQ(weft_rt_num_threads(), 0);
  weft_rt_set_num_threads(3);
  EXPECT_EQ(weft_rt_num_threads(), 3);
  // OpenMP libraries end a process that asks for many more.
  weft_rt_set_num_threads(2000000000);
  EXPECT_EQ(weft_rt_num_threads(), 1024);
  weft_rt_set_num_threads(-1);
  EXPECT_EQ(weft_rt_num_threads(), 0);
}

TEST_F(InvocationTest, EveryStatusHasWords) {
  for (int64_t status = 0; status < 7; ++status)
    EXPECT_FALSE(describe({status, {1, 2, 3}}).empty());
}

using InvocationDeathTest = InvocationTest;

TEST_F(InvocationDeathTest, FailureOutsideAnInvocation) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(weft_rt_fail(WEFT_RT_SIZE_OVERFLOW, 0, 0, 0),
              testing::ExitedWithCode(1), "^weft: error: ");
}
