//===- BlockedTest.cpp - Tests of blocked tensors ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats whose modes are stored by quotient and remainder: packing, what is
// padding and what is not, and formats and arrays that break the rules.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace weft::runtime;

/// Levels of a matrix in blocks of `rows` x `columns`, by letters: quotients of
/// both modes, then remainders.
static Format makeBlocked(const std::string &letters, int64_t rows,
                          int64_t columns) {
  Format format = makeFormat(letters, {0, 1, 0, 1});
  for (size_t l = 0; l < 4; ++l) {
    format.levels[l].part = l < 2 ? LevelPart::Quotient : LevelPart::Remainder;
    format.levels[l].block = l % 2 == 0 ? rows : columns;
  }
  return format;
}

TEST(BlockedTest, Text) {
  Format format = makeBlocked("dsdd", 2, 3);
  EXPECT_EQ(toString(format),
            "(i0, i1) -> (i0 floordiv 2 : dense, i1 floordiv 3 : compressed, "
            "i0 mod 2 : dense, i1 mod 3 : dense)");
  EXPECT_EQ(format.order(), 2);
  EXPECT_TRUE(format.hasParts());
}

TEST(BlockedTest, BlockCompressedSparseRows) {
  // 3 x 4 in blocks of 2 x 3: the last row and two columns are padding.
  std::vector<Entry> entries = {{{0, 1}, 1}, {{2, 3}, 2}, {{0, 2}, 3}};
  Expected<Tensor> tensor =
      packEntries({3, 4}, entries, makeBlocked("dsdd", 2, 3));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2),
            (std::vector<double>{0, 1, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0}));
  // Six components of the first block, and one of the second.
  EXPECT_EQ(tensor->numStored(), 7);
  std::vector<Entry> stored = {{{0, 0}, 0}, {{0, 1}, 1}, {{0, 2}, 3},
                               {{1, 0}, 0}, {{1, 1}, 0}, {{1, 2}, 0},
                               {{2, 3}, 2}};
  EXPECT_EQ(entriesOf(*tensor), stored);
}

TEST(BlockedTest, RandomEntriesInAllFormats) {
  std::mt19937 random(5);
  for (const char *letters : {"dddd", "dsdd", "dssd", "ssss", "dsds", "sddd",
                              "ddun", "unnq", "uqdd", "dsuq", "dddn", "ssdd"})
    for (int64_t block : {2, 3, 5, 16})
      for (std::vector<int64_t> dims :
           {std::vector<int64_t>{8, 12}, {7, 5}, {1, 1}, {0, 4}}) {
        // A singleton below a unique level holds only some tensors.
        if (letters == std::string("dddn"))
          continue;
        Format format = makeBlocked(letters, block, 3);
        std::vector<Entry> entries;
        std::map<std::vector<int64_t>, double> sums;
        for (int64_t i = 0; i < 20 && dims[0] > 0; ++i) {
          std::vector<int64_t> place = {int64_t(random()) % dims[0],
                                        int64_t(random()) % dims[1]};
          entries.push_back({place, 1.0 + i});
          sums[place] += 1.0 + i;
        }
        Expected<Tensor> tensor = packEntries(dims, entries, format);
        ASSERT_TRUE(tensor.succeeded()) << tensor.message();
        std::vector<int64_t> last;
        for (const Entry &entry : entriesOf(*tensor)) {
          std::vector<int64_t> key;
          for (const Level &level : format.levels)
            key.push_back(level.coordinateOf(entry.coordinate[level.mode]));
          EXPECT_TRUE(last.empty() || last < key) << toString(format);
          last = key;
          for (size_t mode = 0; mode < 2; ++mode)
            EXPECT_LT(entry.coordinate[mode], dims[mode]);
          sums[entry.coordinate] -= entry.value;
        }
        for (const auto &[place, difference] : sums)
          EXPECT_EQ(difference, 0) << toString(format);
      }
}

static std::string packError(const Format &format,
                             std::vector<int64_t> dims = {3, 4}) {
  Expected<Tensor> tensor = packEntries(dims, {}, format);
  return tensor.failed() ? tensor.message() : "";
}

TEST(BlockedTest, FormatsThatStoreAModeWrongly) {
  Format format = makeBlocked("dsdd", 2, 3);
  format.levels[2].block = 4;
  EXPECT_EQ(packError(format),
            "invalid format (i0, i1) -> (i0 floordiv 2 : dense, i1 floordiv 3 "
            ": compressed, i0 mod 4 : dense, i1 mod 3 : dense): mode i0 is not "
            "stored by its quotient and its remainder by one block size");
  format = makeBlocked("dsdd", 1, 3);
  EXPECT_NE(packError(format).find("expected a block size of at least 2"),
            std::string::npos);
  format = makeBlocked("dsdd", 2, 3);
  format.levels[2].mode = 1;
  EXPECT_NE(packError(format).find("mode i1 is"), std::string::npos);
  format = makeBlocked("dsdd", 2, 3);
  format.levels.pop_back();
  EXPECT_NE(packError(format).find("mode i1 is stored in part only"),
            std::string::npos);
}

TEST(BlockedTest, CoordinatesBehindTheLastBlock) {
  // One entry in the last block, in the row behind the last.
  Format format = makeBlocked("ssss", 2, 3);
  std::vector<std::vector<int32_t>> data = {{0, 1}, {1}, {0, 1}, {0},
                                            {0, 1}, {1}, {0, 1}, {0}};
  std::vector<weft_array> arrays;
  for (const std::vector<int32_t> &numbers : data) {
    void *memory = allocate(numbers.size() * 4);
    std::memcpy(memory, numbers.data(), numbers.size() * 4);
    arrays.push_back({memory, static_cast<int64_t>(numbers.size())});
  }
  arrays.push_back({allocateZeroed(8), 1});
  Expected<Tensor> tensor =
      Tensor::adopt(format, ElementType::F64, {3, 4}, arrays);
  ASSERT_TRUE(tensor.failed());
  EXPECT_NE(tensor.message().find("a coordinate in the last block is out of "
                                  "range"),
            std::string::npos)
      << tensor.message();
}

TEST(BlockedTest, NarrowCoordinatesNumberBlocks) {
  Format format = makeBlocked("dsdd", 2, 100);
  format.setCoordinateBits(8);
  EXPECT_EQ(packError(format, {3, 12800}), "");
  EXPECT_NE(packError(format, {3, 12801}).find("the largest that fits is 127"),
            std::string::npos);
}
