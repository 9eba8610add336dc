//===- ParserErrorTest.cpp - Tests of syntax errors -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each syntax error as the user sees it: message, caret, note and hint.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

TEST(ParserErrorTest, EmptyText) {
  EXPECT_EQ(parsed(""),
            "error: expected an assignment, got the end of the text\n"
            "\n"
            "  ^\n"
            "hint: an assignment looks like y(i) = A(i,j) * x(j)");
  EXPECT_EQ(parsed(" ; "),
            "error: expected an assignment, got the end of the text\n"
            "   ;\n"
            "     ^\n"
            "hint: an assignment looks like y(i) = A(i,j) * x(j)");
}

TEST(ParserErrorTest, Results) {
  EXPECT_EQ(parsed("3 = x"),
            "error: expected the name of a result, got '3'\n"
            "  3 = x\n"
            "  ^\n"
            "hint: an assignment looks like y(i) = A(i,j) * x(j)");
  EXPECT_EQ(parsed("max(i) = x(i)"),
            "error: the function name 'max' cannot name a result\n"
            "  max(i) = x(i)\n"
            "  ^~~");
  EXPECT_EQ(parsed("y(3) = x"), "error: expected an index variable, got '3'\n"
                                "  y(3) = x\n"
                                "    ^\n"
                                "hint: a result is assigned as a whole");
  EXPECT_EQ(parsed("y(i,i) = x(i)"),
            "error: index variable 'i' occurs twice in the result\n"
            "  y(i,i) = x(i)\n"
            "      ^\n"
            "note: 'i' first occurs here\n"
            "  y(i,i) = x(i)\n"
            "    ^\n"
            "hint: the indices of a result are distinct variables");
  EXPECT_EQ(parsed("y() = x"),
            "error: expected an index, got ')'\n"
            "  y() = x\n"
            "    ^\n"
            "hint: a scalar is written without parentheses: y");
  EXPECT_EQ(parsed("y = a\n + b"),
            "error: expected the name of a result, got '+'\n"
            "  2 |  + b\n"
            "    |  ^\n"
            "hint: an expression goes on in the next line only after an "
            "operator or inside parentheses");
}

TEST(ParserErrorTest, AssignmentOperators) {
  EXPECT_EQ(parsed("y"), "error: expected '=' after the result y, got the end "
                         "of the text\n"
                         "  y\n"
                         "   ^\n"
                         "hint: an assignment looks like y(i) = A(i,j) * x(j)");
  EXPECT_EQ(parsed("A(i,j) * x(j)"),
            "error: expected '=' after the result A(i,j), got '*'\n"
            "  A(i,j) * x(j)\n"
            "         ^\n"
            "hint: an assignment looks like y(i) = A(i,j) * x(j)");
  EXPECT_EQ(parsed("y == x"), "error: expected '=' after the result y, got "
                              "'=='\n"
                              "  y == x\n"
                              "    ^~\n"
                              "hint: '==' compares; '=' assigns");
  EXPECT_EQ(parsed("y(i) -= x(i)"),
            "error: the assignment operator '-=' is not supported\n"
            "  y(i) -= x(i)\n"
            "       ^~\n"
            "hint: write y(i) = y(i) - (...)");
  EXPECT_EQ(parsed("y *= x"),
            "error: the assignment operator '*=' is not supported\n"
            "  y *= x\n"
            "    ^~\n"
            "hint: write y = y * (...)");
  EXPECT_EQ(parsed("y max= x"),
            "error: the assignment operator 'max=' is not supported\n"
            "  y max= x\n"
            "    ^~~~\n"
            "hint: write y = max(y, ...)");
  EXPECT_EQ(parsed("y foo= x"),
            "error: the assignment operator 'foo=' is not supported\n"
            "  y foo= x\n"
            "    ^~~~");
}

