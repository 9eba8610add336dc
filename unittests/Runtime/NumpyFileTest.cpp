//===- NumpyFileTest.cpp - Arrays of NumPy (.npy) -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types, byte orders, orders of indices and versions of NumPy's format;
// what is no array, or one that lies; and what is written.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <complex>
#include <cstring>

using namespace weft::runtime;

using Entries = std::vector<Entry>;

namespace {
class NumpyFileTest : public FileTest {
protected:
  /// The bytes of an array with a dictionary of our choice.
  static std::string makeFile(const std::string &dictionary,
                              const std::string &elements, int version = 1) {
    std::string text = "\x93NUMPY";
    text += static_cast<char>(version);
    text += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
      text += static_cast<char>(dictionary.size() >> (8 * i));
    return text + dictionary + elements;
  }
  static std::string makeArray(const std::string &descr,
                               const std::string &shape,
                               const std::string &elements,
                               const std::string &isFortran = "False") {
    return makeFile("{'descr': '" + descr + "', 'fortran_order': " + isFortran +
                        ", 'shape': " + shape + ", }\n",
                    elements);
  }
  template <typename T> static std::string bytesOf(std::vector<T> numbers) {
    return std::string(reinterpret_cast<const char *>(numbers.data()),
                       numbers.size() * sizeof(T));
  }
  /// The error of reading a vector of f64 with these bytes.
  std::string error(const std::string &bytes) {
    return readError("a.npy", bytes, makeFormat("s"));
  }
  std::string arrayError(const std::string &descr, const std::string &shape,
                         const std::string &elements) {
    return error(makeArray(descr, shape, elements));
  }
};
} // namespace

TEST_F(NumpyFileTest, OrdersOfIndices) {
  const std::string elements = bytesOf<double>({1, 2, 0, 4, 5, 6});
  EXPECT_EQ(
      read("a.npy", makeArray("<f8", "(2, 3)", elements), makeFormat("ds")),
      (Entries{
          {{0, 0}, 1}, {{0, 1}, 2}, {{1, 0}, 4}, {{1, 1}, 5}, {{1, 2}, 6}}));
  EXPECT_EQ(
      read("b.npy", makeArray("<f8", "(2, 3)", elements, "True"),
           makeFormat("ds")),
      (Entries{
          {{0, 0}, 1}, {{0, 2}, 5}, {{1, 0}, 2}, {{1, 1}, 4}, {{1, 2}, 6}}));
  EXPECT_EQ(
      read("c.npy", makeArray("<f8", "()", bytesOf<double>({0})), Format()),
      (Entries{{{}, 0}}));
  EXPECT_EQ(read("d.npy", makeArray("<f8", "(0, 7)", ""), makeFormat("ds")),
            Entries());
}

TEST_F(NumpyFileTest, ColumnsAndRowsAreVectors) {
  const std::string elements = bytesOf<double>({1, 2});
  for (const char *shape : {"(2,)", "(2, 1)", "(1, 2)"})
    EXPECT_EQ(read("a.npy", makeArray("<f8", shape, elements), makeFormat("s")),
              (Entries{{{0}, 1}, {{1}, 2}}));
  EXPECT_EQ(arrayError("<f8", "(2, 1, 1)", elements),
            "a.npy: expected a tensor of order 1, got a tensor of 2 x 1 x 1");
}

TEST_F(NumpyFileTest, VersionsAndSpellings) {
  const std::string elements = bytesOf<double>({3});
  for (int version : {1, 2, 3})
    EXPECT_EQ(read("a.npy",
                   makeFile("{\"shape\":(1L,),'fortran_order':False,\"descr\":"
                            "'=f8'}",
                            elements, version),
                   makeFormat("s")),
              (Entries{{{0}, 3}}));
}

TEST_F(NumpyFileTest, TypesAndByteOrders) {
  auto value = [&](const std::string &descr, const std::string &bytes) {
    Expected<EntryList> entries =
        readEntries(write("a.npy", makeArray(descr, "()", bytes)));
    if (entries.failed())
      return entries.message();
    return nameOf(entries->type()) + " " +
           toString(loadNumber(entries->type(), entries->view().values));
  };
  EXPECT_EQ(value("|b1", "\x01"), "bool 1");
  EXPECT_EQ(value("|i1", "\xff"), "i8 -1");
  EXPECT_EQ(value("|u1", "\xff"), "u8 255");
  EXPECT_EQ(value("<i2", std::string("\x01\x00", 2)), "i16 1");
  EXPECT_EQ(value(">i2", std::string("\x01\x00", 2)), "i16 256");
  EXPECT_EQ(value(">u4", std::string("\x00\x00\x01\x02", 4)), "u32 258");
  EXPECT_EQ(value("<i4", std::string("\xfe\xff\xff\xff", 4)), "i32 -2");
  EXPECT_EQ(value("<u8", std::string(8, '\xff')), "u64 18446744073709551615");
  EXPECT_EQ(value(">i8", std::string(7, '\0') + "\x07"), "i64 7");
  EXPECT_EQ(value("<f2", std::string("\x00\x3e", 2)), "f16 1.5");
  EXPECT_EQ(value(">f4", std::string("\xbf\x80\x00\x00", 4)), "f32 -1");
  EXPECT_EQ(value(">f8", std::string("\x3f\xf8\0\0\0\0\0\0", 8)), "f64 1.5");
  EXPECT_EQ(value(">c8", std::string("\x3f\x80\0\0\x40\0\0\0", 8)),
            "complex<f32> 1+2im");
  EXPECT_EQ(value("<c16", bytesOf<double>({0, -3})), "complex<f64> -3im");
}

