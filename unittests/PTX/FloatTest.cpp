//===- FloatTest.cpp - Floating-point arithmetic ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding, subnormal numbers, NaN and zeros with a sign.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"
#include "SmallFloats.h"

using namespace weft::ptx;

namespace {
class FloatTest : public KernelTest {};
} // namespace

static constexpr Case cases[] = {
    // 1 + 2^-24 is half a unit above 1.
    {"add.f32 %f9, %f0, %f1;", 'f', 0x3f800000, 0x33800000, 0, 0x3f800000},
    {"add.rn.f32 %f9, %f0, %f1;", 'f', 0x3f800001, 0x33800000, 0, 0x3f800002},
    {"add.rz.f32 %f9, %f0, %f1;", 'f', 0x3f800001, 0x33800000, 0, 0x3f800001},
    {"add.rp.f32 %f9, %f0, %f1;", 'f', 0x3f800000, 0x00000001, 0, 0x3f800001},
    {"add.rm.f32 %f9, %f0, %f1;", 'f', 0xbf800000, 0x80000001, 0, 0xbf800001},
    {"sub.rm.f32 %f9, %f0, %f1;", 'f', 0x3f800000, 0x3f800000, 0, 0x80000000},
    {"sub.f32 %f9, %f0, %f1;", 'f', 0x3f800000, 0x3f800000, 0, 0},
    // The NaN of single precision.
    {"sub.f32 %f9, %f0, %f1;", 'f', 0x7f800000, 0x7f800000, 0, 0x7fffffff},
    {"mul.f32 %f9, %f0, %f1;", 'f', 0x00400000, 0x3f000000, 0, 0x00200000},
    {"mul.ftz.f32 %f9, %f0, %f1;", 'f', 0x80400000, 0x3f800000, 0, 0x80000000},
    {"mul.ftz.f32 %f9, %f0, %f1;", 'f', 0x00800000, 0x3f000000, 0, 0},
    {"add.sat.f32 %f9, %f0, %f1;", 'f', 0x40000000, 0x3f800000, 0, 0x3f800000},
    {"add.sat.f32 %f9, %f0, %f1;", 'f', 0xc0000000, 0x3f800000, 0, 0},
    {"add.sat.f32 %f9, %f0, %f1;", 'f', 0x7fc00000, 0x3f800000, 0, 0},
    // (1 + 2^-12)^2 - 1 needs the bits that a product rounds away.
    {"fma.rn.f32 %f9, %f0, %f0, %f1;", 'f', 0x3f800800, 0xbf800000, 0,
     0x3a000400},
    {"mul.rn.f32 %f8, %f0, %f0; add.f32 %f9, %f8, %f1;", 'f', 0x3f800800,
     0xbf800000, 0, 0x3a000000},
    {"mad.rn.f32 %f9, %f0, %f0, %f1;", 'f', 0x3f800800, 0xbf800000, 0,
     0x3a000400},
    {"fma.rz.f64 %d9, %d0, %d1, %d2;", 'd', 0x3ff0000000000001,
     0x3ff0000000000001, 0, 0x3ff0000000000002},
    {"fma.rp.f64 %d9, %d0, %d1, %d2;", 'd', 0x3ff0000000000001,
     0x3ff0000000000001, 0, 0x3ff0000000000003},
    {"div.rn.f32 %f9, %f0, %f1;", 'f', 0x3f800000, 0x40400000, 0, 0x3eaaaaab},
    {"div.rz.f32 %f9, %f0, %f1;", 'f', 0x3f800000, 0x40400000, 0, 0x3eaaaaaa},
    {"div.rp.f64 %d9, %d0, %d1;", 'd', 0x3ff0000000000000, 0x4008000000000000,
     0, 0x3fd5555555555556},
    {"div.full.f32 %f9, %f0, %f1;", 'f', 0x40c00000, 0x40400000, 0, 0x40000000},
    {"min.f32 %f9, %f0, %f1;", 'f', 0x7fc00000, 0x3f800000, 0, 0x3f800000},
    {"min.NaN.f32 %f9, %f0, %f1;", 'f', 0x7fc00000, 0x3f800000, 0, 0x7fffffff},
    {"min.f32 %f9, %f0, %f1;", 'f', 0, 0x80000000, 0, 0x80000000},
    {"max.f32 %f9, %f0, %f1;", 'f', 0x80000000, 0, 0, 0},
    {"max.f64 %d9, %d0, %d1;", 'd', 0xbff0000000000000, 0x4000000000000000, 0,
     0x4000000000000000},
    {"max.xorsign.abs.f32 %f9, %f0, %f1;", 'f', 0xc0000000, 0x3f800000, 0,
     0xc0000000},
    {"abs.f32 %f9, %f0;", 'f', 0x80000000, 0, 0, 0},
    {"abs.ftz.f32 %f9, %f0;", 'f', 0x80000001, 0, 0, 0},
    {"neg.f64 %d9, %d0;", 'd', 0, 0, 0, 0x8000000000000000},
    // Half precision: 2048 + 1 is half a unit away.
    {"add.f16 %h9, %h0, %h1;", 'h', 0x6800, 0x3c00, 0, 0x6800},
    {"add.rn.f16 %h9, %h0, %h1;", 'h', 0x6801, 0x3c00, 0, 0x6802},
    {"mul.f16 %h9, %h0, %h1;", 'h', 0x7bff, 0x4000, 0, 0x7c00},
    {"mul.f16 %h9, %h0, %h1;", 'h', 0x0400, 0x3800, 0, 0x0200},
    {"mul.ftz.f16 %h9, %h0, %h1;", 'h', 0x0400, 0x3800, 0, 0},
    {"fma.rn.f16 %h9, %h0, %h1, %h2;", 'h', 0x3c01, 0x3c01, 0xbc00, 0x1800},
    // Just above half a unit: the addend decides, far below the product.
    {"fma.rn.f16 %h9, %h0, %h1, %h2;", 'h', 0x3c01, 0x3e00, 0x0001, 0x3e02},
    {"fma.rn.f16 %h9, %h0, %h1, %h2;", 'h', 0x7bff, 0x7bff, 0xfbff, 0x7c00},
    {"fma.rn.sat.f16 %h9, %h0, %h1, %h2;", 'h', 0x4000, 0x4000, 0x3c00, 0x3c00},
    {"sub.f16x2 %r9, %r0, %r1;", 'r', 0x40003c00, 0x3c003c00, 0, 0x3c000000},
    {"fma.rn.f16x2 %r9, %r0, %r1, %r2;", 'r', 0x40003c00, 0x40004000,
     0x3c003c00, 0x45004200},
    {"max.f16 %h9, %h0, %h1;", 'h', 0x3c00, 0x7e00, 0, 0x3c00},
    {"neg.f16 %h9, %h0;", 'h', 0x3c00, 0, 0, 0xbc00},
    {"abs.f16x2 %r9, %r0;", 'r', 0xbc00bc00, 0, 0, 0x3c003c00},
    {"fma.rn.bf16 %h9, %h0, %h1, %h2;", 'h', 0x3f81, 0x3f81, 0xbf80, 0x3c80},
    {"fma.rn.relu.bf16 %h9, %h0, %h1, %h2;", 'h', 0xbf80, 0x3f80, 0, 0},
    {"add.bf16 %h9, %h0, %h1;", 'h', 0x3f80, 0x3f80, 0, 0x4000},
    {"mul.bf16x2 %r9, %r0, %r1;", 'r', 0x40003f80, 0x40004000, 0, 0x40804000},
    {"setp.lt.f32 %p9, %f0, %f1;", 'p', 0x7fc00000, 0x3f800000, 0, 0},
    {"setp.ltu.f32 %p9, %f0, %f1;", 'p', 0x7fc00000, 0x3f800000, 0, 1},
    {"setp.ne.f32 %p9, %f0, %f1;", 'p', 0x7fc00000, 0x3f800000, 0, 0},
    {"setp.neu.f64 %p9, %d0, %d1;", 'p', 0x7ff8000000000000, 0, 0, 1},
    {"setp.num.f32 %p9, %f0, %f1;", 'p', 0x7fc00000, 0, 0, 0},
    {"setp.nan.f32 %p9, %f0, %f1;", 'p', 0x7fc00000, 0, 0, 1},
    {"setp.geu.f32 %p9, %f0, %f1;", 'p', 0, 0x3f800000, 0, 0},
    {"setp.gtu.f64 %p9, %d0, %d1;", 'p', 0x7ff8000000000000, 0, 0, 1},
    {"setp.leu.f32 %p9, %f0, %f1;", 'p', 0x40000000, 0x3f800000, 0, 0},
    {"setp.equ.f32 %p9, %f0, %f1;", 'p', 0x3f800000, 0x3f800000, 0, 1},
    {"setp.eq.ftz.f32 %p9, %f0, %f1;", 'p', 1, 0, 0, 1},
    {"setp.eq.f32 %p9, %f0, %f1;", 'p', 1, 0, 0, 0},
    {"setp.gt.f16 %p9, %h0, %h1;", 'p', 0x4000, 0x3c00, 0, 1},
    {"setp.le.bf16 %p9, %h0, %h1;", 'p', 0x4000, 0x3f80, 0, 0},
};

