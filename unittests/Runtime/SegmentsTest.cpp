//===- SegmentsTest.cpp - Relatives of compressed levels ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the arrays of levels that keep segments in other ways than compressed
// ones: those that packing builds, what is read from them, and what is refused.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/Memory.h"

#include <algorithm>
#include <map>
#include <random>

using namespace weft::runtime;

using Entries = std::vector<Entry>;
using Ints = std::vector<int32_t>;
using Doubles = std::vector<double>;

/// A format of dense (d), compressed (s), loose-compressed (g), listed (l),
/// run-length (e), interval (i), batched (a) and structured (n) levels; the
/// last have room for three.
static Format makeSegments(const std::string &letters,
                           std::vector<int64_t> modes = {}) {
  static const std::map<char, LevelKind> kinds = {
      {'g', LevelKind::LooseCompressed}, {'l', LevelKind::Listed},
      {'e', LevelKind::RunLength},       {'i', LevelKind::Interval},
      {'n', LevelKind::Structured},      {'a', LevelKind::Batched},
  };
  Format format = makeFormat(letters, std::move(modes));
  for (size_t l = 0; l < letters.size(); ++l)
    if (auto kind = kinds.find(letters[l]); kind != kinds.end()) {
      format.levels[l].kind = kind->second;
      format.levels[l].unique = true;
      format.levels[l].room = letters[l] == 'n' ? 3 : 0;
    }
  return format;
}

/// A 3 x 6 matrix with an empty row, runs, and a component in two entries.
static Entries makeEntries() {
  return {{{0, 4}, 2}, {{0, 1}, 5}, {{0, 2}, 5}, {{2, 0}, 7},
          {{2, 3}, 1}, {{2, 4}, 1}, {{2, 3}, 0}};
}

static Tensor packMatrix(const std::string &letters) {
  Expected<Tensor> tensor =
      packEntries({3, 6}, makeEntries(), makeSegments(letters));
  EXPECT_TRUE(tensor.succeeded()) << tensor.message();
  return std::move(*tensor);
}

static std::string packError(const std::vector<int64_t> &dims,
                             const Entries &entries, const Format &format) {
  Expected<Tensor> tensor = packEntries(dims, entries, format);
  return tensor.failed() ? tensor.message() : "no error";
}

TEST(SegmentsTest, LooseCompressed) {
  Tensor tensor = packMatrix("dg");
  EXPECT_EQ(arrayOf<int32_t>(tensor, 0), (Ints{0, 3, 3, 3, 3, 6}));
  EXPECT_EQ(arrayOf<int32_t>(tensor, 1), (Ints{1, 2, 4, 0, 3, 4}));
  EXPECT_EQ(arrayOf<double>(tensor, 2), (Doubles{5, 5, 2, 7, 1, 1}));
  EXPECT_EQ(tensor.numStored(), 6);
}

TEST(SegmentsTest, Listed) {
  Tensor tensor = packMatrix("dl");
  EXPECT_EQ(arrayOf<int32_t>(tensor, 0), (Ints{3, 0, 3}));
  EXPECT_EQ(arrayOf<int32_t>(tensor, 1), (Ints{1, 2, 4, 0, 3, 4}));
  EXPECT_EQ(tensor.numStored(), 6);
}

TEST(SegmentsTest, Batched) {
  // The first mode is the batches, of two rows each; the second has most.
  Entries entries = {{{0, 1, 2}, 5},
                     {{1, 0, 0}, 6},
                     {{1, 0, 3}, 7},
                     {{1, 1, 1}, 8},
                     {{2, 1, 3}, 9}};
  Expected<Tensor> tensor =
      packEntries({3, 2, 4}, entries, makeSegments("dda"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 0, 1, 0, 2, 3, 0, 0, 1}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{2, 0, 0, 0, 3, 1, 3, 0, 0}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2), (Doubles{5, 0, 0, 6, 7, 8, 9, 0, 0}));
  EXPECT_EQ(tensor->numStored(), 5);
  EXPECT_EQ(entriesOf(*tensor), entries);
  for (auto dims : {std::vector<int64_t>{0, 2, 4}, {3, 0, 4}, {3, 2, 0}}) {
    Expected<Tensor> empty = packEntries(dims, {}, makeSegments("dda"));
    ASSERT_TRUE(empty.succeeded()) << empty.message();
    EXPECT_EQ(empty->numStored(), 0);
  }
  EXPECT_EQ(packError({3, 6}, makeEntries(), makeSegments("sa")),
            "invalid format (i0, i1) -> (i0 : compressed, i1 : batched): level "
            "2 (batched) is not below dense levels, whose first are its "
            "batches");
}

