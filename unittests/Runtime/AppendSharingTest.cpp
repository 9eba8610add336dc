//===- AppendSharingTest.cpp - Tests for loops that append ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop appends is the same on however many threads, in the order of the
// iterations. Threads are in a process of their own, since the tests have no
// OpenMP library.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/TensorABI.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace {
/// What a loop carries: how many entries there are, their numbers, for each
/// entry `width` components, of which some are never stored, and a count for
/// each of the entries but the first, as bounds have.
struct Loop {
  int64_t width = 3;
  /// How much an iteration appends, at the most, and the first that does.
  int64_t most = 5, first = 0;
  /// From which iteration on nothing is stored but numbers.
  int64_t stored = std::numeric_limits<int64_t>::max();
  /// Whether there are numbers and one component for each only, in arrays that
  /// have one room.
  bool isBare = false;
  /// The iteration that fails; negative for none.
  int64_t failing = -1;

  int64_t memory[2 + 3 * 7 + 7];
  int64_t *words = nullptr;

  enum { Numbers, Components, Counts, Length, Room, ClearedRoom, CountRoom };

  void begin();
  /// What an iteration appends.
  void append(int64_t iteration, int64_t *words) const;
};
} // namespace

template <typename Ty> static Ty *getArray(const int64_t *words, int number) {
  return reinterpret_cast<Ty *>(words[number]);
}

/// Makes room for `needed` elements in an array, and zeros if it is cleared.
template <typename Ty>
static void grow(int64_t *words, int number, int room, int64_t needed,
                 bool isCleared) {
  int64_t had = words[room];
  if (needed <= had)
    return;
  int64_t has = weft_rt_capacity(had, needed, -1, sizeof(Ty));
  void *data = weft_rt_realloc(getArray<void>(words, number),
                               has * static_cast<int64_t>(sizeof(Ty)));
  words[number] = reinterpret_cast<int64_t>(data);
  words[room] = has;
  if (isCleared)
    std::memset(getArray<Ty>(words, number) + had, 0, (has - had) * sizeof(Ty));
}

void Loop::begin() {
  const int64_t begun[] = {
      7, 3, Numbers,    Room,        Length, sizeof(int32_t), 1,
      0, 0, Components, ClearedRoom, Length, sizeof(double),  width,
      0, 1, Counts,     CountRoom,   Length, sizeof(int16_t), 1,
      1, 1};
  std::memcpy(memory, begun, sizeof(begun));
  memory[1] = isBare ? 2 : 3;
  const int64_t alike[] = {Components, Room, Length, sizeof(double), 1, 0, 0};
  if (isBare)
    std::memcpy(memory + 2 + 7, alike, sizeof(alike));
  words = memory + 2 + memory[1] * 7;
  std::memset(words, 0, 7 * sizeof(int64_t));
  words[Numbers] = reinterpret_cast<int64_t>(weft_rt_alloc(4));
  words[Components] = reinterpret_cast<int64_t>(weft_rt_alloc(8));
  words[Counts] = reinterpret_cast<int64_t>(weft_rt_alloc(2));
}

void Loop::append(int64_t iteration, int64_t *words) const {
  if (iteration == failing)
    weft_rt_fail(WEFT_RT_INDEX_OVERFLOW, iteration, 0, 0);
  int64_t count = iteration < first ? 0 : iteration * 7 % (most + 1);
  for (int64_t i = 0; i < count; ++i) {
    int64_t length = words[Length]++;
    if (isBare) {
      int64_t room = words[Room];
      grow<double>(words, Components, Room, length + 1, false);
      words[Room] = room;
    }
    grow<int32_t>(words, Numbers, Room, length + 1, false);
    if (isBare)
      getArray<double>(words, Components)[length] =
          static_cast<double>(iteration);
    getArray<int32_t>(words, Numbers)[length] =
        static_cast<int32_t>(iteration * 100 + i);
    // Of the last entries of a part nothing may be stored.
    if (isBare || iteration >= stored)
      continue;
    if (i % 2 == 0) {
      grow<double>(words, Components, ClearedRoom, (length + 1) * width, true);
      getArray<double>(words, Components)[length * width + 1] =
          static_cast<double>(iteration);
    }
    if (i % 3 == 0) {
      grow<int16_t>(words, Counts, CountRoom, length + 2, true);
      getArray<int16_t>(words, Counts)[length + 1] =
          static_cast<int16_t>(iteration % 1000);
    }
  }
}

static void run(void *arguments, int64_t begin, int64_t end, int64_t *words) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<Loop *>(arguments)->append(i, words);
}

