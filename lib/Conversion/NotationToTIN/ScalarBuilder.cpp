//===- ScalarBuilder.cpp - Operators on numbers of one type -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, conversions, arithmetic and comparisons.
//
//===----------------------------------------------------------------------===//

#include "ScalarBuilder.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;
using notation::BinaryOp;
using notation::Literal;
using notation::Reducer;

/// The real type of a complex type's parts.
static ScalarType getPartType(ScalarType type) {
  return {ScalarType::Kind::Real, type.width};
}

//===----------------------------------------------------------------------===//
// Constants and conversions
//===----------------------------------------------------------------------===//

/// A constant with the given parts.
static Value createConstant(OpBuilder &builder, Location loc, ScalarType type,
                            int64_t integer, double real, double imaginary) {
  Type result = type.getType(builder.getContext());
  if (type.isTruth() || type.isInteger()) {
    // Of an unsigned number, the bits are meant.
    APInt bits(type.width, integer, /*isSigned=*/!type.isUnsigned,
               /*implicitTrunc=*/true);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(result, bits));
  }
  if (type.isReal())
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(result, real));
  Type part = getPartType(type).getType(builder.getContext());
  return complex::ConstantOp::create(
      builder, loc, result,
      builder.getArrayAttr({builder.getFloatAttr(part, real),
                            builder.getFloatAttr(part, imaginary)}));
}

Value ScalarBuilder::constant(Location loc, ScalarType type, double value) {
  return createConstant(builder, loc, type, static_cast<int64_t>(value), value,
                        0);
}

Value ScalarBuilder::constant(Location loc, ScalarType type,
                              const Literal &literal) {
  bool isImaginary = literal.kind == Literal::Kind::Imaginary;
  return createConstant(
      builder, loc, type, static_cast<int64_t>(literal.integer),
      isImaginary ? 0 : literal.real, isImaginary ? literal.real : 0);
}

Value ScalarBuilder::integerConstant(Location loc, ScalarType type,
                                     int64_t value) {
  return createConstant(builder, loc, type, value, value, 0);
}

Value ScalarBuilder::convert(Location loc, Value value, ScalarType from,
                             ScalarType to) {
  if (from == to)
    return value;
  Type type = to.getType(builder.getContext());
  if (to.isComplex()) {
    ScalarType part = getPartType(to);
    if (!from.isComplex()) {
      Value real = convert(loc, value, from, part);
      return create<complex::CreateOp>(loc, type, real, constant(loc, part, 0));
    }
    ScalarType fromPart = getPartType(from);
    Type fromType = fromPart.getType(builder.getContext());
    Value real = create<complex::ReOp>(loc, fromType, value);
    real = convert(loc, real, fromPart, part);
    Value imaginary = create<complex::ImOp>(loc, fromType, value);
    imaginary = convert(loc, imaginary, fromPart, part);
    return create<complex::CreateOp>(loc, type, real, imaginary);
  }
  if (from.isTruth())
    return convertTruth(loc, value, to);
  bool widens = from.width < to.width;
  if (from.isReal())
    return widens ? create<arith::ExtFOp>(loc, type, value)
                  : create<arith::TruncFOp>(loc, type, value);
  if (to.isReal())
    return from.isUnsigned ? create<arith::UIToFPOp>(loc, type, value)
                           : create<arith::SIToFPOp>(loc, type, value);
  if (from.width == to.width)
    return value;
  if (!widens)
    return create<arith::TruncIOp>(loc, type, value);
  return from.isUnsigned ? create<arith::ExtUIOp>(loc, type, value)
                         : create<arith::ExtSIOp>(loc, type, value);
}

/// Whether a type is a real one of 16 bits.
static bool isSmallReal(runtime::ElementType type) {
  return type == runtime::ElementType::F16 ||
         type == runtime::ElementType::BF16;
}

Value ScalarBuilder::convertLoaded(Location loc, Value value) {
  if (!isa<Float16Type, BFloat16Type>(value.getType()))
    return value;
  return create<arith::ExtFOp>(loc, builder.getF32Type(), value);
}

