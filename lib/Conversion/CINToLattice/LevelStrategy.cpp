//===- LevelStrategy.cpp - Components below their levels --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets whose components have positions: found level by level, taken as the
// next child of what is bound, or those of an operand (thesis, section 5.4).
//
//===----------------------------------------------------------------------===//

#include "DomainAnalysis.h"
#include "IndexVariables.h"
#include "Presence.h"
#include "TargetStrategy.h"

#include "weft/Analysis/GroupedUpdates.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Weft/IR/GroupedUpdates.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Located levels
//===----------------------------------------------------------------------===//

/// Whether the next level of a target can be given a position.
static bool entersLevel(const IndexedTensor &tensor, const TargetState &target,
                        const Scope &scope) {
  return target.depth != tensor.getNumLevels() &&
         tensor.getLevelType(target.depth).hasInsert() &&
         isBound(tensor, target.depth, scope);
}

/// Gives the next level of a target a position.
static void enterLevel(const EmitContext &context, cin::AssignOp assign,
                       TargetState &target, Scope &scope) {
  OpBuilder &builder = context.builder;
  IndexedTensor tensor(assign);
  Value &state = scope.tensors[tensor.ref].builder;
  SmallVector<Value> coords =
      emitOuterCoordinates(context, tensor, target.depth + 1, scope);
  if (tensor.getLevelType(target.depth).isFull()) {
    auto locate = level::LocateOp::create(
        builder, assign.getLoc(), state, target.depth, target.position, coords);
    target.position = locate.getPosition();
  } else {
    auto insert = level::InsertCoordOp::create(
        builder, assign.getLoc(), state.getType(), builder.getIndexType(),
        state, target.depth, target.position, coords);
    state = insert.getNext();
    target.position = insert.getPosition();
    // What has a position is below the coordinates around it, whether anything
    // is stored below it or not.
    if (Value &counter = scope.tensors[tensor.ref].counter)
      counter = context.createNext(counter);
  }
  ++target.depth;
}

void LevelStrategy::advance(cin::AssignOp assign, TargetState &target,
                            Scope &scope) const {
  IndexedTensor tensor(assign);
  if (!target.position)
    target.position = context.createIndex(0);
  while (entersLevel(tensor, target, scope)) {
    // A coordinate is stored where something is assigned; and what other
    // assignments insert may move it.
    bool isLast = target.depth + 1 == tensor.getNumLevels();
    // One above what may turn out to be dropped, or not to be in a structure
    // that is kept, is stored with the component.
    bool keeps = scope.getTensor(tensor.ref).getBuilderType().getAssembly() ==
                 level::Assembly::Compute;
    bool isLate =
        (keeps || context.info.dropsFill(tensor.ref)) &&
        llvm::all_of(
            llvm::seq(target.depth, tensor.getNumLevels()), [&](int64_t level) {
              return level::insertsInAnyOrder(tensor.getLevelType(level));
            });
    // So is the last one above components that may all be absent.
    isLate |= context.info.leavesOutAbsent(tensor.ref) &&
              llvm::all_of(llvm::seq(target.depth + 1, tensor.getNumLevels()),
                           [&](int64_t level) {
                             level::LevelTypeAttrInterface type =
                                 tensor.getLevelType(level);
                             return type.isFull() && type.hasInsert();
                           }) &&
              !alwaysStores(assign, context.info, scope);
    if (!tensor.getLevelType(target.depth).isFull() &&
        (isLast || isLate || !context.info.isOnlyAssign(assign) ||
         isVoid(assign, context.info, scope)))
      break;
    enterLevel(context, assign, target, scope);
  }
}

void LevelStrategy::enter(cin::AssignOp assign, TargetState &target,
                          Scope &scope) const {
  IndexedTensor tensor(assign);
  while (entersLevel(tensor, target, scope))
    enterLevel(context, assign, target, scope);
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// Whether the last level of the tensor that is assigned is inserted into, so
/// that what is there has a value. That of a scalar is there without levels.
static bool isInserted(cin::AssignOp assign) {
  level::FormatAttr format = getFormat(assign.getRef());
  int64_t numLevels = format.getNumLevels();
  return numLevels == 0 || format.getLevelType(numLevels - 1).hasInsert();
}

bool cin_to_lattice::reducesInside(cin::AssignOp assign) {
  IndexedTensor tensor(assign);
  Value last = tensor.getVariable(tensor.getNumLevels() - 1);
  auto forall = assign->getParentOfType<cin::ForallOp>();
  return forall && forall.getVariable() != last;
}

bool LevelStrategy::storesAbsence(Value ref) const {
  level::FormatAttr format = getFormat(ref);
  return format.isAllDense() ||
         (!format.getLevelType(format.getNumLevels() - 1).hasInsert() &&
          !context.info.appendsPresent(ref));
}

bool LevelStrategy::hasValue(cin::AssignOp assign) const {
  return isInserted(assign) || reducesInside(assign);
}

Value LevelStrategy::emitOld(cin::AssignOp assign, const TargetState &target,
                             Value numStored, const Scope &scope) const {
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  Value ref = assign.getRef();
  Type type = assign.getValue().getType();
  auto emitLoad = [&]() -> Value {
    return level::LoadOp::create(builder, loc, type,
                                 scope.getTensor(ref).builder, target.position);
  };
  // An appended component is new: it has the value of the fill.
  auto emitFill = [&] {
    return buildScalar(builder, loc, level::getFill(getTensorType(ref)), type);
  };
  if (!hasValue(assign))
    return emitFill();
  if (isInserted(assign) || !numStored || !assemblies.getNumbering(ref, scope))
    return emitLoad();
  // One that is counted is new where nothing has been stored yet.
  Value isOld = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      numStored, context.createIndex(0));
  auto old = scf::IfOp::create(
      builder, loc, isOld,
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, emitLoad());
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, emitFill());
      });
  return old.getResult(0);
}

