//===- TensorTest.cpp - Tests of tensors and their entries ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats, types, entries, files, and reading without statements.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <cstdio>
#include <sstream>

using namespace weft;
using namespace weft::test;

/// Storage orders and formats of one matrix.
static const Format formats[] = {Format(),
                                 CSR,
                                 CSC,
                                 DCSR,
                                 DCSC,
                                 COO,
                                 DIA,
                                 ELL,
                                 DOK,
                                 BCSR(2, 3),
                                 BCSC(3, 2),
                                 "db",
                                 "CSR{packed}",
                                 CSR.withWidths(64, 64),
                                 Format({Dense, Compressed}, {1, 0}),
                                 "di",
                                 "dd:1,0"};

TEST(CXXTensorTest, ComponentsInAllFormats) {
  Matrix expected = makeMatrix(7, 11, 1);
  for (const Format &format : formats) {
    SCOPED_TRACE(format.getText());
    expectEqual(makeTensor(expected, format), expected);
  }
}

TEST(CXXTensorTest, EntriesInAllFormats) {
  Matrix expected = makeMatrix(6, 5, 2);
  for (const Format &format : formats) {
    SCOPED_TRACE(format.getText());
    Tensor<double> tensor = makeTensor(expected, format);
    Matrix found{6, 5, std::vector<double>(30)};
    int64_t count = 0;
    std::vector<double> values = tensor.values();
    for (auto [coordinates, value] : tensor) {
      ASSERT_EQ(coordinates.size(), 2u);
      EXPECT_EQ(value, values[static_cast<size_t>(count)]);
      found(coordinates[0], coordinates[1]) += value;
      ++count;
    }
    EXPECT_EQ(found.components, expected.components);
    EXPECT_EQ(count, tensor.getNumStored());
  }
}

TEST(CXXTensorTest, EntriesComeInStorageOrder) {
  Tensor<double> rows({2, 2}, CSR), columns({2, 2}, CSC);
  for (auto *tensor : {&rows, &columns}) {
    tensor->insert({1, 0}, 3);
    tensor->insert({0, 1}, 2);
  }
  EXPECT_EQ(rows.values(), (std::vector<double>{2, 3}));
  EXPECT_EQ(columns.values(), (std::vector<double>{3, 2}));
}

TEST(CXXTensorTest, EntriesKeepTheirValue) {
  Tensor<double> x = makeVector({1, 2, 3});
  EntryIterator<double> first = x.begin();
  x.clear();
  EXPECT_EQ((*first).value, 1);
  first++;
  EXPECT_EQ((*first).value, 2);
}

TEST(CXXTensorTest, DuplicatesAreSummed) {
  Tensor<double> tensor({3}, {Compressed});
  tensor.insert({1}, 2);
  tensor.insert({1}, 3);
  EXPECT_EQ(tensor.at({1}), 5);
  tensor.insert({1}, 4);
  tensor.insert({0}, 1);
  EXPECT_EQ(tensor.at({1}), 9);
  EXPECT_EQ(tensor.getNumStored(), 2);
}

TEST(CXXTensorTest, ManyEntriesAtOnce) {
  Tensor<int32_t> tensor({2, 2}, COO);
  const int64_t coordinates[] = {0, 0, 1, 1, 0, 0};
  const int32_t values[] = {1, 2, 3};
  tensor.insert(3, coordinates, values);
  EXPECT_EQ(tensor.values(), (std::vector<int32_t>{4, 2}));
}

TEST(CXXTensorTest, CopiesAreHandles) {
  Tensor<double> x({2});
  Tensor<double> other = x;
  x.insert({1}, 5);
  EXPECT_EQ(other.at({1}), 5);
}

