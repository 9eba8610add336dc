//===- MatrixMarketReaderTest.cpp - Good Matrix Market files --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every field and symmetry, and the oddities that real files have.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <complex>

using namespace weft::runtime;

using MatrixMarketReaderTest = FileTest;

using Entries = std::vector<Entry>;

TEST_F(MatrixMarketReaderTest, RealGeneral) {
  EXPECT_EQ(read("a.mtx",
                 "%%MatrixMarket matrix coordinate real general\n"
                 "% a comment\n"
                 "\n"
                 "  3 4\t3  \n"
                 "3 1 2.5e0\n"
                 "% another\n"
                 " 1 4 -1 \n"
                 "\n"
                 "1 2 +.5\n\n",
                 makeFormat("ds")),
            (Entries{{{0, 1}, 0.5}, {{0, 3}, -1}, {{2, 0}, 2.5}}));
}

TEST_F(MatrixMarketReaderTest, HeaderInAnyCaseAndLineEnds) {
  EXPECT_EQ(read("a.mtx",
                 "%%matrixmarket MATRIX Coordinate DOUBLE General\r\n"
                 "%\r\n"
                 "1 1 1\r\n"
                 "1 1 7\r",
                 makeFormat("ds")),
            (Entries{{{0, 0}, 7}}));
}

TEST_F(MatrixMarketReaderTest, Pattern) {
  EXPECT_EQ(read("a.mtx",
                 "%%MatrixMarket matrix coordinate pattern symmetric\n"
                 "2 2 2\n1 1\n2 1\n",
                 makeFormat("ds")),
            (Entries{{{0, 0}, 1}, {{0, 1}, 1}, {{1, 0}, 1}}));
}

TEST_F(MatrixMarketReaderTest, Symmetries) {
  EXPECT_EQ(read("a.mtx",
                 "%%MatrixMarket matrix coordinate real symmetric\n"
                 "3 3 2\n2 2 5\n3 1 6\n",
                 makeFormat("ds")),
            (Entries{{{0, 2}, 6}, {{1, 1}, 5}, {{2, 0}, 6}}));
  EXPECT_EQ(read("b.mtx",
                 "%%MatrixMarket matrix coordinate real skew-symmetric\n"
                 "3 3 1\n3 1 6\n",
                 makeFormat("ds")),
            (Entries{{{0, 2}, -6}, {{2, 0}, 6}}));
}

TEST_F(MatrixMarketReaderTest, UpperTriangles) {
  EXPECT_EQ(
      read("a.mtx",
           "%%MatrixMarket matrix coordinate real symmetric\n"
           "3 3 3\n1 3 6\n2 2 5\n2 3 7\n",
           makeFormat("ds")),
      (Entries{
          {{0, 2}, 6}, {{1, 1}, 5}, {{1, 2}, 7}, {{2, 0}, 6}, {{2, 1}, 7}}));
  EXPECT_EQ(read("b.mtx",
                 "%%MatrixMarket matrix coordinate real skew-symmetric\n"
                 "3 3 2\n1 3 6\n1 2 5\n",
                 makeFormat("ds")),
            (Entries{{{0, 1}, 5}, {{0, 2}, 6}, {{1, 0}, -5}, {{2, 0}, -6}}));
  Expected<Tensor> tensor = readTensor(
      write("c.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n"
                     "2 2 1\n1 2 1 2\n"),
      Format::dense(2));
  ASSERT_TRUE(tensor.succeeded());
  using Complex = std::complex<double>;
  const auto *values = static_cast<const Complex *>(tensor->values());
  EXPECT_EQ(values[1], Complex(1, 2));
  EXPECT_EQ(values[2], Complex(1, -2));
}

TEST_F(MatrixMarketReaderTest, ZerosOnSkewDiagonals) {
  const std::string head = "%%MatrixMarket matrix ";
  EXPECT_EQ(read("a.mtx",
                 head + "coordinate real skew-symmetric\n"
                        "2 2 3\n1 1 0\n2 1 3\n2 2 -0.0\n",
                 makeFormat("ds")),
            (Entries{{{0, 0}, 0}, {{0, 1}, -3}, {{1, 0}, 3}, {{1, 1}, 0}}));
  EXPECT_EQ(read("b.mtx",
                 head + "array real skew-symmetric\n"
                        "3 3\n0\n21\n31\n0\n32\n0\n",
                 makeFormat("ds")),
            (Entries{{{0, 1}, -21},
                     {{0, 2}, -31},
                     {{1, 0}, 21},
                     {{1, 2}, -32},
                     {{2, 0}, 31},
                     {{2, 1}, 32}}));
  EXPECT_EQ(read("c.mtx", head + "array real skew-symmetric\n1 1\n0\n",
                 makeFormat("ds")),
            Entries());
  EXPECT_EQ(read("d.mtx", head + "array real skew-symmetric\n1 1\n",
                 makeFormat("ds")),
            Entries());
}

