//===- FillTextTest.cpp - Fills as people spell them ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which numbers a fill may be, and where messages about one point.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/FormatText.h"

#include <gtest/gtest.h>

using namespace weft;
using namespace weft::notation;
using runtime::ElementType;

namespace {
/// The format of a vector with a fill as text, or the error.
std::string formatOf(std::string_view text) {
  Result<runtime::Format> format = parseFormat(text);
  return format ? toString(*format) : render(format.error(), text);
}

/// What is wrong with the fill of an argument "NAME:FORMAT" for a type.
std::string problemOf(std::string_view argument, ElementType type) {
  Result<runtime::Format> format =
      parseFormat(argument.substr(argument.find(':') + 1));
  if (!format)
    return "no format";
  auto error = checkFill(*format, type, argument);
  return error ? render(*error, argument) : "";
}
} // namespace

TEST(FillTextTest, Numbers) {
  const std::string vector = "(i0) -> (i0 : compressed)";
  const std::pair<const char *, const char *> fills[] = {
      {"3", "3"},
      {"-3", "-3"},
      {"18446744073709551615", "18446744073709551615"},
      {"2.50", "2.5"},
      {"1e-3", "0.001"},
      {"inf", "inf"},
      {"-inf", "-inf"},
      {"nan", "nan"},
      {"2im", "2im"},
      {"1+2im", "1+2im"},
      {"-1e-1-2e+1im", "-0.1-20im"},
  };
  for (auto [text, shown] : fills)
    EXPECT_EQ(formatOf("s{fill=" + std::string(text) + "}"),
              vector + ", fill = " + shown);
  // Zero is no fill of its own.
  for (const char *zero : {"0", "0.0", "-0.0", "0im"})
    EXPECT_EQ(formatOf("s{fill=" + std::string(zero) + "}"), vector);
  EXPECT_EQ(formatOf("s{ pos=64 , fill = 1 }"), vector + ", fill = 1");
}

TEST(FillTextTest, Equality) {
  EXPECT_TRUE(*parseFormat("s{fill=1}") == *parseFormat("s{fill=1.0}"));
  EXPECT_TRUE(*parseFormat("s{fill=nan}") == *parseFormat("s{fill=nan}"));
  EXPECT_FALSE(*parseFormat("s{fill=1}") == *parseFormat("s{fill=2}"));
  EXPECT_FALSE(*parseFormat("s{fill=1}") == *parseFormat("s"));
}

TEST(FillTextTest, NoNumbers) {
  EXPECT_EQ(formatOf("s{fill=x}"),
            "error: expected a number, got 'x'\n"
            "  s{fill=x}\n"
            "         ^\n"
            "hint: components that are not stored are the fill, e.g. 1, inf, "
            "-0.5 or 1+2im");
  for (const char *text : {"", "1x", "+1", "im", "1+im", "1+2", "1e999"})
    EXPECT_NE(
        formatOf("s{fill=" + std::string(text) + "}").find("expected a number"),
        std::string::npos)
        << text;
}

TEST(FillTextTest, Types) {
  EXPECT_EQ(problemOf("A:s{fill=inf}", ElementType::F16), "");
  EXPECT_EQ(problemOf("A:s{fill=255}", ElementType::U8), "");
  EXPECT_EQ(problemOf("A:s{fill=0.1}", ElementType::BF16), "");
  EXPECT_EQ(problemOf("A:s{pos=64,fill=256,crd=64}", ElementType::U8),
            "error: the fill does not fit the type u8\n"
            "  A:s{pos=64,fill=256,crd=64}\n"
            "                  ^~~");
  EXPECT_EQ(problemOf("A:s{fill= 2im }", ElementType::F64),
            "error: the fill does not fit the type f64\n"
            "  A:s{fill= 2im }\n"
            "            ^~~");
  EXPECT_EQ(problemOf("fill:s{fill=inf}", ElementType::I64),
            "error: the fill does not fit the type i64\n"
            "  fill:s{fill=inf}\n"
            "              ^~~");
}
