//===- ExpressionText.cpp - Scalar operations as expressions ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes scalar operations as expressions. The grouping of the operations is
// kept, since it matters for rounding.
//
//===----------------------------------------------------------------------===//

#include "ExpressionText.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Support/Combiner.h"
#include "weft/Support/ScalarText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The sign of a comparison; empty if there is none for it.
static StringRef getComparisonSign(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return llvm::StringSwitch<StringRef>(
               arith::stringifyCmpIPredicate(compare.getPredicate()))
        .Case("eq", "==")
        .Case("ne", "!=")
        .Cases({"slt", "ult"}, "<")
        .Cases({"sle", "ule"}, "<=")
        .Cases({"sgt", "ugt"}, ">")
        .Cases({"sge", "uge"}, ">=")
        .Default("");
  // Those that give for NaN what the comparison of C gives.
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return llvm::StringSwitch<StringRef>(
               arith::stringifyCmpFPredicate(compare.getPredicate()))
        .Case("oeq", "==")
        .Case("une", "!=")
        .Case("olt", "<")
        .Case("ole", "<=")
        .Case("ogt", ">")
        .Case("oge", ">=")
        .Default("");
  if (isa<complex::EqualOp>(op))
    return "==";
  return isa<complex::NotEqualOp>(op) ? "!=" : "";
}

StringRef ExpressionTexts::getSign(Operation *op, Binding &binding) {
  binding = Binding::Sum;
  if (isa<arith::AddFOp, arith::AddIOp, complex::AddOp>(op))
    return "+";
  if (isa<arith::SubFOp, arith::SubIOp, complex::SubOp>(op))
    return "-";
  binding = Binding::Product;
  if (isa<arith::MulFOp, arith::MulIOp, complex::MulOp>(op))
    return "*";
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, complex::DivOp>(op))
    return "/";
  binding = Binding::Comparison;
  return getComparisonSign(op);
}

/// The name of an operation as a function.
static std::string getFunctionName(Operation *op) {
  // The front end keeps the names of operators apart from those of functions.
  if (auto apply = dyn_cast<algebra::ApplyOp>(op)) {
    StringRef name = apply.getCallee();
    name.consume_front("operator.");
    return name.str();
  }
  StringRef name = op->getName().stripDialect();
  // Comparisons that have no sign.
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return arith::stringifyCmpFPredicate(compare.getPredicate()).str();
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Cases({"arith.maximumf", "arith.maxnumf", "arith.maxsi", "arith.maxui"},
             "max")
      .Cases({"arith.minimumf", "arith.minnumf", "arith.minsi", "arith.minui"},
             "min")
      .Cases({"math.absf", "math.absi", "complex.abs"}, "abs")
      .Cases({"math.powf", "math.ipowi", "math.fpowi", "complex.powi"}, "pow")
      .Cases({"arith.remf", "arith.remsi", "arith.remui"}, "rem")
      .Case("arith.andi", "and")
      .Case("arith.ori", "or")
      .Case("arith.xori", "xor")
      .Case("complex.create", "complex")
      .Case("complex.re", "real")
      .Case("complex.im", "imag")
      .Default(name)
      .str();
}

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

void ExpressionTexts::set(Value value, Text text) {
  if (text.text.size() > kMaxLength)
    text = {"..."};
  texts[value] = std::move(text);
}

/// The variable that an operation gives an extent: that of a forall, or one
/// that derives from those of foralls; null if there is none.
static Value findVariable(Operation *op, Value extent) {
  if (auto forall = dyn_cast<cin::ForallOp>(op))
    return forall.getVariable();
  auto results = llvm::make_filter_range(op->getResults(), [&](Value result) {
    return isa<cin::IndexType>(result.getType()) &&
           cin::getExtent(result) == extent;
  });
  return results.empty() ? Value() : *results.begin();
}

/// How many coordinates the variables have that an extent is of; a question
/// mark if it is of none.
std::string ExpressionTexts::getExtentText(Value extent) const {
  for (Operation *user : extent.getUsers())
    if (Value variable = findVariable(user, extent))
      return "|" + names.getIndex(variable) + "|";
  return "?";
}

