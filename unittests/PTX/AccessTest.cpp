//===- AccessTest.cpp - Loads, stores and their counts ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widths, vectors and spaces; sectors, bytes and passes over banks.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class AccessTest : public KernelTest {
protected:
  /// Sectors of one load of 32 lanes with a stride in bytes.
  uint64_t sectors(unsigned stride) {
    Allocation *buffer = makeBuffer(std::vector<uint32_t>(8192));
    EXPECT_EQ(runBody("  mad.wide.u32 %l2, %r0, " + std::to_string(stride) +
                          ", %l0;\n  ld.global.u32 %r1, [%l2];",
                      32, buffer)
                  .text,
              "");
    EXPECT_EQ(machine.counts.globalRequests, 1u);
    EXPECT_EQ(machine.counts.globalBytes, 128u);
    EXPECT_EQ(machine.counts.uniqueSectors, machine.counts.globalSectors);
    return machine.counts.globalSectors;
  }
  /// Passes of one load of shared memory with a stride in bytes.
  uint64_t passes(unsigned stride, const std::string &load) {
    machine.options.checksUninitialized = false;
    Allocation *buffer = makeBuffer({0});
    EXPECT_EQ(runBody("  mov.u32 %r1, data;\n  mad.lo.u32 %r2, %r0, " +
                          std::to_string(stride) + ", %r1;\n" + load,
                      32, buffer, ".shared .align 16 .b8 data[8192];\n")
                  .text,
              "");
    EXPECT_EQ(machine.counts.sharedRequests, 1u);
    return machine.counts.sharedPasses;
  }
};
} // namespace

TEST_F(AccessTest, countsSectors) {
  EXPECT_EQ(sectors(0), 1u);
  EXPECT_EQ(sectors(4), 4u);
  EXPECT_EQ(sectors(8), 8u);
  EXPECT_EQ(sectors(32), 32u);
  EXPECT_EQ(sectors(512), 32u);
}

TEST_F(AccessTest, countsPassesOverBanks) {
  const std::string word = "  ld.shared.u32 %r3, [%r2];";
  EXPECT_EQ(passes(0, word), 1u);
  EXPECT_EQ(passes(4, word), 1u);
  EXPECT_EQ(passes(8, word), 2u);
  EXPECT_EQ(passes(128, word), 32u);
  EXPECT_EQ(passes(132, word), 1u);
  EXPECT_EQ(passes(8, "  ld.shared.u64 %l3, [%r2];"), 2u);
  EXPECT_EQ(passes(16, "  ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r2];"), 4u);
}

// What two requests access is counted once as unique.
TEST_F(AccessTest, countsUniqueSectors) {
  Allocation *buffer = makeBuffer(std::vector<uint32_t>(64));
  EXPECT_EQ(runBody("  ld.global.u32 %r1, [%l1];\n"
                    "  ld.global.u32 %r1, [%l1+128];\n"
                    "  ld.global.u32 %r1, [%l1];",
                    32, buffer)
                .text,
            "");
  EXPECT_EQ(machine.counts.globalRequests, 3u);
  EXPECT_EQ(machine.counts.globalSectors, 12u);
  EXPECT_EQ(machine.counts.uniqueSectors, 8u);
  EXPECT_EQ(machine.counts.laneInstructions,
            machine.counts.warpInstructions * 32);
}

TEST_F(AccessTest, extendsWhatItLoads) {
  Allocation *buffer = makeBuffer({0x80ff80fe});
  EXPECT_EQ(runBody("  ld.global.s8 %r1, [%l0];\n  ld.global.u8 %r2, [%l0];\n"
                    "  ld.global.s16 %r3, [%l0+2];\n"
                    "  ld.global.s8 %h1, [%l0];\n"
                    "  cvt.u32.u16 %r4, %h1;\n"
                    "  ld.global.s32 %l5, [%l0];\n"
                    "  shr.u64 %l5, %l5, 32; cvt.u32.u64 %r5, %l5;\n"
                    "  sub.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;\n"
                    "  add.u32 %r1, %r1, %r4; add.u32 %r1, %r1, %r5;\n"
                    "  st.global.u32 [%l0], %r1;",
                    1, buffer)
                .text,
            "");
  uint32_t sum;
  std::memcpy(&sum, buffer->data, 4);
  EXPECT_EQ(sum, uint32_t(-256 + int16_t(0x80ff) + 0xfffe - 1));
}

