//===- TablesTest.cpp - Bitmap and hashed levels --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the arrays of levels in which some positions store no coordinate:
// those that packing builds, what is read from them, and what is refused.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <random>
#include <set>

using namespace weft::runtime;

using Entries = std::vector<Entry>;
using Ints = std::vector<int32_t>;
using Bytes = std::vector<int8_t>;
using Doubles = std::vector<double>;

/// A format of bitmap (b), hashed (h), dense (d) and compressed (s) levels.
static Format makeTables(const std::string &letters,
                         std::vector<int64_t> modes = {}) {
  Format format = makeFormat(letters, std::move(modes));
  for (size_t l = 0; l < letters.size(); ++l)
    if (letters[l] == 'b' || letters[l] == 'h')
      format.levels[l].kind =
          letters[l] == 'b' ? LevelKind::Bitmap : LevelKind::Hashed;
  return format;
}

static std::string packError(const std::vector<int64_t> &dims,
                             const Entries &entries, const Format &format) {
  Expected<Tensor> tensor = packEntries(dims, entries, format);
  return tensor.failed() ? tensor.message() : "no error";
}

TEST(TablesTest, Bitmap) {
  Expected<Tensor> tensor = packEntries(
      {2, 3}, {{{1, 2}, 3}, {{0, 1}, 0}, {{1, 2}, 4}}, makeTables("db"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->arrays().size(), 2u);
  EXPECT_EQ(arrayOf<int8_t>(*tensor, 0), (Bytes{0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(arrayOf<double>(*tensor, 1), (Doubles{0, 0, 0, 0, 0, 7}));
  // A zero that was given is stored; others are not.
  EXPECT_EQ(tensor->numStored(), 2);
  EXPECT_EQ(entriesOf(*tensor), (Entries{{{0, 1}, 0}, {{1, 2}, 7}}));
}

TEST(TablesTest, LevelsBelowABitmap) {
  Expected<Tensor> tensor = packEntries(
      {3, 4}, {{{2, 3}, 1}, {{0, 1}, 2}, {{0, 0}, 3}}, makeTables("bs"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int8_t>(*tensor, 0), (Bytes{1, 0, 1}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{0, 2, 2, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2), (Ints{0, 1, 3}));
  EXPECT_EQ(tensor->numStored(), 3);
}

TEST(TablesTest, HashTable) {
  // Three coordinates take eight slots; where they go is the contract of
  // TensorABI.h.
  Expected<Tensor> tensor = packEntries(
      {100}, {{{70}, 1}, {{3}, 2}, {{99}, 3}, {{3}, 4}}, makeTables("h"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 8}));
  Ints slots = arrayOf<int32_t>(*tensor, 1);
  ASSERT_EQ(slots.size(), 8u);
  for (int32_t coordinate : {3, 70, 99}) {
    uint64_t product = coordinate * WEFT_RT_HASH_MULTIPLIER;
    size_t slot = (product ^ (product >> 32)) & 7;
    while (slots[slot] != -1 && slots[slot] != coordinate)
      slot = (slot + 1) & 7;
    EXPECT_EQ(slots[slot], coordinate);
  }
  EXPECT_EQ(std::count(slots.begin(), slots.end(), -1), 5);
  EXPECT_EQ(tensor->numStored(), 3);
  Entries entries = entriesOf(*tensor);
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.coordinate < b.coordinate;
  });
  EXPECT_EQ(entries, (Entries{{{3}, 6}, {{70}, 1}, {{99}, 3}}));
}

TEST(TablesTest, EmptySegmentsTakeNoSlots) {
  Expected<Tensor> tensor =
      packEntries({3, 9}, {{{1, 8}, 5}}, makeTables("dh"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 0, 0, 2, 0, 0}));
  EXPECT_EQ(tensor->arrays()[1].length, 2);
  EXPECT_EQ(entriesOf(*tensor), (Entries{{{1, 8}, 5}}));
  Expected<Tensor> none = packEntries({0, 9}, {}, makeTables("hh"));
  ASSERT_TRUE(none.succeeded()) << none.message();
  EXPECT_EQ(none->numStored(), 0);
}

TEST(TablesTest, WhatIsPackedIsStored) {
  std::mt19937 random(7);
  for (const char *letters : {"hh", "hd", "hs", "sh", "hb", "bh", "bb", "sb",
                              "bd", "hhh", "hsh", "dhs", "hbs", "bdh"}) {
    int64_t order = std::string(letters).size();
    for (int size : {0, 1, 3, 40}) {
      std::vector<int64_t> dims(order, 6);
      Entries entries;
      std::set<std::vector<int64_t>> coordinates;
      for (int i = 0; i < size; ++i) {
        std::vector<int64_t> coordinate;
        for (int64_t mode = 0; mode < order; ++mode)
          coordinate.push_back(random() % 6);
        if (coordinates.insert(coordinate).second)
          entries.push_back({coordinate, double(i)});
      }
      std::vector<int64_t> modes(order);
      for (int64_t mode = 0; mode < order; ++mode)
        modes[mode] = order - 1 - mode;
      Expected<Tensor> tensor =
          packEntries(dims, entries, makeTables(letters, modes));
      ASSERT_TRUE(tensor.succeeded()) << letters << ": " << tensor.message();
      Entries stored = entriesOf(*tensor);
      // Dense levels at the end store components that were not given.
      for (const Entry &entry : entries)
        EXPECT_TRUE(std::find(stored.begin(), stored.end(), entry) !=
                    stored.end())
            << letters << " " << entry;
      for (const Entry &entry : stored)
        EXPECT_TRUE(coordinates.count(entry.coordinate) || entry.value == 0)
            << letters << " " << entry;
      if (std::string(letters).back() != 'd') {
        EXPECT_EQ(stored.size(), entries.size()) << letters;
      }
    }
  }
}

TEST(TablesTest, NarrowPositions) {
  Format format = makeTables("h");
  format.setPositionBits(8);
  Entries entries;
  for (int64_t i = 0; i < 33; ++i)
    entries.push_back({{i}, 1});
  EXPECT_EQ(packError({100}, entries, format),
            "level 1 of the vector of 100 f64 has 128 positions, and 8 bits "
            "number at most 127; use a format with wider positions, which "
            "{pos=64} behind its name asks for");
  entries.pop_back();
  EXPECT_EQ(packError({100}, entries, format), "no error");
  format.setCoordinateBits(8);
  EXPECT_EQ(packError({129}, entries, format),
            "mode 1 has the size 129, which needs the coordinate 128, and the "
            "largest that fits is 127; use a format with wider coordinates, "
            "which {crd=64} behind its name asks for");
  // A bitmap stores no coordinates.
  format.levels[0].kind = LevelKind::Bitmap;
  EXPECT_EQ(packError({129}, entries, format), "no error");
}

TEST(TablesTest, HugeBitmaps) {
  std::string error =
      packError({int64_t(1) << 40, int64_t(1) << 40}, {}, makeTables("bb"));
  EXPECT_NE(error.find("not enough memory"), std::string::npos) << error;
}

//===----------------------------------------------------------------------===//
// Broken arrays
//===----------------------------------------------------------------------===//

template <typename T> static weft_array makeArray(std::vector<T> elements) {
  void *data = allocate(elements.size() * sizeof(T));
  std::copy(elements.begin(), elements.end(), static_cast<T *>(data));
  return {data, static_cast<int64_t>(elements.size())};
}

static std::string adopt(const Format &format, std::vector<int64_t> dims,
                         std::vector<weft_array> arrays) {
  Expected<Tensor> tensor = Tensor::adopt(format, ElementType::F64,
                                          std::move(dims), std::move(arrays));
  if (tensor.succeeded())
    return "no error";
  return tensor.message().substr(tensor.message().rfind(": ") + 2);
}

/// Adopts a 2 x 4 matrix of hash tables.
static std::string adoptTables(Ints bounds, Ints slots, Doubles values) {
  return adopt(makeTables("dh"), {2, 4},
               {makeArray(bounds), makeArray(slots), makeArray(values)});
}

TEST(TablesTest, BrokenArrays) {
  EXPECT_EQ(adoptTables({0, 2, 2, 2}, {-1, 3}, {0, 1}), "no error");
  EXPECT_EQ(adoptTables({0, 2, 2}, {-1, 3}, {0, 1}),
            "too few positions of level 2");
  EXPECT_EQ(adoptTables({0, 4, 2, 2}, {-1, 3}, {0, 1}),
            "disordered positions of level 2");
  EXPECT_EQ(adoptTables({2, 0, 2, 2}, {-1, 3}, {0, 1}),
            "disordered positions of level 2");
  // A size that is no power of two, and a table without a free slot.
  EXPECT_EQ(adoptTables({0, 3, 0, 0}, {-1, 3, 2}, {0, 1, 2}),
            "disordered positions of level 2");
  EXPECT_EQ(adoptTables({0, 2, 2, 2}, {0, 3}, {0, 1}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adoptTables({0, 2, 2, 2}, {-1, 4}, {0, 1}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adoptTables({0, 2, 2, 2}, {-2, 3}, {0, 1}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adoptTables({0, 2, 2, 2}, {-1, 3}, {0}), "too few values");
  EXPECT_EQ(adopt(makeTables("b"), {3},
                  {makeArray(Bytes{1, 0}), makeArray(Doubles{1, 2, 3})}),
            "too few presences of level 1");
}

TEST(TablesTest, Names) {
  EXPECT_EQ(toString(makeTables("bh")),
            "(i0, i1) -> (i0 : bitmap, i1 : hashed)");
  EXPECT_EQ(numArrays(makeTables("bh")), 4);
}

using TablesFileTest = FileTest;

TEST_F(TablesFileTest, FilesAreSorted) {
  Entries entries;
  for (int64_t i = 20; i > 0; --i)
    entries.push_back({{i}, double(i)});
  Expected<Tensor> tensor = packEntries({30}, entries, makeTables("h"));
  ASSERT_TRUE(tensor.succeeded());
  ASSERT_TRUE(writeTensor(*tensor, pathOf("a.tns")).succeeded());
  std::string expected;
  for (int64_t i = 1; i <= 20; ++i)
    expected += std::to_string(i + 1) + " " + std::to_string(i) + "\n";
  EXPECT_EQ(contentOf("a.tns"), expected);
}
