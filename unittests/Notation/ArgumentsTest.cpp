//===- ArgumentsTest.cpp - Tests of arguments that name a tensor ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests arguments of the form NAME:VALUE and the names of element types. Places
// in errors are those in the whole argument.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Arguments.h"
#include "weft/Notation/FormatText.h"

#include "gtest/gtest.h"

using namespace weft::notation;
using weft::runtime::ElementType;
using weft::runtime::Format;

namespace {

/// A text with a matrix A and a scalar alpha.
const Program &program() {
  static const Program program =
      std::move(*parseProgram("y(i) = alpha * A(i,j)"));
  return program;
}

template <typename T>
std::string errorOf(const Result<T> &result, std::string_view text) {
  return result ? "no error" : render(result.error(), text);
}

std::string formatError(std::string_view text) {
  return errorOf(parseFormatArgument(text, program()), text);
}

TEST(ArgumentsTest, Formats) {
  Result<Given<Format>> given = parseFormatArgument("A:ds:1,0", program());
  ASSERT_TRUE(given);
  EXPECT_EQ(given->name, "A");
  EXPECT_EQ(given->value.levels[0].mode, 1);
  EXPECT_TRUE(parseFormatArgument("A:ds,1,0", program()));
  EXPECT_TRUE(parseFormatArgument("A:COO", program()));
  EXPECT_TRUE(parseFormatArgument("alpha:", program()));
}

TEST(ArgumentsTest, FormatErrors) {
  EXPECT_EQ(formatError("A:dss"),
            "error: format 'dss' has 3 levels but A has 2 modes\n"
            "  A:dss\n"
            "    ^~~");
  EXPECT_EQ(formatError("B:ds"), "error: the expression has no tensor 'B'\n"
                                 "  B:ds\n"
                                 "  ^\n"
                                 "hint: did you mean 'A'? the names are y, "
                                 "alpha, A");
  EXPECT_EQ(formatError("B:sss"), "error: the expression has no tensor 'B'\n"
                                  "  B:sss\n"
                                  "  ^\n"
                                  "hint: the names are y, alpha, A");
  EXPECT_EQ(formatError("alhpa:ds"),
            "error: the expression has no tensor 'alhpa'\n"
            "  alhpa:ds\n"
            "  ^~~~~\n"
            "hint: did you mean 'alpha'? the names are y, alpha, A");
  EXPECT_EQ(formatError("j:ds"), "error: 'j' is an index variable, not a "
                                 "tensor\n"
                                 "  j:ds\n"
                                 "  ^");
  EXPECT_EQ(formatError("A"),
            "error: expected ':' after the name\n"
            "  A\n"
            "   ^\n"
            "hint: arguments look like NAME:VALUE, e.g. A:ds");
  EXPECT_EQ(formatError(":ds"), "error: expected a name before ':'\n"
                                "  :ds\n"
                                "  ^\n"
                                "hint: names are letters, digits and "
                                "underscores");
  EXPECT_EQ(formatError("A(i):ds"), "error: expected a name, got 'A(i)'\n"
                                    "  A(i):ds\n"
                                    "  ^~~~\n"
                                    "hint: names are letters, digits and "
                                    "underscores");
}

TEST(ArgumentsTest, Types) {
  for (ElementType type :
       {ElementType::F32, ElementType::F64, ElementType::I32, ElementType::I64,
        ElementType::C64, ElementType::C128}) {
    Result<ElementType> parsed = parseType(nameOf(type));
    ASSERT_TRUE(parsed) << nameOf(type);
    EXPECT_EQ(*parsed, type);
  }
  EXPECT_EQ(*parseType("float"), ElementType::F32);
  EXPECT_EQ(*parseType("double"), ElementType::F64);
  EXPECT_EQ(*parseType("int"), ElementType::I32);
  EXPECT_EQ(*parseType("c64"), ElementType::C64);
  EXPECT_EQ(*parseType("c128"), ElementType::C128);
  EXPECT_EQ(*parseType("half"), ElementType::F16);
  EXPECT_EQ(*parseType("uint8"), ElementType::U8);
  EXPECT_EQ(*parseType("i1"), ElementType::Bool);
  EXPECT_EQ(*parseType("char"), ElementType::I8);
  EXPECT_EQ(*parseType("short"), ElementType::I16);
  EXPECT_EQ(*parseType("longlong"), ElementType::I64);
  EXPECT_EQ(*parseType("uchar"), ElementType::U8);
  EXPECT_EQ(*parseType("ushort"), ElementType::U16);
  EXPECT_EQ(*parseType("uint"), ElementType::U32);
  EXPECT_EQ(*parseType("ulong"), ElementType::U64);
  EXPECT_EQ(*parseType("ulonglong"), ElementType::U64);
  EXPECT_EQ(*parseType("complexfloat"), ElementType::C64);
  EXPECT_EQ(*parseType("complexdouble"), ElementType::C128);
  Result<Given<ElementType>> given = parseTypeArgument("A:f32", program());
  ASSERT_TRUE(given);
  EXPECT_EQ(given->value, ElementType::F32);
}

TEST(ArgumentsTest, TypeErrors) {
  EXPECT_EQ(errorOf(parseTypeArgument("A:decimal", program()), "A:decimal"),
            "error: unknown element type 'decimal'\n"
            "  A:decimal\n"
            "    ^~~~~~~\n"
            "hint: the types are bool, i8, i16, i32, i64, u8, u16, u32, u64, "
            "f16, bf16, f32, f64, complex<f32>, complex<f64>");
  EXPECT_EQ(
      errorOf(parseType("flaot"), "flaot"),
      "error: unknown element type 'flaot'\n"
      "  flaot\n"
      "  ^~~~~\n"
      "hint: did you mean 'float'? the types are bool, i8, i16, i32, i64, "
      "u8, u16, u32, u64, f16, bf16, f32, f64, complex<f32>, "
      "complex<f64>");
  EXPECT_EQ(errorOf(parseTypeArgument("B:f32", program()), "B:f32"),
            "error: the expression has no tensor 'B'\n"
            "  B:f32\n"
            "  ^\n"
            "hint: the names are y, alpha, A");
}

TEST(ArgumentsTest, Sizes) {
  Result<Given<std::vector<int64_t>>> given =
      parseSizesArgument("A:3,0", program());
  ASSERT_TRUE(given);
  EXPECT_EQ(given->name, "A");
  EXPECT_EQ(given->value, (std::vector<int64_t>{3, 0}));
}

TEST(ArgumentsTest, SizeErrors) {
  auto error = [](std::string_view text) {
    return errorOf(parseSizesArgument(text, program()), text);
  };
  EXPECT_EQ(error("A:3"), "error: 'A' has 2 modes, got 1 size\n"
                          "  A:3\n"
                          "    ^");
  EXPECT_EQ(error("j:3,4"), "error: index variable 'j' has one size, got 2\n"
                            "  j:3,4\n"
                            "    ^~~");
  EXPECT_EQ(error("k:3"),
            "error: the expression has no tensor or index variable 'k'\n"
            "  k:3\n"
            "  ^\n"
            "hint: the names are y, alpha, A, i, j");
  std::string hint = "hint: sizes are non-negative integers, e.g. A:3,4";
  EXPECT_EQ(error("A:3,-4"), "error: expected a size, got '-4'\n"
                             "  A:3,-4\n"
                             "      ^~\n" +
                                 hint);
  EXPECT_EQ(error("A:"), "error: expected a size, got nothing\n"
                         "  A:\n"
                         "    ^\n" +
                             hint);
  EXPECT_EQ(error("A:3x"), "error: expected a size, got '3x'\n"
                           "  A:3x\n"
                           "    ^~\n" +
                               hint);
  EXPECT_EQ(error("A:99999999999999999999"),
            "error: the size 99999999999999999999 is too large\n"
            "  A:99999999999999999999\n"
            "    ^~~~~~~~~~~~~~~~~~~~\n" +
                hint);
}

} // namespace
