//===- FaultTest.cpp - Faults that kernels are made to have -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each check of the machine finds a fault that was put in, and says where it
// is; its neighbours, which are no faults, pass.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class FaultTest : public KernelTest,
                  public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override { machine.options.isReverse = GetParam(); }

  /// Checks that a fault has a kind, a line of the body (its first is 1), and a
  /// text.
  void expectFault(const Fault &fault, FaultKind kind, unsigned line,
                   const std::string &text) {
    EXPECT_EQ(int(fault.kind), int(kind)) << fault.text;
    EXPECT_EQ(fault.line, kFirstLine + line) << fault.text;
    EXPECT_NE(fault.text.find(text), std::string::npos) << fault.text;
    EXPECT_EQ(fault.text.rfind("kernel 'k', PTX line ", 0), 0u) << fault.text;
  }
  /// Lines in front of a body.
  static constexpr unsigned kFirstLine = 14;
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Orders, FaultTest, ::testing::Bool());

TEST_P(FaultTest, findsAccessesOutOfBounds) {
  Allocation *buffer = makeBuffer({1, 2, 3});
  expectFault(runBody("  setp.eq.u32 %p1, %r0, 3;\n"
                      "  @%p1 ld.global.u32 %r1, [%l1];",
                      4, buffer),
              FaultKind::IllegalAddress, 2,
              "thread (3, 0, 0) of block (0, 0, 0): load of 4 bytes out of "
              "bounds at " +
                  formatAddress(buffer->base + 12) +
                  ", 0 bytes behind the end of the allocation of 12 bytes");
  expectFault(runBody("  st.global.u32 [%l0+-4], 0;", 1, buffer),
              FaultKind::IllegalAddress, 1,
              "4 bytes before the allocation of 12 bytes");
  expectFault(runBody("  red.global.add.u64 [%l0+8], 1;", 1, buffer),
              FaultKind::IllegalAddress, 1, "atomic operation of 8 bytes");
  expectFault(
      runBody("  ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%l0];", 1, buffer),
      FaultKind::IllegalAddress, 1, "load of 16 bytes");
  expectFault(runBody("  ld.u32 %r1, [0];", 1, buffer),
              FaultKind::IllegalAddress, 1, "out of bounds at 0x0");
}

TEST_P(FaultTest, findsAccessesToFreedMemory) {
  Allocation *buffer = makeBuffer({1}), *freed = makeBuffer({1});
  uint64_t address = freed->base;
  machine.memory.free(address);
  expectFault(runBody("  ld.global.u32 %r1, [" + std::to_string(address) + "];",
                      1, buffer),
              FaultKind::IllegalAddress, 1, "out of bounds");
  EXPECT_NE(makeBuffer({1})->base, address);
}

TEST_P(FaultTest, findsSharedAndLocalAccessesOutOfBounds) {
  Allocation *buffer = makeBuffer({0});
  const std::string data = ".shared .align 4 .b8 data[8]; ";
  expectFault(runBody("  mov.u32 %r1, data;\n  st.shared.u32 [%r1+16], 0;", 1,
                      buffer, data),
              FaultKind::IllegalAddress, 2,
              "shared address 0x10: the block has 16 bytes of shared memory");
  expectFault(runBody("  .local .align 4 .b8 stack[8];\n"
                      "  st.local.u32 [stack+8], 0;",
                      1, buffer),
              FaultKind::IllegalAddress, 2, "the thread has 8 bytes");
  expectFault(runBody("  ld.param.u32 %r1, [out+8];", 1, buffer),
              FaultKind::IllegalAddress, 1, "there are 8 bytes of parameters");
}

TEST_P(FaultTest, findsMisalignedAccesses) {
  Allocation *buffer = makeBuffer({1, 2, 3, 4, 5});
  expectFault(runBody("  ld.global.u32 %r1, [%l0+2];", 1, buffer),
              FaultKind::Misaligned, 1, "which is not aligned to 4");
  expectFault(runBody("  st.global.v2.u32 [%l0+4], {%r0, %r0};", 1, buffer),
              FaultKind::Misaligned, 1, "which is not aligned to 8");
}

TEST_P(FaultTest, findsReadsOfUninitializedMemory) {
  Allocation *buffer = machine.memory.allocate(16);
  initialize(buffer->shadow, 0, 6);
  expectFault(runBody("  ld.global.u32 %r1, [%l0];\n"
                      "  ld.global.u32 %r1, [%l0+4];",
                      1, buffer),
              FaultKind::Uninitialized, 2, "byte 2 was never written");
  expectFault(runBody("  red.global.add.u32 [%l0+8], 1;", 1, buffer),
              FaultKind::Uninitialized, 1, "byte 0 was never written");
  expectFault(runBody("  ld.shared.u32 %r1, [data];", 1, buffer,
                      ".shared .align 4 .b8 data[8]; "),
              FaultKind::Uninitialized, 1, "byte 0 was never written");
  expectFault(runBody("  .local .align 4 .b8 stack[8];\n"
                      "  st.local.u16 [stack], 1;\n"
                      "  ld.local.u32 %r1, [stack];",
                      1, buffer),
              FaultKind::Uninitialized, 3, "byte 2 was never written");
  machine.options.checksUninitialized = false;
  EXPECT_EQ(runBody("  ld.global.u32 %r1, [%l0+4];", 1, buffer).text, "");
}

// Shared memory of a block is not that of the one before.
TEST_P(FaultTest, startsBlocksWithUninitializedMemory) {
  Allocation *buffer = makeBuffer({0});
  Fault fault =
      run(kHeader +
              ".shared .align 4 .b8 data[4];\n"
              ".entry k(.param .u64 out) {\n" +
              kRegisters + "  mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, " +
              (GetParam() ? "1" : "0") +
              ";\n"
              "  @%p1 st.shared.u32 [data], 1;\n"
              "  ld.shared.u32 %r2, [data];\n}\n",
          {2, 1, 1}, {1, 1, 1}, {buffer->base});
  EXPECT_EQ(int(fault.kind), int(FaultKind::Uninitialized)) << fault.text;
}

