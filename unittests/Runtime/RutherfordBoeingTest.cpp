//===- RutherfordBoeingTest.cpp - Matrices by columns (.rb) ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and formats of files, and what can be wrong with each part.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <complex>
#include <cstring>

using namespace weft::runtime;

using Entries = std::vector<Entry>;

namespace {
class RutherfordBoeingTest : public FileTest {
protected:
  /// A file with a type and sizes, formats, and the rest.
  static std::string makeFile(const std::string &sizes,
                              const std::string &formats,
                              const std::string &body) {
    return "A title                                              key\n"
           "             3             1             1             1\n" +
           sizes + "\n" + formats + "\n" + body;
  }
  /// The file of a matrix of 2 x 3 with three entries.
  static std::string makeMatrix(const std::string &columns,
                                const std::string &rows,
                                const std::string &components) {
    return makeFile("rua   2 3 3 0", "(4I2)           (2I3)           (2F5.1)",
                    columns + "\n" + rows + "\n" + components + "\n");
  }
  std::string error(const std::string &text) {
    return readError("a.rb", text, makeFormat("ds"));
  }
};
} // namespace

TEST_F(RutherfordBoeingTest, Unsymmetric) {
  const Entries expected = {{{0, 0}, 1.5}, {{0, 2}, -2}, {{1, 0}, 30}};
  EXPECT_EQ(read("a.rb",
                 makeMatrix(" 1 3 3 4", "  1  2\n  1", "  1.5 30.0\n -2.0"),
                 makeFormat("ds")),
            expected);
  // Columns of numbers need no spaces between them.
  EXPECT_EQ(read("b.rb",
                 makeFile("RUA 2 3 3", "(4I1)(3I1)(1P,3D8.1)",
                          "1334\n121\n 1.5D+00 3.0D+01-2.0D+00\n"),
                 makeFormat("ds")),
            expected);
  // The widths that SciPy states are not those that it writes.
  EXPECT_EQ(read("w.rb",
                 makeFile("rua 2 3 3 0", "(4I3)(3I3)(2E12.1)",
                          " 1 3 3 4\n 1 2 1\n 1.5E+00 3.0E+01\n-2.0E+00\n"),
                 makeFormat("ds")),
            expected);
  // Right-hand sides of the older format are passed over.
  EXPECT_EQ(
      read("c.rb",
           "title\n 4 1 1 1 1\nrua 2 3 3 0\n(4I2) (3I2) (3E8.1E2) (3F4.1)\n"
           "F              1             0\n 1 3 3 4\n 1 2 1\n"
           " 1.5E+00 3.0E+01-2.0E+00\n 1.0 2.0\n",
           makeFormat("ds")),
      expected);
  // A column is a vector, and a matrix may be empty.
  EXPECT_EQ(
      read("d.rb",
           makeFile("rra 3 1 1 0", "(2I2)(1I2)(1F4.1)", " 1 2\n 3\n 7.0\n"),
           makeFormat("s")),
      (Entries{{{2}, 7}}));
  EXPECT_EQ(read("e.rb", makeFile("rua 0 0 0 0", "(2I2)(1I2)(1F4.1)", " 1\n"),
                 makeFormat("ds")),
            Entries());
}

TEST_F(RutherfordBoeingTest, TypesAndSymmetries) {
  EXPECT_EQ(read("a.rb",
                 makeFile("psa 2 2 2 0", "(3I2)(2I2)", " 1 3 3\n 1 2\n"),
                 makeFormat("ds")),
            (Entries{{{0, 0}, 1}, {{0, 1}, 1}, {{1, 0}, 1}}));
  EXPECT_EQ(
      read("b.rb",
           makeFile("rza 2 2 1 0", "(3I2)(2I2)(1F4.1)", " 1 1 2\n 1\n 5.0\n"),
           makeFormat("ds")),
      (Entries{{{0, 1}, 5}, {{1, 0}, -5}}));
  // The parts of a complex number may be on two lines.
  Expected<Tensor> tensor = readTensor(
      write("c.rb", makeFile("cha 2 2 2 0", "(3I2)(2I2)(3F5.1)",
                             " 1 3 3\n 1 2\n  1.0  0.0  2.0\n 3.0\n")),
      Format::dense(2));
  ASSERT_TRUE(tensor.succeeded()) << tensor.message();
  using Complex = std::complex<double>;
  const auto *values = static_cast<const Complex *>(tensor->values());
  EXPECT_EQ(values[0], Complex(1, 0));
  EXPECT_EQ(values[1], Complex(2, -3));
  EXPECT_EQ(values[2], Complex(2, 3));
  Expected<EntryList> entries = readEntries(write(
      "d.rb", makeFile("iua 1 1 1 0", "(2I2)(1I2)(1I5)", " 1 2\n 1\n   -7\n")));
  ASSERT_TRUE(entries.succeeded()) << entries.message();
  EXPECT_EQ(entries->type(), ElementType::I64);
}

