//===- FactorsTest.cpp - Tests of factors that move -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests the functions that move the factors of a product that is reduced: what
// they make of a kernel, which precondition they name, and that they leave the
// kernel as it was then.
//
//===----------------------------------------------------------------------===//

#include "ScheduleTrial.h"

using namespace mlir;
using namespace weft;

namespace {

using Unit = cin::ParallelUnit;
using Races = cin::RaceStrategy;

class FactorsTest : public ScheduleTrial {
protected:
  /// Nested foralls over all of `n`, outermost first, around a statement.
  void parseNest(ArrayRef<StringRef> names, StringRef statement,
                 StringRef format = "i : dense, j : dense") {
    std::string text;
    for (StringRef name : names)
      text += ("cin.forall \"" + name + "\" to %n {\n^bb0(%" + name +
               ": !cin.index):\n")
                  .str();
    text += statement;
    text.append(names.size(), '}');
    parseStatement(text, format);
  }
};

// The terms of sums.
constexpr StringLiteral kMatrixTimesVector = R"(
  %0 = cin.access %A[%i, %j] : !M
  %1 = cin.access %x[%j] : !V
  %2 = arith.mulf %0, %1 : f64
  cin.assign %y[%i] arith.addf %2 : !V
)";
constexpr StringLiteral kMatrix = R"(
  %0 = cin.access %A[%i, %j] : !M
  cin.assign %y[%i] arith.addf %0 : !V
)";
constexpr StringLiteral kVectorTimesVector = R"(
  %0 = cin.access %x[%i] : !V
  %1 = cin.access %x[%k] : !V
  %2 = arith.mulf %0, %1 : f64
  cin.assign %y[%i] arith.addf %2 : !V
)";
constexpr StringLiteral kThreeFactors = R"(
  %0 = cin.access %A[%i, %j] : !M
  %1 = cin.access %x[%j] : !V
  %2 = cin.access %x[%i] : !V
  %3 = arith.mulf %0, %1 : f64
  %4 = arith.mulf %3, %2 : f64
  cin.assign %y[%i] arith.addf %4 : !V
)";

const std::string kNoProduct = "the assignment combines no product that "
                               "distributes over its combiner";
const std::string kStrictOrder =
    "-strict-fp keeps the order of floating-point operations";

TEST_F(FactorsTest, Factor) {
  // The loops that it needs come first.
  parseNest({"k", "i"}, kVectorTimesVector);
  EXPECT_EQ(factor({"k"}), "applied");
  EXPECT_EQ(notation(), "(∀i y(i) = x(i) * t) where ∀k t += x(k)");
  parseNest({"i", "j", "k"}, R"(
    %0 = cin.access %x[%i] : !V
    %1 = cin.access %A[%j, %k] : !M
    %2 = arith.mulf %0, %1 : f64
    cin.assign %y[%i] arith.addf %2 : !V)",
            "i : dense, j : compressed");
  EXPECT_EQ(factor({"k", "j"}), "applied");
  EXPECT_EQ(notation(), "(∀i y(i) = x(i) * t) where ∀j ∀k t += A(j,k)");
}

TEST_F(FactorsTest, FactorNothing) {
  std::string cannot = "cannot factor the sum over 'j': ";
  parseWhere("%1 = cin.access %t[] : !S\ncin.assign %y[%i] = %1 : !V");
  EXPECT_EQ(factor({"i"}), "cannot factor the sum over 'i': no single "
                           "assignment is nested right inside of it");
  parseNest({"i", "j"}, kMatrix);
  EXPECT_EQ(factor({"j"}), cannot + kNoProduct);
  // Floating-point numbers stay where they are.
  parseNest({"k", "i"}, kVectorTimesVector);
  EXPECT_EQ(factor({"k"}, /*strict=*/true),
            "cannot factor the sum over 'k': " + kStrictOrder);
  parseNest({"j"}, R"(
    %zero = cin.literal 0
    %0 = cin.access %x[%j] : !V
    %1 = arith.mulf %0, %0 : f64
    cin.assign %y[%zero] arith.addf %1 : !V)");
  EXPECT_EQ(factor({"j"}),
            cannot +
                "no loop that visits all coordinates is left beside the sum");
  parseNest({"i", "j"}, kMatrixTimesVector);
  EXPECT_EQ(merge("i", cin::MergeStrategy::Locate), "applied");
  EXPECT_EQ(factor({"j"}),
            cannot +
                "a schedule already says how one of its loops is executed");
  parseNest({"i", "j"}, kMatrixTimesVector);
  EXPECT_EQ(factor({"j"}),
            cannot +
                "no loop that visits all coordinates is left beside the sum");
  EXPECT_EQ(factor({"j", "i"}),
            cannot +
                "the assignment does not reduce over all of these variables");
  parseNest({"i", "j"}, R"(
    %s = cin.affine [1, 1](%i, %j) plus 0
    %0 = cin.access %A[%s, %j] : !M
    %1 = cin.access %x[%j] : !V
    %2 = arith.mulf %0, %1 : f64
    cin.assign %y[%i] arith.addf %2 : !V)",
            "i : compressed, j : dense");
  EXPECT_EQ(factor({"j"}),
            cannot + "a sum of variables indexes a tensor that is not dense");
}

