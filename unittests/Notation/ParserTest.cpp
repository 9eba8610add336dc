//===- ParserTest.cpp - Tests of the parser and the printer ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests what texts of index notation mean (grammar and rules in Parser.h), by
// the canonical text of their trees, and that each node knows its place.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

TEST(ParserTest, Assignments) {
  EXPECT_EQ(parsed("y(i)=A(i,j)*x(j)"), "y(i) = A(i,j) * x(j)");
  EXPECT_EQ(parsed(" alpha\t= 1 "), "alpha = 1");
  EXPECT_EQ(parsed("y(i) += x(i)"), "y(i) += x(i)");
  EXPECT_EQ(parsed("_a1(i_0) = B_2(i_0)"), "_a1(i_0) = B_2(i_0)");
}

TEST(ParserTest, SeveralAssignments) {
  EXPECT_EQ(parsed("a = b; c = a;"), "a = b\nc = a");
  EXPECT_EQ(parsed("\n a = b\r\n\n;; c = a\n"), "a = b\nc = a");
}

TEST(ParserTest, NewlinesWithinExpressions) {
  EXPECT_EQ(parsed("y = (a\n + b)\nz = a *\n\n b"), "y = a + b\nz = a * b");
  EXPECT_EQ(parsed("y(\ni\n)\n"
                   "="
                   "x(i)"),
            "error: expected '=' after the result y(i), got the end of the "
            "line\n"
            "  3 | )\n"
            "    |  ^\n"
            "hint: an assignment looks like y(i) = A(i,j) * x(j)");
  EXPECT_EQ(parsed("y =\n -\n a"), "y = -a");
}

TEST(ParserTest, Precedence) {
  EXPECT_EQ(parsed("y = a + b * c"), "y = a + b * c");
  EXPECT_EQ(parsed("y = (a + b) * c"), "y = (a + b) * c");
  EXPECT_EQ(parsed("y = a - (b - c)"), "y = a - (b - c)");
  EXPECT_EQ(parsed("y = (a - b) - c"), "y = a - b - c");
  EXPECT_EQ(parsed("y = a / (b * c) / d"), "y = a / (b * c) / d");
  EXPECT_EQ(parsed("y = -a * b"), "y = -a * b");
  EXPECT_EQ(parsed("y = -(a * b)"), "y = -(a * b)");
  EXPECT_EQ(parsed("y = a - -b - +c"), "y = a - -b - c");
  EXPECT_EQ(parsed("y = a + b < c * d"), "y = a + b < c * d");
  EXPECT_EQ(parsed("y = (a < b) + (c == d)"), "y = (a < b) + (c == d)");
  EXPECT_EQ(parsed("y = (a < b) == (b < c)"), "y = (a < b) == (b < c)");
  EXPECT_EQ(parsed("y = ((((a))))"), "y = a");
}

TEST(ParserTest, Comparisons) {
  EXPECT_EQ(parsed("y = and(a==b, a!=b, a<b, a<=b, a>b, a>=b)"),
            "y = and(a == b, a != b, a < b, a <= b, a > b, a >= b)");
}

TEST(ParserTest, Numbers) {
  EXPECT_EQ(parsed("y = 0 + 007 + 0x1F + 18446744073709551615"),
            "y = 0 + 7 + 31 + 18446744073709551615");
  EXPECT_EQ(parsed("y = 1e-400 + 4e-324"), "y = 0.0 + 5e-324");
  EXPECT_EQ(parsed("y = 1.0 + 1. + .5 + 1e-3 + 1E+5 + 2.5e3"),
            "y = 1.0 + 1.0 + 0.5 + 0.001 + 1e+05 + 2500.0");
  EXPECT_EQ(parsed("y = 2im + .5im + 1e2im"), "y = 2.0im + 0.5im + 100.0im");
  EXPECT_EQ(parsed("y = 0.1 + 1e300 + 5e-324"), "y = 0.1 + 1e+300 + 5e-324");
  EXPECT_EQ(parsed("y = 1e5+1"), "y = 1e+05 + 1");
  EXPECT_EQ(parsed("y = im * e"), "y = im * e");
}

TEST(ParserTest, Indices) {
  EXPECT_EQ(parsed("y(i) = A(i,3) + A(i , i) + A(i,0x10)"),
            "y(i) = A(i,3) + A(i,i) + A(i,16)");
}

