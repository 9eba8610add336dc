//===- SlotsTest.cpp - Tests of tensors in slots ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats DIA and ELL of thesis section 2.5 and their relatives: which slot
// an entry takes, what is padding, and formats and arrays that break the rules.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace weft::runtime;

static Level makeSlots() {
  Level level;
  level.mode = -1;
  level.part = LevelPart::Slot;
  return level;
}

static Format makeDIA() {
  Format format;
  format.levels = {makeSlots(),
                   {LevelKind::Range, true, true, 0},
                   {LevelKind::Offset, true, true, 1}};
  return format;
}

static Format makeELL() {
  Format format;
  format.levels = {makeSlots(),
                   {LevelKind::Dense, true, true, 0},
                   {LevelKind::Padded, true, true, 1}};
  return format;
}

/// The 4 x 6 matrix of thesis figure 2-26.
static std::vector<Entry> figure() {
  return {{{0, 0}, 5}, {{0, 1}, 1}, {{1, 0}, 7}, {{1, 1}, 3},
          {{2, 1}, 8}, {{3, 2}, 4}, {{2, 3}, 9}, {{3, 4}, 2}};
}

TEST(SlotsTest, Text) {
  EXPECT_EQ(toString(makeDIA()),
            "(i0, i1) -> (slot : dense, i0 : range, i1 : offset)");
  EXPECT_EQ(makeELL().order(), 2);
  EXPECT_TRUE(makeELL().hasParts());
}

TEST(SlotsTest, Diagonals) {
  Expected<Tensor> tensor = packEntries({4, 6}, figure(), makeDIA());
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (std::vector<int32_t>{-1, 0, 1}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (std::vector<int32_t>{-1, 0, 1}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2),
            (std::vector<double>{0, 7, 8, 4, 5, 3, 0, 0, 1, 0, 9, 2}));
  // The first row has nothing on the diagonal below the main one.
  EXPECT_EQ(tensor->numStored(), 11);
  EXPECT_EQ(tensor->view().dims[2], 3);
  std::vector<Entry> stored = {{{1, 0}, 7}, {{2, 1}, 8}, {{3, 2}, 4},
                               {{0, 0}, 5}, {{1, 1}, 3}, {{2, 2}, 0},
                               {{3, 3}, 0}, {{0, 1}, 1}, {{1, 2}, 0},
                               {{2, 3}, 9}, {{3, 4}, 2}};
  EXPECT_EQ(entriesOf(*tensor), stored);
}

TEST(SlotsTest, FullestRow) {
  std::vector<Entry> entries = figure();
  entries.push_back({{0, 5}, 6});
  Expected<Tensor> tensor = packEntries({4, 6}, entries, makeELL());
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0),
            (std::vector<int32_t>{0, 0, 1, 2, 1, 1, 3, 4, 5, -1, -1, -1}));
  EXPECT_EQ(arrayOf<double>(*tensor, 1),
            (std::vector<double>{5, 7, 8, 4, 1, 3, 9, 2, 6, 0, 0, 0}));
  EXPECT_EQ(tensor->numStored(), 9);
}

/// Rows in slices of `rows`, of which so many are sorted at a time.
static Format makeSorted(int64_t rows, int64_t window) {
  Format format;
  Level slots = makeSlots();
  slots.kind = LevelKind::Sliced;
  slots.room = rows;
  format.levels = {{LevelKind::Permuted, true, true, 0},
                   slots,
                   {LevelKind::Padded, true, true, 1}};
  format.levels[0].room = window;
  return format;
}

TEST(SlotsTest, SortedSlices) {
  // The rows have 1, 3, 0, 2 and 1 entries.
  std::vector<Entry> entries = {{{0, 5}, 1}, {{1, 0}, 2}, {{1, 2}, 3},
                                {{1, 4}, 4}, {{3, 1}, 5}, {{3, 3}, 6},
                                {{4, 0}, 7}};
  Expected<Tensor> tensor = packEntries({5, 6}, entries, makeSorted(2, 4));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0),
            (std::vector<int32_t>{1, 3, 0, 2, 4}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1),
            (std::vector<int32_t>{2, 0, 3, 1, 4}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2), (std::vector<int32_t>{0, 3, 4, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 3),
            (std::vector<int32_t>{0, 1, 2, 3, 4, -1, 5, -1, 0, -1}));
  EXPECT_EQ(arrayOf<double>(*tensor, 4),
            (std::vector<double>{2, 5, 3, 6, 4, 0, 1, 0, 7, 0}));
  EXPECT_EQ(tensor->numStored(), 7);
  std::vector<Entry> stored = {{{1, 0}, 2}, {{1, 2}, 3}, {{1, 4}, 4},
                               {{3, 1}, 5}, {{3, 3}, 6}, {{0, 5}, 1},
                               {{4, 0}, 7}};
  EXPECT_EQ(entriesOf(*tensor), stored);
  // The window is longer than there are rows, and there are none.
  EXPECT_TRUE(packEntries({5, 6}, entries, makeSorted(3, 8)).succeeded());
  EXPECT_TRUE(packEntries({0, 6}, {}, makeSorted(2, 4)).succeeded());
}

