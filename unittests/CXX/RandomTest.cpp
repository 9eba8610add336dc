//===- RandomTest.cpp - Random statements and schedules -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random expressions in random formats are compared with functions of C++ that
// are built beside them. Random schedules are refused with a message that
// quotes the statement, or change nothing.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include <cmath>
#include <functional>

using namespace weft;
using namespace weft::test;

namespace {
constexpr int64_t size = 9;

/// An expression of i and j, and what it is.
struct Term {
  IndexExpr expression;
  std::function<double(int64_t, int64_t)> evaluate;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  size_t choose(size_t count) { return random() % count; }
  Format chooseFormat();
  IndexVar chooseVariable() { return variables[choose(variables.size())]; }

  /// A matrix, as (i,j), its transpose, or a vector along i or j.
  Term makeAccess(bool mayUseJ);
  Term makeTerm(unsigned depth, bool mayUseJ);
  Term makeBinary(unsigned depth, bool mayUseJ);
  /// A statement with a random command.
  IndexStmt transform(const IndexStmt &statement);

  IndexVar i{"i"}, j{"j", size};
  std::vector<IndexVar> variables = {
      i, j, IndexVar("a"), IndexVar("b"), IndexVar("c"), IndexVar()};
  std::vector<Tensor<double>> tensors;

private:
  Term makeUnary(unsigned depth, bool mayUseJ);

  std::mt19937 random;
};
} // namespace

Format Generator::chooseFormat() {
  static const Format formats[] = {Format(), CSR, CSC,  DCSR, COO,
                                   ELL,      DOK, "db", "di", BCSR(2, 3)};
  return formats[choose(std::size(formats))];
}

Term Generator::makeAccess(bool mayUseJ) {
  auto matrix = makeMatrix(size, size, random());
  size_t kind = choose(mayUseJ ? 4 : 1);
  if (kind < 2) {
    Tensor<double> x({size}, choose(2) ? Format() : Format({Sparse}));
    for (int64_t k = 0; k < size; ++k)
      if (matrix(k, 0) != 0)
        x.insert({k}, matrix(k, 0));
    x.pack();
    tensors.push_back(x);
    if (kind == 0)
      return {x(i), [=](int64_t p, int64_t) { return matrix(p, 0); }};
    return {x(j), [=](int64_t, int64_t q) { return matrix(q, 0); }};
  }
  Tensor<double> A = makeTensor(matrix, chooseFormat());
  tensors.push_back(A);
  if (kind == 2)
    return {A(i, j), [=](int64_t p, int64_t q) { return matrix(p, q); }};
  return {A(j, i), [=](int64_t p, int64_t q) { return matrix(q, p); }};
}

Term Generator::makeUnary(unsigned depth, bool mayUseJ) {
  size_t kind = choose(mayUseJ ? 3 : 4);
  Term term = makeTerm(depth, mayUseJ || kind == 3);
  auto f = term.evaluate;
  switch (kind) {
  case 0:
    return {-term.expression, [=](int64_t p, int64_t q) { return -f(p, q); }};
  case 1:
    return {abs(term.expression),
            [=](int64_t p, int64_t q) { return std::fabs(f(p, q)); }};
  case 2:
    return {term.expression + 2,
            [=](int64_t p, int64_t q) { return f(p, q) + 2; }};
  default:
    return {sum(j, term.expression), [=](int64_t p, int64_t) {
              double total = 0;
              for (int64_t q = 0; q < size; ++q)
                total += f(p, q);
              return total;
            }};
  }
}

Term Generator::makeBinary(unsigned depth, bool mayUseJ) {
  Term left = makeTerm(depth, mayUseJ), right = makeTerm(depth, mayUseJ);
  auto f = left.evaluate, g = right.evaluate;
  switch (choose(5)) {
  case 0:
    return {left.expression + right.expression,
            [=](int64_t p, int64_t q) { return f(p, q) + g(p, q); }};
  case 1:
    return {left.expression - right.expression,
            [=](int64_t p, int64_t q) { return f(p, q) - g(p, q); }};
  case 2:
    return {max(left.expression, right.expression),
            [=](int64_t p, int64_t q) { return std::fmax(f(p, q), g(p, q)); }};
  default:
    return {left.expression * right.expression,
            [=](int64_t p, int64_t q) { return f(p, q) * g(p, q); }};
  }
}

