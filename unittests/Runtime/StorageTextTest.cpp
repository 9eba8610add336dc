//===- StorageTextTest.cpp - Tests of storage as text -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every array is shown with its name, in its width, and long ones are cut.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/StorageText.h"

using namespace weft::runtime;

TEST(StorageTextTest, Levels) {
  Format format = makeFormat("ds");
  format.setPositionBits(8);
  format.setCoordinateBits(64);
  Expected<Tensor> tensor =
      packEntries({2, 3}, {{{0, 2}, 1.5}, {{1, 0}, -2}}, format);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(describeStorage(*tensor), "  level 1: dense over mode 1\n"
                                      "  level 2: compressed over mode 2\n"
                                      "    pos: 0 1 2\n"
                                      "    crd: 2 0\n"
                                      "  values: 1.5 -2\n");
}

TEST(StorageTextTest, PartsAndPadding) {
  Format format;
  format.levels = {
      {LevelKind::Compressed, true, true, 0, LevelPart::Quotient, 2},
      {LevelKind::Bitmap, true, true, 0, LevelPart::Remainder, 2}};
  Expected<Tensor> tensor = packEntries({5}, {{{4}, 1}, {{1}, 2}}, format);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(describeStorage(*tensor),
            "  level 1: compressed over blocks of 2 of mode 1\n"
            "    pos: 0 2\n"
            "    crd: 0 2\n"
            "  level 2: bitmap over the places in blocks of 2 of mode 1\n"
            "    present: 0 1 1 0\n"
            "  values: 0 2 1 0\n");
}

TEST(StorageTextTest, Scalars) {
  double value[] = {1, -2};
  Expected<Tensor> tensor = Tensor::scalar(ElementType::C128, value);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(describeStorage(*tensor), "  values: 1-2im\n");
}

TEST(StorageTextTest, LongArraysAreCut) {
  Expected<Tensor> tensor = packEntries({1000}, {}, makeFormat("d"));
  ASSERT_TRUE(tensor.succeeded());
  std::string text = describeStorage(*tensor), zeros;
  for (int64_t i = 0; i < kShownElements; ++i)
    zeros += " 0";
  EXPECT_EQ(text, "  level 1: dense over mode 1\n"
                  "  values:" +
                      zeros + " ... (1000 in all)\n");
}