TEST_F(RutherfordBoeingTest, BadHeaders) {
  EXPECT_EQ(error(""), "a.rb:1: expected a line with a title");
  EXPECT_EQ(error("title\n1 2\n"),
            "a.rb:2: expected a line with four or five numbers of lines; the "
            "second line of a .rb file has them");
  auto type = [&](const std::string &line) {
    return error(makeFile(line, "", ""));
  };
  EXPECT_EQ(type("rse 2 2 1 1"),
            "a.rb:3: the type 'rse': expected an "
            "assembled matrix, with a as the third letter");
  EXPECT_EQ(type("qua 2 2 1 1"),
            "a.rb:3: the type 'qua': expected r, c, i or p (real, complex, "
            "integer or pattern) as the first letter");
  EXPECT_EQ(type("rxa 2 2 1 1"),
            "a.rb:3: the type 'rxa': expected u, r, s, h or z (unsymmetric, "
            "rectangular, symmetric, hermitian or skew-symmetric) as the "
            "second letter");
  EXPECT_EQ(type("pza 2 2 1 1"), "a.rb:3: the type 'pza': a pattern has no "
                                 "signs, so it cannot be skew-symmetric");
  EXPECT_EQ(type("r 2 2"), "a.rb:3: the type 'r': expected three letters, as "
                           "rua");
  EXPECT_EQ(type("rua 2 -2"),
            "a.rb:3: expected the number of columns, got '-2'");
  EXPECT_EQ(type("rsa 2 3 1 0"),
            "a.rb:3: only a square matrix can be symmetric, got a matrix of 2 "
            "x 3");
  for (const char *formats : {"(4I2)", "4I2 4I2", "(4F2.0)(4I2)", "(4I)(4I2)",
                              "(0I2)(4I2)", "(4I2,1X)(4I2)", "(4I2"})
    EXPECT_EQ(error(makeFile("rua 2 3 3 0", formats, "")),
              "a.rb:4: expected two formats of integers, as (13I6), for the "
              "columns and the rows")
        << formats;
  EXPECT_EQ(error(makeFile("rua 2 3 3 0", "(4I2)(4I2)(*)", "")),
            "a.rb:4: expected a format of numbers, as (3E26.18), for the "
            "components");
}

