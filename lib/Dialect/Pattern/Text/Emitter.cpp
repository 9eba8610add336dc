//===- Emitter.cpp - Types and scalars --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Natural numbers, types and expressions of scalars.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

std::nullptr_t Emitter::fail(size_t offset, const Twine &message,
                             const Twine &hint) {
  error = {message.str(), offset, hint.str()};
  return nullptr;
}

Location Emitter::getLoc(size_t offset) {
  StringRef before = text.take_front(offset);
  size_t line = before.count('\n') + 1;
  size_t column = offset - (before.rfind('\n') + 1) + 1;
  return FileLineColLoc::get(builder.getContext(), fileName, line, column);
}

Location Emitter::getNameLoc(StringRef name) {
  auto start = cast<FileLineColLoc>(getLoc(name.data() - text.data()));
  return FileLineColRange::get(start.getFilename(), start.getLine(),
                               start.getColumn(),
                               start.getColumn() + name.size());
}

//===----------------------------------------------------------------------===//
// Natural numbers and types
//===----------------------------------------------------------------------===//

/// Names in the order of the alphabet.
static std::string listNames(const llvm::StringSet<> &names) {
  SmallVector<StringRef> sorted(names.keys());
  llvm::sort(sorted);
  return llvm::join(sorted, ", ");
}

std::optional<Nat> Emitter::parseNumber(StringRef piece, size_t offset,
                                        ArrayRef<std::string> names) {
  NatError natError;
  std::optional<Nat> nat = parseNat(piece, names, natError);
  if (!nat) {
    fail(offset + natError.offset, natError.message, natError.hint);
    return std::nullopt;
  }
  bool isKnown = true;
  nat->walk([&](const Nat::Atom &atom, unsigned) {
    if (!isKnown)
      return;
    if (atom.kind == Nat::Kind::Variable && !nats.contains(atom.name) &&
        !integers.contains(atom.name)) {
      isKnown = false;
      fail(offset, "no natural number or integer is called '" + atom.name + "'",
           nats.empty() ? "" : "these are: " + listNames(nats));
    } else if (atom.kind == Nat::Kind::Lookup && !arrays.contains(atom.name)) {
      isKnown = false;
      fail(offset, "no array of integers is called '" + atom.name + "'",
           arrays.empty() ? "" : "these are: " + listNames(arrays));
    }
  });
  if (!isKnown)
    return std::nullopt;
  return simplifySums(*nat);
}

Type Emitter::emitType(const TypeSyntax &type,
                       SmallVectorImpl<std::string> &names) {
  if (type.kind == TypeSyntax::Kind::Format) {
    fail(type.offset, "a format is no type but of a parameter of a program");
    return {};
  }
  if (type.kind == TypeSyntax::Kind::Pair) {
    Type first = emitType(*type.parts[0], names);
    Type second = first ? emitType(*type.parts[1], names) : Type();
    return second ? PairType::get(first, second) : Type();
  }
  if (type.kind == TypeSyntax::Kind::Array) {
    std::optional<Nat> length =
        parseNumber(type.length.text, type.length.offset, names);
    if (!length)
      return {};
    if (std::optional<int64_t> constant = length->getConstant())
      if (*constant < 0) {
        fail(type.length.offset, "a length is negative");
        return {};
      }
    names.push_back(type.name.str());
    Type element = emitType(*type.parts[0], names);
    names.pop_back();
    return element ? ArrayType::get(*length, element) : Type();
  }
  Type scalar = llvm::StringSwitch<Type>(type.name)
                    .Cases({"float", "f32"}, builder.getF32Type())
                    .Cases({"double", "f64"}, builder.getF64Type())
                    .Cases({"int", "i32"}, builder.getI32Type())
                    .Cases({"long", "i64"}, builder.getI64Type())
                    .Default({});
  if (!scalar)
    fail(type.offset, "no type is called '" + type.name + "'",
         "types are float, double, int, long, (T, U) and [T]_n");
  return scalar;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

bool Emitter::isNat(const Expr &expr) const {
  switch (expr.kind) {
  case Expr::Kind::Name:
    return nats.contains(expr.text) && !values.contains(expr.text);
  case Expr::Kind::Number:
    return expr.text.find_first_not_of("0123456789") == StringRef::npos;
  case Expr::Kind::Binary:
    return isNat(*expr.parts[0]) && isNat(*expr.parts[1]);
  default:
    return false;
  }
}

Value Emitter::emitName(const Expr &expr) {
  if (Value value = values.lookup(expr.text))
    return value;
  if (nats.contains(expr.text))
    return ValueOp::create(
        builder, getLoc(expr.offset), builder.getI32Type(),
        NatAttr::get(builder.getContext(), Nat::variable(expr.text)));
  if (isFunction(expr))
    return fail(expr.offset,
                "expected a value, got the function '" + expr.text + "'",
                "apply it: array :>> " + expr.text),
           Value();
  return fail(expr.offset, "nothing is called '" + expr.text + "'"), Value();
}

Value Emitter::emitNumber(const Expr &expr, Type expected) {
  bool isInteger = expr.text.find_first_not_of("0123456789") == StringRef::npos;
  Type type = expected && isScalar(expected) ? expected
              : isInteger                    ? Type(builder.getI32Type())
                                             : Type(builder.getF32Type());
  Location loc = getLoc(expr.offset);
  if (auto floating = dyn_cast<FloatType>(type)) {
    double number = 0;
    bool isInvalid = expr.text.getAsDouble(number);
    FloatAttr value = builder.getFloatAttr(floating, number);
    if (isInvalid || !value.getValue().isFinite())
      return fail(expr.offset, "the number is out of range"), Value();
    return arith::ConstantOp::create(builder, loc, value);
  }
  int64_t number = 0;
  if (!isInteger)
    return fail(expr.offset, "expected an integer, got '" + expr.text + "'"),
           Value();
  if (expr.text.getAsInteger(10, number) ||
      !llvm::isIntN(type.getIntOrFloatBitWidth(), number))
    return fail(expr.offset, "the number is out of range"), Value();
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, number));
}