/// Emits an update of a component that other threads update, too.
static Value emitAtomicUpdate(const EmitContext &context, cin::AssignOp assign,
                              Value value, Value state, Value position) {
  auto update =
      level::AtomicUpdateOp::create(context.builder, assign.getLoc(),
                                    state.getType(), value, state, position);
  copyCombiner(context.builder, assign.getCombiner(),
               level::YieldOp::getOperationName(), update.getCombiner());
  if (analysis::hasGroupedUpdates(assign))
    update->setAttr(kGroupedAttr, context.builder.getUnitAttr());
  return update.getNext();
}

LogicalResult LevelStrategy::store(cin::AssignOp assign, Value value,
                                   Scope &scope) const {
  Location loc = assign.getLoc();
  IndexedTensor tensor(assign);
  TargetState &target = scope.targets[assign];
  enter(assign, target, scope);
  if (target.depth != tensor.getNumLevels())
    return assign.emitOpError("assigns ")
           << context.info.getName(tensor.ref)
           << " where no forall binds all of its coordinates in the order of "
              "its levels; a workspace is needed";
  Value &counter = scope.tensors[tensor.ref].counter;
  Value numStored = counter;
  if (counter)
    counter = context.createNext(counter);
  if (scope.counting)
    return success();
  bool computes =
      context.info.getKernel().getAssembly() != level::Assembly::Assemble;
  if (!computes)
    value = buildScalar(context.builder, loc,
                        level::getFill(getTensorType(tensor.ref)),
                        assign.getValue().getType());
  Value &state = scope.tensors[tensor.ref].builder;
  if (computes && context.info.isAtomic(assign)) {
    state = emitAtomicUpdate(context, assign, value, state, target.position);
    return success();
  }
  if (assign.isCompound() && computes) {
    Value old = emitOld(assign, target, numStored, scope);
    Region &combiner = assign.getCombiner();
    Attribute identity =
        getCombinerIdentity(combiner, assign.getIdentityAttr());
    Attribute oldValue = getConstantScalar(old);
    if (!identity || !oldValue || !areSameScalar(identity, oldValue))
      value = inlineCombiner(context.builder, combiner, old, value);
  }
  state = level::StoreOp::create(
      context.builder, loc, state.getType(), value, state, target.position,
      scope.isReserved(tensor.ref, tensor.getNumLevels() - 1));
  return success();
}

//===----------------------------------------------------------------------===//
// Scattered components
//===----------------------------------------------------------------------===//

void ScatterStrategy::enter(cin::AssignOp assign, TargetState &target,
                            Scope &scope) const {
  LevelStrategy::enter(assign, target, scope);
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  IndexedTensor tensor(assign);
  Value &state = scope.tensors[tensor.ref].builder;
  int64_t first = target.depth;
  target.depth = tensor.getNumLevels();
  if (scope.counting) {
    state = level::AddChildOp::create(builder, loc, state.getType(), state,
                                      first, target.position);
    return;
  }
  bool places = cast<level::BuilderType>(state.getType()).isPlacing();
  Value coordinate = emitCoordinate(context, tensor, first, scope);
  auto child = level::TakeChildOp::create(builder, loc, state.getType(),
                                          builder.getIndexType(), state, first,
                                          target.position, coordinate);
  state = child.getNext();
  target.position = child.getPosition();
  for (int64_t level = first; places && level != target.depth; ++level)
    state = level::PlaceOp::create(
        builder, loc, state.getType(), state, level, target.position,
        emitCoordinate(context, tensor, level, scope), Value());
}

bool ScatterStrategy::hasValue(cin::AssignOp assign) const {
  return isInserted(assign);
}

//===----------------------------------------------------------------------===//
// The structure of an operand
//===----------------------------------------------------------------------===//

/// Fills what is below a position, if there is one.
static Value emitFill(OpBuilder &builder, Location loc, Value state,
                      int64_t level, Value position, Value isPresent) {
  auto fill = [&]() -> Value {
    return level::FillSegmentOp::create(builder, loc, state.getType(), state,
                                        level, position);
  };
  if (!isPresent)
    return fill();
  auto filled = scf::IfOp::create(
      builder, loc, isPresent,
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, fill());
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, state);
      });
  return filled.getResult(0);
}

bool StructureStrategy::storesAbsence(Value ref) const {
  using Filling = analysis::SharedStructure::Filling;
  return TargetStrategy::storesAbsence(ref) ||
         context.info.getStructure(ref).filling == Filling::Never;
}

void StructureStrategy::advance(cin::AssignOp assign, TargetState &target,
                                Scope &scope) const {
  analysis::SharedStructure shared = context.info.getStructure(assign.getRef());
  const PathState &path = scope.paths[context.info.getPath(shared.access)];
  if (target.position || path.depth < shared.numLevels || path.absent)
    return;
  assert(path.depth == shared.numLevels && "the position is passed");
  target.position = path.begin;
  target.depth = path.depth;
  Value &state = scope.tensors[assign.getRef()].builder;
  if (shared.filling == analysis::SharedStructure::Filling::WhereReached)
    state = emitFill(context.builder, assign.getLoc(), state, path.depth - 1,
                     path.begin, path.present);
}