TEST(CXXTensorTest, EmptyTensors) {
  Tensor<double> vector({4}, {Sparse}), none({0, 3}), scalar;
  for (TensorBase *tensor :
       std::initializer_list<TensorBase *>{&vector, &none, &scalar})
    tensor->pack();
  EXPECT_EQ(vector.getNumStored(), 0);
  EXPECT_EQ(vector.at({2}), 0);
  EXPECT_TRUE(vector.begin() == vector.end());
  EXPECT_TRUE(none.begin() == none.end());
  EXPECT_EQ(scalar.value(), 0);
}

TEST(CXXTensorTest, Scalars) {
  Tensor<double> a(2.5);
  EXPECT_EQ(a.value(), 2.5);
  EXPECT_EQ(static_cast<double>(a), 2.5);
  a = 3;
  EXPECT_EQ(a.value(), 3);
  EXPECT_EQ(a.getOrder(), 0);
  for (auto [coordinates, value] : a) {
    EXPECT_EQ(coordinates.size(), 0u);
    EXPECT_EQ(value, 3);
  }
}

TEST(CXXTensorTest, Fill) {
  Tensor<double> tensor({2, 2}, CSR.withFill("inf"));
  tensor.insert({0, 1}, 4);
  EXPECT_EQ(tensor.at({0, 1}), 4);
  EXPECT_TRUE(std::isinf(tensor.at({1, 1})));
  Tensor<double> full({2}, Format().withFill("7"));
  full.pack();
  EXPECT_EQ(full.at({1}), 7);
}

/// Adds components of one type, and compares them with those of C++.
template <typename T> static void checkType(T one, T two, T sum) {
  SCOPED_TRACE(getTypeName<T>());
  Tensor<T> x({3}, {Sparse}), y({3}), z({3});
  x.insert({1}, one);
  y.insert({0}, two);
  y.insert({1}, two);
  IndexVar i;
  z(i) = x(i) + y(i);
  EXPECT_EQ(z.at({0}), two);
  EXPECT_EQ(z.at({1}), sum);
  EXPECT_EQ(z.at({2}), T());
  EXPECT_EQ(z.getType(), getTypeName<T>());
  EXPECT_EQ(z.values(), (std::vector<T>{two, sum, T()}));
}

TEST(CXXTensorTest, Types) {
  checkType<bool>(true, true, true);
  checkType<int8_t>(100, 100, -56);
  checkType<int16_t>(-3, 1, -2);
  checkType<int32_t>(1 << 30, 3, (1 << 30) + 3);
  checkType<int64_t>(int64_t(1) << 60, 1, (int64_t(1) << 60) + 1);
  checkType<long long>(5, 6, 11);
  checkType<uint8_t>(200, 100, 44);
  checkType<uint16_t>(65535, 2, 1);
  checkType<uint32_t>(4000000000u, 1, 4000000001u);
  checkType<uint64_t>(~uint64_t(0), 2, 1);
  checkType<float>(0.5f, 0.25f, 0.75f);
  checkType<double>(0.1, 0.2, 0.1 + 0.2);
  checkType<std::complex<float>>({1, 2}, {3, 4}, {4, 6});
  checkType<std::complex<double>>({1, -2}, {0, 2}, {1, 0});
}

TEST(CXXTensorTest, DuplicateTruthValues) {
  Tensor<bool> x({2}, {Sparse});
  x.insert({0}, true);
  x.insert({0}, true);
  EXPECT_TRUE(x.at({0}));
  EXPECT_FALSE(x.at({1}));
}

/// A path in the folder of temporary files.
static std::string getPath(const std::string &name) {
  return testing::TempDir() + "weft-cxx-" + name;
}

TEST(CXXTensorTest, Files) {
  Matrix expected = makeMatrix(4, 6, 3);
  expected(3, 5) = 1; // .tns has no sizes
  for (const char *suffix : {".mtx", ".tns", ".ttx", ".mtx.gz"}) {
    SCOPED_TRACE(suffix);
    std::string path = getPath(std::string("file") + suffix);
    write(path, makeTensor(expected, CSR));
    expectEqual(read(path, DCSR), expected);
    expectEqual(read(path, Format({dense, compressed})), expected);
    Tensor<float> converted = read<float>(path, COO, {4, 6});
    EXPECT_EQ(converted.at({3, 5}), 1.0f);
    std::remove(path.c_str());
  }
}

