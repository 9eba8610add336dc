//===- MatrixMarketErrorTest.cpp - Bad Matrix Market files ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each way in which a file can be wrong: the message and its line.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft::runtime;

namespace {
class MatrixMarketErrorTest : public FileTest {
protected:
  /// The error for a file with the usual head of a real matrix.
  std::string bodyError(const std::string &body) {
    return readError("a.mtx",
                     "%%MatrixMarket matrix coordinate real general\n" + body,
                     makeFormat("ds"));
  }
  std::string headError(const std::string &text) {
    return readError("a.mtx", text, makeFormat("ds"));
  }
};
} // namespace

TEST_F(MatrixMarketErrorTest, BadBanner) {
  EXPECT_EQ(headError(""),
            "a.mtx:1: the file is empty; a Matrix Market file begins with a "
            "line like '%%MatrixMarket matrix coordinate real general'");
  EXPECT_EQ(headError("1 1 1\n"),
            "a.mtx:1: expected the banner %%MatrixMarket, got '1'; a Matrix "
            "Market file begins with a line like '%%MatrixMarket matrix "
            "coordinate real general'");
  EXPECT_EQ(headError("%%MatrixMarket vector coordinate real general\n"),
            "a.mtx:1: unknown object in the banner: expected matrix or tensor, "
            "got 'vector'");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate quaternion general\n"),
            "a.mtx:1: unknown field in the banner: expected real, double, "
            "integer, unsigned-integer, complex or pattern, got "
            "'quaternion'");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate real\n"),
            "a.mtx:1: unknown symmetry in the banner: expected general, "
            "symmetric, skew-symmetric or hermitian, got the end of the line");
  EXPECT_EQ(headError("%%MatrixMarket matrix list real general\n"),
            "a.mtx:1: unknown format in the banner: expected coordinate or "
            "array, got 'list'");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate real general x\n"),
            "a.mtx:1: expected the end of the line, got 'x'");
}

TEST_F(MatrixMarketErrorTest, BadCombinations) {
  EXPECT_EQ(headError("%%MatrixMarket matrix array pattern general\n"),
            "a.mtx:1: an array has values, so its field cannot be pattern");
  EXPECT_EQ(
      headError("%%MatrixMarket matrix coordinate pattern skew-symmetric\n"),
      "a.mtx:1: a pattern has no signs, so it cannot be skew-symmetric");
  EXPECT_EQ(
      headError("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n"),
      "a.mtx:2: only a square matrix can be symmetric, got a matrix of 2 x 3");
  EXPECT_EQ(
      headError("%%MatrixMarket tensor coordinate real symmetric\n2 2 2 0\n"),
      "a.mtx:2: only a square matrix can be symmetric, got a tensor of 2 x 2 "
      "x 2");
}

TEST_F(MatrixMarketErrorTest, BadSizes) {
  EXPECT_EQ(bodyError("% only a comment\n"),
            "a.mtx:3: expected a line with three sizes, rows, columns and "
            "entries");
  EXPECT_EQ(bodyError("3 3\n"), "a.mtx:2: expected a line with three sizes, "
                                "rows, columns and entries, got 2 words");
  EXPECT_EQ(bodyError("3 x 3\n"),
            "a.mtx:2: expected a size from 0 to 2^63 - 1, got 'x'");
  EXPECT_EQ(bodyError("3 -3 3\n"),
            "a.mtx:2: expected a size from 0 to 2^63 - 1, got '-3'");
  EXPECT_EQ(bodyError("3 9223372036854775808 3\n"),
            "a.mtx:2: expected a size from 0 to 2^63 - 1, got "
            "'9223372036854775808'");
  EXPECT_EQ(bodyError("3 3.0 3\n"),
            "a.mtx:2: expected a size from 0 to 2^63 - 1, got '3.0'");
  EXPECT_EQ(headError("%%MatrixMarket matrix array real general\n"
                      "5000000000 5000000000\n1\n"),
            "a.mtx:2: the sizes are too large: an array of them has more than "
            "2^63 components");
}

TEST_F(MatrixMarketErrorTest, LyingCounts) {
  EXPECT_EQ(bodyError("3 3 2\n1 1 1\n"),
            "a.mtx:4: expected 2 entries, got 1; is the file complete?");
  EXPECT_EQ(bodyError("3 3 9223372036854775807\n1 1 1\n"),
            "a.mtx:4: expected 9223372036854775807 entries, got 1; is the "
            "file complete?");
  EXPECT_EQ(bodyError("3 3 1\n1 1 1\n2 2 2\n"),
            "a.mtx:4: expected 1 entry, but here is another line");
  EXPECT_EQ(headError("%%MatrixMarket matrix array real general\n2 1\n1\n"),
            "a.mtx:4: expected 2 components, got 1; is the file complete?");
  EXPECT_EQ(headError("%%MatrixMarket matrix array real general\n1 1\n1\n2\n"),
            "a.mtx:4: expected 1 component, but here is another line");
}

TEST_F(MatrixMarketErrorTest, BadIndices) {
  EXPECT_EQ(
      bodyError("3 4 1\n0 1 1\n"),
      "a.mtx:3: index 1 of the entry is '0', out of range: expected 1 to "
      "3; indices start at 1 unless the file is declared to be zero-based");
  EXPECT_EQ(bodyError("3 4 1\n3 5 1\n"),
            "a.mtx:3: index 2 of the entry is '5', out of range: expected 1 to "
            "4");
  EXPECT_EQ(bodyError("3 4 1\n-1 1 1\n"),
            "a.mtx:3: index 1 of the entry is '-1', out of range: expected 1 "
            "to 3");
  EXPECT_EQ(bodyError("3 4 1\none 1 1\n"),
            "a.mtx:3: expected index 1 of the entry, got 'one'");
  EXPECT_EQ(bodyError("3 4 1\n1 1.5 1\n"),
            "a.mtx:3: expected index 2 of the entry, got '1.5'");
  EXPECT_EQ(bodyError("3 4 1\n1 99999999999999999999 1\n"),
            "a.mtx:3: expected index 2 of the entry, got "
            "'99999999999999999999'");
  EXPECT_EQ(bodyError("0 4 1\n1 1 1\n"),
            "a.mtx:3: index 1 of the entry is '1', out of range: that mode has "
            "the size 0");
  EXPECT_EQ(bodyError("3 4 1\n1\n"),
            "a.mtx:3: expected index 2 of the entry, got the end of the line");
}