/// Leaves memory behind that is not zero, which arrays will be in.
static void soilMemory() {
  void *blocks[12];
  for (int i = 0; i < 12; ++i) {
    int64_t bytes = int64_t(1) << (14 + i);
    blocks[i] = weft_rt_alloc(bytes);
    std::memset(blocks[i], 0x55, bytes);
  }
  for (void *block : blocks)
    weft_rt_free(block);
}

/// Runs `count` iterations in a kernel; returns what went wrong, or compares
/// what is appended with what one part appends.
static weft_rt_error share(Loop &loop, int64_t count) {
  static Loop *shared;
  static int64_t length;
  shared = &loop;
  length = count;
  auto kernel = [](weft_tensor_data *const *) {
    Loop alone = *shared;
    alone.failing = -1;
    alone.begin();
    run(&alone, 0, length, alone.words);
    shared->begin();
    soilMemory();
    weft_rt_share_appends(0, length, run, shared, shared->memory);
    const int64_t *one = alone.words, *many = shared->words;
    int64_t count = one[Loop::Length], width = shared->width;
    ASSERT_EQ(many[Loop::Length], count);
    ASSERT_GE(many[Loop::Room], count);
    for (int64_t i = 0; i < count; ++i)
      ASSERT_EQ(getArray<int32_t>(many, Loop::Numbers)[i],
                getArray<int32_t>(one, Loop::Numbers)[i]);
    for (int64_t i = 0; i < count && shared->isBare; ++i)
      ASSERT_EQ(getArray<double>(many, Loop::Components)[i],
                getArray<double>(one, Loop::Components)[i]);
    if (shared->isBare)
      return;
    // What is behind the room was never stored, and is zero.
    auto getAt = [](const auto *array, int64_t room, int64_t i) {
      return i < room ? array[i] : 0;
    };
    // Whoever appends more grows what has less room, and fills that.
    ASSERT_LE(many[Loop::ClearedRoom],
              std::max(one[Loop::ClearedRoom], count * width));
    for (int64_t i = 0; i < count * width; ++i)
      ASSERT_EQ(getAt(getArray<double>(many, Loop::Components),
                      many[Loop::ClearedRoom], i),
                getAt(getArray<double>(one, Loop::Components),
                      one[Loop::ClearedRoom], i));
    for (int64_t i = 1; i <= count; ++i)
      ASSERT_EQ(
          getAt(getArray<int16_t>(many, Loop::Counts), many[Loop::CountRoom],
                i),
          getAt(getArray<int16_t>(one, Loop::Counts), one[Loop::CountRoom], i));
  };
  weft_rt_error error;
  weft_rt_invoke(kernel, nullptr, &error);
  return error;
}

TEST(AppendSharingTest, OneThreadAppends) {
  for (int64_t count : {0, 1, 2, 63, 1000}) {
    Loop loop;
    EXPECT_EQ(share(loop, count).status, WEFT_RT_OK) << count;
  }
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Runs loops on threads, and ends the process with zero if all is well.
[[noreturn]] static void shareOnThreads() {
  setenv("WEFT_SHARE_FROM", "0", 1);
  weft::runtime::openThreadLibrary();
  for (int threads : {2, 3, 7}) {
    weft_rt_set_num_threads(threads);
    for (int64_t count : {2, 63, 64, 1000, 30000, 200000}) {
      Loop loop;
      EXPECT_EQ(share(loop, count).status, WEFT_RT_OK) << count;
    }
    // No cache holds the components.
    Loop wide;
    wide.width = 9;
    EXPECT_EQ(share(wide, 200000).status, WEFT_RT_OK);
    // Most entries come last, so that the result has too little room.
    Loop late;
    late.first = 20000;
    late.most = 50;
    EXPECT_EQ(share(late, 30000).status, WEFT_RT_OK);
    // Without anything that is cleared, the first pieces go to the result.
    for (int64_t first : {0, 20000}) {
      Loop numbers;
      numbers.isBare = true;
      numbers.first = first;
      EXPECT_EQ(share(numbers, 200000).status, WEFT_RT_OK) << first;
    }
    for (int64_t stored : {0, 100, 400, 10000}) {
      Loop bare;
      bare.stored = stored;
      EXPECT_EQ(share(bare, 30000).status, WEFT_RT_OK) << stored;
    }
    // Be it what is appended to the result itself.
    for (bool isBare : {false, true})
      for (int64_t failing : {1000, 20000}) {
        Loop fails;
        fails.isBare = isBare;
        fails.failing = failing;
        weft_rt_error error = share(fails, 30000);
        EXPECT_EQ(error.status, WEFT_RT_INDEX_OVERFLOW);
        EXPECT_EQ(error.detail[0], failing);
      }
  }
  _exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(AppendSharingDeathTest, ThreadsAppendTheSame) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(shareOnThreads(), testing::ExitedWithCode(0), "");
}