Term Generator::makeTerm(unsigned depth, bool mayUseJ) {
  if (depth == 0)
    return makeAccess(mayUseJ);
  return choose(3) ? makeBinary(depth - 1, mayUseJ)
                   : makeUnary(depth - 1, mayUseJ);
}

IndexStmt Generator::transform(const IndexStmt &statement) {
  // Mostly loops that there are, and new names.
  IndexVar a = choose(3) ? variables[choose(2)] : chooseVariable();
  IndexVar b = variables[1 + choose(4)], c = chooseVariable();
  auto number = static_cast<int64_t>(choose(6));
  switch (choose(14)) {
  case 0:
    return statement.split(a, b, c, number);
  case 1:
    return statement.split(a, b, c, 4, static_cast<TailStrategy>(choose(3)));
  case 2:
    return statement.divide(a, b, c, number);
  case 3:
    return statement.balance(a, b, c, number);
  case 4:
    return statement.fuse(a, b, c);
  case 5:
    return statement.pos(a, b, tensors[choose(tensors.size())]);
  case 6:
    return statement.coord(a, b);
  case 7:
    return statement.mergeby(a, static_cast<MergeStrategy>(choose(3)));
  case 8:
    return statement.unroll(a, number);
  case 9:
    return statement.bound(a, b, size, static_cast<BoundKind>(choose(3)));
  case 10:
    return statement.factor(a);
  case 11:
    return statement.parallelize(a, choose(2) ? CPUThread : CPUVector,
                                 static_cast<RaceStrategy>(choose(4)));
  case 12:
    return statement.withForm(static_cast<ScheduleForm>(choose(3)));
  default:
    return statement.reorder(a, b);
  }
}

TEST(CXXRandomTest, Expressions) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Generator generator(seed);
    bool isMatrix = seed % 2;
    Term term = generator.makeTerm(3, isMatrix);
    SCOPED_TRACE(std::to_string(seed) + ": " + term.expression.toString());
    if (isMatrix) {
      Tensor<double> C({size, size}, generator.chooseFormat());
      C(generator.i, generator.j) = term.expression;
      for (int64_t p = 0; p < size; ++p)
        for (int64_t q = 0; q < size; ++q)
          ASSERT_EQ(C.at({p, q}), term.evaluate(p, q)) << p << ", " << q;
      continue;
    }
    Tensor<double> y({size}, seed % 4 ? Format({Sparse}) : Format());
    y(generator.i) = term.expression;
    for (int64_t p = 0; p < size; ++p)
      ASSERT_EQ(y.at({p}), term.evaluate(p, 0)) << p;
  }
}

TEST(CXXRandomTest, Schedules) {
  unsigned numApplied = 0, numRefused = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    Generator generator(seed);
    Term term = generator.makeBinary(seed % 2, true);
    IndexExpr value = sum(generator.j, term.expression);
    Tensor<double> y({size});
    IndexStmt statement = (y(generator.i) = value);
    for (size_t count = 1 + generator.choose(3); count > 0; --count) {
      IndexStmt transformed = statement;
      std::string error =
          getError([&] { transformed = generator.transform(statement); });
      if (error.empty())
        error = getError([&] { y.compile(transformed); });
      if (error.empty()) {
        statement = transformed;
        ++numApplied;
        continue;
      }
      ++numRefused;
      // Long lines are cut in an excerpt, but for the statement itself.
      EXPECT_NE(error.find(statement.toString()), std::string::npos) << error;
    }
    SCOPED_TRACE(statement.toString() + " : " + statement.getSchedule());
    for (int64_t p = 0; p < size; ++p) {
      double expected = 0;
      for (int64_t q = 0; q < size; ++q)
        expected += term.evaluate(p, q);
      ASSERT_EQ(y.at({p}), expected) << seed << ": " << p;
    }
  }
  // Both happen, or the test tests nothing.
  EXPECT_GT(numApplied, 40u);
  EXPECT_GT(numRefused, 40u);
}