TEST_F(MatrixMarketErrorTest, BadValues) {
  EXPECT_EQ(bodyError("3 4 1\n1 1\n"),
            "a.mtx:3: expected a value, got the end of the line");
  EXPECT_EQ(bodyError("3 4 1\n1 1 x\n"), "a.mtx:3: expected a value, got 'x'");
  EXPECT_EQ(bodyError("3 4 1\n1 1 1,5\n"),
            "a.mtx:3: expected a value, got '1,5'");
  EXPECT_EQ(bodyError("3 4 1\n1 1 +-1\n"),
            "a.mtx:3: expected a value, got '+-1'");
  EXPECT_EQ(bodyError("3 4 1\n1 1 1e400\n"),
            "a.mtx:3: the value '1e400' is too large for its type");
  EXPECT_EQ(bodyError("3 4 1\n1 1 1 1\n"),
            "a.mtx:3: expected the end of the line, got '1'");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate pattern general\n"
                      "3 4 1\n1 1 1\n"),
            "a.mtx:3: expected the end of the line, got '1'");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate complex general\n"
                      "3 4 1\n1 1 1\n"),
            "a.mtx:3: expected a value, got the end of the line");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate integer general\n"
                      "3 4 1\n1 1 1.5\n"),
            "a.mtx:3: expected an integer value, got '1.5'");
}

TEST_F(MatrixMarketErrorTest, BadTriangles) {
  const std::string head = "%%MatrixMarket matrix coordinate ";
  EXPECT_EQ(headError(head + "real symmetric\n3 3 3\n2 2 1\n2 1 1\n1 2 1\n"),
            "a.mtx:5: the entry lies above the diagonal, but line 4 lists one "
            "below it; a file with a symmetry lists one triangle");
  EXPECT_EQ(headError(head + "integer skew-symmetric\n3 3 2\n1 2 1\n2 1 -1\n"),
            "a.mtx:4: the entry lies below the diagonal, but line 3 lists one "
            "above it; a file with a symmetry lists one triangle");
  EXPECT_EQ(headError(head + "complex hermitian\n2 2 2\n1 2 1 1\n2 1 1 -1\n"),
            "a.mtx:4: the entry lies below the diagonal, but line 3 lists one "
            "above it; a file with a symmetry lists one triangle");
  EXPECT_EQ(headError(head + "real skew-symmetric\n2 2 1\n1 1 1\n"),
            "a.mtx:3: the entry lies on the diagonal, which is zero in a "
            "skew-symmetric matrix");
  EXPECT_EQ(headError(head + "complex hermitian\n2 2 1\n1 1 1 1\n"),
            "a.mtx:3: the diagonal of a hermitian matrix is real, but this "
            "component has an imaginary part");
  const std::string skew = "%%MatrixMarket matrix array real skew-symmetric\n";
  EXPECT_EQ(headError(skew + "3 3\n0\n1\n2\n0\n3\n1\n"),
            "a.mtx:8: the entry lies on the diagonal, which is zero in a "
            "skew-symmetric matrix");
  EXPECT_EQ(headError(skew + "3 3\n1\n2\n3\n4\n"),
            "a.mtx:7: expected 3 components, or 6 with the diagonal, got 4; "
            "is the file complete?");
  EXPECT_EQ(headError(skew + "2 2\n1\n2\n3\n4\n"),
            "a.mtx:6: expected 1 component, or 3 with the diagonal, but here "
            "is another line");
}

TEST_F(MatrixMarketErrorTest, BadTypeLines) {
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate complex general\n"
                      "%%GraphBLAS type float\n1 1 0\n"),
            "a.mtx:2: the banner says that components are complex, but this "
            "line that they are f32");
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate integer general\n"
                      "%%GraphBLAS type pair_t\n1 1 0\n"),
            "a.mtx:2: unknown type of GraphBLAS: expected one of bool, int8_t, "
            "int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, "
            "float, double, float complex, double complex");
  // The field alone does not allow for fractions.
  EXPECT_EQ(headError("%%MatrixMarket matrix coordinate integer general\n"
                      "% %GraphBLAS type float\n1 1 1\n1 1 2.5\n"),
            "a.mtx:4: expected an integer value, got '2.5'");
}

TEST_F(MatrixMarketErrorTest, DuplicatesInFiles) {
  PackOptions options;
  options.rejectDuplicates = true;
  EXPECT_EQ(withoutDirectory(readTensor(
                write("a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                               "2 2 2\n1 2 1\n1 2 1\n"),
                makeFormat("ds"), ReadOptions(), options)),
            "cannot load a.mtx: duplicate entry at the coordinates (1, 2): "
            "line 4 repeats line 3");
  EXPECT_EQ(
      withoutDirectory(readTensor(write("b.tns", "2 1 1\n\n1 1 1\n2 1 1\n"),
                                  makeFormat("ds"), ReadOptions(), options)),
      "cannot load b.tns: duplicate entry at the coordinates (2, 1): "
      "line 4 repeats line 1");
}
