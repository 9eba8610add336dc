//===- Assignments.cpp - Lowering assignments -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns scalars and components, where what is assigned turns out to be
// present (thesis, section 5.4).
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "Presence.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Presence
//===----------------------------------------------------------------------===//

/// Emits whether an assigned value is present; null if it always is, or if its
/// absence shows.
static Value emitAssignedPresence(const EmitContext &context,
                                  cin::AssignOp assign,
                                  ExpressionEmitter &expressions) {
  Value value = assign.getValue();
  Coverage coverage = expressions.getCoverage(value);
  // What is absent leaves the component as it is only if its fill does.
  Attribute neutral =
      analysis::getNeutralValue(assign, context.info.isFirstAssign(assign));
  if (!coverage.fill || !neutral || !areSameScalar(coverage.fill, neutral))
    return Value();
  if (coverage.domain.isEmpty())
    return arith::ConstantIntOp::create(context.builder, assign.getLoc(), false,
                                        1);
  return expressions.emitPresence(value);
}

/// Emits whether a component is stored although it is assigned, which it is not
/// if it is the fill and dropped; null if it is, or if that is found when its
/// coordinate is appended.
static Value emitIsKept(const EmitContext &context, cin::AssignOp assign,
                        Value value, const Scope &scope) {
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  if (!context.info.dropsFill(ref) || format.getNumLevels() == 0)
    return Value();
  level::LevelTypeAttrInterface last =
      format.getLevelType(format.getNumLevels() - 1);
  level::BuilderType type = scope.getTensor(ref).getBuilderType();
  bool isCounted = type.isCounting() || type.isPlacing();
  if (last.isFull() || (last.hasAppend() && !isCounted))
    return Value();
  return emitIsNotFill(context, assign.getLoc(), value, getTensorType(ref));
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

void KernelLowering::assignScalar(cin::AssignOp assign, Value value,
                                  TensorState &tensor) {
  // There is no value while entries are counted.
  if (value)
    tensor.scalar = assign.isCompound()
                        ? inlineCombiner(builder, assign.getCombiner(),
                                         tensor.scalar, value)
                        : value;
}

void KernelLowering::assignPresence(cin::AssignOp assign,
                                    ExpressionEmitter &expressions,
                                    TensorState &tensor) {
  if (!tensor.presence)
    return;
  Location loc = assign.getLoc();
  Value found = emitAssignedPresence(context, assign, expressions);
  Value present =
      found ? found : arith::ConstantIntOp::create(builder, loc, true, 1);
  if (isa<level::BuilderType>(tensor.presence.getType()))
    tensor.presence = emitSharedPresence(loc, present, tensor.presence);
  else
    tensor.presence =
        found ? arith::OrIOp::create(builder, loc, tensor.presence, found)
              : present;
}

LogicalResult KernelLowering::lowerAssign(cin::AssignOp assign, Scope &scope) {
  if (isVoid(assign, info, scope))
    return success();
  Location loc = assign.getLoc();
  Value ref = assign.getRef();
  ExpressionEmitter expressions(context, scope);
  Value value;
  if (!scope.counting || info.dropsFill(ref))
    value = expressions.emit(assign.getValue());
  TensorState &tensor = scope.tensors[ref];
  if (tensor.scalar)
    assignScalar(assign, value, tensor);
  assignPresence(assign, expressions, tensor);
  if (tensor.scalar)
    return success();

  Value present;
  if (!targets.storesAbsence(ref) && !alwaysStores(assign, info, scope))
    present = emitAssignedPresence(context, assign, expressions);
  for (Value condition : {emitIsKept(context, assign, value, scope),
                          targets.getIsFound(assign, scope)})
    if (condition)
      present = present
                    ? arith::AndIOp::create(builder, loc, present, condition)
                    : condition;
  if (!present)
    return targets.storeComponent(assign, value, scope);
  Scope inner = scope;
  SmallVector<Value> states = scope.getStates(ref);
  auto stored = scf::IfOp::create(builder, loc, ValueRange(states).getTypes(),
                                  present, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(stored.thenBlock());
    if (failed(targets.storeComponent(assign, value, inner)))
      return failure();
    scf::YieldOp::create(builder, loc, inner.getStates(ref));
    builder.setInsertionPointToEnd(stored.elseBlock());
    scf::YieldOp::create(builder, loc, states);
  }
  scope.setStates(ref, stored.getResults());
  return success();
}
