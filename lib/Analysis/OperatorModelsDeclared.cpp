//===- OperatorModelsDeclared.cpp - Algebra that users declare --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operator interface of the uses of operators that users define: what their
// definitions declare. Everything else follows by evaluating their bodies.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;
using namespace weft::models;

Attribute models::getAnnihilated(algebra::OperatorOp definition,
                                 unsigned operand) {
  Attribute value = definition.getAnnihilator(operand);
  SmallVector<Attribute> operands;
  for (Type type : definition.getArgumentTypes())
    operands.push_back(getSpecial(Special::One, type));
  operands[operand] = value;
  // Whatever the others are: ones will do.
  if (Attribute result = evaluateOperator(definition, operands))
    return result;
  return definition.getArgumentTypes()[operand] == definition.getResultType()
             ? normalizeScalar(value)
             : Attribute();
}

/// The result if operand `operand` is its fill and this annihilates; otherwise
/// null.
static Attribute getAnnihilatedFill(algebra::ApplyOp apply, unsigned operand,
                                    Attribute fill) {
  algebra::OperatorOp definition = apply.getOperator();
  if (!fill || !definition ||
      !areSameScalar(fill, definition.getAnnihilator(operand)))
    return {};
  // Where absent operands count as numbers, infinities and NaN break the rule.
  auto hasInfinity = [](Type type) {
    return isa<FloatType, ComplexType>(type);
  };
  if (isStrictZero(apply) &&
      llvm::any_of(definition.getArgumentTypes(), hasInfinity))
    return {};
  return getAnnihilated(definition, operand);
}

namespace {
struct DeclaredModel
    : public OperatorAlgebraInterface::ExternalModel<DeclaredModel,
                                                     algebra::ApplyOp> {
  static algebra::OperatorOp get(Operation *op) {
    return cast<algebra::ApplyOp>(op).getOperator();
  }

  Attribute getResultFill(Operation *op, ArrayRef<Attribute> fills) const {
    for (auto [operand, fill] : llvm::enumerate(fills))
      if (Attribute result =
              getAnnihilatedFill(cast<algebra::ApplyOp>(op), operand, fill))
        return result;
    return evaluate(op, fills);
  }

  FillEffect getFillEffect(Operation *op, unsigned operand,
                           ArrayRef<Attribute> fills) const {
    // Of operands that annihilate to different results, the first one counts.
    if (Attribute result = getAnnihilatedFill(cast<algebra::ApplyOp>(op),
                                              operand, fills[operand]))
      return areSameScalar(getResultFill(op, fills), result)
                 ? FillEffect::Annihilates
                 : FillEffect::Neither;
    // An identity of numbers need not be one of infinities: f(0, x) is
    // computed.
    return FillEffect::Neither;
  }

  bool isAssociative(Operation *op) const {
    return get(op) && get(op).getAssociative();
  }
  bool isCommutative(Operation *op) const {
    return get(op) && get(op).getCommutative();
  }
  bool isIdempotent(Operation *op) const {
    return get(op) && get(op).getIdempotent();
  }

  Attribute getIdentity(Operation *op) const {
    algebra::OperatorOp definition = get(op);
    return definition ? normalizeScalar(definition.getIdentityAttr())
                      : Attribute();
  }

  Attribute getAnnihilator(Operation *op) const {
    algebra::OperatorOp definition = get(op);
    if (!definition || !definition.isBinary())
      return {};
    Attribute value = normalizeScalar(definition.getAnnihilator(0));
    bool isTwoSided = value &&
                      areSameScalar(value, definition.getAnnihilator(1)) &&
                      areSameScalar(value, getAnnihilated(definition, 0)) &&
                      areSameScalar(value, getAnnihilated(definition, 1));
    return isTwoSided ? value : Attribute();
  }
};
} // namespace

void models::registerDeclaredModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, algebra::AlgebraDialect *) {
    algebra::ApplyOp::attachInterface<DeclaredModel>(*context);
  });
}
