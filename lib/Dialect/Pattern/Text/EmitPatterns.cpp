//===- EmitPatterns.cpp - Applications of patterns --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns and functions that are applied to arrays.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

std::optional<Mapping> pattern::getMapping(StringRef name) {
  return llvm::StringSwitch<std::optional<Mapping>>(name)
      .Case("map", Mapping::Any)
      .Case("mapSeq", Mapping::Seq)
      .Case("mapPar", Mapping::Par)
      .Case("mapVec", Mapping::Vec)
      .Case("mapWorkgroup", Mapping::Workgroup)
      .Case("mapLocal", Mapping::Local)
      .Default(std::nullopt);
}

static bool isView(StringRef name) {
  return name == "join" || name == "transpose";
}

static bool isPattern(StringRef name) {
  return getMapping(name) || name == "reduce" || name == "reduceSeq" ||
         name == "split" || name == "lanes" || name == "scatter";
}

bool pattern::isFunction(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Fun:
  case Expr::Kind::NFun:
    return true;
  case Expr::Kind::Name:
    return isView(expr.text);
  case Expr::Kind::Call:
    return isPattern(expr.text);
  case Expr::Kind::Pipe:
    return isFunction(*expr.parts[0]);
  default:
    return false;
  }
}

bool Emitter::hasArguments(const Expr &call, size_t count, StringRef form) {
  if (call.parts.size() == count)
    return true;
  fail(call.offset,
       "'" + call.text + "' takes " + Twine(count) + " arguments, got " +
           Twine(call.parts.size()),
       "write " + call.text + form);
  return false;
}

