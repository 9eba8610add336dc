//===- FrosttReaderTest.cpp - Coordinate lists, good and bad --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .tns file says nothing about itself, so order and sizes come from its
// lines or from the reader; both ways, and what can be wrong with a line.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <complex>

using namespace weft::runtime;

using FrosttReaderTest = FileTest;
using Entries = std::vector<Entry>;

TEST_F(FrosttReaderTest, SizesAreTheLargestIndices) {
  Expected<Tensor> tensor = readTensor(
      write("a.tns", "# comment\n\n1 2 3 1.5\r\n4\t1 1 -2\n  # end\n"),
      makeFormat("sss"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{4, 2, 3}));
  EXPECT_EQ(entriesOf(*tensor), (Entries{{{0, 1, 2}, 1.5}, {{3, 0, 0}, -2}}));
}

TEST_F(FrosttReaderTest, OrderIsThatOfTheFirstLine) {
  Expected<EntryList> entries = readEntries(write("a.tns", "1 2 3 4 5\n"));
  ASSERT_TRUE(entries.succeeded());
  EXPECT_EQ(entries->dims, (std::vector<int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(entries->type(), ElementType::F64);
}

TEST_F(FrosttReaderTest, GivenSizes) {
  ReadOptions options;
  options.dims = {5};
  EXPECT_EQ(read("a.tns", "", makeFormat("s"), options), Entries());
  EXPECT_EQ(readError("b.tns", "6 1\n", makeFormat("s"), options),
            "b.tns:1: index 1 of the entry is '6', out of range: expected 1 to "
            "5");
}

TEST_F(FrosttReaderTest, ByteOrderMarks) {
  EXPECT_EQ(read("a.tns", "\xef\xbb\xbf# comment\n2 1.5\n", makeFormat("s")),
            (Entries{{{1}, 1.5}}));
  ReadOptions options;
  options.dims = {3};
  EXPECT_EQ(read("b.tns", "\xef\xbb\xbf", makeFormat("s"), options), Entries());
  // It is one at the begin of the file only.
  EXPECT_EQ(readError("c.tns",
                      "1 1\n\xef\xbb\xbf"
                      "2 1\n",
                      makeFormat("s"))
                .substr(0, 9),
            "c.tns:2: ");
}

TEST_F(FrosttReaderTest, Scalars) {
  EXPECT_EQ(read("a.tns", "2.5\n", Format()), (Entries{{{}, 2.5}}));
  ReadOptions options;
  options.dims.emplace();
  EXPECT_EQ(readError("b.tns", "# none\n", Format(), options),
            "b.tns:2: expected the value of a scalar");
}

TEST_F(FrosttReaderTest, ComplexValues) {
  ReadOptions options;
  options.type = ElementType::C128;
  Expected<Tensor> tensor =
      readTensor(write("a.tns", "1 1 2\n2 3\n"), makeFormat("s"), options);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  const auto *values =
      static_cast<const std::complex<double> *>(tensor->values());
  EXPECT_EQ(values[0], std::complex<double>(1, 2));
  EXPECT_EQ(values[1], std::complex<double>(3, 0));
}

TEST_F(FrosttReaderTest, WrongOrder) {
  EXPECT_EQ(readError("a.tns", "1 2 3 4\n", makeFormat("ds")),
            "a.tns:1: expected 2 indices and a value, as for a tensor of order "
            "2, got 4 words");
  EXPECT_EQ(readError("b.tns", "1 2\n", makeFormat("ds")),
            "b.tns:1: expected 2 indices and a value, as for a tensor of order "
            "2, got 2 words");
  EXPECT_EQ(
      readError("d.tns", "1 2 3 4\n", makeFormat("s")),
      "d.tns:1: expected 1 index and a value, as for a tensor of order 1, "
      "got 4 words");
  Expected<EntryList> entries = readEntries(write("c.tns", "1 1 1\n1 1\n"));
  EXPECT_EQ(withoutDirectory(entries),
            "c.tns:2: expected 2 indices and a value, as for a tensor of order "
            "2, got 2 words");
}

TEST_F(FrosttReaderTest, BadLines) {
  EXPECT_EQ(readError("a.tns", "1 1 1\n0 1 1\n", makeFormat("ds")),
            "a.tns:2: index 1 of the entry is '0', out of range: expected 1 to "
            "9223372036854775807; indices start at 1 unless the file is "
            "declared to be zero-based");
  EXPECT_EQ(readError("b.tns", "1 b 1\n", makeFormat("ds")),
            "b.tns:1: expected index 2 of the entry, got 'b'");
  EXPECT_EQ(readError("c.tns", "1 1 c\n", makeFormat("ds")),
            "c.tns:1: expected a value, got 'c'");
}

TEST_F(FrosttReaderTest, Headers) {
  const std::string entries = "1 1 1 1\n1 3 2 22\n3 4 1 3\n";
  const Entries expected = {{{0, 0, 0}, 1}, {{0, 2, 1}, 22}, {{2, 3, 0}, 3}};
  for (const char *header :
       {"sptensor\n3 \n3 4 2 \n3\n", "3\n3 4 2\n",
        "# extended FROSTT format\n3 3\n# sizes\n3 4 2\n"}) {
    Expected<Tensor> tensor =
        readTensor(write("a.tns", header + entries), makeFormat("sss"));
    ASSERT_TRUE(tensor.succeeded()) << tensor.message();
    EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{3, 4, 2}));
    EXPECT_EQ(entriesOf(*tensor), expected);
    ReadOptions options;
    options.dims = {5, 4, 3};
    tensor = readTensor(write("a.tns", header + entries), makeFormat("sss"),
                        options);
    ASSERT_TRUE(tensor.succeeded()) << tensor.message();
    EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{5, 4, 3}));
    options.dims = {2, 4, 3};
    EXPECT_NE(readError("a.tns", header + entries, makeFormat("sss"), options)
                  .find("out of range: expected 1 to 2"),
              std::string::npos);
  }
  // Sizes without entries are those of an empty tensor.
  Expected<Tensor> tensor =
      readTensor(write("b.tns", "2\n3 4\n"), makeFormat("ss"));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{3, 4}));
  // What says its order needs not be told.
  Expected<EntryList> list =
      readEntries(write("c.tns", "sptensor\n2\n3 4\n1\n3 1 5\n"));
  ASSERT_TRUE(list.succeeded()) << list.message();
  EXPECT_EQ(list->dims, (std::vector<int64_t>{3, 4}));
  ReadOptions options;
  options.type = ElementType::C128;
  list = readEntries(write("d.tns", "2 1\n3 4\n3 1 5 6\n"), [&] {
    options.order = 2;
    return options;
  }());
  ASSERT_TRUE(list.succeeded()) << list.message();
  EXPECT_EQ(list->size(), 1);
}