TEST(CXXTensorTest, FilesOfOtherOrders) {
  std::string path = getPath("vector.tns");
  write(path, makeVector({1, 0, 3}));
  EXPECT_EQ(getVector(read(path, Format({dense}))),
            (std::vector<double>{1, 0, 3}));
  EXPECT_EQ(read(path, Format(), {}, 1).getDimension(0), 3);
  EXPECT_EQ(read(path, Format(), {5}).getDimension(0), 5);
  EXPECT_NE(getError([&] { read(path, CSR); }), "");
  EXPECT_NE(getError([&] { read(path, Format(), {2}); }), "");
  EXPECT_NE(getError([&] { read(path + ".none", CSR); }).find("cannot read"),
            std::string::npos);
  std::remove(path.c_str());
}

TEST(CXXTensorTest, Printing) {
  Tensor<double> tensor({2}, {Sparse});
  tensor.insert({1}, 4);
  std::ostringstream out;
  out << tensor << CSR << Format();
  EXPECT_EQ(out.str(), tensor.printStorage() + "CSRdense");
  EXPECT_NE(out.str().find("values: 4"), std::string::npos);
}

TEST(CXXTensorTest, Misuse) {
  Tensor<double> tensor("A", {2, 3}, CSR);
  auto expectError = [](const std::string &text, auto function) {
    EXPECT_NE(getError(function).find(text), std::string::npos)
        << getError(function);
  };
  expectError("A has no value", [&] { tensor.at({0, 0}); });
  expectError("A has no value", [&] { tensor.begin(); });
  expectError("A has no value", [&] { tensor.getNumStored(); });
  expectError("A has no value", [&] { tensor.compute(); });
  expectError("A has no value", [&] { tensor.write("none.mtx"); });
  expectError("which is 2 x 3, got (2, 0)", [&] { tensor.insert({2, 0}, 1); });
  expectError("got (0, -1)", [&] { tensor.insert({0, -1}, 1); });
  expectError("got (0)", [&] { tensor.insert({0}, 1); });
  tensor.pack();
  expectError("got (0, 3)", [&] { tensor.at({0, 3}); });
  expectError("got ()", [&] { tensor.value(); });
  expectError("got ()", [&] { tensor = 1.0; });
  expectError("from 0 to before 2, got 2", [&] { tensor.getDimension(2); });
  expectError("not to be negative", [&] { Tensor<double>({-1}); });
  expectError("2 modes or more", [&] { Tensor<double>({3}, CSR); });
  expectError("CSRR", [&] { Tensor<double>({3, 3}, "CSRR"); });
  expectError("positive size", [&] { BCSR(0, 2); });
  expectError("expected 2 modes", [&] { Format({Dense, Sparse}, {0}); });
  expectError("hasn't", [&] { throw Error("hasn't"); });
}

TEST(CXXTensorTest, ArraysOfTheProgram) {
  int numReleased = 0;
  std::vector<int64_t> positions = {0, 2, 3}, columns = {0, 2, 1};
  std::vector<double> values = {2, 1, 3}, vector = {1, 10, 100};
  Tensor<double> y({2});
  {
    auto release = [&numReleased] { ++numReleased; };
    auto A = Tensor<double>::fromArrays({2, 3}, CSR,
                                        {positions, columns, values}, release);
    auto x = Tensor<double>::fromArrays({3}, Format(), {vector}, release);
    EXPECT_EQ(A.at({0, 2}), 1);
    IndexVar i, j;
    y(i) = A(i, j) * x(j);
  }
  // The assignment has them still.
  EXPECT_EQ(numReleased, 0);
  EXPECT_EQ(y.values(), (std::vector<double>{102, 30}));
  y.clear();
  EXPECT_EQ(numReleased, 2);
}