TEST_F(NumpyFileTest, ComponentsMustFit) {
  ReadOptions options;
  auto read = [&](ElementType type, const std::string &descr,
                  const std::string &elements) {
    options.type = type;
    return readError("a.npy", makeArray(descr, "(1, 2)", elements),
                     makeFormat("ds"), options);
  };
  EXPECT_EQ(read(ElementType::U8, "<i4", bytesOf<int32_t>({255, 0})),
            "no error");
  EXPECT_EQ(read(ElementType::U8, "<i4", bytesOf<int32_t>({255, 256})),
            "a.npy: the component at the coordinates (0, 1), 256, does not fit "
            "u8");
  EXPECT_EQ(read(ElementType::I64, "<f8", bytesOf<double>({2, 1.5})),
            "a.npy: the component at the coordinates (0, 1), 1.5, does not fit "
            "i64");
  EXPECT_EQ(read(ElementType::F32, "<f8", bytesOf<double>({1e39, 0})),
            "a.npy: the component at the coordinates (0, 0), 1e+39, does not "
            "fit f32");
  EXPECT_EQ(read(ElementType::F64, "<c8", bytesOf<double>({0, 0})),
            "a.npy: the file holds complex numbers, but the tensor is of type "
            "f64; choose the type complex<f64>");
}

TEST_F(NumpyFileTest, GivenSizesAndFills) {
  ReadOptions options;
  options.dims = {3};
  const std::string array = makeArray("<f8", "(2,)", bytesOf<double>({1, 0}));
  Expected<Tensor> tensor =
      readTensor(write("a.npy", array), makeFormat("s"), options);
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{3}));
  options.dims = {1};
  EXPECT_EQ(readError("b.npy", array, makeFormat("s"), options),
            "b.npy: the file lists 2 components along mode 1, which has the "
            "size 1");
  Format format = makeFormat("s");
  format.fill = Number::integer(1);
  EXPECT_EQ(read("c.npy", array, format), (Entries{{{1}, 0}}));
}

TEST_F(NumpyFileTest, OtherTypesAreRefusedByName) {
  auto message = [](const std::string &type) {
    return "a.npy: elements of the " + type +
           " cannot be read; expected booleans, integers of 8 to 64 bits, real "
           "numbers of 16 to 64 bits or complex numbers of 64 or 128 bits";
  };
  EXPECT_EQ(arrayError("|O", "(1,)", "x"), message("type object '|O'"));
  EXPECT_EQ(arrayError("<U3", "(1,)", "x"), message("type str '<U3'"));
  EXPECT_EQ(arrayError("|S3", "(1,)", "x"), message("type bytes '|S3'"));
  EXPECT_EQ(arrayError("<M8[s]", "(1,)", "x"),
            message("type datetime64 '<M8[s]'"));
  EXPECT_EQ(arrayError("<f16", "(1,)", "x"), message("real type '<f16'"));
  EXPECT_EQ(arrayError("|V2", "(1,)", "x"), message("type void '|V2'"));
  EXPECT_EQ(arrayError("", "(1,)", "x"), message("type ''"));
  EXPECT_EQ(error(makeFile("{'descr': [('a', '<f4'), ('b', '<f8')], "
                           "'fortran_order': False, 'shape': (1,)}",
                           "x")),
            message("structured type '[('a', '<f4'), ('b', '<f8')]'"));
}

