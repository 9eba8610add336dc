//===- OperatorEvaluation.cpp - Operators of constants ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates operations for constant operands by their folders, and compares and
// builds constant scalars. A fill passes through an expression by evaluation,
// so that the compiler needs no arithmetic of its own.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace weft;
using namespace weft::models;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Attribute models::normalizeScalar(Attribute attribute) {
  if (isa_and_nonnull<IntegerAttr, FloatAttr>(attribute))
    return attribute;
  if (auto number = dyn_cast_or_null<complex::NumberAttr>(attribute)) {
    Type part = cast<ComplexType>(number.getType()).getElementType();
    return ArrayAttr::get(attribute.getContext(),
                          {FloatAttr::get(part, number.getReal()),
                           FloatAttr::get(part, number.getImag())});
  }
  auto parts = dyn_cast_or_null<ArrayAttr>(attribute);
  if (parts && parts.size() == 2 && llvm::all_of(parts, [](Attribute part) {
        return isa<IntegerAttr, FloatAttr>(part);
      }))
    return attribute;
  return {};
}

Attribute weft::getConstantScalar(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return {};
  return normalizeScalar(attribute);
}

bool weft::areSameScalar(Attribute left, Attribute right) {
  left = normalizeScalar(left);
  right = normalizeScalar(right);
  if (!left || !right)
    return false;
  if (left == right)
    return true;
  auto leftFloat = dyn_cast<FloatAttr>(left);
  auto rightFloat = dyn_cast<FloatAttr>(right);
  if (leftFloat && rightFloat) {
    if (leftFloat.getType() != rightFloat.getType())
      return false;
    APFloat::cmpResult order =
        leftFloat.getValue().compare(rightFloat.getValue());
    return order == APFloat::cmpEqual ||
           (leftFloat.getValue().isNaN() && rightFloat.getValue().isNaN());
  }
  auto leftParts = dyn_cast<ArrayAttr>(left);
  auto rightParts = dyn_cast<ArrayAttr>(right);
  return leftParts && rightParts &&
         llvm::all_of_zip(leftParts, rightParts, areSameScalar);
}

bool weft::isZeroScalar(Attribute scalar) {
  scalar = normalizeScalar(scalar);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(scalar))
    return integer.getValue().isZero();
  if (auto floating = dyn_cast_or_null<FloatAttr>(scalar))
    return floating.getValue().isZero();
  auto parts = dyn_cast_or_null<ArrayAttr>(scalar);
  return parts && llvm::all_of(parts, isZeroScalar);
}

Value weft::buildScalar(OpBuilder &builder, Location loc, Attribute scalar,
                        Type type) {
  scalar = normalizeScalar(scalar);
  if (isa<ComplexType>(type))
    return complex::ConstantOp::create(builder, loc, type,
                                       cast<ArrayAttr>(scalar));
  return arith::ConstantOp::create(builder, loc, type, cast<TypedAttr>(scalar));
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// The value that an operation's folder gives for constant operands.
static Attribute fold(Operation *op, ArrayRef<Attribute> operands) {
  // The folder sees neither what defines the operands nor the original
  // operation, which it might change.
  Block block;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand,
                  block.addArgument(operand.getType(), operand.getLoc()));
  Operation *copy = op->clone(mapping);
  SmallVector<OpFoldResult> results;
  Attribute value;
  if (succeeded(copy->fold(operands, results)) && results.size() == 1) {
    value = dyn_cast<Attribute>(results.front());
    if (auto forwarded = dyn_cast<Value>(results.front()))
      for (auto [operand, constant] :
           llvm::zip_equal(copy->getOperands(), operands))
        if (operand == forwarded)
          value = constant;
  }
  copy->destroy();
  return normalizeScalar(value);
}

