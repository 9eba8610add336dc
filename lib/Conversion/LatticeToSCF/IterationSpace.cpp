//===- IterationSpace.cpp - A variable and its original ones ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the maps between a derived variable and the original ones.
//
//===----------------------------------------------------------------------===//

#include "IterationSpace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

void IterationSpace::initialize(OpBuilder &builder) {
  begin = op.getLower();
  end = op.getUpper();
  if (Value base = op.getBase()) {
    begin = arith::AddIOp::create(builder, op.getLoc(), base, begin);
    end = arith::AddIOp::create(builder, op.getLoc(), base, end);
  }
}

Coordinates IterationSpace::emitFirst(OpBuilder &builder) {
  return emitTuple(builder, op.getLoc(), begin, op.getSizes());
}

Coordinates IterationSpace::emitLast(OpBuilder &builder) {
  return emitTuple(builder, op.getLoc(), end, op.getSizes());
}

Value IterationSpace::emitVariable(OpBuilder &builder, ValueRange coordinates,
                                   Value position) {
  if (!op.getOriginals())
    return Value();
  Value number = op.getPositions() ? position
                                   : emitNumber(builder, op.getLoc(),
                                                coordinates, op.getSizes());
  if (Value base = op.getBase())
    number = arith::SubIOp::create(builder, op.getLoc(), number, base);
  return number;
}