TEST(ParserErrorTest, MissingOperands) {
  EXPECT_EQ(parsed("y(i) = A(i,j) + "),
            "error: expected an expression after '+'\n"
            "  y(i) = A(i,j) +\n"
            "                  ^");
  EXPECT_EQ(parsed("y = a * / b"),
            "error: expected an expression after '*', got '/'\n"
            "  y = a * / b\n"
            "          ^");
  EXPECT_EQ(parsed("y = ;"),
            "error: expected an expression after '=', got ';'\n"
            "  y = ;\n"
            "      ^");
  EXPECT_EQ(parsed("y = a +\n"), "error: expected an expression after '+'\n"
                                 "  1 | y = a +\n"
                                 "    |        ^");
  EXPECT_EQ(parsed("y = ()"),
            "error: expected an expression after '(', got ')'\n"
            "  y = ()\n"
            "       ^");
  EXPECT_EQ(parsed("y = abs()"),
            "error: expected an expression after '(', got ')'\n"
            "  y = abs()\n"
            "          ^");
}

TEST(ParserErrorTest, TrailingText) {
  EXPECT_EQ(parsed("y = a b"),
            "error: expected an operator or the end of the assignment, got "
            "'b'\n"
            "  y = a b\n"
            "        ^\n"
            "hint: multiplication is written '*'; assignments are separated by "
            "';'");
  EXPECT_EQ(parsed("y = a)"),
            "error: expected an operator or the end of the assignment, got "
            "')'\n"
            "  y = a)\n"
            "       ^\n"
            "hint: no '(' is open here");
  EXPECT_EQ(parsed("y = a = b"),
            "error: expected an operator or the end of the assignment, got "
            "'='\n"
            "  y = a = b\n"
            "        ^\n"
            "hint: equality is written '=='; assignments are separated by ';'");
  EXPECT_EQ(parsed("y = a, b"),
            "error: expected an operator or the end of the assignment, got "
            "','\n"
            "  y = a, b\n"
            "       ^");
}

TEST(ParserErrorTest, Comparisons) {
  EXPECT_EQ(parsed("y = a < b < c"),
            "error: comparisons cannot be chained\n"
            "  y = a < b < c\n"
            "            ^\n"
            "hint: write and(a < b, b < c), or use parentheses");
}

TEST(ParserErrorTest, UnclosedParentheses) {
  EXPECT_EQ(parsed("y = (a + b"),
            "error: expected ')', got the end of the text\n"
            "  y = (a + b\n"
            "            ^\n"
            "note: to match this '('\n"
            "  y = (a + b\n"
            "      ^");
  EXPECT_EQ(parsed("y = (a b)"), "error: expected ')', got 'b'\n"
                                 "  y = (a b)\n"
                                 "         ^\n"
                                 "note: to match this '('\n"
                                 "  y = (a b)\n"
                                 "      ^\n"
                                 "hint: multiplication is written '*'");
  EXPECT_EQ(parsed("y = abs(a = b)"), "error: expected ',' or ')', got '='\n"
                                      "  y = abs(a = b)\n"
                                      "            ^\n"
                                      "note: to match this '('\n"
                                      "  y = abs(a = b)\n"
                                      "         ^\n"
                                      "hint: equality is written '=='");
}

