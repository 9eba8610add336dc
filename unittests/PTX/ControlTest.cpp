//===- ControlTest.cpp - Branches, calls and barriers -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divergence and reconvergence, functions, and blocks in both orders.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class ControlTest : public KernelTest,
                    public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override { machine.options.isReverse = GetParam(); }
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Orders, ControlTest, ::testing::Bool());

// Thread i adds the numbers up to i.
static const std::string kLoop = "  mov.u32 %r9, 0;\n"
                                 "  mov.u32 %r1, 0;\n"
                                 "LOOP:\n"
                                 "  setp.gt.u32 %p1, %r1, %r0;\n"
                                 "  @%p1 bra DONE;\n"
                                 "  add.u32 %r9, %r9, %r1;\n"
                                 "  add.u32 %r1, %r1, 1;\n"
                                 "  bra.uni LOOP;\n"
                                 "DONE:";

TEST_P(ControlTest, loopsOfDifferentLengths) {
  auto sums = compute(kLoop, 100);
  for (unsigned i = 0; i < 100; ++i)
    EXPECT_EQ(sums[i], i * (i + 1) / 2);
}

TEST_P(ControlTest, branchesByIndex) {
  auto values = compute("  rem.u32 %r1, %r0, 3;\n"
                        "TARGETS: .branchtargets A, B, C;\n"
                        "  brx.idx %r1, TARGETS;\n"
                        "A: mov.u32 %r9, 10; bra D;\n"
                        "B: mov.u32 %r9, 20; bra D;\n"
                        "C: mov.u32 %r9, 30;\n"
                        "D:",
                        32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], (i % 3 + 1) * 10);
}

TEST_P(ControlTest, guardsInstructions) {
  auto values = compute("  mov.u32 %r9, 1;\n"
                        "  setp.lt.u32 %p1, %r0, 5;\n"
                        "  @%p1 mov.u32 %r9, 2;\n"
                        "  @!%p1 add.u32 %r9, %r9, %r0;",
                        32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i < 5 ? 2 : 1 + i);
}

static const std::string kFunctions =
    ".func (.param .b32 result) twice(.param .b32 a, .param .align 4 .b8 "
    "pair[8])\n"
    "{\n  .reg .b32 %r<5>;\n  .reg .pred %p<2>;\n"
    "  ld.param.b32 %r1, [a];\n"
    "  ld.param.b32 %r2, [pair+4];\n"
    "  setp.gt.u32 %p1, %r1, 7;\n"
    "  @%p1 bra LARGE;\n"
    "  add.u32 %r3, %r1, %r2;\n"
    "  st.param.b32 [result], %r3;\n"
    "  ret;\n"
    "LARGE:\n"
    "  st.param.b32 [result+0], %r1;\n"
    "  ret;\n}\n"
    ".func (.reg .b32 out) next(.reg .b32 in)\n"
    "{\n  add.u32 out, in, 1;\n  ret;\n}\n";

TEST_P(ControlTest, callsFunctions) {
  auto values = compute("  { .param .b32 a; .param .align 4 .b8 b[8];\n"
                        "    .param .b32 c;\n"
                        "    st.param.b32 [a], %r0;\n"
                        "    st.param.b32 [b], 0;\n"
                        "    st.param.b32 [b+4], 100;\n"
                        "    call.uni (c), twice, (a, b);\n"
                        "    ld.param.b32 %r9, [c];\n  }\n"
                        "  call (%r9), next, (%r9);",
                        32, kFunctions);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], (i > 7 ? i : i + 100) + 1);
}

TEST_P(ControlTest, callsUnderAGuard) {
  auto values = compute("  mov.u32 %r9, %r0;\n"
                        "  setp.lt.u32 %p1, %r0, 9;\n"
                        "  @%p1 call (%r9), next, (%r9);",
                        32, kFunctions);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i < 9 ? i + 1 : i);
}

