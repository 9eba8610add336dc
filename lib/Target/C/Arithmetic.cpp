//===- Arithmetic.cpp - Operators of numbers --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes expressions of integer and floating-point operations. Integers of the
// IR have no sign and wrap around; where C leaves that undefined, they are
// computed without sign. Indices do not wrap around (Ranges.h), but for hashes.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::csource;

/// Whether an operation on indices is meant to wrap around.
static bool isHash(Operation *op) {
  APInt factor;
  return isa<arith::MulIOp>(op) &&
         matchPattern(op->getOperand(1), m_ConstantInt(&factor)) &&
         factor.getSignificantBits() > 33;
}

/// An operation whose result is right modulo a power of two.
Expr FunctionPrinter::getModular(Operation *op, StringRef symbol,
                                 Binding binding) {
  Expr lhs = get(op->getOperand(0)), rhs = get(op->getOperand(1));
  Type type = op->getResult(0).getType();
  if (type.isIndex() && !isHash(op)) {
    // One wide operand makes the operator wide.
    auto isWide = [](const Expr &side) {
      return side.type == CType::I64 && !side.literal;
    };
    auto toSigned = [](const Expr &side) {
      return isUnsigned(side.type) ? castTo(side, CType::I64) : side;
    };
    lhs = toSigned(lhs), rhs = toSigned(rhs);
    if (!isWide(lhs) && !isWide(rhs)) {
      if (!lhs.literal)
        lhs = castTo(lhs, CType::I64);
      else
        rhs = castTo(rhs, CType::I64);
    }
    if (rhs.literal && *rhs.literal < 0 && symbol == "+")
      return makeBinary("-", lhs, makeLiteral(-*rhs.literal, CType::I64),
                        binding, CType::I64);
    return makeBinary(symbol, lhs, rhs, binding, CType::I64);
  }
  CType wide =
      getBytes(typeOf(op->getResult(0), op)) < 8 ? CType::U32 : CType::U64;
  // A literal takes the type of the other operand.
  auto convert = [&](const Expr &side, const Expr &other) {
    bool takesOther = side.literal && *side.literal >= 0 && !other.literal;
    return takesOther ? side : castTo(side, wide);
  };
  return makeBinary(symbol, convert(lhs, rhs), convert(rhs, lhs), binding,
                    wide);
}

Expr FunctionPrinter::getComparison(Operation *op) {
  auto compare = cast<arith::CmpIOp>(op);
  Value lhs = compare.getLhs(), rhs = compare.getRhs();
  auto emit = [&](StringRef symbol, bool withoutSign = false) {
    Expr left = getExact(lhs), right = getExact(rhs);
    bool isEquality = symbol == "==" || symbol == "!=";
    if (withoutSign &&
        !(ranges.isNonNegative(lhs) && ranges.isNonNegative(rhs))) {
      CType type = toUnsigned(typeOf(lhs, op));
      left = castTo(get(lhs), type), right = castTo(get(rhs), type);
    }
    return makeBinary(symbol, left, right,
                      isEquality ? Binding::Equality : Binding::Relation,
                      CType::Bool);
  };
  using arith::CmpIPredicate;
  switch (compare.getPredicate()) {
  case CmpIPredicate::eq:
    return emit("==");
  case CmpIPredicate::ne:
    return emit("!=");
  case CmpIPredicate::slt:
    return emit("<");
  case CmpIPredicate::sle:
    return emit("<=");
  case CmpIPredicate::sgt:
    return emit(">");
  case CmpIPredicate::sge:
    return emit(">=");
  case CmpIPredicate::ult:
    return emit("<", true);
  case CmpIPredicate::ule:
    return emit("<=", true);
  case CmpIPredicate::ugt:
    return emit(">", true);
  case CmpIPredicate::uge:
    return emit(">=", true);
  }
  llvm_unreachable("unknown predicate");
}

std::optional<Expr> FunctionPrinter::getBooleanOp(Operation *op) {
  if (isa<arith::CmpIOp>(op))
    return getComparison(op);
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) ||
      !op->getResult(0).getType().isInteger(1))
    return std::nullopt;
  Expr lhs = get(op->getOperand(0));
  if (isa<arith::XOrIOp>(op)) {
    if (matchPattern(op->getOperand(1), m_One()))
      return makeNot(lhs);
    return makeBinary("!=", lhs, get(op->getOperand(1)), Binding::Equality,
                      CType::Bool);
  }
  bool isAnd = isa<arith::AndIOp>(op);
  return makeBinary(isAnd ? "&&" : "||", lhs, get(op->getOperand(1)),
                    isAnd ? Binding::And : Binding::Or, CType::Bool);
}

