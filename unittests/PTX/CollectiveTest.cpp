//===- CollectiveTest.cpp - Exchanges between lanes -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes, matches and reductions, in both orders of lanes.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
/// Runs in both orders.
class CollectiveTest : public KernelTest,
                       public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override { machine.options.isReverse = GetParam(); }
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Orders, CollectiveTest, ::testing::Bool());

TEST_P(CollectiveTest, shuffles) {
  auto down = compute("shfl.sync.down.b32 %r9, %r0, 4, 31, -1;", 32);
  auto up = compute("shfl.sync.up.b32 %r9, %r0, 4, 0, -1;", 32);
  auto butterfly = compute("shfl.sync.bfly.b32 %r9, %r0, 16, 31, -1;", 32);
  auto index = compute("shfl.sync.idx.b32 %r9, %r0, 7, 31, -1;", 32);
  for (unsigned i = 0; i < 32; ++i) {
    EXPECT_EQ(down[i], i + 4 < 32 ? i + 4 : i);
    EXPECT_EQ(up[i], i >= 4 ? i - 4 : i);
    EXPECT_EQ(butterfly[i], i ^ 16);
    EXPECT_EQ(index[i], 7u);
  }
}

// Segments of eight lanes: the control is (32 - 8) << 8 | clamp.
TEST_P(CollectiveTest, shufflesInSegments) {
  auto down = compute("shfl.sync.down.b32 %r9, %r0, 4, 6175, -1;", 32);
  auto up = compute("shfl.sync.up.b32 %r9, %r0, 1, 6144, -1;", 32);
  auto index = compute("shfl.sync.idx.b32 %r9, %r0, 3, 6175, -1;", 32);
  for (unsigned i = 0; i < 32; ++i) {
    EXPECT_EQ(down[i], i % 8 < 4 ? i + 4 : i);
    EXPECT_EQ(up[i], i % 8 ? i - 1 : i);
    EXPECT_EQ(index[i], i / 8 * 8 + 3);
  }
}