Value Emitter::combine(const Expr &at, StringRef operation, Value lhs,
                       Value rhs) {
  Type type = lhs.getType();
  if (type != rhs.getType() || !isScalar(type))
    return fail(at.offset,
                "'" + operation + "' takes two scalars of one type, got " +
                    toString(type) + " and " + toString(rhs.getType()),
                "float(x) converts an integer"),
           Value();
  bool isFloat = isa<FloatType>(type);
  StringRef name = llvm::StringSwitch<StringRef>(operation)
                       .Case("+", isFloat ? "arith.addf" : "arith.addi")
                       .Case("-", isFloat ? "arith.subf" : "arith.subi")
                       .Case("*", isFloat ? "arith.mulf" : "arith.muli")
                       .Case("/", isFloat ? "arith.divf" : "")
                       .Case("max", isFloat ? "arith.maximumf" : "arith.maxsi")
                       .Case("min", isFloat ? "arith.minimumf" : "arith.minsi")
                       .Default("");
  if (name.empty())
    return fail(at.offset, "'" + operation + "' does not take integers"),
           Value();
  OperationState state(getLoc(at.offset), name);
  state.addOperands({lhs, rhs});
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

Value Emitter::emitBinary(const Expr &expr, Type expected) {
  // A literal has the type of the other operand.
  const Expr &first = *expr.parts[0], &second = *expr.parts[1];
  if (first.kind == Expr::Kind::Number) {
    Value rhs = emit(second, expected);
    Value lhs = rhs ? emit(first, rhs.getType()) : Value();
    return lhs ? combine(expr, expr.text, lhs, rhs) : Value();
  }
  Value lhs = emit(first, expected);
  Value rhs = lhs ? emit(second, lhs.getType()) : Value();
  return rhs ? combine(expr, expr.text, lhs, rhs) : Value();
}

/// `exp(x)`, `sqrt(x)`, `abs(x)`, `max(x, y)`, `min(x, y)` and `float(x)`.
Value Emitter::emitScalarCall(const Expr &expr, Type expected) {
  bool isBinary = expr.text == "max" || expr.text == "min";
  if (!hasArguments(expr, isBinary ? 2 : 1, isBinary ? "(x, y)" : "(x)"))
    return {};
  if (expr.text == "float")
    expected = {};
  Value x = emit(*expr.parts[0], expected);
  if (!x)
    return {};
  if (isBinary) {
    Value y = emit(*expr.parts[1], x.getType());
    return y ? combine(expr, expr.text, x, y) : Value();
  }
  Location loc = getLoc(expr.offset);
  if (expr.text == "float" && x.getType().isSignlessInteger())
    return arith::SIToFPOp::create(builder, loc, builder.getF32Type(), x);
  if (!isa<FloatType>(x.getType()) || expr.text == "float")
    return fail(expr.offset,
                "'" + expr.text + "' does not take " + toString(x.getType())),
           Value();
  if (expr.text == "exp")
    return math::ExpOp::create(builder, loc, x);
  if (expr.text == "sqrt")
    return math::SqrtOp::create(builder, loc, x);
  return math::AbsFOp::create(builder, loc, x);
}
