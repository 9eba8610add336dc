//===- Fills.cpp - Fill values of expressions -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes fills through expressions by the algebra of their operators.
//
//===----------------------------------------------------------------------===//

#include "Fills.h"

#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

namespace {
/// Finds the fills of values, each of which may have several uses.
class FillFinder {
public:
  Attribute find(Value value) {
    auto it = known.find(value);
    if (it != known.end())
      return it->second;
    Attribute fill = compute(value);
    return known[value] = fill;
  }

private:
  Attribute compute(Value value);

  llvm::DenseMap<Value, Attribute> known;
};
} // namespace

Attribute FillFinder::compute(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<tin::ValueOp>(op))
    return {};
  if (auto access = dyn_cast<tin::AccessOp>(op)) {
    RankedTensorType type = access.getTensorType();
    return level::getFormat(type).isAllDense() ? Attribute()
                                               : level::getFill(type);
  }
  if (auto reduce = dyn_cast<tin::ReduceOp>(op)) {
    // Of other values, the result depends on how many there are.
    Attribute body = find(reduce.getYield().getValue());
    Attribute identity =
        getCombinerIdentity(reduce.getCombiner(), reduce.getIdentityAttr());
    return body && identity && areSameScalar(body, identity) ? identity
                                                             : Attribute();
  }
  if (Attribute constant = getConstantScalar(value))
    return constant;
  SmallVector<Attribute> fills = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return find(operand); });
  return getResultFill(op, fills);
}

Attribute tin_to_cin::getFillOf(Value value) {
  return FillFinder().find(value);
}

/// Whether an operation yields its fill where an operand is absent, whatever
/// the other operands are. One that has no others is spared nothing but itself.
static bool restrictsTo(Operation *op, unsigned operand) {
  if (op->getNumOperands() == 1)
    return false;
  Value value = op->getOperand(operand);
  SmallVector<Attribute> fills(op->getNumOperands());
  fills[operand] = getFillOf(value);
  if (!fills[operand])
    fills[operand] = level::getZero(value.getType());
  return !getConstantScalar(value) && fills[operand] &&
         getFillEffect(op, operand, fills) == FillEffect::Annihilates;
}

bool tin_to_cin::showsAbsence(tin::ComputeOp compute, Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto yield = dyn_cast<tin::YieldOp>(user)) {
      if (yield->getParentOp() == compute.getOperation()) {
        if (!level::getFormat(compute.getType()).isAllDense())
          return true;
      } else if (showsAbsence(compute, yield->getParentOp()->getResult(0))) {
        return true;
      }
      continue;
    }
    if (restrictsTo(user, use.getOperandNumber()) ||
        showsAbsence(compute, user->getResult(0)))
      return true;
  }
  return false;
}