TEST(ParserTest, SumsAndSlices) {
  EXPECT_EQ(parsed("y(i) = A(i + 1, 2 * j, j*3 - 1) + B(-i+9)"),
            "y(i) = A(i+1,2*j,3*j-1) + B(-i+9)");
  EXPECT_EQ(parsed("y(i) = A(9 - i, i + j - 2*k)"), "y(i) = A(-i+9,i+j-2*k)");
  // What a sum simplifies to.
  EXPECT_EQ(parsed("y(i) = A(i+i, i+0, i+j-j, 4-1, i-i)"),
            "y(i) = A(2*i,i,i,3,0)");
  EXPECT_EQ(parsed("y(i) = A(i(1,5), j( 0 , 9 , 2 ), k(2,6,1))"),
            "y(i) = A(i(1,5),j(0,9,2),k(2,6))");
  EXPECT_EQ(parsed("y = A(i+1) * i"), "y = A(i+1) * i");
}

TEST(ParserTest, FunctionsAndReductions) {
  EXPECT_EQ(parsed("y = select(a, max(b,c,d), pow(e, 2))"),
            "y = select(a, max(b, c, d), pow(e, 2))");
  EXPECT_EQ(parsed("y = sum(k,l,A(k,l)) + product(k, b(k)) + any(k, c(k) > 0)"),
            "y = sum(k, l, A(k,l)) + prod(k, b(k)) + any(k, c(k) > 0)");
}

/// The kind of the outermost node of the first assignment's right side.
std::string kindOf(std::string_view text, const ParseOptions &options = {}) {
  Result<std::vector<Assignment>> assignments = parse(text, options);
  if (!assignments)
    return render(assignments.error(), text);
  static const char *const names[] = {"literal",  "access", "index value",
                                      "negation", "binary", "call",
                                      "reduction"};
  return names[assignments->front().value->node.index()];
}

TEST(ParserTest, MinAndMaxReduceOverNamesThatIndexTheLastArgument) {
  EXPECT_EQ(kindOf("y = max(k, A(k))"), "reduction");
  EXPECT_EQ(kindOf("y = min(k, l, A(k) * B(l))"), "reduction");
  EXPECT_EQ(kindOf("y(i) = max(A(i), i)"), "call");
  EXPECT_EQ(kindOf("y = max(k, l, A(k))"), "call");
  EXPECT_EQ(kindOf("y = max(k, 3)"), "call");
  EXPECT_EQ(kindOf("y = max(A(k), k)"), "call");
  // Tensors: declared, assigned, or used with parentheses elsewhere.
  ParseOptions options;
  options.tensors = {"k"};
  EXPECT_EQ(kindOf("y = max(k, A(k))", options), "call");
  EXPECT_EQ(kindOf("y = max(k, A(k)); k = 1"), "call");
  EXPECT_EQ(kindOf("y = max(k, A(k)); z = k(1)"), "call");
}

TEST(ParserTest, NamesThatIndexAreValuesOfIndexVariables) {
  EXPECT_EQ(kindOf("y(i) = i"), "index value");
  EXPECT_EQ(kindOf("y(i) = j"), "access");
  EXPECT_EQ(kindOf("y(i) = x(1); z(j) = i"), "access");
  ParseOptions options;
  options.tensors = {"i"};
  EXPECT_EQ(kindOf("y(i) = i", options), "access");
  Result<std::vector<Assignment>> sum = parse("y = sum(k, k)");
  ASSERT_TRUE(sum);
  EXPECT_TRUE(
      sum->front().value->getAs<Reduction>()->body->getAs<IndexValue>());
}

TEST(ParserTest, DeclaredTensorsHidingFunctions) {
  ParseOptions options;
  options.tensors = {"exp", "sum"};
  EXPECT_EQ(parsed("exp(i) = sum(i) * 2", options), "exp(i) = sum(i) * 2");
}

TEST(ParserTest, Places) {
  std::string text = "y(i) = (a + B(i,12)) * -sum(k, c(k))";
  Result<std::vector<Assignment>> assignments = parse(text);
  ASSERT_TRUE(assignments);
  auto at = [&](Range range) {
    return text.substr(range.begin, range.end - range.begin);
  };
  const Assignment &assignment = assignments->front();
  EXPECT_EQ(at(assignment.range), text);
  EXPECT_EQ(at(assignment.result.range), "y(i)");
  const auto *product = assignment.value->getAs<Binary>();
  ASSERT_TRUE(product);
  EXPECT_EQ(at(assignment.value->range), "(a + B(i,12)) * -sum(k, c(k))");
  EXPECT_EQ(at(product->opRange), "*");
  EXPECT_EQ(at(product->lhs->range), "(a + B(i,12))");
  const auto *access = product->lhs->getAs<Binary>()->rhs->getAs<Access>();
  ASSERT_TRUE(access);
  EXPECT_EQ(at(access->range), "B(i,12)");
  EXPECT_EQ(at(access->tensor.range), "B");
  EXPECT_EQ(at(access->indices[1].range), "12");
  EXPECT_EQ(at(product->rhs->range), "-sum(k, c(k))");
  const Expr &sum = *product->rhs->getAs<Negation>()->operand;
  EXPECT_EQ(at(sum.range), "sum(k, c(k))");
  EXPECT_EQ(at(sum.getAs<Reduction>()->variables[0].range), "k");
}