TEST_F(FactorsTest, FactorNothingOfAWorkspace) {
  StringRef statement = R"(
    cin.where "w" (%n) : tensor<?xf64, #L> producer {
    ^bb0(%w: !L):
      cin.forall "k" to %n {
      ^bb0(%k: !cin.index):
        cin.forall "l" to %n {
        ^bb0(%l: !cin.index):
          %0 = cin.access %x[%k] : !V
          %1 = cin.access %x[%l] : !V
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[%k] arith.addf %2 : !L
        }
      }
    } consumer {
    ^bb0(%w: !L):
      cin.forall "m" to %n {
      ^bb0(%m: !cin.index):
        %0 = cin.access %w[%m] : !L
        cin.assign %y[%m] = %0 : !V
      }
    })";
  parseStatement(statement);
  EXPECT_EQ(
      factor({"l"}),
      "cannot factor the sum over 'l': 'w', which is assigned, is not dense");
  // One that it is not in.
  std::string dense = statement.str();
  size_t at = 0;
  for (StringRef list : {"tensor<?xf64, #L>", "!L", "!L", "!L", "!L"}) {
    at = dense.find(list.str());
    dense.replace(at, list.size(), list == "!L" ? "!V" : "tensor<?xf64>");
  }
  parseStatement(dense);
  EXPECT_EQ(factor({"l", "m"}),
            "cannot factor the sum over 'l': 'm' is not nested right around "
            "the same assignment");
  EXPECT_EQ(factor({"l"}), "applied");
}

TEST_F(FactorsTest, HoistFactors) {
  parseNest({"i", "k"}, kVectorTimesVector);
  EXPECT_EQ(hoistFactors("k"), "applied");
  EXPECT_EQ(notation(), "(∀i y(i) = x(i) * t) where ∀k t += x(k)");
}

TEST_F(FactorsTest, HoistNothing) {
  std::string cannot = "cannot hoist factors out of 'j': ";
  parseNest({"i", "j"}, kMatrixTimesVector);
  EXPECT_EQ(hoistFactors("i"), "cannot hoist factors out of 'i': its body is "
                               "not an assignment");
  EXPECT_EQ(hoistFactors("j"),
            cannot + "no factor is the same in all of its iterations");
  parseNest({"i", "j"}, kMatrix);
  EXPECT_EQ(hoistFactors("j"), cannot + kNoProduct);
  parseNest({"i", "k"}, kVectorTimesVector);
  EXPECT_EQ(hoistFactors("k", /*strict=*/true),
            "cannot hoist factors out of 'k': " + kStrictOrder);
  EXPECT_EQ(parallelize("k", Unit::CPUVector, Races::Temporary), "applied");
  EXPECT_EQ(hoistFactors("k"),
            "cannot hoist factors out of 'k': it is parallel");
  parseNest({"k", "i"}, kVectorTimesVector);
  EXPECT_EQ(hoistFactors("i"),
            "cannot hoist factors out of 'i': it is not reduced over");
  parseNest({"i", "j"}, kThreeFactors, "i : dense, j : compressed");
  EXPECT_EQ(hoistFactors("j"),
            cannot + "an operand stores only some of its coordinates");
  parseNest({"i", "l", "j"}, R"(
    %0 = cin.access %A[%i, %l] : !M
    %1 = cin.access %x[%j] : !V
    %2 = arith.mulf %0, %1 : f64
    cin.assign %y[%i] arith.addf %2 : !V)",
            "i : dense, j : compressed");
  EXPECT_EQ(hoistFactors("j"),
            cannot +
                "a loop that may find nothing would leave the sum as well");
}

TEST_F(FactorsTest, OrderFactors) {
  parseNest({"i", "j"}, kThreeFactors, "i : dense, j : compressed");
  EXPECT_EQ(orderFactors("j"), "applied");
  EXPECT_EQ(notation(), "∀i ∀j y(i) += x(i) * A(i,j) * x(j)");
  EXPECT_EQ(orderFactors("j"), "cannot order the factors inside of 'j': the "
                               "factors are in the order of the loops already");
}

TEST_F(FactorsTest, OrderNothing) {
  std::string cannot = "cannot order the factors inside of 'j': ";
  parseNest({"i", "j"}, kMatrixTimesVector);
  EXPECT_EQ(orderFactors("i"), "cannot order the factors inside of 'i': its "
                               "body is not an assignment");
  EXPECT_EQ(orderFactors("j"), cannot + "there are fewer than three factors");
  parseNest({"i", "j"}, kMatrix);
  EXPECT_EQ(orderFactors("j"), cannot + kNoProduct);
  parseNest({"i", "j"}, kThreeFactors);
  EXPECT_EQ(orderFactors("j", /*strict=*/true), cannot + kStrictOrder);
}

} // namespace
