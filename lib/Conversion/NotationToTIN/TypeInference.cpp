//===- TypeInference.cpp - Types of expressions -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The typing rules of operators, functions and reductions.
//
//===----------------------------------------------------------------------===//

#include "TypeInference.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;
using Kind = ScalarType::Kind;

/// Truth values of comparisons adapt as the integers 0 and 1.
static constexpr ScalarType kTruth{Kind::Truth, 0};

/// The type of a sum or product of values of a type: adaptive truth values are
/// counted, those of bool combine by `or` and `and`.
static ScalarType getArithmeticType(ScalarType type) {
  if (type.isTruth() && type.isAdaptive())
    return {Kind::Integer, 0};
  return type;
}

/// The type of a function of real numbers.
static ScalarType getRealType(ScalarType type) {
  return type.isComplex() ? type : type.withKind(Kind::Real);
}

std::optional<uint64_t> weft::getSmallExponent(const Call &power,
                                               ScalarType base) {
  // Above this, a library's power of a real number is more precise.
  constexpr uint64_t kMaxRealExponent = 3;
  auto *literal = power.arguments[1]->getAs<Literal>();
  if (!literal || literal->kind != Literal::Kind::Integer)
    return std::nullopt;
  bool isExact = base.isInteger() || base.isTruth();
  if (!isExact && literal->integer > kMaxRealExponent)
    return std::nullopt;
  return literal->integer;
}

FailureOr<ScalarType> TypeInference::infer(const Expr &expr) {
  FailureOr<ScalarType> type = inferNode(expr);
  if (succeeded(type))
    types[&expr] = *type;
  return type;
}

FailureOr<ScalarType> TypeInference::inferNode(const Expr &expr) {
  if (auto *literal = expr.getAs<Literal>()) {
    switch (literal->kind) {
    case Literal::Kind::Integer:
      return ScalarType{Kind::Integer, 0};
    case Literal::Kind::Real:
      return ScalarType{Kind::Real, 0};
    case Literal::Kind::Imaginary:
      return ScalarType{Kind::Complex, 0};
    }
  }
  if (auto *access = expr.getAs<Access>())
    return typeOf(access->tensor.text);
  if (expr.getAs<IndexValue>())
    return ScalarType{Kind::Integer, 0};
  if (auto *negation = expr.getAs<Negation>()) {
    FailureOr<ScalarType> type = infer(*negation->operand);
    if (failed(type))
      return failure();
    if (type->isTruth() && !type->isAdaptive())
      return refuseTruth(expr.range, "-");
    return getArithmeticType(*type);
  }
  if (auto *binary = expr.getAs<Binary>())
    return inferBinary(expr, *binary);
  if (auto *call = expr.getAs<Call>())
    return inferCall(expr, *call);
  return inferReduction(expr, *expr.getAs<Reduction>());
}

LogicalResult TypeInference::refuseComplex(notation::Range range,
                                           std::string_view what) {
  return locations.emitError(range)
         << "'" << StringRef(what) << "' is not defined for complex numbers";
}

LogicalResult TypeInference::refuseTruth(notation::Range range,
                                         std::string_view what) {
  Location loc = locations.get(range);
  InFlightDiagnostic error = locations.emitError(range)
                             << "'" << StringRef(what)
                             << "' is not defined for bool";
  error.attachNote(UnknownLoc::get(loc.getContext()))
      << "multiply a truth value by 1 to compute with it as an integer";
  return error;
}

FailureOr<ScalarType> TypeInference::inferBinary(const Expr &expr,
                                                 const Binary &binary) {
  FailureOr<ScalarType> left = infer(*binary.lhs);
  FailureOr<ScalarType> right = failed(left) ? left : infer(*binary.rhs);
  if (failed(right))
    return failure();
  ScalarType type = promote(*left, *right);
  if (!isComparison(binary.op)) {
    bool hasBool =
        binary.op == BinaryOp::Add || binary.op == BinaryOp::Multiply;
    type = getArithmeticType(type);
    if (type.isTruth() && !hasBool)
      return refuseTruth(binary.opRange, nameOf(binary.op));
    return type;
  }
  bool isEquality =
      binary.op == BinaryOp::Equal || binary.op == BinaryOp::NotEqual;
  if (type.isComplex() && !isEquality)
    return refuseComplex(binary.opRange, nameOf(binary.op));
  return kTruth;
}