TEST(ParserErrorTest, Sums) {
  std::string hint = "hint: an index is a sum of index variables with constant "
                     "factors, such as 2*i+j-1";
  EXPECT_EQ(parsed("y = A(i*j)"),
            "error: expected an integer in an index, got 'j'\n"
            "  y = A(i*j)\n"
            "          ^\n" +
                hint);
  EXPECT_EQ(parsed("y = A(2*3*i)"),
            "error: expected an index variable in an index, got '3'\n"
            "  y = A(2*3*i)\n"
            "          ^\n" +
                hint);
  EXPECT_EQ(parsed("y = A(i+1.5)"),
            "error: expected an index variable or an integer in an index, got "
            "'1.5'\n"
            "  y = A(i+1.5)\n"
            "          ^~~\n" +
                hint);
  EXPECT_EQ(parsed("y = A(i+1/2)"),
            "error: expected '+', '-', ',' or ')' in an index, got '/'\n"
            "  y = A(i+1/2)\n"
            "           ^\n" +
                hint);
  EXPECT_EQ(parsed("y = A(i/2)"),
            "error: expected ',' or ')' after an index, got '/'\n"
            "  y = A(i/2)\n"
            "         ^\n" +
                hint);
  EXPECT_EQ(parsed("y = A(i+"),
            "error: expected an index variable or an integer in an index, got "
            "the end of the text\n"
            "  y = A(i+\n"
            "          ^");
  EXPECT_EQ(parsed("y = A(i+1 j)"), "error: expected ',' or ')', got 'j'\n"
                                    "  y = A(i+1 j)\n"
                                    "            ^\n"
                                    "note: to match this '('\n"
                                    "  y = A(i+1 j)\n"
                                    "       ^\n"
                                    "hint: indices are separated by ','");
  EXPECT_EQ(parsed("y = A(i - i - 2)"),
            "error: expected an index that is not negative, got -2\n"
            "  y = A(i - i - 2)\n"
            "        ^~~~~~~~~\n"
            "hint: indices count from 0");
  EXPECT_EQ(parsed("y = A(4294967296*i)"),
            "error: the number '4294967296' in an index is larger than "
            "2147483647\n"
            "  y = A(4294967296*i)\n"
            "        ^~~~~~~~~~");
  EXPECT_EQ(parsed("y = A(i+2147483647*i)"),
            "error: a number in the index is larger than 2147483647\n"
            "  y = A(i+2147483647*i)\n"
            "        ^~~~~~~~~~~~~~");
  EXPECT_EQ(parsed("y = A(exp+1)"),
            "error: expected an index, got the function 'exp'\n"
            "  y = A(exp+1)\n"
            "        ^~~\n"
            "hint: an index variable cannot have the name of a function");
  EXPECT_EQ(parsed("a(i+1) = b(i)"),
            "error: expected an index variable, got 'i+1'\n"
            "  a(i+1) = b(i)\n"
            "    ^~~\n"
            "hint: a result is assigned as a whole");
}

TEST(ParserErrorTest, Slices) {
  std::string hint =
      "hint: a slice is written i(begin,end) or i(begin,end,step)";
  EXPECT_EQ(parsed("y = A(i(1,2,3,4))"),
            "error: expected two or three numbers in a slice, got 4\n"
            "  y = A(i(1,2,3,4))\n"
            "        ^~~~~~~~~~\n" +
                hint);
  EXPECT_EQ(parsed("y = A(i(-1,10))"),
            "error: expected numbers that are not negative in a slice, got "
            "'-1'\n"
            "  y = A(i(-1,10))\n"
            "          ^~\n"
            "hint: indices count from 0");
  EXPECT_EQ(parsed("y = A(i(1,99999999999999999999))"),
            "error: the number '99999999999999999999' in an index is larger "
            "than 2147483647\n"
            "  y = A(i(1,99999999999999999999))\n"
            "            ^~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(parsed("y = A(i(3,1))"), "error: a slice ends before it begins\n"
                                     "  y = A(i(3,1))\n"
                                     "        ^~~~~~\n" +
                                         hint);
  EXPECT_EQ(parsed("y = A(i(1,5,0))"), "error: the step of a slice is zero\n"
                                       "  y = A(i(1,5,0))\n"
                                       "        ^~~~~~~~\n" +
                                           hint);
  EXPECT_EQ(parsed("y = A(i(1,j))"),
            "error: expected an integer in a slice, got 'j'\n"
            "  y = A(i(1,j))\n"
            "            ^\n" +
                hint);
  EXPECT_EQ(parsed("y = A(i(1,5)+1)"),
            "error: expected ',' or ')' after a slice, got '+'\n"
            "  y = A(i(1,5)+1)\n"
            "              ^\n"
            "hint: a slice stands alone");
}

TEST(ParserErrorTest, Indices) {
  EXPECT_EQ(parsed("y = A(-1)"),
            "error: expected an index that is not negative, got -1\n"
            "  y = A(-1)\n"
            "        ^~\n"
            "hint: indices count from 0");
  EXPECT_EQ(parsed("y = A(1.5)"), "error: expected an index variable or a "
                                  "non-negative integer, got '1.5'\n"
                                  "  y = A(1.5)\n"
                                  "        ^~~");
  EXPECT_EQ(parsed("y = A(i,)"), "error: expected an index variable or a "
                                 "non-negative integer, got ')'\n"
                                 "  y = A(i,)\n"
                                 "          ^");
  EXPECT_EQ(parsed("y = A()"),
            "error: expected an index, got ')'\n"
            "  y = A()\n"
            "        ^\n"
            "hint: a scalar is written without parentheses: A");
  EXPECT_EQ(parsed("y = A(i"), "error: expected ',' or ')', got the end of the "
                               "text\n"
                               "  y = A(i\n"
                               "         ^\n"
                               "note: to match this '('\n"
                               "  y = A(i\n"
                               "       ^");
  EXPECT_EQ(parsed("y = A(i j)"), "error: expected ',' or ')', got 'j'\n"
                                  "  y = A(i j)\n"
                                  "          ^\n"
                                  "note: to match this '('\n"
                                  "  y = A(i j)\n"
                                  "       ^\n"
                                  "hint: indices are separated by ','");
}

