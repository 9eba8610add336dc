//===- PackingTest.cpp - From entries to every format ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the arrays that packing builds for the common formats, and for random
// entries in all formats that what was packed is what is stored.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <algorithm>
#include <complex>
#include <limits>
#include <map>
#include <random>

using namespace weft::runtime;

// 1 0 2
// 0 0 0
// 3 4 0
// 0 0 5
static const std::vector<int64_t> dims = {4, 3};
static const std::vector<Entry> matrix = {
    {{3, 2}, 5}, {{0, 0}, 1}, {{2, 0}, 3}, {{0, 2}, 2}, {{2, 1}, 4}};

using Ints = std::vector<int32_t>;
using Doubles = std::vector<double>;

TEST(PackingTest, Dense) {
  Expected<Tensor> tensor = packEntries(dims, matrix, Format::dense(2));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(tensor->arrays().size(), 1u);
  EXPECT_EQ(arrayOf<double>(*tensor, 0),
            (Doubles{1, 0, 2, 0, 0, 0, 3, 4, 0, 0, 0, 5}));
}

TEST(PackingTest, DenseColumnMajor) {
  Expected<Tensor> tensor = packEntries(dims, matrix, makeFormat("dd", {1, 0}));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<double>(*tensor, 0),
            (Doubles{1, 0, 3, 0, 0, 0, 4, 0, 2, 0, 0, 5}));
}

TEST(PackingTest, CSR) {
  Expected<Tensor> tensor = packEntries(dims, matrix, makeFormat("ds"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 2, 2, 4, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{0, 2, 0, 1, 2}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2), (Doubles{1, 2, 3, 4, 5}));
}

TEST(PackingTest, CSC) {
  Expected<Tensor> tensor = packEntries(dims, matrix, makeFormat("ds", {1, 0}));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 2, 3, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{0, 2, 2, 0, 3}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2), (Doubles{1, 3, 4, 2, 5}));
}

TEST(PackingTest, DCSR) {
  Expected<Tensor> tensor = packEntries(dims, matrix, makeFormat("ss"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{0, 2, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2), (Ints{0, 2, 4, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 3), (Ints{0, 2, 0, 1, 2}));
  EXPECT_EQ(arrayOf<double>(*tensor, 4), (Doubles{1, 2, 3, 4, 5}));
}

TEST(PackingTest, WidthsOfLevels) {
  Format format = makeFormat("ss");
  format.levels[0].positionBits = 64;
  format.levels[0].coordinateBits = 16;
  format.levels[1].positionBits = 8;
  format.levels[1].coordinateBits = 64;
  Expected<Tensor> tensor = packEntries(dims, matrix, format);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int64_t>(*tensor, 0), (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(arrayOf<int16_t>(*tensor, 1), (std::vector<int16_t>{0, 2, 3}));
  EXPECT_EQ(arrayOf<int8_t>(*tensor, 2), (std::vector<int8_t>{0, 2, 4, 5}));
  EXPECT_EQ(arrayOf<int64_t>(*tensor, 3),
            (std::vector<int64_t>{0, 2, 0, 1, 2}));
  // Each is checked on its own.
  EXPECT_TRUE(packEntries({4, 100000}, matrix, format).succeeded());
  EXPECT_TRUE(packEntries({100000, 3}, matrix, format).failed());
}

TEST(PackingTest, WithoutOrder) {
  // Below each row, columns are in the order of the list.
  std::vector<Entry> list = {{{2, 1}, 4}, {{0, 2}, 2}, {{2, 0}, 3},
                             {{0, 0}, 1}, {{2, 1}, 6}, {{3, 2}, 5}};
  Format rows = makeFormat("ds");
  rows.levels[1].ordered = false;
  Expected<Tensor> tensor = packEntries(dims, list, rows);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 2, 2, 4, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{2, 0, 1, 0, 2}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2), (Doubles{2, 1, 10, 3, 5}));

  // Rows as well, where each is stored once.
  Format both = makeFormat("ss");
  both.levels[0].ordered = both.levels[1].ordered = false;
  tensor = packEntries(dims, list, both);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{2, 0, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 3), (Ints{1, 0, 2, 0, 2}));
  EXPECT_EQ(arrayOf<double>(*tensor, 4), (Doubles{10, 3, 2, 1, 5}));

  // A list is stored as it is, but for what it repeats.
  Format coo = Format::coo(2);
  coo.levels[0].ordered = coo.levels[1].ordered = false;
  tensor = packEntries(dims, list, coo);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{2, 0, 2, 0, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2), (Ints{1, 2, 0, 0, 2}));
  EXPECT_EQ(arrayOf<double>(*tensor, 3), (Doubles{10, 2, 3, 1, 5}));
}

