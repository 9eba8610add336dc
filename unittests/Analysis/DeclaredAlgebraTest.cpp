//===- DeclaredAlgebraTest.cpp - Tests of declared algebra ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What uses of operators that users define say about their fills: what is
// declared, and else what evaluating them gives.
//
//===----------------------------------------------------------------------===//

#include "OperatorTrial.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Algebra/IR/Algebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// The use of one operator of f64.
class DeclaredAlgebraTest : public ::testing::Test {
protected:
  DeclaredAlgebraTest() {
    DialectRegistry registry;
    registry.insert<algebra::AlgebraDialect, arith::ArithDialect,
                    func::FuncDialect, math::MathDialect, scf::SCFDialect>();
    registerOperatorAlgebraModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Applies an operator to the arguments of a function.
  Operation *apply(const std::string &definition, unsigned arity = 2) {
    std::string parameters, operands, types;
    for (unsigned number = 0; number != arity; ++number) {
      std::string separator = number ? ", " : "";
      std::string name = "%x" + std::to_string(number);
      parameters += separator + name + ": f64";
      operands += separator + name;
      types += separator + "f64";
    }
    std::string source = "algebra.operator @f" + definition +
                         "\nfunc.func @use(" + parameters +
                         ") -> f64 {\n  %r = algebra.apply @f(" + operands +
                         ") : (" + types + ") -> f64\n  return %r : f64\n}\n";
    module = parseSourceString<ModuleOp>(source, &context);
    return module ? &(*module->getOps<func::FuncOp>().begin()).front().front()
                  : nullptr;
  }

  Attribute number(double value) {
    return Builder(&context).getF64FloatAttr(value);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr const char *kScale =
    "(%x: f64 {algebra.annihilator = 0.0 : f64}, %y: f64) -> f64 {\n"
    "  %one = arith.constant 1.0 : f64\n"
    "  %s = arith.addf %y, %one : f64\n"
    "  %r = arith.mulf %x, %s : f64\n"
    "  algebra.yield %r : f64\n}";

TEST_F(DeclaredAlgebraTest, AnAnnihilatorOfOneOperand) {
  Operation *op = apply(kScale);
  ASSERT_TRUE(op);
  Attribute zero = number(0);
  EXPECT_EQ(getFillEffect(op, 0, {zero, Attribute()}), FillEffect::Annihilates);
  EXPECT_EQ(getFillEffect(op, 1, {Attribute(), zero}), FillEffect::Neither);
  EXPECT_EQ(getFillEffect(op, 0, {number(1), Attribute()}),
            FillEffect::Neither);
  EXPECT_EQ(getResultFill(op, {zero, Attribute()}), zero);
  EXPECT_EQ(getResultFill(op, {Attribute(), zero}), Attribute());
  EXPECT_EQ(getResultFill(op, {number(2), number(3)}), number(8));
  EXPECT_EQ(getAnnihilator(op), Attribute());
}

TEST_F(DeclaredAlgebraTest, AnnihilatorsOfNumbersOnly) {
  Operation *op = apply(kScale);
  ASSERT_TRUE(op);
  context.allowUnregisteredDialects();
  test::makeStrict(op);
  EXPECT_EQ(getFillEffect(op, 0, {number(0), Attribute()}),
            FillEffect::Neither);
}

TEST_F(DeclaredAlgebraTest, AnnihilatorsToAnotherValue) {
  // 2 to the power of a product.
  Operation *op = apply("(%x: f64 {algebra.annihilator = 0.0 : f64}, %y: f64 "
                        "{algebra.annihilator = 0.0 : f64}) -> f64 {\n"
                        "  %one = arith.constant 1.0 : f64\n"
                        "  %p = arith.mulf %x, %y : f64\n"
                        "  %r = arith.addf %p, %one : f64\n"
                        "  algebra.yield %r : f64\n}");
  ASSERT_TRUE(op);
  EXPECT_EQ(getFillEffect(op, 1, {Attribute(), number(0)}),
            FillEffect::Annihilates);
  EXPECT_EQ(getResultFill(op, {Attribute(), number(0)}), number(1));
  // The result is not the value that annihilates.
  EXPECT_EQ(getAnnihilator(op), Attribute());
}

TEST_F(DeclaredAlgebraTest, AlgebraOfACombiner) {
  Operation *op = apply("(%x: f64 {algebra.annihilator = 1.0 : f64}, %y: f64 "
                        "{algebra.annihilator = 1.0 : f64}) -> f64 attributes "
                        "{associative, commutative, identity = 0.0 : f64} {\n"
                        "  %s = arith.addf %x, %y : f64\n"
                        "  %p = arith.mulf %x, %y : f64\n"
                        "  %r = arith.subf %s, %p : f64\n"
                        "  algebra.yield %r : f64\n}");
  ASSERT_TRUE(op);
  EXPECT_TRUE(isAssociative(op));
  EXPECT_TRUE(isCommutative(op));
  EXPECT_FALSE(isIdempotent(op));
  EXPECT_EQ(getIdentity(op), number(0));
  EXPECT_EQ(getAnnihilator(op), number(1));
  // The identity of numbers is none of infinities.
  EXPECT_EQ(getFillEffect(op, 0, {number(0), Attribute()}),
            FillEffect::Neither);
}

TEST_F(DeclaredAlgebraTest, ConditionsThatAreKnownChoose) {
  Operation *op = apply("(%x: f64) -> f64 {\n"
                        "  %c = arith.cmpf olt, %x, %x : f64\n"
                        "  %r = scf.if %c -> f64 {\n"
                        "    %one = arith.constant 1.0 : f64\n"
                        "    scf.yield %one : f64\n"
                        "  } else {\n"
                        "    scf.yield %x : f64\n"
                        "  }\n"
                        "  algebra.yield %r : f64\n}",
                        1);
  ASSERT_TRUE(op);
  EXPECT_EQ(getResultFill(op, {number(0)}), number(0));
}

TEST_F(DeclaredAlgebraTest, WhatSaysNothingIsUnknown) {
  Operation *op = apply("(%x: f64) -> f64 {\n"
                        "  %r = math.cbrt %x : f64\n"
                        "  algebra.yield %r : f64\n}",
                        1);
  ASSERT_TRUE(op);
  EXPECT_EQ(getResultFill(op, {number(0)}), Attribute());
  EXPECT_EQ(getFillEffect(op, 0, {number(0)}), FillEffect::Neither);
  EXPECT_FALSE(isAssociative(op));
  EXPECT_FALSE(isCommutative(op));
  EXPECT_EQ(getIdentity(op), Attribute());
}

} // namespace
