//===- FindExpression.cpp - Expressions of a text in a kernel ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares trees of a text with scalar operations. What types demand, the text
// does not say: conversions are looked through.
//
//===----------------------------------------------------------------------===//

#include "FindExpression.h"

#include "MatchOperator.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/Transforms/Scheduling.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;

bool weft::isFindable(const Expr &expr) {
  if (auto *access = expr.getAs<Access>())
    return llvm::none_of(access->indices,
                         [](const Index &index) { return index.isSum(); });
  if (expr.getAs<Reduction>())
    return false;
  bool isFound = true;
  forEachOperand(
      expr, [&](const ExprPtr &operand) { isFound &= isFindable(*operand); });
  return isFound;
}

static Value skipCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<CastOpInterface>(op) || op->getNumOperands() != 1)
      break;
    value = op->getOperand(0);
  }
  return value;
}

namespace {
class ExpressionFinder {
public:
  explicit ExpressionFinder(cin::KernelOp kernel) : names(kernel) {}

  bool matches(const Expr &expr, Value value) const;
  /// The operands of a chain of one operator that the operands of an expression
  /// are among; none if one is missing.
  SmallVector<Value> findOperands(const Expr &expr, Value value,
                                  bool &areAll) const;

private:
  bool matches(const Binary &binary, Operation *op) const;
  /// Whether an operation is a sum that is a difference with the negated
  /// operand, or the other way round, as complex ones may be.
  bool matchesNegated(const Binary &binary, Operation *op) const;
  bool matches(const Access &access, Value value) const;
  bool matches(const Literal &literal, Value value) const;
  bool matches(const Call &call, ArrayRef<ExprPtr> arguments,
               Value value) const;
  /// Whether a condition is one that an expression is, or that it is not zero.
  bool matchesTruth(const Expr &expr, Value condition) const;

  analysis::KernelNames names;
};
} // namespace

bool ExpressionFinder::matches(const Binary &binary, Operation *op) const {
  return isOperator(op, binary.op) && matches(*binary.lhs, op->getOperand(0)) &&
         matches(*binary.rhs, op->getOperand(1));
}

bool ExpressionFinder::matchesNegated(const Binary &binary,
                                      Operation *op) const {
  if (!isa<complex::AddOp, complex::SubOp>(op))
    return false;
  auto negation = op->getOperand(1).getDefiningOp<complex::NegOp>();
  BinaryOp inverse =
      isa<complex::SubOp>(op) ? BinaryOp::Add : BinaryOp::Subtract;
  if (!negation || binary.op != inverse)
    return false;
  Value left = op->getOperand(0), right = negation.getComplex();
  return (matches(*binary.lhs, left) && matches(*binary.rhs, right)) ||
         (inverse == BinaryOp::Add && matches(*binary.lhs, right) &&
          matches(*binary.rhs, left));
}

bool ExpressionFinder::matches(const Access &access, Value value) const {
  if (auto number = value.getDefiningOp<cin::ValueOp>())
    return access.indices.empty() &&
           names.getIndex(number.getVariable()) == access.tensor.text;
  auto op = value.getDefiningOp<cin::AccessOp>();
  if (!op || names.getTensor(op.getRef()) != access.tensor.text ||
      op.getIndices().size() != access.indices.size())
    return false;
  return llvm::all_of(
      llvm::zip_equal(access.indices, op.getIndices()), [&](auto pair) {
        const auto &[text, index] = pair;
        return names.getIndex(index) == (text.isConstant()
                                             ? std::to_string(text.constant)
                                             : text.variable);
      });
}

bool ExpressionFinder::matches(const Literal &literal, Value value) const {
  Attribute constant = getConstantScalar(value);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(constant))
    return literal.kind == Literal::Kind::Integer &&
           integer.getValue().getLimitedValue() == literal.integer;
  auto number = dyn_cast_or_null<FloatAttr>(constant);
  return number && literal.kind != Literal::Kind::Imaginary &&
         number.getValueAsDouble() == literal.real;
}

bool ExpressionFinder::matchesTruth(const Expr &expr, Value condition) const {
  if (matches(expr, condition))
    return true;
  Value number = getComparedWithZero(condition);
  return number && matches(expr, number);
}

