//===- SizesTest.cpp - Tests of the inference of sizes --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests that the sizes of results follow from those of the operands, and each
// way in which sizes can disagree.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Notation/Sizes.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

/// The sizes of one tensor, e.g. "3 4", or the rendered error.
std::string sizesOf(std::string_view tensor, std::string_view text,
                    const Sizes &given) {
  Result<Program> program = parseProgram(text);
  if (!program)
    return render(program.error(), text);
  auto sizes = inferSizes(*program, given);
  if (!sizes)
    return render(sizes.error(), text);
  auto entry = sizes->find(tensor);
  if (entry == sizes->end())
    return "none";
  std::string out;
  for (int64_t size : entry->second)
    out += (out.empty() ? "" : " ") + std::to_string(size);
  return out;
}

TEST(SizesTest, OperandsDetermineResults) {
  EXPECT_EQ(
      sizesOf("y", "y(i) = A(i,j) * x(j)", {{{"A", {3, 4}}, {"x", {4}}}, {}}),
      "3");
  EXPECT_EQ(sizesOf("C", "C(i,j) = B(j,i)", {{{"B", {3, 4}}}, {}}), "4 3");
  EXPECT_EQ(sizesOf("a", "a = B(i,i)", {{{"B", {0, 0}}}, {}}), "");
}

TEST(SizesTest, StatementsFollowEachOther) {
  EXPECT_EQ(sizesOf("z", "t(i) = A(i,j); z(j,i) = t(i) * t(j)",
                    {{{"A", {3, 4}}}, {}}),
            "3 3");
  EXPECT_EQ(sizesOf("t", "t(i) = A(i,j); t(j) = A(i,j)", {{{"A", {3, 3}}}, {}}),
            "3");
}

TEST(SizesTest, SumsDetermineWhatNothingElseDoes) {
  auto sizeOf = [](std::string_view text, int64_t size, int64_t other = 0) {
    return sizesOf("y", text, {{{"b", {size}}, {"c", {other}}}, {}});
  };
  EXPECT_EQ(sizeOf("y(i) = b(i+1)", 10), "9");
  EXPECT_EQ(sizeOf("y(i) = b(i-1)", 10), "11");
  EXPECT_EQ(sizeOf("y(i) = b(2*i)", 10), "5");
  EXPECT_EQ(sizeOf("y(i) = b(2*i)", 9), "5");
  EXPECT_EQ(sizeOf("y(i) = b(2*i+1)", 9), "4");
  EXPECT_EQ(sizeOf("y(i) = b(9-i)", 20), "10");
  EXPECT_EQ(sizeOf("y(i) = b(9-2*i)", 20), "5");
  EXPECT_EQ(sizeOf("y(i) = b(i+10)", 10), "0");
  EXPECT_EQ(sizeOf("y(i) = b(i+11)", 10), "0");
  EXPECT_EQ(sizeOf("y(i) = b(i+1) + c(i+2)", 10, 6), "4");
  EXPECT_EQ(sizeOf("y(i) = b(i+1) + c(i)", 10, 6), "6");
  EXPECT_EQ(sizeOf("y(i) = b(i+j) * c(j)", 10, 3), "8");
  EXPECT_EQ(sizeOf("y(i) = b(i+2*j) * c(j)", 10, 3), "6");
  EXPECT_EQ(sizeOf("y(i) = b(i-j) * c(j)", 10, 3), "10");
  EXPECT_EQ(sizeOf("y(i) = b(i+j) * c(j)", 10, 0), "10");
  EXPECT_EQ(sizeOf("y(i) = b(i(2,9,3)) * c(i)", 10, 3), "3");
}

TEST(SizesTest, GivenSizesTakeThePlaceOfSums) {
  EXPECT_EQ(sizesOf("y", "y(i) = b(i+1)", {{{"b", {10}}, {"y", {20}}}, {}}),
            "20");
  EXPECT_EQ(sizesOf("y", "y(i) = b(i+1)", {{{"b", {10}}}, {{"i", 3}}}), "3");
  EXPECT_EQ(sizesOf("y", "y(i) = b(i+j)", {{{"b", {10}}, {"y", {4}}}, {}}),
            "4");
}

