//===- EmitFunctions.cpp - Patterns with functions --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps, reductions and scatters, whose functions are emitted into their
// regions.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

std::string Emitter::choosePosition(StringRef wanted) {
  for (unsigned number = 0;; ++number) {
    std::string name = wanted.str() + (number ? std::to_string(number) : "");
    if (!nats.contains(name) && !values.contains(name) &&
        positions.insert(name).second)
      return name;
  }
}

Value Emitter::applyMap(const Expr &call, Value argument) {
  if (!hasArguments(call, 1, "(function)"))
    return {};
  const Expr *function = call.parts[0].get();
  auto type = cast<ArrayType>(argument.getType());
  std::string position;
  llvm::scope_exit leave([&] {
    if (!position.empty())
      nats.erase(position);
  });
  if (function->kind == Expr::Kind::NFun) {
    position = function->text.str();
    if (nats.contains(position) || values.contains(position)) {
      position.clear();
      return fail(function->offset,
                  "'" + function->text + "' is the name of another value"),
             Value();
    }
    nats.insert(position);
    function = function->parts[0].get();
  } else if (type.isDependent()) {
    position = choosePosition("i");
    nats.insert(position);
  }
  Region body;
  Block *block = &body.emplaceBlock();
  Type element =
      type.getElementAt(position.empty() ? Nat(0) : Nat::variable(position));
  Location loc = getLoc(call.offset);
  block->addArgument(element, loc);
  Value result;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    result = apply(*function, block->getArgument(0));
    if (!result)
      return {};
    YieldOp::create(builder, loc, result);
  }
  auto map = MapOp::create(builder, loc, argument, position,
                           *getMapping(call.text), result.getType());
  map.getBody().takeBody(body);
  return map;
}

bool Emitter::fillCombiner(const Expr &expr, Type type, Region &region) {
  Block *block = &region.emplaceBlock();
  Location loc = getLoc(expr.offset);
  block->addArguments({type, type}, {loc, loc});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  Value result;
  if (expr.kind == Expr::Kind::Operator ||
      (expr.kind == Expr::Kind::Name &&
       (expr.text == "max" || expr.text == "min"))) {
    result =
        combine(expr, expr.text, block->getArgument(0), block->getArgument(1));
  } else if (expr.kind == Expr::Kind::Fun &&
             expr.parts[0]->kind == Expr::Kind::Fun) {
    // A combiner sees its own values alone.
    llvm::StringMap<Value> outer;
    std::swap(outer, values);
    values[expr.text] = block->getArgument(0);
    result = apply(*expr.parts[0], block->getArgument(1));
    std::swap(outer, values);
  } else {
    fail(expr.offset, "expected a function of two values",
         "write +, *, max, min or fun(x => fun(y => ...))");
  }
  if (!result)
    return false;
  if (result.getType() != type) {
    fail(expr.offset, "expected a function that gives " + toString(type) +
                          ", got " + toString(result.getType()));
    return false;
  }
  YieldOp::create(builder, loc, result);
  return true;
}

Value Emitter::applyReduce(const Expr &call, Value argument) {
  if (!hasArguments(call, 2, "(+, 0)"))
    return {};
  auto type = cast<ArrayType>(argument.getType());
  Type element = type.isDependent() ? Type() : type.getElementAt(0);
  if (!element || !isScalar(element))
    return fail(call.offset,
                "expected an array of scalars, got " + toString(type),
                "reduceSeq(function, init) folds other arrays"),
           Value();
  Value init = emit(*call.parts[1], element);
  if (!init)
    return {};
  if (init.getType() != element)
    return fail(call.parts[1]->offset, "expected a value of type " +
                                           toString(element) + ", got " +
                                           toString(init.getType())),
           Value();
  auto reduce =
      ReduceOp::create(builder, getLoc(call.offset), "", init, argument);
  if (!fillCombiner(*call.parts[0], element, reduce.getCombiner()))
    return {};
  return reduce;
}

Value Emitter::applyReduceSeq(const Expr &call, Value argument) {
  if (!hasArguments(call, 2, "(fun(acc => fun(x => ...)), init)"))
    return {};
  const Expr &function = *call.parts[0];
  auto type = cast<ArrayType>(argument.getType());
  if (function.kind != Expr::Kind::Fun || !isFunction(*function.parts[0]))
    return fail(function.offset, "expected a function of two values",
                "write fun(acc => fun(x => ...))"),
           Value();
  Type element = type.isDependent() ? Type() : type.getElementAt(0);
  Value init =
      emit(*call.parts[1], element && isScalar(element) ? element : Type());
  if (!init)
    return {};
  std::string position;
  if (type.isDependent()) {
    position = choosePosition("i");
    nats.insert(position);
  }
  Location loc = getLoc(call.offset);
  auto fold = ReduceSeqOp::create(builder, loc, init, argument, position);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(fold.getBlock());
  Value hidden = values.lookup(function.text);
  values[function.text] = fold.getBlock()->getArgument(0);
  Value result = apply(*function.parts[0], fold.getBlock()->getArgument(1));
  values.erase(function.text);
  if (hidden)
    values[function.text] = hidden;
  if (!position.empty())
    nats.erase(position);
  if (!result)
    return {};
  if (result.getType() != init.getType())
    return fail(function.offset, "expected a function that gives " +
                                     toString(init.getType()) + ", got " +
                                     toString(result.getType())),
           Value();
  YieldOp::create(builder, loc, result);
  return fold;
}

Value Emitter::applyScatter(const Expr &call, Value argument) {
  if (!hasArguments(call, 3, "(m, +, 0)"))
    return {};
  auto type = cast<ArrayType>(argument.getType());
  auto pair = type.isDependent() ? PairType()
                                 : dyn_cast<PairType>(type.getElementAt(0));
  if (!pair || !pair.getFirst().isSignlessInteger() ||
      !isScalar(pair.getSecond()))
    return fail(call.offset, "expected an array of pairs of an integer and a "
                             "scalar, got " +
                                 toString(type)),
           Value();
  const Expr &size = *call.parts[0];
  std::optional<Nat> length =
      parseNumber(text.slice(size.offset, size.end), size.offset);
  Value init = length ? emit(*call.parts[2], pair.getSecond()) : Value();
  if (!init)
    return {};
  if (init.getType() != pair.getSecond())
    return fail(call.parts[2]->offset, "expected a value of type " +
                                           toString(pair.getSecond()) +
                                           ", got " + toString(init.getType())),
           Value();
  auto scatter = ScatterOp::create(builder, getLoc(call.offset), "", init,
                                   argument, *length);
  if (!fillCombiner(*call.parts[1], pair.getSecond(), scatter.getCombiner()))
    return {};
  return scatter;
}
