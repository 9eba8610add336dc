//===- LogicTest.cpp - Logic, shifts and bit fields -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits at the ends of words, and amounts beyond the width.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class LogicTest : public KernelTest {};
} // namespace

static constexpr uint64_t kMinus1 = ~uint64_t(0);

static constexpr Case cases[] = {
    {"and.b32 %r9, %r0, %r1;", 'r', 0xf0f0, 0xff00, 0, 0xf000},
    {"or.b64 %l9, %l0, %l1;", 'l', 1, uint64_t(1) << 63, 0,
     uint64_t(1) << 63 | 1},
    {"xor.b16 %h9, %h0, %h1;", 'h', 0xffff, 0x0f0f, 0, 0xf0f0},
    {"not.b32 %r9, %r0;", 'r', 0x0f, 0, 0, 0xfffffff0},
    {"not.b16 %h9, %h0;", 'h', 0x0f, 0, 0, 0xfff0},
    {"cnot.b32 %r9, %r0;", 'r', 0, 0, 0, 1},
    {"cnot.b32 %r9, %r0;", 'r', 7, 0, 0, 0},
    {"lop3.b32 %r9, %r0, %r1, %r2, 0x80;", 'r', 0xff00, 0xf0f0, 0xcccc, 0xc000},
    {"lop3.b32 %r9, %r0, %r1, %r2, 0x96;", 'r', 5, 3, 1, 7},
    {"lop3.b32 %r9, %r0, %r1, %r2, 0xe2;", 'r', 0xff00, 0xf0f0, 0xcccc,
     (0xff00 & 0xf0f0) | (~0xf0f0 & 0xcccc)},
    {"shl.b32 %r9, %r0, %r1;", 'r', 3, 4, 0, 48},
    {"shl.b32 %r9, %r0, %r1;", 'r', 3, 32, 0, 0},
    {"shl.b64 %l9, %l0, %r1;", 'l', 3, 33, 0, 3ull << 33},
    {"shl.b16 %h9, %h0, 15;", 'h', 3, 0, 0, 0x8000},
    {"shr.u32 %r9, %r0, %r1;", 'r', 0x80000000, 31, 0, 1},
    {"shr.u32 %r9, %r0, %r1;", 'r', 0x80000000, 99, 0, 0},
    {"shr.s32 %r9, %r0, %r1;", 'r', 0x80000000, 99, 0, 0xffffffff},
    {"shr.s64 %l9, %l0, %r1;", 'l', kMinus1 - 1, 1, 0, kMinus1},
    {"shr.b64 %l9, %l0, %r1;", 'l', kMinus1, 60, 0, 15},
    {"shr.s16 %h9, %h0, %r1;", 'h', 0x8000, 3, 0, 0xf000},
    {"shf.l.wrap.b32 %r9, %r0, %r1, %r2;", 'r', 0xabcd1234, 0x1, 36, 0x1a},
    {"shf.l.clamp.b32 %r9, %r0, %r1, %r2;", 'r', 0xabcd1234, 1, 40, 0xabcd1234},
    {"shf.r.wrap.b32 %r9, %r0, %r1, %r2;", 'r', 0xabcd1234, 0xf, 4, 0xfabcd123},
    {"shf.r.clamp.b32 %r9, %r0, %r1, %r2;", 'r', 0xabcd1234, 0xf, 64, 0xf},
    {"popc.b32 %r9, %r0;", 'r', 0xf0f0, 0, 0, 8},
    {"popc.b64 %r9, %l0;", 'r', kMinus1, 0, 0, 64},
    {"clz.b32 %r9, %r0;", 'r', 1, 0, 0, 31},
    {"clz.b32 %r9, %r0;", 'r', 0, 0, 0, 32},
    {"clz.b64 %r9, %l0;", 'r', 1, 0, 0, 63},
    {"clz.b64 %r9, %l0;", 'r', 0, 0, 0, 64},
    {"brev.b32 %r9, %r0;", 'r', 1, 0, 0, 0x80000000},
    {"brev.b64 %l9, %l0;", 'l', 2, 0, 0, uint64_t(1) << 62},
    {"bfind.u32 %r9, %r0;", 'r', 0x10, 0, 0, 4},
    {"bfind.u32 %r9, %r0;", 'r', 0, 0, 0, 0xffffffff},
    {"bfind.s32 %r9, %r0;", 'r', uint64_t(-2), 0, 0, 0},
    {"bfind.s32 %r9, %r0;", 'r', kMinus1, 0, 0, 0xffffffff},
    {"bfind.shiftamt.u64 %r9, %l0;", 'r', 1, 0, 0, 63},
    {"bfe.u32 %r9, %r0, %r1, %r2;", 'r', 0xabcdef, 8, 8, 0xcd},
    {"bfe.s32 %r9, %r0, %r1, %r2;", 'r', 0xabcdef, 8, 8, 0xffffffcd},
    {"bfe.s32 %r9, %r0, %r1, %r2;", 'r', 0x80000000, 28, 8, 0xfffffff8},
    {"bfe.u32 %r9, %r0, %r1, %r2;", 'r', kMinus1, 3, 0, 0},
    {"bfe.u64 %l9, %l0, %r1, %r2;", 'l', kMinus1, 4, 60, kMinus1 >> 4},
    {"bfe.u32 %r9, %r0, %r1, %r2;", 'r', kMinus1, 40, 4, 0},
    {"bfi.b32 %r9, %r0, %r1, %r2, 4;", 'r', 0xf5, 0, 8, 0x500},
    {"bfi.b64 %l9, %l0, %l1, 60, 8;", 'l', 0xff, 1, 0, 0xf000000000000001},
    {"bfi.b32 %r9, %r0, %r1, %r2, 0;", 'r', 0xff, 7, 8, 7},
    {"prmt.b32 %r9, %r0, %r1, %r2;", 'r', 0x33221100, 0x77665544, 0x7531,
     0x77553311},
    {"prmt.b32 %r9, %r0, %r1, %r2;", 'r', 0x80, 0x7f00, 0x5858 | 0x8888,
     0xffffffff & 0x00ff00ff},
    {"prmt.b32.f4e %r9, %r0, %r1, %r2;", 'r', 0x33221100, 0x77665544, 1,
     0x44332211},
    {"prmt.b32.rc8 %r9, %r0, %r1, %r2;", 'r', 0x33221100, 0, 2, 0x22222222},
    {"prmt.b32.rc16 %r9, %r0, %r1, %r2;", 'r', 0x33221100, 0, 1, 0x33223322},
    {"mov.pred %p1, 1; mov.pred %p2, 0; and.pred %p9, %p1, !%p2;", 'p', 0, 0, 0,
     1},
    {"mov.pred %p1, 1; mov.pred %p2, 1; xor.pred %p9, %p1, %p2;", 'p', 0, 0, 0,
     0},
    {"mov.pred %p1, 0; not.pred %p9, %p1;", 'p', 0, 0, 0, 1},
    {"mov.pred %p1, 0; or.pred %p9, %p1, %p1;", 'p', 0, 0, 0, 0},
    // Packing.
    {"mov.b64 %l9, {%r0, %r1};", 'l', 1, 2, 0, 0x200000001},
    {"mov.b64 {%r9, _}, %l0;", 'r', 0x500000007, 0, 0, 7},
    {"mov.b64 {_, %r9}, %l0;", 'r', 0x500000007, 0, 0, 5},
    {"mov.b32 %r9, {%h0, %h1};", 'r', 1, 2, 0, 0x20001},
    {"mov.b64 %l9, {%h0, %h1, %h2, %h0};", 'l', 1, 2, 3, 0x0001000300020001},
    {"mov.b32 {%h8, %h9}, %r0;", 'h', 0x50007, 0, 0, 5},
    {"mov.b128 %q0, {%l0, %l1}; mov.b128 {%l8, %l9}, %q0;", 'l', 5, 6, 0, 6},
    // Comparisons and selections.
    {"setp.lt.s32 %p9, %r0, %r1;", 'p', kMinus1, 1, 0, 1},
    {"setp.lt.u32 %p9, %r0, %r1;", 'p', kMinus1, 1, 0, 0},
    {"setp.lo.u32 %p9, %r0, %r1;", 'p', 1, 2, 0, 1},
    {"setp.hs.u64 %p9, %l0, %l1;", 'p', 2, 2, 0, 1},
    {"setp.ne.b32 %p9, %r0, %r1;", 'p', 2, 3, 0, 1},
    {"setp.ne.s64 %p9, %l0, %l1;", 'p', 2, 2, 0, 0},
    {"setp.ge.s16 %p9, %h0, %h1;", 'p', 0xffff, 0, 0, 0},
    {"mov.pred %p1, 1; setp.eq.and.s32 %p9, %r0, %r1, !%p1;", 'p', 1, 1, 0, 0},
    {"mov.pred %p1, 1; setp.eq.or.s32 %p9, %r0, %r1, %p1;", 'p', 1, 2, 0, 1},
    {"mov.pred %p1, 1; setp.eq.xor.s32 %p9, %r0, %r1, %p1;", 'p', 1, 1, 0, 0},
    {"setp.eq.s32 %p8|%p9, %r0, %r1;", 'p', 1, 2, 0, 1},
    {"mov.pred %p1, 1; setp.eq.and.s32 %p8|%p9, %r0, %r1, %p1;", 'p', 1, 2, 0,
     1},
    {"set.gt.u32.s32 %r9, %r0, %r1;", 'r', 2, 1, 0, 0xffffffff},
    {"set.gt.f32.s32 %f9, %r0, %r1;", 'f', 2, 1, 0, 0x3f800000},
    {"set.le.f16.f16 %h9, %h0, %h1;", 'h', 0x3c00, 0x4000, 0, 0x3c00},
    {"set.le.bf16.bf16 %h9, %h0, %h1;", 'h', 0x3f80, 0x4000, 0, 0x3f80},
    {"set.lt.f16x2.f16x2 %r9, %r0, %r1;", 'r', 0x3c004000, 0x40003c00, 0,
     0x3c000000},
    {"set.ne.u32.bf16x2 %r9, %r0, %r1;", 'r', 0x3f803f80, 0x3f804000, 0,
     0xffff},
    {"setp.gtu.f16x2 %p9|%p8, %r0, %r1;", 'p', 0x3c004000, 0x3c003c00, 0, 1},
    {"setp.gtu.f16x2 %p8|%p9, %r0, %r1;", 'p', 0x3c004000, 0x3c003c00, 0, 0},
    {"setp.gtu.f16x2 %p8|%p9, %r0, %r1;", 'p', 0x7e004000, 0x3c003c00, 0, 1},
    {"set.le.u16.f16 %h9, %h0, %h1;", 'h', 0x3c00, 0x4000, 0, 0xffff},
    {"setp.gt.s32 %p1, %r0, %r1; selp.b64 %l9, %l0, %l1, %p1;", 'l', 2, 1, 0,
     2},
    {"slct.b32.s32 %r9, %r0, %r1, %r2;", 'r', 4, 5, kMinus1, 5},
    {"slct.b64.f32 %l9, %l0, %l1, %f2;", 'l', 4, 5, 0x80000000, 4},
};