TEST(SizesTest, SumsThatDetermineNothing) {
  EXPECT_EQ(sizesOf("y", "y(i) = b(i+j)", {{{"b", {10}}}, {}}),
            "error: the size of index variable 'i' is unknown: no operand is "
            "indexed by it\n"
            "  y(i) = b(i+j)\n"
            "    ^\n"
            "hint: give its size, as in -d=i:10");
  EXPECT_EQ(sizesOf("y", "y(i) = b(i(2,12))", {{{"b", {10}}}, {}}),
            "error: the slice i(2,12) is out of range: mode 1 of b has size "
            "10\n"
            "  y(i) = b(i(2,12))\n"
            "           ^~~~~~~\n"
            "hint: a slice ends before its second number");
  EXPECT_EQ(
      sizesOf("y", "y(i) = b(i(2,9)) * c(i)", {{{"b", {10}}, {"c", {3}}}, {}}),
      "error: index variable 'i' has two sizes: 3 in mode 1 of c and 7 in "
      "the slice i(2,9)\n"
      "  y(i) = b(i(2,9)) * c(i)\n"
      "           ^~~~~~\n"
      "note: 'i' indexes mode 1 of c here\n"
      "  y(i) = b(i(2,9)) * c(i)\n"
      "                       ^");
  EXPECT_EQ(sizesOf("y", "y(i) = b(2147483647*i) + c(i)",
                    {{{"b", {10}}, {"c", {INT64_MAX / 4}}}, {}}),
            "error: the index 2147483647*i is too large for the sizes of its "
            "variables\n"
            "  y(i) = b(2147483647*i) + c(i)\n"
            "           ^~~~~~~~~~~~\n"
            "hint: its values are below 2^61 in magnitude");
}

TEST(SizesTest, WhatIsAddedToIsAnOperand) {
  auto sumsOf = [](std::string_view text) {
    Result<Program> program = parseProgram(text);
    EXPECT_TRUE(program);
    const Statement &statement = program->statements.front();
    for (const SizeSource &source :
         orderSizes(statement, [](auto &) { return false; }))
      if (statement.variables[source.variable].name == "j")
        return source.sums.size();
    return size_t(0);
  };
  EXPECT_EQ(sumsOf("y(k) = y(k) + A(j+1,k+j)"), 2u);
  EXPECT_EQ(sumsOf("y(k) += A(j+1,k+j)"), 2u);
}

TEST(SizesTest, GivenSizes) {
  EXPECT_EQ(sizesOf("y", "y(i) = 1", {{{"y", {5}}}, {}}), "5");
  EXPECT_EQ(sizesOf("y", "y(i) = 1", {{}, {{"i", 6}}}), "6");
  EXPECT_EQ(sizesOf("y", "y = sum(k, k)", {{}, {{"k", 6}}}), "");
}

TEST(SizesTest, TwoSizesOfAVariable) {
  EXPECT_EQ(
      sizesOf("y", "y(i) = A(i,j) * x(j)", {{{"A", {3, 4}}, {"x", {5}}}, {}}),
      "error: index variable 'j' has two sizes: 4 in mode 2 of A and 5 in "
      "mode 1 of x\n"
      "  y(i) = A(i,j) * x(j)\n"
      "                    ^\n"
      "note: 'j' indexes mode 2 of A here\n"
      "  y(i) = A(i,j) * x(j)\n"
      "             ^");
  EXPECT_EQ(
      sizesOf("y", "y = A(i,i)", {{{"A", {3, 4}}}, {}}),
      "error: index variable 'i' has two sizes: 3 in mode 1 of A and 4 in "
      "mode 2 of A\n"
      "  y = A(i,i)\n"
      "          ^\n"
      "note: 'i' indexes mode 1 of A here\n"
      "  y = A(i,i)\n"
      "        ^");
  EXPECT_EQ(sizesOf("y", "y(i) = x(i)", {{{"x", {3}}}, {{"i", 4}}}),
            "error: index variable 'i' has two sizes: 4 as given and 3 in mode "
            "1 of x\n"
            "  y(i) = x(i)\n"
            "           ^");
}

