//===- Targets.cpp - Results and workspaces under assembly ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which level of a target a forall appends to and which are located in
// (thesis, section 5.4).
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "DomainAnalysis.h"
#include "IndexVariables.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

const NumberingStrategy *Targets::getNumbering(Value ref,
                                               const Scope &scope) const {
  level::BuilderType type = scope.getTensor(ref).getBuilderType();
  if (type && type.isCounting())
    return &counting;
  if (type && type.isPlacing())
    return &placing;
  return nullptr;
}

const AssemblyStrategy &Targets::getStrategy(Value ref,
                                             const Scope &scope) const {
  if (const NumberingStrategy *numbering = getNumbering(ref, scope))
    return *numbering;
  return appending;
}

bool Targets::takesEntries(Value ref) const {
  level::FormatAttr format = getFormat(ref);
  return format.isCoordinateList() || format.getNumSlots() != 0 ||
         context.info.isScattered(ref) || context.info.getStructure(ref);
}

bool Targets::isStructural(Operation *statement, const Scope &scope) const {
  return statement
      ->walk([&](cin::AssignOp assign) {
        Value ref = assign.getRef();
        // Whether a scalar is present decides what is stored.
        if (scope.getTensor(ref).presence)
          return WalkResult::interrupt();
        if (!scope.getTensor(ref).builder)
          return WalkResult::advance();
        level::FormatAttr format = getFormat(ref);
        int64_t depth = scope.targets.find(assign)->second.depth;
        auto isFull = [&](int64_t level) {
          return format.getLevelType(level).isFull();
        };
        bool isDone =
            getNumbering(ref, scope) && !takesEntries(ref) &&
            !context.info.dropsFill(ref) && !context.info.appendsPresent(ref) &&
            llvm::all_of(llvm::seq(depth, format.getNumLevels()), isFull);
        return isDone ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value Targets::emitInit(Location loc, RankedTensorType type, ValueRange sizes,
                        level::Assembly assembly, Value structure) const {
  auto builderType = level::BuilderType::get(type, assembly);
  return level::InitOp::create(context.builder, loc, builderType, sizes,
                               structure);
}

Value Targets::emitInitWorkspace(Location loc, RankedTensorType type,
                                 ValueRange sizes, const Scope &scope) const {
  bool computes = !scope.counting && context.info.getKernel().getAssembly() !=
                                         level::Assembly::Assemble;
  return emitInit(loc, type, sizes,
                  computes ? level::Assembly::Fused
                           : level::Assembly::Assemble);
}

Value Targets::emitFinalize(Location loc, Value ref, Scope &scope) const {
  getStrategy(ref, scope).complete(loc, ref, scope);
  OpBuilder &builder = context.builder;
  TensorState &tensor = scope.tensors[ref];
  level::FormatAttr format = getFormat(ref);
  int64_t appended = analysis::getFirstAppended(format);
  bool isInSlots =
      format.getNumSlots() != 0 && appended != format.getNumLevels();
  if (context.info.isScattered(ref) || isInSlots)
    tensor.builder = level::CloseSegmentsOp::create(
        builder, loc, tensor.builder.getType(), tensor.builder, appended);
  bool sorting = format.isCoordinateList();
  Value complete = level::FinalizeOp::create(
      builder, loc, getTensorType(ref), tensor.builder,
      sorting ? builder.getUnitAttr() : UnitAttr());
  tensor.builder = Value();
  return complete;
}

void Targets::beginPhase(ArrayRef<Value> counted, Scope &scope) const {
  for (Value ref : counted)
    if (getFormat(ref).isCoordinateList())
      getNumbering(ref, scope)->beginList(ref, scope);
}

void Targets::endPhase(ArrayRef<Value> counted, Scope &scope) const {
  for (Value ref : counted)
    if (getFormat(ref).isCoordinateList())
      getNumbering(ref, scope)->endList(ref, scope);
}

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

void Targets::enterLevel(cin::AssignOp assign, TargetState &target,
                         Scope &scope) const {
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

void Targets::scatter(cin::AssignOp assign, TargetState &target,
                      Scope &scope) const {
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

void Targets::advance(Scope &scope) const {
  for (auto &[op, target] : scope.targets) {
    auto assign = cast<cin::AssignOp>(op);
    IndexedTensor tensor(assign);
    if (!scope.getTensor(tensor.ref).builder ||
        tensor.getFormat().isCoordinateList() ||
        tensor.getFormat().getNumSlots() != 0 ||
        context.info.getStructure(tensor.ref))
      continue;
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
      bool isLate = (keeps || context.info.dropsFill(tensor.ref)) &&
                    llvm::all_of(llvm::seq(target.depth, tensor.getNumLevels()),
                                 [&](int64_t level) {
                                   return level::takesAnyOrder(
                                       tensor.getLevelType(level));
                                 });
      if (!tensor.getLevelType(target.depth).isFull() &&
          (isLast || isLate || !context.info.isOnlyAssign(assign) ||
           isVoid(assign, context.info, scope)))
        break;
      enterLevel(assign, target, scope);
    }
  }
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

bool Targets::reducesInside(cin::AssignOp assign) {
  IndexedTensor tensor(assign);
  Value last = tensor.getVariable(tensor.getNumLevels() - 1);
  auto forall = assign->getParentOfType<cin::ForallOp>();
  return forall && forall.getVariable() != last;
}

Value Targets::emitOld(cin::AssignOp assign, const TargetState &target,
                       const Scope &scope) const {
  // An appended component is new: it has the value of the fill.
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  Type type = assign.getValue().getType();
  bool inserted = format.getLevelType(format.getNumLevels() - 1).hasInsert();
  if (inserted || context.info.getStructure(ref) ||
      (reducesInside(assign) && !context.info.isScattered(ref)))
    return level::LoadOp::create(context.builder, assign.getLoc(), type,
                                 scope.getTensor(ref).builder, target.position);
  return buildScalar(context.builder, assign.getLoc(),
                     level::getFill(getTensorType(ref)), type);
}

LogicalResult Targets::storeComponent(cin::AssignOp assign, Value value,
                                      Scope &scope) const {
  Location loc = assign.getLoc();
  IndexedTensor tensor(assign);
  if (tensor.getFormat().isCoordinateList())
    return getStrategy(tensor.ref, scope).addEntry(assign, value, scope);
  if (tensor.getFormat().getNumSlots() != 0)
    return storeInSlot(assign, value, scope);
  TargetState &target = scope.targets[assign];
  if (cin::AccessOp access = context.info.getStructure(tensor.ref)) {
    const PathState &path = scope.paths[context.info.getPath(access)];
    target.position = path.begin;
    target.depth = path.depth;
  }
  while (entersLevel(tensor, target, scope))
    enterLevel(assign, target, scope);
  if (context.info.isScattered(tensor.ref))
    scatter(assign, target, scope);
  if (target.depth != tensor.getNumLevels())
    return assign.emitOpError("assigns ")
           << context.info.getName(tensor.ref)
           << " where no forall binds all of its coordinates in the order of "
              "its levels; a workspace is needed";
  if (Value &counter = scope.tensors[tensor.ref].counter)
    counter = context.createNext(counter);
  if (scope.counting)
    return success();
  bool computes =
      context.info.getKernel().getAssembly() != level::Assembly::Assemble;
  if (!computes)
    value = buildScalar(context.builder, loc,
                        level::getFill(getTensorType(tensor.ref)),
                        assign.getValue().getType());
  if (assign.isCompound() && computes) {
    Value old = emitOld(assign, target, scope);
    Region &combiner = assign.getCombiner();
    Attribute identity =
        getCombinerIdentity(combiner, assign.getIdentityAttr());
    Attribute oldValue = getConstantScalar(old);
    if (!identity || !oldValue || !areSameScalar(identity, oldValue))
      value = inlineCombiner(context.builder, combiner, old, value);
  }
  Value &state = scope.tensors[tensor.ref].builder;
  state = level::StoreOp::create(
      context.builder, loc, state.getType(), value, state, target.position,
      scope.isReserved(tensor.ref, tensor.getNumLevels() - 1));
  return success();
}
