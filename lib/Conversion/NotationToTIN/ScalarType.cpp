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
  switch (type) {
  case runtime::ElementType::I32:
    return {Kind::Integer, 32};
  case runtime::ElementType::I64:
    return {Kind::Integer, 64};
  case runtime::ElementType::F32:
    return {Kind::Real, 32};
  case runtime::ElementType::F64:
    return {Kind::Real, 64};
  case runtime::ElementType::C64:
    return {Kind::Complex, 32};
  case runtime::ElementType::C128:
    return {Kind::Complex, 64};
  }
  llvm_unreachable("unknown element type");
}

ScalarType ScalarType::withKind(Kind other) const {
  if (isInteger() && other != Kind::Integer && !isAdaptive())
    return {other, 64};
  return {other, width};
}

Type ScalarType::getType(MLIRContext *context) const {
  ScalarType type = resolve();
  if (type.isInteger())
    return mlir::IntegerType::get(context, type.width);
  Type part = type.width == 32 ? Type(Float32Type::get(context))
                               : Type(Float64Type::get(context));
  return type.isReal() ? part : ComplexType::get(part);
}

StringRef ScalarType::getKindName() const {
  switch (kind) {
  case Kind::Integer:
    return "an integer";
  case Kind::Real:
    return "a real number";
  case Kind::Complex:
    return "a complex number";
  }
  llvm_unreachable("unknown kind");
}

ScalarType weft::promote(ScalarType left, ScalarType right) {
  ScalarType::Kind kind = std::max(left.kind, right.kind);
  if (left.isAdaptive() && right.isAdaptive())
    return {kind, 0};
  if (left.isAdaptive())
    std::swap(left, right);
  if (right.isAdaptive())
    return kind == left.kind ? left : left.withKind(kind);
  return {kind, std::max(left.width, right.width)};
}
