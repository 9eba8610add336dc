//===- OperatorModelsComplex.cpp - Complex operators ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of the operations of the complex dialect and their values for
// constants, which the dialect itself does not fold.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::complex;
using namespace weft;
using namespace weft::models;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {

constexpr OperatorRules kAdd = OperatorRules().commutativeMonoid(Special::Zero);
constexpr OperatorRules kSub = OperatorRules().rightIdentity(Special::Zero);
constexpr OperatorRules kMul =
    OperatorRules()
        .commutativeMonoid(Special::One)
        .absentAnnihilator(Special::Zero)
        .distributesIf(distributesOverAny<AddOp, SubOp, NegOp>);
constexpr OperatorRules kDiv =
    OperatorRules()
        .rightIdentity(Special::One)
        .absentAnnihilates(0, Special::Zero)
        .distributesIf(distributesOverInFirst<AddOp, SubOp, NegOp>);
constexpr OperatorRules kNeg =
    OperatorRules()
        .maps(0, Special::Zero, Special::Zero)
        .distributesIf(distributesOverAny<AddOp, SubOp>);
constexpr OperatorRules kConj =
    OperatorRules()
        .maps(0, Special::Zero, Special::Zero)
        .maps(0, Special::One, Special::One)
        .distributesIf(distributesOverAny<AddOp, SubOp, MulOp, DivOp>);
constexpr OperatorRules kPow = OperatorRules().rightIdentity(Special::One);
constexpr OperatorRules kZeroToZero =
    OperatorRules().maps(0, Special::Zero, Special::Zero);
constexpr OperatorRules kZeroToOne =
    OperatorRules().maps(0, Special::Zero, Special::One);
constexpr OperatorRules kByFolding = OperatorRules();

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// The parts of a complex number.
struct Number {
  APFloat real, imaginary;
};

} // namespace

static std::optional<Number> getNumber(Attribute scalar) {
  auto parts = dyn_cast_or_null<ArrayAttr>(scalar);
  if (!parts || parts.size() != 2)
    return std::nullopt;
  auto real = dyn_cast<FloatAttr>(parts[0]);
  auto imaginary = dyn_cast<FloatAttr>(parts[1]);
  if (!real || !imaginary || real.getType() != imaginary.getType())
    return std::nullopt;
  return Number{real.getValue(), imaginary.getValue()};
}

static Attribute getAttribute(const Number &number, Type type) {
  auto part = cast<FloatType>(cast<ComplexType>(type).getElementType());
  return ArrayAttr::get(type.getContext(),
                        {FloatAttr::get(part, number.real),
                         FloatAttr::get(part, number.imaginary)});
}

static Number multiply(const Number &left, const Number &right) {
  return {left.real * right.real - left.imaginary * right.imaginary,
          left.real * right.imaginary + left.imaginary * right.real};
}

static Number divide(const Number &left, const Number &right) {
  Number conjugate{right.real, llvm::neg(right.imaginary)};
  Number product = multiply(left, conjugate);
  APFloat norm = right.real * right.real + right.imaginary * right.imaginary;
  return {product.real / norm, product.imaginary / norm};
}

/// The value of a function of one complex number.
static Attribute evaluateUnary(Operation *op, const Number &value) {
  Type type = op->getResult(0).getType();
  return llvm::TypeSwitch<Operation *, Attribute>(op)
      .Case<NegOp>([&](auto) {
        return getAttribute({llvm::neg(value.real), llvm::neg(value.imaginary)},
                            type);
      })
      .Case<ConjOp>([&](auto) {
        return getAttribute({value.real, llvm::neg(value.imaginary)}, type);
      })
      .Case<ReOp>([&](auto) { return FloatAttr::get(type, value.real); })
      .Case<ImOp>([&](auto) { return FloatAttr::get(type, value.imaginary); })
      .Case<AbsOp>([&](auto) -> Attribute {
        if (!APFloat::isRepresentableBy(value.real.getSemantics(),
                                        APFloat::IEEEdouble()))
          return {};
        return FloatAttr::get(type,
                              std::hypot(value.real.convertToDouble(),
                                         value.imaginary.convertToDouble()));
      })
      .Default([](Operation *) { return Attribute(); });
}

/// The value of an operation on two complex numbers.
static Attribute evaluateBinary(Operation *op, const Number &left,
                                const Number &right) {
  Type type = op->getResult(0).getType();
  bool isEqual = left.real == right.real && left.imaginary == right.imaginary;
  return llvm::TypeSwitch<Operation *, Attribute>(op)
      .Case<AddOp>([&](auto) {
        return getAttribute(
            {left.real + right.real, left.imaginary + right.imaginary}, type);
      })
      .Case<SubOp>([&](auto) {
        return getAttribute(
            {left.real - right.real, left.imaginary - right.imaginary}, type);
      })
      .Case<MulOp>(
          [&](auto) { return getAttribute(multiply(left, right), type); })
      .Case<DivOp>(
          [&](auto) { return getAttribute(divide(left, right), type); })
      .Case<EqualOp>(
          [&](auto) { return BoolAttr::get(op->getContext(), isEqual); })
      .Case<NotEqualOp>(
          [&](auto) { return BoolAttr::get(op->getContext(), !isEqual); })
      .Default([](Operation *) { return Attribute(); });
}

Attribute models::evaluateComplex(Operation *op, ArrayRef<Attribute> operands) {
  if (isa<CreateOp>(op))
    return ArrayAttr::get(op->getContext(), operands);
  std::optional<Number> first = getNumber(operands.front());
  if (!first)
    return {};
  if (operands.size() == 1)
    return evaluateUnary(op, *first);
  std::optional<Number> second = getNumber(operands.back());
  return operands.size() == 2 && second ? evaluateBinary(op, *first, *second)
                                        : Attribute();
}

void models::registerComplexModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ComplexDialect *) {
    attachRules<kAdd, AddOp>(context);
    attachRules<kSub, SubOp>(context);
    attachRules<kMul, MulOp>(context);
    attachRules<kDiv, DivOp>(context);
    attachRules<kNeg, NegOp>(context);
    attachRules<kConj, ConjOp>(context);
    attachRules<kPow, PowOp>(context);
    attachRules<kZeroToZero, AbsOp, Expm1Op, ImOp, Log1pOp, ReOp, SignOp, SinOp,
                SqrtOp, TanOp, TanhOp>(context);
    attachRules<kZeroToOne, CosOp, ExpOp>(context);
    attachRules<kByFolding, CreateOp, EqualOp, NotEqualOp>(context);
  });
}