TEST_F(FrosttReaderTest, BadHeaders) {
  auto error = [&](const std::string &text) {
    return readError("a.tns", text, makeFormat("ss"));
  };
  EXPECT_EQ(error("sptensor\n3\n"),
            "a.tns:2: expected a tensor of order 2, got one of order 3");
  EXPECT_EQ(error("sptensor\n"), "a.tns:2: expected a line with the order");
  EXPECT_EQ(error("sptensor\n2\n3\n"),
            "a.tns:3: expected a line with 2 sizes, as for a tensor of order "
            "2, got 1 word");
  EXPECT_EQ(error("sptensor\n2\n3 4\n"),
            "a.tns:4: expected a line with the number of entries");
  EXPECT_EQ(error("sptensor\n2\n3 -4\n1\n"),
            "a.tns:3: expected 2 sizes, as for a tensor of order 2, got '-4'");
  EXPECT_EQ(error("2\n1 1 5\n"),
            "a.tns:2: expected a line with 2 sizes, as for a tensor of order "
            "2, got 3 words");
  EXPECT_EQ(error("2 2\n3 4\n1 1 5\n"),
            "a.tns:4: expected 2 entries, got 1; is the file complete?");
  EXPECT_EQ(error("2 1\n3 4\n1 1 5\n2 2 5\n"),
            "a.tns:4: expected 1 entry, but here is another line");
  EXPECT_EQ(error("2 1\n3 4\n4 1 5\n"),
            "a.tns:3: index 1 of the entry is '4', out of range: expected 1 "
            "to 3");
  // The order of a header is the one that is asked for, or it is none.
  EXPECT_EQ(error("3 1\n3 4 5\n"),
            "a.tns:1: expected 2 indices and a value, as for a tensor of order "
            "2, got 2 words");
  EXPECT_EQ(
      withoutDirectory(readEntries(write("b.tns", "sptensor\n9999999\n"))),
      "b.tns:2: a tensor of order 9999999 has more sizes than a line has room "
      "for");
  // The first two words may be an entry of a vector.
  EXPECT_EQ(readError("c.tns", "1 2\n5\n2 1.5\n", makeFormat("s")),
            "c.tns:2: expected 1 index and a value, as for a tensor of order "
            "1, got 1 word");
}

TEST_F(FrosttReaderTest, ZeroBasedIndices) {
  ReadOptions options;
  options.zeroBased = true;
  Expected<Tensor> tensor =
      readTensor(write("a.tns", "0 0 1\n2 1 2.5\n"), makeFormat("ss"), options);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(entriesOf(*tensor), (Entries{{{0, 0}, 1}, {{2, 1}, 2.5}}));
  options.dims = {2, 2};
  EXPECT_EQ(readError("b.tns", "2 1 2.5\n", makeFormat("ss"), options),
            "b.tns:1: index 1 of the entry is '2', out of range: expected 0 to "
            "1");
  options.dims.reset();
  EXPECT_EQ(
      readError("c.tns", "9223372036854775807 1 1\n", makeFormat("ss"), options)
          .substr(0, 9),
      "c.tns:1: ");
}

TEST_F(FrosttReaderTest, EmptyFiles) {
  EXPECT_EQ(readError("a.tns", "", makeFormat("ds")),
            "a.tns:1: the file has no entries, and so no sizes");
  EXPECT_EQ(readError("b.tns", "# a\n# b\n", makeFormat("ds")),
            "b.tns:3: the file has no entries, and so no sizes");
}

TEST_F(FrosttReaderTest, HugeIndicesNeedAWideFormat) {
  EXPECT_EQ(readError("a.tns", "5000000000 1\n", makeFormat("s")),
            "cannot load a.tns: mode 1 has the size 5000000000, which needs "
            "the coordinate 4999999999, and the largest that fits is "
            "2147483647; use a format with wider coordinates, which {crd=64} "
            "behind its name asks for");
  Format format = makeFormat("s");
  format.setCoordinateBits(64);
  EXPECT_EQ(read("b.tns", "5000000000 1\n", format),
            (Entries{{{4999999999}, 1}}));
}
