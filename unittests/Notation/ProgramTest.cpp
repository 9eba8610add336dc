//===- ProgramTest.cpp - Tests of the checks on whole texts ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests what is recorded about the tensors and index variables of a text, and
// each error that the names of a text can have.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

/// The tensors of a text as "name/order" with `in` and `out`.
std::string tensorsOf(std::string_view text) {
  Result<Program> program = parseProgram(text);
  if (!program)
    return render(program.error(), text);
  std::string out;
  for (const Tensor &tensor : program->tensors)
    out += (out.empty() ? "" : ", ") + tensor.name + "/" +
           std::to_string(tensor.order) + (tensor.isInput ? " in" : "") +
           (tensor.isResult ? " out" : "");
  return out;
}

/// The variables of the first statement as "name: mode of tensor, ...".
std::string variablesOf(std::string_view text) {
  Result<Program> program = parseProgram(text);
  if (!program)
    return render(program.error(), text);
  std::string out;
  for (const IndexVariable &variable : program->statements[0].variables) {
    out += (out.empty() ? "" : "; ") + variable.name +
           (variable.isFree ? " free:" : ":");
    for (const ModeUse &use : variable.uses)
      out += " " + program->tensors[use.tensor].name +
             std::to_string(use.mode) + (use.isResult ? "=" : "");
  }
  return out;
}

TEST(ProgramTest, TensorsInOrderOfOccurrence) {
  EXPECT_EQ(tensorsOf("y(i) = alpha * A(i,j) * x(j)"),
            "y/1 out, alpha/0 in, A/2 in, x/1 in");
}

TEST(ProgramTest, ResultsThatAreInputs) {
  EXPECT_EQ(tensorsOf("x(i) = x(i) + y(i)"), "x/1 in out, y/1 in");
  EXPECT_EQ(tensorsOf("x(i) += y(i)"), "x/1 in out, y/1 in");
  EXPECT_EQ(tensorsOf("A(i,j) = A(j,i)"), "A/2 in out");
}

TEST(ProgramTest, LaterStatementsSeeEarlierResults) {
  EXPECT_EQ(tensorsOf("t(i) = x(i); y(i) = t(i)"), "t/1 out, x/1 in, y/1 out");
  EXPECT_EQ(tensorsOf("y(i) = t(i); t(i) = x(i)"),
            "y/1 out, t/1 in out, x/1 in");
  EXPECT_EQ(tensorsOf("t(i) = x(i); t(i) += x(i)"), "t/1 out, x/1 in");
}

TEST(ProgramTest, StatementsThatReadTheirResult) {
  Result<Program> program =
      parseProgram("x = 1; x = x + 1; x += 1; y(i) = z(i)");
  ASSERT_TRUE(program);
  std::string reads;
  for (const Statement &statement : program->statements)
    reads += statement.readsResult ? "1" : "0";
  EXPECT_EQ(reads, "0110");
  EXPECT_EQ(program->statements[3].result, 1u);
  EXPECT_EQ(program->findTensor("z")->order, 1u);
  EXPECT_EQ(program->findTensor("w"), nullptr);
}

TEST(ProgramTest, VariablesAndTheirModes) {
  EXPECT_EQ(variablesOf("y(i) = A(i,j) * x(j)"), "i free: y0= A0; j: A1 x0");
  EXPECT_EQ(variablesOf("y(i) = A(j,j) + z(j)"), "i free: y0=; j: A0 A1 z0");
  EXPECT_EQ(variablesOf("y = sum(k, 2) + k"), "k:");
  EXPECT_EQ(variablesOf("x(i) += x(i)"), "i free: x0= x0");
}

TEST(ProgramTest, ConstantsAndTheirModes) {
  Result<Program> program = parseProgram("y(i) = A(i,3) + A(0,i)");
  ASSERT_TRUE(program);
  const std::vector<ConstantUse> &uses = program->statements[0].constants;
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].value, 3);
  EXPECT_EQ(uses[0].use.mode, 1u);
  EXPECT_EQ(uses[1].value, 0);
  EXPECT_EQ(uses[1].use.mode, 0u);
  EXPECT_EQ(program->tensors[uses[1].use.tensor].name, "A");
}

TEST(ProgramTest, WritesSumsOut) {
  EXPECT_EQ(analyzed("t(i) = A(i,j); y = t(i) * t(i)"),
            "t(i) = sum(j, A(i,j))\ny = sum(i, t(i) * t(i))");
}