TEST(CXXTensorTest, ResultsInMemoryOfTheProgram) {
  Matrix matrix = makeMatrix(2, 3, 1);
  Tensor<double> A = makeTensor(matrix, CSR), x = makeVector({1, 2, 3});
  IndexVar i("i"), j("j");
  std::vector<double> memory = {-1, -1};
  Tensor<double> y({2});
  for (int round = 1; round < 3; ++round) {
    y(i) = round * A(i, j) * x(j);
    y.computeInto(memory);
    EXPECT_TRUE(y.hasAssignment());
    // The value is not that of the memory.
    std::vector<double> computed = memory;
    memory = {-1, -1};
    EXPECT_EQ(y.values(), computed);
    y.computeInto(memory);
    EXPECT_EQ(memory, computed);
  }
  y(i) = y(i) + 1;
  double raw[2];
  y.computeInto(raw, 2);
  EXPECT_EQ(raw[1], memory[1] + 1);

  Tensor<float> columns({2, 3}, "dd:1,0");
  columns(i, j) = A(i, j);
  std::vector<float> stored(6, -1);
  columns.computeInto(stored);
  for (int64_t row = 0; row < 2; ++row)
    for (int64_t column = 0; column < 3; ++column)
      EXPECT_EQ(stored[static_cast<size_t>(column * 2 + row)],
                static_cast<float>(matrix(row, column)));
  Tensor<double> s;
  s = sum({i, j}, A(i, j));
  double total = -1;
  s.computeInto(&total, 1);
  EXPECT_EQ(total, s.value());
}

TEST(CXXTensorTest, RefusesMemoryForResults) {
  std::vector<double> memory = {1, 2, 3};
  Tensor<double> x = Tensor<double>::fromArrays({3}, Format(), {memory});
  IndexVar i("i");
  Tensor<double> y({3}), z({3}, "s");
  y(i) = 2 * x(i);
  z(i) = 2 * x(i);
  std::vector<double> two(2), three(3);
  auto expectError = [](auto function, const std::string &text) {
    EXPECT_NE(getError(function).find(text), std::string::npos)
        << getError(function);
  };
  expectError([&] { y.computeInto(two); },
              "expected memory for 3 components, got 2");
  expectError([&] { y.computeInto(memory); },
              "is to be computed into memory of operand");
  expectError([&] { z.computeInto(three); },
              "expected a tensor with dense levels to be computed into memory "
              "of the program, got one in the format s");
  expectError([&] { Tensor<double>({3}).computeInto(three); }, "has no value");
  EXPECT_EQ(memory, (std::vector<double>{1, 2, 3}));
}

TEST(CXXTensorTest, RefusesArraysOfAnotherFormat) {
  std::vector<int32_t> positions = {0, 2, 3}, columns = {2, 0, 1};
  std::vector<int64_t> wide = {0, 2, 3};
  std::vector<double> values = {2, 1, 3};
  std::vector<float> narrow = {2, 1, 3};
  auto refuse = [](const std::vector<Array> &arrays) -> std::string {
    try {
      Tensor<double>::fromArrays({2, 3}, CSR, arrays);
    } catch (const Error &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refuse({positions, columns, values}).find("follows a larger one"),
            std::string::npos);
  EXPECT_NE(refuse({wide, columns, values}).find("of type int32_t, or all"),
            std::string::npos);
  EXPECT_NE(refuse({positions, columns, narrow}).find("of the type f64"),
            std::string::npos);
  EXPECT_NE(refuse({positions, values}), "");
  EXPECT_NE(refuse({}), "");
  std::vector<double> components = {1, 2, 3, 4};
  std::vector<int32_t> places = {0, 1, 1, 2};
  EXPECT_THROW(Tensor<double>::fromArrays({2, 3}, ELL, {places, components}),
               Error);
}