TEST_F(RutherfordBoeingTest, BadParts) {
  const std::string rows = "  1  2\n  1", components = "  1.5 30.0\n -2.0";
  EXPECT_EQ(error(makeMatrix(" 2 3 3 4", rows, components)),
            "a.rb:5: the begins of columns start at 1 and never decrease, up "
            "to the number of entries plus 1, but here is 2 behind 1");
  EXPECT_EQ(error(makeMatrix(" 1 3 2 4", rows, components)),
            "a.rb:5: the begins of columns start at 1 and never decrease, up "
            "to the number of entries plus 1, but here is 2 behind 3");
  EXPECT_EQ(error(makeMatrix(" 1 3 3 9", rows, components)),
            "a.rb:5: the begins of columns start at 1 and never decrease, up "
            "to the number of entries plus 1, but here is 9 behind 3");
  EXPECT_EQ(error(makeMatrix(" 1 3 3 3", rows, components)),
            "a.rb:5: expected the last column to end with the last of 3 "
            "entries, got 2");
  EXPECT_EQ(error(makeMatrix(" 1 3 x 4", rows, components)),
            "a.rb:5: expected the begin of a column, got 'x'");
  EXPECT_EQ(error(makeMatrix(" 1 3", rows, components)),
            "a.rb:5: expected the begin of a column in the columns 5 to 6, got "
            "spaces");
  EXPECT_EQ(error(makeMatrix(" 1 3 3 4", "  1  3\n  1", components)),
            "a.rb:6: the row of an entry is 3, out of range: expected 1 to 2");
  EXPECT_EQ(error(makeMatrix(" 1 3 3 4", "1 1  2  4\n  1", components)),
            "a.rb:6: expected the row of an entry in the columns 1 to 3, got "
            "several words");
  EXPECT_EQ(error(makeMatrix(" 1 3 3 4", rows, "  1.5*****\n -2.0")),
            "a.rb:8: expected a value, got '*****'");
  EXPECT_EQ(error(makeMatrix(" 1 3 3 4", rows, "   15 30.0\n -2.0")),
            "a.rb:8: the number '15' has no point, but its format has digits "
            "behind it: programs do not agree on its value");
  EXPECT_EQ(error(makeFile("rua 2 3 3 0", "(4I2)(2I3)(2F5.1)",
                           " 1 3 3 4\n" + rows + "\n  1.5 30.0\n")),
            "a.rb:9: expected a component, but the file ends; is it complete?");
  EXPECT_EQ(error(makeFile("rsa 2 2 2 0", "(3I2)(2I2)(2F4.1)",
                           " 1 2 3\n 2 1\n 1.0 1.0\n")),
            "a.rb:7: the entry lies above the diagonal, but line 7 lists one "
            "below it; a file with a symmetry lists one triangle");
  // No memory is taken on the word of the header.
  EXPECT_EQ(error(makeFile("rua 4 9000000000000 9000000000000 0",
                           "(3I2)(2I2)(2F4.1)", " 1 2 3\n")),
            "a.rb:6: expected the begin of a column, but the file ends; is it "
            "complete?");
  ReadOptions options;
  options.dims = {1, 3};
  EXPECT_EQ(readError("b.rb", makeMatrix(" 1 3 3 4", rows, components),
                      makeFormat("ds"), options),
            "b.rb:8: the index 2 of an entry is out of range: expected 1 to 1");
}

TEST_F(RutherfordBoeingTest, WhatIsWrittenIsReadBack) {
  for (ElementType type : allElementTypes()) {
    EntryList list(type, 2);
    list.dims = {2, 3};
    int64_t first[] = {1, 0}, second[] = {0, 2};
    char one[16], other[16];
    bool isReal = kindOf(type) == NumberKind::Real || isComplex(type);
    ASSERT_TRUE(storeNumber(Number::integer(1), type, one));
    ASSERT_TRUE(storeNumber(isReal ? Number::complex(0.1) : Number::integer(0),
                            type, other));
    ASSERT_TRUE(list.append(first, one) && list.append(second, other));
    ReadOptions options;
    options.type = type;
    for (const char *letters : {"ds", "ss"}) {
      Expected<Tensor> tensor = pack(list.view(), makeFormat(letters));
      ASSERT_TRUE(tensor.succeeded());
      ASSERT_TRUE(writeTensor(*tensor, pathOf("a.rb")).succeeded());
      Expected<Tensor> again =
          readTensor(directory + "a.rb", makeFormat(letters), options);
      ASSERT_TRUE(again.succeeded()) << again.message();
      ASSERT_EQ(again->numStored(), 2) << nameOf(type);
      EXPECT_EQ(
          std::memcmp(again->values(), tensor->values(), 2 * sizeOf(type)), 0)
          << nameOf(type);
    }
  }
}

TEST_F(RutherfordBoeingTest, Writes) {
  EntryList list(ElementType::F32, 1);
  list.dims = {4};
  const int64_t place = 2;
  const float value = -0.5f;
  ASSERT_TRUE(list.append(&place, &value));
  Expected<Tensor> tensor = pack(list.view(), makeFormat("s"));
  ASSERT_TRUE(tensor.succeeded());
  ASSERT_TRUE(writeTensor(*tensor, pathOf("a.rb")).succeeded());
  EXPECT_EQ(contentOf("a.rb"),
            "written by Weft" + std::string(57, ' ') +
                "weft    \n"
                "             3             1             1             1\n"
                "rra                        4             1             1"
                "             0\n"
                "(40I2)          (40I2)          (3E26.16)           \n"
                " 1 2\n"
                " 3\n"
                "   -5.0000000000000000e-01\n");
  EntryList cube(ElementType::F64, 3);
  cube.dims = {2, 2, 2};
  tensor = pack(cube.view(), makeFormat("sss"));
  ASSERT_TRUE(tensor.succeeded());
  EXPECT_EQ(withoutDirectory(writeTensor(*tensor, pathOf("b.rb"))),
            "cannot write b.rb: a .rb file holds a matrix or a vector, not a "
            "tensor of 2 x 2 x 2; use .ttx or .tns");
}