std::optional<Expr> FunctionPrinter::getIntegerOp(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIntOrIndex())
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return getModular(op, "+", Binding::Sum);
  if (isa<arith::SubIOp>(op))
    return getModular(op, "-", Binding::Sum);
  if (isa<arith::MulIOp>(op))
    return getModular(op, "*", Binding::Product);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    CType type = typeOf(select.getResult(), op);
    return Expr{
        get(select.getCondition()).within(Binding::Or) + " ? " +
            castTo(get(select.getTrueValue()), type).within(Binding::Or) +
            " : " +
            castTo(get(select.getFalseValue()), type).within(Binding::Or),
        type, Binding::Conditional};
  }
  if (op->getNumOperands() != 2 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return std::nullopt;

  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  CType type = typeOf(lhs, op);
  bool isSigned = ranges.isNonNegative(lhs) && ranges.isNonNegative(rhs);
  auto operand = [&](Value value, bool withoutSign) {
    return withoutSign ? castTo(get(value), toUnsigned(type)) : getExact(value);
  };
  auto binary = [&](StringRef symbol, Binding binding, bool withoutSign) {
    return makeBinary(symbol, operand(lhs, withoutSign),
                      operand(rhs, withoutSign), binding,
                      withoutSign ? toUnsigned(type) : type);
  };
  auto helper = [&](StringRef name, bool withoutSign) {
    return callHelper(name,
                      {operand(lhs, withoutSign), operand(rhs, withoutSign)},
                      withoutSign ? CType::U64 : CType::I64);
  };
  if (isa<arith::DivSIOp>(op) || (isa<arith::DivUIOp>(op) && isSigned))
    return binary("/", Binding::Product, false);
  if (isa<arith::DivUIOp>(op))
    return binary("/", Binding::Product, true);
  if (isa<arith::RemSIOp>(op) || (isa<arith::RemUIOp>(op) && isSigned))
    return binary("%", Binding::Product, false);
  if (isa<arith::RemUIOp>(op))
    return binary("%", Binding::Product, true);
  if (isa<arith::CeilDivUIOp>(op) && isSigned)
    return helper("weft_ceildiv", false);
  if (isa<arith::CeilDivSIOp>(op))
    return helper("weft_ceildiv", false);
  if (isa<arith::FloorDivSIOp>(op))
    return helper("weft_floordiv", false);
  if (isa<arith::MinSIOp>(op) || (isa<arith::MinUIOp>(op) && isSigned))
    return helper("weft_min", false);
  if (isa<arith::MaxSIOp>(op) || (isa<arith::MaxUIOp>(op) && isSigned))
    return helper("weft_max", false);
  if (isa<arith::MinUIOp>(op))
    return helper("weft_umin", true);
  if (isa<arith::MaxUIOp>(op))
    return helper("weft_umax", true);
  if (isa<arith::AndIOp>(op))
    return binary("&", Binding::BitAnd, false);
  if (isa<arith::OrIOp>(op))
    return binary("|", Binding::BitOr, false);
  if (isa<arith::XOrIOp>(op))
    return binary("^", Binding::BitXor, false);
  if (isa<arith::ShRSIOp>(op) ||
      (isa<arith::ShRUIOp>(op) && ranges.isNonNegative(lhs)))
    return binary(">>", Binding::Shift, false);
  if (isa<arith::ShRUIOp>(op))
    return binary(">>", Binding::Shift, true);
  if (isa<arith::ShLIOp>(op)) {
    Expr wide = castTo(get(lhs), getBytes(type) < 8 ? CType::U32 : CType::U64);
    return makeBinary("<<", wide, getExact(rhs), Binding::Shift, wide.type);
  }
  return std::nullopt;
}

/// Whether two numbers are in an order; NaN is in none.
static Expr compareFloats(arith::CmpFPredicate predicate, const Expr &lhs,
                          const Expr &rhs) {
  auto relation = [&](StringRef symbol, bool negated = false) {
    Expr expr = makeBinary(symbol, lhs, rhs,
                           symbol == "==" || symbol == "!=" ? Binding::Equality
                                                            : Binding::Relation,
                           CType::Bool);
    return negated ? makeNot(expr) : expr;
  };
  auto macro = [&](StringRef name, bool negated) {
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
    return compareFloats(compare.getPredicate(), get(compare.getLhs()),
                         get(compare.getRhs()));
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
    return callHelper(name + getSuffix(type).str(),
                      {get(op->getOperand(0)), get(op->getOperand(1))}, type);
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
  // Widening keeps the number, so that it needs no cast.
  return isInteger(to) ? source : castTo(source, to);
}
