//===- JointStatementTest.cpp - Tests of several assignments ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several assignments in one kernel, against loops.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <thread>

using namespace weft;
using namespace weft::test;

/// A matrix times a vector.
static std::vector<double> multiply(const Matrix &a,
                                    const std::vector<double> &x) {
  std::vector<double> y(static_cast<size_t>(a.rows));
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      y[static_cast<size_t>(i)] += a(i, j) * x[static_cast<size_t>(j)];
  return y;
}

namespace {
class CXXJointStatementTest : public testing::Test {
protected:
  void expectError(const std::string &text,
                   const std::vector<IndexStmt> &statements) {
    std::string error = getError([&] { compile(statements); });
    EXPECT_NE(error.find(text), std::string::npos) << error;
  }

  Matrix a = makeMatrix(7, 7, 21);
  std::vector<double> components = {1, 2, 0, 4, 5, 0, 7};
  Tensor<double> A = makeTensor(a, CSR, "A");
  Tensor<double> x = makeVector(components, {}, "x");
  Tensor<double> y{"y", {7}}, z{"z", {7}}, w{"w", {7}};
  IndexVar i{"i"}, j{"j"}, i0{"i0"}, i1{"i1"};
};
} // namespace

TEST_F(CXXJointStatementTest, LaterAssignmentsSeeEarlierOnes) {
  Tensor<double> total;
  compile({y(i) = A(i, j) * x(j), z(i) = A(i, j) * y(j),
           total = sum(i, y(i) * z(i))});
  std::vector<double> once = multiply(a, components);
  std::vector<double> twice = multiply(a, once);
  double expected = 0;
  for (size_t k = 0; k < once.size(); ++k)
    expected += once[k] * twice[k];
  EXPECT_EQ(getVector(z), twice);
  EXPECT_EQ(getVector(y), once);
  EXPECT_EQ(total.value(), expected);
}

TEST_F(CXXJointStatementTest, SparseResultsAndOtherTypes) {
  Tensor<double> B("B", {7, 7}, CSC), T("T", {7, 7}, DCSR);
  compile({B(i, j) = A(i, j) * 2, T(i, j) = A(j, i) + B(i, j)});
  for (int64_t row = 0; row < 7; ++row)
    for (int64_t column = 0; column < 7; ++column) {
      EXPECT_EQ(T.at({row, column}), a(column, row) + 2 * a(row, column));
      EXPECT_EQ(B.at({row, column}), 2 * a(row, column));
    }
}

TEST_F(CXXJointStatementTest, EarlierValuesOfResults) {
  y(i) = x(i) * 1;
  y.compute();
  // Both read y before it is added to, and z reads it behind that.
  compile({w(i) = y(i) * 3, y(i) += w(i), z(i) = y(i) + w(i)});
  for (size_t k = 0; k < components.size(); ++k) {
    EXPECT_EQ(w.at({k}), 3 * components[k]);
    EXPECT_EQ(y.at({k}), 4 * components[k]);
    EXPECT_EQ(z.at({k}), 7 * components[k]);
  }
}

TEST_F(CXXJointStatementTest, OneKernelComputesAll) {
  IndexStmt first = (y(i) = x(i) + 1), second = (z(i) = x(i) + 2);
  compile({first, second});
  EXPECT_TRUE(y.hasAssignment());
  y.compile();
  y.assemble();
  EXPECT_EQ(z.at({1}), 4);
  // Operands that wait are computed when the kernel is compiled.
  w(i) = x(i) * 2;
  compile({y(i) = w(i) + 1, z(i) = w(i) + 2});
  EXPECT_FALSE(w.hasAssignment());
  EXPECT_EQ(y.at({1}), 5);
  // A tensor that is assigned again does not change the others.
  compile({y(i) = x(i) + 5, z(i) = y(i) + 6});
  y(i) = x(i) * 0;
  EXPECT_EQ(z.at({1}), 13);
  EXPECT_EQ(y.at({1}), 0);
  // One statement is a kernel, too, and a second kernel takes the place of one.
  IndexStmt alone = (y(i) = x(i) + 8);
  compile({alone});
  compile({alone, w(i) = y(i) + 1});
  EXPECT_EQ(w.at({1}), 11);
  EXPECT_EQ(y.at({1}), 10);
}