TEST_F(AccessTest, loadsAndStoresVectors) {
  auto values = compute("  st.shared.v2.b32 [data], {%r0, 5};\n"
                        "  st.shared.v4.u16 [data+8], {1, 2, 3, 4};\n"
                        "  ld.shared.v4.b32 {%r1, %r2, %r3, %r4}, [data];\n"
                        "  ld.shared.v2.u64 {%l3, %l4}, [data];\n"
                        "  ld.shared.b128 %q0, [data];\n"
                        "  st.shared.b128 [data+16], %q0;\n"
                        "  ld.shared.u32 %r5, [data+28];\n"
                        "  cvt.u32.u64 %r6, %l4;\n"
                        "  add.u32 %r9, %r2, %r3; add.u32 %r9, %r9, %r4;\n"
                        "  add.u32 %r9, %r9, %r5; add.u32 %r9, %r9, %r6;",
                        1, ".shared .align 16 .b8 data[32];\n");
  EXPECT_EQ(values[0], 5u + 2 * 0x20001 + 2 * 0x40003);
}

TEST_F(AccessTest, knowsGenericAddresses) {
  auto values = compute("  .local .align 8 .b8 stack[16];\n"
                        "  mov.u64 %l3, stack;\n"
                        "  cvta.local.u64 %l4, %l3;\n"
                        "  st.u32 [%l4+8], %r0;\n"
                        "  ld.local.u32 %r1, [%l3+8];\n"
                        "  mov.u64 %l5, data;\n"
                        "  cvta.shared.u64 %l6, %l5;\n"
                        "  st.u32 [%l6+4], 7;\n"
                        "  cvta.to.shared.u64 %l7, %l6;\n"
                        "  ld.shared.u32 %r2, [%l7+4];\n"
                        "  isspacep.shared %p1, %l6;\n"
                        "  isspacep.global %p2, %l0;\n"
                        "  isspacep.local %p3, %l6;\n"
                        "  and.pred %p1, %p1, %p2;\n"
                        "  selp.b32 %r3, 100, 0, %p1;\n"
                        "  selp.b32 %r4, 1000, 0, %p3;\n"
                        "  add.u32 %r9, %r1, %r2; add.u32 %r9, %r9, %r3;\n"
                        "  add.u32 %r9, %r9, %r4;",
                        1, ".shared .align 8 .b8 data[8];\n");
  EXPECT_EQ(values[0], 107u);
}

// Dynamic shared memory begins behind the variables with a size.
TEST_F(AccessTest, placesDynamicSharedMemory) {
  Allocation *buffer = makeBuffer({0, 0});
  Fault fault =
      run(kHeader +
              ".extern .shared .align 16 .b8 dynamic[];\n"
              ".shared .align 4 .b8 data[20];\n"
              ".entry k(.param .u64 out) {\n" +
              kRegisters +
              "  ld.param.u64 %l0, [out];\n"
              "  mov.u32 %r1, dynamic; mov.u32 %r2, data;\n"
              "  sub.u32 %r3, %r1, %r2;\n"
              "  st.shared.u32 [dynamic+60], 9;\n"
              "  ld.shared.u32 %r4, [dynamic+60];\n"
              "  mov.u32 %r5, %dynamic_smem_size; add.u32 %r4, %r4, %r5;\n"
              "  st.global.v2.u32 [%l0], {%r3, %r4};\n}\n",
          {1, 1, 1}, {1, 1, 1}, {buffer->base}, 64);
  EXPECT_EQ(fault.text, "");
  uint32_t words[2];
  std::memcpy(words, buffer->data, 8);
  EXPECT_EQ(words[0], 32u);
  EXPECT_EQ(words[1], 73u);
}

TEST_F(AccessTest, refusesOtherForms) {
  EXPECT_EQ(refusal("ld.global.u32 %r1, [%r0];"),
            "addresses of this space have 64 bits");
  EXPECT_EQ(refusal("ld.global.v4.u64 {%l1, %l2, %l3, %l4}, [%l0];"),
            "vectors of more than 16 bytes are not supported");
  EXPECT_EQ(refusal("ld.global.v2.u32 %r1, [%l0];"),
            "expected 2 registers, got 1");
  EXPECT_EQ(refusal("ld.relaxed.global.u32 %r1, [%l0];"),
            "expected a scope of a relaxed, acquire or release access");
  EXPECT_EQ(refusal("ld.global.u64 %r1, [%l0];"),
            "operand '%r1' has 32 bits, expected 64");
  EXPECT_EQ(refusal("ld.global.u32 %r1, %l0;"),
            "expected an address in brackets");
  EXPECT_EQ(refusal("cvta.u64 %l1, %l0;"), "expected the name of a space");
  EXPECT_EQ(refusal("fence.acq_rel;"), "expected the scope of a fence");
}
