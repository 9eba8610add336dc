//===- ParserTest.cpp - PTX as text -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is parsed, what is refused and where, and text that is cut or changed
// anywhere.
//
//===----------------------------------------------------------------------===//

#include "KernelTest.h"

using namespace weft::ptx;

namespace {
class ParserTest : public ::testing::Test {
protected:
  static std::string refusal(const std::string &text) {
    Diagnostic diagnostic;
    if (parseModule(text, diagnostic))
      return "";
    return std::to_string(diagnostic.line) + ":" +
           std::to_string(diagnostic.column) + ": " + diagnostic.message;
  }
  static std::string refuseBody(const std::string &body) {
    return refusal(kHeader + ".entry k() {\n" + body + "\n}\n");
  }
};
} // namespace

static const std::string kModule = kHeader + R"ptx(
.file 1 "kernel.cu"
/* a comment
   of two lines */
.extern .func (.param .b32 r) other(.param .b32 a);
.visible .global .align 4 .b8 bytes[6] = {1, 0x2, -3};
.const .align 8 .u64 table[2][2] = {{1, 2}, {3}};
.global .align 8 .u64 pointer = bytes+2;
.global .f32 numbers[2] = {0f3F800000, 2.5};
.global .align 4 .u32 open[] = {1, 2, 3};
.visible .entry k(
	.param .u64 .ptr .global .align 16 k_param_0,
	.param .align 8 .b8 k_param_1[12]
)
.maxntid 128, 1, 1
.minnctapersm 2
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<3>, %single;
	.loc	1 7 3
	.pragma "nounroll";
	mov.u32 	%r1, 017;
	{ .reg .b32 %r1; mov.b32 %r1, 5; $inner: }
	@!%p1 bra 	$end;
	add.s32 	%single, %r1, -4;
$end:
	ret;
}
.section .debug_str { .b8 1, 2 }
)ptx";

TEST_F(ParserTest, parsesModules) {
  Diagnostic diagnostic;
  auto module = parseModule(kModule, diagnostic);
  ASSERT_TRUE(module) << diagnostic.line << diagnostic.message;
  const Function &entry = *module->findFunction("k");
  ASSERT_EQ(entry.parameters.size(), 2u);
  EXPECT_EQ(entry.parameters[0].alignment, 8u);
  EXPECT_EQ(entry.parameters[1].bytes, 12u);
  EXPECT_EQ(entry.parameters[1].alignment, 8u);
  EXPECT_EQ(entry.maximumThreads[0], 128u);
  EXPECT_EQ(entry.registers.size(), 7u);
  ASSERT_EQ(entry.body.size(), 5u);
  EXPECT_EQ(entry.body[0].operands[1].value, 15);
  EXPECT_NE(entry.body[0].operands[0].value, entry.body[1].operands[0].value);
  EXPECT_EQ(entry.body[2].guard, 1);
  EXPECT_TRUE(entry.body[2].isGuardNegated);
  EXPECT_EQ(entry.labels[entry.body[2].operands[0].value], 4u);
  EXPECT_EQ(module->findVariable("bytes")->initial,
            (std::vector<uint8_t>{1, 2, 253, 0, 0, 0}));
  EXPECT_EQ(module->findVariable("table")->initial[16], 3);
  EXPECT_EQ(module->findVariable("pointer")->references[0].addend, 2);
  EXPECT_EQ(module->findVariable("numbers")->initial[7], 0x40);
  EXPECT_EQ(module->findVariable("open")->bytes, 12u);
}

TEST_F(ParserTest, refuses) {
  EXPECT_EQ(refusal(""), "1:1: the text has no '.version'");
  EXPECT_EQ(refusal("hello"), "1:1: expected a directive, got 'hello'");
  EXPECT_EQ(refusal(".version 9.0\n.address_size 32\n"),
            "2:15: expected '.address_size 64', got 32");
  EXPECT_EQ(refusal("\177ELF"), "1:1: unexpected character in PTX");
  EXPECT_EQ(refusal(".version 9.0\n/* no end"), "2:1: comment without an end");
  EXPECT_EQ(refusal(kHeader + ".oops;"), "4:1: unknown directive '.oops'");
  EXPECT_EQ(refusal(kHeader + ".global .b8 a[99999999999999999];"),
            "4:13: 'a' is too large");
  EXPECT_EQ(refusal(kHeader + ".global .b8 a[2] = {1, 2, 3};"),
            "4:27: too many initial values");
  EXPECT_EQ(refusal(kHeader + ".global .align 3 .b8 a[2];"),
            "4:22: expected an alignment that is a power of two of at most "
            "4096");
  EXPECT_EQ(refusal(kHeader + ".entry k() { ret; } .entry k() { ret; }"),
            "4:1: 'k' is defined twice");
  EXPECT_EQ(refusal(kHeader + ".entry k() { ret;"),
            "4:18: expected '}' at the end of 'k'");
  EXPECT_EQ(refuseBody(".reg .b32 %r<1048577>;"), "5:11: too many registers");
  EXPECT_EQ(refuseBody(".reg .v4 .f32 %v;"),
            "5:6: expected the type of a register");
  EXPECT_EQ(refuseBody("mov.u32 %r1 5;"), "5:13: expected ',', got '5'");
  EXPECT_EQ(refuseBody("A: A: ret;"), "5:4: label 'A' is defined twice");
  EXPECT_EQ(refuseBody("@%p1 ret;"), "5:2: '%p1' is no predicate register");
  EXPECT_EQ(refuseBody("ld.b32 %r, [(1)];"),
            "5:13: expected a register, a variable or an integer in an "
            "address");
  EXPECT_EQ(refuseBody("mov.u32 %r, 99999999999999999999;"),
            "5:13: integer out of range");
  EXPECT_EQ(refuseBody("mov.f32 %f, 0f12;"),
            "5:13: expected 8 hexadecimal digits of a floating-point number");
  EXPECT_EQ(refuseBody("T: .branchtargets NO;"),
            "5:19: label 'NO' is not defined");
}

// Nothing that can be read crashes the parser or the decoder.
TEST_F(ParserTest, survivesChangedText) {
  auto read = [](const std::string &text) {
    Diagnostic diagnostic;
    auto module = parseModule(text, diagnostic);
    if (!module) {
      EXPECT_NE(diagnostic.message, "");
      EXPECT_GE(diagnostic.line, 1u);
      return;
    }
    std::vector<Diagnostic> diagnostics;
    for (const Function &function : module->functions)
      if (function.isEntry && !function.isDeclaration)
        decode(
            *module, function, [](std::string_view) { return std::nullopt; },
            diagnostics);
  };
  for (size_t length = 0; length < kModule.size(); ++length)
    read(kModule.substr(0, length));
  uint32_t random = 1;
  auto next = [&random] { return random = random * 1664525 + 1013904223; };
  const std::string marks = ".,;:{}[]()<>@%!|+-=0f9 \n\"x";
  for (unsigned round = 0; round < 5000; ++round) {
    std::string text = kModule;
    for (unsigned change = next() >> 30; change < 4; ++change) {
      size_t place = (next() >> 8) % text.size();
      if (next() >> 31)
        text[place] = marks[(next() >> 8) % marks.size()];
      else
        text.erase(place, (next() >> 8) % 8);
    }
    read(text);
  }
}
