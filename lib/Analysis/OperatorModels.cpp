//===- OperatorModels.cpp - External models from rules ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special numbers of each type and the answers of the operator interface that
// follow from rules about them.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace weft;
using namespace weft::models;

//===----------------------------------------------------------------------===//
// Special numbers
//===----------------------------------------------------------------------===//

static Attribute getSpecialInteger(Special special, Type type) {
  unsigned width = isa<mlir::IndexType>(type)
                       ? mlir::IndexType::kInternalStorageBitWidth
                       : type.getIntOrFloatBitWidth();
  switch (special) {
  case Special::Zero:
    return IntegerAttr::get(type, APInt::getZero(width));
  case Special::One:
    return IntegerAttr::get(type, APInt(width, 1));
  case Special::AllOnes:
    return IntegerAttr::get(type, APInt::getAllOnes(width));
  case Special::SignedMin:
    return IntegerAttr::get(type, APInt::getSignedMinValue(width));
  case Special::SignedMax:
    return IntegerAttr::get(type, APInt::getSignedMaxValue(width));
  default:
    return {};
  }
}

static Attribute getSpecialFloat(Special special, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  switch (special) {
  case Special::Zero:
    return FloatAttr::get(type, APFloat::getZero(semantics));
  case Special::One:
    return FloatAttr::get(type, APFloat(semantics, 1));
  case Special::MinusInfinity:
  case Special::PlusInfinity:
    if (!APFloat::semanticsHasInf(semantics))
      return {};
    return FloatAttr::get(
        type, APFloat::getInf(semantics, special == Special::MinusInfinity));
  default:
    return {};
  }
}

Attribute models::getSpecial(Special special, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (special != Special::Zero && special != Special::One)
      return {};
    Attribute real = getSpecial(special, complex.getElementType());
    Attribute imaginary = getSpecial(Special::Zero, complex.getElementType());
    if (!real || !imaginary)
      return {};
    return ArrayAttr::get(type.getContext(), {real, imaginary});
  }
  if (auto floating = dyn_cast<FloatType>(type))
    return getSpecialFloat(special, floating);
  if (type.isSignlessIntOrIndex())
    return getSpecialInteger(special, type);
  return {};
}

bool models::isSpecial(Attribute scalar, Special special, Type type) {
  Attribute value = getSpecial(special, type);
  return value && areSameScalar(scalar, value);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// The rule that makes the result independent of the operands but `operand`,
/// for a fill of this operand; null if there is none.
static const OperatorRules::Absorption *
findAbsorption(const OperatorRules &rules, Operation *op, unsigned operand,
               Attribute fill) {
  if (!fill)
    return nullptr;
  Type type = op->getOperand(operand).getType();
  for (const OperatorRules::Absorption &absorption : rules.absorptions)
    if (absorption.value != Special::None && absorption.operand == operand &&
        isSpecial(fill, absorption.value, type) &&
        !(absorption.ofAbsentOnly && isStrictZero(op)))
      return &absorption;
  return nullptr;
}

Attribute models::getResultFill(const OperatorRules &rules, Operation *op,
                                ArrayRef<Attribute> fills) {
  // Of two rules that hold, the first counts, so that the order of the operands
  // makes no difference.
  const OperatorRules::Absorption *first = nullptr;
  for (auto [operand, fill] : llvm::enumerate(fills)) {
    const OperatorRules::Absorption *absorption =
        findAbsorption(rules, op, operand, fill);
    if (absorption && (!first || absorption < first))
      first = absorption;
  }
  Attribute result = first
                         ? getSpecial(first->result, op->getResult(0).getType())
                         : Attribute();
  return result ? result : evaluate(op, fills);
}

FillEffect models::getFillEffect(const OperatorRules &rules, Operation *op,
                                 unsigned operand, ArrayRef<Attribute> fills) {
  Attribute fill = fills[operand];
  if (!fill)
    return FillEffect::Neither;
  // Operands that absorb to different results cannot both restrict the domain,
  // since there is one fill outside of it: that of the first rule is taken.
  if (const OperatorRules::Absorption *absorption =
          findAbsorption(rules, op, operand, fill))
    return isSpecial(models::getResultFill(rules, op, fills),
                     absorption->result, op->getResult(0).getType())
               ? FillEffect::Annihilates
               : FillEffect::Neither;
  if (operand < 2 && op->getNumOperands() == 2 &&
      isSpecial(fill, rules.identities[operand],
                op->getOperand(operand).getType()))
    return FillEffect::Identity;
  return FillEffect::Neither;
}

Attribute models::getIdentity(const OperatorRules &rules, Operation *op) {
  if (rules.identities[0] != rules.identities[1])
    return {};
  return getSpecial(rules.identities[0], op->getResult(0).getType());
}

Attribute models::getAnnihilator(const OperatorRules &rules, Operation *op) {
  // A value is one if both operands absorb with it; addition has two infinities
  // and hence none.
  Special annihilator = Special::None;
  for (const OperatorRules::Absorption &left : rules.absorptions)
    for (const OperatorRules::Absorption &right : rules.absorptions) {
      if (left.operand != 0 || right.operand != 1 ||
          left.value != right.value || left.value != left.result ||
          right.value != right.result)
        continue;
      if (annihilator != Special::None)
        return {};
      annihilator = left.value;
    }
  return getSpecial(annihilator, op->getResult(0).getType());
}

void weft::registerOperatorAlgebraModels(DialectRegistry &registry) {
  registerArithModels(registry);
  registerMathModels(registry);
  registerComplexModels(registry);
  registerDeclaredModels(registry);
  registerPresenceModels(registry);
}
