//===- ScalarEmitter.cpp - Bodies of linalg operations ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the copying of scalar operations.
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::linalg_to_tin;

Value CapturedScalars::getTensor(Value scalar) {
  Value &tensor = tensors[scalar];
  if (tensor)
    return tensor;
  Location loc = scalar.getLoc();
  Value number = scalar;
  if (number.getType().isIndex())
    number =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), number);
  tensor = tensor::FromElementsOp::create(
      builder, loc, RankedTensorType::get({}, number.getType()), number);
  return tensor;
}

FailureOr<Value> ScalarEmitter::emit(Value value) {
  if (Value known = emitted.lookup(value))
    return known;
  FailureOr<Value> result = failure();
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == op.getBlock())
    result = emitAccess(*op.getMatchingOpOperand(argument));
  else if (!op->getRegion(0).isAncestor(value.getParentRegion()))
    result = emitCaptured(value);
  else if (argument)
    return op.emitOpError("cannot be converted to index notation: its region "
                          "has more than one block");
  else if (isa<sparse_tensor::UnaryOp, sparse_tensor::BinaryOp,
               sparse_tensor::SelectOp>(value.getDefiningOp())) {
    FailureOr<OptionalScalar> optional = emitOptional(value);
    if (succeeded(optional))
      result = optional->value;
  } else
    result = emitCopy(value.getDefiningOp(),
                      cast<OpResult>(value).getResultNumber());
  if (succeeded(result))
    emitted[value] = *result;
  return result;
}

FailureOr<Value> ScalarEmitter::emitCaptured(Value value) {
  Operation *definition = value.getDefiningOp();
  if (definition && definition->hasTrait<OpTrait::ConstantLike>())
    return builder.clone(*definition)->getResult(0);
  if (!value.getType().isIntOrIndexOrFloat() &&
      !isa<ComplexType>(value.getType()))
    return op.emitOpError("cannot be converted to index notation: its region "
                          "uses a value of type ")
           << value.getType() << " from outside; only scalars can be used";
  Value tensor = captured.getTensor(value);
  Value component =
      tin::AccessOp::create(builder, value.getLoc(), tensor, ValueRange());
  if (value.getType().isIndex())
    component = arith::IndexCastOp::create(builder, value.getLoc(),
                                           value.getType(), component);
  return component;
}

FailureOr<Value> ScalarEmitter::emitCopy(Operation *definition,
                                         unsigned result) {
  if (auto index = dyn_cast<linalg::IndexOp>(definition))
    return Value(tin::ValueOp::create(builder, index.getLoc(),
                                      variables[index.getDim()]));
  if (definition->getNumRegions() != 0 || !isPure(definition)) {
    InFlightDiagnostic error =
        definition->emitOpError("cannot be converted to index notation: ");
    if (definition->getNumRegions() != 0)
      return error << "it has regions";
    if (isMemoryEffectFree(definition))
      return error << "it is not defined for all operands; expected a divisor "
                      "that is a constant other than 0 and -1";
    return error << "it has side effects";
  }
  IRMapping mapping;
  for (Value operand : definition->getOperands()) {
    FailureOr<Value> copy = emit(operand);
    if (failed(copy))
      return failure();
    mapping.map(operand, *copy);
  }
  return builder.clone(*definition, mapping)->getResult(result);
}

LogicalResult ScalarEmitter::emitIndex(AffineExpr expr, AffineMap map,
                                       SmallVectorImpl<Value> &indices,
                                       SmallVectorImpl<int64_t> &literals) {
  if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
    indices.push_back(variables[loop.getPosition()]);
    literals.push_back(ShapedType::kDynamic);
    return success();
  }
  unsigned numLoops = map.getNumDims();
  SmallVector<int64_t> factors;
  if (failed(getFlattenedAffineExpr(expr, numLoops, map.getNumSymbols(),
                                    &factors)) ||
      factors.size() != numLoops + 1)
    return op.emitOpError("cannot be converted to index notation: the index '")
           << AffineMapAttr::get(
                  AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr))
           << "' of an operand is not a sum of loops with factors";
  int64_t constant = factors.pop_back_val();
  SmallVector<Value> terms;
  SmallVector<int64_t> termFactors;
  for (auto [factor, variable] : llvm::zip_equal(factors, variables)) {
    if (factor == 0)
      continue;
    terms.push_back(variable);
    termFactors.push_back(factor);
  }
  if (terms.empty() && constant >= 0) {
    literals.push_back(constant);
    return success();
  }
  literals.push_back(ShapedType::kDynamic);
  indices.push_back(tin::AffineOp::create(builder, op.getLoc(), terms,
                                          termFactors, constant));
  return success();
}

FailureOr<Value> ScalarEmitter::emitAccess(OpOperand &operand) {
  if (!isa<ShapedType>(operand.get().getType()))
    return emitCaptured(operand.get());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> indices;
  SmallVector<int64_t> literals;
  for (AffineExpr expr : map.getResults())
    if (failed(emitIndex(expr, map, indices, literals)))
      return failure();
  Type type = getElementTypeOrSelf(operand.get().getType());
  return Value(tin::AccessOp::create(builder, op.getLoc(), type, operand.get(),
                                     indices, literals));
}