TEST(SizesTest, UnknownSizes) {
  EXPECT_EQ(sizesOf("y", "y(i) = x(j)", {{{"x", {3}}}, {}}),
            "error: the size of index variable 'i' is unknown: no operand is "
            "indexed by it\n"
            "  y(i) = x(j)\n"
            "    ^\n"
            "hint: give its size, as in -d=i:10");
  // The kernel has the size of what indexes nothing.
  EXPECT_EQ(sizesOf("y", "y = sum(k, 1)", {}), "");
}

TEST(SizesTest, ConstantsOutOfRange) {
  EXPECT_EQ(sizesOf("y", "y(i) = A(i,4)", {{{"A", {3, 4}}}, {}}),
            "error: index 4 is out of range: mode 2 of A has size 4\n"
            "  y(i) = A(i,4)\n"
            "             ^\n"
            "hint: indices count from 0");
  EXPECT_EQ(sizesOf("y", "y(i) = A(i,3)", {{{"A", {3, 4}}}, {}}), "3");
}

TEST(SizesTest, WrongNumberOfSizes) {
  EXPECT_EQ(sizesOf("y", "y(i) = A(i,j)", {{{"A", {3}}}, {}}),
            "error: tensor 'A' has order 2, got 1 size\n"
            "  y(i) = A(i,j)\n"
            "         ^~~~~~");
}

TEST(SizesTest, WhatIsKnownAgrees) {
  auto checked = [](std::string_view text, const Sizes &given) -> std::string {
    auto error = checkSizes(*parseProgram(text), given);
    return error ? error->message : "no error";
  };
  EXPECT_EQ(checked("y(i) = A(i,j) * x(j)", {}), "no error");
  EXPECT_EQ(checked("y(i) = A(i,j) * x(j)", {{{"A", {3, 4}}}, {{"j", 4}}}),
            "no error");
  EXPECT_EQ(checked("y(i) = A(i,j) * x(j)", {{{"A", {3, 4}}}, {{"i", 4}}}),
            "index variable 'i' has two sizes: 4 as given and 3 in mode 1 of "
            "A");
  EXPECT_EQ(checked("y(i) = A(i,j) * x(j)", {{{"A", {3, 4}}, {"x", {5}}}, {}}),
            "index variable 'j' has two sizes: 4 in mode 2 of A and 5 in mode "
            "1 of x");
  EXPECT_EQ(checked("y = x(3)", {{{"x", {3}}}, {}}),
            "index 3 is out of range: mode 1 of x has size 3");
  EXPECT_EQ(checked("y = x(i)", {{{"x", {3, 4}}}, {}}),
            "tensor 'x' has order 1, got 2 sizes");
}

TEST(SizesTest, ConflictsAreStructured) {
  auto program = parseProgram("y(i) = A(i,j) * x(j)");
  auto failed = inferSizes(*program, {{{"A", {3, 4}}, {"x", {5}}}, {}});
  ASSERT_FALSE(failed);
  ASSERT_TRUE(failed.conflict);
  EXPECT_EQ(failed.conflict->variable, "j");
  EXPECT_EQ(failed.conflict->first.kind, SizeUse::Kind::Mode);
  EXPECT_EQ(failed.conflict->first.size, 4);
  EXPECT_EQ(failed.conflict->first.description, "mode 2 of A");
  EXPECT_EQ(failed.conflict->second.size, 5);
  EXPECT_EQ(failed.conflict->second.description, "mode 1 of x");
  EXPECT_EQ(failed.conflict->second.range.begin, 18u);
  EXPECT_EQ(failed.conflict->toDiagnostic().message, failed.error().message);

  auto other = inferSizes(*program, {{{"A", {3, 4, 5}}}, {}});
  ASSERT_FALSE(other);
  EXPECT_FALSE(other.conflict);
}

} // namespace
