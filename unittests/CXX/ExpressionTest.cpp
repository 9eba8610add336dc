//===- ExpressionTest.cpp - Tests of expressions --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed, compared with plain loops, and how expressions are written.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>

using namespace weft;
using namespace weft::test;

/// What an expression of two vectors is, component by component.
template <typename Function>
static void check(const IndexExpr &expression, const IndexVar &i,
                  const std::vector<double> &a, const std::vector<double> &b,
                  Function function) {
  SCOPED_TRACE(expression.toString());
  Tensor<double> y({a.size()});
  y(i) = expression;
  for (size_t k = 0; k < a.size(); ++k) {
    double expected = function(a[k], b[k]);
    EXPECT_NEAR(y.at({k}), expected, 1e-12 * std::fabs(expected)) << k;
  }
}

TEST(CXXExpressionTest, OperatorsAndFunctions) {
  const std::vector<double> as = {0.5, 0.25, 0.75, 0.5};
  const std::vector<double> bs = {0.5, 2, -1, 3};
  Tensor<double> x = makeVector(as), z = makeVector(bs);
  IndexVar i;
  IndexExpr a = x(i), b = z(i);
#define WEFT_CHECK(TEXT, CODE)                                                 \
  check(TEXT, i, as, bs, [](double p, double q) -> double {                    \
    (void)p, (void)q;                                                          \
    return CODE;                                                               \
  })
  WEFT_CHECK(a + b, p + q);
  WEFT_CHECK(a - b - 1, p - q - 1);
  WEFT_CHECK(a - (b - 1), p - (q - 1));
  WEFT_CHECK(a * b, p * q);
  WEFT_CHECK(a / b / 2, p / q / 2);
  WEFT_CHECK(a / (b / 2), p / (q / 2));
  WEFT_CHECK(-a * 3, -p * 3);
  WEFT_CHECK(-(a + b), -(p + q));
  WEFT_CHECK(a * -2.5, p * -2.5);
  WEFT_CHECK((a + b) * (a - b), (p + q) * (p - q));
  WEFT_CHECK((a == b) * 1.0, p == q);
  WEFT_CHECK((a != b) * 1.0, p != q);
  WEFT_CHECK((a < b) * 1.0, p < q);
  WEFT_CHECK((a <= b) * 1.0, p <= q);
  WEFT_CHECK((a > b) * 1.0, p > q);
  WEFT_CHECK((a >= b) * 1.0, p >= q);
  WEFT_CHECK((a > 0.3 && b > 1) * 1.0, p > 0.3 && q > 1);
  WEFT_CHECK((a > 0.6 || b > 1) * 1.0, p > 0.6 || q > 1);
  WEFT_CHECK(((a > 0.6) ^ (b > 1)) * 1.0, (p > 0.6) != (q > 1));
  WEFT_CHECK(!(a > 0.6) * 1.0, !(p > 0.6));
  WEFT_CHECK(abs(b), std::fabs(q));
  WEFT_CHECK(acos(a), std::acos(p));
  WEFT_CHECK(asin(a), std::asin(p));
  WEFT_CHECK(atan(b), std::atan(q));
  WEFT_CHECK(ceil(a), std::ceil(p));
  WEFT_CHECK(cos(a), std::cos(p));
  WEFT_CHECK(cosh(a), std::cosh(p));
  WEFT_CHECK(erf(a), std::erf(p));
  WEFT_CHECK(exp(b), std::exp(q));
  WEFT_CHECK(floor(b), std::floor(q));
  WEFT_CHECK(log(a), std::log(p));
  WEFT_CHECK(log10(a), std::log10(p));
  WEFT_CHECK(log2(a), std::log2(p));
  WEFT_CHECK(max(a, b), std::fmax(p, q));
  WEFT_CHECK(min(a, 0.4), std::fmin(p, 0.4));
  WEFT_CHECK(pow(a, b), std::pow(p, q));
  WEFT_CHECK(round(a * 3), std::round(p * 3));
  WEFT_CHECK(select(b > 0, a, b), q > 0 ? p : q);
  WEFT_CHECK(where(b > 0, a, -7), q > 0 ? p : -7);
  WEFT_CHECK(sign(b), q > 0 ? 1 : -1);
  WEFT_CHECK(sin(b), std::sin(q));
  WEFT_CHECK(sinh(b), std::sinh(q));
  WEFT_CHECK(sqrt(a), std::sqrt(p));
  WEFT_CHECK(tan(a), std::tan(p));
  WEFT_CHECK(tanh(b), std::tanh(q));
  WEFT_CHECK(trunc(b * 1.5), std::trunc(q * 1.5));
#undef WEFT_CHECK
}

