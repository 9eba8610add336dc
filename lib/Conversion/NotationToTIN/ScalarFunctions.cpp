//===- ScalarFunctions.cpp - Functions of numbers of one type ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the notation by the operations of arith, math and complex.
//
//===----------------------------------------------------------------------===//

#include "ScalarBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace weft;
using notation::BinaryOp;
using notation::Function;

/// A function for real and complex numbers.
template <typename RealOp, typename ComplexOp>
static Value createUnary(OpBuilder &builder, Location loc, ScalarType type,
                         Value value) {
  if (type.isComplex())
    return ComplexOp::create(builder, loc, value.getType(), value);
  return RealOp::create(builder, loc, value);
}

Value ScalarBuilder::unary(Location loc, Function function, ScalarType type,
                           Value value) {
  bool isReal = type.isReal();
  switch (function) {
  case Function::Abs:
    if (isReal)
      return create<math::AbsFOp>(loc, value);
    return type.isTruth() || type.isUnsigned ? value
                                             : create<math::AbsIOp>(loc, value);
  case Function::Acos:
    return create<math::AcosOp>(loc, value);
  case Function::Asin:
    return create<math::AsinOp>(loc, value);
  case Function::Atan:
    return create<math::AtanOp>(loc, value);
  case Function::Ceil:
    return isReal ? create<math::CeilOp>(loc, value) : value;
  case Function::Floor:
    return isReal ? create<math::FloorOp>(loc, value) : value;
  case Function::Round:
    return isReal ? create<math::RoundOp>(loc, value) : value;
  case Function::Conj:
    return type.isComplex() ? create<complex::ConjOp>(loc, value) : value;
  case Function::Cos:
    return createUnary<math::CosOp, complex::CosOp>(builder, loc, type, value);
  case Function::Cosh:
    return create<math::CoshOp>(loc, value);
  case Function::Erf:
    return create<math::ErfOp>(loc, value);
  case Function::Exp:
    return createUnary<math::ExpOp, complex::ExpOp>(builder, loc, type, value);
  case Function::Log:
    return logarithm(loc, type, value);
  case Function::Log10:
    return create<math::Log10Op>(loc, value);
  case Function::Log2:
    return create<math::Log2Op>(loc, value);
  case Function::Sign:
    return sign(loc, type, value);
  case Function::Sin:
    return createUnary<math::SinOp, complex::SinOp>(builder, loc, type, value);
  case Function::Sinh:
    return create<math::SinhOp>(loc, value);
  case Function::Sqrt:
    return createUnary<math::SqrtOp, complex::SqrtOp>(builder, loc, type,
                                                      value);
  case Function::Tan:
    return createUnary<math::TanOp, complex::TanOp>(builder, loc, type, value);
  case Function::Tanh:
    return createUnary<math::TanhOp, complex::TanhOp>(builder, loc, type,
                                                      value);
  case Function::Trunc:
    return isReal ? create<math::TruncOp>(loc, value) : value;
  default:
    llvm_unreachable("not a function of one number");
  }
}

Value ScalarBuilder::logarithm(Location loc, ScalarType type, Value value) {
  if (!type.isComplex() || !value.getDefiningOp<complex::ExpOp>())
    return createUnary<math::LogOp, complex::LogOp>(builder, loc, type, value);
  // Upstream folds the logarithm of exp(z) to z, which it is only in one turn
  // around zero. The logarithm of the conjugate is the conjugate.
  Value conjugate = create<complex::ConjOp>(loc, value);
  return create<complex::ConjOp>(loc, create<complex::LogOp>(loc, conjugate));
}

Value ScalarBuilder::sign(Location loc, ScalarType type, Value value) {
  if (type.isTruth())
    return value;
  if (type.isComplex())
    return create<complex::SignOp>(loc, value.getType(), value);
  Value one = constant(loc, type, 1);
  if (type.isReal()) {
    // Zero and NaN are what they are.
    Value isNonzero = create<arith::CmpFOp>(loc, arith::CmpFPredicate::ONE,
                                            value, constant(loc, type, 0));
    Value unit = create<math::CopySignOp>(loc, one, value);
    return create<arith::SelectOp>(loc, isNonzero, unit, value);
  }
  if (type.isUnsigned)
    return create<arith::MinUIOp>(loc, value, one);
  Value minusOne = constant(loc, type, -1);
  Value atMostOne = create<arith::MinSIOp>(loc, value, one);
  return create<arith::MaxSIOp>(loc, atMostOne, minusOne);
}

Value ScalarBuilder::part(Location loc, Function function, Value value) {
  switch (function) {
  case Function::Abs:
    return create<complex::AbsOp>(loc, value);
  case Function::Real:
    return create<complex::ReOp>(loc, value);
  case Function::Imag:
    return create<complex::ImOp>(loc, value);
  default:
    llvm_unreachable("not a part of a complex number");
  }
}

Value ScalarBuilder::extremum(Location loc, bool isMaximum, ScalarType type,
                              Value left, Value right) {
  if (type.isTruth())
    return isMaximum ? create<arith::OrIOp>(loc, left, right)
                     : create<arith::AndIOp>(loc, left, right);
  if (type.isUnsigned)
    return isMaximum ? create<arith::MaxUIOp>(loc, left, right)
                     : create<arith::MinUIOp>(loc, left, right);
  if (type.isInteger())
    return isMaximum ? create<arith::MaxSIOp>(loc, left, right)
                     : create<arith::MinSIOp>(loc, left, right);
  return isMaximum ? create<arith::MaximumFOp>(loc, left, right)
                   : create<arith::MinimumFOp>(loc, left, right);
}

Value ScalarBuilder::apply(Location loc, algebra::OperatorOp definition,
                           ValueRange arguments) {
  return create<algebra::ApplyOp>(loc, definition.getResultType(),
                                  definition.getSymName(), arguments);
}

Value ScalarBuilder::power(Location loc, ScalarType type, Value base,
                           Value exponent) {
  if (type.isComplex())
    return create<complex::PowOp>(loc, base, exponent);
  return create<math::PowFOp>(loc, base, exponent);
}

Value ScalarBuilder::power(Location loc, ScalarType type, Value base,
                           uint64_t exponent) {
  auto multiply = [&](Value left, Value right) {
    return arithmetic(loc, BinaryOp::Multiply, type, left, right,
                      /*isSafeDivisor=*/false);
  };
  // The base to the powers of two, multiplied where the exponent has a bit.
  Value result;
  for (Value square = base;; square = multiply(square, square)) {
    if (exponent & 1)
      result = result ? multiply(result, square) : square;
    exponent >>= 1;
    if (exponent == 0)
      break;
  }
  return result ? result : constant(loc, type, 1);
}
