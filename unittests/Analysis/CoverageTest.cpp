//===- CoverageTest.cpp - Tests of the coverage of operations -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests which operands of an operation restrict its iteration domain, which add
// to it and which are looked up (thesis, section 3.2).
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Coverage.h"
#include "weft/Analysis/OperatorAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

namespace {

using Domain = Coverage<IterationDomain>;

class CoverageTest : public ::testing::Test {
protected:
  CoverageTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect>();
    registerOperatorAlgebraModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
  }

  /// An operand that is stored in a segment and has a fill elsewhere.
  Domain sparse(unsigned segment, double fill = 0) {
    return {IterationDomain::segment(segment), number(fill), false};
  }
  /// An operand that has every coordinate of a segment.
  Domain dense(unsigned segment) {
    return {IterationDomain::segment(segment), number(0), true};
  }
  Domain literal(double value) {
    return {IterationDomain::empty(), number(value), false};
  }

  /// The coverage of an operation on `%a` and `%b`, as text: the domain, and
  /// the fill or that there is none.
  std::string cover(StringRef op, ArrayRef<Domain> operands) {
    std::string source =
        ("func.func @f(%a: f64, %b: f64) {\n%r = " + op + "\nreturn\n}\n")
            .str();
    auto module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return "not an operation";
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    Domain result = getOperationCoverage(&function.front().front(), operands);
    Segment b, c;
    b.name = "b";
    c.name = "c";
    std::string text;
    llvm::raw_string_ostream os(text);
    result.domain.print(os, {b, c});
    if (result.full)
      os << ", full";
    else
      os << ", " << result.fill;
    return text;
  }

private:
  Attribute number(double value) {
    return FloatAttr::get(Float64Type::get(&context), value);
  }

  MLIRContext context;
};

TEST_F(CoverageTest, AnnihilatingOperandsRestrict) {
  StringRef product = "arith.mulf %a, %b : f64";
  EXPECT_EQ(cover(product, {sparse(0), sparse(1)}),
            "b ∩ c, 0.000000e+00 : f64");
  // What restricts nothing is looked up.
  EXPECT_EQ(cover(product, {sparse(0), dense(1)}),
            "b ∩ (c ∪ U), 0.000000e+00 : f64");
  EXPECT_EQ(cover(product, {sparse(0), sparse(1, 2)}),
            "b ∩ (c ∪ U), 0.000000e+00 : f64");
  EXPECT_EQ(cover(product, {literal(2), sparse(1)}), "c, 0.000000e+00 : f64");
  EXPECT_EQ(cover(product, {literal(0), sparse(1)}), "∅, 0.000000e+00 : f64");
}

TEST_F(CoverageTest, OtherOperandsAdd) {
  StringRef sum = "arith.addf %a, %b : f64";
  EXPECT_EQ(cover(sum, {sparse(0), sparse(1)}), "b ∪ c, 0.000000e+00 : f64");
  EXPECT_EQ(cover(sum, {sparse(0, 1), literal(2)}), "b, 3.000000e+00 : f64");
  EXPECT_EQ(cover(sum, {literal(1), literal(2)}), "∅, 3.000000e+00 : f64");
}

TEST_F(CoverageTest, WithoutFillEverythingCounts) {
  EXPECT_EQ(cover("arith.addf %a, %b : f64", {sparse(0), dense(1)}),
            "U ∪ b ∪ c, full");
  EXPECT_EQ(
      cover("\"x.f\"(%a, %b) : (f64, f64) -> f64", {sparse(0), sparse(1)}),
      "U ∪ b ∪ c, full");
}

TEST_F(CoverageTest, OneOfTwoInfinitiesRestricts) {
  double infinity = std::numeric_limits<double>::infinity();
  StringRef sum = "arith.addf %a, %b : f64";
  EXPECT_EQ(cover(sum, {sparse(0, infinity), sparse(1, -infinity)}),
            "(b ∪ U) ∩ c, 0xFFF0000000000000 : f64");
  EXPECT_EQ(cover(sum, {sparse(0, infinity), sparse(1, infinity)}),
            "b ∩ c, 0x7FF0000000000000 : f64");
}

} // namespace
