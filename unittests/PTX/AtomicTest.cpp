//===- AtomicTest.cpp - Atomic operations -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results in memory, old values, and the spaces.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

#include <algorithm>

using namespace weft::ptx;

namespace {
class AtomicTest : public KernelTest {
protected:
  /// The first eight bytes of a buffer after one thread has run instructions
  /// on %l0, with the operands in %l5 and %l6.
  uint64_t update(const std::string &instructions, uint64_t old, uint64_t b,
                  uint64_t c = 0) {
    Allocation *buffer = makeBuffer({uint32_t(old), uint32_t(old >> 32), 0, 0});
    std::string text = "  mov.b64 %l5, " + std::to_string(b) + "U;\n" +
                       "  mov.b64 %l6, " + std::to_string(c) + "U;\n" +
                       "  cvt.u32.u64 %r5, %l5; cvt.u32.u64 %r6, %l6;\n"
                       "  cvt.u16.u64 %h5, %l5; cvt.u16.u64 %h6, %l6;\n"
                       "  mov.b32 %f5, %r5; mov.b64 %d5, %l5;\n" +
                       instructions;
    EXPECT_EQ(runBody(text, 1, buffer).text, "") << instructions;
    uint64_t value;
    std::memcpy(&value, buffer->data, 8);
    return value;
  }
};

struct Update {
  const char *text;
  uint64_t old, b, c, expected;
};
} // namespace

static constexpr Update updates[] = {
    {"red.global.add.u32 [%l0], %r5;", 0xffffffff, 2, 0, 1},
    {"atom.global.add.u64 %l9, [%l0], %l5;", 0xffffffff, 1, 0, 0x100000000},
    {"atom.global.add.s32 _, [%l0], %r5;", 5, uint64_t(-7), 0, 0xfffffffe},
    {"atom.add.f32 %f9, [%l0], %f5;", 0x3f800000, 0x3f800000, 0, 0x40000000},
    {"red.global.add.f64 [%l0], %d5;", 0x3ff0000000000000, 0x3ff0000000000000,
     0, 0x4000000000000000},
    {"red.global.add.noftz.f16 [%l0], %h5;", 0x3c00, 0x3c00, 0, 0x4000},
    {"red.global.add.noftz.f16x2 [%l0], %r5;", 0x3c004000, 0x3c003c00, 0,
     0x40004200},
    {"atom.global.add.noftz.bf16x2 %r9, [%l0], %r5;", 0x3f803f80, 0x3f804000, 0,
     0x40004040},
    {"atom.global.min.s32 %r9, [%l0], %r5;", 1, 0xffffffff, 0, 0xffffffff},
    {"atom.global.min.u32 %r9, [%l0], %r5;", 1, 0xffffffff, 0, 1},
    {"atom.global.max.s64 %l9, [%l0], %l5;", 1, ~uint64_t(0), 0, 1},
    {"red.global.max.u64 [%l0], %l5;", 1, ~uint64_t(0), 0, ~uint64_t(0)},
    {"red.global.and.b32 [%l0], %r5;", 6, 3, 0, 2},
    {"red.global.or.b32 [%l0], %r5;", 6, 3, 0, 7},
    {"red.global.xor.b64 [%l0], %l5;", 6, 3, 0, 5},
    {"atom.global.exch.b32 %r9, [%l0], %r5; st.global.b32 [%l0+4], %r9;", 6, 3,
     0, uint64_t(6) << 32 | 3},
    {"atom.global.cas.b32 %r9, [%l0], %r5, %r6; st.global.b32 [%l0+4], %r9;", 6,
     6, 9, uint64_t(6) << 32 | 9},
    {"atom.global.cas.b32 %r9, [%l0], %r5, %r6; st.global.b32 [%l0+4], %r9;", 6,
     5, 9, uint64_t(6) << 32 | 6},
    {"atom.global.cas.b16 %h9, [%l0], %h5, %h6;", 0x70006, 6, 9, 0x70009},
    {"atom.relaxed.gpu.global.cas.b64 %l9, [%l0], %l5, %l6;", 6, 6, 9, 9},
    {"atom.global.inc.u32 %r9, [%l0], %r5;", 6, 7, 0, 7},
    {"atom.global.inc.u32 %r9, [%l0], %r5;", 7, 7, 0, 0},
    {"atom.global.dec.u32 %r9, [%l0], %r5;", 0, 7, 0, 7},
    {"atom.global.dec.u32 %r9, [%l0], %r5;", 9, 7, 0, 7},
    {"atom.global.dec.u32 %r9, [%l0], %r5;", 3, 7, 0, 2},
    {"mov.b128 %q0, {%l5, %l6}; mov.b128 %q1, {%l6, %l5};"
     "atom.global.cas.b128 %q2, [%l0], %q0, %q1;",
     5, 5, 0, 0},
    {"mov.b128 %q1, {%l6, %l5}; atom.global.exch.b128 %q2, [%l0], %q1;", 5, 4,
     8, 8},
};