TEST_P(FaultTest, findsLimitsOfLaunches) {
  Allocation *buffer = makeBuffer({0});
  EXPECT_EQ(runBody("", 1025, buffer).text,
            "kernel 'k': blocks of 1025 x 1 x 1 threads exceed 1024 x 1024 x "
            "64");
  const std::string text = kHeader + ".entry k() .maxntid 64 { ret; }\n";
  EXPECT_EQ(run(text, {1, 1, 1}, {65, 1, 1}).text,
            "kernel 'k': blocks of 65 threads exceed its .maxntid of 64");
  EXPECT_EQ(run(text, {1, 65536, 1}, {64, 1, 1}).text,
            "kernel 'k': a grid of 1 x 65536 x 1 blocks exceeds 2147483647 x "
            "65535 x 65535");
  EXPECT_EQ(run(text, {1, 1, 1}, {64, 1, 1}, {}, 49153).text,
            "kernel 'k': 49153 bytes of shared memory exceed the limit of "
            "49152 (raise it with cuFuncSetAttribute, to 232448 at most)");
  EXPECT_EQ(run(text, {0, 1, 1}, {64, 1, 1}).kind, FaultKind::Launch);
  EXPECT_EQ(run(text, {1, 1, 1}, {32, 64, 1}).kind, FaultKind::Launch);
}

TEST_P(FaultTest, endsEndlessLoops) {
  Allocation *buffer = makeBuffer({0});
  machine.options.limit = 100000;
  expectFault(runBody("  setp.eq.u32 %p1, %r0, 3;\n"
                      "LOOP:\n"
                      "  @%p1 bra LOOP;",
                      4, buffer),
              FaultKind::Limit, 3, "the limit of 100000 instructions");
}

TEST_P(FaultTest, findsTraps) {
  Allocation *buffer = makeBuffer({0});
  expectFault(runBody("  setp.eq.u32 %p1, %r0, 3;\n  @%p1 trap;", 4, buffer),
              FaultKind::Trap, 2, "thread (3, 0, 0)");
}

TEST_P(FaultTest, findsDivergentBarriers) {
  Allocation *buffer = makeBuffer({0});
  // Lanes of one warp.
  expectFault(runBody("  setp.lt.u32 %p1, %r0, 16;\n"
                      "  @%p1 bar.sync 0;",
                      32, buffer),
              FaultKind::DivergentBarrier, 2,
              "divergent barrier: lanes 0xffff0000 of the warp have exited");
  // At two barriers.
  expectFault(runBody("  setp.lt.u32 %p1, %r0, 16;\n"
                      "  @%p1 bra LOW;\n"
                      "  bar.sync 0;\n"
                      "  exit;\n"
                      "LOW:\n"
                      "  bar.sync 0;",
                      32, buffer),
              FaultKind::DivergentBarrier, GetParam() ? 6 : 3,
              "of the warp wait here, lanes");
  // Warps of one block.
  expectFault(runBody("  setp.lt.u32 %p1, %r0, 32;\n"
                      "  @%p1 bar.sync 0;",
                      64, buffer),
              FaultKind::DivergentBarrier, 2,
              "barrier that 32 of 64 threads reach");
  expectFault(runBody("  bar.sync 0, 33;", 64, buffer),
              FaultKind::DivergentBarrier, 1,
              "a barrier of 33 threads, which is no multiple of 32");
  expectFault(runBody("  bar.sync 16;", 32, buffer),
              FaultKind::DivergentBarrier, 1, "barrier 16 of 16");
  machine.options.allowsExited = true;
  EXPECT_EQ(runBody("  setp.ge.u32 %p1, %r0, 16;\n"
                    "  @%p1 exit;\n"
                    "  bar.sync 0;",
                    64, buffer)
                .text,
            "");
}

TEST_P(FaultTest, findsInactiveLanes) {
  Allocation *buffer = makeBuffer({0});
  // The source is not in the mask.
  expectFault(runBody("  setp.ge.u32 %p1, %r0, 8;\n"
                      "  @%p1 exit;\n"
                      "  shfl.sync.idx.b32 %r9, %r0, 9, 31, 255;",
                      32, buffer),
              FaultKind::InactiveLane, 3,
              "shuffle from lane 9, which is not active");
  // The source has exited.
  expectFault(runBody("  setp.ge.u32 %p1, %r0, 8;\n"
                      "  @%p1 exit;\n"
                      "  shfl.sync.down.b32 %r9, %r0, 4, 31, -1;",
                      32, buffer),
              FaultKind::InactiveLane, 3, "which is not active");
  // A lane that is not in the mask.
  expectFault(runBody("  shfl.sync.idx.b32 %r9, %r0, 0, 31, 255;", 32, buffer),
              FaultKind::InactiveLane, 1,
              "thread (8, 0, 0) of block (0, 0, 0): the lane is not in the "
              "mask 0x000000ff");
  // Lanes that wait for each other at two places.
  expectFault(runBody("  setp.lt.u32 %p1, %r0, 16;\n"
                      "  @%p1 bra LOW;\n"
                      "  vote.sync.ballot.b32 %r9, 1, -1;\n"
                      "  exit;\n"
                      "LOW:\n"
                      "  vote.sync.any.pred %p2, 1, -1;",
                      32, buffer),
              FaultKind::InactiveLane, GetParam() ? 6 : 3, "but only 0x");
}
