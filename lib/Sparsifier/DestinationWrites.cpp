//===- DestinationWrites.cpp - Computes into given memory -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes destination writes.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/DestinationWrites.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace weft;

bool weft::isDestinationWrite(Operation *op) {
  return op &&
         isa<bufferization::MaterializeInDestinationOp, linalg::CopyOp>(op) &&
         op->getNumResults() == 1 &&
         getSource(op).getType() == op->getResult(0).getType();
}

tin::ComputeOp weft::getValueCompute(Value tensor) {
  while (isDestinationWrite(tensor.getDefiningOp()))
    tensor = getSource(tensor.getDefiningOp());
  return tensor.getDefiningOp<tin::ComputeOp>();
}

SmallVector<Operation *> weft::getDestinationWrites(tin::ComputeOp compute) {
  SmallVector<Operation *> writes;
  for (OpOperand &use : compute->getUses())
    if (use.getOperandNumber() == 0 && isDestinationWrite(use.getOwner()))
      writes.push_back(use.getOwner());
  return writes;
}
