//===- OperatorModelsArith.cpp - Algebra of arith's operations --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of the operations of the arith dialect. Floating-point rules that
// infinities and NaN break hold for absent operands, and not at all where
// strict zeros are asked for. Comparisons and conversions have no rules:
// folding says what becomes of their fill.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::arith;
using namespace weft;
using namespace weft::models;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {

//===-- Rings -------------------------------------------------------------===//

// Adding to a maximum is the maximum of the sums: the tropical semirings, in
// which an absent infinity annihilates; of two, that below zero.
constexpr OperatorRules kAddF =
    OperatorRules()
        .commutativeMonoid(Special::Zero)
        .absentAnnihilator(Special::MinusInfinity)
        .absentAnnihilator(Special::PlusInfinity)
        .distributesIf(
            distributesOverAny<MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp>);
constexpr OperatorRules kSubF =
    OperatorRules()
        .rightIdentity(Special::Zero)
        .distributesIf(distributesOverInFirst<MaximumFOp, MinimumFOp, MaxNumFOp,
                                              MinNumFOp>);
constexpr OperatorRules kMulF =
    OperatorRules()
        .commutativeMonoid(Special::One)
        .absentAnnihilator(Special::Zero)
        .distributesIf(distributesOverAny<AddFOp, SubFOp, NegFOp>);
constexpr OperatorRules kDivF =
    OperatorRules()
        .rightIdentity(Special::One)
        .absentAnnihilates(0, Special::Zero)
        .distributesIf(distributesOverInFirst<AddFOp, SubFOp, NegFOp>);
constexpr OperatorRules kRemF =
    OperatorRules().absentAnnihilates(0, Special::Zero);
constexpr OperatorRules kNegF =
    OperatorRules()
        .maps(0, Special::Zero, Special::Zero)
        .distributesIf(distributesOverAny<AddFOp, SubFOp>);

constexpr OperatorRules kAddI =
    OperatorRules().commutativeMonoid(Special::Zero);
constexpr OperatorRules kSubI = OperatorRules().rightIdentity(Special::Zero);
constexpr OperatorRules kMulI =
    OperatorRules()
        .commutativeMonoid(Special::One)
        .annihilator(Special::Zero)
        .distributesIf(distributesOverAny<AddIOp, SubIOp>);
// Integer division rounds, so that it does not distribute over sums.
constexpr OperatorRules kDivI = OperatorRules()
                                    .rightIdentity(Special::One)
                                    .maps(0, Special::Zero, Special::Zero);
constexpr OperatorRules kRemI = OperatorRules()
                                    .maps(0, Special::Zero, Special::Zero)
                                    .maps(1, Special::One, Special::Zero);

//===-- Lattices ----------------------------------------------------------===//

// NaN wins over everything in maximumf and minimumf, and everything over NaN in
// maxnumf and minnumf, where therefore infinities annihilate even if present
// and are no identities of NaN.
constexpr OperatorRules kMaximumF =
    OperatorRules()
        .semilattice(Special::MinusInfinity)
        .absentAnnihilator(Special::PlusInfinity)
        .distributesIf(
            distributesOverAny<MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp>);
constexpr OperatorRules kMinimumF =
    OperatorRules()
        .semilattice(Special::PlusInfinity)
        .absentAnnihilator(Special::MinusInfinity)
        .distributesIf(
            distributesOverAny<MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp>);
constexpr OperatorRules kMaxNumF =
    OperatorRules()
        .semilattice(Special::MinusInfinity)
        .annihilator(Special::PlusInfinity)
        .distributesIf(distributesOverAny<MaxNumFOp, MinNumFOp>);
constexpr OperatorRules kMinNumF =
    OperatorRules()
        .semilattice(Special::PlusInfinity)
        .annihilator(Special::MinusInfinity)
        .distributesIf(distributesOverAny<MaxNumFOp, MinNumFOp>);

constexpr OperatorRules kMaxSI =
    OperatorRules()
        .semilattice(Special::SignedMin)
        .annihilator(Special::SignedMax)
        .distributesIf(distributesOverAny<MaxSIOp, MinSIOp>);
constexpr OperatorRules kMinSI =
    OperatorRules()
        .semilattice(Special::SignedMax)
        .annihilator(Special::SignedMin)
        .distributesIf(distributesOverAny<MaxSIOp, MinSIOp>);
constexpr OperatorRules kMaxUI =
    OperatorRules()
        .semilattice(Special::Zero)
        .annihilator(Special::AllOnes)
        .distributesIf(distributesOverAny<MaxUIOp, MinUIOp>);
constexpr OperatorRules kMinUI =
    OperatorRules()
        .semilattice(Special::AllOnes)
        .annihilator(Special::Zero)
        .distributesIf(distributesOverAny<MaxUIOp, MinUIOp>);

constexpr OperatorRules kAndI =
    OperatorRules()
        .semilattice(Special::AllOnes)
        .annihilator(Special::Zero)
        .distributesIf(distributesOverAny<AndIOp, OrIOp, XOrIOp>);
constexpr OperatorRules kOrI =
    OperatorRules()
        .semilattice(Special::Zero)
        .annihilator(Special::AllOnes)
        .distributesIf(distributesOverAny<AndIOp, OrIOp>);
constexpr OperatorRules kXOrI =
    OperatorRules().commutativeMonoid(Special::Zero);

//===-- Shifts ------------------------------------------------------------===//

constexpr OperatorRules kShLI =
    OperatorRules()
        .rightIdentity(Special::Zero)
        .maps(0, Special::Zero, Special::Zero)
        .distributesIf(
            distributesOverInFirst<AddIOp, SubIOp, AndIOp, OrIOp, XOrIOp>);
constexpr OperatorRules kShRI =
    OperatorRules()
        .rightIdentity(Special::Zero)
        .maps(0, Special::Zero, Special::Zero)
        .distributesIf(distributesOverInFirst<AndIOp, OrIOp, XOrIOp>);

//===-- Conversions and comparisons ---------------------------------------===//

constexpr OperatorRules kByFolding = OperatorRules();

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// A mask decides which of two operands is the result.
struct SelectModel
    : public OperatorAlgebraInterface::ExternalModel<SelectModel, SelectOp> {
  Attribute getResultFill(Operation *op, ArrayRef<Attribute> fills) const {
    if (std::optional<unsigned> chosen = getChosen(fills[0]))
      return getFill(op, fills, *chosen);
    Attribute ifTrue = getFill(op, fills, 1);
    Attribute ifFalse = getFill(op, fills, 2);
    if (ifTrue && ifFalse && areSameScalar(ifTrue, ifFalse))
      return ifTrue;
    return {};
  }

  FillEffect getFillEffect(Operation *op, unsigned operand,
                           ArrayRef<Attribute> fills) const {
    // An absent condition annihilates if it chooses a constant.
    std::optional<unsigned> chosen = getChosen(fills[0]);
    if (operand == 0 && chosen && getConstantScalar(op->getOperand(*chosen)))
      return FillEffect::Annihilates;
    // So does an absent operand that the other one is equal to.
    Attribute other = operand == 0
                          ? Attribute()
                          : getConstantScalar(op->getOperand(3 - operand));
    if (other && fills[operand] && areSameScalar(fills[operand], other))
      return FillEffect::Annihilates;
    return FillEffect::Neither;
  }

private:
  /// The operand that a condition chooses.
  static std::optional<unsigned> getChosen(Attribute condition) {
    auto value = dyn_cast_or_null<IntegerAttr>(condition);
    if (!value)
      return std::nullopt;
    return value.getValue().isZero() ? 2 : 1;
  }

  static Attribute getFill(Operation *op, ArrayRef<Attribute> fills,
                           unsigned operand) {
    return fills[operand] ? fills[operand]
                          : getConstantScalar(op->getOperand(operand));
  }
};

} // namespace

