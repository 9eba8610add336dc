//===- FormatsTest.cpp - Formats as array types -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats there and back, the addresses that follow from types, and what is no
// format.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Formats/Formats.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

namespace {
class Formats : public ::testing::Test {
protected:
  Formats() { context.loadDialect<PatternDialect, level::LevelDialect>(); }

  level::FormatAttr parse(StringRef text) {
    return cast<level::FormatAttr>(
        parseAttribute(("#level.format<" + text + ">").str(), &context));
  }

  /// The array types of a format, one in each line, or the reason.
  std::string form(StringRef format) {
    std::string reason;
    std::optional<ArrayForm> arrays =
        getArrayForm(parse(format), Float64Type::get(&context),
                     {Nat::variable("n"), Nat::variable("m")}, "A", reason);
    if (!arrays)
      return reason;
    std::string text;
    for (auto [name, type] : llvm::zip(arrays->names, arrays->types))
      text += name + ": " + toString(type) + "\n";
    return text;
  }

  std::string recognize(StringRef type) {
    SmallVector<std::string> positions;
    std::string reason, text;
    level::FormatAttr format = getFormatOf(
        cast<ArrayType>(parseType(("!pattern." + type).str(), &context)),
        positions, reason);
    if (!format)
      return reason;
    llvm::raw_string_ostream(text) << format;
    for (const std::string &name : positions)
      text += " " + name;
    return text;
  }

  /// The format of the arrays of a tensor of a format.
  std::string recognizeAll(StringRef format) {
    std::string reason, text;
    std::optional<ArrayForm> arrays =
        getArrayForm(parse(format), Float64Type::get(&context),
                     {Nat::variable("n"), Nat::variable("m")}, "A", reason);
    level::FormatAttr found = getFormatOf(*arrays, reason);
    if (!found)
      return reason;
    llvm::raw_string_ostream(text) << found;
    return text;
  }

  MLIRContext context;
};
} // namespace

TEST_F(Formats, AreArrayTypes) {
  EXPECT_EQ(form("(i, j) -> (i : dense, j : dense)"),
            "A: array<\"n\" x array<\"m\" x f64>>\n");
  EXPECT_EQ(form("(i, j) -> (i : dense, j : compressed)"),
            "A_pos2: array<\"n + 1\" x i32>\n"
            "A_crd2: array<\"i < n\" -> array<\"toNat(A_pos2@(i + 1)) - "
            "toNat(A_pos2@i)\" x i32>>\n"
            "A: array<\"i < n\" -> array<\"toNat(A_pos2@(i + 1)) - "
            "toNat(A_pos2@i)\" x f64>>\n");
  EXPECT_EQ(form("(i, j) -> (i : dense, j : compressed), packed"),
            "A_pos2: array<\"n + 1\" x i32>\n"
            "A: array<\"i < n\" -> array<\"toNat(A_pos2@(i + 1)) - "
            "toNat(A_pos2@i)\" x pair<i32, f64>>>\n");
  // Compressed columns, whose pointers have 64 bits.
  EXPECT_EQ(form("(i, j) -> (j : dense, i : compressed), pos = 64"),
            "A_pos2: array<\"m + 1\" x i64>\n"
            "A_crd2: array<\"i < m\" -> array<\"toNat(A_pos2@(i + 1)) - "
            "toNat(A_pos2@i)\" x i32>>\n"
            "A: array<\"i < m\" -> array<\"toNat(A_pos2@(i + 1)) - "
            "toNat(A_pos2@i)\" x f64>>\n");
  EXPECT_EQ(form("(i, j) -> (i : compressed, j : dense)"),
            "A_pos1: array<\"2\" x i32>\n"
            "A_crd1: array<\"toNat(A_pos1@1) - toNat(A_pos1@0)\" x i32>\n"
            "A: array<\"toNat(A_pos1@1) - toNat(A_pos1@0)\" x "
            "array<\"m\" x f64>>\n");
}

