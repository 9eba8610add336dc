//===- OperatorFillsTest.cpp - Tests of fills -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every modelled operation says about its fills, as a table: one row per
// operation and choice of fills. Expected values are written by hand from the
// operations' definitions.
//
//===----------------------------------------------------------------------===//

#include "OperatorTrial.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;
using namespace weft::test;

namespace {

struct FillCase {
  const char *arguments;
  const char *op;
  const char *fills;
  const char *result;
  const char *effects;
};

const FillCase kFillCases[] = {
    // Sums: zero is the identity, an absent infinity annihilates.
    {kF2, "arith.addf %a, %b : f64", S_ZERO ";" S_ZERO, S_RZERO, "II"},
    {kF2, "arith.addf %a, %b : f64", "-0.0 : f64;-", "-", "IN"},
    {kF2, "arith.addf %a, %b : f64", S_ZERO ";" S_ONE, S_RONE, "IN"},
    {kF2, "arith.addf %a, %b : f64", S_INF ";-", S_INF, "AN"},
    {kF2, "arith.addf %a, %b : f64", "-;" S_MINF, S_MINF, "NA"},
    {kF2, "arith.addf %a, %b {strict_zero} : f64", S_INF ";-", "-", "NN"},
    // Of different infinities, that below zero decides what the fill is.
    {kF2, "arith.addf %a, %b : f64", S_INF ";" S_MINF, S_MINF, "NA"},
    {kF2, "arith.addf %a, %b : f64", S_MINF ";" S_INF, S_MINF, "AN"},
    {kF2, "arith.addf %a, %b : f64", S_INF ";" S_INF, S_INF, "AA"},
    {kF2, "arith.subf %a, %b : f64", S_ZERO ";" S_ZERO, S_RZERO, "NI"},
    {kF2, "arith.subf %a, %b : f64", S_ZERO ";-", "-", "NN"},
    {kI2, "arith.addi %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "II"},
    {kI2, "arith.subi %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "NI"},
    // Products: zero annihilates, infinities too if it is absent.
    {kF2, "arith.mulf %a, %b : f64", S_ZERO ";" S_ZERO, S_RZERO, "AA"},
    {kF2, "arith.mulf %a, %b : f64", S_ZERO ";-", S_RZERO, "AN"},
    {kF2, "arith.mulf %a, %b : f64", "-0.0 : f64;-", S_RZERO, "AN"},
    {kF2, "arith.mulf %a, %b : f64", S_ZERO ";" S_INF, S_RZERO, "AN"},
    {kF2, "arith.mulf %a, %b : f64", S_ONE ";" S_ZERO, S_RZERO, "IA"},
    {kF2, "arith.mulf %a, %b : f64", S_TWO ";" S_TWO, "4.000000e+00 : f64",
     "NN"},
    {kF2, "arith.mulf %a, %b : f64", "-;-", "-", "NN"},
    {kF2, "arith.mulf %a, %b {strict_zero} : f64", S_ZERO ";-", "-", "NN"},
    {kF2, "arith.mulf %a, %b {strict_zero} : f64", S_ZERO ";" S_ZERO, S_RZERO,
     "NN"},
    {"%a: f16, %b: f16", "arith.mulf %a, %b : f16", "0.0 : f16;-",
     "0.000000e+00 : f16", "AN"},
    {kI2, "arith.muli %a, %b : i32", "0 : i32;-", "0 : i32", "AN"},
    {kI2, "arith.muli %a, %b {strict_zero} : i32", "0 : i32;-", "0 : i32",
     "AN"},
    {kI2, "arith.muli %a, %b : i32", "1 : i32;-", "-", "IN"},
    // Quotients: an absent dividend annihilates, a divisor never does.
    {kF2, "arith.divf %a, %b : f64", S_ZERO ";" S_ZERO, S_RZERO, "AN"},
    {kF2, "arith.divf %a, %b : f64", "-;" S_ZERO, "-", "NN"},
    {kF2, "arith.divf %a, %b : f64", "-;" S_ONE, "-", "NI"},
    {kF2, "arith.divf %a, %b {strict_zero} : f64", S_ZERO ";-", "-", "NN"},
    {kF2, "arith.remf %a, %b : f64", S_ZERO ";-", S_RZERO, "AN"},
    {kI2, "arith.divsi %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "AN"},
    {kI2, "arith.divsi %a, %b : i32", "8 : i32;0 : i32", "-", "NN"},
    {kI2, "arith.divui %a, %b : i32", "-;1 : i32", "-", "NI"},
    {kI2, "arith.ceildivsi %a, %b : i32", "7 : i32;2 : i32", "4 : i32", "NN"},
    {kI2, "arith.ceildivui %a, %b : i32", "0 : i32;-", "0 : i32", "AN"},
    {kI2, "arith.floordivsi %a, %b : i32", "-7 : i32;2 : i32", "-4 : i32",
     "NN"},
    {kI2, "arith.remsi %a, %b : i32", "0 : i32;-", "0 : i32", "AN"},
    {kI2, "arith.remui %a, %b : i32", "-;1 : i32", "0 : i32", "NA"},
    // Minima and maxima: zero does nothing, but the result has a fill.
    {kF2, "arith.maximumf %a, %b : f64", S_ZERO ";" S_ZERO, S_RZERO, "NN"},
    {kF2, "arith.maximumf %a, %b : f64", S_MINF ";-", "-", "IN"},
    {kF2, "arith.maximumf %a, %b : f64", S_INF ";-", S_INF, "AN"},
    {kF2, "arith.minimumf %a, %b : f64", S_INF ";" S_MINF, S_MINF, "IA"},
    {kF2, "arith.minimumf %a, %b {strict_zero} : f64", "-;" S_MINF, "-", "NN"},
    {kF2, "arith.maxnumf %a, %b : f64", "-;" S_INF, S_INF, "NA"},
    {kF2, "arith.minnumf %a, %b {strict_zero} : f64", S_MINF ";-", S_MINF,
     "AN"},
    {kI2, "arith.maxsi %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "NN"},
    {kI2, "arith.maxsi %a, %b : i32", "-2147483648 : i32;2147483647 : i32",
     "2147483647 : i32", "IA"},
    {kI2, "arith.minsi %a, %b : i32", "-2147483648 : i32;2147483647 : i32",
     "-2147483648 : i32", "AI"},
    {kI2, "arith.maxui %a, %b : i32", "0 : i32;-1 : i32", "-1 : i32", "IA"},
    {kI2, "arith.minui %a, %b : i32", "0 : i32;-1 : i32", "0 : i32", "AI"},
    {"%a: index, %b: index", "arith.maxsi %a, %b : index",
     "-9223372036854775808 : index;-", "-", "IN"},
    // Bits.
    {kI2, "arith.andi %a, %b : i32", "0 : i32;-1 : i32", "0 : i32", "AI"},
    {kI2, "arith.ori %a, %b : i32", "0 : i32;-1 : i32", "-1 : i32", "IA"},
    {kI2, "arith.xori %a, %b : i32", "0 : i32;-1 : i32", "-1 : i32", "IN"},
    {"%a: i1, %b: i1", "arith.andi %a, %b : i1", "false;-", "false", "AN"},
    {"%a: i1, %b: i1", "arith.ori %a, %b : i1", "-;true", "true", "NA"},
    {kI2, "arith.shli %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "AI"},
    {kI2, "arith.shrsi %a, %b : i32", "-;0 : i32", "-", "NI"},
    {kI2, "arith.shrui %a, %b : i32", "8 : i32;2 : i32", "2 : i32", "NN"},
    // Comparisons and conversions are folded.
    {kF2, "arith.cmpf olt, %a, %b : f64", S_ZERO ";" S_ZERO, "false", "NN"},
    {kF2, "arith.cmpf oge, %a, %b : f64", S_ZERO ";" S_ZERO, "true", "NN"},
    {kF2, "arith.cmpf oge, %a, %b : f64", S_ZERO ";-", "-", "NN"},
    {kI2, "arith.cmpi eq, %a, %b : i32", "0 : i32;0 : i32", "true", "NN"},
    {kF1, "arith.negf %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "arith.negf %a : f64", S_ONE, "-1.000000e+00 : f64", "A"},
    {"%a: f32", "arith.extf %a : f32 to f64", "0.0 : f32", S_RZERO, "A"},
    {kF1, "arith.truncf %a : f64 to f32", S_ZERO, "0.000000e+00 : f32", "A"},
    {kI1, "arith.sitofp %a : i32 to f64", "0 : i32", S_RZERO, "A"},
    {"%a: i1", "arith.uitofp %a : i1 to f64", "true", S_RONE, "A"},
    {kF1, "arith.fptosi %a : f64 to i32", S_TWO, "2 : i32", "A"},
    {kF1, "arith.fptoui %a : f64 to i32", S_TWO, "2 : i32", "A"},
    {kI1, "arith.extsi %a : i32 to i64", "-1 : i32", "-1 : i64", "A"},
    {kI1, "arith.extui %a : i32 to i64", "-1 : i32", "4294967295 : i64", "A"},
    {kI1, "arith.trunci %a : i32 to i8", "256 : i32", "0 : i8", "A"},
    {kI1, "arith.index_cast %a : i32 to index", "0 : i32", "0 : index", "A"},
    {kI1, "arith.index_castui %a : i32 to index", "0 : i32", "0 : index", "A"},
    {kI1, "arith.bitcast %a : i32 to f32", "0 : i32", "0.000000e+00 : f32",
     "A"},
    {kF1, "arith.negf %a : f64", "-", "-", "N"},
    // Selection: the fill of what an absent condition chooses.
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "false;-;" S_ZERO, S_RZERO, "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "false;" S_ZERO ";-", "-", "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "true;" S_TWO ";-", "2.000000e+00 : f64", "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "-;" S_ZERO ";" S_ZERO, S_RZERO, "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "-;" S_ZERO ";" S_ONE, "-", "NNN"},
    // Functions.
    {kF1, "math.absf %a : f64", "-1.0 : f64", S_RONE, "A"},
    {kI1, "math.absi %a : i32", "-1 : i32", "1 : i32", "A"},
    {kF1, "math.sqrt %a : f64", "4.0 : f64", "2.000000e+00 : f64", "A"},
    {"%a: f16", "math.sqrt %a : f16", "0.0 : f16", "0.000000e+00 : f16", "A"},
    {kF1, "math.sqrt %a : f64", "-1.0 : f64", S_RNAN, "A"},
    {kF1, "math.sqrt %a : f64", "-0.0 : f64", S_RZERO, "A"},
    {kF1, "math.rsqrt %a : f64", "-1.0 : f64", S_RNAN, "A"},
    {kF1, "math.log %a : f64", "-1.0 : f64", S_RNAN, "A"},
    {"%a: f32", "math.log2 %a : f32", "-1.0 : f32", "0x7FC00000 : f32", "A"},
    {kF1, "math.log10 %a : f64", "-1.0 : f64", S_RNAN, "A"},
    {kF1, "math.cbrt %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.exp %a : f64", S_ZERO, S_RONE, "A"},
    {kF1, "math.exp2 %a : f64", S_ZERO, S_RONE, "A"},
    {kF1, "math.expm1 %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.log %a : f64", S_ONE, S_RZERO, "A"},
    {kF1, "math.log2 %a : f64", S_ONE, S_RZERO, "A"},
    {kF1, "math.log10 %a : f64", S_ONE, S_RZERO, "A"},
    {kF1, "math.log1p %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.rsqrt %a : f64", S_ONE, S_RONE, "A"},
    {kF1, "math.sin %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.cos %a : f64", S_ZERO, S_RONE, "A"},
    {kF1, "math.tan %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.asin %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.acos %a : f64", S_ONE, S_RZERO, "A"},
    {kF1, "math.atan %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.sinh %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.cosh %a : f64", S_ZERO, S_RONE, "A"},
    {kF1, "math.tanh %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.asinh %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.acosh %a : f64", S_ONE, S_RZERO, "A"},
    {kF1, "math.atanh %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.erf %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.erfc %a : f64", S_ZERO, S_RONE, "A"},
    {kF1, "math.floor %a : f64", "1.5 : f64", S_RONE, "A"},
    {kF1, "math.ceil %a : f64", "0.5 : f64", S_RONE, "A"},
    {kF1, "math.round %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.roundeven %a : f64", S_ZERO, S_RZERO, "A"},
    {kF1, "math.trunc %a : f64", S_ZERO, S_RZERO, "A"},
    {kF2, "math.copysign %a, %b : f64", S_ZERO ";-", S_RZERO, "AN"},
    {kF2, "math.powf %a, %b : f64", S_ZERO ";-", "-", "NN"},
    {kF2, "math.powf %a, %b : f64", S_ZERO ";" S_TWO, S_RZERO, "NN"},
    {kF2, "math.powf %a, %b : f64", "-;" S_ZERO, S_RONE, "NA"},
    {kF2, "math.powf %a, %b : f64", S_ONE ";-", S_RONE, "AN"},
    {kF2, "math.powf %a, %b : f64", "-;" S_ONE, "-", "NI"},
    {kI2, "math.ipowi %a, %b : i32", "-;0 : i32", "1 : i32", "NA"},
    {"%a: f64, %b: i32", "math.fpowi %a, %b : f64, i32", "-;0 : i32", S_RONE,
     "NA"},
    {kF2, "math.atan2 %a, %b : f64", S_ZERO ";" S_ONE, S_RZERO, "NN"},
    // The product of a fused operation does not follow the rule of absence.
    {kF3, "math.fma %a, %b, %c : f64", S_ZERO ";-;" S_ONE, "-", "NNN"},
    {kF3, "math.fma %a, %b, %c : f64", S_ZERO ";" S_ZERO ";" S_ZERO, "-",
     "NNN"},
    // Complex numbers.
    {kC2, "complex.add %a, %b : complex<f64>", S_CZERO ";" S_CONE, S_RCONE,
     "IN"},
    {kC2, "complex.sub %a, %b : complex<f64>", S_CONE ";" S_CZERO, S_RCONE,
     "NI"},
    {kC2, "complex.mul %a, %b : complex<f64>", S_CZERO ";-", S_RCZERO, "AN"},
    {kC2, "complex.mul %a, %b : complex<f64>", S_CONE ";-", "-", "IN"},
    {kC2, "complex.mul %a, %b : complex<f64>", "[1.0, 2.0];[3.0, 4.0]",
     "[-5.000000e+00, 1.000000e+01]", "NN"},
    {kC2, "complex.mul %a, %b {strict_zero} : complex<f64>", S_CZERO ";-", "-",
     "NN"},
    {kC2, "complex.mul %a, %b : complex<f64>",
     "#complex.number<:f64 0.0, 0.0>;-", S_RCZERO, "AN"},
    {kC2, "complex.div %a, %b : complex<f64>", S_CZERO ";" S_CZERO, S_RCZERO,
     "AN"},
    {kC2, "complex.div %a, %b : complex<f64>", "[-5.0, 10.0];[3.0, 4.0]",
     "[1.000000e+00, 2.000000e+00]", "NN"},
    {kC2, "complex.pow %a, %b : complex<f64>", "-;" S_CONE, "-", "NI"},
    {kC2, "complex.eq %a, %b : complex<f64>", S_CZERO ";" S_CZERO, "true",
     "NN"},
    {kC2, "complex.neq %a, %b : complex<f64>", S_CZERO ";" S_CZERO, "false",
     "NN"},
    {kC1, "complex.neg %a : complex<f64>", "[1.0, -2.0]",
     "[-1.000000e+00, 2.000000e+00]", "A"},
    {kC1, "complex.conj %a : complex<f64>", "[1.0, 2.0]",
     "[1.000000e+00, -2.000000e+00]", "A"},
    {kC1, "complex.re %a : complex<f64>", "[1.0, 2.0]", S_RONE, "A"},
    {kC1, "complex.im %a : complex<f64>", "[0.0, 1.0]", S_RONE, "A"},
    {kC1, "complex.abs %a : complex<f64>", "[3.0, 4.0]", "5.000000e+00 : f64",
     "A"},
    {kC1, "complex.exp %a : complex<f64>", S_CZERO, S_RCONE, "A"},
    {kC1, "complex.cos %a : complex<f64>", S_CZERO, S_RCONE, "A"},
    {kC1, "complex.sqrt %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.sin %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.tan %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.tanh %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.sign %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.expm1 %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.log1p %a : complex<f64>", S_CZERO, S_RCZERO, "A"},
    {kC1, "complex.log %a : complex<f64>", S_CZERO, "-", "N"},
    {kF2, "complex.create %a, %b : complex<f64>", S_ZERO ";" S_ZERO, S_RCZERO,
     "NN"},
    // An operation that nobody models says nothing.
    {kF2, "\"x.f\"(%a, %b) : (f64, f64) -> f64", S_ZERO ";" S_ZERO, "-", "NN"},
};

TEST(OperatorFillsTest, Fills) {
  for (const FillCase &test : kFillCases) {
    SCOPED_TRACE(std::string(test.op) + " of " + test.fills);
    Subject subject(test.arguments, test.op);
    ASSERT_TRUE(subject);
    SmallVector<Attribute> fills = subject.scalars(test.fills);
    ASSERT_EQ(fills.size(), (*subject)->getNumOperands());
    EXPECT_EQ(toString(getResultFill(*subject, fills)), test.result);
    EXPECT_EQ(getEffects(*subject, fills), test.effects);
  }
}

struct ConstantCase {
  const char *constant;
  const char *op;
  const char *fills;
  const char *result;
  const char *effects;
};

// Constants are never absent, but their value is known.
const ConstantCase kConstantCases[] = {
    {"%k = arith.constant 0.0 : f64", "arith.maximumf %a, %k : f64",
     S_ZERO ";-", S_RZERO, "AN"},
    {"%k = arith.constant 1.0 : f64", "arith.addf %a, %k : f64", S_ZERO ";-",
     S_RONE, "AN"},
    {"%k = arith.constant 2.0 : f64", "arith.addf %a, %k : f64", "-;-", "-",
     "NN"},
    {"%k = arith.constant 2.0 : f64", "arith.divf %k, %a : f64", "-;" S_ONE,
     "2.000000e+00 : f64", "NA"},
    // A literal zero is present: infinities and NaN count.
    {"%k = arith.constant 0.0 : f64", "arith.mulf %a, %k : f64", "-;-", "-",
     "NN"},
    {"%k = arith.constant 0.0 : f64\n%m = arith.cmpf une, %a, %k : f64",
     "arith.select %m, %a, %k : f64", "false;-;-", S_RZERO, "ANN"},
    // What is absent is as good as the constant beside it.
    {"%k = arith.constant 0.0 : f64\n%m = arith.cmpf une, %a, %k : f64",
     "arith.select %m, %a, %k : f64", "false;" S_ZERO ";-", S_RZERO, "AAN"},
    {"%k = arith.constant 0.0 : f64\n%m = arith.cmpf une, %a, %k : f64",
     "arith.select %m, %k, %a : f64", "-;-;" S_ZERO, S_RZERO, "NNA"},
    {"%k = arith.constant 1.0 : f64\n%m = arith.cmpf une, %a, %k : f64",
     "arith.select %m, %a, %k : f64", "-;" S_ZERO ";-", "-", "NNN"},
    {"%k = complex.constant [1.0, 0.0] : complex<f64>\n"
     "%z = complex.create %a, %a : complex<f64>",
     "complex.add %z, %k : complex<f64>", S_CZERO ";-", S_RCONE, "AN"},
};

TEST(OperatorFillsTest, ObservedAbsence) {
  struct {
    const char *arguments, *op, *fill;
    bool observed;
  } cases[] = {
      {kF2, "arith.mulf %a, %b : f64", S_ZERO, true},
      {kF2, "arith.mulf %a, %b : f64", S_ONE, false},
      {kF2, "arith.mulf %a, %b : f64", "-", true},
      {kF2, "arith.addf %a, %b : f64", S_ZERO, false},
      {kF2, "arith.addf %a, %b : f64", S_INF, true},
      {kF2, "arith.addf %a, %b : f64", "-", true},
      {kF2, "arith.maximumf %a, %b : f64", S_INF, true},
      {kF2, "arith.maximumf %a, %b : f64", S_MINF, false},
      {kF1, "math.exp %a : f64", S_ZERO, false},
      {kI2, "arith.muli %a, %b : i32", "0 : i32", false},
  };
  for (const auto &test : cases) {
    SCOPED_TRACE(std::string(test.op) + " with " + test.fill);
    Subject subject(test.arguments, test.op);
    ASSERT_TRUE(subject);
    Attribute fill = subject.scalars(test.fill).front();
    EXPECT_EQ(observesAbsence(*subject, 0, fill), test.observed);
  }
}

TEST(OperatorFillsTest, Constants) {
  for (const ConstantCase &test : kConstantCases) {
    SCOPED_TRACE(std::string(test.op) + " of " + test.fills);
    Subject subject(kF1, test.op, test.constant);
    ASSERT_TRUE(subject);
    SmallVector<Attribute> fills = subject.scalars(test.fills);
    EXPECT_EQ(toString(getResultFill(*subject, fills)), test.result);
    EXPECT_EQ(getEffects(*subject, fills), test.effects);
  }
}

} // namespace