TEST(PackingTest, COO) {
  Expected<Tensor> tensor = packEntries(dims, matrix, Format::coo(2));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 5}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{0, 0, 2, 2, 3}));
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 2), (Ints{0, 2, 0, 1, 2}));
  EXPECT_EQ(arrayOf<double>(*tensor, 3), (Doubles{1, 2, 3, 4, 5}));
}

TEST(PackingTest, DenseBelowCompressed) {
  Expected<Tensor> tensor = packEntries(dims, matrix, makeFormat("sd"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{0, 2, 3}));
  EXPECT_EQ(arrayOf<double>(*tensor, 2), (Doubles{1, 0, 2, 3, 4, 0, 0, 0, 5}));
  EXPECT_EQ(tensor->numStored(), 9);
}

TEST(PackingTest, WidthsOfPositionsAndCoordinates) {
  for (int positions : {8, 16, 32, 64}) {
    for (int coordinates : {8, 16, 32, 64}) {
      Format format = makeFormat("su");
      format.setPositionBits(positions);
      format.setCoordinateBits(coordinates);
      Expected<Tensor> tensor = packEntries(dims, matrix, format);
      ASSERT_TRUE(tensor.succeeded());
      EXPECT_EQ(entriesOf(*tensor)[4], (Entry{{3, 2}, 5}));
    }
  }
}

TEST(PackingTest, DuplicatesAreSummedInTheOrderOfTheList) {
  // In another order the large numbers would swallow the one.
  std::vector<Entry> entries = {
      {{1, 1}, 1e17}, {{0, 0}, 2}, {{1, 1}, -1e17}, {{1, 1}, 1}, {{0, 0}, 3}};
  for (const char *letters : {"dd", "ds", "ss", "uq", "sd", "du"}) {
    Expected<Tensor> tensor = packEntries({2, 2}, entries, makeFormat(letters));
    ASSERT_TRUE(tensor.succeeded());
    std::vector<Entry> stored = entriesOf(*tensor);
    EXPECT_EQ(stored.front(), (Entry{{0, 0}, 5})) << letters;
    EXPECT_EQ(stored.back(), (Entry{{1, 1}, 1})) << letters;
  }
}

TEST(PackingTest, DuplicatesCanBeRefused) {
  PackOptions options;
  options.rejectDuplicates = true;
  Expected<Tensor> tensor = packEntries({5, 9}, {{{3, 7}, 1}, {{3, 7}, 2}},
                                        makeFormat("ds"), options);
  ASSERT_TRUE(tensor.failed());
  EXPECT_EQ(tensor.message(), "duplicate entry at the coordinates (3, 7)");
  EXPECT_TRUE(packEntries(dims, matrix, makeFormat("ds"), options).succeeded());
}