bool ExpressionFinder::matches(const Call &call, ArrayRef<ExprPtr> arguments,
                               Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !isFunction(op, call))
    return false;
  OperandRange operands = op->getOperands();
  // Of several arguments, two are combined at a time.
  if (arguments.size() > operands.size() && operands.size() == 2)
    return matches(*arguments.back(), operands[1]) &&
           matches(call, arguments.drop_back(), operands[0]);
  // Minima and maxima of truth values are the same operations, of themselves.
  bool takesTruths = call.function == Function::And ||
                     call.function == Function::Or ||
                     call.function == Function::Xor;
  if (arguments.size() != operands.size())
    return false;
  for (auto [number, argument, operand] :
       llvm::enumerate(arguments, operands)) {
    bool isTruth = takesTruths || (isa<arith::SelectOp>(op) && number == 0);
    if (!(isTruth ? matchesTruth(*argument, operand)
                  : matches(*argument, operand)))
      return false;
  }
  return true;
}

/// Lists the operands of a chain of one operator; what else uses a part of it
/// ends it.
static void listOperands(Value value, Operation *like,
                         SmallVectorImpl<Value> &operands) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getName() != like->getName() ||
      (op != like && (!value.hasOneUse() || !isAssociative(op)))) {
    operands.push_back(value);
    return;
  }
  for (Value operand : op->getOperands())
    listOperands(operand, like, operands);
}

static void listOperands(const Expr &expr, BinaryOp sign,
                         SmallVectorImpl<const Expr *> &operands) {
  auto *binary = expr.getAs<Binary>();
  if (!binary || binary->op != sign) {
    operands.push_back(&expr);
    return;
  }
  listOperands(*binary->lhs, sign, operands);
  listOperands(*binary->rhs, sign, operands);
}

SmallVector<Value> ExpressionFinder::findOperands(const Expr &expr, Value value,
                                                  bool &areAll) const {
  auto *binary = expr.getAs<Binary>();
  Operation *op = value.getDefiningOp();
  if (!binary || !op || !isOperator(op, binary->op) || !isAssociative(op) ||
      !isCommutative(op))
    return {};
  SmallVector<const Expr *> wanted;
  SmallVector<Value> given, found;
  listOperands(expr, binary->op, wanted);
  listOperands(value, op, given);
  areAll = wanted.size() == given.size();
  for (const Expr *operand : wanted) {
    auto match = llvm::find_if(
        given, [&](Value candidate) { return matches(*operand, candidate); });
    if (match == given.end())
      return {};
    found.push_back(*match);
    given.erase(match);
  }
  return found;
}

bool ExpressionFinder::matches(const Expr &expr, Value value) const {
  bool areAll = false;
  if (!findOperands(expr, value, areAll).empty())
    return areAll;
  Operation *op = value.getDefiningOp();
  if (auto *binary = expr.getAs<Binary>())
    if (op && (matches(*binary, op) || matchesNegated(*binary, op)))
      return true;
  if (auto *negation = expr.getAs<Negation>())
    if (isa_and_nonnull<arith::NegFOp, complex::NegOp>(op) &&
        matches(*negation->operand, op->getOperand(0)))
      return true;
  if (auto *call = expr.getAs<Call>())
    if (matches(*call, call->arguments, value))
      return true;
  if (auto *access = expr.getAs<Access>())
    if (matches(*access, value))
      return true;
  if (auto *literal = expr.getAs<Literal>())
    if (matches(*literal, value))
      return true;
  Value inner = skipCasts(value);
  return inner != value && matches(expr, inner);
}

SmallVector<Value> weft::findExpression(RewriterBase &rewriter,
                                        cin::ForallOp forall,
                                        const Expr &expr) {
  ExpressionFinder finder(forall->getParentOfType<cin::KernelOp>());
  SmallVector<Value> found, parts;
  forall.walk([&](Operation *op) {
    if (op->getNumResults() != 1 ||
        isa<cin::IndexType>(op->getResult(0).getType()) ||
        isa<cin::AssignOp>(op->getParentOp()))
      return;
    Value value = op->getResult(0);
    // What is converted is found without its conversion.
    if (!isa<CastOpInterface>(op) && finder.matches(expr, value))
      found.push_back(value);
    bool areAll = false;
    if (!finder.findOperands(expr, value, areAll).empty() && !areAll)
      parts.push_back(value);
  });
  if (!found.empty())
    return found;
  // Of a chain, the whole of it has what its parts have.
  for (Value part : parts) {
    if (llvm::any_of(part.getUsers(), [&](Operation *user) {
          return user->getNumResults() == 1 &&
                 llvm::is_contained(parts, user->getResult(0));
        }))
      continue;
    bool areAll = false;
    FailureOr<Value> grouped = cin::groupOperands(
        rewriter, part, finder.findOperands(expr, part, areAll));
    if (succeeded(grouped))
      found.push_back(*grouped);
  }
  return found;
}
