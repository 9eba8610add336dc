//===- ExpressionEmitter.cpp - Partly absent values -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An expression none of whose operands is present is its fill; where only
// running the kernel can tell, a select does.
//
//===----------------------------------------------------------------------===//

#include "ExpressionEmitter.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Value ExpressionEmitter::emit(Value value) {
  if (Value emitted = values.lookupOrNull(value))
    return emitted;
  Operation *op = value.getDefiningOp();
  Value emitted;
  if (!op) // An extent of the kernel.
    emitted = scope.coordinates.lookup(value);
  else if (auto access = dyn_cast<cin::AccessOp>(op))
    emitted = emitAccess(access);
  else if (auto variable = dyn_cast<cin::ValueOp>(op))
    emitted = scope.coordinates.lookup(variable.getVariable());
  else
    emitted = emitOperation(op, value);
  values.map(value, emitted);
  return emitted;
}

Value ExpressionEmitter::emitOperation(Operation *op, Value value) {
  // An expression none of whose operands is present is its fill, and one whose
  // other operand is absent as an identity is its operand.
  OpBuilder &builder = context.builder;
  Coverage coverage = getCoverage(value);
  if (coverage.domain.isEmpty() && coverage.fill)
    return buildScalar(builder, op->getLoc(), coverage.fill, value.getType());
  for (unsigned i = 0; op->getNumOperands() == 2 && i != 2; ++i) {
    Value other = op->getOperand(1 - i);
    Coverage operand = getCoverage(op->getOperand(i));
    if (!operand.domain.isEmpty() || !operand.fill ||
        other.getType() != value.getType())
      continue;
    Attribute fills[2] = {};
    fills[i] = operand.fill;
    if (getFillEffect(op, i, fills) == FillEffect::Identity)
      return emit(other);
  }
  SmallVector<Absence> absences = emitOtherAbsences(value);
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getCoverage(operand); });
  bool isRestricted =
      analysis::getOperatorCoverage<analysis::IterationDomain>(op, operands)
          .isRestricted();
  if (absences.empty() && !isRestricted) {
    if (Value combined = emitWherePresent(op))
      return combined;
    if (Value combined = emitCombinedOnce(op))
      return combined;
  }
  if (absences.empty() && isRestricted && isGuardedTerm(value))
    return emitTerm(value);
  Value result = emitResult(op, value);

  // An operand that turns out to be absent annihilates whatever the others are.
  for (const Absence &absence : absences)
    result = builder.createOrFold<arith::SelectOp>(
        op->getLoc(), absence.present, result,
        buildScalar(builder, op->getLoc(), absence.fill, value.getType()));
  if (!isRestricted)
    return result;
  Value presence = emitPresence(value);
  if (!presence)
    return result;
  Value fill =
      buildScalar(builder, op->getLoc(), coverage.fill, value.getType());
  return arith::SelectOp::create(builder, op->getLoc(), presence, result, fill);
}

SmallVector<ExpressionEmitter::Absence>
ExpressionEmitter::emitOtherAbsences(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<cin::AccessOp, cin::ValueOp, cin::PresentOp>(op) ||
      getConstantScalar(value))
    return {};
  if (auto known = otherAbsences.find(value); known != otherAbsences.end())
    return known->second;
  OpBuilder &builder = context.builder;
  Attribute fill = getCoverage(value).fill;
  SmallVector<Absence> absences;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    // What the result is where this operand alone is absent; null for its fill.
    auto getOther = [&, index = index](Attribute operandFill) {
      SmallVector<Attribute> alone(op->getNumOperands());
      alone[index] = operandFill;
      if (getFillEffect(op, index, alone) != FillEffect::Annihilates)
        return Attribute();
      Attribute result = getResultFill(op, alone);
      return fill && areSameScalar(result, fill) ? Attribute() : result;
    };
    Coverage coverage = getCoverage(operand);
    auto emitOperandPresence = [&, operand = operand]() -> Value {
      if (coverage.full || !coverage.fill)
        return {};
      return coverage.domain.isEmpty()
                 ? arith::ConstantIntOp::create(builder, op->getLoc(), 0, 1)
                 : emitPresence(operand);
    };
    if (Attribute result = getOther(coverage.fill))
      if (Value present = emitOperandPresence())
        absences.push_back({result, present});
    for (auto [otherFill, present] : emitOtherAbsences(operand)) {
      Attribute result = getOther(otherFill);
      if (!result)
        continue;
      // Only where the operand as a whole is not absent.
      if (Value whole = emitOperandPresence())
        present = builder.createOrFold<arith::SelectOp>(
            op->getLoc(), whole, present,
            arith::ConstantIntOp::create(builder, op->getLoc(), 1, 1));
      absences.push_back({result, present});
    }
  }
  otherAbsences[value] = absences;
  return absences;
}

