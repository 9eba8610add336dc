//===- SiblingOrderTest.cpp - Where coordinates descend ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Borrowed arrays with one coordinate out of order at every place: at the ends,
// where vectors and blocks begin, beside the borders of segments. All integer
// widths, and chains of singletons.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft::runtime;

namespace {
/// The arrays of a tensor with integers of type T.
template <typename T> struct Arrays {
  std::vector<std::vector<T>> integers;
  std::vector<double> values;

  /// The message that a tensor of the arrays is refused with; empty if it is
  /// not.
  std::string check(const std::string &letters, std::vector<int64_t> dims) {
    Format format = makeFormat(letters);
    format.setPositionBits(8 * sizeof(T));
    format.setCoordinateBits(8 * sizeof(T));
    std::vector<weft_array> arrays;
    for (std::vector<T> &array : integers)
      arrays.push_back({array.data(), int64_t(array.size())});
    arrays.push_back({values.data(), int64_t(values.size())});
    auto borrowed = Tensor::borrow(format, ElementType::F64, dims, arrays, 0,
                                   ArrayElements::Checked);
    return borrowed.failed() ? borrowed.getStatus().message() : "";
  }
};

/// Whether a message says that a coordinate follows one that is larger, or, at
/// a unique level, equal.
bool isDisordered(const std::string &message, int64_t coordinate) {
  std::string number = std::to_string(coordinate);
  return message.find("the coordinate " + number + " follows a larger") !=
         std::string::npos;
}
bool isRepeated(const std::string &message, int64_t coordinate) {
  std::string number = std::to_string(coordinate);
  return message.find("repeats the coordinate " + number + " below") !=
         std::string::npos;
}

/// Segments of the given lengths, each with the coordinates 1, 3, 5, ...
template <typename T> Arrays<T> makeRows(const std::vector<int64_t> &lengths) {
  Arrays<T> arrays;
  std::vector<T> positions = {0}, coordinates;
  for (int64_t length : lengths) {
    for (int64_t i = 0; i < length; ++i)
      coordinates.push_back(T(2 * i + 1));
    positions.push_back(T(coordinates.size()));
  }
  arrays.values.assign(coordinates.size(), 1);
  arrays.integers = {positions, coordinates};
  return arrays;
}

/// Puts a fault at every place that has a coordinate before it in its segment,
/// and expects that it is found there.
template <typename T>
void expectFaultsAreFound(const std::vector<int64_t> &lengths) {
  Arrays<T> arrays = makeRows<T>(lengths);
  int64_t numRows = lengths.size();
  int64_t numColumns = std::numeric_limits<T>::max();
  ASSERT_EQ(arrays.check("ds", {numRows, numColumns}), "");
  const std::vector<T> &positions = arrays.integers[0];
  std::vector<T> &coordinates = arrays.integers[1];
  for (int64_t row = 0; row < numRows; ++row)
    for (int64_t p = positions[row] + 1; p < positions[row + 1]; ++p) {
      T kept = coordinates[p];
      coordinates[p] = coordinates[p - 1];
      std::string message = arrays.check("ds", {numRows, numColumns});
      EXPECT_TRUE(isRepeated(message, coordinates[p])) << p << message;
      // Equal coordinates are in order where they may be repeated.
      EXPECT_EQ(arrays.check("du", {numRows, numColumns}), "") << p;
      coordinates[p] = coordinates[p - 1] - 1;
      message = arrays.check("ds", {numRows, numColumns});
      EXPECT_TRUE(isDisordered(message, coordinates[p])) << p << message;
      coordinates[p] = kept;
    }
}
} // namespace

TEST(SiblingOrder, FindsAFaultAtEveryPlace) {
  std::vector<int64_t> lengths = {0, 1, 0, 0, 17, 2, 33, 1, 1, 5, 0, 9, 0};
  expectFaultsAreFound<int32_t>(lengths);
  expectFaultsAreFound<int64_t>(lengths);
  expectFaultsAreFound<int16_t>(lengths);
  expectFaultsAreFound<int8_t>({0, 3, 1, 0, 40, 2, 17});
  expectFaultsAreFound<int32_t>({67});
  expectFaultsAreFound<int64_t>({67});
}

TEST(SiblingOrder, AllowsAnyOrderBetweenSegments) {
  for (int64_t length : {1, 2, 3, 64}) {
    std::vector<int64_t> lengths(100, length);
    EXPECT_EQ(makeRows<int32_t>(lengths).check("ds", {100, 200}), "");
    EXPECT_EQ(makeRows<int64_t>(lengths).check("ds", {100, 200}), "");
  }
  EXPECT_EQ(makeRows<int32_t>({0, 0, 0}).check("ds", {3, 4}), "");
  EXPECT_EQ(makeRows<int32_t>({}).check("ds", {0, 4}), "");
}