TEST_F(FloatTest, computes) {
  for (const Case &test : cases)
    EXPECT_EQ(evaluate(test.text, test.kind, test.a, test.b, test.c),
              test.expected)
        << test.text;
}

TEST_F(FloatTest, refusesOtherForms) {
  EXPECT_EQ(refusal("fma.f32 %f9, %f0, %f1, %f2;"),
            "expected a rounding mode of 'fma'");
  EXPECT_EQ(refusal("add.ftz.f64 %d9, %d0, %d1;"),
            "unknown type or form of 'add.ftz.f64'");
  EXPECT_EQ(refusal("add.rz.f16 %h9, %h0, %h1;"),
            "unknown type or form of 'add.rz.f16'");
  EXPECT_EQ(refusal("div.f64 %d9, %d0, %d1;"),
            "expected a rounding mode of 'div'");
  EXPECT_EQ(refusal("add.f32 %f9, %f0, 1;"),
            "expected a floating-point constant, got an integer");
  EXPECT_EQ(refusal("add.f32 %f9, %f0, %d1;"),
            "operand '%d1' has 64 bits, expected 32");
}

// All pairs of a set of halves, against doubles that are rounded once.
TEST_F(FloatTest, roundsHalvesOnce) {
  for (uint16_t bits = 0; bits < 0x7c00; bits += 37) {
    double value = decodeHalf(bits);
    EXPECT_EQ(encodeHalf(value), bits);
    double next = decodeHalf(bits + 1);
    if (bits + 1 < 0x7c00) {
      double middle = (value + next) / 2;
      EXPECT_EQ(encodeHalf(middle), bits + (bits & 1)) << bits;
      EXPECT_EQ(encodeHalf(std::nextafter(middle, next)), bits + 1) << bits;
      EXPECT_EQ(encodeHalf(std::nextafter(middle, value)), bits) << bits;
      EXPECT_EQ(encodeHalf(middle, Rounding::Up), bits + 1);
      EXPECT_EQ(encodeHalf(-middle, Rounding::Up), 0x8000 | bits);
      EXPECT_EQ(encodeHalf(-middle, Rounding::Down), 0x8000 | (bits + 1));
      EXPECT_EQ(encodeHalf(middle, Rounding::Zero), bits);
    }
  }
  EXPECT_EQ(encodeHalf(65519.99), 0x7bff);
  EXPECT_EQ(encodeHalf(65520), 0x7c00);
  EXPECT_EQ(encodeHalf(1e30, Rounding::Zero), 0x7bff);
  EXPECT_EQ(encodeHalf(-1e30, Rounding::Up), 0xfbff);
  EXPECT_EQ(encodeBFloat(1e40), 0x7f80);
  EXPECT_EQ(encodeBFloat(1e40, Rounding::Zero), 0x7f7f);
  EXPECT_EQ(encodeBFloat(std::ldexp(1.0, -133)), 1);
  EXPECT_EQ(encodeBFloat(1 + std::ldexp(1.0, -8)), 0x3f80);
  EXPECT_EQ(encodeBFloat(1 + std::ldexp(3.0, -8)), 0x3f82);
}