TEST(SlotsTest, SparseDiagonals) {
  Format format = makeDIA();
  format.levels[1].kind = LevelKind::Compressed;
  Expected<Tensor> tensor = packEntries({4, 6}, figure(), format);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (std::vector<int32_t>{0, 3, 5, 8}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1),
            (std::vector<int32_t>{1, 2, 3, 0, 1, 0, 2, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2), (std::vector<int32_t>{-1, 0, 1}));
  EXPECT_EQ(arrayOf<double>(*tensor, 3),
            (std::vector<double>{7, 8, 4, 5, 3, 1, 9, 2}));
  EXPECT_EQ(tensor->numStored(), 8);
}

/// Sliced ELL with slices of three rows.
static Format makeSELL() {
  Format format = makeELL();
  Level slices = {LevelKind::Dense, true, true, 0, LevelPart::Quotient, 3};
  format.levels.insert(format.levels.begin(), slices);
  format.levels[1].kind = LevelKind::Interval;
  format.levels[2].part = LevelPart::Remainder;
  format.levels[2].block = 3;
  return format;
}

TEST(SlotsTest, Slices) {
  std::vector<Entry> entries = figure();
  entries.push_back({{0, 5}, 6});
  Expected<Tensor> tensor = packEntries({4, 6}, entries, makeSELL());
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  // Three slots for the first three rows, two for the last.
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (std::vector<int32_t>{0, 3, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (std::vector<int32_t>{0, 0}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2),
            (std::vector<int32_t>{0, 0, 1, 1, 1, 3, 5, -1, -1, 2, -1, -1, 4, -1,
                                  -1}));
  EXPECT_EQ(tensor->view().dims[2], 3);
  EXPECT_EQ(tensor->numStored(), 9);
}

TEST(SlotsTest, DuplicatesShareASlot) {
  std::vector<Entry> entries = {{{1, 2}, 1}, {{1, 2}, 2}, {{1, 0}, 4}};
  for (const Format &format : {makeDIA(), makeELL()}) {
    Expected<Tensor> tensor = packEntries({2, 3}, entries, format);
    ASSERT_TRUE(tensor.succeeded()) << tensor.message();
    EXPECT_EQ(tensor->view().dims[2], 2);
    double sum = 0;
    for (const Entry &entry : entriesOf(*tensor))
      sum += entry.value;
    EXPECT_EQ(sum, 7);
  }
}

TEST(SlotsTest, RandomEntriesInAllFormats) {
  std::vector<Format> formats = {makeDIA(), makeELL()};
  // By columns; slots between rows and columns; below a sparse level; blocked.
  Format format = makeDIA();
  std::swap(format.levels[1].mode, format.levels[2].mode);
  formats.push_back(format);
  format = makeELL();
  std::swap(format.levels[0], format.levels[1]);
  formats.push_back(format);
  format.levels[0].kind = LevelKind::Compressed;
  formats.push_back(format);
  format = makeELL();
  for (size_t l : {1, 2}) {
    Level remainder = format.levels[l];
    remainder.kind = LevelKind::Dense;
    remainder.part = LevelPart::Remainder;
    format.levels[l].part = LevelPart::Quotient;
    format.levels[l].block = remainder.block = l + 1;
    if (l == 1) // Blocks of one are whole.
      format.levels[l] = {LevelKind::Dense, true, true, 0};
    else
      format.levels.push_back(remainder);
  }
  formats.push_back(format);

  std::mt19937 random(3);
  for (const Format &format : formats)
    for (std::vector<int64_t> dims :
         {std::vector<int64_t>{8, 5}, {3, 9}, {1, 1}, {0, 4}, {6, 0}}) {
      std::vector<Entry> entries;
      std::map<std::vector<int64_t>, double> sums;
      for (int64_t i = 0; i < 12 && dims[0] * dims[1] > 0; ++i) {
        std::vector<int64_t> place = {int64_t(random()) % dims[0],
                                      int64_t(random()) % dims[1]};
        entries.push_back({place, 1.0 + i});
        sums[place] += 1.0 + i;
      }
      Expected<Tensor> tensor = packEntries(dims, entries, format);
      ASSERT_TRUE(tensor.succeeded()) << tensor.message();
      for (const Entry &entry : entriesOf(*tensor)) {
        for (size_t mode = 0; mode < 2; ++mode) {
          EXPECT_GE(entry.coordinate[mode], 0);
          EXPECT_LT(entry.coordinate[mode], dims[mode]);
        }
        sums[entry.coordinate] -= entry.value;
      }
      for (const auto &[place, difference] : sums)
        EXPECT_EQ(difference, 0) << toString(format);
    }
}

static std::string packError(const Format &format) {
  Expected<Tensor> tensor = packEntries({3, 4}, {}, format);
  return tensor.failed() ? tensor.message() : "";
}

TEST(SlotsTest, WrongFormats) {
  Format format = makeDIA();
  format.levels.erase(format.levels.begin());
  EXPECT_EQ(packError(format),
            "invalid format (i0, i1) -> (i0 : range, i1 : offset): level 1 "
            "(range) is not between slots and offsets");
  format = makeDIA();
  format.levels[1].kind = LevelKind::Dense;
  EXPECT_NE(packError(format).find("level 3 (offset) is not below a level that "
                                   "is not dense, and slots"),
            std::string::npos);
  format = makeELL();
  format.levels[2].kind = LevelKind::Compressed;
  EXPECT_NE(packError(format).find("the slots are not those of one offset or "
                                   "padded level"),
            std::string::npos);
  format = makeELL();
  format.levels[0].kind = LevelKind::Compressed;
  EXPECT_NE(packError(format).find("the slots of level 1 (compressed) are "
                                   "neither dense nor an interval"),
            std::string::npos);
  format = makeELL();
  format.levels.insert(format.levels.begin(), makeSlots());
  EXPECT_NE(packError(format).find("two levels are slots"), std::string::npos);
}

TEST(SlotsTest, PaddedWithoutSlots) {
  Format format = makeFormat("dd");
  format.levels[1].kind = LevelKind::Padded;
  std::vector<Entry> entries = {{{0, 1}, 1}, {{2, 0}, 2}};
  Expected<Tensor> tensor = packEntries({3, 4}, entries, format);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (std::vector<int32_t>{1, -1, 0}));
  EXPECT_EQ(tensor->numStored(), 2);
  tensor = packEntries({3, 4}, {{{0, 1}, 1}, {{0, 2}, 2}}, format);
  ASSERT_TRUE(tensor.failed());
  EXPECT_NE(tensor.message().find("stores at most one coordinate for each "
                                  "position above, but one has several"),
            std::string::npos)
      << tensor.message();
}

