//===- Arithmetic.cpp - Operators of numbers --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes expressions of integer operations. Integers of the
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
  // The order of truth values is printed as logic, since compilers warn of one
  // that a constant tells.
  auto emitTruth = [&](bool isLess, bool orEqual) {
    Expr left = get(lhs), right = get(rhs);
    return makeBinary(orEqual ? "||" : "&&", isLess ? makeNot(left) : left,
                      isLess ? right : makeNot(right),
                      orEqual ? Binding::Or : Binding::And, CType::Bool);
  };
  using arith::CmpIPredicate;
  if (lhs.getType().isInteger(1))
    switch (compare.getPredicate()) {
    case CmpIPredicate::ult:
      return emitTruth(/*isLess=*/true, /*orEqual=*/false);
    case CmpIPredicate::ule:
      return emitTruth(/*isLess=*/true, /*orEqual=*/true);
    case CmpIPredicate::ugt:
      return emitTruth(/*isLess=*/false, /*orEqual=*/false);
    case CmpIPredicate::uge:
      return emitTruth(/*isLess=*/false, /*orEqual=*/true);
    default:
      break;
    }
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
    // Compilers warn of values that are compared with themselves.
    if (op->getOperand(0) == op->getOperand(1))
      return makeBinary("^", lhs, lhs, Binding::BitXor, CType::Bool);
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
  if (isa<arith::CeilDivUIOp>(op))
    return helper("weft_uceildiv", true);
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
