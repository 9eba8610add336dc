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
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

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
  return fold(op, constants);
}

/// The most operations of an operator that are evaluated, which happens for
/// many numbers. What a longer one gives is not known.
static constexpr unsigned kMaxEvaluated = 500;

Attribute weft::evaluateOperator(algebra::OperatorOp definition,
                                 ArrayRef<Attribute> operands) {
  Block &block = definition.getBody().front();
  if (llvm::hasNItemsOrMore(block, kMaxEvaluated))
    return {};
  llvm::DenseMap<Value, Attribute> values;
  for (auto [parameter, operand] :
       llvm::zip_equal(block.getArguments(), operands))
    values[parameter] = normalizeScalar(operand);
  for (Operation &op : block.without_terminator()) {
    SmallVector<Attribute> constants = llvm::map_to_vector(
        op.getOperands(), [&](Value operand) { return values[operand]; });
    if (op.getNumResults() == 1)
      values[op.getResult(0)] = evaluate(&op, constants);
  }
  return values[block.getTerminator()->getOperand(0)];
}
