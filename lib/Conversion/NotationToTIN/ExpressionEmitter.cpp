//===- ExpressionEmitter.cpp - Expressions as operations --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks an expression and emits each part in the type that inference gave it,
// converted to what surrounds it.
//
//===----------------------------------------------------------------------===//

#include "ExpressionEmitter.h"

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;
using Kind = ScalarType::Kind;

//===----------------------------------------------------------------------===//
// Numbers and truth values
//===----------------------------------------------------------------------===//

/// Whether an expression is 0 or 1 by what it is.
static bool isTruth(const Expr &expr) {
  if (auto *binary = expr.getAs<Binary>())
    return isComparison(binary->op);
  if (auto *call = expr.getAs<Call>())
    return call->function == Function::And || call->function == Function::Or ||
           call->function == Function::Xor || call->function == Function::Not;
  if (auto *reduction = expr.getAs<Reduction>())
    return reduction->reducer == Reducer::Any ||
           reduction->reducer == Reducer::All;
  return false;
}

/// Whether a part of an expression has a meaning for complex numbers. One that
/// adapts to them, but has none, is computed as a real number.
static bool isDefinedForComplex(const Expr &expr) {
  if (auto *reduction = expr.getAs<Reduction>())
    return reduction->reducer != Reducer::Min &&
           reduction->reducer != Reducer::Max;
  auto *call = expr.getAs<Call>();
  if (!call)
    return true;
  switch (call->function) {
  case Function::Conj:
  case Function::Cos:
  case Function::Exp:
  case Function::Log:
  case Function::Pow:
  case Function::Select:
  case Function::Sin:
  case Function::Sqrt:
  case Function::Tan:
  case Function::Tanh:
    return true;
  default:
    return false;
  }
}

Value ExpressionEmitter::emit(const Expr &expr, ScalarType target) {
  ScalarType own = types[expr];
  ScalarType type = own;
  if (own.isAdaptive())
    type = promote(own, target);
  if (type.isComplex() && !own.isComplex() && !isDefinedForComplex(expr))
    type = {Kind::Real, type.width};
  Value value = emitAs(expr, type);
  return value ? scalars.convert(locations.get(expr.range), value, type, target)
               : value;
}

Value ExpressionEmitter::emitAs(const Expr &expr, ScalarType type) {
  Location loc = locations.get(expr.range);
  if (isTruth(expr)) {
    Value truth = emitTruth(expr);
    return truth ? scalars.convertTruth(loc, truth, type) : truth;
  }
  if (auto *literal = expr.getAs<Literal>())
    return emitLiteral(expr, *literal, type);
  if (auto *access = expr.getAs<Access>())
    return emitAccess(*access);
  if (auto *index = expr.getAs<IndexValue>()) {
    Value number = tin::ValueOp::create(builder, loc, builder.getIndexType(),
                                        variables.lookup(index->variable));
    return scalars.convertIndex(loc, number, type);
  }
  if (auto *negation = expr.getAs<Negation>())
    return emitNegation(expr, *negation->operand, type);
  if (auto *binary = expr.getAs<Binary>())
    return emitBinary(expr, *binary, type);
  if (auto *call = expr.getAs<Call>())
    return emitCall(expr, *call, type);
  auto *reduction = expr.getAs<Reduction>();
  return emitReduction(expr, *reduction,
                       ScalarBuilder::getCombiner(reduction->reducer, type),
                       type.getType(builder.getContext()),
                       [&] { return emit(*reduction->body, type); });
}

Value ExpressionEmitter::emitTruth(const Expr &expr) {
  if (!isTruth(expr)) {
    ScalarType type = types[expr].resolve();
    Value number = emit(expr, type);
    return number ? scalars.isNonzero(locations.get(expr.range), type, number)
                  : number;
  }
  if (auto *binary = expr.getAs<Binary>())
    return emitComparison(expr, *binary);
  if (auto *call = expr.getAs<Call>())
    return emitLogical(expr, *call);
  auto *reduction = expr.getAs<Reduction>();
  return emitReduction(
      expr, *reduction,
      ScalarBuilder::getCombiner(reduction->reducer, ScalarType()),
      builder.getI1Type(), [&] { return emitTruth(*reduction->body); });
}