TEST(ParserTest, CopiesAreEqualUntilChanged) {
  Result<std::vector<Assignment>> assignments =
      parse("y(i) = select(A(i,3) < 2.5, -i, sum(k, b(k))) / 4");
  ASSERT_TRUE(assignments);
  const Expr &original = *assignments->front().value;
  ExprPtr copy = clone(original);
  EXPECT_TRUE(isEqual(original, *copy));
  copy->getAs<Binary>()->rhs->getAs<Literal>()->integer = 5;
  EXPECT_FALSE(isEqual(original, *copy));
}

TEST(ParserTest, TreesThatDiffer) {
  const char *texts[] = {"y = 1",
                         "y = 1.0",
                         "y = 1im",
                         "y = a",
                         "y = b",
                         "y = -a",
                         "y = a + b",
                         "y = a - b",
                         "y = b + a",
                         "y += a",
                         "z = a",
                         "y(i) = a",
                         "y(j) = a",
                         "y(i) = i",
                         "y = c(1)",
                         "y = c(2)",
                         "y = c(i)",
                         "y = max(a, b)",
                         "y = min(a, b)",
                         "y = max(a, b, c)",
                         "y = sum(k, c(k))",
                         "y = prod(k, c(k))",
                         "y = sum(k, l, D(k,l))"};
  for (const char *lhs : texts)
    for (const char *rhs : texts) {
      Result<std::vector<Assignment>> a = parse(lhs), b = parse(rhs);
      ASSERT_TRUE(a) << lhs;
      ASSERT_TRUE(b) << rhs;
      EXPECT_EQ(isEqual(a->front(), b->front()), lhs == rhs)
          << lhs << " and " << rhs;
    }
}

TEST(ParserTest, FunctionsOfTheAuthor) {
  ParseOptions options;
  options.functions = {{"f", 1}, {"g", 2}, {"h", 3}};
  EXPECT_EQ(parsed("y(i)=f( g(a(i),2) )", options), "y(i) = f(g(a(i), 2))");
  // Of two arguments, as min and max.
  EXPECT_EQ(parsed("y = g(i,j,A(i,j))", options), "y = g(i, j, A(i,j))");
  EXPECT_EQ(parsed("y(i) = g(b, a(i))", options), "y(i) = g(b, a(i))");
  Result<std::vector<Assignment>> reduction = parse("y = g(i, a(i))", options);
  ASSERT_TRUE(reduction);
  const auto *node = reduction->front().value->getAs<Reduction>();
  ASSERT_TRUE(node);
  EXPECT_EQ(nameOf(*node), "g");
  EXPECT_TRUE(
      isEqual(*reduction->front().value, *clone(*reduction->front().value)));
  // A tensor comes before a function.
  options.tensors = {"f"};
  EXPECT_EQ(parsed("y(i) = f(i)", options), "y(i) = f(i)");
}

TEST(ParserTest, MistakesInCallsOfTheAuthorsFunctions) {
  ParseOptions options;
  options.functions = {{"f", 1}, {"g", 2}, {"halve", 1}};
  EXPECT_EQ(parsed("y = f(a, b)", options),
            "error: the function 'f' takes 1 argument, got 2\n"
            "  y = f(a, b)\n"
            "      ^~~~~~~");
  EXPECT_EQ(parsed("y = 2 * g(1, a, b)", options),
            "error: the function 'g' takes 2 arguments, got 3\n"
            "  y = 2 * g(1, a, b)\n"
            "          ^~~~~~~~~~\n"
            "hint: a reduction over k is written g(k, expression)");
  EXPECT_EQ(parsed("y = halv(a / 2)", options),
            "error: unknown function 'halv'\n"
            "  y = halv(a / 2)\n"
            "      ^~~~\n"
            "hint: did you mean 'halve'?");
}

} // namespace