TEST(PackingTest, ExplicitZerosAreStored) {
  Expected<Tensor> tensor =
      packEntries({3}, {{{1}, 0}, {{2}, -0.0}}, makeFormat("s"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(tensor->numStored(), 2);
  EXPECT_TRUE(std::signbit(static_cast<const double *>(tensor->values())[1]));
}

TEST(PackingTest, IntegerSumsMustFit) {
  EntryView view;
  view.type = ElementType::I32;
  view.dims = {3, 4};
  const int64_t coordinates[] = {0, 0, 2, 3, 1, 1, 2, 3, 2, 3};
  const int32_t most = std::numeric_limits<int32_t>::max();
  const int32_t values[] = {1, most, 1, 1, -2};
  view.coordinates = coordinates;
  view.values = values;
  for (const char *letters : {"dd", "ds", "ss", "uq"}) {
    // What lies in between need not fit.
    view.count = 5;
    Expected<Tensor> tensor = pack(view, makeFormat(letters));
    ASSERT_TRUE(tensor.succeeded()) << letters;
    EXPECT_EQ(entriesOf<int32_t>(*tensor).back().value, most - 1);
    view.count = 4;
    tensor = pack(view, makeFormat(letters));
    ASSERT_TRUE(tensor.failed()) << letters;
    EXPECT_EQ(tensor.message(),
              "the sum of the entries at the coordinates (2, 3) does not fit "
              "i32; choose a wider type");
  }
  // In blocks, the coordinates are those of the tensor as well.
  Format blocks = makeFormat("dsdd", {0, 1, 0, 1});
  for (int l = 0; l < 4; ++l) {
    blocks.levels[l].part = l < 2 ? LevelPart::Quotient : LevelPart::Remainder;
    blocks.levels[l].block = 2;
  }
  Expected<Tensor> tensor = pack(view, blocks);
  ASSERT_TRUE(tensor.failed());
  EXPECT_EQ(tensor.message(),
            "the sum of the entries at the coordinates (2, 3) does not fit "
            "i32; choose a wider type");
}

TEST(PackingTest, ComplexValues) {
  EntryView view;
  view.type = ElementType::C64;
  view.dims = {2};
  view.count = 2;
  const int64_t coordinates[] = {1, 1};
  const std::complex<float> values[] = {{1, 2}, {3, -4}};
  view.coordinates = coordinates;
  view.values = values;
  Expected<Tensor> tensor = pack(view, makeFormat("d"));
  ASSERT_TRUE(tensor.succeeded());
  const auto *stored =
      static_cast<const std::complex<float> *>(tensor->values());
  EXPECT_EQ(stored[1], std::complex<float>(4, -2));
}

TEST(PackingTest, Scalars) {
  Expected<Tensor> tensor = packEntries({}, {{{}, 2}, {{}, 3}}, Format());
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<double>(*tensor, 0), (Doubles{5}));
  tensor = packEntries({}, {}, Format());
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<double>(*tensor, 0), (Doubles{0}));
}

TEST(PackingTest, EmptyTensors) {
  for (const char *letters : {"dd", "ds", "ss", "sd", "uq", "us", "dq"}) {
    for (std::vector<int64_t> sizes :
         {std::vector<int64_t>{0, 0}, {0, 3}, {3, 0}}) {
      if (letters == std::string("dq") && sizes[0] > 0)
        continue;
      Expected<Tensor> tensor = packEntries(sizes, {}, makeFormat(letters));
      ASSERT_TRUE(tensor.succeeded()) << letters << tensor.message();
      EXPECT_EQ(tensor->numStored(), 0);
      EXPECT_TRUE(entriesOf(*tensor).empty());
    }
  }
  Expected<Tensor> tensor = packEntries({3, 3}, {}, makeFormat("ds"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(arrayOf<int32_t>(*tensor, 0), (Ints{0, 0, 0, 0}));
}

TEST(PackingTest, CoordinatesOfAllBits) {
  // Three modes do not fit into one sort key.
  const int64_t most = std::numeric_limits<int64_t>::max();
  Format format = Format::coo(3);
  format.setCoordinateBits(64);
  std::vector<Entry> entries;
  for (int64_t i = 0; i < 2000; ++i)
    entries.push_back({{most - 1 - i / 100, i % 10, most - 1 - i}, 1.0 * i});
  Expected<Tensor> tensor = packEntries({most, most, most}, entries, format);
  ASSERT_TRUE(tensor.succeeded());
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.coordinate < b.coordinate;
  });
  EXPECT_EQ(entriesOf(*tensor), entries);
}