TEST(CXXExpressionTest, ComplexNumbers) {
  using Complex = std::complex<double>;
  Tensor<Complex> x({2}), y({2});
  Tensor<double> r({2});
  x.insert({0}, {1, 2});
  x.insert({1}, {0, -1});
  IndexVar i;
  y(i) = x(i) * Complex(0, -1) + 2;
  EXPECT_EQ(y.at({0}), Complex(1, 2) * Complex(0, -1) + 2.0);
  EXPECT_EQ(y.at({1}), Complex(0, -1) * Complex(0, -1) + 2.0);
  y(i) = conj(x(i));
  EXPECT_EQ(y.at({0}), Complex(1, -2));
  r(i) = real(x(i)) + imag(x(i)) * 10;
  EXPECT_EQ(getVector(r), (std::vector<double>{21, -10}));
}

TEST(CXXExpressionTest, Reductions) {
  Matrix a = makeMatrix(5, 4, 7, 2);
  Tensor<double> A = makeTensor(a, CSR), y({5});
  IndexVar i, j;
  auto expectRows = [&](double start, auto combine) {
    for (int64_t row = 0; row < 5; ++row) {
      double expected = start;
      for (int64_t column = 0; column < 4; ++column)
        expected = combine(expected, a(row, column));
      EXPECT_EQ(y.at({row}), expected) << row;
    }
  };
  auto add = [](double p, double q) { return p + q; };
  y(i) = A(i, j);
  expectRows(0, add);
  y(i) = sum(j, A(i, j));
  expectRows(0, add);
  y(i) = max(j, A(i, j));
  expectRows(-INFINITY, [](double p, double q) { return std::fmax(p, q); });
  y(i) = min(j, A(i, j));
  expectRows(INFINITY, [](double p, double q) { return std::fmin(p, q); });
  y(i) = prod(j, A(i, j) + 1);
  expectRows(1, [](double p, double q) { return p * (q + 1); });
  y(i) = any(j, A(i, j) > 8) * 1.0;
  expectRows(0, [](double p, double q) { return p != 0 || q > 8; });
  y(i) = all(j, A(i, j) < 9) * 1.0;
  expectRows(1, [](double p, double q) { return p != 0 && q < 9; });

  Tensor<double> total;
  total = sum({i, j}, A(i, j));
  double expected = 0;
  for (double component : a.components)
    expected += component;
  EXPECT_EQ(total.value(), expected);
}

TEST(CXXExpressionTest, ImpliedSumsAreOfTheirTerm) {
  Tensor<double> x = makeVector({1, 2, 3}), a;
  Tensor<double> one(10.0);
  IndexVar i;
  a = x(i) * x(i) + one;
  EXPECT_EQ(a.value(), 24);
}

TEST(CXXExpressionTest, Products) {
  Matrix a = makeMatrix(6, 5, 11), b = makeMatrix(5, 7, 12);
  Matrix expected{6, 7, std::vector<double>(42)};
  for (int64_t i = 0; i < 6; ++i)
    for (int64_t j = 0; j < 7; ++j)
      for (int64_t k = 0; k < 5; ++k)
        expected(i, j) += a(i, k) * b(k, j);
  IndexVar i, j, k;
  for (const Format &left : {Format(), CSR, COO, BCSR(2, 2)})
    for (const Format &right : {Format(), CSR, CSC})
      for (const Format &result : {Format(), CSR, DCSR, DOK}) {
        SCOPED_TRACE(left.getText() + " * " + right.getText() + " = " +
                     result.getText());
        Tensor<double> A = makeTensor(a, left), B = makeTensor(b, right);
        Tensor<double> C({6, 7}, result);
        C(i, j) = A(i, k) * B(k, j);
        expectEqual(C, expected);
      }
}