/// Takes over three batches of two rows with room for two entries in each.
static std::string adoptBatches(const Ints &bounds, const Ints &coordinates) {
  auto copy = [](const Ints &numbers) {
    void *data = allocate(4 * numbers.size());
    std::copy(numbers.begin(), numbers.end(), static_cast<int32_t *>(data));
    return weft_array{data, static_cast<int64_t>(numbers.size())};
  };
  weft_array values = {allocateZeroed(8 * 6), 6};
  Expected<Tensor> tensor =
      Tensor::adopt(makeSegments("dda"), ElementType::F64, {3, 2, 4},
                    {copy(bounds), copy(coordinates), values});
  return tensor.failed() ? tensor.message() : "no error";
}

TEST(SegmentsTest, BatchesAreChecked) {
  std::string broken =
      "broken storage of a tensor of 3 x 2 x 4 in the format (i0, i1, i2) -> "
      "(i0 : dense, i1 : dense, i2 : batched): ";
  EXPECT_EQ(adoptBatches({0, 1, 2, 0, 0, 0, 0, 2, 2}, {0, 3, 9, 9, 1, 2}),
            "no error");
  EXPECT_EQ(adoptBatches({0, 1, 2, 0, 0, 0, 0, 2}, {0, 3, 0, 0, 1, 2}),
            broken + "too few positions of level 3");
  EXPECT_EQ(adoptBatches({0, 1, 2, 2, 2, 2, 0, 2, 2}, {0, 3, 0, 0, 1, 2}),
            broken + "disordered positions of level 3");
  EXPECT_EQ(adoptBatches({0, 1, 3, 0, 0, 0, 0, 2, 2}, {0, 3, 0, 0, 1, 2}),
            broken + "too few coordinates of level 3");
  EXPECT_EQ(adoptBatches({0, 1, 2, 0, 1, 1, 0, 2, 2}, {0, 3, 4, 0, 1, 2}),
            broken + "a coordinate of level 3 is out of range");
}

TEST(SegmentsTest, RunLength) {
  // What is summed up is a run of its own.
  Tensor tensor = packMatrix("de");
  EXPECT_EQ(arrayOf<int32_t>(tensor, 0), (Ints{0, 2, 2, 5}));
  EXPECT_EQ(arrayOf<int32_t>(tensor, 1), (Ints{1, 4, 0, 3, 4}));
  EXPECT_EQ(arrayOf<int32_t>(tensor, 2), (Ints{2, 4, 0, 3, 4}));
  EXPECT_EQ(arrayOf<double>(tensor, 3), (Doubles{5, 2, 7, 1, 1}));
  EXPECT_EQ(tensor.numStored(), 6);
}

TEST(SegmentsTest, Interval) {
  Tensor tensor = packMatrix("di");
  EXPECT_EQ(arrayOf<int32_t>(tensor, 0), (Ints{0, 4, 4, 9}));
  EXPECT_EQ(arrayOf<int32_t>(tensor, 1), (Ints{1, 0, 0}));
  EXPECT_EQ(arrayOf<double>(tensor, 2), (Doubles{5, 5, 0, 2, 7, 0, 0, 1, 1}));
  EXPECT_EQ(tensor.numStored(), 9);
}

TEST(SegmentsTest, Structured) {
  Entries entries = makeEntries();
  entries.erase(entries.begin());
  Expected<Tensor> tensor = packEntries({3, 6}, entries, makeSegments("dn"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0),
            (Ints{1, 2, -1, -1, -1, -1, 0, 3, 4}));
  EXPECT_EQ(arrayOf<double>(*tensor, 1), (Doubles{5, 5, 0, 0, 0, 0, 7, 1, 1}));
  EXPECT_EQ(tensor->numStored(), 5);
  EXPECT_EQ(
      entriesOf(*tensor),
      (Entries{
          {{0, 1}, 5}, {{0, 2}, 5}, {{2, 0}, 7}, {{2, 3}, 1}, {{2, 4}, 1}}));
}

