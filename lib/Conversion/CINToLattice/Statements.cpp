//===- Statements.cpp - Lowering sequences and workspaces -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the statements that say in what order others are executed and where
// they store what they hand on (thesis, figure 5-2).
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "OperandPaths.h"
#include "Presence.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

LogicalResult KernelLowering::lowerStatement(Operation *statement,
                                             Scope &scope) {
  if (scope.counting && !targets.isStructural(statement, scope))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(statement)
      .Case<cin::AssignOp, cin::ForallOp>(
          [&](Operation *op) { return lowerPhases(op, scope); })
      .Case([&](cin::WhereOp where) { return lowerWhere(where, scope); })
      .Case([&](cin::SequenceOp sequence) {
        return lowerSequence(sequence, scope);
      })
      .Default([&](Operation *multi) {
        for (Region &region : multi->getRegions())
          if (failed(lowerStatement(cin::getStatement(region.front()), scope)))
            return failure();
        return success();
      });
}

LogicalResult KernelLowering::lowerPhase(Operation *statement, Scope &scope) {
  auto forall = dyn_cast<cin::ForallOp>(statement);
  if (!forall)
    return lowerAssign(cast<cin::AssignOp>(statement), scope);
  SmallVector<SharedScalar> shared = shareScalars(forall, scope);
  if (failed(lowerForall(forall, scope)))
    return failure();
  loadScalars(forall.getLoc(), shared, scope);
  return success();
}

LogicalResult KernelLowering::lowerNotes(Operation *statement,
                                         ArrayRef<Value> counted,
                                         Scope &scope) {
  SmallVector<Value> noted = llvm::to_vector(llvm::make_filter_range(
      counted, [](Value ref) { return getFormat(ref).countsInSlots(); }));
  if (noted.empty())
    return success();
  Scope notes = scope;
  for (auto &[ref, tensor] : notes.tensors)
    if (!llvm::is_contained(noted, ref))
      tensor.builder = Value();
  if (failed(lowerPhase(statement, notes)))
    return failure();
  for (Value ref : noted) {
    Value state = notes.getTensor(ref).builder;
    TensorState &tensor = scope.tensors[ref];
    tensor.builder = level::NumberSlotsOp::create(builder, statement->getLoc(),
                                                  state.getType(), state);
    tensor.isNumbered = true;
  }
  return success();
}

LogicalResult KernelLowering::lowerPhases(Operation *statement, Scope &scope) {
  llvm::SetVector<Value> refs;
  statement->walk([&](cin::AssignOp assign) {
    level::BuilderType type = scope.getTensor(assign.getRef()).getBuilderType();
    if (type && type.isCounting())
      refs.insert(assign.getRef());
  });
  if (scope.counting || refs.empty())
    return lowerPhase(statement, scope);

  // Both phases iterate over the same lattices, so that they meet the same
  // coordinates; the first computes no values.
  ArrayRef<Value> counted = refs.getArrayRef();
  Scope first = scope;
  first.counting = true;
  for (auto &[ref, tensor] : first.tensors)
    if (!refs.contains(ref))
      tensor.builder = Value();
  if (failed(lowerNotes(statement, counted, first)))
    return failure();
  targets.beginPhase(counted, first);
  if (failed(lowerPhase(statement, first)))
    return failure();
  targets.endPhase(counted, first);
  for (Value ref : counted)
    scope.tensors[ref].builder = targets.emitScan(statement->getLoc(), ref,
                                                  first.getTensor(ref).builder);
  targets.beginPhase(counted, scope);
  if (failed(lowerPhase(statement, scope)))
    return failure();
  targets.endPhase(counted, scope);
  return success();
}

