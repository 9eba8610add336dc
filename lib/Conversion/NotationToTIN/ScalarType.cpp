//===- ScalarType.cpp - Kinds and widths of numbers -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Promotion, and the types of the IR that stand for scalar types.
//
//===----------------------------------------------------------------------===//

#include "ScalarType.h"

#include "mlir/IR/Builders.h"

#include <algorithm>

using namespace mlir;
using namespace weft;

ScalarType ScalarType::get(runtime::ElementType type) {
  unsigned bits = runtime::sizeOf(type) * 8;
  switch (runtime::kindOf(type)) {
  case runtime::NumberKind::Bool:
    return {Kind::Truth, 1};
  case runtime::NumberKind::Signed:
    return {Kind::Integer, bits};
  case runtime::NumberKind::Unsigned:
    return {Kind::Integer, bits, /*isUnsigned=*/true};
  case runtime::NumberKind::Real:
    return {Kind::Real, std::max(bits, 32u)};
  case runtime::NumberKind::Complex:
    return {Kind::Complex, bits / 2};
  }
  llvm_unreachable("unknown kind");
}

std::optional<ScalarType> ScalarType::get(Type type) {
  Kind kind = Kind::Real;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    kind = Kind::Complex;
    type = complex.getElementType();
  }
  if (type.isF32() || type.isF64())
    return ScalarType{kind, type.getIntOrFloatBitWidth()};
  if (kind == Kind::Complex || !type.isSignlessInteger())
    return std::nullopt;
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1)
    return ScalarType{Kind::Truth, 1};
  if (width != 8 && width != 16 && width != 32 && width != 64)
    return std::nullopt;
  return ScalarType{Kind::Integer, width};
}

ScalarType ScalarType::resolve() const {
  if (!isAdaptive())
    return *this;
  return {kind, isTruth() ? 1u : 64u};
}

ScalarType ScalarType::withKind(Kind other) const {
  if (kind == other)
    return *this;
  if (isAdaptive() || kind > Kind::Integer)
    return {other, width};
  return {other, 64};
}

Type ScalarType::getType(MLIRContext *context) const {
  ScalarType type = resolve();
  if (type.isTruth() || type.isInteger())
    return mlir::IntegerType::get(context, type.width);
  Type part = type.width == 32 ? Type(Float32Type::get(context))
                               : Type(Float64Type::get(context));
  return type.isReal() ? part : ComplexType::get(part);
}

Type weft::getStoredType(MLIRContext *context, runtime::ElementType type) {
  if (type == runtime::ElementType::F16)
    return Float16Type::get(context);
  if (type == runtime::ElementType::BF16)
    return BFloat16Type::get(context);
  return ScalarType::get(type).getType(context);
}

std::string ScalarType::getName() const {
  ScalarType type = resolve();
  std::string bits = std::to_string(type.width);
  switch (kind) {
  case Kind::Truth:
    return "bool";
  case Kind::Integer:
    return (isUnsigned ? "u" : "i") + bits;
  case Kind::Real:
    return "f" + bits;
  case Kind::Complex:
    return "complex<f" + bits + ">";
  }
  llvm_unreachable("unknown kind");
}

StringRef ScalarType::getKindName() const {
  switch (kind) {
  case Kind::Truth:
    return "a truth value";
  case Kind::Integer:
    return "an integer";
  case Kind::Real:
    return "a real number";
  case Kind::Complex:
    return "a complex number";
  }
  llvm_unreachable("unknown kind");
}

/// The smallest integer type that holds both; a real one if there is none.
static ScalarType promoteIntegers(ScalarType left, ScalarType right) {
  if (left.isUnsigned == right.isUnsigned)
    return left.width > right.width ? left : right;
  if (left.isUnsigned)
    std::swap(left, right);
  // The unsigned one on the right needs a bit for the sign.
  unsigned width = std::max(left.width, 2 * right.width);
  return width <= 64 ? ScalarType{ScalarType::Kind::Integer, width}
                     : ScalarType{ScalarType::Kind::Real, 64};
}

ScalarType weft::promote(ScalarType left, ScalarType right) {
  ScalarType::Kind kind = std::max(left.kind, right.kind);
  if (left.isAdaptive() && right.isAdaptive())
    return {kind, 0};
  if (left.isAdaptive())
    std::swap(left, right);
  if (right.isAdaptive())
    return left.withKind(kind);
  if (left.isTruth() || right.isTruth())
    return left.isTruth() ? right : left;
  if (left.isInteger() && right.isInteger())
    return promoteIntegers(left, right);
  return {kind, std::max(left.width, right.width)};
}

bool weft::convertsTo(ScalarType from, ScalarType to) {
  return from.isAdaptive() ? from.kind <= to.kind : promote(from, to) == to;
}