// Values go around a block of five warps.
TEST_P(ControlTest, exchangesThroughSharedMemory) {
  auto values = compute("  mov.u32 %r1, data;\n"
                        "  mad.lo.u32 %r2, %r0, 4, %r1;\n"
                        "  st.shared.u32 [%r2], %r0;\n"
                        "  bar.sync 0;\n"
                        "  sub.u32 %r3, 159, %r0;\n"
                        "  mad.lo.u32 %r2, %r3, 4, %r1;\n"
                        "  ld.shared.u32 %r9, [%r2];",
                        160, ".shared .align 4 .b8 data[640];\n");
  for (unsigned i = 0; i < 160; ++i)
    EXPECT_EQ(values[i], 159 - i);
  EXPECT_EQ(machine.counts.barriers, 1u);
}

// Two warps meet at a barrier of their own.
TEST_P(ControlTest, namesBarriers) {
  auto values = compute("  mov.u32 %r9, 0;\n"
                        "  setp.ge.u32 %p1, %r0, 64;\n"
                        "  @%p1 bra DONE;\n"
                        "  setp.eq.u32 %p2, %r0, 40;\n"
                        "  @%p2 st.shared.u32 [data], 7;\n"
                        "  barrier.sync 3, 64;\n"
                        "  ld.shared.u32 %r9, [data];\n"
                        "DONE:\n"
                        "  bar.sync 0;",
                        96, ".shared .align 4 .b8 data[4];\n");
  EXPECT_EQ(values[0], 7u);
  EXPECT_EQ(values[63], 7u);
  EXPECT_EQ(values[64], 0u);
}

// A producer does not wait for the consumers it lets continue.
TEST_P(ControlTest, arrivesWithoutWaiting) {
  auto values = compute("  mov.u32 %r9, 0;\n"
                        "  setp.ge.u32 %p1, %r0, 32;\n"
                        "  @%p1 bra CONSUMER;\n"
                        "  setp.eq.u32 %p2, %r0, 0;\n"
                        "  @%p2 st.shared.u32 [data], 7;\n"
                        "  bar.arrive 1, 64;\n"
                        "  bra DONE;\n"
                        "CONSUMER:\n"
                        "  bar.sync 1, 64;\n"
                        "  ld.shared.u32 %r9, [data];\n"
                        "DONE:",
                        64, ".shared .align 4 .b8 data[4];\n");
  EXPECT_EQ(values[0], 0u);
  EXPECT_EQ(values[40], 7u);
}

// Whether all, any and how many threads of a block hold a predicate.
TEST_P(ControlTest, combinesAtBarriers) {
  const std::string test = "  setp.lt.u32 %p1, %r0, 40;\n";
  EXPECT_EQ(compute(test + "  bar.red.popc.u32 %r9, 0, %p1;", 64)[50], 40u);
  EXPECT_EQ(compute(test + "  bar.red.and.pred %p2, 0, %p1;\n"
                           "  selp.b32 %r9, 1, 0, %p2;",
                    64)[0],
            0u);
  EXPECT_EQ(compute(test + "  barrier.red.or.pred %p2, 0, !%p1;\n"
                           "  selp.b32 %r9, 1, 0, %p2;",
                    64)[0],
            1u);
}

// Lanes of one warp hold a lock in turn; those that wait do not starve the
// one that has it.
TEST_P(ControlTest, letsLanesWaitForEachOther) {
  Allocation *buffer = makeBuffer({0, 0});
  Fault fault = runBody("TRY:\n"
                        "  atom.global.cas.b32 %r1, [%l0], 0, 1;\n"
                        "  setp.ne.u32 %p1, %r1, 0;\n"
                        "  @%p1 bra TRY;\n"
                        "  ld.volatile.global.u32 %r9, [%l0+4];\n"
                        "  add.u32 %r9, %r9, 1;\n"
                        "  st.volatile.global.u32 [%l0+4], %r9;\n"
                        "  membar.gl;\n"
                        "  atom.global.exch.b32 %r1, [%l0], 0;",
                        5, buffer);
  EXPECT_EQ(fault.text, "");
  uint32_t number;
  std::memcpy(&number, buffer->data + 4, 4);
  EXPECT_EQ(number, 5u);
}