FailureOr<ScalarType> TypeInference::inferCall(const Expr &expr,
                                               const Call &call) {
  SmallVector<ScalarType> arguments;
  for (const ExprPtr &argument : call.arguments) {
    FailureOr<ScalarType> type = infer(*argument);
    if (failed(type))
      return failure();
    arguments.push_back(*type);
  }
  ScalarType first = arguments.front();
  ScalarType common = first;
  for (ScalarType type : arguments)
    common = promote(common, type);

  switch (call.function) {
  case Function::User:
    return inferUserCall(call, arguments);
  case Function::And:
  case Function::Or:
  case Function::Not:
  case Function::Xor:
    return kTruth;
  case Function::Abs:
  case Function::Real:
  case Function::Imag:
    return first.isComplex() ? first.withKind(Kind::Real) : first;
  case Function::Conj:
  case Function::Sign:
    return first;
  case Function::Ceil:
  case Function::Floor:
  case Function::Round:
  case Function::Trunc:
  case Function::Max:
  case Function::Min:
    if (common.isComplex())
      return refuseComplex(expr.range, nameOf(call.function));
    return common;
  case Function::Select:
    return promote(arguments[1], arguments[2]);
  case Function::Pow:
    if (getSmallExponent(call, first))
      return getArithmeticType(first);
    return getRealType(common);
  case Function::Acos:
  case Function::Asin:
  case Function::Atan:
  case Function::Cosh:
  case Function::Erf:
  case Function::Log10:
  case Function::Log2:
  case Function::Sinh:
    if (common.isComplex())
      return refuseComplex(expr.range, nameOf(call.function));
    return getRealType(common);
  case Function::Cos:
  case Function::Exp:
  case Function::Log:
  case Function::Sin:
  case Function::Sqrt:
  case Function::Tan:
  case Function::Tanh:
    return getRealType(first);
  }
  llvm_unreachable("unknown function");
}

FailureOr<ScalarType>
TypeInference::inferReduction(const Expr &expr, const Reduction &reduction) {
  FailureOr<ScalarType> type = infer(*reduction.body);
  if (failed(type))
    return failure();
  switch (reduction.reducer) {
  case Reducer::User:
    return inferUserReduction(expr, reduction, *type);
  case Reducer::Any:
  case Reducer::All:
    return kTruth;
  case Reducer::Min:
  case Reducer::Max:
    if (type->isComplex())
      return refuseComplex(expr.range, nameOf(reduction.reducer));
    return type;
  case Reducer::Sum:
  case Reducer::Product:
    return getArithmeticType(*type);
  }
  llvm_unreachable("unknown reduction");
}

//===----------------------------------------------------------------------===//
// Operators that users define
//===----------------------------------------------------------------------===//

LogicalResult TypeInference::checkOperand(const Expr &operand, StringRef name,
                                          ScalarType from,
                                          ScalarType to) const {
  if (convertsTo(from, to))
    return success();
  InFlightDiagnostic error = locations.emitError(operand.range);
  error << "'" << name << "' takes '" << to.getName() << "', but this is ";
  if (from.isAdaptive())
    error << from.getKindName();
  else
    error << "'" << from.getName() << "'";
  error.attachNote() << "hint: define '" << name << "' for '"
                     << from.resolve().getName()
                     << "', or give its operands the type '" << to.getName()
                     << "'";
  return error;
}

FailureOr<ScalarType>
TypeInference::inferUserCall(const Call &call, ArrayRef<ScalarType> arguments) {
  algebra::OperatorOp definition = getOperator(call.userFunction);
  for (auto [argument, from, to] : llvm::zip_equal(
           call.arguments, arguments, definition.getArgumentTypes()))
    if (failed(checkOperand(*argument, call.userFunction, from,
                            *ScalarType::get(to))))
      return failure();
  return *ScalarType::get(definition.getResultType());
}

FailureOr<ScalarType>
TypeInference::inferUserReduction(const Expr &expr, const Reduction &reduction,
                                  ScalarType body) {
  algebra::OperatorOp definition = getOperator(reduction.userFunction);
  auto refuse = [&](const llvm::Twine &reason,
                    const llvm::Twine &hint) -> LogicalResult {
    InFlightDiagnostic error = locations.emitError(expr.range)
                               << "'" << reduction.userFunction
                               << "' cannot reduce: " << reason.str();
    error.attachNote() << "hint: " << hint.str();
    return error;
  };
  if (!definition.isBinary())
    return refuse("it does not take two numbers of the type that it gives",
                  "to apply it to the number of an index variable i, write "
                  "i + 0");
  if (!definition.getAssociative())
    return refuse(
        "it is not declared associative",
        "declare it so in the attributes of its definition, if it is");
  if (!definition.getIdentityAttr())
    return refuse("it has no identity, which a reduction over nothing is",
                  "declare identity = ... in the attributes of its definition");
  ScalarType type = *ScalarType::get(definition.getResultType());
  if (failed(checkOperand(*reduction.body, reduction.userFunction, body, type)))
    return failure();
  return type;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult TypeInference::checkResult(const Assignment &assignment,
                                         ScalarType from, ScalarType to) const {
  if (from.kind <= to.kind)
    return success();
  InFlightDiagnostic error = locations.emitError(assignment.value->range)
                             << "the value is " << from.getKindName()
                             << ", but '" << assignment.result.tensor.text
                             << "' holds '" << to.getName() << "'";
  mlir::Diagnostic &note = error.attachNote(
      UnknownLoc::get(locations.get(assignment.range).getContext()));
  if (to.isTruth())
    note << "compare the value with 0 to have a truth value";
  else
    note << "give '" << assignment.result.tensor.text << "' the type '"
         << from.resolve().getName() << "'";
  return error;
}
