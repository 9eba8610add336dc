//===- LongFilesTest.cpp - Files that are read in blocks ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files of many lines have the entries that they list, and messages name the
// right lines, wherever a line stands that is not like the others.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Runtime/TensorABI.h"

#include <algorithm>
#include <set>

using namespace weft::runtime;

namespace {
/// Long files, which are read as where there are two threads.
class LongFilesTest : public FileTest {
protected:
  void SetUp() override {
    FileTest::SetUp();
    weft_rt_set_num_threads(2);
  }
  void TearDown() override {
    weft_rt_set_num_threads(0);
    FileTest::TearDown();
  }
};

/// A coordinate list in the making, and the entries that it stands for.
struct List {
  static constexpr int64_t size = 500, count = 60000;
  std::string text;
  std::vector<Entry> entries;

  /// Lists entries of a triangle or of all rows. Now and then there is a line
  /// that is not like the others.
  List(bool isTriangle, double across, const std::set<int64_t> &odd) {
    uint64_t seed = 7;
    for (int64_t i = 0; i < count; ++i) {
      seed = seed * 6364136223846793005 + 1442695040888963407;
      int64_t row = (seed >> 33) % size, column = (seed >> 20) % size;
      if (isTriangle && row < column)
        std::swap(row, column);
      if (isTriangle && across < 0 && row == column)
        row = column == size - 1 ? column-- : column + 1;
      double value = static_cast<double>(i % 1000) / 8 - 3;
      bool isOdd = odd.count(i) != 0;
      if (isOdd)
        text += i % 2 == 0 ? "% a comment\n\n" : "  \n";
      text += std::to_string(row + 1) + " " + std::to_string(column + 1) +
              (isOdd ? "\t+" : " ") + std::to_string(value).substr(0, 9) +
              (isOdd ? "000000000000000000000000\r\n" : "\n");
      if (isOdd && value < 0)
        text.replace(text.rfind('+'), 1, "");
      entries.push_back({{row, column}, value});
      if (isTriangle && row != column)
        entries.push_back({{column, row}, across * value});
    }
  }

  std::string getHead(const std::string &symmetry, int64_t lines) const {
    return "%%MatrixMarket matrix coordinate real " + symmetry + "\n" +
           std::to_string(size) + " " + std::to_string(size) + " " +
           std::to_string(lines) + "\n";
  }
};
} // namespace

/// No line is odd; some are; those at both ends are, and many in a row.
static std::vector<std::set<int64_t>> getOddLines() {
  std::set<int64_t> many{0, 1, List::count - 1};
  for (int64_t i = 20000; i < 23000; ++i)
    many.insert(i);
  return {{}, {5, 7000, 7001, 30000, 59000}, many};
}

TEST_F(LongFilesTest, ListsAndTrianglesOfMatrices) {
  Format format = Format::coo(2);
  for (const std::set<int64_t> &odd : getOddLines())
    for (auto [symmetry, across] :
         {std::pair("general", 0.0), std::pair("symmetric", 1.0),
          std::pair("skew-symmetric", -1.0)}) {
      List list(across != 0, across, odd);
      Expected<Tensor> read = readTensor(
          write("a.mtx", list.getHead(symmetry, List::count) + list.text),
          format);
      ASSERT_TRUE(read.succeeded()) << read.message();
      Expected<Tensor> expected =
          packEntries({List::size, List::size}, list.entries, format);
      EXPECT_EQ(entriesOf(*read), entriesOf(*expected)) << symmetry;
    }
}

TEST_F(LongFilesTest, ListsOfTensors) {
  for (const std::set<int64_t> &odd : getOddLines()) {
    List list(false, 0, odd);
    // Comments begin in another way.
    std::replace(list.text.begin(), list.text.end(), '%', '#');
    Expected<Tensor> read =
        readTensor(write("a.tns", list.text), Format::coo(2));
    ASSERT_TRUE(read.succeeded()) << read.message();
    Expected<Tensor> expected =
        packEntries({List::size, List::size}, list.entries, Format::coo(2));
    EXPECT_EQ(entriesOf(*read), entriesOf(*expected));
  }
}

/// The message about a file.
static std::string getMessage(const std::string &path) {
  Expected<Tensor> read = readTensor(path, Format::coo(2));
  return read.succeeded() ? "" : read.message();
}

TEST_F(LongFilesTest, MessagesNameTheLine) {
  List list(false, 0, {});
  // The line of entry 40000, of which there are two before the first.
  size_t place = 0;
  for (int line = 0; line < 40000; ++line)
    place = list.text.find('\n', place) + 1;
  std::string bad = list.text;
  bad.insert(place, "501 1 2\n");
  EXPECT_NE(
      getMessage(write("a.mtx", list.getHead("general", List::count + 1) + bad))
          .find("a.mtx:40003: index 1 of the entry is '501', out of "
                "range: expected 1 to 500"),
      std::string::npos);
  EXPECT_NE(
      getMessage(write("b.mtx", list.getHead("general", 50000) + list.text))
          .find("b.mtx:50003: expected 50000 entries, but here is another "
                "line"),
      std::string::npos);
  EXPECT_NE(
      getMessage(write("c.mtx", list.getHead("general", 70000) + list.text))
          .find("c.mtx:60003: expected 70000 entries, got 60000"),
      std::string::npos);
  List lower(true, 1, {});
  lower.text.insert(lower.text.find('\n') + 1, "1 2 3\n");
  EXPECT_NE(
      getMessage(write("d.mtx", lower.getHead("symmetric", List::count + 1) +
                                    lower.text))
          .find("d.mtx:4: the entry lies above the diagonal"),
      std::string::npos);
}

// However many lines are there already, and however many threads read them.
TEST_F(LongFilesTest, LinesMayHaveAMebibyte) {
  List list(false, 0, {});
  auto getText = [&](int64_t length) {
    std::string line = "1 2";
    line.resize(length - 2, ' ');
    return list.getHead("general", List::count + 2) + list.text + line +
           " 3\n1 1 1\n";
  };
  for (int32_t threads : {1, 2}) {
    weft_rt_set_num_threads(threads);
    EXPECT_TRUE(readTensor(write("a.mtx", getText(1 << 20)), makeFormat("ds"))
                    .succeeded());
    EXPECT_NE(getMessage(write("b.mtx", getText((1 << 20) + 1)))
                  .find("b.mtx:60003: the line is longer than 1 MiB"),
              std::string::npos);
  }
  weft_rt_set_num_threads(0);
}

/// Compares what threads read with what is listed; ends the process with zero
/// if they are the same.
static void readOnThreads(const std::string &path, const List &list) {
  setenv("WEFT_SHARE_FROM", "0", 1);
  openThreadLibrary();
  for (int threads : {2, 3, 7}) {
    weft_rt_set_num_threads(threads);
    for (const Format &format : {Format::coo(2), makeFormat("ds")}) {
      Expected<Tensor> read = readTensor(path, format);
      Expected<Tensor> expected =
          packEntries({List::size, List::size}, list.entries, format);
      if (read.failed() || entriesOf(*read) != entriesOf(*expected))
        _exit(1);
    }
  }
  _exit(0);
}

using LongFilesDeathTest = LongFilesTest;

TEST_F(LongFilesDeathTest, ThreadsReadTheSame) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  List list(true, 1, getOddLines()[1]);
  std::string path =
      write("a.mtx", list.getHead("symmetric", List::count) + list.text);
  EXPECT_EXIT(readOnThreads(path, list), testing::ExitedWithCode(0), "");
}
