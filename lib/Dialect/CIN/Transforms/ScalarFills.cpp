//===- ScalarFills.cpp - Fill values of scalars -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the algebra of operators for fills, from accesses on.
//
//===----------------------------------------------------------------------===//

#include "ScalarFills.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

SmallVector<Attribute> ScalarFills::getOperandFills(Operation *op) {
  return llvm::map_to_vector(op->getOperands(),
                             [&](Value operand) { return getFill(operand); });
}

Attribute ScalarFills::getFill(Value scalar) {
  if (auto known = fills.find(scalar); known != fills.end())
    return known->second;
  Attribute fill = getConstantScalar(scalar);
  Operation *op = scalar.getDefiningOp();
  if (auto access = dyn_cast_or_null<AccessOp>(op))
    fill = level::getFill(analysis::getTensorType(access.getRef()));
  else if (!fill && op)
    fill = getResultFill(op, getOperandFills(op));
  return fills[scalar] = fill;
}

bool ScalarFills::annihilates(AccessOp access, AssignOp assign) {
  Value value = access.getValue();
  while (value != assign.getValue()) {
    if (!value.hasOneUse())
      return false;
    OpOperand &use = *value.use_begin();
    Operation *op = use.getOwner();
    if (op->getNumResults() != 1 ||
        getFillEffect(op, use.getOperandNumber(), getOperandFills(op)) !=
            FillEffect::Annihilates)
      return false;
    value = op->getResult(0);
  }
  return true;
}