/// What is wrong with DIA arrays for a 2 x 3 matrix.
static std::string adoptError(std::vector<std::vector<int32_t>> data,
                              int64_t numValues, int64_t numSlots,
                              const Format &format = makeDIA()) {
  std::vector<weft_array> arrays;
  for (const std::vector<int32_t> &numbers : data) {
    void *memory = allocate(numbers.size() * 4);
    std::memcpy(memory, numbers.data(), numbers.size() * 4);
    arrays.push_back({memory, static_cast<int64_t>(numbers.size())});
  }
  arrays.push_back({allocateZeroed(numValues * 8), numValues});
  Expected<Tensor> tensor =
      Tensor::adopt(format, ElementType::F64, {2, 3}, arrays, numSlots);
  return tensor.failed() ? tensor.message() : "";
}

TEST(SlotsTest, WrongArrays) {
  EXPECT_EQ(adoptError({{-1, 2}, {-1, 2}}, 4, 2), "");
  auto fails = [](const std::string &message, const std::string &part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  fails(adoptError({{-1, 2}, {-1, 2}}, 4, 3), "too few offsets of level 2");
  fails(adoptError({{-1, 2}, {-1, 2}}, 4, -1),
        "the number of slots is negative");
  fails(adoptError({{-2, 2}, {-2, 2}}, 4, 2), "disordered offsets of level 2");
  fails(adoptError({{-1, 3}, {-1, 3}}, 4, 2), "disordered offsets of level 2");
  fails(adoptError({{1, 1}, {1, 1}}, 4, 2), "disordered offsets of level 2");
  fails(adoptError({{-1, 2}, {-1, 1}}, 4, 2),
        "the offsets of level 3 differ from those of the range");
  fails(adoptError({{-1, 2}, {-1, 2}}, 3, 2), "too few values");

  // Columns of single rows that are not in the matrix.
  Format sparse = makeDIA();
  sparse.levels[1].kind = LevelKind::Compressed;
  EXPECT_EQ(adoptError({{0, 1, 2}, {1, 0}, {-1, 2}}, 2, 2, sparse), "");
  fails(adoptError({{0, 1, 2}, {1, 0}, {-1, 3}}, 2, 2, sparse),
        "disordered offsets of level 3");
  fails(adoptError({{0, 1, 2}, {0, 0}, {-1, 2}}, 2, 2, sparse), "out of range");
  fails(adoptError({{0, 1, 2}, {1, 1}, {-1, 2}}, 2, 2, sparse), "out of range");
  // More slots in a slice than there are.
  fails(adoptError({{0, 3}, {0}, {0, 1, 2, 0, 1, 2, -1, -1, -1}}, 9, 2,
                   makeSELL()),
        "a coordinate of level 2 is out of range");
}
