//===- LoopSharingTest.cpp - Tests for loops that may be shared -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every iteration of a loop runs once, on however many threads. The tests have
// no OpenMP library, but for one in a process of its own; those of kernels
// (test/Integration) load one.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
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

/// Shares a loop among threads, and another one in a process that is forked
/// then. Ends the process with zero if the second loop comes to its end.
[[noreturn]] static void shareInFork() {
  std::vector<int> counts(1000);
  weft_rt_set_num_threads(2);
  weft_rt_share(0, 1000, count, &counts);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    weft_rt_share(0, 1000, count, &counts);
    _exit(counts == std::vector<int>(1000, 2) ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 2);
}

static bool openGnuThreads() {
  return dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL) != nullptr;
}

/// Whether there is GCC's library, without having it in this process.
static bool hasGnuThreads() {
  pid_t child = fork();
  if (child == 0)
    _exit(openGnuThreads() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

// GCC's library waits there for the threads of the process that was forked.
TEST(LoopSharingDeathTest, AForkOfGnuThreadsEnds) {
  if (!hasGnuThreads())
    GTEST_SKIP() << "there is no libgomp";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("WEFT_SHARE_FROM", "0", 1);
        if (!openGnuThreads())
          _exit(3);
        shareInFork();
      },
      testing::ExitedWithCode(0), "");
}

/// Runs short loops, one soon after the other, until a second thread comes.
/// Ends the process with zero if one does.
[[noreturn]] static void shareShortLoops() {
  static std::atomic<bool> hasCome{false};
  static const pthread_t caller = pthread_self();
  using Clock = std::chrono::steady_clock;
  // Loops take a tenth of a millisecond.
  auto run = [](void *, int64_t begin, int64_t end) {
    if (!pthread_equal(pthread_self(), caller))
      hasCome = true;
    auto until = Clock::now() + (end - begin) * std::chrono::nanoseconds(1500);
    while (Clock::now() < until)
      continue;
  };
  weft_rt_set_num_threads(2);
  auto last = Clock::now() + std::chrono::seconds(20);
  while (!hasCome && Clock::now() < last)
    weft_rt_share(0, 64, run, nullptr);
  _exit(hasCome ? 0 : 1);
}

TEST(LoopSharingDeathTest, ThreadsComeToShortLoopsInSuccession) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        openThreadLibrary();
        shareShortLoops();
      },
      testing::ExitedWithCode(0), "");
}

/// Runs loops of several lengths on several numbers of threads. Ends the
/// process with zero if each iteration runs once, and if a part that fails ends
/// a kernel.
[[noreturn]] static void shareAmongMany() {
  setenv("WEFT_SHARE_FROM", "0", 1);
  openThreadLibrary();
  for (int threads : {2, 3, 7, 65, 70}) {
    weft_rt_set_num_threads(threads);
    for (int64_t length : {2, 5, 64, 66, 1000, 100000}) {
      std::vector<int> counts(length);
      weft_rt_share(0, length, count, &counts);
      if (counts != std::vector<int>(length, 1))
        _exit(1);
    }
    auto kernel = [](weft_tensor_data *const *) {
      weft_rt_share(
          0, 1000,
          [](void *, int64_t begin, int64_t end) {
            if (begin <= 700 && 700 < end)
              weft_rt_fail(WEFT_RT_INDEX_OVERFLOW, 700, 0, 0);
          },
          nullptr);
      _exit(2);
    };
    weft_rt_error error;
    if (weft_rt_invoke(kernel, nullptr, &error) != WEFT_RT_INDEX_OVERFLOW)
      _exit(4);
  }
  _exit(0);
}

TEST(LoopSharingDeathTest, EachIterationRunsOnceOnThreads) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(shareAmongMany(), testing::ExitedWithCode(0), "");
}

TEST(LoopSharingTest, NumbersOfThreads) {
  EXPECT_EQ(parseNumThreads("8"), 8);
  EXPECT_EQ(parseNumThreads(" 4 , 2"), 4);
  for (const char *text : {"", "0", "1025", "-1", "two", "4,", ",4", "4;2",
                           "4,0", "99999999999999999999"})
    EXPECT_EQ(parseNumThreads(text), std::nullopt) << text;
}
