//===- RecordsTest.cpp - Coordinates and components side by side ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the records of packed formats against structures that the C++ compiler
// lays out, and what is refused when they are taken over.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/StorageText.h"

#include <cstring>

using namespace weft::runtime;

namespace {

static Format makePacked(const std::string &letters) {
  Format format = makeFormat(letters);
  format.packed = true;
  return format;
}

static const std::vector<Entry> someEntries = {
    {{0, 1}, 5}, {{0, 3}, 2}, {{2, 0}, 7}};

template <typename Coordinate> struct Record {
  Coordinate crd;
  double value;
};

template <typename Coordinate> static void checkRecords(int bits) {
  Format format = makePacked("ds");
  format.setCoordinateBits(bits);
  Expected<Tensor> tensor = packEntries({3, 4}, someEntries, format);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  ASSERT_EQ(tensor->arrays().size(), 2u);
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (std::vector<int32_t>{0, 2, 2, 3}));
  auto records = arrayOf<Record<Coordinate>>(*tensor, 1);
  ASSERT_EQ(records.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(records[i].crd, someEntries[i].coordinate[1]);
    EXPECT_EQ(records[i].value, someEntries[i].value);
  }
  EXPECT_EQ(entriesOf(*tensor), someEntries);
}

TEST(RecordsTest, AreStructuresOfC) {
  checkRecords<int8_t>(8);
  checkRecords<int16_t>(16);
  checkRecords<int32_t>(32);
  checkRecords<int64_t>(64);
}

TEST(RecordsTest, AreAlignedToTheWiderHalf) {
  Format format = makePacked("s");
  EXPECT_EQ(numArrays(format), 2);
  EXPECT_EQ(numArrays(makePacked("uq")), 3);
  EntryList list(ElementType::C128, 1);
  list.dims = {4};
  const int64_t coordinate = 3;
  const double value[2] = {1, 2};
  ASSERT_TRUE(list.append(&coordinate, value));
  Expected<Tensor> tensor = pack(list.view(), format);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  const char *record = static_cast<const char *>(tensor->arrays()[1].data);
  EXPECT_EQ(*reinterpret_cast<const int32_t *>(record), 3);
  EXPECT_EQ(std::memcmp(record + 16, value, 16), 0);
}

TEST(RecordsTest, Text) {
  Expected<Tensor> tensor = packEntries({3, 4}, someEntries, makePacked("ds"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(describeStorage(*tensor), "  level 1: dense over mode 1\n"
                                      "  level 2: compressed over mode 2\n"
                                      "    pos: 0 2 2 3\n"
                                      "  records: (1, 5) (3, 2) (0, 7)\n");
}

/// Takes over a vector of 4 with one record for each coordinate.
static Expected<Tensor> adopt(const std::vector<int32_t> &coordinates,
                              int32_t numPositions) {
  auto *positions = static_cast<int32_t *>(allocate(8));
  positions[0] = 0;
  positions[1] = numPositions;
  auto *records = static_cast<Record<int32_t> *>(
      allocate(sizeof(Record<int32_t>) * coordinates.size()));
  for (size_t i = 0; i < coordinates.size(); ++i)
    records[i] = {coordinates[i], 1.0 + static_cast<double>(i)};
  int64_t count = static_cast<int64_t>(coordinates.size());
  return Tensor::adopt(makePacked("s"), ElementType::F64, {4},
                       {{positions, 2}, {records, count}});
}

TEST(RecordsTest, AreChecked) {
  Expected<Tensor> tensor = adopt({0, 3, 9}, 2);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  // What is beyond the positions is cut.
  EXPECT_EQ(tensor->arrays()[1].length, 2);
  EXPECT_EQ(entriesOf(*tensor), (std::vector<Entry>{{{0}, 1}, {{3}, 2}}));
  std::string broken = "broken storage of a vector of 4 in the format (i0) -> "
                       "(i0 : compressed), packed: ";
  EXPECT_EQ(adopt({0, 4}, 2).message(),
            broken + "a coordinate of level 1 is out of range");
  EXPECT_EQ(adopt({0, 1}, 3).message(),
            broken + "too few coordinates of level 1");
}

TEST(RecordsTest, NeedACoordinateForEachPosition) {
  EXPECT_EQ(packEntries({3, 4}, someEntries, makePacked("sd")).message(),
            "invalid format (i0, i1) -> (i0 : compressed, i1 : dense), packed: "
            "the last level has no coordinate for each position that "
            "components could be packed with");
}

} // namespace