/// The components across the diagonal, and zeros that are not listed, may be
/// the fill or not.
TEST_F(MatrixMarketReaderTest, SkewArraysWithAFill) {
  Format format = makeFormat("ds");
  format.fill = Number::complex(1);
  for (const char *body : {"1\n", "0\n1\n0\n"})
    EXPECT_EQ(read("a.mtx",
                   std::string("%%MatrixMarket matrix array real "
                               "skew-symmetric\n2 2\n") +
                       body,
                   format),
              (Entries{{{0, 0}, 0}, {{0, 1}, -1}, {{1, 1}, 0}}));
}

TEST_F(MatrixMarketReaderTest, RealNumbersAreTheirConjugates) {
  ReadOptions options;
  options.type = ElementType::F64;
  for (const char *field : {"integer", "real", "pattern"})
    EXPECT_EQ(read("a.mtx",
                   std::string("%%MatrixMarket matrix coordinate ") + field +
                       " hermitian\n2 2 1\n2 1" +
                       (field[0] == 'p' ? "\n" : " 1\n"),
                   makeFormat("ds"), options),
              (Entries{{{0, 1}, 1}, {{1, 0}, 1}}))
        << field;
}

TEST_F(MatrixMarketReaderTest, ZeroBasedIndices) {
  ReadOptions options;
  options.zeroBased = true;
  const std::string head = "%%MatrixMarket matrix coordinate ";
  EXPECT_EQ(read("a.mtx", head + "real general\n2 3 2\n0 2 5\n1 0 6\n",
                 makeFormat("ds"), options),
            (Entries{{{0, 2}, 5}, {{1, 0}, 6}}));
  options.type = ElementType::F64;
  EXPECT_EQ(readError("b.mtx", head + "integer general\n2 3 1\n2 2 5\n",
                      makeFormat("ds"), options),
            "b.mtx:3: index 1 of the entry is '2', out of range: expected 0 "
            "to 1");
}

TEST_F(MatrixMarketReaderTest, Hermitian) {
  Expected<Tensor> tensor = readTensor(
      write("a.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n"
                     "2 2 2\n1 1 3 0\n2 1 1 2\n"),
      Format::dense(2));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(tensor->type(), ElementType::C128);
  using Complex = std::complex<double>;
  const auto *values = static_cast<const Complex *>(tensor->values());
  EXPECT_EQ(values[0], Complex(3, 0));
  EXPECT_EQ(values[1], Complex(1, -2));
  EXPECT_EQ(values[2], Complex(1, 2));
}

TEST_F(MatrixMarketReaderTest, Array) {
  EXPECT_EQ(
      read("a.mtx",
           "%%MatrixMarket matrix array real general\n"
           "2 3\n1\n2\n0\n4\n5\n6\n",
           makeFormat("ds")),
      (Entries{
          {{0, 0}, 1}, {{0, 2}, 5}, {{1, 0}, 2}, {{1, 1}, 4}, {{1, 2}, 6}}));
  EXPECT_EQ(read("b.mtx",
                 "%%MatrixMarket matrix array real symmetric\n"
                 "3 3\n11\n21\n31\n22\n32\n33\n",
                 Format::dense(2)),
            (Entries{{{0, 0}, 11},
                     {{0, 1}, 21},
                     {{0, 2}, 31},
                     {{1, 0}, 21},
                     {{1, 1}, 22},
                     {{1, 2}, 32},
                     {{2, 0}, 31},
                     {{2, 1}, 32},
                     {{2, 2}, 33}}));
  EXPECT_EQ(read("c.mtx",
                 "%%MatrixMarket matrix array real skew-symmetric\n"
                 "3 3\n21\n31\n32\n",
                 makeFormat("ds")),
            (Entries{{{0, 1}, -21},
                     {{0, 2}, -31},
                     {{1, 0}, 21},
                     {{1, 2}, -32},
                     {{2, 0}, 31},
                     {{2, 1}, 32}}));
}

TEST_F(MatrixMarketReaderTest, EmptyMatrices) {
  EXPECT_EQ(read("a.mtx",
                 "%%MatrixMarket matrix coordinate real general\n0 0 0\n",
                 makeFormat("ds")),
            Entries());
  EXPECT_EQ(read("b.mtx", "%%MatrixMarket matrix array real general\n0 5\n",
                 makeFormat("ds")),
            Entries());
}