/// Packs random entries into a format and compares with a map.
static void checkRandom(const Format &format, int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int64_t> sizes = {7, 1, 40};
  sizes.resize(format.order());
  std::vector<Entry> entries;
  std::map<std::vector<int64_t>, double> sums;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int64_t> coordinate;
    for (int64_t size : sizes)
      coordinate.push_back(random() % size);
    double value = 1 + random() % 9;
    entries.push_back({coordinate, value});
    sums[coordinate] += value;
  }
  Expected<Tensor> tensor = packEntries(sizes, entries, format);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  std::vector<Entry> stored = entriesOf(*tensor);
  std::vector<int64_t> last;
  for (const Entry &entry : stored) {
    std::vector<int64_t> key;
    for (const Level &level : format.levels)
      key.push_back(entry.coordinate[level.mode]);
    EXPECT_TRUE(last.empty() || last < key) << toString(format);
    last = key;
    sums[entry.coordinate] -= entry.value;
  }
  for (const auto &[coordinate, difference] : sums)
    EXPECT_EQ(difference, 0) << toString(format);
}

TEST(PackingTest, RandomEntriesInAllFormats) {
  std::vector<std::vector<int64_t>> orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const char *letters :
       {"ddd", "dds", "dsd", "dss", "sdd", "sds", "ssd", "sss", "unq", "suq",
        "duq", "uqs", "uqd", "usq", "uus", "udd", "usd"})
    for (const std::vector<int64_t> &modes : orders)
      for (int64_t count : {0, 1, 20, 500, 3000}) {
        // A singleton below a unique level holds only some tensors.
        if (letters == std::string("usq") && count > 0)
          continue;
        checkRandom(makeFormat(letters, modes), count, count + modes[0]);
      }
}

/// Packs random entries, each coordinate once, in the order of the levels and
/// the other way round, and compares the arrays.
static void checkAscending(const Format &format, int64_t count) {
  std::mt19937 random(count);
  std::vector<int64_t> sizes = {20, 3, 50};
  std::map<std::vector<int64_t>, Entry> sorted;
  for (int64_t i = 0; i < count; ++i) {
    Entry entry = {{}, 1.0 * i};
    for (int64_t size : sizes)
      entry.coordinate.push_back(random() % size);
    std::vector<int64_t> key;
    for (const Level &level : format.levels)
      key.push_back(entry.coordinate[level.mode]);
    sorted.emplace(key, entry);
  }
  std::vector<Entry> entries;
  for (const auto &[key, entry] : sorted)
    entries.push_back(entry);
  Expected<Tensor> ascending = packEntries(sizes, entries, format);
  std::reverse(entries.begin(), entries.end());
  Expected<Tensor> descending = packEntries(sizes, entries, format);
  ASSERT_EQ(ascending.succeeded(), descending.succeeded());
  if (ascending.failed()) {
    EXPECT_EQ(ascending.message(), descending.message());
    return;
  }
  size_t numArrays = ascending->arrays().size();
  ASSERT_EQ(numArrays, descending->arrays().size());
  for (size_t i = 0; i + 1 < numArrays; ++i)
    EXPECT_EQ(arrayOf<int32_t>(*ascending, i), arrayOf<int32_t>(*descending, i))
        << toString(format);
  EXPECT_EQ(arrayOf<double>(*ascending, numArrays - 1),
            arrayOf<double>(*descending, numArrays - 1));
}

TEST(PackingTest, AscendingEntriesAreStoredAsAllOthers) {
  for (const char *letters :
       {"ddd", "dds", "dsd", "dss", "sdd", "sds", "ssd", "sss", "unq", "unn",
        "suq", "duq", "sun", "uqs", "uqq", "uus", "dus", "usd", "usq"})
    for (int64_t count : {0, 1, 2, 60, 1025, 2500})
      for (const std::vector<int64_t> &modes :
           {std::vector<int64_t>{0, 1, 2}, std::vector<int64_t>{2, 0, 1}})
        checkAscending(makeFormat(letters, modes), count);
}

