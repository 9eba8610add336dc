//===- IntegerTest.cpp - Integer arithmetic ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations modulo the width, at their limits.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class IntegerTest : public KernelTest {};
} // namespace

static constexpr uint64_t kMin32 = 0x80000000, kMin64 = uint64_t(1) << 63;
static constexpr uint64_t kMinus1 = ~uint64_t(0);

static constexpr Case cases[] = {
    {"add.s32 %r9, %r0, %r1;", 'r', 0x7fffffff, 1, 0, kMin32},
    {"add.u32 %r9, %r0, 5;", 'r', kMinus1, 0, 0, 4},
    {"add.s16 %h9, %h0, %h1;", 'h', 0xffff, 2, 0, 1},
    {"add.s64 %l9, %l0, -3;", 'l', 2, 0, 0, kMinus1},
    {"add.sat.s32 %r9, %r0, %r1;", 'r', 0x7fffffff, 1, 0, 0x7fffffff},
    {"add.sat.s32 %r9, %r0, %r1;", 'r', kMin32, kMinus1, 0, kMin32},
    {"sub.sat.s32 %r9, %r0, %r1;", 'r', kMin32, 1, 0, kMin32},
    {"add.u16x2 %r9, %r0, %r1;", 'r', 0xffff0001, 0x00010002, 0, 3},
    {"sub.u32 %r9, %r0, %r1;", 'r', 3, 5, 0, 0xfffffffe},
    {"sub.s64 %l9, %l0, %l1;", 'l', 3, 5, 0, kMinus1 - 1},
    {"mul.lo.s32 %r9, %r0, %r1;", 'r', 0x10001, 0x10001, 0, 0x20001},
    {"mul.hi.u32 %r9, %r0, %r1;", 'r', 0xffffffff, 0xffffffff, 0, 0xfffffffe},
    {"mul.hi.s32 %r9, %r0, %r1;", 'r', kMinus1, 5, 0, 0xffffffff},
    {"mul.hi.u64 %l9, %l0, %l1;", 'l', kMinus1, kMinus1, 0, kMinus1 - 1},
    {"mul.hi.s64 %l9, %l0, %l1;", 'l', kMin64, 2, 0, kMinus1},
    {"mul.lo.u16 %h9, %h0, %h1;", 'h', 0xffff, 0xffff, 0, 1},
    {"mul.hi.s16 %h9, %h0, %h1;", 'h', 0x8000, 0x8000, 0, 0x4000},
    {"mul.wide.s32 %l9, %r0, %r1;", 'l', kMinus1, 4, 0, kMinus1 - 3},
    {"mul.wide.u32 %l9, %r0, %r1;", 'l', 0xffffffff, 4, 0, 0x3fffffffc},
    {"mul.wide.s16 %r9, %h0, %h1;", 'r', 0x8000, 0x8000, 0, 0x40000000},
    {"mul.wide.u16 %r9, %h0, %h1;", 'r', 0xffff, 0xffff, 0, 0xfffe0001},
    {"mad.lo.s32 %r9, %r0, %r1, %r2;", 'r', 7, 6, kMinus1, 41},
    {"mad.hi.s32 %r9, %r0, %r1, %r2;", 'r', kMin32, 4, 1, 0xffffffff},
    {"mad.wide.s32 %l9, %r0, %r1, %l2;", 'l', kMinus1, 8, 100, 92},
    {"mad.wide.u16 %r9, %h0, %h1, %r2;", 'r', 300, 300, 1, 90001},
    {"mul24.lo.u32 %r9, %r0, %r1;", 'r', 0xff000003, 5, 0, 15},
    {"mul24.lo.s32 %r9, %r0, %r1;", 'r', 0xffffff, 5, 0, 0xfffffffb},
    {"mul24.hi.u32 %r9, %r0, %r1;", 'r', 0xffffff, 0xffffff, 0, 0xfffffe00},
    {"mad24.lo.u32 %r9, %r0, %r1, %r2;", 'r', 3, 5, 2, 17},
    {"div.s32 %r9, %r0, %r1;", 'r', uint64_t(-7), 2, 0, 0xfffffffd},
    {"div.s32 %r9, %r0, %r1;", 'r', kMin32, kMinus1, 0, kMin32},
    {"div.u32 %r9, %r0, %r1;", 'r', kMinus1, 2, 0, 0x7fffffff},
    {"div.u64 %l9, %l0, %l1;", 'l', kMinus1, 3, 0, 0x5555555555555555},
    {"div.s64 %l9, %l0, %l1;", 'l', kMin64, kMinus1, 0, kMin64},
    {"div.u32 %r9, %r0, %r1;", 'r', 5, 0, 0, 0xffffffff},
    {"rem.s32 %r9, %r0, %r1;", 'r', uint64_t(-7), 2, 0, 0xffffffff},
    {"rem.s32 %r9, %r0, %r1;", 'r', kMin32, kMinus1, 0, 0},
    {"rem.u64 %l9, %l0, %l1;", 'l', 1000003, 1000, 0, 3},
    {"rem.u16 %h9, %h0, %h1;", 'h', 1003, 1000, 0, 3},
    {"min.s32 %r9, %r0, %r1;", 'r', kMinus1, 1, 0, 0xffffffff},
    {"min.u32 %r9, %r0, %r1;", 'r', kMinus1, 1, 0, 1},
    {"max.s64 %l9, %l0, %l1;", 'l', kMinus1, 1, 0, 1},
    {"max.u16 %h9, %h0, %h1;", 'h', 0xffff, 1, 0, 0xffff},
    {"max.s16x2 %r9, %r0, %r1;", 'r', 0xffff0005, 0x00010002, 0, 0x00010005},
    {"abs.s32 %r9, %r0;", 'r', uint64_t(-5), 0, 0, 5},
    {"abs.s32 %r9, %r0;", 'r', kMin32, 0, 0, kMin32},
    {"abs.s16 %h9, %h0;", 'h', 0xfffe, 0, 0, 2},
    {"neg.s64 %l9, %l0;", 'l', 5, 0, 0, uint64_t(-5)},
    {"neg.s32 %r9, %r0;", 'r', kMin32, 0, 0, kMin32},
    {"sad.u32 %r9, %r0, %r1, %r2;", 'r', 3, 10, 1, 8},
    {"sad.s32 %r9, %r0, %r1, %r2;", 'r', uint64_t(-3), 10, 1, 14},
    {"dp4a.s32.s32 %r9, %r0, %r1, %r2;", 'r', 0xff020304, 0x01020304, 10, 38},
    {"dp4a.u32.u32 %r9, %r0, %r1, %r2;", 'r', 0xff020304, 0x01020304, 10, 294},
    // Sums of two words.
    {"add.cc.u32 %r8, %r0, %r1; addc.u32 %r9, 0, 0;", 'r', 0xffffffff, 1, 0, 1},
    {"add.cc.u32 %r8, %r0, %r1; addc.u32 %r9, 0, 0;", 'r', 0xfffffffe, 1, 0, 0},
    {"sub.cc.u32 %r8, %r0, %r1; subc.u32 %r9, 5, 0;", 'r', 1, 2, 0, 4},
    {"sub.cc.u64 %l8, %l0, %l1; subc.u64 %l9, 5, 0;", 'l', 2, 2, 0, 5},
    {"add.cc.u32 %r8, %r0, 1; addc.cc.u32 %r8, %r0, 0; addc.u32 %r9, 7, 0;",
     'r', 0xffffffff, 0, 0, 8},
    {"mad.lo.cc.u32 %r8, %r0, %r1, %r2; madc.hi.u32 %r9, %r0, %r1, 0;", 'r',
     0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
};

TEST_F(IntegerTest, computes) {
  for (const Case &test : cases)
    EXPECT_EQ(evaluate(test.text, test.kind, test.a, test.b, test.c),
              test.expected)
        << test.text;
}

TEST_F(IntegerTest, refusesOtherForms) {
  EXPECT_EQ(refusal("mul.s32 %r9, %r0, %r1;"), "expected .lo, .hi or .wide");
  EXPECT_EQ(refusal("add.u8 %h9, %h0, %h1;"),
            "unknown type or form of 'add.u8'");
  EXPECT_EQ(refusal("add.sat.u32 %r9, %r0, %r1;"),
            "unknown type or form of 'add.sat.u32'");
  EXPECT_EQ(refusal("add.u32.oops %r9, %r0, %r1;"),
            "unknown modifier '.oops' of 'add'");
  EXPECT_EQ(refusal("add.u32 %r9, %r0;"),
            "expected 3 operands of 'add', got 2");
  EXPECT_EQ(refusal("add.u32 %r9, %l0, %r1;"),
            "operand '%l0' has 64 bits, expected 32");
  EXPECT_EQ(refusal("mul.wide.u64 %q0, %l0, %l1;"),
            "unknown type or form of 'mul.wide.u64'");
  EXPECT_EQ(refusal("mul24.lo.u64 %l9, %l0, %l1;"),
            "unknown type or form of 'mul24.lo.u64'");
}
