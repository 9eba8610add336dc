//===- IndirectLoads.cpp - Indirect loads ---------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from an index to the coordinate that it is computed from, and clones
// the operations in between for another coordinate.
//
//===----------------------------------------------------------------------===//

#include "Analysis/IndirectLoads.h"

#include "Analysis/SegmentInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;

bool weft::isLoopInvariant(scf::ForOp loop, Value value) {
  return getConstantIntValue(value) || loop.isDefinedOutsideOfLoop(value);
}

memref::LoadOp weft::findCoordinate(scf::ForOp loop, Value index) {
  Operation *op = index.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody())
    return {};
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    return isCoordinate(load, loop) ? load : memref::LoadOp();
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return findCoordinate(loop, op->getOperand(0));
  if (!isa<arith::AddIOp, arith::MulIOp>(op))
    return {};
  Value left = op->getOperand(0), right = op->getOperand(1);
  if (isLoopInvariant(loop, left))
    return findCoordinate(loop, right);
  return isLoopInvariant(loop, right) ? findCoordinate(loop, left)
                                      : memref::LoadOp();
}

Value weft::emitIndexOf(ImplicitLocOpBuilder &b, Value index,
                        memref::LoadOp coordinate, Value other) {
  if (index == coordinate.getResult())
    return other;
  Operation *op = index.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (operand.getParentBlock() == coordinate->getBlock())
      mapping.map(operand, emitIndexOf(b, operand, coordinate, other));
  return b.clone(*op, mapping)->getResult(0);
}

Value weft::getArrayReadAt(Operation *op, Value index) {
  auto isAt = [&](ValueRange indices) {
    return indices.size() == 1 && indices.front() == index;
  };
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isAt(load.getIndices()) ? load.getMemRef() : Value();
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return isAt(load.getIndices()) ? load.getBase() : Value();
  auto load = dyn_cast<vector::LoadOp>(op);
  return load && isAt(load.getIndices()) ? load.getBase() : Value();
}

SmallVector<Value> weft::inOrder(ArrayRef<Value> arguments) {
  SmallVector<Value> ordered(arguments);
  llvm::sort(ordered, [](Value left, Value right) {
    return cast<BlockArgument>(left).getArgNumber() <
           cast<BlockArgument>(right).getArgNumber();
  });
  return ordered;
}