TEST(SegmentsTest, NoRoom) {
  Entries entries = makeEntries();
  entries.push_back({{0, 5}, 1});
  EXPECT_EQ(packError({3, 6}, entries, makeSegments("dn")),
            "the format (i0, i1) -> (i0 : dense, i1 : structured(3)) cannot "
            "hold the matrix of 3 x 6 f64: level 2 (structured) has room for 3 "
            "coordinates below each position above, but one has more");
  Format format = makeSegments("dn");
  format.levels[1].room = 0;
  EXPECT_EQ(
      packError({3, 6}, {}, format),
      "invalid format (i0, i1) -> (i0 : dense, i1 : structured(0)): level "
      "2 (structured) has room for 0 coordinates");
}

TEST(SegmentsTest, RandomEntriesInAllFormats) {
  std::mt19937 random(11);
  for (const char *letters : {"g",  "l",  "e",  "i",   "dg",  "gg",  "ll", "gs",
                              "sg", "ls", "ee", "es",  "ie",  "ei",  "ii", "is",
                              "id", "gd", "ed", "ggl", "die", "sli", "eld"}) {
    int64_t order = std::string(letters).size();
    for (int size : {0, 1, 3, 40}) {
      std::vector<int64_t> dims(order, 6), modes(order);
      for (int64_t mode = 0; mode < order; ++mode)
        modes[mode] = order - 1 - mode;
      Entries entries;
      std::map<std::vector<int64_t>, double> sums;
      for (int i = 0; i < size; ++i) {
        std::vector<int64_t> coordinate;
        for (int64_t mode = 0; mode < order; ++mode)
          coordinate.push_back(random() % 6);
        entries.push_back({coordinate, double(random() % 3)});
        sums[coordinate] += entries.back().value;
      }
      Expected<Tensor> tensor =
          packEntries(dims, entries, makeSegments(letters, modes));
      ASSERT_TRUE(tensor.succeeded()) << letters << ": " << tensor.message();
      Entries stored = entriesOf(*tensor);
      for (const auto &[coordinate, sum] : sums)
        EXPECT_EQ(
            std::count(stored.begin(), stored.end(), Entry{coordinate, sum}), 1)
            << letters << " " << Entry{coordinate, sum};
      for (const Entry &entry : stored)
        EXPECT_TRUE(sums.count(entry.coordinate) || entry.value == 0)
            << letters << " " << entry;
    }
  }
}

TEST(SegmentsTest, NarrowPositions) {
  Format format = makeSegments("i");
  format.setPositionBits(8);
  std::string wide =
      " positions, and 8 bits number at most 127; use a format with wider "
      "positions, which {pos=64} behind its name asks for";
  EXPECT_EQ(packError({200}, {{{2}, 1}, {{128}, 1}}, format), "no error");
  EXPECT_EQ(packError({200}, {{{2}, 1}, {{129}, 1}}, format),
            "level 1 of the vector of 200 f64 has 128" + wide);
  Entries entries;
  for (int64_t i = 0; i < 128; ++i)
    entries.push_back({{i}, double(i)});
  for (const char *letter : {"g", "l", "e"}) {
    format = makeSegments(letter);
    format.setPositionBits(8);
    EXPECT_EQ(packError({200}, entries, format),
              "level 1 of the vector of 200 f64 has 128" + wide);
  }
  // One run needs one position.
  for (Entry &entry : entries)
    entry.value = 1;
  EXPECT_EQ(packError({200}, entries, format), "no error");
}

//===----------------------------------------------------------------------===//
// Arrays from elsewhere
//===----------------------------------------------------------------------===//

template <typename T> static weft_array makeArray(std::vector<T> elements) {
  void *data = allocate(elements.size() * sizeof(T));
  std::copy(elements.begin(), elements.end(), static_cast<T *>(data));
  return {data, static_cast<int64_t>(elements.size())};
}

/// Adopts a 2 x 4 matrix; the message if it is refused.
static std::string adopt(const std::string &letters, std::vector<Ints> arrays,
                         Doubles values, Entries *entries = nullptr) {
  std::vector<weft_array> all;
  for (const Ints &array : arrays)
    all.push_back(makeArray(array));
  all.push_back(makeArray(values));
  Expected<Tensor> tensor = Tensor::adopt(
      makeSegments(letters), ElementType::F64, {2, 4}, std::move(all));
  if (tensor.failed())
    return tensor.message().substr(tensor.message().rfind(": ") + 2);
  if (entries)
    *entries = entriesOf(*tensor);
  return "no error";
}