TEST(ProgramTest, TwoOrders) {
  EXPECT_EQ(analyzed("y(i) = A(i,j) + A(i)"),
            "error: tensor 'A' has order 2, got 1 index\n"
            "  y(i) = A(i,j) + A(i)\n"
            "                  ^~~~\n"
            "note: 'A' is used with 2 indices here\n"
            "  y(i) = A(i,j) + A(i)\n"
            "         ^~~~~~");
  EXPECT_EQ(analyzed("y = x(i); z(i) = y(i)"),
            "error: tensor 'y' has order 0, got 1 index\n"
            "  y = x(i); z(i) = y(i)\n"
            "                   ^~~~\n"
            "note: 'y' is used with 0 indices here\n"
            "  y = x(i); z(i) = y(i)\n"
            "  ^");
}

TEST(ProgramTest, TensorsThatAreIndexVariables) {
  EXPECT_EQ(analyzed("y(A) = A(i)"),
            "error: 'A' is a tensor here and an index variable elsewhere\n"
            "  y(A) = A(i)\n"
            "         ^\n"
            "note: 'A' is an index variable here\n"
            "  y(A) = A(i)\n"
            "    ^\n"
            "hint: rename one of them");
  EXPECT_EQ(analyzed("y(i) = x(y)"),
            "error: 'y' is an index variable here and a tensor elsewhere\n"
            "  y(i) = x(y)\n"
            "           ^\n"
            "note: 'y' is a tensor here\n"
            "  y(i) = x(y)\n"
            "  ^~~~\n"
            "hint: rename one of them");
  ParseOptions options;
  options.tensors = {"k"};
  EXPECT_EQ(analyzed("y = sum(k, x(k)) * k", options),
            "error: 'k' is a tensor here and an index variable elsewhere\n"
            "  y = sum(k, x(k)) * k\n"
            "                     ^\n"
            "note: 'k' is an index variable here\n"
            "  y = sum(k, x(k)) * k\n"
            "          ^\n"
            "hint: rename one of them");
}

TEST(ProgramTest, VariablesBoundTwice) {
  EXPECT_EQ(analyzed("y(i) = sum(i, x(i))"),
            "error: index variable 'i' is already bound by the result\n"
            "  y(i) = sum(i, x(i))\n"
            "             ^\n"
            "note: 'i' is bound here\n"
            "  y(i) = sum(i, x(i))\n"
            "    ^\n"
            "hint: rename the variable of the reduction");
  EXPECT_EQ(analyzed("y(i) = max(i, x(i))"),
            "error: index variable 'i' is already bound by the result\n"
            "  y(i) = max(i, x(i))\n"
            "             ^\n"
            "note: 'i' is bound here\n"
            "  y(i) = max(i, x(i))\n"
            "    ^\n"
            "hint: rename the variable; to compare with its value, write it "
            "last: max(expression, i)");
  EXPECT_EQ(analyzed("y = sum(k, prod(k, x(k)))"),
            "error: index variable 'k' is already bound by a reduction\n"
            "  y = sum(k, prod(k, x(k)))\n"
            "                  ^\n"
            "note: 'k' is bound here\n"
            "  y = sum(k, prod(k, x(k)))\n"
            "          ^\n"
            "hint: rename the variable of the reduction");
  EXPECT_EQ(analyzed("y = sum(k, k, x(k))"),
            "error: index variable 'k' is already bound by a reduction\n"
            "  y = sum(k, k, x(k))\n"
            "             ^\n"
            "note: 'k' is bound here\n"
            "  y = sum(k, k, x(k))\n"
            "          ^\n"
            "hint: rename the variable of the reduction");
  EXPECT_EQ(analyzed("y = sum(k, x(k)) * sum(k, z(k))"),
            "y = sum(k, x(k)) * sum(k, z(k))");
}

TEST(ProgramTest, VariablesUsedOutsideOfTheirReduction) {
  EXPECT_EQ(analyzed("y = sum(k, A(k)) * b(k)"),
            "error: index variable 'k' is used outside of the reduction that "
            "binds it\n"
            "  y = sum(k, A(k)) * b(k)\n"
            "                       ^\n"
            "note: 'k' is bound here\n"
            "  y = sum(k, A(k)) * b(k)\n"
            "          ^\n"
            "hint: rename one of the two variables");
}

} // namespace