TEST(CXXExpressionTest, IndicesOfAllKinds) {
  const std::vector<double> b = {1, 2, 3, 4, 5, 6, 7, 8};
  Tensor<double> x = makeVector(b);
  Matrix m = makeMatrix(4, 4, 5, 1);
  Tensor<double> A = makeTensor(m, CSR);
  IndexVar i, j;
  auto compute = [&](int64_t size, const IndexExpr &expression) {
    Tensor<double> y({size});
    y(i) = expression;
    return getVector(y);
  };
  using Vector = std::vector<double>;
  EXPECT_EQ(compute(6, x(i + 2)), (Vector{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(compute(6, x(2 + i) + x(i + 1)), (Vector{5, 7, 9, 11, 13, 15}));
  EXPECT_EQ(compute(4, x(2 * i + 1)), (Vector{2, 4, 6, 8}));
  EXPECT_EQ(compute(8, x(7 - i)), (Vector{8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(compute(3, x(i(2, 5))), (Vector{3, 4, 5}));
  EXPECT_EQ(compute(3, x(i(1, 7, 2))), (Vector{2, 4, 6}));
  EXPECT_EQ(compute(8, x(i - 1)), (Vector{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(compute(4, A(i, 2)), (Vector{m(0, 2), m(1, 2), m(2, 2), m(3, 2)}));
  EXPECT_EQ(compute(4, A(i, i)), (Vector{m(0, 0), m(1, 1), m(2, 2), m(3, 3)}));
  Tensor<double> w = makeVector({1, 10});
  EXPECT_EQ(compute(7, x(i + j) * w(j)), (Vector{21, 32, 43, 54, 65, 76, 87}));
}

TEST(CXXExpressionTest, VariablesAreNumbers) {
  Tensor<double> y({3}), A({2, 2}), a;
  IndexVar i, j;
  y(i) = i * 2 + 1;
  EXPECT_EQ(getVector(y), (std::vector<double>{1, 3, 5}));
  y(i) = i + 0.5;
  EXPECT_EQ(getVector(y), (std::vector<double>{0.5, 1.5, 2.5}));
  A(i, j) = (i == j);
  expectEqual(A, {2, 2, {1, 0, 0, 1}});
  A(i, j) = i * j + min(i + 1, 1.0 * j) + min(IndexExpr(i), j);
  expectEqual(A, {2, 2, {0, 1, 0, 3}});
  IndexVar k("k", 6);
  a = sum(k, k * k);
  EXPECT_EQ(a.value(), 55);
}

TEST(CXXExpressionTest, NumbersThatNoLiteralSpells) {
  Tensor<double> x = makeVector({1, -2, 3}), y({3});
  IndexVar i;
  y(i) = min(x(i), -INFINITY);
  EXPECT_EQ(y.at({1}), -INFINITY);
  y(i) = x(i) + std::nan("");
  EXPECT_TRUE(std::isnan(y.at({0})));
  y(i) = x(i) * 1e300 + 0.1;
  EXPECT_EQ(y.at({2}), 3 * 1e300);
  y(i) = x(i) * 0 + 0.1;
  EXPECT_EQ(y.at({2}), 0.1);
  Tensor<int64_t> n({1});
  n(i) = IndexExpr(INT64_MIN) + 0;
  EXPECT_EQ(n.at({0}), INT64_MIN);
}

TEST(CXXExpressionTest, Texts) {
  Tensor<double> A("A", {2, 2}), x({2}), a, sum2("sum", {2});
  IndexVar i("i"), j("j"), other("i"), unnamed;
  EXPECT_EQ((A(i, j) * (x(j) + 1) - -a).toString(), "A(i,j) * (x(j) + 1) - -a");
  EXPECT_EQ((A(i, other) + x(unnamed)).toString(), "A(i,i_2) + x(j)");
  EXPECT_EQ((sum2(i(0, 4, 2)) + x(2 * i - j - 1)).toString(),
            "sum_2(i(0,4,2)) + x(2*i-j-1)");
  EXPECT_EQ(sum({i, j}, A(i, j) / 2.0).toString(), "sum(i, j, A(i,j) / 2.0)");
  EXPECT_EQ(((a < 1) == (a * a * (a * a))).toString(),
            "(a < 1) == a * a * (a * a)");
  EXPECT_EQ(IndexExpr(std::complex<double>(1.5, -2)).toString(), "1.5 - 2.0im");
  EXPECT_EQ(Tensor<double>("3 b", {1})(i).getIndices().size(), 1u);
  EXPECT_EQ(IndexExpr(Tensor<double>("3 b", {1})(i)).toString(), "_3_b(i)");
}

TEST(CXXExpressionTest, ConstantTensorsAreNotAssigned) {
  const Tensor<double> x({3});
  IndexVar i;
  static_assert(!std::is_assignable<decltype(x(i)), IndexExpr>::value,
                "an access of a constant tensor is assigned to");
  Tensor<double> y({3});
  static_assert(std::is_assignable<decltype(y(i)), IndexExpr>::value,
                "an access is not assigned to");
}

TEST(CXXExpressionTest, Misuse) {
  Tensor<double> A("A", {3, 3}, CSR), x("x", {3}), b("b", {4}), y("y", {3});
  A.pack();
  x.pack();
  b.pack();
  IndexVar i("i"), j("j"), k("k");
  auto expectError = [](const std::string &text, auto function) {
    std::string error = getError(function);
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  expectError("expected 2 indices for a tensor with as many modes, got 1\n"
              "  A(i)\n  ^~~~",
              [&] { A(i); });
  expectError("expected 1 index for x, got none", [&] { IndexExpr e = x; });
  expectError("y has no value\n  y(i) = x(i) + y(i)\n                ^~~~",
              [&] { y(i) = x(i) + y(i); });
  expectError("y has no value", [&] { y(i) += x(i); });
  expectError("distinct index variables", [&] { A(i, i) = x(i); });
  expectError("expected index variables on the left", [&] { y(i + 1) = x(i); });
  expectError("expected index variables on the left", [&] { y(0) = x(i); });
  expectError("slice", [&] { x(i(3, 1)); });
  expectError("slice", [&] { x(i(0, 2) + 1); });
  expectError("overflows", [&] { i * INT64_MAX * 2; });
  expectError("index a tensor", [&] { max(k, 3.0 * k); });
  expectError("reduce over", [&] { sum(std::vector<IndexVar>{}, x(i)); });
  expectError("two sizes", [&] {
    y(i) = x(i) + b(i);
    y.compute();
  });
  expectError("x(i) + b(i)", [&] { y.compute(); });
  // A variable without a size.
  expectError("as in IndexVar k(\"k\", 10)", [&] {
    y(i) = x(i) * sum(k, 1);
    y.compute();
  });
  expectError("indexes no tensor and is reduced over by nothing\n"
              "  y(i) = x(i) * k\n                ^",
              [&] { y(i) = x(i) * k; });
  expectError("k", [&] {
    y(i) = x(i) * k * sum(k, k * 1);
    y.compute();
  });
  expectError("already bound", [&] {
    y(i) = sum(i, x(i));
    y.compute();
  });
  expectError("negative", [&] { IndexVar("n", -1); });
  Tensor<int32_t> n("n", {3});
  expectError("n(i) = x(i)", [&] {
    n(i) = x(i);
    n.compute();
  });
}

TEST(CXXExpressionTest, ErrorsHaveTheirExpression) {
  Tensor<double> A("A", {2, 2});
  IndexVar i("i");
  try {
    A(i);
    FAIL();
  } catch (const Error &error) {
    EXPECT_EQ(error.getExpression(), "A(i)");
    EXPECT_EQ(error.getMessage(),
              "expected 2 indices for a tensor with as many modes, got 1");
  }
}

TEST(CXXExpressionTest, LargeExpressionsAreRefused) {
  Tensor<double> x = makeVector({1, 2});
  IndexVar i;
  IndexExpr high = x(i);
  EXPECT_NE(getError([&] {
              for (int k = 0; k < 2000; ++k)
                high = high + x(i);
            }).find("nested"),
            std::string::npos);
  IndexExpr large = x(i);
  EXPECT_NE(getError([&] {
              for (int k = 0; k < 64; ++k)
                large = large * large;
            }).find("operands"),
            std::string::npos);
  // What fits is computed.
  IndexExpr terms = x(i);
  for (int k = 0; k < 100; ++k)
    terms = terms + x(i);
  Tensor<double> y({2});
  y(i) = terms;
  EXPECT_EQ(y.at({1}), 202);
}
