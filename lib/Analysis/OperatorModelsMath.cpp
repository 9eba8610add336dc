//===- OperatorModelsMath.cpp - Algebra of math's operations ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of the operations of the math dialect. Most of them are functions
// of one operand, for which the rules say what zero and one become; other fills
// are evaluated by folding.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::math;
using namespace weft;
using namespace weft::models;

namespace {

constexpr OperatorRules kZeroToZero =
    OperatorRules().maps(0, Special::Zero, Special::Zero);
constexpr OperatorRules kZeroToOne =
    OperatorRules().maps(0, Special::Zero, Special::One);
constexpr OperatorRules kOneToZero =
    OperatorRules().maps(0, Special::One, Special::Zero);
constexpr OperatorRules kOneToOne =
    OperatorRules().maps(0, Special::One, Special::One);
constexpr OperatorRules kZeroAndOne = OperatorRules()
                                          .maps(0, Special::Zero, Special::Zero)
                                          .maps(0, Special::One, Special::One);

// The zeroth power of everything is one, NaN included, and so is every power of
// one. Powers of zero depend on the exponent.
constexpr OperatorRules kPower = OperatorRules()
                                     .rightIdentity(Special::One)
                                     .maps(0, Special::One, Special::One)
                                     .maps(1, Special::Zero, Special::One);

// The magnitude is that of the first operand; zero has any sign.
constexpr OperatorRules kCopySign = kZeroToZero;

/// A product to which the third operand is added.
struct FmaModel
    : public OperatorAlgebraInterface::ExternalModel<FmaModel, FmaOp> {
  Attribute getResultFill(Operation *op, ArrayRef<Attribute> fills) const {
    bool isAbsent = (fills[0] && isZeroScalar(fills[0])) ||
                    (fills[1] && isZeroScalar(fills[1]));
    if (isAbsent && !op->hasAttr(kStrictZeroAttrName))
      return fills[2];
    // The dialect does not fold it.
    auto left = dyn_cast_or_null<FloatAttr>(fills[0]);
    auto right = dyn_cast_or_null<FloatAttr>(fills[1]);
    auto addend = dyn_cast_or_null<FloatAttr>(fills[2]);
    if (!left || !right || !addend)
      return {};
    APFloat result = left.getValue();
    result.fusedMultiplyAdd(right.getValue(), addend.getValue(),
                            APFloat::rmNearestTiesToEven);
    return FloatAttr::get(op->getResult(0).getType(), result);
  }
};

} // namespace

void models::registerMathModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MathDialect *) {
    attachRules<kZeroToZero, AsinOp, AsinhOp, AtanOp, AtanhOp, ErfOp, ExpM1Op,
                Log1pOp, SinOp, SinhOp, TanOp, TanhOp>(context);
    attachRules<kZeroToOne, CosOp, CoshOp, ErfcOp, ExpOp, Exp2Op>(context);
    attachRules<kOneToZero, AcosOp, AcoshOp, Log10Op, Log2Op, LogOp>(context);
    attachRules<kOneToOne, RsqrtOp>(context);
    attachRules<kZeroAndOne, AbsFOp, AbsIOp, CbrtOp, CeilOp, FloorOp,
                RoundEvenOp, RoundOp, SqrtOp, TruncOp>(context);
    attachRules<kPower, FPowIOp, IPowIOp, PowFOp>(context);
    attachRules<kCopySign, CopySignOp>(context);
    FmaOp::attachInterface<FmaModel>(*context);
  });
}