/// Whether an integer type has a number.
static bool fits(uint64_t magnitude, bool isNegative, ScalarType type) {
  if (type.isUnsigned)
    return isNegative ? magnitude == 0 : llvm::isUIntN(type.width, magnitude);
  uint64_t half = uint64_t(1) << (type.width - 1);
  return isNegative ? magnitude <= half : magnitude < half;
}

Value ExpressionEmitter::emitLiteral(const Expr &expr, const Literal &literal,
                                     ScalarType type) {
  if (type.isInteger() && !fits(literal.integer, /*isNegative=*/false, type)) {
    refuseLiteral(expr, type);
    return {};
  }
  return scalars.constant(locations.get(expr.range), type, literal);
}

void ExpressionEmitter::refuseLiteral(const Expr &expr, ScalarType type) {
  locations.emitError(expr.range)
      << "the literal does not fit in '" << type.getName() << "'";
}

Value ExpressionEmitter::emitNegation(const Expr &expr, const Expr &operand,
                                      ScalarType type) {
  Location loc = locations.get(expr.range);
  // A negative literal is one number, which may fit although the positive one
  // does not, and the other way round.
  auto *literal = operand.getAs<Literal>();
  if (literal && type.isInteger()) {
    if (!fits(literal->integer, /*isNegative=*/true, type)) {
      refuseLiteral(expr, type);
      return {};
    }
    return scalars.integerConstant(loc, type,
                                   static_cast<int64_t>(-literal->integer));
  }
  Value value = emit(operand, type);
  return value ? scalars.negate(loc, type, value) : value;
}

Value ExpressionEmitter::emitSum(const Index &index) {
  SmallVector<Value> terms;
  SmallVector<int64_t> factors;
  for (const IndexTerm &term : index.terms) {
    terms.push_back(variables.lookup(term.variable));
    factors.push_back(term.factor);
  }
  return tin::AffineOp::create(builder, locations.get(index.range),
                               tin::IndexType::get(builder.getContext()), terms,
                               factors, index.constant);
}

