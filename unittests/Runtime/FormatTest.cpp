//===- FormatTest.cpp - Names and text of formats -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The spelling of types and formats is what users read in messages; these
// tests fix it.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Format.h"

#include <gtest/gtest.h>

using namespace weft::runtime;

TEST(FormatTest, NamesOfElementTypesRoundTrip) {
  for (ElementType type :
       {ElementType::F32, ElementType::F64, ElementType::I32, ElementType::I64,
        ElementType::C64, ElementType::C128}) {
    ElementType parsed = ElementType::F32;
    EXPECT_TRUE(parseElementType(nameOf(type), parsed));
    EXPECT_EQ(parsed, type);
  }
  EXPECT_EQ(nameOf(ElementType::C128), "complex<f64>");
  ElementType type = ElementType::I32;
  EXPECT_FALSE(parseElementType("f16", type));
  EXPECT_EQ(type, ElementType::I32);
}

TEST(FormatTest, SizesOfElementTypes) {
  EXPECT_EQ(sizeOf(ElementType::F32), 4);
  EXPECT_EQ(sizeOf(ElementType::I64), 8);
  EXPECT_EQ(sizeOf(ElementType::C64), 8);
  EXPECT_EQ(sizeOf(ElementType::C128), 16);
}

TEST(FormatTest, Text) {
  EXPECT_EQ(toString(Format::dense(2)), "(i0, i1) -> (i0 : dense, i1 : dense)");
  EXPECT_EQ(toString(Format::coo(3)),
            "(i0, i1, i2) -> (i0 : compressed(nonunique), "
            "i1 : singleton(nonunique), i2 : singleton)");
  EXPECT_EQ(toString(Format::coo(1)), "(i0) -> (i0 : compressed)");
  EXPECT_EQ(toString(Format()), "() -> ()");
  Format format;
  format.levels = {{LevelKind::Dense, true, true, 1},
                   {LevelKind::Compressed, false, false, 0}};
  EXPECT_EQ(toString(format),
            "(i0, i1) -> (i1 : dense, i0 : compressed(nonunique, unordered))");
}
