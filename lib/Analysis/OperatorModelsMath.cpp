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
// are evaluated by folding. A fused product and sum has no rules: it sees the
// zero of an absent factor as a number, so that it must be computed everywhere.
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
  });
}
