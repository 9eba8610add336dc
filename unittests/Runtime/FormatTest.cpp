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
            "(i0, i1) -> (i1 : dense, i0 : compressed(nonunique, nonordered))");
}