TEST_P(ControlTest, hasSpecialRegisters) {
  Allocation *buffer = makeBuffer(std::vector<uint32_t>(24 * 4));
  std::string body = kHeader + ".entry k(.param .u64 out) {\n" + kRegisters +
                     "  ld.param.u64 %l0, [out];\n"
                     "  mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y;\n"
                     "  mov.u32 %r2, %ntid.x; mad.lo.u32 %r3, %r1, %r2, %r0;\n"
                     "  mov.u32 %r4, %ctaid.z; mov.u32 %r5, %nctaid.z;\n"
                     "  mad.lo.u32 %r6, %r4, 12, %r3;\n"
                     "  mad.wide.u32 %l1, %r6, 16, %l0;\n"
                     "  mov.u32 %r7, %lanemask_lt; mov.u32 %r8, %laneid;\n"
                     "  shl.b32 %r9, %r5, 8; or.b32 %r9, %r9, %r1;\n"
                     "  st.global.v4.u32 [%l1], {%r6, %r7, %r8, %r9};\n}\n";
  EXPECT_EQ(run(body, {1, 1, 2}, {4, 3, 1}, {buffer->base}).text, "");
  uint32_t words[4];
  std::memcpy(words, buffer->data + 16 * (12 + 7), 16);
  EXPECT_EQ(words[0], 19u);
  EXPECT_EQ(words[1], 127u);
  EXPECT_EQ(words[2], 7u);
  EXPECT_EQ(words[3], 0x201u);
}

// Lanes that leave the loop wait at its end: one branch diverges for each.
TEST_F(KernelTest, countsDivergence) {
  compute(kLoop, 32);
  EXPECT_EQ(machine.counts.divergentBranches, 31u);
  // Three instructions in front, the loops, the store and the exit.
  EXPECT_EQ(machine.counts.warpInstructions, 5u + 32 * 5 + 2 + 2);
  EXPECT_EQ(machine.counts.threads, 32u);
  EXPECT_EQ(machine.counts.longestWarp, machine.counts.warpInstructions);
}

// Functions that call each other twice are 2^40 calls.
TEST_F(KernelTest, refusesKernelsThatAreTooLarge) {
  std::string text = kHeader + ".func f0() { }\n";
  for (int i = 1; i < 40; ++i) {
    std::string call = "call f" + std::to_string(i - 1) + "; ";
    text += ".func f" + std::to_string(i) + "() { " + call + call + "}\n";
  }
  Diagnostic diagnostic;
  auto found = parseModule(text + ".entry k() { call f39; }\n", diagnostic);
  ASSERT_TRUE(found) << diagnostic.message;
  std::vector<Diagnostic> diagnostics;
  decode(
      *found, *found->findFunction("k"),
      [](std::string_view) { return std::nullopt; }, diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message,
            "the kernel has more than 4194304 instructions or 65536 calls, "
            "with its functions inlined");
  EXPECT_EQ(refusal(".local .b8 stack[1000000]; st.local.u8 [stack], 1;"),
            "the kernel has more than 512 KiB of local memory");
}

TEST_F(KernelTest, refusesCalls) {
  EXPECT_EQ(refusal("call none;"),
            "function 'none' is not defined in the module");
  EXPECT_EQ(refusal("call %l0, (%r0), p;"), "indirect calls are not supported");
  EXPECT_EQ(refusal("bra NOWHERE;"), "label 'NOWHERE' is not defined");
  Diagnostic diagnostic;
  auto found = parseModule(
      kHeader + ".func f() { call f; ret; }\n.entry k() { call f; ret; }\n",
      diagnostic);
  ASSERT_TRUE(found) << diagnostic.message;
  std::vector<Diagnostic> diagnostics;
  decode(
      *found, *found->findFunction("k"),
      [](std::string_view) { return std::nullopt; }, diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message, "recursive calls are not supported");
  EXPECT_EQ(diagnostics[0].line, 4u);
}
