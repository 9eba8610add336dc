//===- ConvertTest.cpp - Conversions ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All pairs of kinds of types, at the ends of their ranges.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class ConvertTest : public KernelTest {};
} // namespace

static constexpr uint64_t kMinus1 = ~uint64_t(0);

static constexpr Case cases[] = {
    // Integers.
    {"cvt.s64.s32 %l9, %r0;", 'l', kMinus1, 0, 0, kMinus1},
    {"cvt.u64.u32 %l9, %r0;", 'l', kMinus1, 0, 0, 0xffffffff},
    {"cvt.u32.u64 %r9, %l0;", 'r', 0x500000007, 0, 0, 7},
    {"cvt.s32.s8 %r9, %r0;", 'r', 0x1ff, 0, 0, 0xffffffff},
    {"cvt.u32.u8 %r9, %h0;", 'r', 0x1ff, 0, 0, 0xff},
    {"cvt.s8.s32 %r9, %r0;", 'r', 0x1ff, 0, 0, 0xffffffff},
    {"cvt.u16.u32 %h9, %r0;", 'h', 0x12345, 0, 0, 0x2345},
    {"cvt.s16.s8 %h9, %h0;", 'h', 0x80, 0, 0, 0xff80},
    {"cvt.sat.s8.s32 %r9, %r0;", 'r', 1000, 0, 0, 127},
    {"cvt.sat.s8.s32 %r9, %r0;", 'r', uint64_t(-1000), 0, 0, 0xffffff80},
    {"cvt.sat.u8.s32 %r9, %r0;", 'r', uint64_t(-1000), 0, 0, 0},
    {"cvt.sat.u32.s64 %r9, %l0;", 'r', uint64_t(1) << 40, 0, 0, 0xffffffff},
    {"cvt.sat.s64.u64 %l9, %l0;", 'l', kMinus1, 0, 0, kMinus1 >> 1},
    {"cvt.u32.s16 %r9, %h0;", 'r', 0x8000, 0, 0, 0xffff8000},
    // Integers to numbers.
    {"cvt.rn.f32.s32 %f9, %r0;", 'f', 16777217, 0, 0, 0x4b800000},
    {"cvt.rp.f32.s32 %f9, %r0;", 'f', 16777217, 0, 0, 0x4b800001},
    {"cvt.rz.f32.s32 %f9, %r0;", 'f', uint64_t(-16777219), 0, 0, 0xcb800001},
    {"cvt.rn.f32.u64 %f9, %l0;", 'f', kMinus1, 0, 0, 0x5f800000},
    {"cvt.rz.f32.u64 %f9, %l0;", 'f', kMinus1, 0, 0, 0x5f7fffff},
    {"cvt.rn.f64.u64 %d9, %l0;", 'd', kMinus1, 0, 0, 0x43f0000000000000},
    {"cvt.rn.f64.s64 %d9, %l0;", 'd', kMinus1, 0, 0, 0xbff0000000000000},
    {"cvt.rn.f64.s32 %d9, %r0;", 'd', 3, 0, 0, 0x4008000000000000},
    {"cvt.rn.f32.u8 %f9, %r0;", 'f', 0x1ff, 0, 0, 0x437f0000},
    {"cvt.rn.f16.s32 %h9, %r0;", 'h', 2049, 0, 0, 0x6800},
    {"cvt.rn.f16.u32 %h9, %r0;", 'h', 70000, 0, 0, 0x7c00},
    // A bit far below the half decides.
    {"cvt.rn.f16.s64 %h9, %l0;", 'h', 2049, 0, 0, 0x6800},
    {"cvt.rn.bf16.u64 %h9, %l0;", 'h', (uint64_t(0x101) << 54) + 1, 0, 0,
     0x5e81},
    // Numbers to integers.
    {"cvt.rzi.s32.f32 %r9, %f0;", 'r', 0xc0200000, 0, 0, uint32_t(-2)},
    {"cvt.rni.s32.f32 %r9, %f0;", 'r', 0x40200000, 0, 0, 2},
    {"cvt.rni.s32.f32 %r9, %f0;", 'r', 0x40600000, 0, 0, 4},
    {"cvt.rmi.s32.f32 %r9, %f0;", 'r', 0xc0200000, 0, 0, uint32_t(-3)},
    {"cvt.rpi.s32.f32 %r9, %f0;", 'r', 0x40200000, 0, 0, 3},
    {"cvt.rzi.s32.f32 %r9, %f0;", 'r', 0x4f800000, 0, 0, 0x7fffffff},
    {"cvt.rzi.s32.f32 %r9, %f0;", 'r', 0xcf800000, 0, 0, 0x80000000},
    {"cvt.rzi.u32.f32 %r9, %f0;", 'r', 0xbf800000, 0, 0, 0},
    {"cvt.rzi.s32.f32 %r9, %f0;", 'r', 0x7fc00000, 0, 0, 0},
    {"cvt.rzi.s64.f64 %l9, %d0;", 'l', 0x7ff8000000000000, 0, 0,
     uint64_t(1) << 63},
    {"cvt.rzi.u64.f64 %l9, %d0;", 'l', 0x43e0000000000000, 0, 0,
     uint64_t(1) << 63},
    {"cvt.rzi.s64.f32 %l9, %f0;", 'l', 0x5f000000, 0, 0, kMinus1 >> 1},
    {"cvt.rzi.s32.f16 %r9, %h0;", 'r', 0xc500, 0, 0, uint32_t(-5)},
    {"cvt.rzi.u16.f32 %h9, %f0;", 'h', 0x47800000, 0, 0, 0xffff},
    {"cvt.rzi.ftz.u32.f32 %r9, %f0;", 'r', 1, 0, 0, 0},
    // Numbers to numbers.
    {"cvt.f64.f32 %d9, %f0;", 'd', 0x3f800000, 0, 0, 0x3ff0000000000000},
    {"cvt.rn.f32.f64 %f9, %d0;", 'f', 0x3ff0000010000000, 0, 0, 0x3f800000},
    {"cvt.rn.f32.f64 %f9, %d0;", 'f', 0x3ff0000010000001, 0, 0, 0x3f800001},
    {"cvt.rz.f32.f64 %f9, %d0;", 'f', 0x3ff000001fffffff, 0, 0, 0x3f800000},
    {"cvt.rp.f32.f64 %f9, %d0;", 'f', 0x3ff0000000000001, 0, 0, 0x3f800001},
    {"cvt.rm.f32.f64 %f9, %d0;", 'f', 0xbff0000000000001, 0, 0, 0xbf800001},
    {"cvt.f32.f16 %f9, %h0;", 'f', 0x0001, 0, 0, 0x33800000},
    {"cvt.f32.f16 %f9, %h0;", 'f', 0x7c00, 0, 0, 0x7f800000},
    {"cvt.rn.f16.f32 %h9, %f0;", 'h', 0x477ff000, 0, 0, 0x7c00},
    {"cvt.rn.f16.f32 %h9, %f0;", 'h', 0x477fefff, 0, 0, 0x7bff},
    {"cvt.rz.f16.f32 %h9, %f0;", 'h', 0x477fffff, 0, 0, 0x7bff},
    {"cvt.rn.f16.f64 %h9, %d0;", 'h', 0x3ff0020000000001, 0, 0, 0x3c01},
    {"cvt.f32.bf16 %f9, %h0;", 'f', 0x3f81, 0, 0, 0x3f810000},
    {"cvt.rn.bf16.f32 %h9, %f0;", 'h', 0x3f808000, 0, 0, 0x3f80},
    {"cvt.rn.bf16.f32 %h9, %f0;", 'h', 0x3f808001, 0, 0, 0x3f81},
    {"cvt.rn.bf16.f32 %h9, %f0;", 'h', 0x7fc00000, 0, 0, 0x7fff},
    {"cvt.rn.f16x2.f32 %r9, %f0, %f1;", 'r', 0x40000000, 0x3f800000, 0,
     0x40003c00},
    {"cvt.rn.bf16x2.f32 %r9, %f0, %f1;", 'r', 0x40000000, 0x3f800000, 0,
     0x40003f80},
    {"cvt.rni.f32.f32 %f9, %f0;", 'f', 0x3fc00000, 0, 0, 0x40000000},
    {"cvt.rmi.f64.f64 %d9, %d0;", 'd', 0xbfe0000000000000, 0, 0,
     0xbff0000000000000},
    {"cvt.rzi.f32.f32 %f9, %f0;", 'f', 0xbf000000, 0, 0, 0x80000000},
    {"cvt.sat.f32.f32 %f9, %f0;", 'f', 0x40000000, 0, 0, 0x3f800000},
    {"cvt.ftz.f32.f32 %f9, %f0;", 'f', 0x80000001, 0, 0, 0x80000000},
    {"cvt.rn.ftz.f32.f64 %f9, %d0;", 'f', 0x37f0000000000000, 0, 0, 0},
};

TEST_F(ConvertTest, computes) {
  for (const Case &test : cases)
    EXPECT_EQ(evaluate(test.text, test.kind, test.a, test.b, test.c),
              test.expected)
        << test.text;
}

TEST_F(ConvertTest, refusesOtherForms) {
  EXPECT_EQ(refusal("cvt.f32.f64 %f9, %d0;"),
            "expected a rounding mode of 'cvt'");
  EXPECT_EQ(refusal("cvt.f32.s32 %f9, %r0;"),
            "expected a rounding mode of 'cvt'");
  EXPECT_EQ(refusal("cvt.rn.s32.f32 %r9, %f0;"),
            "expected .rni, .rzi, .rmi or .rpi");
  EXPECT_EQ(refusal("cvt.rn.f64.f32 %d9, %f0;"),
            "a conversion that is exact has no rounding mode");
  EXPECT_EQ(refusal("cvt.b32.s32 %r9, %r0;"),
            "unknown type or form of 'cvt.b32.s32'");
}