TEST(PackingTest, TruthValuesAreOneOfTwo) {
  for (bool ascends : {false, true}) {
    EntryList list(ElementType::Bool, 1);
    list.dims = {3};
    for (int64_t i = 0; i < 2; ++i) {
      int64_t coordinate = i == int64_t(ascends);
      uint8_t value = 2;
      ASSERT_TRUE(list.append(&coordinate, &value));
    }
    Expected<Tensor> tensor = pack(list.view(), makeFormat("s"));
    ASSERT_TRUE(tensor.succeeded());
    EXPECT_EQ(arrayOf<uint8_t>(*tensor, 2), (std::vector<uint8_t>{1, 1}));
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static std::string packError(const std::vector<int64_t> &sizes,
                             const std::vector<Entry> &entries,
                             const Format &format) {
  Expected<Tensor> tensor = packEntries(sizes, entries, format);
  return tensor.failed() ? tensor.message() : "no error";
}

TEST(PackingTest, CoordinatesOutOfRange) {
  EXPECT_EQ(packError({4, 3}, {{{0, 0}, 1}, {{1, 3}, 1}}, makeFormat("ds")),
            "entry 2 has the coordinates (1, 3), outside the matrix of 4 x 3");
  EXPECT_EQ(packError({4}, {{{-1}, 1}}, makeFormat("d")),
            "entry 1 has the coordinates (-1), outside the vector of 4");
}

TEST(PackingTest, NegativeSizes) {
  EXPECT_EQ(packError({-4}, {}, makeFormat("d")),
            "mode 1 has the size -4, expected zero or more");
}

TEST(PackingTest, WrongFormats) {
  EXPECT_EQ(packError({4, 3}, {}, makeFormat("d")),
            "invalid format (i0) -> (i0 : dense): expected 2 modes, got 1");
  EXPECT_EQ(packError({4, 3}, {}, makeFormat("dd", {0, 0})),
            "invalid format (i0, i1) -> (i0 : dense, i0 : dense): mode i0 is "
            "stored twice");
  EXPECT_EQ(packError({4}, {}, makeFormat("d", {1})),
            "invalid format (i0) -> (i1 : dense): there is no mode i1");
  std::string many =
      packError(std::vector<int64_t>(65, 1), {}, Format::dense(65));
  EXPECT_NE(many.find("expected at most 64 modes, got 65"), std::string::npos)
      << many;
  Format format = makeFormat("s");
  format.setPositionBits(12);
  EXPECT_EQ(packError({4}, {}, format),
            "invalid format (i0) -> (i0 : compressed): expected a width of 8, "
            "16, 32 or 64 bits, got 12");
}

TEST(PackingTest, NarrowCoordinates) {
  EXPECT_EQ(packError({4, int64_t(1) << 40}, {}, makeFormat("ds")),
            "mode 2 has the size 1099511627776, which needs the coordinate "
            "1099511627775, and the largest that fits is 2147483647; use a "
            "format with wider coordinates, which {crd=64} behind its name "
            "asks for");
  Format format = makeFormat("s");
  format.setCoordinateBits(8);
  EXPECT_EQ(packError({128}, {{{127}, 1}}, format), "no error");
  EXPECT_NE(packError({129}, {{{127}, 1}}, format), "no error");
  // Dense levels store no coordinates.
  EXPECT_EQ(packError({1000, 3}, {}, makeFormat("ds")), "no error");
}

TEST(PackingTest, NarrowPositions) {
  Format format = makeFormat("ds");
  format.setPositionBits(8);
  std::vector<Entry> entries;
  for (int64_t i = 0; i < 127; ++i)
    entries.push_back({{i % 10, i / 10}, 1});
  EXPECT_EQ(packError({10, 20}, entries, format), "no error");
  entries.push_back({{9, 19}, 1});
  EXPECT_EQ(packError({10, 20}, entries, format),
            "level 2 of the matrix of 10 x 20 f64 has 128 positions, and 8 "
            "bits number at most 127; use a format with wider positions, "
            "which {pos=64} behind its name asks for");
}

TEST(PackingTest, TooLargeForTheMachine) {
  weft_rt_set_memory_limit(int64_t(1) << 33);
  std::string message = packError({1000000, 1000000}, {}, Format::dense(2));
  EXPECT_EQ(message.substr(0, message.find(",")),
            "not enough memory for the dense matrix of 1000000 x 1000000 f64: "
            "it takes 8.0 TB");
  message = packError({int64_t(1) << 40, 3}, {}, makeFormat("ds"));
  EXPECT_EQ(message.substr(0, message.find(",")),
            "not enough memory for the first dense level of the matrix of "
            "1099511627776 x 3 f64: it takes 4.4 TB");
  const int64_t most = std::numeric_limits<int64_t>::max();
  message = packError({most, most, most}, {}, Format::dense(3));
  EXPECT_NE(message.find("not enough memory"), std::string::npos);
  message = packError({2, 1 << 20, most}, {{{0, 0, 0}, 1}}, makeFormat("sdd"));
  EXPECT_NE(message.find("not enough memory"), std::string::npos);
  weft_rt_set_memory_limit(0);
}

TEST(PackingTest, SingletonsBelowUniqueLevels) {
  std::vector<Entry> oneEach = {{{0, 1}, 1}, {{1, 0}, 2}, {{2, 1}, 3}};
  EXPECT_EQ(packError({3, 2}, oneEach, makeFormat("dq")), "no error");
  EXPECT_EQ(packError({4, 2}, oneEach, makeFormat("sq")), "no error");
  EXPECT_EQ(
      packError({4, 2}, oneEach, makeFormat("dq")),
      "the format (i0, i1) -> (i0 : dense, i1 : singleton) cannot hold the "
      "matrix of 4 x 2 f64: level 2 (singleton) stores one coordinate for each "
      "position above, but one has none");
  oneEach.push_back({{2, 0}, 4});
  EXPECT_EQ(packError({3, 2}, oneEach, makeFormat("sq")),
            "the format (i0, i1) -> (i0 : compressed, i1 : singleton) cannot "
            "hold the matrix of 3 x 2 f64: level 2 (singleton) stores one "
            "coordinate for each position above, but one has several; make the "
            "level above nonunique");
}

TEST(PackingTest, NonuniqueLevelsRepeatForSingletonsOnly) {
  std::vector<Entry> row = {{{1, 0}, 1}, {{1, 1}, 2}};
  for (const char *letters : {"ud", "us", "uu"}) {
    Expected<Tensor> tensor = packEntries({2, 2}, row, makeFormat(letters));
    ASSERT_TRUE(tensor.succeeded());
    EXPECT_EQ(arrayOf<int32_t>(*tensor, 1), (Ints{1})) << letters;
    EXPECT_EQ(entriesOf(*tensor), row) << letters;
  }
}

TEST(PackingTest, UniqueSingletonsRepeatNoPath) {
  std::vector<Entry> fiber = {{{1, 1, 1}, 1}, {{1, 1, 2}, 2}};
  EXPECT_EQ(packError({2, 2, 3}, fiber, makeFormat("unn")), "no error");
  for (const char *letters : {"uqn", "uqq"}) {
    std::string message = packError({2, 2, 3}, fiber, makeFormat(letters));
    EXPECT_NE(message.find("level 2 (singleton) stores one coordinate for each "
                           "position above, each once, but one is repeated; "
                           "make it nonunique"),
              std::string::npos)
        << message;
  }
  // A path that ends above is there once.
  EXPECT_EQ(packError({2, 2, 3}, fiber, makeFormat("uqs")), "no error");
  EXPECT_EQ(
      packError({2, 2, 3}, {{{1, 1, 1}, 1}, {{1, 1, 1}, 2}}, makeFormat("uqq")),
      "no error");
}

TEST(PackingTest, FailureFreesEverything) {
  int64_t before = memoryInUse();
  weft_rt_set_memory_limit(before + 100000);
  std::vector<Entry> entries = {{{1, 1}, 1}};
  for (const char *letters : {"ds", "sd", "us"})
    EXPECT_NE(packError({20000, 20000}, entries, makeFormat(letters)), "");
  EXPECT_EQ(memoryInUse(), before);
  weft_rt_set_memory_limit(0);
}