LogicalResult KernelLowering::lowerSequence(cin::SequenceOp sequence,
                                            Scope &scope) {
  Operation *definition = cin::getStatement(sequence.getDefinition().front());
  Operation *mutation = cin::getStatement(sequence.getMutation().front());
  if (failed(lowerStatement(definition, scope)))
    return failure();
  // A tensor that the mutation reads and does not assign is complete.
  llvm::SetVector<Value> read;
  sequence.getMutation().walk([&](cin::AccessOp access) {
    if (scope.getTensor(access.getRef()).builder)
      read.insert(access.getRef());
  });
  for (Value ref : read) {
    bool assigned = false;
    mutation->walk(
        [&](cin::AssignOp assign) { assigned |= assign.getRef() == ref; });
    if (assigned || sequence->getParentOfType<cin::ForallOp>())
      return sequence.emitOpError("reads ")
             << info.getName(ref)
             << " while it is being assembled; a workspace is needed";
    Value complete = targets.emitFinalize(sequence.getLoc(), ref, scope);
    scope.completed[ref] = complete;
    scope.tensors[ref].storage =
        level::OpenOp::create(builder, sequence.getLoc(), complete);
  }
  if (failed(advancePaths(context, sequence, scope)))
    return failure();
  return lowerStatement(mutation, scope);
}

//===----------------------------------------------------------------------===//
// Where
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerScalarWhere(cin::WhereOp where,
                                               Scope &scope) {
  RankedTensorType type = where.getTensorType();
  Value produced = where.getProducerRef();
  TensorState scalar;
  scalar.scalar = buildScalar(builder, where.getLoc(), level::getFill(type),
                              type.getElementType());
  // Whether a dimension is empty is known without a look at its coordinates.
  bool isObserved = isAbsenceObserved(where, info);
  bool isFound = isObserved && findsSomething(where, info, scope);
  if (isObserved && !isFound)
    scalar.presence =
        arith::ConstantIntOp::create(builder, where.getLoc(), false, 1);
  scope.tensors[produced] = scalar;
  if (failed(lowerStatement(cin::getStatement(where.getProducer().front()),
                            scope)))
    return failure();
  scalar = scope.getTensor(produced);
  if (isFound)
    scalar.presence = emitIsNotEmpty(context, where, scope);
  scope.tensors.erase(produced);
  scope.tensors[where.getConsumerRef()] = scalar;
  return lowerStatement(cin::getStatement(where.getConsumer().front()), scope);
}

LogicalResult KernelLowering::lowerWhere(cin::WhereOp where, Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getTensorType();
  Value produced = where.getProducerRef(), consumed = where.getConsumerRef();
  Operation *producer = cin::getStatement(where.getProducer().front());
  Operation *consumer = cin::getStatement(where.getConsumer().front());

  if (isVoid(producer, info, scope)) {
    scope.tensors[consumed].isEmpty = true;
    return lowerStatement(consumer, scope);
  }
  if (type.getRank() == 0)
    return lowerScalarWhere(where, scope);

  ExpressionEmitter expressions(context, scope);
  SmallVector<Value> sizes, dynamicSizes;
  for (Value size : where.getSizes())
    dynamicSizes.push_back(expressions.emit(size));
  unsigned numDynamic = 0;
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? dynamicSizes[numDynamic++]
                                                : context.createIndex(size));
  Value tensor;
  if (scope.counting && getFormat(produced).isAllDense()) {
    // What a workspace without absent components holds is not needed to count.
    tensor = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                     type.getElementType(), dynamicSizes,
                                     type.getEncoding());
  } else {
    scope.tensors[produced].builder =
        targets.emitInitWorkspace(loc, produced, sizes, scope);
    targets.advance(scope);
    if (failed(lowerStatement(producer, scope)))
      return failure();
    tensor = targets.emitFinalize(loc, produced, scope);
  }
  scope.tensors[consumed].storage = level::OpenOp::create(builder, loc, tensor);
  if (failed(advancePaths(context, where, scope)) ||
      failed(lowerStatement(consumer, scope)))
    return failure();
  if (!tensor.getDefiningOp<tensor::EmptyOp>())
    level::ReleaseOp::create(builder, loc, tensor);
  return success();
}