TEST_F(CXXJointStatementTest, Schedules) {
  IndexStmt first = (y(i) = A(i, j) * x(j)), second = (z(i) = A(i, j) * y(j));
  compile({first.split(i, i0, i1, 4).parallelize(i0, CPUThread, NoRaces),
           second.split(i, i0, i1, 2).withOptions("strict-fp")});
  std::vector<double> once = multiply(a, components);
  EXPECT_EQ(getVector(z), multiply(a, once));
  EXPECT_EQ(getVector(y), once);
  // Each schedule names the loops of its own statement.
  first = (y(i) = A(i, j) * x(j));
  second = (z(i) = A(i, j) * x(j));
  expectError("reorder", {first.split(i, i0, i1, 4), second.reorder(i0, j)});
  expectError("schedules of one form", {first.split(i, i0, i1, 4), second});
  EXPECT_EQ(getVector(z), once);
  // Indices of all kinds get the names of their statement.
  IndexVar k("k", 7);
  compile({y(i) = x(i) + i, w(i) = x(i(0, 7)) + sum(k, x(2 * k - i + 1)) + i});
  for (int64_t row = 0; row < 7; ++row) {
    double expected = components[size_t(row)] + double(row);
    EXPECT_EQ(y.at({row}), expected);
    for (int64_t step = 0; step < 7; ++step)
      if (int64_t at = 2 * step - row + 1; at >= 0 && at < 7)
        expected += components[size_t(at)];
    EXPECT_EQ(w.at({row}), expected);
  }
}

TEST_F(CXXJointStatementTest, ValuesAreReleased) {
  // Whichever of the tensors are read, the operand is released with the last.
  for (int read = 0; read < 4; ++read) {
    bool isReleased = false;
    std::vector<double> own = {1, 2, 3, 4, 5, 6, 7};
    {
      auto u = Tensor<double>::fromArrays({7}, Format(), {own},
                                          [&] { isReleased = true; });
      Tensor<double> first({7}), second({7});
      compile({first(i) = u(i) + 1, second(i) = first(i) * 2});
      if (read & 1)
        EXPECT_EQ(first.at({1}), 3);
      if (read & 2)
        EXPECT_EQ(second.at({1}), 6);
      EXPECT_FALSE(isReleased);
    }
    EXPECT_TRUE(isReleased) << read;
  }
}

TEST_F(CXXJointStatementTest, Threads) {
  for (int round = 0; round < 20; ++round) {
    compile({y(i) = A(i, j) * x(j), z(i) = A(i, j) * y(j)});
    std::vector<double> firsts, seconds;
    std::thread other([&] { seconds = getVector(z); });
    firsts = getVector(y);
    other.join();
    EXPECT_EQ(firsts, multiply(a, components));
    EXPECT_EQ(seconds, multiply(a, firsts));
  }
}

TEST_F(CXXJointStatementTest, Misuse) {
  expectError("expected assignments", {});
  IndexStmt first = (y(i) = x(i) + 1), second = (z(i) = y(i) + 2);
  expectError("distinct tensors\n  y(i) = x(i) + 1", {first, first});
  // In the other order, z would read an earlier value of y.
  expectError("expected y not to wait for another assignment of the kernel\n"
              "  z(i) = y(i) + 2",
              {second, first});
  // Nor may an operand that is computed elsewhere.
  w(i) = y(i) * 2;
  expectError("expected w not to wait", {first, z(i) = w(i) + 1});
  // A tensor has one value in a kernel, unless the kernel assigns it.
  IndexStmt old = (z(i) = x(i) * 2);
  x.insert({0}, 5);
  expectError("one value of x in all assignments", {old, w(i) = x(i) * 3});
  IndexStmt before = (z(i) = x(i) * 2);
  IndexStmt assigned = (x(i) = w(i) * 2);
  expectError("x with the value that an earlier assignment of the kernel makes",
              {assigned, before});
  // Computed, or gone.
  y(i) = x(i) + 1;
  IndexStmt done = y.getAssignment();
  y.compute();
  expectError("has not been computed yet\n  y(i) = x(i) + 1", {done});
  done = (y(i) = x(i) + 1);
  y.clear();
  expectError("has not been computed yet", {done});
  // What does not compile leaves the assignments as they were.
  Tensor<int64_t> n("n", {7});
  IndexStmt right = (y(i) = x(i) + 1), wrong = (n(i) = x(i));
  expectError("n(i", {right, wrong});
  EXPECT_EQ(y.at({3}), x.at({3}) + 1);
  EXPECT_TRUE(n.hasAssignment());
}