TEST_F(MatrixMarketReaderTest, Tensors) {
  EXPECT_EQ(read("a.ttx",
                 "%%MatrixMarket tensor coordinate real general\n%\n"
                 "2 3 4 2\n2 3 4 1.5\n1 1 1 2\n",
                 makeFormat("sss")),
            (Entries{{{0, 0, 0}, 2}, {{1, 2, 3}, 1.5}}));
  EXPECT_EQ(
      read("b.ttx",
           "%%MatrixMarket tensor array real general\n"
           "2 1 2\n1\n2\n3\n4\n",
           Format::dense(3)),
      (Entries{
          {{0, 0, 0}, 1}, {{0, 0, 1}, 3}, {{1, 0, 0}, 2}, {{1, 0, 1}, 4}}));
  EXPECT_EQ(read("c.ttx",
                 "%%MatrixMarket tensor coordinate real general\n1\n2.5\n",
                 Format()),
            (Entries{{{}, 2.5}}));
  EXPECT_EQ(read("d.ttx",
                 "%%MatrixMarket matrix coordinate real general\n"
                 "1 2 1\n1 2 3\n",
                 makeFormat("ds")),
            (Entries{{{0, 1}, 3}}));
}

TEST_F(MatrixMarketReaderTest, ColumnsAndRowsAreVectors) {
  const std::string head = "%%MatrixMarket matrix array real general\n";
  EXPECT_EQ(read("a.mtx", head + "3 1\n1\n2\n3\n", makeFormat("d")),
            (Entries{{{0}, 1}, {{1}, 2}, {{2}, 3}}));
  EXPECT_EQ(read("b.mtx", head + "1 3\n1\n2\n3\n", makeFormat("d")),
            (Entries{{{0}, 1}, {{1}, 2}, {{2}, 3}}));
  EXPECT_EQ(read("c.mtx", head + "1 1\n0\n", Format()), (Entries{{{}, 0}}));
  EXPECT_EQ(readError("d.mtx", head + "2 2\n1\n2\n3\n4\n", makeFormat("d")),
            "d.mtx:2: expected a tensor of order 1, got a matrix of 2 x 2");
  EXPECT_EQ(readError("e.mtx", head + "2 2\n", makeFormat("ddd")),
            "e.mtx:2: expected a tensor of order 3, got a matrix of 2 x 2");
}

TEST_F(MatrixMarketReaderTest, TypesFollowTheField) {
  auto typeOf = [&](const std::string &field, const std::string &value) {
    Expected<EntryList> entries = readEntries(
        write(field + ".mtx", "%%MatrixMarket matrix coordinate " + field +
                                  " general\n1 1 1\n1 1 " + value + "\n"));
    EXPECT_TRUE(entries.succeeded());
    return entries->type();
  };
  EXPECT_EQ(typeOf("real", "1"), ElementType::F64);
  EXPECT_EQ(typeOf("integer", "1"), ElementType::I64);
  EXPECT_EQ(typeOf("unsigned-integer", "1"), ElementType::U64);
  EXPECT_EQ(typeOf("complex", "1 1"), ElementType::C128);
  EXPECT_EQ(typeOf("pattern", ""), ElementType::F64);
}

TEST_F(MatrixMarketReaderTest, TypesFollowTheLineOfGraphBLAS) {
  auto typeOf = [&](const std::string &line, const std::string &value) {
    Expected<EntryList> entries = readEntries(
        write("a.mtx", "%%MatrixMarket matrix coordinate integer general\n" +
                           line + "\n% a comment\n1 1 1\n1 1 " + value + "\n"));
    EXPECT_TRUE(entries.succeeded()) << entries.message();
    return entries.succeeded() ? nameOf(entries->type()) : "";
  };
  EXPECT_EQ(typeOf("%%GraphBLAS type uint8_t", "255"), "u8");
  EXPECT_EQ(typeOf("%%graphblas Type BOOL", "1"), "bool");
  EXPECT_EQ(typeOf("%%GraphBLAS type float", "2.5"), "f32");
  EXPECT_EQ(typeOf("%%GraphBLAS type double", "-inf"), "f64");
  EXPECT_EQ(typeOf("%%GraphBLAS type double complex", "2.5"), "complex<f64>");
  EXPECT_EQ(typeOf("%%GraphBLAS GrB_UINT16", "3"), "u16");
  EXPECT_EQ(typeOf("%%GraphBLAS GrB_FP32", "nan"), "f32");
  // Other lines are comments.
  EXPECT_EQ(typeOf("%%GraphBLAS kind tadpole", "3"), "i64");
  EXPECT_EQ(typeOf("%%GraphBLAS", "3"), "i64");
}

