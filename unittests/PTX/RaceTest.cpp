//===- RaceTest.cpp - Races between threads ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs of accesses that race, and the same pairs with what orders them.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class RaceTest : public KernelTest, public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override { machine.options.isReverse = GetParam(); }

  /// The text of the fault of a body in blocks of one or two warps.
  std::string race(const std::string &body, unsigned threads = 64,
                   unsigned blocks = 1) {
    Allocation *buffer = makeBuffer(std::vector<uint32_t>(64));
    Fault fault =
        run(kHeader + ".shared .align 4 .b8 data[512];\n" +
                ".entry k(.param .u64 out) {\n" + kRegisters +
                "  ld.param.u64 %l0, [out];\n  mov.u32 %r0, %tid.x;\n"
                "  mov.u32 %r20, %ctaid.x;\n"
                "  mad.wide.u32 %l1, %r0, 4, %l0;\n"
                "  mov.u32 %r10, data;\n  mad.lo.u32 %r11, %r0, 4, %r10;\n"
                "  xor.b32 %r12, %r0, 1;\n"
                "  mad.lo.u32 %r12, %r12, 4, %r10;\n"
                "  xor.b32 %r13, %r0, 32;\n"
                "  mad.lo.u32 %r13, %r13, 4, %r10;\n" +
                body + "\n}\n",
            {blocks, 1, 1}, {threads, 1, 1}, {buffer->base});
    EXPECT_TRUE(fault.kind == FaultKind::None || fault.kind == FaultKind::Race)
        << fault.text;
    return fault.text;
  }
  void expectRace(const std::string &body, const std::string &text,
                  unsigned threads = 64, unsigned blocks = 1) {
    std::string found = race(body, threads, blocks);
    EXPECT_NE(found.find(text), std::string::npos) << body << found;
  }
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Orders, RaceTest, ::testing::Bool());

TEST_P(RaceTest, findsWritesOfDifferentValues) {
  expectRace("  st.global.u32 [%l0], %r0;", "race: store of 4 bytes");
  expectRace("  st.shared.u32 [data], %r0;", "race: store of 4 bytes");
  expectRace("  st.global.u32 [%l0], %r20;", "of block", 1, 2);
  // All threads store one value.
  EXPECT_EQ(race("  st.global.u32 [%l0], 7;", 64, 2), "");
}

TEST_P(RaceTest, findsReadsOfWhatOthersWrite) {
  const std::string write = "  st.shared.u32 [%r11], %r0;\n";
  // The neighbour is in the same warp, or in the other one.
  expectRace(write + "  ld.shared.u32 %r1, [%r12];",
             "load of 4 bytes at shared address 0x");
  EXPECT_EQ(race(write + "  bar.warp.sync -1;\n  ld.shared.u32 %r1, [%r12];"),
            "");
  EXPECT_EQ(race(write + "  bar.sync 0;\n  ld.shared.u32 %r1, [%r13];"), "");
  // A barrier of a warp orders nothing between warps.
  const std::string both = write + "  bar.sync 0;\n  st.shared.u32 [%r11], 9;\n"
                                   "  bar.warp.sync -1;\n";
  expectRace(both + "  ld.shared.u32 %r1, [%r13];", "race: ");
  EXPECT_EQ(race(both + "  ld.shared.u32 %r1, [%r12];"), "");
}

TEST_P(RaceTest, findsWritesOfWhatOthersRead) {
  const std::string read = "  st.shared.u32 [%r11], %r0;\n  bar.sync 0;\n"
                           "  ld.shared.u32 %r1, [data];\n";
  const std::string first = "  setp.eq.u32 %p1, %r0, 0;\n";
  expectRace(read + first + "  @%p1 st.shared.u32 [data], 5;", "race: ");
  EXPECT_EQ(race(read + "  bar.sync 0;\n" + first +
                 "  @%p1 st.shared.u32 [data], 5;"),
            "");
  // Lanes of the warp have read, and all of them have synchronized.
  EXPECT_EQ(race(read + "  bar.warp.sync -1;\n" + first +
                     "  @%p1 st.shared.u32 [data], 5;",
                 32),
            "");
}

TEST_P(RaceTest, findsAtomicsAmongOtherAccesses) {
  EXPECT_EQ(race("  red.global.add.u32 [%l0], 1;", 64, 3), "");
  expectRace("  red.global.add.u32 [%l0], 1;\n  ld.global.u32 %r1, [%l0];",
             "race: ");
  EXPECT_EQ(race("  red.global.add.u32 [%l0], 1;\n"
                 "  ld.relaxed.gpu.global.u32 %r1, [%l0];"),
            "");
  EXPECT_EQ(race("  red.global.add.u32 [%l0], 1;\n  bar.sync 0;\n"
                 "  ld.global.u32 %r1, [%l0];"),
            "");
}

// Other bytes of one word are other memory.
TEST_P(RaceTest, looksAtBytes) {
  EXPECT_EQ(race("  cvt.u64.u32 %l2, %r0;\n  add.u64 %l3, %l0, %l2;\n"
                 "  st.global.u8 [%l3], %r0;\n  ld.global.u8 %r1, [%l3];"),
            "");
  EXPECT_EQ(race("  mad.wide.u32 %l3, %r0, 2, %l0;\n"
                 "  st.global.u16 [%l3], %r0;\n  ld.global.u16 %r1, [%l3];"),
            "");
}

// A block publishes a value, and another one waits for the flag.
TEST_P(RaceTest, knowsFencesBetweenBlocks) {
  const std::string publish = "  setp.ne.u32 %p1, %r20, 0;\n"
                              "  @%p1 bra READ;\n"
                              "  st.global.u32 [%l0], 7;\n";
  const std::string flag = "  st.relaxed.gpu.global.u32 [%l0+4], 1;\n"
                           "  exit;\n"
                           "READ:\n"
                           "  ld.relaxed.gpu.global.u32 %r1, [%l0+4];\n";
  const std::string read = "  ld.global.u32 %r2, [%l0];";
  if (GetParam())
    return;
  expectRace(publish + flag + read, "race: load", 1, 2);
  expectRace(publish + "  membar.gl;\n" + flag + read, "race: load", 1, 2);
  EXPECT_EQ(
      race(publish + "  membar.gl;\n" + flag + "  membar.gl;\n" + read, 1, 2),
      "");
  EXPECT_EQ(race(publish +
                     "  st.release.gpu.global.u32 [%l0+4], 1;\n"
                     "  exit;\n"
                     "READ:\n"
                     "  ld.acquire.gpu.global.u32 %r1, [%l0+4];\n" +
                     read,
                 1, 2),
            "");
}

TEST_P(RaceTest, findsNonCoherentLoadsOfWhatIsWritten) {
  expectRace("  st.global.u32 [%l1], %r0;\n  ld.global.nc.u32 %r1, [%l1];",
             "non-coherent load");
  EXPECT_EQ(race("  ld.global.nc.u32 %r1, [%l0];"), "");
}

TEST_P(RaceTest, startsAnewInEachLaunch) {
  EXPECT_EQ(race("  st.global.u32 [%l1], %r0;"), "");
  EXPECT_EQ(race("  ld.global.u32 %r1, [%l0];"), "");
  machine.options.checksRaces = false;
  EXPECT_EQ(race("  st.global.u32 [%l0], %r0;"), "");
}
