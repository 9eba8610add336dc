//===- ProblemTest.cpp - Tests of derived problems --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is derived of expressions and formats, and what is refused.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace weft::autoschedule;

namespace {

TEST(ProblemTest, Spmm) {
  EXPECT_EQ(makeSpmm(Target::CPU).print(), "partitioned tensor: A\n"
                                           "i: dense\n"
                                           "j: compressed below i, reduced\n"
                                           "k: dense, extent 128\n"
                                           "prefers j before k\n"
                                           "prefers i before k\n");
}

TEST(ProblemTest, MttkrpHoistsAProduct) {
  EXPECT_EQ(makeMttkrp().print(), "partitioned tensor: B\n"
                                  "i: dense\n"
                                  "k: compressed below i, reduced\n"
                                  "l: compressed below i, k, reduced\n"
                                  "j: dense, extent 32\n"
                                  "prefers k before j\n"
                                  "prefers l before j\n"
                                  "prefers i before j\n"
                                  "hoists B(i,k,l)*D(l,j)\n");
}

TEST(ProblemTest, TheTensorWithTheMostCompressedLevelsIsPartitioned) {
  EXPECT_EQ(makeProblem("y(i) = A(i,j) * x(j)", {"A:CSR", "x:s"}).print(),
            "partitioned tensor: A\n"
            "i: dense\n"
            "j: whole below i, reduced\n");
  EXPECT_EQ(
      makeProblem("C(i,j) = A(i,k) * B(k,j)", {"A:CSR", "B:DCSR"}).print(),
      "partitioned tensor: B\n"
      "k: whole below i, reduced\n"
      "j: compressed below k\n"
      "i: dense\n"
      "prefers i before j\n");
}

TEST(ProblemTest, LevelsInAnotherOrder) {
  EXPECT_EQ(makeProblem("y(i) = A(i,j) * x(j)", {"A:CSC"}).print(),
            "partitioned tensor: A\n"
            "j: dense, reduced\n"
            "i: compressed below j\n");
}

TEST(ProblemTest, DiagonalsStayWhole) {
  EXPECT_EQ(makeProblem("y(i) = A(i,i)", {"A:CSR"}).print(),
            "partitioned tensor: A\n"
            "i: whole\n");
}

TEST(ProblemTest, ScalarsHaveNoLoops) {
  ScheduleSpace space = makeSpace(makeProblem("a = b"), Target::CPU);
  EXPECT_TRUE(space.getCandidates().empty());
}

std::string errorOf(std::string_view text,
                    const std::vector<std::string> &formats = {}) {
  std::string error;
  makeProblem(text, formats, {}, &error);
  return error;
}

TEST(ProblemTest, Refusals) {
  EXPECT_EQ(errorOf("y(i) = x(i); z(i) = y(i)"),
            "error: cannot enumerate schedules: expected one statement, got 2\n"
            "  y(i) = x(i); z(i) = y(i)\n"
            "               ^~~~~~~~~~~\n"
            "hint: tune each statement by itself");
  EXPECT_EQ(errorOf("y(i) = A(i,j) * x(j)", {"A:BCSR{block=2x2}"}),
            "error: cannot enumerate schedules: A is stored in blocks or "
            "slots, whose loops the expression does not name\n"
            "  y(i) = A(i,j) * x(j)\n"
            "         ^~~~~~\n"
            "hint: a format whose levels store whole modes, as CSR, can be "
            "tuned");
  EXPECT_NE(errorOf("a = A(i,j,k,l,m,n,o,p,q)").find("at most 8"),
            std::string::npos);
}

TEST(ProblemTest, ContradictoryOrdersLeaveNoTemplate) {
  ScheduleSpace space = makeSpace(
      makeProblem("a = A(i,j) * B(i,j)", {"A:CSR", "B:CSC"}), Target::CPU);
  EXPECT_TRUE(space.getTemplates().empty());
}

} // namespace
