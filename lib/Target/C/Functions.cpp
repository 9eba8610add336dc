//===- Functions.cpp - Functions of the C library ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes calls of libm of operations of `math`, and expressions of those of
// `complex`.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace weft::csource;

/// Calls a function on all operands; that for `float` ends with an f. Numbers
/// of 16 bits are computed as `float`.
Expr FunctionPrinter::callMath(StringRef name, Operation *op) {
  facts.prelude.include("math.h");
  SmallVector<Expr> arguments;
  for (Value operand : op->getOperands())
    arguments.push_back(toSingle(get(operand)));
  CType type = arguments.front().type;
  bool isSingle = type == CType::F32 || type == CType::C64;
  CType result = op->getResult(0).getType().isInteger(1)
                     ? CType::Bool
                     : typeOf(op->getResult(0), op);
  CType computed = isShortFloat(result) ? CType::F32 : result;
  return castTo(
      makeCall(isSingle ? (name + "f").str() : name.str(), arguments, computed),
      result);
}

std::optional<Expr> FunctionPrinter::getMathOp(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("math."))
    return std::nullopt;
  if (isa<math::AbsIOp>(op)) {
    Expr operand = getExact(op->getOperand(0));
    CType type = typeOf(op->getResult(0), op);
    return castTo(callHelper("weft_abs", {operand}, CType::U64), type);
  }
  if (isa<math::IsNaNOp, math::IsInfOp, math::IsFiniteOp>(op)) {
    facts.prelude.include("math.h");
    return makeCall(name, {toSingle(get(op->getOperand(0)))}, CType::Bool);
  }
  if (isa<math::RsqrtOp>(op)) {
    Expr root = callMath("sqrt", op);
    CType type = root.type;
    if (isShortFloat(type))
      root = {root.uncast, CType::F32};
    return castTo(
        makeBinary("/", {root.type == CType::F32 ? "1.0f" : "1.0", root.type},
                   root, Binding::Product, root.type),
        type);
  }
  if (isa<math::AbsFOp>(op))
    return callMath("fabs", op);
  if (isa<math::PowFOp>(op))
    return callMath("pow", op);
  // The others have the names of the functions.
  static const llvm::StringSet<> functions = {
      "acos",  "acosh",    "asin", "asinh", "atan",  "atan2", "atanh", "cbrt",
      "ceil",  "copysign", "cos",  "cosh",  "erf",   "erfc",  "exp",   "exp2",
      "expm1", "floor",    "fma",  "log",   "log10", "log1p", "log2",  "round",
      "sin",   "sinh",     "sqrt", "tan",   "tanh",  "trunc"};
  if (!functions.contains(name))
    return std::nullopt;
  return callMath(name, op);
}

Expr FunctionPrinter::makeComplex(const Expr &real, const Expr &imaginary,
                                  CType type) {
  if (facts.isCUDA)
    return makeCall(getSpelling(type), {real, imaginary}, type);
  return callHelper(("weft_complex_" + getSuffix(type)).str(),
                    {real, imaginary}, type);
}

std::optional<Expr> FunctionPrinter::callComplex(Operation *op) {
  StringRef function =
      llvm::StringSwitch<StringRef>(op->getName().stripDialect())
          .Case("re", "creal")
          .Case("im", "cimag")
          .Case("abs", "cabs")
          .Case("angle", "carg")
          .Case("conj", "conj")
          .Case("cos", "ccos")
          .Case("exp", "cexp")
          .Case("log", "clog")
          .Case("pow", "cpow")
          .Case("sin", "csin")
          .Case("sqrt", "csqrt")
          .Case("tan", "ctan")
          .Case("tanh", "ctanh")
          .Default("");
  if (function.empty())
    return std::nullopt;
  return callMath(function, op);
}

std::optional<Expr> FunctionPrinter::callCudaComplex(Operation *op) {
  StringRef function =
      llvm::StringSwitch<StringRef>(op->getName().stripDialect())
          .Case("re", "weft_re")
          .Case("im", "weft_im")
          .Case("abs", "weft_modulus")
          .Case("angle", "weft_angle")
          .Case("conj", "weft_conj")
          .Default("");
  if (function.empty())
    return std::nullopt;
  return makeCall(function, {get(op->getOperand(0))},
                  typeOf(op->getResult(0), op));
}

std::optional<Expr> FunctionPrinter::getComplexOp(Operation *op) {
  if (op->getName().getDialectNamespace() != "complex")
    return std::nullopt;
  if (!facts.isCUDA)
    facts.prelude.include("complex.h");
  CType type = typeOf(op->getResult(0), op);
  auto operand = [&](unsigned number) { return get(op->getOperand(number)); };
  auto binary = [&](StringRef symbol, Binding binding, CType type) {
    return makeBinary(symbol, operand(0), operand(1), binding, type);
  };
  if (auto constant = dyn_cast<complex::ConstantOp>(op))
    return getConstant(op, constant.getValue());
  if (isa<complex::CreateOp>(op))
    return makeComplex(operand(0), operand(1), type);
  if (isa<complex::AddOp>(op))
    return binary("+", Binding::Sum, type);
  if (isa<complex::SubOp>(op))
    return binary("-", Binding::Sum, type);
  if (isa<complex::MulOp>(op))
    return binary("*", Binding::Product, type);
  if (isa<complex::DivOp>(op))
    return binary("/", Binding::Product, type);
  if (isa<complex::EqualOp>(op))
    return binary("==", Binding::Equality, CType::Bool);
  if (isa<complex::NotEqualOp>(op))
    return binary("!=", Binding::Equality, CType::Bool);
  if (isa<complex::NegOp>(op))
    return makeUnary("-", operand(0), type);
  return facts.isCUDA ? callCudaComplex(op) : callComplex(op);
}
