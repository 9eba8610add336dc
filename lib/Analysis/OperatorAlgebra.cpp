//===- OperatorAlgebra.cpp - Algebra of scalar operators --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions of the operator interface for any operation and for combiners.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/OperatorAlgebra.h"

#include "OperatorModels.h"

#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::models;

#include "weft/Analysis/OperatorAlgebraInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Fills in the form that the models expect.
static SmallVector<Attribute> normalizeFills(ArrayRef<Attribute> fills) {
  return llvm::map_to_vector(fills, [](Attribute fill) {
    return fill ? normalizeScalar(fill) : Attribute();
  });
}

/// Fills with the values of constants where there is none.
static SmallVector<Attribute> addConstants(Operation *op,
                                           ArrayRef<Attribute> fills) {
  SmallVector<Attribute> known(fills);
  for (auto [fill, operand] : llvm::zip_equal(known, op->getOperands()))
    if (!fill)
      fill = getConstantScalar(operand);
  return known;
}

bool weft::isStrictZero(Operation *op) {
  // A property of `tin.compute` and `cin.kernel`, which this room does not know
  // both of.
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp())
    if (around->getInherentAttr("strict_zero").value_or(Attribute()))
      return true;
  return false;
}

Attribute weft::getResultFill(Operation *op, ArrayRef<Attribute> fills) {
  SmallVector<Attribute> normalized = normalizeFills(fills);
  if (auto algebra = dyn_cast<OperatorAlgebraInterface>(op))
    if (Attribute fill = algebra.getResultFill(normalized))
      return fill;
  // Rules of absent operands do not hold for constants, which are present.
  return evaluate(op, addConstants(op, normalized));
}

FillEffect weft::getFillEffect(Operation *op, unsigned operand,
                               ArrayRef<Attribute> fills) {
  if (!fills[operand])
    return FillEffect::Neither;
  SmallVector<Attribute> normalized = normalizeFills(fills);
  FillEffect effect = FillEffect::Neither;
  if (auto algebra = dyn_cast<OperatorAlgebraInterface>(op))
    effect = algebra.getFillEffect(operand, normalized);
  if (effect == FillEffect::Annihilates)
    return effect;
  for (auto [index, value] : llvm::enumerate(op->getOperands()))
    if (index != operand && !getConstantScalar(value))
      return effect;
  return evaluate(op, addConstants(op, normalized)) ? FillEffect::Annihilates
                                                    : effect;
}

bool weft::observesAbsence(Operation *op, unsigned operand, Attribute fill) {
  if (isa<cin::PresentOp>(op))
    return true;
  Type type = op->getOperand(operand).getType();
  if (!isa<FloatType, ComplexType>(type))
    return false;
  // A function of this operand alone is evaluated for its fill.
  bool isAlone = true;
  for (auto [index, value] : llvm::enumerate(op->getOperands()))
    isAlone &= index == operand || getConstantScalar(value) != nullptr;
  if (isAlone)
    return false;
  auto annihilates = [&](Attribute value) {
    SmallVector<Attribute> fills(op->getNumOperands());
    fills[operand] = value;
    return value &&
           getFillEffect(op, operand, fills) == FillEffect::Annihilates;
  };
  if (fill)
    return annihilates(fill);
  return annihilates(models::getSpecial(models::Special::Zero, type)) ||
         annihilates(models::getSpecial(models::Special::PlusInfinity, type)) ||
         annihilates(models::getSpecial(models::Special::MinusInfinity, type));
}

bool weft::isAssociative(Operation *op) {
  auto algebra = dyn_cast<OperatorAlgebraInterface>(op);
  return algebra && algebra.isAssociative();
}

bool weft::isCommutative(Operation *op) {
  auto algebra = dyn_cast<OperatorAlgebraInterface>(op);
  return algebra && algebra.isCommutative();
}

bool weft::isIdempotent(Operation *op) {
  auto algebra = dyn_cast<OperatorAlgebraInterface>(op);
  return algebra && algebra.isIdempotent();
}

bool weft::distributesOver(Operation *op, unsigned operand, Operation *other) {
  auto algebra = dyn_cast<OperatorAlgebraInterface>(op);
  return algebra && algebra.distributesOver(operand, other);
}

Attribute weft::getIdentity(Operation *op) {
  auto algebra = dyn_cast<OperatorAlgebraInterface>(op);
  return algebra ? algebra.getIdentity() : Attribute();
}

Attribute weft::getAnnihilator(Operation *op) {
  auto algebra = dyn_cast<OperatorAlgebraInterface>(op);
  return algebra ? algebra.getAnnihilator() : Attribute();
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

Attribute weft::getCombinerIdentity(Region &combiner, Attribute declared) {
  if (declared)
    return normalizeScalar(declared);
  Operation *op = getSimpleCombinerOp(combiner);
  return op ? getIdentity(op) : Attribute();
}

/// The algebra of a combiner that is a single operation; null if the combiner's
/// writer is all there is to ask.
static OperatorAlgebraInterface getAlgebra(Region &combiner) {
  return dyn_cast_or_null<OperatorAlgebraInterface>(
      getSimpleCombinerOp(combiner));
}

bool weft::isCombinerAssociative(Region &combiner) {
  OperatorAlgebraInterface algebra = getAlgebra(combiner);
  return !algebra || algebra.isAssociative();
}

bool weft::isCombinerCommutative(Region &combiner) {
  OperatorAlgebraInterface algebra = getAlgebra(combiner);
  return !algebra || algebra.isCommutative();
}

bool weft::isCombinerIdempotent(Region &combiner) {
  OperatorAlgebraInterface algebra = getAlgebra(combiner);
  return algebra && algebra.isIdempotent();
}

bool weft::combinesOnce(Region &combiner, Attribute number) {
  Operation *op = getSimpleCombinerOp(combiner);
  if (!op || !isCombinerAssociative(combiner) ||
      !isCombinerCommutative(combiner) ||
      !(isCombinerIdempotent(combiner) || isa<IntegerAttr>(number)))
    return false;
  Attribute twice = evaluate(op, {number, number});
  return twice && areSameScalar(twice, number);
}

bool weft::combinesOnceInARow(Region &combiner, Attribute number) {
  Operation *op = getSimpleCombinerOp(combiner);
  if (!op || !isCombinerAssociative(combiner))
    return false;
  Attribute twice = evaluate(op, {number, number});
  // Zeros and infinities are combined without rounding, so that real numbers
  // are associative there; what they leave has the sign of what came before.
  if (auto real = dyn_cast<FloatAttr>(number)) {
    auto result = dyn_cast_or_null<FloatAttr>(twice);
    return result &&
           (real.getValue().isZero() || real.getValue().isInfinity()) &&
           result.getValue().bitwiseIsEqual(real.getValue());
  }
  return isa<IntegerAttr>(number) && twice && areSameScalar(twice, number);
}

bool weft::distributesOverCombiner(Operation *op, unsigned operand,
                                   Region &combiner) {
  Operation *other = getSimpleCombinerOp(combiner);
  if (!other || !distributesOver(op, operand, other))
    return false;
  // A reduction over nothing is the identity, before and behind the operation.
  SmallVector<Attribute> fills(op->getNumOperands());
  Attribute identity = fills[operand] = getIdentity(other);
  if (!identity || getFillEffect(op, operand, fills) != FillEffect::Annihilates)
    return false;
  Attribute result = getResultFill(op, fills);
  return result && areSameScalar(result, identity);
}