TEST(ParserErrorTest, UnknownFunctions) {
  EXPECT_EQ(parsed("y(i) = sqr(x(i))"), "error: unknown function 'sqr'\n"
                                        "  y(i) = sqr(x(i))\n"
                                        "         ^~~\n"
                                        "hint: did you mean 'sqrt'?");
  EXPECT_EQ(parsed("y = sqr(a * b)"), "error: unknown function 'sqr'\n"
                                      "  y = sqr(a * b)\n"
                                      "      ^~~\n"
                                      "hint: did you mean 'sqrt'?");
  // An access at a sum is one, whatever the name is near to.
  EXPECT_EQ(parsed("y = sqr(a + b)"), "y = sqr(a+b)");
  EXPECT_EQ(parsed("y(i) = relu(x(i))"), "error: unknown function 'relu'\n"
                                         "  y(i) = relu(x(i))\n"
                                         "         ^~~~\n"
                                         "hint: did you mean 'real'?");
  EXPECT_EQ(parsed("y(i) = sigmoid(x(i))"),
            "error: unknown function 'sigmoid'\n"
            "  y(i) = sigmoid(x(i))\n"
            "         ^~~~~~~\n"
            "hint: the functions are abs acos and asin atan ceil conj cos cosh "
            "erf exp floor imag log log10 log2 max min not or pow real round "
            "select sign sin sinh sqrt tan tanh trunc where xor; an index of a "
            "tensor is not an expression");
}

TEST(ParserErrorTest, Calls) {
  EXPECT_EQ(parsed("y = exp + 1"),
            "error: expected '(' after the function 'exp', got '+'\n"
            "  y = exp + 1\n"
            "          ^\n"
            "hint: a tensor cannot have the name of a function");
  EXPECT_EQ(parsed("y = pow(a)"),
            "error: the function 'pow' takes 2 arguments, got 1\n"
            "  y = pow(a)\n"
            "      ^~~~~~");
  EXPECT_EQ(parsed("y = abs(a, b)"),
            "error: the function 'abs' takes 1 argument, got 2\n"
            "  y = abs(a, b)\n"
            "      ^~~~~~~~~");
  EXPECT_EQ(parsed("y = max(x(i))"),
            "error: the function 'max' takes at least 2 arguments, got 1\n"
            "  y = max(x(i))\n"
            "      ^~~~~~~~~\n"
            "hint: a reduction over k is written max(k, expression)");
}

TEST(ParserErrorTest, Reductions) {
  EXPECT_EQ(parsed("y = sum(x(i))"),
            "error: expected an index variable and an expression in 'sum', got "
            "1 argument\n"
            "  y = sum(x(i))\n"
            "      ^~~~~~~~~\n"
            "hint: a reduction over k is written sum(k, expression)");
  EXPECT_EQ(parsed("y = product(2 * k, x(k))"),
            "error: expected an index variable, got '2 * k'\n"
            "  y = product(2 * k, x(k))\n"
            "              ^~~~~\n"
            "hint: a reduction over k is written product(k, expression)");
}