Value ExpressionEmitter::emitResult(Operation *op, Value value) {
  OpBuilder &builder = context.builder;
  if (auto present = dyn_cast<cin::PresentOp>(op))
    return present.getNumber()
               ? buildScalar(builder, op->getLoc(), present.getNumberAttr(),
                             value.getType())
               : emit(present.getOf());
  for (Value operand : op->getOperands())
    emit(operand);
  return builder.clone(*op, values)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

Value ExpressionEmitter::emitPresence(Value value) {
  if (assumed.contains(value))
    return {};
  auto known = presences.find(value);
  if (known != presences.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  Value presence;
  if (auto access = dyn_cast_or_null<cin::AccessOp>(op)) {
    TensorState tensor = scope.getTensor(access.getRef());
    presence = tensor.storage
                   ? scope.paths[context.info.getPath(access)].present
                   : tensor.presence;
  } else if (op && !isa<cin::ValueOp>(op)) {
    presence = emitOperationPresence(op);
  }
  return presences[value] = presence;
}

Value ExpressionEmitter::emitOperationPresence(Operation *op) {
  // All operands that restrict the expression, or one of those that add to it.
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return getCoverage(operand); });
  auto result =
      analysis::getOperatorCoverage<analysis::IterationDomain>(op, operands);
  bool restricted = result.isRestricted();
  analysis::OperandRole counted = restricted ? analysis::OperandRole::Restricts
                                             : analysis::OperandRole::Adds;
  Value presence;
  for (unsigned i = 0, e = operands.size(); i != e && !result.full; ++i) {
    if (result.roles[i] != counted ||
        (!restricted && operands[i].domain.isEmpty()))
      continue;
    Value other = emitPresence(op->getOperand(i));
    if (!other && restricted)
      continue;
    if (!other)
      return Value();
    if (!presence)
      presence = other;
    else if (restricted)
      presence =
          arith::AndIOp::create(context.builder, op->getLoc(), presence, other);
    else
      presence =
          arith::OrIOp::create(context.builder, op->getLoc(), presence, other);
  }
  return presence;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Value ExpressionEmitter::emitAccess(cin::AccessOp access) {
  Location loc = access.getLoc();
  OpBuilder &builder = context.builder;
  TensorState tensor = scope.getTensor(access.getRef());
  if (tensor.scalar)
    return tensor.scalar;
  auto emitFill = [&] {
    return buildScalar(builder, loc,
                       level::getFill(getTensorType(access.getRef())),
                       access.getValue().getType());
  };
  const PathState &path = scope.paths[context.info.getPath(access)];
  if (tensor.isEmpty || path.absent)
    return emitFill();
  if (!path.present || assumed.contains(access.getValue()))
    return emitEntry(access);
  auto entry = scf::IfOp::create(
      builder, loc, path.present,
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, emitEntry(access));
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, emitFill());
      });
  return entry.getResult(0);
}

Value ExpressionEmitter::emitEntry(cin::AccessOp access) {
  Location loc = access.getLoc();
  OpBuilder &builder = context.builder;
  Value ref = access.getRef();
  Type type = access.getValue().getType();
  const PathState &path = scope.paths[context.info.getPath(access)];
  Value storage = scope.getTensor(ref).storage;
  level::FormatAttr format = getFormat(ref);
  int64_t last = format.getNumLevels() - 1;
  if (last < 0 || format.getLevelType(last).isUnique())
    return level::LoadOp::create(builder, loc, type, storage, path.begin);
  // Several entries store the component: their sum, or what the assignment of a
  // workspace combines them by.
  auto combine = level::CombineOp::create(builder, loc, type, storage,
                                          path.begin, path.end);
  cin::AssignOp combining = context.info.getCombiningAssign(ref);
  if (!combining) {
    buildCombiner(builder, loc, getSumOperation(combine.getType()),
                  combine.getType(), level::YieldOp::getOperationName(),
                  combine.getCombiner());
    return combine;
  }
  Region &combiner = combining.getCombiner();
  copyCombiner(builder, combiner, level::YieldOp::getOperationName(),
               combine.getCombiner());
  // The assignments combined into what the workspace held at first.
  Attribute identity =
      getCombinerIdentity(combiner, combining.getIdentityAttr());
  Attribute fill = level::getFill(getTensorType(ref));
  if (identity && areSameScalar(identity, fill))
    return combine;
  Value initial = buildScalar(builder, loc, fill, combine.getType());
  return inlineCombiner(builder, combiner, initial, combine);
}