ArrayType Emitter::getArray(const Expr &at, Value value) {
  auto type = dyn_cast<ArrayType>(value.getType());
  if (!type)
    fail(at.offset, "expected an array, got " + toString(value.getType()));
  return type;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value Emitter::emit(const Expr &expr, Type expected) {
  switch (expr.kind) {
  case Expr::Kind::Name:
    return emitName(expr);
  case Expr::Kind::Number:
    return emitNumber(expr, expected);
  case Expr::Kind::Binary:
    return emitBinary(expr, expected);
  case Expr::Kind::At:
    return emitAt(expr);
  case Expr::Kind::Pair: {
    auto pair = dyn_cast_or_null<PairType>(expected);
    Value first = emit(*expr.parts[0], pair ? pair.getFirst() : Type());
    Value second = first
                       ? emit(*expr.parts[1], pair ? pair.getSecond() : Type())
                       : Value();
    return second ? PairOp::create(builder, getLoc(expr.offset), first, second)
                        .getResult()
                  : Value();
  }
  case Expr::Kind::First:
  case Expr::Kind::Second: {
    Value pair = emit(*expr.parts[0]);
    return pair ? project(expr, pair) : Value();
  }
  case Expr::Kind::Pipe:
  case Expr::Kind::Apply: {
    bool isPipe = expr.kind == Expr::Kind::Pipe;
    if (isFunction(expr))
      break;
    Value argument = emit(*expr.parts[isPipe ? 0 : 1]);
    return argument ? apply(*expr.parts[isPipe ? 1 : 0], argument) : Value();
  }
  case Expr::Kind::Call:
    if (!isFunction(expr))
      return emitCall(expr, expected);
    break;
  case Expr::Kind::Typed: {
    SmallVector<std::string> names;
    Type type = emitType(*expr.type, names);
    Value value = type ? emit(*expr.parts[0], type) : Value();
    if (value && value.getType() != type)
      return fail(expr.offset, "expected a value of type " + toString(type) +
                                   ", got " + toString(value.getType())),
             Value();
    return value;
  }
  case Expr::Kind::Operator:
  case Expr::Kind::Fun:
  case Expr::Kind::NFun:
    break;
  }
  return fail(expr.offset, "expected a value, got a function",
              "apply it: array :>> function"),
         Value();
}

Value Emitter::project(const Expr &expr, Value pair) {
  if (!isa<PairType>(pair.getType()))
    return fail(expr.offset,
                "expected a pair, got " + toString(pair.getType())),
           Value();
  if (expr.kind == Expr::Kind::First)
    return FirstOp::create(builder, getLoc(expr.offset), pair);
  return SecondOp::create(builder, getLoc(expr.offset), pair);
}

Value Emitter::emitAt(const Expr &expr) {
  const Expr &index = *expr.parts[1];
  Value array = emit(*expr.parts[0]);
  if (!array)
    return {};
  ArrayType type = getArray(expr, array);
  if (!type)
    return {};
  if (isNat(index)) {
    std::optional<Nat> nat =
        parseNumber(text.slice(index.offset, index.end), index.offset);
    if (!nat)
      return {};
    if (isNonNegative(*nat - type.getLength()))
      return fail(index.offset, "expected an index below the length \"" +
                                    type.getLength().toString() + "\", got \"" +
                                    nat->toString() + "\""),
             Value();
    return ElementOp::create(builder, getLoc(expr.offset), array,
                             NatAttr::get(builder.getContext(), *nat));
  }
  Value position = emit(index);
  if (!position)
    return {};
  std::string reason;
  if (!position.getType().isSignlessInteger())
    return fail(index.offset, "expected an integer as a position, got " +
                                  toString(position.getType())),
           Value();
  if (!getAtType(type, reason))
    return fail(expr.offset, reason), Value();
  return AtOp::create(builder, getLoc(expr.offset), array, position);
}

Value Emitter::emitZip(const Expr &expr) {
  if (!hasArguments(expr, 2, "(a, b)"))
    return {};
  Value first = emit(*expr.parts[0]);
  Value second = first ? emit(*expr.parts[1]) : Value();
  if (!second)
    return {};
  ArrayType firstType = getArray(*expr.parts[0], first);
  ArrayType secondType =
      firstType ? getArray(*expr.parts[1], second) : ArrayType();
  std::string reason;
  if (!secondType)
    return {};
  if (!getZipType(firstType, secondType, reason))
    return fail(expr.offset, reason), Value();
  return ZipOp::create(builder, getLoc(expr.offset), first, second);
}

Value Emitter::emitCall(const Expr &expr, Type expected) {
  if (expr.text == "zip")
    return emitZip(expr);
  if (isView(expr.text)) {
    if (!hasArguments(expr, 1, "(array)"))
      return {};
    Value argument = emit(*expr.parts[0]);
    return argument ? applyView(expr.text, expr, argument) : Value();
  }
  for (StringRef name : {"exp", "sqrt", "abs", "max", "min", "float"})
    if (expr.text == name)
      return emitScalarCall(expr, expected);
  return fail(expr.offset, "no function is called '" + expr.text + "'"),
         Value();
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

Value Emitter::apply(const Expr &function, Value argument) {
  switch (function.kind) {
  case Expr::Kind::Fun: {
    if (function.type) {
      SmallVector<std::string> names;
      Type type = emitType(*function.type, names);
      if (!type)
        return {};
      if (type != argument.getType())
        return fail(function.offset, "expected a value of type " +
                                         toString(type) + ", got " +
                                         toString(argument.getType())),
               Value();
    }
    Value hidden = values.lookup(function.text);
    values[function.text] = argument;
    Value result = emit(*function.parts[0]);
    values.erase(function.text);
    if (hidden)
      values[function.text] = hidden;
    return result;
  }
  case Expr::Kind::Pipe: {
    Value between = apply(*function.parts[0], argument);
    return between ? apply(*function.parts[1], between) : Value();
  }
  case Expr::Kind::Name:
    if (isView(function.text))
      return applyView(function.text, function, argument);
    break;
  case Expr::Kind::Call:
    if (isPattern(function.text))
      return applyPattern(function, argument);
    break;
  default:
    break;
  }
  return fail(function.offset,
              "expected a function, got '" +
                  text.slice(function.offset, function.end) + "'",
              "write fun(x => ...), or a pattern as map(fun(x => ...))"),
         Value();
}

Value Emitter::applyView(StringRef name, const Expr &expr, Value argument) {
  ArrayType type = getArray(expr, argument);
  std::string reason;
  if (!type)
    return {};
  bool isJoin = name == "join";
  if (!(isJoin ? getJoinType(type, reason) : getTransposeType(type, reason)))
    return fail(expr.offset, reason), Value();
  if (isJoin)
    return JoinOp::create(builder, getLoc(expr.offset), argument);
  return TransposeOp::create(builder, getLoc(expr.offset), argument);
}

Value Emitter::applyPattern(const Expr &call, Value argument) {
  ArrayType type = getArray(call, argument);
  if (!type)
    return {};
  if (getMapping(call.text))
    return applyMap(call, argument);
  if (call.text == "reduce")
    return applyReduce(call, argument);
  if (call.text == "reduceSeq")
    return applyReduceSeq(call, argument);
  if (call.text == "scatter")
    return applyScatter(call, argument);
  if (!hasArguments(call, 1, "(n)"))
    return {};
  const Expr &size = *call.parts[0];
  std::optional<Nat> nat =
      parseNumber(text.slice(size.offset, size.end), size.offset);
  if (!nat)
    return {};
  auto attr = NatAttr::get(builder.getContext(), *nat);
  std::string reason;
  bool isSplit = call.text == "split";
  if (!(isSplit ? getSplitType(type, *nat, reason)
                : getLanesType(type, *nat, reason)))
    return fail(size.offset, reason), Value();
  if (isSplit)
    return SplitOp::create(builder, getLoc(call.offset), argument, attr);
  return LanesOp::create(builder, getLoc(call.offset), argument, attr);
}