Value ScalarBuilder::convertStored(Location loc, Value value, ScalarType from,
                                   runtime::ElementType type) {
  ScalarType to = ScalarType::get(type);
  if (!isSmallReal(type))
    return convert(loc, value, from, to);
  // Integers of more bits than f32 holds take the way through f64.
  if (!from.isReal()) {
    ScalarType real{ScalarType::Kind::Real, from.width > 16 ? 64u : 32u};
    value = convert(loc, value, from, real);
  }
  Type stored = getStoredType(builder.getContext(), type);
  return create<arith::TruncFOp>(loc, stored, value);
}

Value ScalarBuilder::convertTruth(Location loc, Value truth, ScalarType to) {
  if (to.isTruth())
    return truth;
  Type type = to.getType(builder.getContext());
  if (to.isInteger())
    return create<arith::ExtUIOp>(loc, type, truth);
  if (to.isReal())
    return create<arith::UIToFPOp>(loc, type, truth);
  ScalarType part = getPartType(to);
  Value real = convertTruth(loc, truth, part);
  return create<complex::CreateOp>(loc, type, real, constant(loc, part, 0));
}

Value ScalarBuilder::convertIndex(Location loc, Value index, ScalarType to) {
  ScalarType integer =
      to.isInteger() ? to : ScalarType{ScalarType::Kind::Integer, 64};
  Value number = create<arith::IndexCastOp>(
      loc, integer.getType(builder.getContext()), index);
  return convert(loc, number, integer, to);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value ScalarBuilder::negate(Location loc, ScalarType type, Value value) {
  if (type.isInteger())
    return create<arith::SubIOp>(loc, constant(loc, type, 0), value);
  if (type.isReal())
    return create<arith::NegFOp>(loc, value);
  return create<complex::NegOp>(loc, value);
}

Value ScalarBuilder::divideIntegers(Location loc, ScalarType type, Value left,
                                    Value right) {
  // A divisor of 0 or -1 may trap. The dividend is divided by 1 instead, and
  // the quotient multiplied by 0 or -1, so that an absent dividend still
  // annihilates.
  Value zero = constant(loc, type, 0);
  Value one = constant(loc, type, 1);
  Value minusOne = constant(loc, type, -1);
  Value isZero =
      create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, right, zero);
  Value isMinusOne =
      create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, right, minusOne);
  Value isUnsafe = create<arith::OrIOp>(loc, isZero, isMinusOne);
  Value divisor = create<arith::SelectOp>(loc, isUnsafe, one, right);
  Value factor = create<arith::SelectOp>(loc, isMinusOne, minusOne, one);
  factor = create<arith::SelectOp>(loc, isZero, zero, factor);
  Value quotient = create<arith::DivSIOp>(loc, left, divisor);
  return create<arith::MulIOp>(loc, quotient, factor);
}

Value ScalarBuilder::divideUnsigned(Location loc, ScalarType type, Value left,
                                    Value right) {
  Value zero = constant(loc, type, 0);
  Value one = constant(loc, type, 1);
  Value isZero =
      create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, right, zero);
  Value divisor = create<arith::SelectOp>(loc, isZero, one, right);
  Value factor = create<arith::SelectOp>(loc, isZero, zero, one);
  Value quotient = create<arith::DivUIOp>(loc, left, divisor);
  return create<arith::MulIOp>(loc, quotient, factor);
}

// Upstream folds a sum of a complex difference and what it subtracts to what
// that is subtracted from, and a difference likewise. Numbers are rounded
// between. A negated operand hides what it is, and is the same number.
Value ScalarBuilder::sumOrDifference(Location loc, BinaryOp op, ScalarType type,
                                     Value left, Value right) {
  if (op == BinaryOp::Add) {
    if (type.isComplex() && right.getDefiningOp<complex::SubOp>() &&
        !left.getDefiningOp<complex::SubOp>())
      std::swap(left, right);
    if (left.getDefiningOp<complex::SubOp>())
      return create<complex::SubOp>(loc, left, negate(loc, type, right));
    return choose<arith::OrIOp, arith::AddIOp, arith::AddFOp, complex::AddOp>(
        loc, type, left, right);
  }
  if (left.getDefiningOp<complex::AddOp>())
    return create<complex::AddOp>(loc, left, negate(loc, type, right));
  return choose<arith::XOrIOp, arith::SubIOp, arith::SubFOp, complex::SubOp>(
      loc, type, left, right);
}

