//===- Expression.cpp - Expressions of C ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the text of expressions.
//
//===----------------------------------------------------------------------===//

#include "Expression.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft::csource;

std::optional<CType> weft::csource::getCType(Type type) {
  if (type.isIndex())
    return CType::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return CType::Bool;
    case 8:
      return CType::I8;
    case 16:
      return CType::I16;
    case 32:
      return CType::I32;
    case 64:
      return CType::I64;
    }
    return std::nullopt;
  }
  if (type.isF16())
    return CType::F16;
  if (type.isBF16())
    return CType::BF16;
  if (type.isF32())
    return CType::F32;
  if (type.isF64())
    return CType::F64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return CType::C64;
    if (complex.getElementType().isF64())
      return CType::C128;
  }
  return std::nullopt;
}

namespace {
/// What is known of a type of C.
struct TypeFacts {
  const char *spelling, *suffix;
  int64_t bytes;
};
} // namespace

static const TypeFacts &getFacts(CType type) {
  static const TypeFacts facts[] = {{"bool", "bool", 1},
                                    {"int8_t", "i8", 1},
                                    {"int16_t", "i16", 2},
                                    {"int32_t", "i32", 4},
                                    {"int64_t", "i64", 8},
                                    {"uint8_t", "u8", 1},
                                    {"uint16_t", "u16", 2},
                                    {"uint32_t", "u32", 4},
                                    {"uint64_t", "u64", 8},
                                    {"__half", "f16", 2},
                                    {"__nv_bfloat16", "bf16", 2},
                                    {"float", "f32", 4},
                                    {"double", "f64", 8},
                                    {"float complex", "c64", 8},
                                    {"double complex", "c128", 16},
                                    {"weft_c64", "c64", 8},
                                    {"weft_c128", "c128", 16},
                                    {"weft_array", "array", 16}};
  return facts[static_cast<int>(type)];
}

StringRef weft::csource::getSpelling(CType type) {
  return getFacts(type).spelling;
}
StringRef weft::csource::getSuffix(CType type) { return getFacts(type).suffix; }
int64_t weft::csource::getBytes(CType type) { return getFacts(type).bytes; }
bool weft::csource::isInteger(CType type) { return type <= CType::U64; }
bool weft::csource::isUnsigned(CType type) {
  return CType::U8 <= type && type <= CType::U64;
}

bool weft::csource::isShortFloat(CType type) {
  return type == CType::F16 || type == CType::BF16;
}

bool weft::csource::isComplex(CType type) {
  return CType::C64 <= type && type <= CType::CudaC128;
}
CType weft::csource::getPart(CType type) {
  return getBytes(type) == 8 ? CType::F32 : CType::F64;
}

/// From I8 to U8 and so on.
static constexpr int kSignDistance =
    static_cast<int>(CType::U8) - static_cast<int>(CType::I8);

CType weft::csource::toUnsigned(CType type) {
  return CType::I8 <= type && type <= CType::I64
             ? static_cast<CType>(static_cast<int>(type) + kSignDistance)
             : type;
}

CType weft::csource::toSigned(CType type) {
  return isUnsigned(type)
             ? static_cast<CType>(static_cast<int>(type) - kSignDistance)
             : type;
}

std::string Expr::within(Binding least) const {
  return binding < least ? "(" + text + ")" : text;
}

Expr weft::csource::makeLiteral(int64_t value, CType type) {
  Expr expr{std::to_string(value), type, Binding::Primary, value};
  if (value < 0)
    expr.binding = Binding::Unary;
  if (value == std::numeric_limits<int64_t>::min()) {
    expr.text = "INT64_MIN";
    expr.binding = Binding::Primary;
  } else if (value == std::numeric_limits<int64_t>::max()) {
    expr.text = "INT64_MAX";
  } else if (value == std::numeric_limits<int32_t>::max()) {
    expr.text = "INT32_MAX";
  }
  return expr;
}

Expr weft::csource::castTo(const Expr &expr, CType type) {
  if (expr.type == type)
    return expr;
  if (expr.literal && *expr.literal >= 0 && !isUnsigned(type) &&
      isInteger(type) && type != CType::Bool)
    return makeLiteral(*expr.literal, type);
  bool isThroughSingle = (isShortFloat(type) && isInteger(expr.type)) ||
                         (isShortFloat(expr.type) && type != CType::F32);
  if (isThroughSingle)
    return castTo(castTo(expr, CType::F32), type);
  return {("(" + getSpelling(type) + ")").str() + expr.within(Binding::Unary),
          type, Binding::Unary, std::nullopt, expr.text};
}

Expr weft::csource::toSingle(const Expr &expr) {
  return isShortFloat(expr.type) ? castTo(expr, CType::F32) : expr;
}

Expr weft::csource::widenTo(const Expr &expr, CType type) {
  bool isNarrow = isInteger(expr.type) && isInteger(type) &&
                  !isUnsigned(expr.type) && !isUnsigned(type) &&
                  expr.type < type;
  return isNarrow || expr.literal ? expr : castTo(expr, type);
}

Expr weft::csource::makeCall(StringRef function, ArrayRef<Expr> arguments,
                             CType type) {
  std::string text = function.str() + "(";
  llvm::interleave(
      arguments, [&](const Expr &argument) { text += argument.text; },
      [&] { text += ", "; });
  return {text + ")", type, Binding::Primary};
}

Expr weft::csource::makeBinary(StringRef op, const Expr &lhs, const Expr &rhs,
                               Binding binding, CType type) {
  // Compilers warn where the precedence is one that people forget.
  Binding left = binding, right = static_cast<Binding>(int(binding) + 1);
  if (binding >= Binding::BitOr && binding <= Binding::BitAnd)
    left = right = Binding::Unary;
  else if (binding == Binding::Shift)
    left = right = Binding::Unary;
  else if (binding == Binding::Equality || binding == Binding::Relation)
    left = right = Binding::Shift;
  else if (binding == Binding::Or || binding == Binding::And)
    left = right = Binding::BitOr;
  // What is associative needs no parentheses around itself.
  auto isSame = [&](const Expr &side) {
    return side.binding == binding &&
           (binding == Binding::Or || binding == Binding::And);
  };
  return {(isSame(lhs) ? lhs.text : lhs.within(left)) + " " + op.str() + " " +
              (isSame(rhs) ? rhs.text : rhs.within(right)),
          type, binding};
}

Expr weft::csource::makeUnary(StringRef op, const Expr &operand, CType type) {
  // A sign before a sign would be another operator.
  Binding least = StringRef(operand.text).starts_with(op) ? Binding::Primary
                                                          : Binding::Unary;
  return {op.str() + operand.within(least), type, Binding::Unary};
}

Expr weft::csource::makeNot(const Expr &condition) {
  return makeUnary("!", condition, CType::Bool);
}