TEST_F(Formats, OfOtherLevelsAreNone) {
  EXPECT_EQ(form("(i, j) -> (i : compressed(nonunique), j : singleton)"),
            "expected levels that are dense or compressed");
  EXPECT_EQ(form("(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j : "
                 "compressed)"),
            "expected a format whose levels store one whole dimension each");
  EXPECT_EQ(form("(i) -> (i : dense)"), "expected 1 sizes, got 2");
  EXPECT_EQ(form("(i, j) -> (i : dense, j : compressed), fill = 1.0 : f64"),
            "expected a format whose fill is zero");
}

TEST_F(Formats, AreRecognized) {
  EXPECT_EQ(recognize("array<\"n\" x array<\"m\" x f32>>"),
            "#level.format<(d0, d1) -> (d0 : dense, d1 : dense)>");
  EXPECT_EQ(recognize("array<\"i < n\" -> "
                      "array<\"toNat(o@(i + 1) - o@i)\" x f32>>"),
            "#level.format<(d0, d1) -> (d0 : dense, d1 : compressed)> o");
  EXPECT_EQ(recognize("array<\"i < n\" -> array<\"toNat(o@(i + 1) - o@i)\" x "
                      "pair<i32, f32>>>"),
            "#level.format<(d0, d1) -> (d0 : dense, d1 : compressed), packed> "
            "o");
  EXPECT_EQ(recognize("array<\"i < n\" -> array<\"j < toNat(o@(i + 1) - o@i)\""
                      " -> array<\"toNat(q@(o@i + j + 1) - q@(o@i + j))\" x "
                      "f32>>>"),
            "#level.format<(d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : "
            "compressed)> o q");
  EXPECT_EQ(recognize("array<\"i < n\" -> array<\"i + 1\" x f32>>"),
            "expected lengths that are the same for all positions or "
            "differences of neighbouring positions, got \"$0 + 1\"");
  EXPECT_EQ(recognize("array<\"n\" x pair<i32, f32>>"),
            "expected components that are scalars, got pair<i32, f32>");
}

TEST_F(Formats, AreRecognizedWithTheirWidths) {
  for (StringRef text :
       {"(d0, d1) -> (d0 : dense, d1 : dense)",
        "(d0, d1) -> (d0 : dense, d1 : compressed)",
        "(d0, d1) -> (d0 : compressed, d1 : dense)",
        "(d0, d1) -> (d0 : compressed, d1 : compressed), pos = [64, 32], "
        "crd = [8, 16]",
        "(d0, d1) -> (d0 : dense, d1 : compressed), pos = [32, 64], crd = "
        "[32, 64], packed"})
    EXPECT_EQ(recognizeAll(text), ("#level.format<" + text + ">").str());
  std::string reason;
  std::optional<ArrayForm> arrays = getArrayForm(
      parse("(i, j) -> (i : dense, j : compressed)"),
      Float64Type::get(&context), {Nat::variable("n"), 3}, "A", reason);
  ArrayForm fewer{{arrays->names[0], arrays->names[2]},
                  {arrays->types[0], arrays->types[2]}};
  EXPECT_FALSE(getFormatOf(fewer, reason));
  EXPECT_EQ(reason, "expected arrays of positions and coordinates of level 2");
  ArrayForm other = *arrays;
  other.types[1] = other.types[2];
  EXPECT_FALSE(getFormatOf(other, reason));
  ArrayForm more = *arrays;
  more.names.insert(more.names.begin() + 2, "B");
  more.types.insert(more.types.begin() + 2, more.types[0]);
  EXPECT_FALSE(getFormatOf(more, reason));
  EXPECT_EQ(reason, "expected 3 arrays, got 4");
}

TEST_F(Formats, HaveTheAddressesOfTheirPositions) {
  std::string reason;
  std::optional<ArrayForm> arrays = getArrayForm(
      parse("(i, j, k) -> (i : dense, j : compressed, k : compressed)"),
      Float64Type::get(&context), {Nat::variable("n"), 1, 1}, "A", reason);
  ASSERT_TRUE(arrays);
  // The elements before row i of the last level.
  auto type = cast<ArrayType>(arrays->types.back());
  Nat before =
      simplifySums(Nat::sum(Nat::variable("i"), getSize(type.getElement())));
  EXPECT_EQ(before.toString(), "toNat(A_pos3@toNat(A_pos2@i)) - "
                               "toNat(A_pos3@toNat(A_pos2@0))");
}