Value ScalarBuilder::arithmetic(Location loc, BinaryOp op, ScalarType type,
                                Value left, Value right, bool isSafeDivisor) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Subtract:
    return sumOrDifference(loc, op, type, left, right);
  case BinaryOp::Multiply:
    return choose<arith::AndIOp, arith::MulIOp, arith::MulFOp, complex::MulOp>(
        loc, type, left, right);
  case BinaryOp::Divide:
    if (type.isInteger() && !isSafeDivisor)
      return type.isUnsigned ? divideUnsigned(loc, type, left, right)
                             : divideIntegers(loc, type, left, right);
    if (type.isUnsigned)
      return create<arith::DivUIOp>(loc, left, right);
    return choose<arith::AndIOp, arith::DivSIOp, arith::DivFOp, complex::DivOp>(
        loc, type, left, right);
  default:
    llvm_unreachable("not an arithmetic operator");
  }
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static arith::CmpIPredicate getIntegerPredicate(BinaryOp op, bool isUnsigned) {
  using Predicate = arith::CmpIPredicate;
  switch (op) {
  case BinaryOp::Equal:
    return Predicate::eq;
  case BinaryOp::NotEqual:
    return Predicate::ne;
  case BinaryOp::Less:
    return isUnsigned ? Predicate::ult : Predicate::slt;
  case BinaryOp::LessEqual:
    return isUnsigned ? Predicate::ule : Predicate::sle;
  case BinaryOp::Greater:
    return isUnsigned ? Predicate::ugt : Predicate::sgt;
  case BinaryOp::GreaterEqual:
    return isUnsigned ? Predicate::uge : Predicate::sge;
  default:
    llvm_unreachable("not a comparison");
  }
}

/// NaN differs from everything and compares false otherwise.
static arith::CmpFPredicate getRealPredicate(BinaryOp op) {
  switch (op) {
  case BinaryOp::Equal:
    return arith::CmpFPredicate::OEQ;
  case BinaryOp::NotEqual:
    return arith::CmpFPredicate::UNE;
  case BinaryOp::Less:
    return arith::CmpFPredicate::OLT;
  case BinaryOp::LessEqual:
    return arith::CmpFPredicate::OLE;
  case BinaryOp::Greater:
    return arith::CmpFPredicate::OGT;
  case BinaryOp::GreaterEqual:
    return arith::CmpFPredicate::OGE;
  default:
    llvm_unreachable("not a comparison");
  }
}

Value ScalarBuilder::compare(Location loc, BinaryOp op, ScalarType type,
                             Value left, Value right) {
  if (type.isTruth() || type.isInteger()) {
    bool isUnsigned = type.isTruth() || type.isUnsigned;
    return create<arith::CmpIOp>(loc, getIntegerPredicate(op, isUnsigned), left,
                                 right);
  }
  if (type.isReal())
    return create<arith::CmpFOp>(loc, getRealPredicate(op), left, right);
  if (op == BinaryOp::Equal)
    return create<complex::EqualOp>(loc, left, right);
  return create<complex::NotEqualOp>(loc, left, right);
}

Value ScalarBuilder::isNonzero(Location loc, ScalarType type, Value value) {
  if (type.isTruth())
    return value;
  Value zero = constant(loc, type, 0);
  return compare(loc, BinaryOp::NotEqual, type, value, zero);
}

StringRef ScalarBuilder::getCombiner(Reducer reducer, ScalarType type) {
  if (reducer == Reducer::User)
    return "";
  if (type.isTruth() && (reducer == Reducer::Sum || reducer == Reducer::Max))
    reducer = Reducer::Any;
  else if (type.isTruth())
    reducer = reducer == Reducer::Any ? Reducer::Any : Reducer::All;
  switch (reducer) {
  case Reducer::Sum:
    return type.isInteger() ? "arith.addi"
           : type.isReal()  ? "arith.addf"
                            : "complex.add";
  case Reducer::Product:
    return type.isInteger() ? "arith.muli"
           : type.isReal()  ? "arith.mulf"
                            : "complex.mul";
  case Reducer::Min:
    return type.isUnsigned    ? "arith.minui"
           : type.isInteger() ? "arith.minsi"
                              : "arith.minimumf";
  case Reducer::Max:
    return type.isUnsigned    ? "arith.maxui"
           : type.isInteger() ? "arith.maxsi"
                              : "arith.maximumf";
  case Reducer::Any:
    return "arith.ori";
  case Reducer::All:
    return "arith.andi";
  case Reducer::User:
    break;
  }
  llvm_unreachable("unknown reduction");
}