Value ExpressionEmitter::emitAccess(const Access &access) {
  Value tensor = tensors.lookup(access.tensor.text);
  SmallVector<Value> indices;
  SmallVector<int64_t> literals;
  for (const Index &index : access.indices) {
    literals.push_back(index.isConstant() ? index.constant
                                          : ShapedType::kDynamic);
    if (index.isVariable())
      indices.push_back(variables.lookup(index.variable));
    else if (index.isSum())
      indices.push_back(emitSum(index));
  }
  Type type = cast<RankedTensorType>(tensor.getType()).getElementType();
  Location loc = locations.get(access.range);
  Value component =
      tin::AccessOp::create(builder, loc, type, tensor, indices, literals);
  return scalars.convertLoaded(loc, component);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Whether a divisor is neither 0 nor -1, by which integer division may trap.
static bool isSafeDivisor(const Expr &expr) {
  auto *literal = expr.getAs<Literal>();
  return literal && literal->kind == Literal::Kind::Integer &&
         literal->integer > 0;
}

Value ExpressionEmitter::emitBinary(const Expr &expr, const Binary &binary,
                                    ScalarType type) {
  Value left = emit(*binary.lhs, type);
  Value right = left ? emit(*binary.rhs, type) : left;
  if (!right)
    return {};
  return scalars.arithmetic(locations.get(expr.range), binary.op, type, left,
                            right, isSafeDivisor(*binary.rhs));
}

Value ExpressionEmitter::emitComparison(const Expr &expr,
                                        const Binary &binary) {
  ScalarType type = promote(types[*binary.lhs], types[*binary.rhs]).resolve();
  Value left = emit(*binary.lhs, type);
  Value right = left ? emit(*binary.rhs, type) : left;
  if (!right)
    return {};
  return scalars.compare(locations.get(expr.range), binary.op, type, left,
                         right);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value ExpressionEmitter::emitLogical(const Expr &expr, const Call &call) {
  Location loc = locations.get(expr.range);
  Value result;
  for (const ExprPtr &argument : call.arguments) {
    Value truth = emitTruth(*argument);
    if (!truth)
      return {};
    if (!result)
      result = truth;
    else if (call.function == Function::And)
      result = arith::AndIOp::create(builder, loc, result, truth);
    else if (call.function == Function::Xor)
      result = arith::XOrIOp::create(builder, loc, result, truth);
    else
      result = arith::OrIOp::create(builder, loc, result, truth);
  }
  if (call.function != Function::Not)
    return result;
  Value isTrue =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return arith::XOrIOp::create(builder, loc, result, isTrue);
}

Value ExpressionEmitter::emitCall(const Expr &expr, const Call &call,
                                  ScalarType type) {
  Location loc = locations.get(expr.range);
  const Expr &first = *call.arguments.front();
  switch (call.function) {
  case Function::User:
    return emitUserCall(expr, call);
  case Function::Max:
  case Function::Min: {
    Value result;
    for (const ExprPtr &argument : call.arguments) {
      Value value = emit(*argument, type);
      if (!value)
        return {};
      result = result ? scalars.extremum(loc, call.function == Function::Max,
                                         type, result, value)
                      : value;
    }
    return result;
  }
  case Function::Select: {
    Value condition = emitTruth(first);
    Value ifTrue = condition ? emit(*call.arguments[1], type) : condition;
    Value ifFalse = ifTrue ? emit(*call.arguments[2], type) : ifTrue;
    if (!ifFalse)
      return {};
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  }
  case Function::Pow:
    return emitPower(expr, call, type);
  case Function::Abs:
  case Function::Real:
  case Function::Imag: {
    if (types[first].isComplex()) {
      Value value = emit(first, ScalarType{Kind::Complex, type.width});
      return value ? scalars.part(loc, call.function, value) : value;
    }
    if (call.function == Function::Imag)
      return scalars.constant(loc, type, 0);
    Value value = emit(first, type);
    return value && call.function == Function::Abs
               ? scalars.unary(loc, call.function, type, value)
               : value;
  }
  default: {
    Value value = emit(first, type);
    return value ? scalars.unary(loc, call.function, type, value) : value;
  }
  }
}

Value ExpressionEmitter::emitUserCall(const Expr &expr, const Call &call) {
  algebra::OperatorOp definition = types.getOperator(call.userFunction);
  SmallVector<Value> arguments;
  for (auto [argument, type] :
       llvm::zip_equal(call.arguments, definition.getArgumentTypes())) {
    arguments.push_back(emit(*argument, *ScalarType::get(type)));
    if (!arguments.back())
      return {};
  }
  return scalars.apply(locations.get(expr.range), definition, arguments);
}

Value ExpressionEmitter::emitPower(const Expr &expr, const Call &call,
                                   ScalarType type) {
  Location loc = locations.get(expr.range);
  const Expr &base = *call.arguments[0];
  Value value = emit(base, type);
  if (!value)
    return {};
  if (std::optional<uint64_t> exponent = getSmallExponent(call, types[base]))
    return scalars.power(loc, type, value, *exponent);
  Value exponent = emit(*call.arguments[1], type);
  return exponent ? scalars.power(loc, type, value, exponent) : exponent;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value ExpressionEmitter::emitReduction(const Expr &expr,
                                       const Reduction &reduction,
                                       StringRef combiner, Type type,
                                       llvm::function_ref<Value()> emitBody) {
  SmallVector<StringRef> names;
  SmallVector<Value> sizes;
  for (const Name &variable : reduction.variables) {
    names.push_back(variable.text);
    sizes.push_back(extents.lookup(variable.text));
  }
  Location loc = locations.get(expr.range);
  auto reduce = tin::ReduceOp::create(builder, loc, type, combiner,
                                      names.size(), names, sizes);
  OpBuilder::InsertionGuard guard(builder);
  if (reduction.reducer == Reducer::User) {
    Block *block = builder.createBlock(&reduce.getCombiner(), {}, {type, type},
                                       {loc, loc});
    Value combined = scalars.apply(
        loc, types.getOperator(reduction.userFunction), block->getArguments());
    tin::YieldOp::create(builder, loc, combined);
  }
  builder.setInsertionPointToEnd(reduce.getBlock());
  for (auto [name, variable] : llvm::zip_equal(names, reduce.getVariables()))
    bind(name, variable);
  Value value = emitBody();
  if (!value)
    return {};
  tin::YieldOp::create(builder, locations.get(expr.range), value);
  return reduce.getResult();
}
