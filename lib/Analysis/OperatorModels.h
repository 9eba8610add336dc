//===- OperatorModels.h - External models from rules ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An external model of the operator interface made of a few rules about special
// values. Dialects whose operations are modelled list the rules of each
// operation as data.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_ANALYSIS_OPERATORMODELS_H
#define WEFT_LIB_ANALYSIS_OPERATORMODELS_H

#include "weft/Analysis/OperatorAlgebra.h"

namespace weft {
namespace models {

/// Numbers that exist in many types.
enum class Special {
  None,
  Zero,
  One,
  /// All bits set: true, or the greatest unsigned number.
  AllOnes,
  SignedMin,
  SignedMax,
  MinusInfinity,
  PlusInfinity
};

/// The special number of a type; null if the type has no such number.
mlir::Attribute getSpecial(Special special, mlir::Type type);

/// Whether a scalar is a special number. Zeros of both signs are zero.
bool isSpecial(mlir::Attribute scalar, Special special, mlir::Type type);

/// Rules of an operator of one or two operands.
struct OperatorRules {
  /// The result is `result` if operand `operand` is `value`.
  struct Absorption {
    unsigned operand = 0;
    Special value = Special::None;
    Special result = Special::None;
    /// Infinities and NaN break the rule, and it holds for absent operands
    /// only.
    bool ofAbsentOnly = false;
  };

  bool associative = false;
  bool commutative = false;
  bool idempotent = false;
  /// The value of the first or second operand for which the result is the other
  /// operand.
  Special identities[2] = {Special::None, Special::None};
  Absorption absorptions[4] = {};
  bool (*distributes)(unsigned operand, mlir::Operation *other) = nullptr;

  /// An associative and commutative operator.
  constexpr OperatorRules commutativeMonoid(Special identity) const {
    OperatorRules rules = *this;
    rules.associative = rules.commutative = true;
    rules.identities[0] = rules.identities[1] = identity;
    return rules;
  }
  /// An associative, commutative and idempotent operator.
  constexpr OperatorRules semilattice(Special identity) const {
    OperatorRules rules = commutativeMonoid(identity);
    rules.idempotent = true;
    return rules;
  }
  constexpr OperatorRules rightIdentity(Special value) const {
    OperatorRules rules = *this;
    rules.identities[1] = value;
    return rules;
  }
  /// The result is `result` if operand `operand` is `value`, always.
  constexpr OperatorRules maps(unsigned operand, Special value,
                               Special result) const {
    return absorb({operand, value, result, false});
  }
  /// The result is `value` if operand `operand` is absent with this fill.
  constexpr OperatorRules absentAnnihilates(unsigned operand,
                                            Special value) const {
    return absorb({operand, value, value, true});
  }
  /// The result is `value` if either operand is, always.
  constexpr OperatorRules annihilator(Special value) const {
    return maps(0, value, value).maps(1, value, value);
  }
  /// The result is `value` if either operand is absent with this fill.
  constexpr OperatorRules absentAnnihilator(Special value) const {
    return absentAnnihilates(0, value).absentAnnihilates(1, value);
  }
  constexpr OperatorRules
  distributesIf(bool (*predicate)(unsigned, mlir::Operation *)) const {
    OperatorRules rules = *this;
    rules.distributes = predicate;
    return rules;
  }

private:
  constexpr OperatorRules absorb(Absorption absorption) const {
    OperatorRules rules = *this;
    for (Absorption &slot : rules.absorptions)
      if (slot.value == Special::None) {
        slot = absorption;
        break;
      }
    return rules;
  }
};

/// Answers of the interface from rules.
mlir::Attribute getResultFill(const OperatorRules &rules, mlir::Operation *op,
                              llvm::ArrayRef<mlir::Attribute> fills);
FillEffect getFillEffect(const OperatorRules &rules, mlir::Operation *op,
                         unsigned operand,
                         llvm::ArrayRef<mlir::Attribute> fills);
mlir::Attribute getIdentity(const OperatorRules &rules, mlir::Operation *op);
mlir::Attribute getAnnihilator(const OperatorRules &rules, mlir::Operation *op);

/// The interface of an operation whose rules are `rules`.
template <typename OpTy, const OperatorRules &rules>
struct OperatorModel
    : public OperatorAlgebraInterface::ExternalModel<OperatorModel<OpTy, rules>,
                                                     OpTy> {
  mlir::Attribute getResultFill(mlir::Operation *op,
                                llvm::ArrayRef<mlir::Attribute> fills) const {
    return models::getResultFill(rules, op, fills);
  }
  FillEffect getFillEffect(mlir::Operation *op, unsigned operand,
                           llvm::ArrayRef<mlir::Attribute> fills) const {
    return models::getFillEffect(rules, op, operand, fills);
  }
  bool isAssociative(mlir::Operation *) const { return rules.associative; }
  bool isCommutative(mlir::Operation *) const { return rules.commutative; }
  bool isIdempotent(mlir::Operation *) const { return rules.idempotent; }
  bool distributesOver(mlir::Operation *, unsigned operand,
                       mlir::Operation *other) const {
    return rules.distributes && rules.distributes(operand, other);
  }
  mlir::Attribute getIdentity(mlir::Operation *op) const {
    return models::getIdentity(rules, op);
  }
  mlir::Attribute getAnnihilator(mlir::Operation *op) const {
    return models::getAnnihilator(rules, op);
  }
};

/// Gives operations the interface with rules that they share.
template <const OperatorRules &rules, typename... OpTys>
void attachRules(mlir::MLIRContext *context) {
  (OpTys::template attachInterface<OperatorModel<OpTys, rules>>(*context), ...);
}

/// A predicate for `distributesIf`: in any operand over `OpTys`.
template <typename... OpTys>
bool distributesOverAny(unsigned, mlir::Operation *other) {
  return llvm::isa<OpTys...>(other);
}

/// A predicate for `distributesIf`: in the first operand over `OpTys`.
template <typename... OpTys>
bool distributesOverInFirst(unsigned operand, mlir::Operation *other) {
  return operand == 0 && llvm::isa<OpTys...>(other);
}

void registerArithModels(mlir::DialectRegistry &registry);
void registerMathModels(mlir::DialectRegistry &registry);
void registerComplexModels(mlir::DialectRegistry &registry);
void registerDeclaredModels(mlir::DialectRegistry &registry);
void registerPresenceModels(mlir::DialectRegistry &registry);

/// The value of an operation of the complex dialect for constant operands.
mlir::Attribute evaluateComplex(mlir::Operation *op,
                                llvm::ArrayRef<mlir::Attribute> operands);

/// What an operator that a user defined gives where one of its operands is the
/// declared annihilator; null if that is not known.
mlir::Attribute getAnnihilated(algebra::OperatorOp definition,
                               unsigned operand);

/// A scalar in the form that operations' constants hold: complex numbers as
/// arrays of two floats. Null for attributes that are not scalars.
mlir::Attribute normalizeScalar(mlir::Attribute attribute);

} // namespace models
} // namespace weft

#endif // WEFT_LIB_ANALYSIS_OPERATORMODELS_H