TEST_F(NumpyFileTest, DamagedFiles) {
  const std::string damaged =
      "a.npy: the header of the NumPy array is damaged: ";
  EXPECT_EQ(error(""), "a.npy: the file ends within the header of a NumPy "
                       "array; is it complete?");
  EXPECT_EQ(error("1 2\n2 3\n"),
            "a.npy: this is no NumPy array: expected it to begin with the byte "
            "0x93 and NUMPY");
  EXPECT_EQ(error(makeFile("", "", 4)),
            "a.npy: the NumPy array has the version 4.0, expected 1.0, 2.0 or "
            "3.0");
  EXPECT_EQ(error(makeFile("{}", "")),
            damaged + "expected the keys 'descr', 'fortran_order' and 'shape'");
  EXPECT_EQ(error(makeFile("{'shape': (1,)", "")),
            damaged + "expected ',' or '}'");
  EXPECT_EQ(error(makeFile("{'shape': 1}", "")),
            damaged + "expected a tuple behind 'shape'");
  EXPECT_EQ(error(makeFile("{'fortran_order': Maybe}", "")),
            damaged + "expected True or False behind 'fortran_order'");
  EXPECT_EQ(error(makeFile("{'descr': [(", "")),
            damaged + "expected a type behind 'descr'");
  EXPECT_EQ(error(makeFile("{'descr", "")), damaged + "expected a key and ':'");
  EXPECT_EQ(arrayError("<f8", "(-1,)", ""), damaged + "a size is negative");
  EXPECT_EQ(arrayError("<f8", "(9223372036854775808,)", ""),
            damaged + "a size is 2^63 or more");
  std::string ones;
  for (int i = 0; i < 65; ++i)
    ones += "1, ";
  EXPECT_EQ(arrayError("<f8", "(" + ones + ")", ""),
            damaged + "'shape' has more than 64 sizes");
}

TEST_F(NumpyFileTest, LyingShapes) {
  EXPECT_EQ(arrayError("<f8", "(3,)", bytesOf<double>({1, 2})),
            "a.npy: expected 24 bytes of elements, got 16; is the file "
            "complete?");
  // No memory is taken on the word of a header.
  EXPECT_EQ(arrayError("<f8", "(1000000000000000,)", ""),
            "a.npy: expected 8000000000000000 bytes of elements, got 0; is the "
            "file complete?");
  EXPECT_EQ(arrayError("<f8", "(4294967296, 268435456)", ""),
            "a.npy: the shape is too large: an array of it has 2^63 bytes or "
            "more");
  EXPECT_EQ(arrayError("<f8", "(1,)", bytesOf<double>({1, 2})),
            "a.npy: something follows the array; expected one array");
}

TEST_F(NumpyFileTest, WritesAllComponents) {
  EntryList list(ElementType::I16, 2);
  list.dims = {2, 3};
  const int64_t coordinates[][2] = {{1, 0}, {0, 2}};
  const int16_t values[] = {5, -6};
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(list.append(coordinates[i], &values[i]));
  const std::string expected =
      makeFile("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }" +
                   std::string(58, ' ') + "\n",
               bytesOf<int16_t>({0, 0, -6, 5, 0, 0}));
  Format transposed = Format::dense(2);
  std::swap(transposed.levels[0].mode, transposed.levels[1].mode);
  for (const Format &format : {makeFormat("ds"), makeFormat("ss", {1, 0}),
                               Format::dense(2), transposed}) {
    Expected<Tensor> tensor = pack(list.view(), format);
    ASSERT_TRUE(tensor.succeeded());
    ASSERT_TRUE(writeTensor(*tensor, pathOf("a.npy")).succeeded());
    EXPECT_EQ(contentOf("a.npy"), expected);
  }
  Format filled = makeFormat("ds");
  filled.fill = Number::integer(7);
  Expected<Tensor> tensor = pack(list.view(), filled);
  ASSERT_TRUE(tensor.succeeded());
  ASSERT_TRUE(writeTensor(*tensor, pathOf("b.npy")).succeeded());
  EXPECT_EQ(contentOf("b.npy").substr(128),
            bytesOf<int16_t>({7, 7, -6, 5, 7, 7}));
}

TEST_F(NumpyFileTest, WhatIsWrittenIsReadBack) {
  for (ElementType type : allElementTypes()) {
    EntryList list(type, 1);
    list.dims = {3};
    int64_t place = 1;
    char one[16];
    ASSERT_TRUE(storeNumber(Number::integer(1), type, one));
    ASSERT_TRUE(list.append(&place, one));
    Expected<Tensor> tensor = pack(list.view(), makeFormat("s"));
    ASSERT_TRUE(tensor.succeeded());
    for (const char *name : {"a.npy", "a.npy.gz", "a.npz"}) {
      Status status = writeTensor(*tensor, pathOf(name));
      if (type == ElementType::BF16) {
        EXPECT_EQ(withoutDirectory(status),
                  std::string("cannot write ") + name +
                      ": NumPy has no type bf16; choose f32 for the result");
        continue;
      }
      ASSERT_TRUE(status.succeeded()) << status.message();
      Expected<Tensor> again = readTensor(directory + name, makeFormat("s"));
      ASSERT_TRUE(again.succeeded()) << again.message();
      EXPECT_EQ(again->type(), type);
      EXPECT_EQ(again->dims(), tensor->dims());
      ASSERT_EQ(again->numStored(), 1);
      EXPECT_EQ(std::memcmp(again->values(), one, sizeOf(type)), 0);
    }
  }
}