void models::registerArithModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ArithDialect *) {
    attachRules<kAddF, AddFOp>(context);
    attachRules<kSubF, SubFOp>(context);
    attachRules<kMulF, MulFOp>(context);
    attachRules<kDivF, DivFOp>(context);
    attachRules<kRemF, RemFOp>(context);
    attachRules<kNegF, NegFOp>(context);
    attachRules<kAddI, AddIOp>(context);
    attachRules<kSubI, SubIOp>(context);
    attachRules<kMulI, MulIOp>(context);
    attachRules<kDivI, DivSIOp, DivUIOp, CeilDivSIOp, CeilDivUIOp,
                FloorDivSIOp>(context);
    attachRules<kRemI, RemSIOp, RemUIOp>(context);
    attachRules<kMaximumF, MaximumFOp>(context);
    attachRules<kMinimumF, MinimumFOp>(context);
    attachRules<kMaxNumF, MaxNumFOp>(context);
    attachRules<kMinNumF, MinNumFOp>(context);
    attachRules<kMaxSI, MaxSIOp>(context);
    attachRules<kMinSI, MinSIOp>(context);
    attachRules<kMaxUI, MaxUIOp>(context);
    attachRules<kMinUI, MinUIOp>(context);
    attachRules<kAndI, AndIOp>(context);
    attachRules<kOrI, OrIOp>(context);
    attachRules<kXOrI, XOrIOp>(context);
    attachRules<kShLI, ShLIOp>(context);
    attachRules<kShRI, ShRSIOp, ShRUIOp>(context);
    attachRules<kByFolding, CmpFOp, CmpIOp, ExtFOp, ExtSIOp, ExtUIOp, TruncFOp,
                TruncIOp, SIToFPOp, UIToFPOp, FPToSIOp, FPToUIOp, IndexCastOp,
                IndexCastUIOp, BitcastOp>(context);
    SelectOp::attachInterface<SelectModel>(*context);
  });
}