TEST(SiblingOrder, FindsFaultsBesideBlocks) {
  Arrays<int32_t> arrays = makeRows<int32_t>({5000, 0, 1200});
  for (int64_t p : {1, 2047, 2048, 2049, 2050, 4095, 4096, 4097, 4999, 5001,
                    6143, 6145, 6199}) {
    int32_t &coordinate = arrays.integers[1][p];
    coordinate -= 3;
    std::string message = arrays.check("ds", {3, 10000});
    EXPECT_TRUE(isDisordered(message, coordinate)) << p << message;
    coordinate += 3;
  }
  EXPECT_EQ(arrays.check("ds", {3, 10000}), "");
}

// The difference of the largest and the least coordinate does not overflow.
TEST(SiblingOrder, ComparesTheLargestCoordinates) {
  int64_t largest = std::numeric_limits<int64_t>::max();
  Arrays<int64_t> arrays = {{{0, 2, 4}, {0, largest - 1, 0, largest - 1}},
                            {1, 1, 1, 1}};
  EXPECT_EQ(arrays.check("ds", {2, largest}), "");
  std::swap(arrays.integers[1][2], arrays.integers[1][3]);
  EXPECT_TRUE(isDisordered(arrays.check("ds", {2, largest}), 0));
  int32_t narrow = std::numeric_limits<int32_t>::max();
  Arrays<int32_t> less = {{{0, 2, 4}, {0, narrow, 0, narrow}}, {1, 1, 1, 1}};
  EXPECT_EQ(less.check("ds", {2, int64_t(narrow) + 1}), "");
  std::swap(less.integers[1][0], less.integers[1][1]);
  EXPECT_TRUE(isDisordered(less.check("ds", {2, int64_t(narrow) + 1}), 0));
}

/// A list of coordinates of three modes, in order, with faults at every place.
template <typename T> static void expectListsAreChecked() {
  Arrays<T> arrays;
  arrays.integers.resize(4);
  for (T i = 0; i < 4; ++i)
    for (T j = 0; j < 3; ++j)
      for (T k = 0; k < 5; k += 2) {
        arrays.integers[1].push_back(i);
        arrays.integers[2].push_back(T(2 * j));
        arrays.integers[3].push_back(k);
      }
  int64_t count = arrays.integers[1].size();
  arrays.integers[0] = {0, T(count)};
  arrays.values.assign(count, 1);
  std::vector<int64_t> dims = {4, 5, 5};
  ASSERT_EQ(arrays.check("unq", dims), "");
  for (int64_t p = 1; p < count; ++p)
    for (int64_t mode : {1, 2, 3}) {
      T &coordinate = arrays.integers[mode][p], kept = coordinate;
      bool isSibling = true;
      for (int64_t above = 1; above < mode; ++above)
        isSibling &= arrays.integers[above][p] == arrays.integers[above][p - 1];
      if (!isSibling || arrays.integers[mode][p - 1] == 0)
        continue;
      coordinate = arrays.integers[mode][p - 1] - 1;
      EXPECT_TRUE(isDisordered(arrays.check("unq", dims), coordinate))
          << p << " " << mode;
      coordinate = kept;
    }
  // Two equal entries.
  for (int64_t mode : {1, 2, 3})
    arrays.integers[mode][count - 1] = arrays.integers[mode][count - 2];
  EXPECT_TRUE(isRepeated(arrays.check("unq", dims), 2));
  EXPECT_EQ(arrays.check("unn", dims), "");
}

TEST(SiblingOrder, ChecksListsOfCoordinates) {
  expectListsAreChecked<int32_t>();
  expectListsAreChecked<int64_t>();
}

// Entries of two rows of a dense level that are lists of the two other modes.
TEST(SiblingOrder, ChecksListsBelowASegment) {
  Arrays<int32_t> arrays = {{{0, 2, 2, 4}, {1, 1, 0, 1}, {2, 3, 3, 0}},
                            {1, 1, 1, 1}};
  EXPECT_EQ(arrays.check("duq", {3, 2, 4}), "");
  // The same path in the next segment is another one.
  arrays.integers[1] = {1, 1, 1, 1};
  arrays.integers[2] = {2, 3, 3, 4};
  EXPECT_EQ(arrays.check("duq", {3, 2, 5}), "");
  arrays.integers[2] = {2, 3, 3, 3};
  EXPECT_TRUE(isRepeated(arrays.check("duq", {3, 2, 5}), 3));
}
