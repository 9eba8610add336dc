//===- FunctionTest.cpp - Roots and transcendental functions ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact roots, and approximations within the bounds of PTX.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

#include <cmath>

using namespace weft::ptx;

namespace {
class FunctionTest : public KernelTest {};
} // namespace

static constexpr Case cases[] = {
    {"sqrt.rn.f32 %f9, %f0;", 'f', 0x40000000, 0, 0, 0x3fb504f3},
    {"sqrt.rp.f32 %f9, %f0;", 'f', 0x40000000, 0, 0, 0x3fb504f4},
    {"sqrt.rn.f64 %d9, %d0;", 'd', 0x4000000000000000, 0, 0,
     0x3ff6a09e667f3bcd},
    {"sqrt.rn.f32 %f9, %f0;", 'f', 0xbf800000, 0, 0, 0x7fffffff},
    {"sqrt.rn.ftz.f32 %f9, %f0;", 'f', 1, 0, 0, 0},
    {"rcp.rn.f32 %f9, %f0;", 'f', 0x40400000, 0, 0, 0x3eaaaaab},
    {"rcp.rz.f32 %f9, %f0;", 'f', 0x40400000, 0, 0, 0x3eaaaaaa},
    {"rcp.rn.f64 %d9, %d0;", 'd', 0x4010000000000000, 0, 0, 0x3fd0000000000000},
    // Approximations of doubles are those of the upper half.
    {"rcp.approx.ftz.f64 %d9, %d0;", 'd', 0x4008000000000000, 0, 0,
     0x3fd5555500000000},
    {"rsqrt.approx.f64 %d9, %d0;", 'd', 0x4010000000000000, 0, 0,
     0x3fe0000000000000},
    {"rsqrt.approx.f32 %f9, %f0;", 'f', 0x40800000, 0, 0, 0x3f000000},
    {"rsqrt.approx.f32 %f9, %f0;", 'f', 0, 0, 0, 0x7f800000},
    {"ex2.approx.f32 %f9, %f0;", 'f', 0x40400000, 0, 0, 0x41000000},
    {"ex2.approx.ftz.f32 %f9, %f0;", 'f', 0xc2fe0000, 0, 0, 0},
    {"ex2.approx.f16 %h9, %h0;", 'h', 0x4200, 0, 0, 0x4800},
    {"lg2.approx.f32 %f9, %f0;", 'f', 0x41000000, 0, 0, 0x40400000},
    {"lg2.approx.f32 %f9, %f0;", 'f', 0, 0, 0, 0xff800000},
    {"sin.approx.f32 %f9, %f0;", 'f', 0, 0, 0, 0},
    {"cos.approx.f32 %f9, %f0;", 'f', 0, 0, 0, 0x3f800000},
    {"tanh.approx.f32 %f9, %f0;", 'f', 0x7f800000, 0, 0, 0x3f800000},
    {"tanh.approx.bf16 %h9, %h0;", 'h', 0, 0, 0, 0},
    {"copysign.f32 %f9, %f0, %f1;", 'f', 0x80000000, 0x3f800000, 0, 0xbf800000},
    {"copysign.f64 %d9, %d0, %d1;", 'd', 0, 0xbff0000000000000, 0,
     0x3ff0000000000000},
    {"testp.finite.f32 %p9, %f0;", 'p', 0x7f800000, 0, 0, 0},
    {"testp.infinite.f64 %p9, %d0;", 'p', 0x7ff0000000000000, 0, 0, 1},
    {"testp.number.f32 %p9, %f0;", 'p', 0x7fc00000, 0, 0, 0},
    {"testp.notanumber.f32 %p9, %f0;", 'p', 0x7fc00000, 0, 0, 1},
    {"testp.normal.f32 %p9, %f0;", 'p', 0x00800000, 0, 0, 1},
    {"testp.subnormal.f32 %p9, %f0;", 'p', 0x00400000, 0, 0, 1},
};

TEST_F(FunctionTest, computes) {
  for (const Case &test : cases)
    EXPECT_EQ(evaluate(test.text, test.kind, test.a, test.b, test.c),
              test.expected)
        << test.text;
}

TEST_F(FunctionTest, isClose) {
  for (float a : {0.1f, 0.7f, 1.3f, 3.0f}) {
    EXPECT_NEAR(evaluateFloat("sin.approx.f32 %f9, %f0;", a), std::sin(a),
                1e-6);
    EXPECT_NEAR(evaluateFloat("cos.approx.f32 %f9, %f0;", a), std::cos(a),
                1e-6);
    EXPECT_NEAR(evaluateFloat("tanh.approx.f32 %f9, %f0;", a), std::tanh(a),
                1e-6);
    EXPECT_NEAR(evaluateFloat("ex2.approx.f32 %f9, %f0;", a), std::exp2(a),
                1e-6);
  }
}

TEST_F(FunctionTest, refusesOtherForms) {
  EXPECT_EQ(refusal("sqrt.f32 %f9, %f0;"),
            "expected .approx or a rounding mode");
  EXPECT_EQ(refusal("sin.f32 %f9, %f0;"), "expected .approx");
  EXPECT_EQ(refusal("sin.approx.f64 %d9, %d0;"),
            "unknown type or form of 'sin.approx.f64'");
  EXPECT_EQ(refusal("testp.f32 %p9, %f0;"),
            "unknown type or form of 'testp.f32'");
}
