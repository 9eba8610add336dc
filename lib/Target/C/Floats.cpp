//===- Floats.cpp - Operators of floating-point numbers ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes expressions of floating-point operations and of conversions.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft::csource;

/// Whether two numbers are in an order; NaN is in none.
static Expr compareFloats(arith::CmpFPredicate predicate, const Expr &lhs,
                          const Expr &rhs, bool isCUDA) {
  auto relation = [&](StringRef symbol, bool negated = false) {
    Expr expr = makeBinary(symbol, lhs, rhs,
                           symbol == "==" || symbol == "!=" ? Binding::Equality
                                                            : Binding::Relation,
                           CType::Bool);
    return negated ? makeNot(expr) : expr;
  };
  auto macro = [&](StringRef name, bool negated) {
    // Devices do not have the macros.
    if (isCUDA)
      name =
          name == "isunordered" ? "weft_is_unordered" : "weft_is_less_greater";
    Expr expr = makeCall(name, {lhs, rhs}, CType::Bool);
    return negated ? makeNot(expr) : expr;
  };
  using arith::CmpFPredicate;
  switch (predicate) {
  case CmpFPredicate::AlwaysFalse:
    return {"false", CType::Bool};
  case CmpFPredicate::AlwaysTrue:
    return {"true", CType::Bool};
  case CmpFPredicate::OEQ:
    return relation("==");
  case CmpFPredicate::OGT:
    return relation(">");
  case CmpFPredicate::OGE:
    return relation(">=");
  case CmpFPredicate::OLT:
    return relation("<");
  case CmpFPredicate::OLE:
    return relation("<=");
  case CmpFPredicate::ONE:
    return macro("islessgreater", false);
  case CmpFPredicate::ORD:
    return macro("isunordered", true);
  case CmpFPredicate::UEQ:
    return macro("islessgreater", true);
  case CmpFPredicate::UGT:
    return relation("<=", true);
  case CmpFPredicate::UGE:
    return relation("<", true);
  case CmpFPredicate::ULT:
    return relation(">=", true);
  case CmpFPredicate::ULE:
    return relation(">", true);
  case CmpFPredicate::UNE:
    return relation("!=");
  case CmpFPredicate::UNO:
    return macro("isunordered", false);
  }
  llvm_unreachable("unknown predicate");
}

std::optional<Expr> FunctionPrinter::getFloatOp(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    facts.prelude.include("math.h");
    using arith::CmpFPredicate;
    CmpFPredicate predicate = compare.getPredicate();
    if (facts.isCUDA &&
        (predicate == CmpFPredicate::UNO || predicate == CmpFPredicate::ORD))
      facts.prelude.require("weft_is_unordered");
    if (facts.isCUDA &&
        (predicate == CmpFPredicate::ONE || predicate == CmpFPredicate::UEQ))
      facts.prelude.require("weft_is_less_greater");
    return compareFloats(predicate, toSingle(get(compare.getLhs())),
                         toSingle(get(compare.getRhs())), facts.isCUDA);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (isa<MemRefType>(select.getType()))
      return std::nullopt;
    return Expr{get(select.getCondition()).within(Binding::Or) + " ? " +
                    get(select.getTrueValue()).within(Binding::Or) + " : " +
                    get(select.getFalseValue()).within(Binding::Or),
                typeOf(select.getResult(), op), Binding::Conditional};
  }
  if (op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
    return std::nullopt;
  CType type = typeOf(op->getResult(0), op);
  auto binary = [&](StringRef symbol, Binding binding) {
    return makeBinary(symbol, get(op->getOperand(0)), get(op->getOperand(1)),
                      binding, type);
  };
  if (isa<arith::AddFOp>(op))
    return binary("+", Binding::Sum);
  if (isa<arith::SubFOp>(op))
    return binary("-", Binding::Sum);
  if (isa<arith::MulFOp>(op))
    return binary("*", Binding::Product);
  if (isa<arith::DivFOp>(op))
    return binary("/", Binding::Product);
  if (isa<arith::NegFOp>(op))
    return makeUnary("-", get(op->getOperand(0)), type);
  if (isa<arith::RemFOp>(op))
    return callMath("fmod", op);
  if (isa<arith::MinNumFOp>(op))
    return callMath("fmin", op);
  if (isa<arith::MaxNumFOp>(op))
    return callMath("fmax", op);
  if (isa<arith::MinimumFOp, arith::MaximumFOp>(op)) {
    facts.prelude.include("math.h");
    std::string name =
        isa<arith::MinimumFOp>(op) ? "weft_minimum_" : "weft_maximum_";
    CType computed = isShortFloat(type) ? CType::F32 : type;
    return castTo(callHelper(name + getSuffix(computed).str(),
                             {toSingle(get(op->getOperand(0))),
                              toSingle(get(op->getOperand(1)))},
                             computed),
                  type);
  }
  return std::nullopt;
}

std::optional<Expr> FunctionPrinter::getConversion(Operation *op) {
  if (auto cast = dyn_cast<arith::BitcastOp>(op)) {
    CType from = typeOf(cast.getIn(), op), to = typeOf(cast.getResult(), op);
    CType number = isInteger(from) ? to : from;
    if (isInteger(from) == isInteger(to))
      return std::nullopt;
    facts.prelude.include("string.h");
    std::string name = isInteger(from) ? "weft_from_bits_" : "weft_to_bits_";
    return callHelper(name + getSuffix(number).str(), {get(cast.getIn())}, to);
  }
  if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
           arith::ExtUIOp, arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp,
           arith::FPToSIOp, arith::FPToUIOp, arith::ExtFOp, arith::TruncFOp>(
          op))
    return std::nullopt;
  Value operand = op->getOperand(0);
  CType from = typeOf(operand, op), to = typeOf(op->getResult(0), op);
  bool isNarrower =
      isInteger(from) && isInteger(to) && getBytes(to) < getBytes(from);
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return castTo(get(operand), to);
  if (from == CType::Bool && isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    return makeUnary("-", get(operand), CType::I32);
  if (to == CType::Bool)
    return makeBinary("!=",
                      makeBinary("&", getExact(operand), makeLiteral(1, from),
                                 Binding::BitAnd, from),
                      makeLiteral(0, from), Binding::Equality, to);
  if (isNarrower)
    return castTo(get(operand), to);
  if (isa<arith::FPToSIOp>(op))
    return castTo(get(operand), to);
  if (isa<arith::FPToUIOp>(op))
    return castTo(get(operand), toUnsigned(to));
  bool isWithoutSign =
      isa<arith::IndexCastUIOp, arith::ExtUIOp, arith::UIToFPOp>(op) &&
      from != CType::Bool && !ranges.isNonNegative(operand);
  Expr source = isWithoutSign ? castTo(get(operand), toUnsigned(from))
                              : getExact(operand);
  // A float has all integers of 16 bits, and all that do not exceed an f16.
  if (to == CType::BF16 && getBytes(from) > 2)
    return callHelper(isWithoutSign ? "weft_to_bf16_u64" : "weft_to_bf16_i64",
                      {source}, to);
  // Widening keeps the number, so that it needs no cast.
  return isInteger(to) ? source : castTo(source, to);
}
