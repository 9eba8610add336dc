//===- ReductionsTest.cpp - Tests of implied sums -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests where the sums go that people leave out: one around each additive term,
// over the variables of that term that the left side lacks.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

#include "weft/Notation/Reductions.h"

#include "gtest/gtest.h"

using namespace weft::notation;

namespace {

/// A single assignment with its sums written out.
std::string summed(std::string_view text) {
  Result<std::vector<Assignment>> assignments = parse(text);
  if (!assignments)
    return render(assignments.error(), text);
  insertImpliedReductions(assignments->front());
  return print(assignments->front());
}

TEST(ReductionsTest, NothingIsImplied) {
  EXPECT_EQ(summed("y(i) = x(i)"), "y(i) = x(i)");
  EXPECT_EQ(summed("y(i,j) = x(i)"), "y(i,j) = x(i)");
  EXPECT_EQ(summed("y(i) = alpha * 2"), "y(i) = alpha * 2");
  EXPECT_EQ(summed("y(i) = sum(j, A(i,j))"), "y(i) = sum(j, A(i,j))");
}

TEST(ReductionsTest, OneTerm) {
  EXPECT_EQ(summed("y(i) = A(i,j) * x(j)"), "y(i) = sum(j, A(i,j) * x(j))");
  EXPECT_EQ(summed("a = B(i,j,k) / C(k,i)"),
            "a = sum(i, j, k, B(i,j,k) / C(k,i))");
  EXPECT_EQ(summed("a = B(i,i)"), "a = sum(i, B(i,i))");
  EXPECT_EQ(summed("a = (b(i) + c(i)) * d(i)"),
            "a = sum(i, (b(i) + c(i)) * d(i))");
  EXPECT_EQ(summed("a(i) = max(A(i,j), 0)"), "a(i) = sum(j, max(A(i,j), 0))");
  EXPECT_EQ(summed("a(i) = A(i,j) > b(i)"), "a(i) = sum(j, A(i,j) > b(i))");
  EXPECT_EQ(summed("y(i) += A(i,j)"), "y(i) += sum(j, A(i,j))");
}

TEST(ReductionsTest, EachTermForItself) {
  EXPECT_EQ(summed("a(i) = B(i,j) * c(j) + d(i) + e(i)"),
            "a(i) = sum(j, B(i,j) * c(j)) + d(i) + e(i)");
  EXPECT_EQ(summed("y(i) = b(i) - A(i,j) * x(j)"),
            "y(i) = b(i) - sum(j, A(i,j) * x(j))");
  EXPECT_EQ(summed("a = b(i) + c(i)"), "a = sum(i, b(i)) + sum(i, c(i))");
  EXPECT_EQ(summed("a = b(i) - (c(j) - d)"),
            "a = sum(i, b(i)) - (sum(j, c(j)) - d)");
  EXPECT_EQ(summed("a = -(b(i) + 2)"), "a = -(sum(i, b(i)) + 2)");
  EXPECT_EQ(summed("a = -b(i) * c(i)"), "a = sum(i, -b(i) * c(i))");
}

TEST(ReductionsTest, AroundExplicitReductions) {
  EXPECT_EQ(summed("y(i) = sum(k, A(i,k) * B(k,j))"),
            "y(i) = sum(j, sum(k, A(i,k) * B(k,j)))");
  EXPECT_EQ(summed("y = sum(k, a(k)) + b(k)"),
            "y = sum(k, a(k)) + sum(k, b(k))");
  EXPECT_EQ(summed("y = max(k, a(k) + b(l))"),
            "y = sum(l, max(k, a(k) + b(l)))");
}

TEST(ReductionsTest, ValuesOfIndexVariables) {
  EXPECT_EQ(summed("y = k * a(k) + k"), "y = sum(k, k * a(k)) + sum(k, k)");
}

TEST(ReductionsTest, UnboundVariables) {
  std::string text = "y = A(j,i) + sum(k, B(k,i) * l(k)) * C(l,k)";
  Result<std::vector<Assignment>> assignments = parse(text);
  ASSERT_TRUE(assignments);
  std::string names;
  for (const Name &name : getUnboundVariables(*assignments->front().value)) {
    EXPECT_EQ(text.substr(name.range.begin, 1), name.text);
    names += name.text + " ";
  }
  EXPECT_EQ(names, "j i l k ");
}

} // namespace