TEST_F(LogicTest, computes) {
  for (const Case &test : cases)
    EXPECT_EQ(evaluate(test.text, test.kind, test.a, test.b, test.c),
              test.expected)
        << test.text;
}

TEST_F(LogicTest, refusesOtherForms) {
  EXPECT_EQ(refusal("and.u32 %r9, %r0, %r1;"),
            "unknown type or form of 'and.u32'");
  EXPECT_EQ(refusal("shl.s32 %r9, %r0, %r1;"),
            "unknown type or form of 'shl.s32'");
  EXPECT_EQ(refusal("lop3.b32 %r9, %r0, %r1, %r2, %r3;"),
            "expected the table of lop3 as an integer");
  EXPECT_EQ(refusal("mov.b64 %l9, {%r0, %r1, %r2};"),
            "a list of 2 or 4 registers is packed");
  EXPECT_EQ(refusal("mov.b32 %r9, %foo;"), "unknown register '%foo'");
  EXPECT_EQ(refusal("mov.b32 %r9, nothing;"), "'nothing' is not defined");
  EXPECT_EQ(refusal("setp.lo.f32 %p9, %f0, %f1;"),
            "unknown type or form of 'setp.lo.f32'");
  EXPECT_EQ(refusal("setp.equ.s32 %p9, %r0, %r1;"),
            "unknown type or form of 'setp.equ.s32'");
  EXPECT_EQ(refusal("setp.eq.f16x2 %p9, %r0, %r1;"),
            "expected two predicates of a comparison of pairs");
  EXPECT_EQ(refusal("set.eq.f32.f16x2 %f9, %r0, %r1;"),
            "unknown type or form of 'set.eq.f32.f16x2'");
  EXPECT_EQ(refusal("selp.b32 %r9, %r0, %r1, %r2;"),
            "expected a predicate register");
}
