//===- LowerSmallFloats.cpp - Real numbers of 16 bits -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors load and store real numbers of 16 bits and convert them, but few
// compute with them, and LLVM calls its runtime library for what they lack. A
// kernel is linked against no such library, so that this pass leaves nothing
// that needs one.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Passes.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_LOWERSMALLFLOATS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

static bool isSmall(Type type) {
  return isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(type));
}

/// A scalar type, or a vector of it where `shape` is one.
static Type getLike(Type shape, Type element) {
  auto vector = dyn_cast<VectorType>(shape);
  return vector ? vector.clone(element) : element;
}

/// Rounds a number of f64 to f32, to the one of its two neighbours whose last
/// bit is odd if it lies between them. Rounding that to half as many bits gives
/// what rounding the number itself gives, since it lies on the same side of any
/// number in the middle of two others.
static Value roundToOdd(ImplicitLocOpBuilder &b, Value value) {
  Type f32 = getLike(value.getType(), b.getF32Type());
  Type i32 = getLike(value.getType(), b.getI32Type());
  auto constant = [&](int64_t number) -> Value {
    TypedAttr attr = b.getI32IntegerAttr(number);
    if (auto vector = dyn_cast<VectorType>(i32))
      attr = DenseElementsAttr::get(vector, ArrayRef<Attribute>(attr));
    return arith::ConstantOp::create(b, attr);
  };
  Value nearest = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, value.getType(), nearest);
  // Infinities and zeros are exact, and NaN is not compared.
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, value);
  auto compare = [&](arith::CmpFPredicate predicate, Value other) -> Value {
    return arith::CmpFOp::create(b, predicate, back, other);
  };
  // The sign is that of the number: `back` is zero if the number underflows.
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(value.getType()));
  Value isPositive =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, value, zero);
  Value isBeyond = arith::SelectOp::create(
      b, isPositive, compare(arith::CmpFPredicate::OGT, value),
      compare(arith::CmpFPredicate::OLT, value));
  Value bits = arith::BitcastOp::create(b, i32, nearest);
  Value below = arith::SubIOp::create(b, bits, constant(1));
  Value towardsZero = arith::SelectOp::create(b, isBeyond, below, bits);
  Value odd = arith::OrIOp::create(b, towardsZero, constant(1));
  Value rounded = arith::SelectOp::create(b, isInexact, odd, bits);
  return arith::BitcastOp::create(b, f32, rounded);
}

/// Rounds an integer of 64 bits to one that f64 has: integers that f64 may lack
/// become the multiple of 2048 next to them that is odd if they lie between
/// two. Whatever has fewer bits than these multiples rounds to the same number.
static Value roundToOddMultiple(ImplicitLocOpBuilder &b, Value value,
                                bool isSigned) {
  auto constant = [&](int64_t number) -> Value {
    TypedAttr attr = b.getI64IntegerAttr(number);
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      attr = DenseElementsAttr::get(vector, ArrayRef<Attribute>(attr));
    return arith::ConstantOp::create(b, attr);
  };
  constexpr int64_t unit = 2048, exact = int64_t(1) << 53;
  Value rest = arith::AndIOp::create(b, value, constant(unit - 1));
  Value carried = arith::AddIOp::create(b, rest, constant(unit - 1));
  Value odd = arith::AndIOp::create(b, carried, constant(unit));
  Value below = arith::AndIOp::create(b, value, constant(-unit));
  Value rounded = arith::OrIOp::create(b, below, odd);
  Value shifted =
      isSigned ? arith::AddIOp::create(b, value, constant(exact)) : value;
  Value isExact = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, shifted,
                                        constant(isSigned ? 2 * exact : exact));
  return arith::SelectOp::create(b, isExact, value, rounded);
}

namespace {
/// From f64 in one step.
struct LowerTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSmall(op.getType()) || !getElementTypeOrSelf(op.getIn()).isF64())
      return rewriter.notifyMatchFailure(op, "not from 64 to 16 bits");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value rounded = roundToOdd(b, op.getIn());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), rounded);
    return success();
  }
};