TEST_F(MatrixMarketReaderTest, TypesCanBeChosen) {
  const std::string real =
      "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 ";
  ReadOptions options;
  auto value = [&](ElementType type, const std::string &text) -> std::string {
    options.type = type;
    Expected<Tensor> tensor =
        readTensor(write("a.mtx", real + text), makeFormat("dd"), options);
    if (tensor.failed())
      return withoutDirectory(tensor);
    switch (type) {
    case ElementType::F32:
      return std::to_string(entriesOf<float>(*tensor)[0].value);
    case ElementType::I32:
      return std::to_string(entriesOf<int32_t>(*tensor)[0].value);
    default:
      return std::to_string(entriesOf<int64_t>(*tensor)[0].value);
    }
  };
  EXPECT_EQ(value(ElementType::F32, "16777217"), "16777216.000000");
  EXPECT_EQ(value(ElementType::I32, "2e3"), "2000.000000");
  EXPECT_EQ(value(ElementType::I64, "-5.0"), "-5.000000");
  EXPECT_EQ(value(ElementType::I32, "1.5"),
            "a.mtx:3: the value '1.5' is not an integer, which the tensor's "
            "type i32 demands");
  EXPECT_EQ(value(ElementType::I32, "nan"),
            "a.mtx:3: the value 'nan' is not an integer, which the tensor's "
            "type i32 demands");
  EXPECT_EQ(value(ElementType::I32, "2147483648"),
            "a.mtx:3: the value '2147483648' does not fit i32");
  EXPECT_EQ(value(ElementType::I32, "1e10"),
            "a.mtx:3: the value '1e10' does not fit i32");
  EXPECT_EQ(value(ElementType::F32, "1e39"),
            "a.mtx:3: the value '1e39' is too large for its type");
}

TEST_F(MatrixMarketReaderTest, ComplexNeedsAComplexType) {
  ReadOptions options;
  options.type = ElementType::F64;
  EXPECT_EQ(
      readError("a.mtx",
                "%%MatrixMarket matrix coordinate complex general\n"
                "1 1 1\n1 1 1 0\n",
                makeFormat("ds"), options),
      "a.mtx:1: the file holds complex numbers, but the tensor is of type "
      "f64; choose the type complex<f64>");
  options.type = ElementType::C64;
  EXPECT_EQ(readError("b.mtx",
                      "%%MatrixMarket matrix coordinate integer general\n"
                      "1 1 1\n1 1 1\n",
                      makeFormat("ds"), options),
            "no error");
}

TEST_F(MatrixMarketReaderTest, SpecialValues) {
  std::vector<Entry> entries =
      read("a.mtx",
           "%%MatrixMarket matrix array real general\n10 1\n"
           "nan\ninf\n-Infinity\n+INF\n-0\n1e-400\n-1e-400\n4.9e-324\n0.1\n"
           "-nan\n",
           makeFormat("d"));
  ASSERT_EQ(entries.size(), 10u);
  EXPECT_TRUE(std::isnan(entries[0].value));
  EXPECT_EQ(entries[1].value, INFINITY);
  EXPECT_EQ(entries[2].value, -INFINITY);
  EXPECT_EQ(entries[3].value, INFINITY);
  EXPECT_TRUE(std::signbit(entries[4].value));
  EXPECT_EQ(entries[5].value, 0);
  EXPECT_TRUE(std::signbit(entries[6].value));
  EXPECT_EQ(entries[7].value, 4.9e-324);
  EXPECT_EQ(entries[8].value, 0.1);
  EXPECT_TRUE(std::isnan(entries[9].value));
}

TEST_F(MatrixMarketReaderTest, GivenSizes) {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n"
                           "3 3 1\n2 2 1\n";
  ReadOptions options;
  options.dims = {5, 2};
  Expected<Tensor> tensor =
      readTensor(write("a.mtx", text), makeFormat("ds"), options);
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(tensor->dims(), (std::vector<int64_t>{5, 2}));
  options.dims = {1, 3};
  EXPECT_EQ(readError("b.mtx", text, makeFormat("ds"), options),
            "b.mtx:3: index 1 of the entry is '2', out of range: expected 1 "
            "to 1");
  options.dims = {1, 2, 3};
  EXPECT_EQ(readError("c.mtx", text, makeFormat("ds"), options),
            "cannot read c.mtx: a tensor of order 2 needs as many sizes, got "
            "3");
  options.dims = {-1, 2};
  EXPECT_EQ(readError("d.mtx", text, makeFormat("ds"), options),
            "cannot read d.mtx: expected sizes of zero or more, got -1");
}
