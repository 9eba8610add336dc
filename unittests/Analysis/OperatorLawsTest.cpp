//===- OperatorLawsTest.cpp - Tests of laws -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which laws operations and combiners claim, and that they hold.
//
//===----------------------------------------------------------------------===//

#include "OperatorTrial.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::test;

namespace {

struct LawCase {
  const char *arguments;
  const char *op;
  /// Which of associative, commutative and idempotent hold.
  const char *laws;
  const char *identity;
  const char *annihilator;
};

const LawCase kLawCases[] = {
    {kF2, "arith.addf %a, %b : f64", "ac", S_RZERO, "-"},
    {kF2, "arith.subf %a, %b : f64", "", "-", "-"},
    {kF2, "arith.mulf %a, %b : f64", "ac", S_RONE, S_RZERO},
    {kF2, "arith.divf %a, %b : f64", "", "-", "-"},
    {kF2, "arith.maximumf %a, %b : f64", "aci", S_MINF, S_INF},
    {kF2, "arith.minimumf %a, %b : f64", "aci", S_INF, S_MINF},
    {kF2, "arith.maxnumf %a, %b : f64", "aci", S_MINF, S_INF},
    {kF2, "arith.minnumf %a, %b : f64", "aci", S_INF, S_MINF},
    {kI2, "arith.addi %a, %b : i32", "ac", "0 : i32", "-"},
    {kI2, "arith.subi %a, %b : i32", "", "-", "-"},
    {kI2, "arith.muli %a, %b : i32", "ac", "1 : i32", "0 : i32"},
    {kI2, "arith.divsi %a, %b : i32", "", "-", "-"},
    {kI2, "arith.remsi %a, %b : i32", "", "-", "-"},
    {kI2, "arith.maxsi %a, %b : i32", "aci", "-2147483648 : i32",
     "2147483647 : i32"},
    {kI2, "arith.minsi %a, %b : i32", "aci", "2147483647 : i32",
     "-2147483648 : i32"},
    {kI2, "arith.maxui %a, %b : i32", "aci", "0 : i32", "-1 : i32"},
    {kI2, "arith.minui %a, %b : i32", "aci", "-1 : i32", "0 : i32"},
    {kI2, "arith.andi %a, %b : i32", "aci", "-1 : i32", "0 : i32"},
    {kI2, "arith.ori %a, %b : i32", "aci", "0 : i32", "-1 : i32"},
    {kI2, "arith.xori %a, %b : i32", "ac", "0 : i32", "-"},
    {kI2, "arith.shli %a, %b : i32", "", "-", "-"},
    {kI2, "arith.cmpi eq, %a, %b : i32", "", "-", "-"},
    {kF2, "math.powf %a, %b : f64", "", "-", "-"},
    {kC2, "complex.add %a, %b : complex<f64>", "ac", S_RCZERO, "-"},
    {kC2, "complex.mul %a, %b : complex<f64>", "ac", S_RCONE, S_RCZERO},
    {kC2, "complex.div %a, %b : complex<f64>", "", "-", "-"},
    {kF2, "\"x.f\"(%a, %b) : (f64, f64) -> f64", "", "-", "-"},
};

TEST(OperatorLawsTest, Laws) {
  for (const LawCase &test : kLawCases) {
    SCOPED_TRACE(test.op);
    Subject subject(test.arguments, test.op);
    ASSERT_TRUE(subject);
    Operation *op = *subject;
    std::string laws = std::string(isAssociative(op) ? "a" : "") +
                       (isCommutative(op) ? "c" : "") +
                       (isIdempotent(op) ? "i" : "");
    EXPECT_EQ(laws, test.laws);
    EXPECT_EQ(toString(getIdentity(op)), test.identity);
    EXPECT_EQ(toString(getAnnihilator(op)), test.annihilator);
  }
}

/// On small integers, every claimed law holds for all values.
TEST(OperatorLawsTest, LawsHoldForSmallIntegers) {
  constexpr int kMin = -4, kMax = 3;
  for (const char *name :
       {"addi",  "muli",  "maxsi",      "minsi",     "maxui",
        "minui", "andi",  "ori",        "xori",      "subi",
        "divsi", "divui", "remsi",      "remui",     "shli",
        "shrsi", "shrui", "floordivsi", "ceildivsi", "ceildivui"}) {
    SCOPED_TRACE(name);
    Subject subject("%a: i3, %b: i3",
                    (Twine("arith.") + name + " %a, %b : i3").str());
    ASSERT_TRUE(subject);
    Operation *op = *subject;
    Type type = op->getResult(0).getType();
    auto number = [&](int value) {
      return IntegerAttr::get(type, APInt(3, value, /*isSigned=*/true));
    };
    auto apply = [&](Attribute left, Attribute right) {
      return evaluate(op, {left, right});
    };
    for (int a = kMin; a <= kMax; ++a) {
      Attribute left = number(a);
      if (isIdempotent(op))
        EXPECT_EQ(apply(left, left), left);
      if (Attribute identity = getIdentity(op)) {
        EXPECT_EQ(apply(left, identity), left);
        EXPECT_EQ(apply(identity, left), left);
      }
      if (Attribute annihilator = getAnnihilator(op)) {
        EXPECT_EQ(apply(left, annihilator), annihilator);
        EXPECT_EQ(apply(annihilator, left), annihilator);
      }
      FillEffect effect = getFillEffect(op, 0, {left, Attribute()});
      FillEffect rightEffect = getFillEffect(op, 1, {Attribute(), left});
      Attribute leftFill = getResultFill(op, {left, Attribute()});
      Attribute rightFill = getResultFill(op, {Attribute(), left});
      for (int b = kMin; b <= kMax; ++b) {
        Attribute right = number(b);
        // Undefined results, as of division by zero, are free.
        Attribute result = apply(left, right), swapped = apply(right, left);
        if (isCommutative(op))
          EXPECT_EQ(result, swapped);
        if (result && effect == FillEffect::Annihilates)
          EXPECT_EQ(result, leftFill);
        if (result && effect == FillEffect::Identity)
          EXPECT_EQ(result, right);
        if (swapped && rightEffect == FillEffect::Annihilates)
          EXPECT_EQ(swapped, rightFill);
        if (swapped && rightEffect == FillEffect::Identity)
          EXPECT_EQ(swapped, right);
        for (int c = kMin; isAssociative(op) && c <= kMax; ++c)
          EXPECT_EQ(apply(result, number(c)),
                    apply(left, apply(right, number(c))));
      }
    }
  }
}

TEST(OperatorLawsTest, Distribution) {
  struct Case {
    const char *arguments;
    const char *op;
    const char *other;
    bool first, second;
  };
  const Case cases[] = {
      {kF2, "arith.mulf %a, %b : f64", "arith.addf %a, %b : f64", true, true},
      {kF2, "arith.mulf %a, %b : f64", "arith.subf %a, %b : f64", true, true},
      {kF2, "arith.mulf %a, %b : f64", "arith.maximumf %a, %b : f64", false,
       false},
      {kF2, "arith.divf %a, %b : f64", "arith.addf %a, %b : f64", true, false},
      {kF2, "arith.addf %a, %b : f64", "arith.minimumf %a, %b : f64", true,
       true},
      {kF2, "arith.subf %a, %b : f64", "arith.minimumf %a, %b : f64", true,
       false},
      {kF2, "arith.addf %a, %b : f64", "arith.addf %a, %b : f64", false, false},
      {kI2, "arith.muli %a, %b : i32", "arith.addi %a, %b : i32", true, true},
      {kI2, "arith.divsi %a, %b : i32", "arith.addi %a, %b : i32", false,
       false},
      // Sums of integers wrap around, maxima of them do not follow.
      {kI2, "arith.addi %a, %b : i32", "arith.maxsi %a, %b : i32", false,
       false},
      {kI2, "arith.maxsi %a, %b : i32", "arith.minsi %a, %b : i32", true, true},
      {kI2, "arith.andi %a, %b : i32", "arith.xori %a, %b : i32", true, true},
      {kI2, "arith.ori %a, %b : i32", "arith.xori %a, %b : i32", false, false},
      {kI2, "arith.shli %a, %b : i32", "arith.addi %a, %b : i32", true, false},
      {kC2, "complex.mul %a, %b : complex<f64>",
       "complex.add %a, %b : complex<f64>", true, true},
      {kC2, "complex.div %a, %b : complex<f64>",
       "complex.add %a, %b : complex<f64>", true, false},
  };
  for (const Case &test : cases) {
    SCOPED_TRACE(std::string(test.op) + " over " + test.other);
    // The other operation is the one before the last.
    Subject subject(test.arguments, test.op,
                    (Twine("%o = ") + test.other).str());
    ASSERT_TRUE(subject);
    Operation *other = (*subject)->getPrevNode();
    EXPECT_EQ(distributesOver(*subject, 0, other), test.first);
    EXPECT_EQ(distributesOver(*subject, 1, other), test.second);
  }
}

TEST(OperatorLawsTest, Combiners) {
  Subject subject(kF2, "arith.mulf %a, %b : f64");
  ASSERT_TRUE(subject);
  OpBuilder builder(*subject);
  Location loc = (*subject)->getLoc();
  Type type = builder.getF64Type();
  auto combineBy = [&](StringRef name, Region &region) {
    buildCombiner(builder, loc, name, type, "func.return", region);
  };

  Region sum;
  combineBy("arith.addf", sum);
  EXPECT_EQ(toString(getCombinerIdentity(sum, /*declared=*/{})), S_RZERO);
  EXPECT_EQ(toString(getCombinerIdentity(sum, builder.getF64FloatAttr(1))),
            S_RONE);
  EXPECT_TRUE(isCombinerAssociative(sum) && isCombinerCommutative(sum));
  EXPECT_FALSE(isCombinerIdempotent(sum));
  EXPECT_TRUE(distributesOverCombiner(*subject, 0, sum));

  Region difference;
  combineBy("arith.subf", difference);
  EXPECT_EQ(getCombinerIdentity(difference, /*declared=*/{}), Attribute());
  EXPECT_FALSE(isCombinerAssociative(difference));
  EXPECT_FALSE(isCombinerCommutative(difference));

  Region maximum;
  combineBy("arith.maximumf", maximum);
  EXPECT_TRUE(isCombinerIdempotent(maximum));
  EXPECT_FALSE(distributesOverCombiner(*subject, 0, maximum));

  // Over nothing, a maximum of maxima is not the least number.
  Subject greater(kF2, "arith.maximumf %a, %b : f64");
  ASSERT_TRUE(greater);
  EXPECT_TRUE(distributesOver(*greater, 0, getSimpleCombinerOp(maximum)));
  EXPECT_FALSE(distributesOverCombiner(*greater, 0, maximum));

  // Nobody knows the algebra of an unknown operation but the writer.
  Region unknown;
  combineBy("x.f", unknown);
  EXPECT_EQ(getCombinerIdentity(unknown, /*declared=*/{}), Attribute());
  EXPECT_TRUE(isCombinerAssociative(unknown) && isCombinerCommutative(unknown));
  EXPECT_FALSE(isCombinerIdempotent(unknown));
  EXPECT_FALSE(distributesOverCombiner(*subject, 0, unknown));
}

TEST(OperatorLawsTest, Scalars) {
  Subject subject(kF1, "arith.negf %a : f64");
  SmallVector<Attribute> values =
      subject.scalars("0.0 : f64;-0.0 : f64;0.0 : f32;0 : i32;[0.0, -0.0];"
                      "#complex.number<:f64 0.0, 0.0>;1.0 : f64;\"text\"");
  EXPECT_TRUE(areSameScalar(values[0], values[1]));
  EXPECT_FALSE(areSameScalar(values[0], values[2]));
  EXPECT_FALSE(areSameScalar(values[0], values[3]));
  EXPECT_TRUE(areSameScalar(values[4], values[5]));
  EXPECT_FALSE(areSameScalar(values[0], values[6]));
  EXPECT_FALSE(areSameScalar(values[7], values[7]));
  EXPECT_FALSE(areSameScalar({}, {}));
  for (unsigned zero : {0, 1, 2, 3, 4, 5})
    EXPECT_TRUE(isZeroScalar(values[zero]));
  EXPECT_FALSE(isZeroScalar(values[6]));
  EXPECT_FALSE(isZeroScalar({}));
}

} // namespace
