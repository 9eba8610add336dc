//===- OperatorAlgebraTest.cpp - Tests of the operator algebra --*- C++ -*-===//
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

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

/// A function whose one operation after its constants is under test.
class Subject {
public:
  /// `arguments` declares the operands, `text` is the operation.
  Subject(StringRef arguments, StringRef text, StringRef constants = "") {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, complex::ComplexDialect,
                    func::FuncDialect, math::MathDialect>();
    registerOperatorAlgebraModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
    std::string source = ("func.func @f(" + arguments + ") {\n" + constants +
                          "\n%r = " + text + "\nreturn\n}\n")
                             .str();
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return;
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    op = function.front().back().getPrevNode();
  }

  explicit operator bool() const { return op; }
  Operation *operator*() const { return op; }

  /// Scalars from text separated by semicolons; "-" is none.
  SmallVector<Attribute> scalars(StringRef text) {
    SmallVector<StringRef> parts;
    text.split(parts, ';');
    return llvm::map_to_vector(parts, [&](StringRef part) {
      part = part.trim();
      return part == "-" ? Attribute() : parseAttribute(part, &context);
    });
  }

private:
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Operation *op = nullptr;
};

std::string toString(Attribute attribute) {
  if (!attribute)
    return "-";
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

/// N, A and I for each operand.
std::string getEffects(Operation *op, ArrayRef<Attribute> fills) {
  std::string effects;
  for (unsigned operand = 0; operand != op->getNumOperands(); ++operand)
    effects += "NAI"[static_cast<int>(getFillEffect(op, operand, fills))];
  return effects;
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

struct FillCase {
  const char *arguments;
  const char *op;
  const char *fills;
  const char *result;
  const char *effects;
};

constexpr const char *kF1 = "%a: f64";
constexpr const char *kF2 = "%a: f64, %b: f64";
constexpr const char *kF3 = "%a: f64, %b: f64, %c: f64";
constexpr const char *kI1 = "%a: i32";
constexpr const char *kI2 = "%a: i32, %b: i32";
constexpr const char *kC1 = "%a: complex<f64>";
constexpr const char *kC2 = "%a: complex<f64>, %b: complex<f64>";
#define ZERO "0.0 : f64"
#define ONE "1.0 : f64"
#define TWO "2.0 : f64"
#define INF "0x7FF0000000000000 : f64"
#define MINF "0xFFF0000000000000 : f64"
#define RZERO "0.000000e+00 : f64"
#define RONE "1.000000e+00 : f64"
#define CZERO "[0.0, 0.0]"
#define CONE "[1.0, 0.0]"
#define RCZERO "[0.000000e+00, 0.000000e+00]"
#define RCONE "[1.000000e+00, 0.000000e+00]"

const FillCase kFillCases[] = {
    // Sums: zero is the identity, an absent infinity annihilates.
    {kF2, "arith.addf %a, %b : f64", ZERO ";" ZERO, RZERO, "II"},
    {kF2, "arith.addf %a, %b : f64", "-0.0 : f64;-", "-", "IN"},
    {kF2, "arith.addf %a, %b : f64", ZERO ";" ONE, RONE, "IN"},
    {kF2, "arith.addf %a, %b : f64", INF ";-", INF, "AN"},
    {kF2, "arith.addf %a, %b : f64", "-;" MINF, MINF, "NA"},
    {kF2, "arith.addf %a, %b {weft.strict_zero} : f64", INF ";-", "-", "NN"},
    // Of different infinities, the first decides what the fill is.
    {kF2, "arith.addf %a, %b : f64", INF ";" MINF, INF, "AN"},
    {kF2, "arith.addf %a, %b : f64", MINF ";" INF, MINF, "AN"},
    {kF2, "arith.addf %a, %b : f64", INF ";" INF, INF, "AA"},
    {kF2, "arith.subf %a, %b : f64", ZERO ";" ZERO, RZERO, "NI"},
    {kF2, "arith.subf %a, %b : f64", ZERO ";-", "-", "NN"},
    {kI2, "arith.addi %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "II"},
    {kI2, "arith.subi %a, %b : i32", "0 : i32;0 : i32", "0 : i32", "NI"},
    // Products: zero annihilates, infinities too if it is absent.
    {kF2, "arith.mulf %a, %b : f64", ZERO ";" ZERO, RZERO, "AA"},
    {kF2, "arith.mulf %a, %b : f64", ZERO ";-", RZERO, "AN"},
    {kF2, "arith.mulf %a, %b : f64", "-0.0 : f64;-", RZERO, "AN"},
    {kF2, "arith.mulf %a, %b : f64", ZERO ";" INF, RZERO, "AN"},
    {kF2, "arith.mulf %a, %b : f64", ONE ";" ZERO, RZERO, "IA"},
    {kF2, "arith.mulf %a, %b : f64", TWO ";" TWO, "4.000000e+00 : f64", "NN"},
    {kF2, "arith.mulf %a, %b : f64", "-;-", "-", "NN"},
    {kF2, "arith.mulf %a, %b {weft.strict_zero} : f64", ZERO ";-", "-", "NN"},
    {kF2, "arith.mulf %a, %b {weft.strict_zero} : f64", ZERO ";" ZERO, RZERO,
     "NN"},
    {"%a: f16, %b: f16", "arith.mulf %a, %b : f16", "0.0 : f16;-",
     "0.000000e+00 : f16", "AN"},
    {kI2, "arith.muli %a, %b : i32", "0 : i32;-", "0 : i32", "AN"},
    {kI2, "arith.muli %a, %b {weft.strict_zero} : i32", "0 : i32;-", "0 : i32",
     "AN"},
    {kI2, "arith.muli %a, %b : i32", "1 : i32;-", "-", "IN"},
    // Quotients: an absent dividend annihilates, a divisor never does.
    {kF2, "arith.divf %a, %b : f64", ZERO ";" ZERO, RZERO, "AN"},
    {kF2, "arith.divf %a, %b : f64", "-;" ZERO, "-", "NN"},
    {kF2, "arith.divf %a, %b : f64", "-;" ONE, "-", "NI"},
    {kF2, "arith.divf %a, %b {weft.strict_zero} : f64", ZERO ";-", "-", "NN"},
    {kF2, "arith.remf %a, %b : f64", ZERO ";-", RZERO, "AN"},
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
    {kF2, "arith.maximumf %a, %b : f64", ZERO ";" ZERO, RZERO, "NN"},
    {kF2, "arith.maximumf %a, %b : f64", MINF ";-", "-", "IN"},
    {kF2, "arith.maximumf %a, %b : f64", INF ";-", INF, "AN"},
    {kF2, "arith.minimumf %a, %b : f64", INF ";" MINF, MINF, "IA"},
    {kF2, "arith.minimumf %a, %b {weft.strict_zero} : f64", "-;" MINF, "-",
     "NN"},
    {kF2, "arith.maxnumf %a, %b : f64", "-;" INF, INF, "NA"},
    {kF2, "arith.minnumf %a, %b {weft.strict_zero} : f64", MINF ";-", MINF,
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
    {kF2, "arith.cmpf olt, %a, %b : f64", ZERO ";" ZERO, "false", "NN"},
    {kF2, "arith.cmpf oge, %a, %b : f64", ZERO ";" ZERO, "true", "NN"},
    {kF2, "arith.cmpf oge, %a, %b : f64", ZERO ";-", "-", "NN"},
    {kI2, "arith.cmpi eq, %a, %b : i32", "0 : i32;0 : i32", "true", "NN"},
    {kF1, "arith.negf %a : f64", ZERO, RZERO, "A"},
    {kF1, "arith.negf %a : f64", ONE, "-1.000000e+00 : f64", "A"},
    {"%a: f32", "arith.extf %a : f32 to f64", "0.0 : f32", RZERO, "A"},
    {kF1, "arith.truncf %a : f64 to f32", ZERO, "0.000000e+00 : f32", "A"},
    {kI1, "arith.sitofp %a : i32 to f64", "0 : i32", RZERO, "A"},
    {"%a: i1", "arith.uitofp %a : i1 to f64", "true", RONE, "A"},
    {kF1, "arith.fptosi %a : f64 to i32", TWO, "2 : i32", "A"},
    {kF1, "arith.fptoui %a : f64 to i32", TWO, "2 : i32", "A"},
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
     "false;-;" ZERO, RZERO, "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "false;" ZERO ";-", "-", "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "true;" TWO ";-", "2.000000e+00 : f64", "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "-;" ZERO ";" ZERO, RZERO, "NNN"},
    {"%a: i1, %b: f64, %c: f64", "arith.select %a, %b, %c : f64",
     "-;" ZERO ";" ONE, "-", "NNN"},
    // Functions.
    {kF1, "math.absf %a : f64", "-1.0 : f64", RONE, "A"},
    {kI1, "math.absi %a : i32", "-1 : i32", "1 : i32", "A"},
    {kF1, "math.sqrt %a : f64", "4.0 : f64", "2.000000e+00 : f64", "A"},
    {"%a: f16", "math.sqrt %a : f16", "0.0 : f16", "0.000000e+00 : f16", "A"},
    {kF1, "math.cbrt %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.exp %a : f64", ZERO, RONE, "A"},
    {kF1, "math.exp2 %a : f64", ZERO, RONE, "A"},
    {kF1, "math.expm1 %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.log %a : f64", ONE, RZERO, "A"},
    {kF1, "math.log2 %a : f64", ONE, RZERO, "A"},
    {kF1, "math.log10 %a : f64", ONE, RZERO, "A"},
    {kF1, "math.log1p %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.rsqrt %a : f64", ONE, RONE, "A"},
    {kF1, "math.sin %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.cos %a : f64", ZERO, RONE, "A"},
    {kF1, "math.tan %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.asin %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.acos %a : f64", ONE, RZERO, "A"},
    {kF1, "math.atan %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.sinh %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.cosh %a : f64", ZERO, RONE, "A"},
    {kF1, "math.tanh %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.asinh %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.acosh %a : f64", ONE, RZERO, "A"},
    {kF1, "math.atanh %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.erf %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.erfc %a : f64", ZERO, RONE, "A"},
    {kF1, "math.floor %a : f64", "1.5 : f64", RONE, "A"},
    {kF1, "math.ceil %a : f64", "0.5 : f64", RONE, "A"},
    {kF1, "math.round %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.roundeven %a : f64", ZERO, RZERO, "A"},
    {kF1, "math.trunc %a : f64", ZERO, RZERO, "A"},
    {kF2, "math.copysign %a, %b : f64", ZERO ";-", RZERO, "AN"},
    {kF2, "math.powf %a, %b : f64", ZERO ";-", "-", "NN"},
    {kF2, "math.powf %a, %b : f64", ZERO ";" TWO, RZERO, "NN"},
    {kF2, "math.powf %a, %b : f64", "-;" ZERO, RONE, "NA"},
    {kF2, "math.powf %a, %b : f64", ONE ";-", RONE, "AN"},
    {kF2, "math.powf %a, %b : f64", "-;" ONE, "-", "NI"},
    {kI2, "math.ipowi %a, %b : i32", "-;0 : i32", "1 : i32", "NA"},
    {"%a: f64, %b: i32", "math.fpowi %a, %b : f64, i32", "-;0 : i32", RONE,
     "NA"},
    {kF2, "math.atan2 %a, %b : f64", ZERO ";" ONE, RZERO, "NN"},
    // The product of a fused operation does not follow the rule of absence.
    {kF3, "math.fma %a, %b, %c : f64", ZERO ";-;" ONE, "-", "NNN"},
    {kF3, "math.fma %a, %b, %c : f64", ZERO ";" ZERO ";" ZERO, "-", "NNN"},
    // Complex numbers.
    {kC2, "complex.add %a, %b : complex<f64>", CZERO ";" CONE, RCONE, "IN"},
    {kC2, "complex.sub %a, %b : complex<f64>", CONE ";" CZERO, RCONE, "NI"},
    {kC2, "complex.mul %a, %b : complex<f64>", CZERO ";-", RCZERO, "AN"},
    {kC2, "complex.mul %a, %b : complex<f64>", CONE ";-", "-", "IN"},
    {kC2, "complex.mul %a, %b : complex<f64>", "[1.0, 2.0];[3.0, 4.0]",
     "[-5.000000e+00, 1.000000e+01]", "NN"},
    {kC2, "complex.mul %a, %b {weft.strict_zero} : complex<f64>", CZERO ";-",
     "-", "NN"},
    {kC2, "complex.mul %a, %b : complex<f64>",
     "#complex.number<:f64 0.0, 0.0>;-", RCZERO, "AN"},
    {kC2, "complex.div %a, %b : complex<f64>", CZERO ";" CZERO, RCZERO, "AN"},
    {kC2, "complex.div %a, %b : complex<f64>", "[-5.0, 10.0];[3.0, 4.0]",
     "[1.000000e+00, 2.000000e+00]", "NN"},
    {kC2, "complex.pow %a, %b : complex<f64>", "-;" CONE, "-", "NI"},
    {kC2, "complex.eq %a, %b : complex<f64>", CZERO ";" CZERO, "true", "NN"},
    {kC2, "complex.neq %a, %b : complex<f64>", CZERO ";" CZERO, "false", "NN"},
    {kC1, "complex.neg %a : complex<f64>", "[1.0, -2.0]",
     "[-1.000000e+00, 2.000000e+00]", "A"},
    {kC1, "complex.conj %a : complex<f64>", "[1.0, 2.0]",
     "[1.000000e+00, -2.000000e+00]", "A"},
    {kC1, "complex.re %a : complex<f64>", "[1.0, 2.0]", RONE, "A"},
    {kC1, "complex.im %a : complex<f64>", "[0.0, 1.0]", RONE, "A"},
    {kC1, "complex.abs %a : complex<f64>", "[3.0, 4.0]", "5.000000e+00 : f64",
     "A"},
    {kC1, "complex.exp %a : complex<f64>", CZERO, RCONE, "A"},
    {kC1, "complex.cos %a : complex<f64>", CZERO, RCONE, "A"},
    {kC1, "complex.sqrt %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.sin %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.tan %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.tanh %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.sign %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.expm1 %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.log1p %a : complex<f64>", CZERO, RCZERO, "A"},
    {kC1, "complex.log %a : complex<f64>", CZERO, "-", "N"},
    {kF2, "complex.create %a, %b : complex<f64>", ZERO ";" ZERO, RCZERO, "NN"},
    // An operation that nobody models says nothing.
    {kF2, "\"x.f\"(%a, %b) : (f64, f64) -> f64", ZERO ";" ZERO, "-", "NN"},
};

TEST(OperatorAlgebraTest, Fills) {
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
    {"%k = arith.constant 0.0 : f64", "arith.maximumf %a, %k : f64", ZERO ";-",
     RZERO, "AN"},
    {"%k = arith.constant 1.0 : f64", "arith.addf %a, %k : f64", ZERO ";-",
     RONE, "AN"},
    {"%k = arith.constant 2.0 : f64", "arith.addf %a, %k : f64", "-;-", "-",
     "NN"},
    {"%k = arith.constant 2.0 : f64", "arith.divf %k, %a : f64", "-;" ONE,
     "2.000000e+00 : f64", "NA"},
    // A literal zero is present: infinities and NaN count.
    {"%k = arith.constant 0.0 : f64", "arith.mulf %a, %k : f64", "-;-", "-",
     "NN"},
    {"%k = arith.constant 0.0 : f64\n%m = arith.cmpf une, %a, %k : f64",
     "arith.select %m, %a, %k : f64", "false;-;-", RZERO, "ANN"},
    {"%k = complex.constant [1.0, 0.0] : complex<f64>\n"
     "%z = complex.create %a, %a : complex<f64>",
     "complex.add %z, %k : complex<f64>", CZERO ";-", RCONE, "AN"},
};

TEST(OperatorAlgebraTest, ObservedAbsence) {
  struct {
    const char *arguments, *op, *fill;
    bool observed;
  } cases[] = {
      {kF2, "arith.mulf %a, %b : f64", ZERO, true},
      {kF2, "arith.mulf %a, %b : f64", ONE, false},
      {kF2, "arith.mulf %a, %b : f64", "-", true},
      {kF2, "arith.addf %a, %b : f64", ZERO, false},
      {kF2, "arith.addf %a, %b : f64", INF, true},
      {kF2, "arith.addf %a, %b : f64", "-", true},
      {kF2, "arith.maximumf %a, %b : f64", INF, true},
      {kF2, "arith.maximumf %a, %b : f64", MINF, false},
      {kF1, "math.exp %a : f64", ZERO, false},
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

TEST(OperatorAlgebraTest, Constants) {
  for (const ConstantCase &test : kConstantCases) {
    SCOPED_TRACE(std::string(test.op) + " of " + test.fills);
    Subject subject(kF1, test.op, test.constant);
    ASSERT_TRUE(subject);
    SmallVector<Attribute> fills = subject.scalars(test.fills);
    EXPECT_EQ(toString(getResultFill(*subject, fills)), test.result);
    EXPECT_EQ(getEffects(*subject, fills), test.effects);
  }
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

struct LawCase {
  const char *arguments;
  const char *op;
  /// Which of associative, commutative and idempotent hold.
  const char *laws;
  const char *identity;
  const char *annihilator;
};

const LawCase kLawCases[] = {
    {kF2, "arith.addf %a, %b : f64", "ac", RZERO, "-"},
    {kF2, "arith.subf %a, %b : f64", "", "-", "-"},
    {kF2, "arith.mulf %a, %b : f64", "ac", RONE, RZERO},
    {kF2, "arith.divf %a, %b : f64", "", "-", "-"},
    {kF2, "arith.maximumf %a, %b : f64", "aci", MINF, INF},
    {kF2, "arith.minimumf %a, %b : f64", "aci", INF, MINF},
    {kF2, "arith.maxnumf %a, %b : f64", "aci", MINF, INF},
    {kF2, "arith.minnumf %a, %b : f64", "aci", INF, MINF},
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
    {kC2, "complex.add %a, %b : complex<f64>", "ac", RCZERO, "-"},
    {kC2, "complex.mul %a, %b : complex<f64>", "ac", RCONE, RCZERO},
    {kC2, "complex.div %a, %b : complex<f64>", "", "-", "-"},
    {kF2, "\"x.f\"(%a, %b) : (f64, f64) -> f64", "", "-", "-"},
};

TEST(OperatorAlgebraTest, Laws) {
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
TEST(OperatorAlgebraTest, LawsHoldForSmallIntegers) {
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

TEST(OperatorAlgebraTest, Distribution) {
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

TEST(OperatorAlgebraTest, Combiners) {
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
  EXPECT_EQ(toString(getCombinerIdentity(sum, /*declared=*/{})), RZERO);
  EXPECT_EQ(toString(getCombinerIdentity(sum, builder.getF64FloatAttr(1))),
            RONE);
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

  // Nobody knows the algebra of an unknown operation but the writer.
  Region unknown;
  combineBy("x.f", unknown);
  EXPECT_EQ(getCombinerIdentity(unknown, /*declared=*/{}), Attribute());
  EXPECT_TRUE(isCombinerAssociative(unknown) && isCombinerCommutative(unknown));
  EXPECT_FALSE(isCombinerIdempotent(unknown));
  EXPECT_FALSE(distributesOverCombiner(*subject, 0, unknown));
}

TEST(OperatorAlgebraTest, Scalars) {
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