TEST(SegmentsTest, RoomBetweenSegments) {
  // In any order, and with anything between them.
  Entries entries;
  EXPECT_EQ(adopt("dg", {{4, 6, 1, 2}, {9, 3, -7, 8, 0, 2, 5}},
                  {90, 1, 91, 92, 2, 3, 93}, &entries),
            "no error");
  EXPECT_EQ(entries, (Entries{{{0, 0}, 2}, {{0, 2}, 3}, {{1, 3}, 1}}));
}

TEST(SegmentsTest, BrokenArrays) {
  EXPECT_EQ(adopt("dg", {{0, 1, 1}, {0}}, {1}), "too few positions of level 2");
  EXPECT_EQ(adopt("dg", {{0, 2, 1, 1}, {0}}, {1}),
            "a segment of level 2 is out of range");
  EXPECT_EQ(adopt("dg", {{1, 0, 1, 1}, {0}}, {1}),
            "a segment of level 2 is out of range");
  EXPECT_EQ(adopt("dg", {{0, 1, 0, 0}, {4}}, {1}),
            "a segment of level 2 is out of range");
  EXPECT_EQ(adopt("dg", {{0, 1, 0, 0}, {3, 0}}, {1}), "too few values");
  EXPECT_EQ(adopt("dl", {{1}, {0}}, {1}), "too few lengths of level 2");
  EXPECT_EQ(adopt("dl", {{2, -1}, {0, 1}}, {1, 1}),
            "a length of level 2 is out of range");
  EXPECT_EQ(adopt("dl", {{INT32_MAX, 1}, {0, 1}}, {1, 1}),
            "a length of level 2 is out of range");
  EXPECT_EQ(adopt("dl", {{1, 1}, {0}}, {1, 1}),
            "too few coordinates of level 2");
  EXPECT_EQ(adopt("de", {{0, 1, 2}, {0, 1}, {3, 3}}, {1, 2}), "no error");
  EXPECT_EQ(adopt("de", {{0, 1}, {0, 1}, {3, 3}}, {1, 2}),
            "too few positions of level 2");
  EXPECT_EQ(adopt("de", {{0, 1, 2}, {0, 1}, {3}}, {1, 2}),
            "too few coordinates of level 2");
  EXPECT_EQ(adopt("de", {{0, 1, 2}, {0, 1}, {3, 0}}, {1, 2}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adopt("de", {{0, 1, 2}, {0, 1}, {3, 4}}, {1, 2}),
            "a coordinate of level 2 is out of range");
  // Runs that overlap.
  EXPECT_EQ(adopt("de", {{0, 2, 2}, {0, 1}, {1, 3}}, {1, 2}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adopt("di", {{0, 2, 3}, {2, 3}}, {1, 2, 3}), "no error");
  EXPECT_EQ(adopt("di", {{0, 2, 1}, {2, 3}}, {1, 2, 3}),
            "disordered positions of level 2");
  EXPECT_EQ(adopt("di", {{0, 2, 3}, {3, 3}}, {1, 2, 3}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adopt("di", {{0, 2, 3}, {-1, 3}}, {1, 2, 3}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adopt("di", {{0, 2, 3}, {2}}, {1, 2, 3}),
            "too few coordinates of level 2");
  EXPECT_EQ(adopt("di", {{0, 2, 3}, {2, 3}}, {1, 2}), "too few values");
  EXPECT_EQ(adopt("dn", {{0, 1, 2, 3, -1, -1}}, {1, 2, 3, 4, 5, 6}),
            "no error");
  EXPECT_EQ(adopt("dn", {{0, 1, 2, 3, -1}}, {1, 2, 3, 4, 5, 6}),
            "too few coordinates of level 2");
  EXPECT_EQ(adopt("dn", {{0, 1, 2, -1, 3, -1}}, {1, 2, 3, 4, 5, 6}),
            "a coordinate of level 2 is out of range");
  EXPECT_EQ(adopt("dn", {{0, 1, 4, 3, -1, -1}}, {1, 2, 3, 4, 5, 6}),
            "a coordinate of level 2 is out of range");
}

TEST(SegmentsTest, Names) {
  EXPECT_EQ(toString(makeSegments("gl")),
            "(i0, i1) -> (i0 : loose_compressed, i1 : listed)");
  EXPECT_EQ(toString(makeSegments("eni")),
            "(i0, i1, i2) -> (i0 : run_length, "
            "i1 : structured(3), i2 : interval)");
  EXPECT_EQ(numArrays(makeSegments("eni")), 7);
}
