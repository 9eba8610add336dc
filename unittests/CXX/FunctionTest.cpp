//===- FunctionTest.cpp - Tests of functions of programs --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and reductions of functions that a program defines, against loops.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft;
using namespace weft::test;

static const char *const probability = R"(
algebra.operator @probably_or(%x: f64, %y: f64) -> f64
    attributes {associative, commutative, identity = 0.0 : f64} {
  %s = arith.addf %x, %y : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.subf %s, %p : f64
  algebra.yield %r : f64
})";

/// A product that is at most `limit`.
static std::string makeClip(const std::string &limit) {
  return "algebra.operator @clip(%x: f64 {algebra.annihilator = 0.0 : f64}, "
         "%y: f64 {algebra.annihilator = 0.0 : f64}) -> f64 {"
         "%one = arith.constant " +
         limit +
         " : f64 "
         "%p = arith.mulf %x, %y : f64 "
         "%r = arith.minimumf %p, %one : f64 "
         "algebra.yield %r : f64 }";
}

namespace {
class CXXFunctionTest : public testing::Test {
protected:
  void expectError(const std::string &text, std::function<void()> function) {
    std::string error = getError(function);
    EXPECT_NE(error.find(text), std::string::npos) << error;
  }

  Matrix a = makeMatrix(5, 6, 11);
  Tensor<double> A = makeTensor(a, CSR, "A");
  IndexVar i{"i"}, j{"j"};
};
} // namespace

TEST_F(CXXFunctionTest, Reductions) {
  Function probablyOr("probably_or", probability);
  EXPECT_EQ(probablyOr.getName(), "probably_or");
  Tensor<double> p("p", {5});
  p(i) = probablyOr.reduce(j, A(i, j) / 16);
  for (int64_t row = 0; row < 5; ++row) {
    double expected = 0;
    for (int64_t column = 0; column < 6; ++column) {
      double value = a(row, column) / 16;
      expected = expected + value - expected * value;
    }
    EXPECT_DOUBLE_EQ(p.at({row}), expected);
  }
  Tensor<double> all;
  all = probablyOr.reduce({i, j}, A(i, j) / 16);
  EXPECT_GT(all.value(), p.at({0}));
}

TEST_F(CXXFunctionTest, CallsAreIteratedAsDeclared) {
  Matrix b = makeMatrix(5, 6, 12);
  Tensor<double> B = makeTensor(b, CSR, "B"), C("C", {5, 6}, CSR);
  Function clip("clip", makeClip("8.0"));
  C(i, j) = clip(A(i, j), B(i, j));
  int64_t both = 0;
  for (int64_t row = 0; row < 5; ++row)
    for (int64_t column = 0; column < 6; ++column) {
      double product = a(row, column) * b(row, column);
      EXPECT_EQ(C.at({row, column}), std::min(product, 8.0));
      both += product != 0;
    }
  // The intersection of what the operands store.
  EXPECT_EQ(C.getNumStored(), both);
}

TEST_F(CXXFunctionTest, SeveralFunctionsAndNames) {
  Function clip("clip", makeClip("8.0")),
      probablyOr("probably_or", probability);
  // A tensor and a variable of the same name get other ones.
  Tensor<double> named = makeTensor(a, CSR, "clip"), y("y", {5});
  IndexVar variable("probably_or");
  IndexStmt statement =
      (y(i) = probablyOr.reduce(variable, clip(named(i, variable), 0.125)));
  EXPECT_EQ(statement.toString(),
            "y(i) = probably_or(probably_or_2, clip(clip_2(i,probably_or_2), "
            "0.125))");
  double expected = 0;
  for (int64_t column = 0; column < 6; ++column)
    expected += a(2, column) / 8 - expected * a(2, column) / 8;
  EXPECT_DOUBLE_EQ(y.at({2}), expected);
  // Another function of the same name and text is the same one.
  Function again("clip", makeClip("8.0"));
  y(i) = sum(j, clip(A(i, j), 1) + again(A(i, j), 2));
  double total = 0;
  for (int64_t column = 0; column < 6; ++column)
    total += std::min(a(1, column), 8.0) + std::min(a(1, column) * 2, 8.0);
  EXPECT_EQ(y.at({1}), total);
}

TEST_F(CXXFunctionTest, DefinitionsAreKeptApart) {
  // Statements of one text with other definitions are other kernels.
  Tensor<double> y("y", {5}), z("y", {5});
  Function low("clip", makeClip("2.0")), high("clip", makeClip("4.0"));
  y(i) = sum(j, low(A(i, j), 1));
  z(i) = sum(j, high(A(i, j), 1));
  double least = 0, most = 0;
  for (int64_t column = 0; column < 6; ++column) {
    least += std::min(a(3, column), 2.0);
    most += std::min(a(3, column), 4.0);
  }
  EXPECT_EQ(y.at({3}), least);
  EXPECT_EQ(z.at({3}), most);
}

TEST_F(CXXFunctionTest, Misuse) {
  Tensor<double> y("y", {5});
  Function clip("clip", makeClip("8.0")), other("clip", makeClip("9.0"));
  for (const char *name : {"", "sum", "1f", "a-b", "f\ng"})
    expectError("expected a name", [&] { Function(name, ""); });
  expectError("expected one definition of the function 'clip', got two", [&] {
    y(i) = sum(j, clip(A(i, j), other(A(i, j), 1)));
    y.compute();
  });
  expectError("index a tensor",
              [&] { Function("f", probability).reduce(j, 1); });
  expectError("expected variables to reduce over",
              [&] { clip.reduce(std::vector<IndexVar>{}, A(i, j)); });
  // What the definition lacks is found when a statement is compiled.
  auto compile = [&](const IndexExpr &value) {
    y(i) = value;
    y.compute();
  };
  expectError("clip", [&] { compile(sum(j, clip(A(i, j)))); });
  expectError("clip", [&] { compile(clip.reduce(j, A(i, j))); });
  expectError("absent", [&] {
    compile(sum(j, Function("absent", probability)(A(i, j))));
  });
  expectError("functions:",
              [&] { compile(sum(j, Function("f", "no MLIR {")(A(i, j)))); });
}
