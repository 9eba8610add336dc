//===- SparseOperators.cpp - Operators that see absence ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits `sparse_tensor.unary`, `binary` and `select`: a selection between the
// values of their regions, by whether the operands are present. Where a region
// is empty there is no value; it is zero then, and its validity is false.
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::linalg_to_tin;

Value linalg_to_tin::emitScalar(OpBuilder &builder, Location loc,
                                Attribute number, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex::ConstantOp::create(builder, loc, complex,
                                       cast<ArrayAttr>(number));
  return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(number));
}

Value ScalarEmitter::emitPresence(Value value) {
  return cin::PresentOp::create(builder, value.getLoc(), builder.getI1Type(),
                                value, builder.getBoolAttr(false),
                                builder.getBoolAttr(true));
}

Value ScalarEmitter::emitZero(Location loc, Type type) {
  return emitScalar(builder, loc, level::getZero(type), type);
}

Value ScalarEmitter::emitSelect(Value condition, Value ifTrue, Value ifFalse) {
  Attribute trueNumber = getConstantScalar(ifTrue);
  Attribute falseNumber = getConstantScalar(ifFalse);
  if (ifTrue == ifFalse ||
      (trueNumber && falseNumber && areSameScalar(trueNumber, falseNumber)))
    return ifTrue;
  return arith::SelectOp::create(builder, condition.getLoc(), condition, ifTrue,
                                 ifFalse);
}

FailureOr<OptionalScalar> ScalarEmitter::emitRegion(Region &region,
                                                    ValueRange arguments,
                                                    Location loc, Type type) {
  if (region.empty())
    return OptionalScalar{emitZero(loc, type), emitBool(loc, false)};
  for (auto [argument, value] :
       llvm::zip_equal(region.getArguments(), arguments))
    define(argument, value);
  FailureOr<Value> value = emit(region.front().getTerminator()->getOperand(0));
  if (failed(value))
    return failure();
  return OptionalScalar{*value, emitBool(loc, true)};
}

Value ScalarEmitter::emitBool(Location loc, bool value) {
  Value &constant = value ? trueValue : falseValue;
  if (!constant)
    constant =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  return constant;
}

OptionalScalar ScalarEmitter::emitChoice(Value condition,
                                         const OptionalScalar &ifTrue,
                                         const OptionalScalar &ifFalse) {
  return {emitSelect(condition, ifTrue.value, ifFalse.value),
          emitSelect(condition, ifTrue.isValid, ifFalse.isValid)};
}

FailureOr<OptionalScalar> ScalarEmitter::emitOptional(Value value) {
  Operation *definition = value.getDefiningOp();
  bool isInside = op->getRegion(0).isAncestor(value.getParentRegion());
  if (isInside)
    if (auto unary = dyn_cast_or_null<sparse_tensor::UnaryOp>(definition))
      return emitUnary(unary);
  if (isInside)
    if (auto binary = dyn_cast_or_null<sparse_tensor::BinaryOp>(definition))
      return emitBinary(binary);
  if (isInside)
    if (auto select = dyn_cast_or_null<sparse_tensor::SelectOp>(definition))
      return emitSelection(select);
  FailureOr<Value> plain = emit(value);
  if (failed(plain))
    return failure();
  return OptionalScalar{*plain, emitPresence(*plain)};
}

FailureOr<OptionalScalar>
ScalarEmitter::emitUnary(sparse_tensor::UnaryOp unary) {
  FailureOr<Value> x = emit(unary.getX());
  if (failed(x))
    return failure();
  Location loc = unary.getLoc();
  Type type = unary.getType();
  auto present = emitRegion(unary.getPresentRegion(), *x, loc, type);
  auto absent = emitRegion(unary.getAbsentRegion(), {}, loc, type);
  if (failed(present) || failed(absent))
    return failure();
  invalid |=
      unary.getPresentRegion().empty() && !unary.getAbsentRegion().empty();
  return emitChoice(emitPresence(*x), *present, *absent);
}

FailureOr<OptionalScalar>
ScalarEmitter::emitBinary(sparse_tensor::BinaryOp binary) {
  FailureOr<Value> x = emit(binary.getX());
  FailureOr<Value> y = emit(binary.getY());
  if (failed(x) || failed(y))
    return failure();
  Location loc = binary.getLoc();
  Type type = binary.getType();
  auto emitSide = [&](Region &region, bool isIdentity,
                      Value operand) -> FailureOr<OptionalScalar> {
    if (isIdentity)
      return OptionalScalar{operand, emitBool(loc, true)};
    return emitRegion(region, operand, loc, type);
  };
  auto both = emitRegion(binary.getOverlapRegion(), {*x, *y}, loc, type);
  auto left = emitSide(binary.getLeftRegion(), binary.getLeftIdentity(), *x);
  auto right = emitSide(binary.getRightRegion(), binary.getRightIdentity(), *y);
  if (failed(both) || failed(left) || failed(right))
    return failure();
  bool hasSides = !binary.getLeftRegion().empty() ||
                  !binary.getRightRegion().empty() ||
                  binary.getLeftIdentity() || binary.getRightIdentity();
  invalid |= binary.getOverlapRegion().empty() && hasSides;
  OptionalScalar none{emitZero(loc, type), emitBool(loc, false)};
  Value hasY = emitPresence(*y);
  return emitChoice(emitPresence(*x), emitChoice(hasY, *both, *left),
                    emitChoice(hasY, *right, none));
}

FailureOr<OptionalScalar>
ScalarEmitter::emitSelection(sparse_tensor::SelectOp select) {
  FailureOr<Value> x = emit(select.getX());
  if (failed(x))
    return failure();
  Location loc = select.getLoc();
  auto keeps = emitRegion(select.getRegion(), *x, loc, builder.getI1Type());
  if (failed(keeps))
    return failure();
  invalid = true;
  // An absent operand is never selected.
  Value isKept =
      emitSelect(emitPresence(*x), keeps->value, emitBool(loc, false));
  return OptionalScalar{emitSelect(isKept, *x, emitZero(loc, x->getType())),
                        isKept};
}