std::string ExpressionTexts::get(Value value) const {
  auto text = texts.find(value);
  return text == texts.end() ? getExtentText(value) : text->second.text;
}

std::string ExpressionTexts::getOperand(Value value, Binding atLeast) const {
  auto text = texts.find(value);
  if (text == texts.end() || text->second.binding >= atLeast)
    return get(value);
  return "(" + text->second.text + ")";
}

std::string ExpressionTexts::getComponent(Value ref, ValueRange indices) const {
  std::string text = names.getTensor(ref).str();
  if (indices.empty())
    return text;
  llvm::raw_string_ostream os(text);
  os << "(";
  llvm::interleave(
      indices, os, [&](Value index) { os << names.getIndex(index); }, ",");
  os << ")";
  return text;
}

ExpressionTexts::Text ExpressionTexts::getInfix(Operation *op, StringRef sign,
                                                Binding binding) const {
  auto tighter = static_cast<Binding>(static_cast<int>(binding) + 1);
  // Comparisons do not associate.
  Binding left = binding == Binding::Comparison ? tighter : binding;
  return {getOperand(op->getOperand(0), left) + " " + sign.str() + " " +
              getOperand(op->getOperand(1), tighter),
          binding};
}

std::string ExpressionTexts::getCall(Operation *op, StringRef function) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << function << "(";
  llvm::interleaveComma(op->getOperands(), os,
                        [&](Value operand) { os << get(operand); });
  os << ")";
  return text;
}

ExpressionTexts::Text ExpressionTexts::getText(Operation *op) const {
  if (auto access = dyn_cast<cin::AccessOp>(op))
    return {getComponent(access.getRef(), access.getIndices())};
  if (auto value = dyn_cast<cin::ValueOp>(op))
    return {names.getIndex(value.getVariable())};
  if (auto present = dyn_cast<cin::PresentOp>(op))
    return {
        "present(" + get(present.getOf()) +
        (present.getNumber() ? "" : ", " + getScalarText(present.getFill())) +
        ")"};
  // The type of a number of coordinates is of no interest.
  if (isa<CastOpInterface>(op) && isa<BlockArgument>(op->getOperand(0)))
    return {get(op->getOperand(0))};
  if (isa<arith::NegFOp, complex::NegOp>(op))
    return {"-" + getOperand(op->getOperand(0), Binding::Primary),
            Binding::Sign};
  if (isa<CastOpInterface>(op) && op->getNumResults() == 1)
    return {getCall(op, toString(op->getResult(0).getType()))};
  Binding binding;
  StringRef sign = getSign(op, binding);
  if (!sign.empty())
    return getInfix(op, sign, binding);
  return {getCall(op, getFunctionName(op))};
}

void ExpressionTexts::add(Operation *op) {
  if (op->getNumResults() == 1) {
    Value result = op->getResult(0);
    if (Attribute constant = getConstantScalar(result)) {
      std::string text = getScalarText(constant);
      Binding binding = text.front() == '-' ? Binding::Sign : Binding::Primary;
      return set(result, {std::move(text), binding});
    }
    return set(result, getText(op));
  }
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    set(result, {getText(op).text + "#" + std::to_string(number)});
}

std::string ExpressionTexts::getAssignment(cin::AssignOp assign) {
  std::string component = getComponent(assign.getRef(), assign.getIndices());
  std::string value = get(assign.getValue());
  if (!assign.isCompound())
    return component + " = " + value;
  Region &combiner = assign.getCombiner();
  if (Operation *op = getSimpleCombinerOp(combiner)) {
    Binding binding;
    StringRef sign = getSign(op, binding);
    std::string name = sign.empty() || binding == Binding::Comparison
                           ? getFunctionName(op)
                           : sign.str();
    return component + " " + name + "= " + value;
  }
  Block &block = combiner.front();
  set(block.getArgument(0), {component});
  texts[block.getArgument(1)] = texts.lookup(assign.getValue());
  for (Operation &op : block.without_terminator())
    add(&op);
  return component + " = " + get(block.getTerminator()->getOperand(0));
}