/// The angle of a point, which the folder upstream calls NaN at the origin,
/// where the function of the C library has a value.
static Attribute foldAngle(math::Atan2Op op, ArrayRef<Attribute> operands) {
  auto y = dyn_cast<FloatAttr>(operands.front());
  auto x = dyn_cast<FloatAttr>(operands.back());
  if (!y || !x)
    return {};
  double value = op.getType().isF64()
                     ? std::atan2(y.getValueAsDouble(), x.getValueAsDouble())
                     : std::atan2(static_cast<float>(y.getValueAsDouble()),
                                  static_cast<float>(x.getValueAsDouble()));
  return FloatAttr::get(op.getType(), value);
}

/// NaN, where an operation is a root or a logarithm of a negative number, which
/// their folders leave alone.
static Attribute foldNegative(Operation *op, ArrayRef<Attribute> operands) {
  auto number = dyn_cast_or_null<FloatAttr>(operands.front());
  if (!isa<math::SqrtOp, math::RsqrtOp, math::LogOp, math::Log2Op,
           math::Log10Op>(op) ||
      !number || !number.getValue().isNegative() || number.getValue().isZero())
    return {};
  return FloatAttr::get(number.getType(),
                        APFloat::getNaN(number.getValue().getSemantics()));
}

Attribute weft::evaluate(Operation *op, ArrayRef<Attribute> operands) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      op->getNumOperands() != operands.size())
    return {};
  SmallVector<Attribute> constants;
  for (Attribute operand : operands) {
    constants.push_back(normalizeScalar(operand));
    if (!constants.back())
      return {};
  }
  if (constants.empty())
    return getConstantScalar(op->getResult(0));
  if (isa_and_nonnull<complex::ComplexDialect>(op->getDialect()))
    return evaluateComplex(op, constants);
  if (auto apply = dyn_cast<algebra::ApplyOp>(op)) {
    algebra::OperatorOp definition = apply.getOperator();
    return definition ? evaluateOperator(definition, constants) : Attribute();
  }
  if (auto angle = dyn_cast<math::Atan2Op>(op))
    return foldAngle(angle, constants);
  Attribute folded = fold(op, constants);
  return folded ? folded : foldNegative(op, constants);
}

/// The most operations of a block that are evaluated, which happens for many
/// numbers. What a longer one gives is not known.
static constexpr unsigned kMaxEvaluated = 500;

/// Evaluates the operations of a block and gives the values of what it yields.
/// A condition that is known chooses one of the blocks of an `scf.if`.
static SmallVector<Attribute>
evaluateBlock(Block &block, llvm::DenseMap<Value, Attribute> &values) {
  ValueRange yielded = block.getTerminator()->getOperands();
  if (llvm::hasNItemsOrMore(block, kMaxEvaluated))
    return SmallVector<Attribute>(yielded.size());
  for (Operation &op : block.without_terminator()) {
    SmallVector<Attribute> results(op.getNumResults());
    auto choice = dyn_cast<scf::IfOp>(op);
    if (auto condition = choice ? dyn_cast_or_null<IntegerAttr>(
                                      values[choice.getCondition()])
                                : IntegerAttr()) {
      Region &chosen = condition.getValue().isZero() ? choice.getElseRegion()
                                                     : choice.getThenRegion();
      if (!chosen.empty())
        results = evaluateBlock(chosen.front(), values);
    } else if (results.size() == 1) {
      results.front() =
          evaluate(&op, llvm::map_to_vector(op.getOperands(), [&](Value use) {
            return values[use];
          }));
    }
    for (auto [result, value] : llvm::zip_equal(op.getResults(), results))
      values[result] = value;
  }
  return llvm::map_to_vector(yielded,
                             [&](Value value) { return values[value]; });
}

Attribute weft::evaluateOperator(algebra::OperatorOp definition,
                                 ArrayRef<Attribute> operands) {
  Block &block = definition.getBody().front();
  llvm::DenseMap<Value, Attribute> values;
  for (auto [parameter, operand] :
       llvm::zip_equal(block.getArguments(), operands))
    values[parameter] = normalizeScalar(operand);
  return evaluateBlock(block, values).front();
}
