//===- FillTest.cpp - Tensors whose missing components are not zero -------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What packing and files do with a fill.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <limits>

using namespace weft::runtime;

namespace {
Format withFill(const std::string &letters, double fill) {
  Format format = makeFormat(letters);
  format.fill = Number::complex(fill);
  return format;
}

class FillTest : public FileTest {};

const double infinity = std::numeric_limits<double>::infinity();
} // namespace

TEST_F(FillTest, DenseLevelsHoldTheFill) {
  Expected<Tensor> tensor =
      packEntries({2, 3}, {{{1, 0}, 5}, {{1, 2}, 0}}, withFill("sd", infinity));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<double>(*tensor, 2), (std::vector<double>{5, infinity, 0}));
  tensor = packEntries({3}, {{{1}, 5}, {{1}, 2}}, withFill("d", -1));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<double>(*tensor, 0), (std::vector<double>{-1, 7, -1}));
}

TEST_F(FillTest, DoesNotFitItsType) {
  EntryList list(ElementType::I32, 1);
  list.dims = {3};
  EXPECT_EQ(withoutDirectory(pack(list.view(), withFill("s", infinity))),
            "the fill inf does not fit i32");
  EXPECT_EQ(readError("a.tns", "1 2\n", withFill("s", 0.5),
                      [] {
                        ReadOptions options;
                        options.type = ElementType::I64;
                        return options;
                      }()),
            "cannot load a.tns: the fill 0.5 does not fit i64");
}

TEST_F(FillTest, FilesSayWhatIsNotListed) {
  Expected<Tensor> tensor =
      packEntries({2, 2}, {{{1, 0}, 5}}, withFill("ds", infinity));
  ASSERT_TRUE(tensor.succeeded());
  ASSERT_TRUE(writeTensor(*tensor, pathOf("a.mtx")).succeeded());
  EXPECT_EQ(contentOf("a.mtx"),
            "%%MatrixMarket matrix coordinate real general\n"
            "% components that are not listed are inf\n"
            "2 2 1\n2 1 5\n");
  ASSERT_TRUE(writeTensor(*tensor, pathOf("a.tns")).succeeded());
  EXPECT_EQ(contentOf("a.tns"),
            "# components that are not listed are inf\n2 1 5\n");
  Expected<Tensor> again =
      readTensor(directory + "a.mtx", withFill("ds", infinity));
  ASSERT_TRUE(again.succeeded());
  EXPECT_EQ(entriesOf(*again), entriesOf(*tensor));
}

TEST_F(FillTest, ListsOfAllComponentsSkipTheFill) {
  std::string text = "%%MatrixMarket matrix array real general\n"
                     "3 1\n0\ninf\n2\n";
  EXPECT_EQ(read("a.mtx", text, withFill("s", infinity)),
            (std::vector<Entry>{{{0}, 0}, {{2}, 2}}));
  EXPECT_EQ(read("a.mtx", text, makeFormat("s")),
            (std::vector<Entry>{{{1}, infinity}, {{2}, 2}}));
  // Components beyond those listed are the fill.
  ReadOptions options;
  options.dims = {4};
  Expected<Tensor> tensor =
      readTensor(write("b.mtx", text), withFill("d", 7), options);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<double>(*tensor, 0),
            (std::vector<double>{0, infinity, 2, 7}));
}
