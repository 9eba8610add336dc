//===- ComplexFunctions.cpp - Functions of complex numbers ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A complex number of two f64 is passed to a C function as its parts are. One
// of two f32 is passed in a single register on x86-64, which a struct in LLVM
// does not say; so these are computed as f64, which is more exact, too.
//
//===----------------------------------------------------------------------===//

#include "ComplexFunctions.h"

#include "mlir/Conversion/ComplexToLibm/ComplexToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace weft;

/// The same complex number with parts of another type.
static Value convertParts(OpBuilder &builder, Location loc, Value number,
                          FloatType type) {
  auto convert = [&](Value part) -> Value {
    if (cast<FloatType>(part.getType()).getWidth() < type.getWidth())
      return arith::ExtFOp::create(builder, loc, type, part);
    return arith::TruncFOp::create(builder, loc, type, part);
  };
  Value real = convert(complex::ReOp::create(builder, loc, number));
  Value imaginary = convert(complex::ImOp::create(builder, loc, number));
  return complex::CreateOp::create(builder, loc, ComplexType::get(type), real,
                                   imaginary);
}

namespace {
template <typename OpTy>
struct ComputeInDouble : public OpConversionPattern<OpTy> {
  // Before it is called as it is.
  explicit ComputeInDouble(MLIRContext *context)
      : OpConversionPattern<OpTy>(context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    auto type =
        cast<FloatType>(cast<ComplexType>(op.getType()).getElementType());
    if (type.isF64())
      return rewriter.notifyMatchFailure(op, "is computed in f64");
    Location loc = op.getLoc();
    SmallVector<Value> operands =
        llvm::map_to_vector(adaptor.getOperands(), [&](Value operand) {
          return convertParts(rewriter, loc, operand, rewriter.getF64Type());
        });
    auto wide = OpTy::create(rewriter, loc,
                             ComplexType::get(rewriter.getF64Type()), operands);
    rewriter.replaceOp(op, convertParts(rewriter, loc, wide, type));
    return success();
  }
};
} // namespace

/// Converts operations of these types.
template <typename... OpTys>
static LogicalResult convertFunctions(ModuleOp module) {
  if (!module
           .walk([](Operation *op) {
             return isa<OpTys...>(op) ? WalkResult::interrupt()
                                      : WalkResult::advance();
           })
           .wasInterrupted())
    return success();
  RewritePatternSet patterns(module.getContext());
  patterns.add<ComputeInDouble<OpTys>...>(module.getContext());
  populateComplexToLibmConversionPatterns(patterns, /*benefit=*/1);
  ConversionTarget target(*module.getContext());
  target.addIllegalOp<OpTys...>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(module, target, std::move(patterns));
}

/// Makes powers what they are where the logarithm of the base, or its product
/// with the exponent, is not a number: one if the exponent is zero, and zero
/// for a base that is, if the exponent is a positive real number.
static void defineAtZero(complex::PowOp power) {
  OpBuilder builder(power->getContext());
  builder.setInsertionPointAfter(power);
  Location loc = power.getLoc();
  auto type = cast<ComplexType>(power.getType());
  auto getNumber = [&](double real) -> Value {
    auto part = [&](double value) {
      return builder.getFloatAttr(type.getElementType(), value);
    };
    return complex::ConstantOp::create(
        builder, loc, type, builder.getArrayAttr({part(real), part(0)}));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value part) -> Value {
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type.getElementType(), 0));
    return arith::CmpFOp::create(builder, loc, predicate, part, zero);
  };
  Value zero = getNumber(0), exponent = power.getRhs();
  Value isZero = complex::EqualOp::create(builder, loc, power.getLhs(), zero);
  Value isPositive = arith::AndIOp::create(
      builder, loc,
      compare(arith::CmpFPredicate::OGT,
              complex::ReOp::create(builder, loc, exponent)),
      compare(arith::CmpFPredicate::OEQ,
              complex::ImOp::create(builder, loc, exponent)));
  Value result = arith::SelectOp::create(
      builder, loc, arith::AndIOp::create(builder, loc, isZero, isPositive),
      zero, power);
  Operation *first = result.getDefiningOp();
  result = arith::SelectOp::create(
      builder, loc, complex::EqualOp::create(builder, loc, exponent, zero),
      getNumber(1), result);
  power.getResult().replaceAllUsesExcept(result, first);
}

LogicalResult weft::convertComplexFunctions(ModuleOp module) {
  module.walk(defineAtZero);
  return convertFunctions<complex::CosOp, complex::LogOp, complex::PowOp,
                          complex::SinOp, complex::SqrtOp, complex::TanOp,
                          complex::TanhOp>(module);
}
