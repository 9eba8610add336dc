//===- GuardedTerms.cpp - Terms that may be absent --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A term of a sum or of a maximum that only running the kernel knows to be
// present is computed and combined in a branch on its presence, so that an
// absent one costs no more than a test (docs/decisions/unions.md).
//
//===----------------------------------------------------------------------===//

#include "ExpressionEmitter.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// From how many terms on that which they are where they are absent is combined
/// behind them. Two are as short with a branch for each.
static constexpr size_t kManyTerms = 3;

SmallVector<Value> ExpressionEmitter::getNeeded(Operation *op) {
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getCoverage(operand); });
  auto result =
      analysis::getOperatorCoverage<analysis::IterationDomain>(op, operands);
  SmallVector<Value> needed;
  for (auto [operand, role] : llvm::zip_equal(op->getOperands(), result.roles))
    if (role == analysis::OperandRole::Restricts)
      needed.push_back(operand);
  return needed;
}

bool ExpressionEmitter::isGuardedTerm(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.hasOneUse() || isa<cin::ValueOp, cin::PresentOp>(op))
    return false;
  Coverage coverage = getCoverage(value);
  return coverage.fill && !coverage.full && !coverage.domain.isEmpty() &&
         needsEntry(value) && emitPresence(value);
}

bool ExpressionEmitter::needsEntry(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_or_null<cin::AccessOp>(op))
    return scope.getTensor(access.getRef()).storage && emitPresence(value);
  return op && !isa<cin::ValueOp, cin::PresentOp>(op) &&
         llvm::any_of(getNeeded(op),
                      [&](Value operand) { return needsEntry(operand); });
}

void ExpressionEmitter::assumePresent(Value value) {
  assumed.insert(value);
  Operation *op = value.getDefiningOp();
  if (!op || isa<cin::AccessOp, cin::ValueOp, cin::PresentOp>(op))
    return;
  for (Value operand : getNeeded(op))
    assumePresent(operand);
}

Value ExpressionEmitter::emitPresent(Value value,
                                     function_ref<Value(Value)> combine) {
  // What is emitted here is not known outside.
  IRMapping outside = values;
  auto outsidePresences = presences;
  auto outsideAbsences = otherAbsences;
  auto outsideAssumed = assumed;
  assumePresent(value);
  otherAbsences.clear();
  Value result = combine(emit(value));
  values = outside;
  presences = std::move(outsidePresences);
  otherAbsences = std::move(outsideAbsences);
  assumed = std::move(outsideAssumed);
  return result;
}

Value ExpressionEmitter::emitTerm(Value value) {
  Location loc = value.getLoc();
  OpBuilder &builder = context.builder;
  auto term = scf::IfOp::create(
      builder, loc, emitPresence(value),
      [&](OpBuilder &, Location) {
        Value result =
            emitPresent(value, [](Value present) { return present; });
        scf::YieldOp::create(builder, loc, result);
      },
      [&](OpBuilder &, Location) {
        Attribute fill = getCoverage(value).fill;
        scf::YieldOp::create(builder, loc,
                             buildScalar(builder, loc, fill, value.getType()));
      });
  return term.getResult(0);
}

/// A copy of a binary operation with other operands.
static Value emitCombined(OpBuilder &builder, Operation *op, Value left,
                          Value right) {
  IRMapping mapping;
  Operation *copy = builder.clone(*op, mapping);
  copy->setOperands({left, right});
  return copy->getResult(0);
}

Value ExpressionEmitter::emitWherePresent(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return {};
  for (unsigned i : {1, 0}) {
    Value operand = op->getOperand(i), other = op->getOperand(1 - i);
    if (other.getType() != op->getResult(0).getType() ||
        !isGuardedTerm(operand))
      continue;
    Attribute fills[2] = {};
    fills[i] = getCoverage(operand).fill;
    if (getFillEffect(op, i, fills) != FillEffect::Identity)
      continue;
    Location loc = op->getLoc();
    OpBuilder &builder = context.builder;
    Value known = emit(other);
    auto combined = scf::IfOp::create(
        builder, loc, emitPresence(operand),
        [&](OpBuilder &, Location) {
          Value result = emitPresent(operand, [&](Value term) {
            return i == 1 ? emitCombined(builder, op, known, term)
                          : emitCombined(builder, op, term, known);
          });
          scf::YieldOp::create(builder, loc, result);
        },
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc, known);
        });
    return combined.getResult(0);
  }
  return {};
}

/// The terms of nested operations of one kind.
static void collectTerms(Operation *op, SmallVectorImpl<Value> &terms) {
  for (Value operand : op->getOperands()) {
    Operation *inner = operand.getDefiningOp();
    if (inner && operand.hasOneUse() && inner->getName() == op->getName() &&
        inner->getAttrDictionary() == op->getAttrDictionary())
      collectTerms(inner, terms);
    else
      terms.push_back(operand);
  }
}

Value ExpressionEmitter::emitCombinedOnce(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !isIdempotent(op) || !isAssociative(op) || !isCommutative(op))
    return {};
  SmallVector<Value> terms, guarded;
  collectTerms(op, terms);
  Attribute fill;
  Value result;
  Type type = op->getResult(0).getType();
  for (Value term : terms) {
    if (term.getType() != type)
      return {};
    if (!isGuardedTerm(term))
      continue;
    Attribute own = getCoverage(term).fill;
    if (fill && !areSameScalar(fill, own))
      return {};
    fill = own;
    guarded.push_back(term);
  }
  if (guarded.size() < kManyTerms)
    return {};
  Location loc = op->getLoc();
  OpBuilder &builder = context.builder;
  auto isGuarded = [&](Value term) {
    return llvm::is_contained(guarded, term);
  };
  for (Value term : terms)
    if (!isGuarded(term))
      result =
          result ? emitCombined(builder, op, result, emit(term)) : emit(term);
  // How many are present tells whether one is absent.
  Value count = context.createIndex(0);
  ArrayRef<Value> counted = guarded;
  if (!result) {
    result = emit(counted.front());
    counted = counted.drop_front();
  }
  for (Value term : counted) {
    auto combined = scf::IfOp::create(
        builder, loc, emitPresence(term),
        [&](OpBuilder &, Location) {
          Value value = emitPresent(term, [&](Value present) {
            return emitCombined(builder, op, result, present);
          });
          Value next = context.createNext(count);
          scf::YieldOp::create(builder, loc, {value, next});
        },
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc, {result, count});
        });
    result = combined.getResult(0);
    count = combined.getResult(1);
  }
  Value isMissing =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, count,
                            context.createIndex(counted.size()));
  Value absent =
      emitCombined(builder, op, result, buildScalar(builder, loc, fill, type));
  return arith::SelectOp::create(builder, loc, isMissing, absent, result);
}