TEST_F(AtomicTest, updates) {
  for (const Update &test : updates)
    EXPECT_EQ(update(test.text, test.old, test.b, test.c), test.expected)
        << test.text;
}

TEST_F(AtomicTest, countsAndOrdersLanes) {
  Allocation *buffer = makeBuffer({0});
  EXPECT_EQ(runBody("red.global.add.u32 [%l0], 1;", 1024, buffer).text, "");
  uint32_t sum;
  std::memcpy(&sum, buffer->data, 4);
  EXPECT_EQ(sum, 1024u);
  EXPECT_EQ(machine.counts.globalAtomics, 1024u);
  EXPECT_EQ(machine.counts.sharedAtomics, 0u);
}

// Old values are those of some order: each number once.
TEST_F(AtomicTest, givesOldValues) {
  for (bool isReverse : {false, true}) {
    machine.options.isReverse = isReverse;
    Allocation *buffer = makeBuffer(std::vector<uint32_t>(65));
    EXPECT_EQ(runBody("  atom.global.add.u32 %r9, [%l0+256], 1;\n"
                      "  st.global.u32 [%l1], %r9;",
                      64, buffer)
                  .text,
              "");
    std::vector<uint32_t> old(64);
    std::memcpy(old.data(), buffer->data, 256);
    EXPECT_EQ(old[0], isReverse ? 63u : 0u);
    std::sort(old.begin(), old.end());
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(old[i], i);
  }
}

TEST_F(AtomicTest, worksInSharedMemory) {
  auto sums = compute("  mov.u64 %l5, sum;\n"
                      "  setp.eq.u32 %p1, %r0, 0;\n"
                      "  @%p1 st.shared.u32 [sum], 0;\n"
                      "  bar.sync 0;\n"
                      "  atom.shared.add.u32 %r8, [%l5], %r0;\n"
                      "  cvta.shared.u64 %l6, %l5;\n"
                      "  red.add.u32 [%l6], 1;\n"
                      "  bar.sync 0;\n"
                      "  ld.shared.u32 %r9, [sum];",
                      64, ".shared .align 4 .b8 sum[4];\n");
  EXPECT_EQ(sums[63], 63u * 32 + 64);
  EXPECT_EQ(machine.counts.sharedAtomics, 128u);
}

TEST_F(AtomicTest, refusesOtherForms) {
  EXPECT_EQ(refusal("atom.global.add.b32 %r9, [%l0], %r1;"),
            "unknown type or form of 'atom.global.add.b32'");
  EXPECT_EQ(refusal("atom.global.max.f32 %f9, [%l0], %f1;"),
            "unknown type or form of 'atom.global.max.f32'");
  EXPECT_EQ(refusal("red.global.cas.b32 [%l0], %r1, %r2;"),
            "unknown type or form of 'red.global.cas.b32'");
  EXPECT_EQ(refusal("atom.global.inc.u64 %l9, [%l0], %l1;"),
            "unknown type or form of 'atom.global.inc.u64'");
}