/// From integers by way of a type that holds more of them.
template <typename OpTy> struct LowerFromInteger : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(op.getIn()));
    if (!integer || !isSmall(op.getType()))
      return rewriter.notifyMatchFailure(op, "no conversion to 16 bits");
    Type wide = integer.getWidth() > 16 ? Type(rewriter.getF64Type())
                                        : Type(rewriter.getF32Type());
    wide = getLike(op.getType(), wide);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value source = op.getIn();
    if (integer.getWidth() > 53)
      source =
          roundToOddMultiple(b, source, std::is_same_v<OpTy, arith::SIToFPOp>);
    Value number = OpTy::create(b, wide, source);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), number);
    return success();
  }
};

/// Which upstream takes to be available.
struct LowerFMA : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSmall(op.getType()))
      return rewriter.notifyMatchFailure(op, "not of 16 bits");
    Type wide = getLike(op.getType(), rewriter.getF32Type());
    auto extend = [&](Value value) -> Value {
      return arith::ExtFOp::create(rewriter, op.getLoc(), wide, value);
    };
    Value result = math::FmaOp::create(rewriter, op.getLoc(), extend(op.getA()),
                                       extend(op.getB()), extend(op.getC()));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), result);
    return success();
  }
};

struct LowerSmallFloats : weft::impl::LowerSmallFloatsBase<LowerSmallFloats> {
  using LowerSmallFloatsBase::LowerSmallFloatsBase;
  void runOnOperation() override {
    if (!usesSmallFloats())
      return;
    RewritePatternSet narrowing(&getContext());
    narrowing.add<LowerTruncation, LowerFromInteger<arith::SIToFPOp>,
                  LowerFromInteger<arith::UIToFPOp>>(&getContext());
    if (!onlyConversions)
      narrowing.add<LowerFMA>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(narrowing))))
      return signalPassFailure();
    if (onlyConversions)
      return;
    if (failed(computeWide()))
      return signalPassFailure();
    RewritePatternSet conversions(&getContext());
    arith::populateExpandBFloat16Patterns(conversions);
    if (failed(applyPatternsGreedily(getOperation(), std::move(conversions))))
      signalPassFailure();
  }

private:
  bool usesSmallFloats() {
    return getOperation()
        ->walk([](Operation *op) {
          return llvm::any_of(op->getResultTypes(), isSmall) ||
                         llvm::any_of(op->getOperandTypes(), isSmall)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Makes arithmetic and functions such on f32.
  LogicalResult computeWide() {
    Type small[] = {Float16Type::get(&getContext()),
                    BFloat16Type::get(&getContext())};
    Type wide = Float32Type::get(&getContext());
    TypeConverter arithTypes;
    arith::populateEmulateUnsupportedFloatsConversions(arithTypes, small, wide);
    RewritePatternSet arithPatterns(&getContext());
    arith::populateEmulateUnsupportedFloatsPatterns(arithPatterns, arithTypes);
    ConversionTarget arithTarget(getContext());
    arith::populateEmulateUnsupportedFloatsLegality(arithTarget, arithTypes);
    if (failed(applyPartialConversion(getOperation(), arithTarget,
                                      std::move(arithPatterns))))
      return failure();

    // The converter keeps a reference to the types.
    SetVector<Type> supported;
    supported.insert(wide);
    supported.insert(Float64Type::get(&getContext()));
    TypeConverter mathTypes;
    math::populateExtendToSupportedTypesTypeConverter(mathTypes, supported,
                                                      wide);
    RewritePatternSet mathPatterns(&getContext());
    math::populateExtendToSupportedTypesPatterns(mathPatterns, mathTypes);
    ConversionTarget mathTarget(getContext());
    math::populateExtendToSupportedTypesConversionTarget(mathTarget, mathTypes);
    return applyPartialConversion(getOperation(), mathTarget,
                                  std::move(mathPatterns));
  }
};
} // namespace