TEST(ParserErrorTest, Numbers) {
  EXPECT_EQ(parsed("y = 2x"),
            "error: malformed number '2x'\n"
            "  y = 2x\n"
            "      ^~\n"
            "hint: multiplication is written '*'; names start with a letter");
  EXPECT_EQ(parsed("y = 2i"), "error: malformed number '2i'\n"
                              "  y = 2i\n"
                              "      ^~\n"
                              "hint: imaginary numbers are written 2im; "
                              "multiplication is written '*'");
  EXPECT_EQ(parsed("y = 1.2.3"), "error: malformed number '1.2.3'\n"
                                 "  y = 1.2.3\n"
                                 "      ^~~~~");
  EXPECT_EQ(parsed("y = 1e+x"), "error: malformed number '1e'\n"
                                "  y = 1e+x\n"
                                "      ^~");
  EXPECT_EQ(parsed("y = 0xfg"), "error: malformed number '0xfg'\n"
                                "  y = 0xfg\n"
                                "      ^~~~");
  EXPECT_EQ(parsed("y = 0x"), "error: malformed number '0x'\n"
                              "  y = 0x\n"
                              "      ^~");
  EXPECT_EQ(parsed("y = 18446744073709551616"),
            "error: the integer 18446744073709551616 is too large\n"
            "  y = 18446744073709551616\n"
            "      ^~~~~~~~~~~~~~~~~~~~\n"
            "hint: write a real number, e.g. 1.0e30");
  EXPECT_EQ(parsed("y = A(18446744073709551616)"),
            "error: the index 18446744073709551616 is too large\n"
            "  y = A(18446744073709551616)\n"
            "        ^~~~~~~~~~~~~~~~~~~~");
  EXPECT_EQ(parsed("y = 1e400"),
            "error: the number 1e400 is out of the range of 64-bit floating "
            "point\n"
            "  y = 1e400\n"
            "      ^~~~~");
  EXPECT_EQ(parsed("y = A(9223372036854775808)"),
            "error: the index 9223372036854775808 is too large\n"
            "  y = A(9223372036854775808)\n"
            "        ^~~~~~~~~~~~~~~~~~~");
}

TEST(ParserErrorTest, Subscripts) {
  EXPECT_EQ(parsed("ij,j->i"),
            "error: expected '=' after the result ij, got ','\n"
            "  ij,j->i\n"
            "    ^\n"
            "hint: in index notation, this is R(i) = A(i,j) * B(j)");
  EXPECT_EQ(parsed("ii->"), "error: expected '=' after the result ii, got '-'\n"
                            "  ii->\n"
                            "    ^\n"
                            "hint: in index notation, this is R = A(i,i)");
  std::string plain = "hint: an assignment looks like y(i) = A(i,j) * x(j)";
  for (std::string text : {"ij,->i", "ij,j-", "ij,j->i,", "ij,j->i = x", "ij"})
    EXPECT_NE(parsed(text).find(plain), std::string::npos) << text;
}

TEST(ParserErrorTest, ForeignCharacters) {
  EXPECT_EQ(parsed("y = a $ b"), "error: unexpected '$'\n"
                                 "  y = a $ b\n"
                                 "        ^");
  EXPECT_EQ(parsed("y = a ** 2"), "error: unexpected '**'\n"
                                  "  y = a ** 2\n"
                                  "        ^~\n"
                                  "hint: powers are written pow(a, b)");
  EXPECT_EQ(parsed("y = a && b"), "error: unexpected '&&'\n"
                                  "  y = a && b\n"
                                  "        ^~\n"
                                  "hint: write and(a, b)");
  EXPECT_EQ(parsed("C = A @ B"), "error: unexpected '@'\n"
                                 "  C = A @ B\n"
                                 "        ^\n"
                                 "hint: products of matrices are sums over an "
                                 "index variable: C(i,j) = A(i,k) * B(k,j)");
  EXPECT_EQ(parsed("y = A[i]"), "error: unexpected '['\n"
                                "  y = A[i]\n"
                                "       ^\n"
                                "hint: indices are written in parentheses: "
                                "A(i,j)");
  EXPECT_EQ(parsed("y = a \xc3\x97 b"), "error: unexpected '\xc3\x97'\n"
                                        "  y = a \xc3\x97 b\n"
                                        "        ^\n"
                                        "hint: multiplication is written '*'");
  EXPECT_EQ(parsed("y = \xc3\xa9"), "error: unexpected '\xc3\xa9'\n"
                                    "  y = \xc3\xa9\n"
                                    "      ^");
  EXPECT_EQ(parsed("y = \xff"), "error: unexpected byte 0xff\n"
                                "  y = ?\n"
                                "      ^");
  EXPECT_EQ(parsed("y = \x01"), "error: unexpected byte 0x01\n"
                                "  y = ?\n"
                                "      ^");
}

} // namespace