TEST_P(CollectiveTest, saysWhetherLanesAreInRange) {
  auto inside = compute("shfl.sync.down.b32 %r8|%p1, %r0, 4, 31, -1;"
                        "selp.b32 %r9, 1, 0, %p1;",
                        32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(inside[i], i + 4 < 32);
}

TEST_P(CollectiveTest, votes) {
  const std::string isOdd = "and.b32 %r1, %r0, 1; setp.eq.s32 %p1, %r1, 1;\n";
  auto ballot = compute(isOdd + "vote.sync.ballot.b32 %r9, %p1, -1;", 32);
  auto negated = compute(isOdd + "vote.sync.ballot.b32 %r9, !%p1, -1;", 8);
  auto any = compute(
      isOdd + "vote.sync.any.pred %p2, %p1, -1; selp.b32 %r9, 1, 0, %p2;", 2);
  auto all = compute(
      isOdd + "vote.sync.all.pred %p2, %p1, -1; selp.b32 %r9, 1, 0, %p2;", 2);
  auto uniform = compute(
      isOdd + "vote.sync.uni.pred %p2, %p1, -1; selp.b32 %r9, 1, 0, %p2;", 1);
  EXPECT_EQ(ballot[5], 0xaaaaaaaa);
  EXPECT_EQ(negated[5], 0x55u);
  EXPECT_EQ(any[0], 1u);
  EXPECT_EQ(all[1], 0u);
  EXPECT_EQ(uniform[0], 1u);
}

TEST_P(CollectiveTest, matches) {
  auto any =
      compute("and.b32 %r1, %r0, 3; match.any.sync.b32 %r9, %r1, -1;", 32);
  auto all = compute("match.all.sync.b32 %r9|%p1, %r0, -1;", 32);
  auto same = compute("mov.u64 %l5, 7; match.all.sync.b64 %r9|%p1, %l5, -1;"
                      "@!%p1 mov.u32 %r9, 0;",
                      32);
  EXPECT_EQ(any[1], 0x22222222u);
  EXPECT_EQ(all[3], 0u);
  EXPECT_EQ(same[3], 0xffffffffu);
}

TEST_P(CollectiveTest, reduces) {
  EXPECT_EQ(compute("redux.sync.add.s32 %r9, %r0, -1;", 32)[9], 496u);
  EXPECT_EQ(compute("redux.sync.max.u32 %r9, %r0, -1;", 32)[9], 31u);
  EXPECT_EQ(
      compute("sub.s32 %r1, %r0, 5; redux.sync.min.s32 %r9, %r1, -1;", 32)[9],
      uint32_t(-5));
  EXPECT_EQ(compute("redux.sync.or.b32 %r9, %r0, -1;", 32)[9], 31u);
  EXPECT_EQ(compute("redux.sync.xor.b32 %r9, %r0, -1;", 3)[1], 3u);
  EXPECT_EQ(compute("redux.sync.and.b32 %r9, %r0, -1;", 32)[9], 0u);
}

TEST_P(CollectiveTest, electsOneLane) {
  auto leaders =
      compute("elect.sync %r8|%p1, -1; selp.b32 %r9, 1, 0, %p1;", 32);
  EXPECT_EQ(leaders[0], 1u);
  EXPECT_EQ(leaders[1], 0u);
}

// The lanes of the mask wait for each other, whichever come first.
TEST_P(CollectiveTest, waitsForLanesThatDiverged) {
  auto sums = compute("  mov.u32 %r1, 0;\n"
                      "  setp.lt.u32 %p1, %r0, 16;\n"
                      "  @%p1 bra LOW;\n"
                      "  add.u32 %r1, %r0, 100;\n"
                      "  bra JOIN;\n"
                      "LOW:\n"
                      "  add.u32 %r1, %r0, 200;\n"
                      "JOIN:\n"
                      "  shfl.sync.bfly.b32 %r9, %r1, 16, 31, -1;",
                      32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(sums[i], (i ^ 16) + (i < 16 ? 100 : 200));
}

TEST_P(CollectiveTest, exchangesAmongTheLanesOfAMask) {
  auto sums = compute("  mov.u32 %r9, %r0;\n"
                      "  setp.ge.u32 %p1, %r0, 8;\n"
                      "  @%p1 bra DONE;\n"
                      "  shfl.sync.bfly.b32 %r9, %r0, 1, 31, 255;\n"
                      "DONE:",
                      32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(sums[i], i < 8 ? i ^ 1 : i);
}

// Lanes that have exited are not waited for.
TEST_P(CollectiveTest, ignoresLanesThatHaveExited) {
  Allocation *buffer = makeBuffer(std::vector<uint32_t>(32));
  Fault fault = runBody("  setp.ge.u32 %p1, %r0, 8;\n"
                        "  @%p1 exit;\n"
                        "  vote.sync.ballot.b32 %r9, 1, -1;\n"
                        "  st.global.u32 [%l1], %r9;",
                        32, buffer);
  EXPECT_EQ(fault.text, "");
  uint32_t first;
  std::memcpy(&first, buffer->data, 4);
  EXPECT_EQ(first, 0xffu);
}

// Lanes at one instruction may name different lanes, as after a match.
TEST_P(CollectiveTest, exchangesInGroupsOfAMatch) {
  auto sums = compute("  rem.u32 %r1, %r0, 3;\n"
                      "  match.any.sync.b32 %r2, %r1, -1;\n"
                      "  redux.sync.add.u32 %r9, %r0, %r2;",
                      32);
  EXPECT_EQ(sums[0], 165u);
  EXPECT_EQ(sums[1], 176u);
  EXPECT_EQ(sums[2], 155u);
  EXPECT_EQ(sums[31], 176u);
}

TEST_P(CollectiveTest, getsTheActiveLanes) {
  auto masks = compute("  mov.u32 %r9, 0;\n"
                       "  setp.ge.u32 %p1, %r0, 8;\n"
                       "  @%p1 bra DONE;\n"
                       "  activemask.b32 %r9;\n"
                       "DONE:",
                       32);
  EXPECT_EQ(masks[3], 0xffu);
}

TEST_F(KernelTest, refusesExchangesWithoutSync) {
  EXPECT_EQ(refusal("shfl.down.b32 %r9, %r0, 4, 31;"), "'shfl' without .sync");
  EXPECT_EQ(refusal("vote.sync.ballot.pred %p9, %p0, -1;"),
            "unknown type or form of 'vote.sync.ballot.pred'");
  EXPECT_EQ(refusal("redux.sync.add.b32 %r9, %r0, -1;"),
            "unknown type or form of 'redux.sync.add.b32'");
}
