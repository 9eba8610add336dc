//===- MatchOperator.cpp - Matching scalar operators ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most functions are called as the operation is.
//
//===----------------------------------------------------------------------===//

#include "MatchOperator.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;

/// The comparison that an operation is; empty for other operations.
static std::optional<BinaryOp> getComparison(Operation *op) {
  using Result = std::optional<BinaryOp>;
  if (isa<complex::EqualOp>(op))
    return BinaryOp::Equal;
  if (isa<complex::NotEqualOp>(op))
    return BinaryOp::NotEqual;
  StringRef predicate;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    predicate = arith::stringifyCmpIPredicate(compare.getPredicate());
  else if (auto compare = dyn_cast<arith::CmpFOp>(op))
    predicate = arith::stringifyCmpFPredicate(compare.getPredicate());
  return llvm::StringSwitch<Result>(predicate)
      .Cases({"eq", "oeq"}, BinaryOp::Equal)
      .Cases({"ne", "une"}, BinaryOp::NotEqual)
      .Cases({"slt", "ult", "olt"}, BinaryOp::Less)
      .Cases({"sle", "ule", "ole"}, BinaryOp::LessEqual)
      .Cases({"sgt", "ugt", "ogt"}, BinaryOp::Greater)
      .Cases({"sge", "uge", "oge"}, BinaryOp::GreaterEqual)
      .Default(std::nullopt);
}

bool weft::isOperator(Operation *op, BinaryOp sign) {
  switch (sign) {
  case BinaryOp::Add:
    return isa<arith::AddFOp, arith::AddIOp, arith::OrIOp, complex::AddOp>(op);
  case BinaryOp::Subtract:
    return isa<arith::SubFOp, arith::SubIOp, arith::XOrIOp, complex::SubOp>(op);
  case BinaryOp::Multiply:
    return isa<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp>(op);
  case BinaryOp::Divide:
    return isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, complex::DivOp>(
        op);
  default:
    return getComparison(op) == sign;
  }
}

bool weft::isFunction(Operation *op, const Call &call) {
  switch (call.function) {
  case Function::Abs:
    return isa<math::AbsFOp, math::AbsIOp, complex::AbsOp>(op);
  case Function::And:
    return isa<arith::AndIOp>(op);
  case Function::Imag:
    return isa<complex::ImOp>(op);
  case Function::Max:
    return isa<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::OrIOp>(
        op);
  case Function::Min:
    return isa<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp,
               arith::AndIOp>(op);
  case Function::Or:
    return isa<arith::OrIOp>(op);
  case Function::Pow:
    return isa<math::PowFOp, complex::PowOp>(op);
  case Function::Real:
    return isa<complex::ReOp>(op);
  case Function::Xor:
    return isa<arith::XOrIOp>(op);
  default:
    return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                           complex::ComplexDialect>(op->getDialect()) &&
           op->getName().stripDialect() == StringRef(nameOf(call.function));
  }
}

Value weft::getComparedWithZero(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (!op || getComparison(op) != BinaryOp::NotEqual)
    return {};
  Attribute number = getConstantScalar(op->getOperand(1));
  return number && isZeroScalar(number) ? op->getOperand(0) : Value();
}
