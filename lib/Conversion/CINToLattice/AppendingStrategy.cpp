//===- AppendingStrategy.cpp - Assembly in one pass -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinates of one parent form a segment, whose edges are appended after
// the forall (thesis, section 5.4).
//
//===----------------------------------------------------------------------===//

#include "AssemblyStrategy.h"
#include "IndexVariables.h"
#include "Presence.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Level/IR/LevelFill.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// All strategies
//===----------------------------------------------------------------------===//

int64_t cin_to_lattice::getNextAppended(level::FormatAttr format,
                                        int64_t level) {
  // What is inserted is there before anything below it is.
  while (level != format.getNumLevels() && format.getLevelType(level).isFull())
    ++level;
  return level != format.getNumLevels() &&
                 format.getLevelType(level).hasAppend()
             ? level
             : format.getNumLevels();
}

/// Whether the components of a coordinate are stored with it.
static bool areComponentsBelow(const Appending &appending) {
  level::FormatAttr format = getFormat(appending.getRef());
  return llvm::all_of(
      llvm::seq(appending.last + 1, format.getNumLevels()),
      [&](int64_t level) { return format.getLevelType(level).isFull(); });
}

bool cin_to_lattice::insertsBelow(const Appending &appending) {
  level::FormatAttr format = getFormat(appending.getRef());
  return !areComponentsBelow(appending) &&
         getNextAppended(format, appending.last + 1) == format.getNumLevels();
}

bool cin_to_lattice::countsStores(const Appending &appending,
                                  const KernelInfo &info, const Scope &scope) {
  Value ref = appending.getRef();
  if (!areComponentsBelow(appending))
    return insertsBelow(appending);
  bool isLast = appending.last + 1 == getFormat(ref).getNumLevels();
  return (isLast && info.dropsFill(ref) &&
          info.getResultAssembly(ref) == level::Assembly::Count) ||
         (info.appendsPresent(ref) &&
          !alwaysStores(appending.assign, info, scope));
}

Value cin_to_lattice::emitIsNotFill(const EmitContext &context, Location loc,
                                    Value value, RankedTensorType type) {
  OpBuilder &builder = context.builder;
  Type element = value.getType();
  Value fill = buildScalar(builder, loc, level::getFill(type), element);
  if (isa<ComplexType>(element))
    return complex::NotEqualOp::create(builder, loc, value, fill);
  if (isa<FloatType>(element))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                 fill);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               fill);
}

FailureOr<Value>
AssemblyStrategy::emitListCoordinate(cin::AssignOp assign, int64_t level,
                                     const Scope &scope) const {
  if (Value coordinate = emitCoordinate(context, assign, level, scope))
    return coordinate;
  return assign.emitOpError("assigns ")
         << context.info.getName(assign.getRef())
         << " where not all of its coordinates are bound";
}

const NumberingStrategy *Assemblies::getNumbering(Value ref,
                                                  const Scope &scope) const {
  level::BuilderType type = scope.getTensor(ref).getBuilderType();
  if (type && type.isCounting())
    return &counting;
  if (type && type.isPlacing())
    return &placing;
  return nullptr;
}

const AssemblyStrategy &Assemblies::get(Value ref, const Scope &scope) const {
  if (const NumberingStrategy *numbering = getNumbering(ref, scope))
    return *numbering;
  return appending;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void AppendingStrategy::beginSegment(Appending &appending, Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  appending.begin = level::NextOp::create(
      context.builder, assign.getLoc(),
      scope.getTensor(assign.getRef()).builder, appending.first);
}

void AppendingStrategy::endSegment(const Appending &appending,
                                   Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  OpBuilder &builder = context.builder;
  Value &state = scope.tensors[assign.getRef()].builder;
  Value end =
      level::NextOp::create(builder, assign.getLoc(), state, appending.first);
  state = level::AppendEdgesOp::create(builder, assign.getLoc(),
                                       state.getType(), state, appending.first,
                                       appending.parent, appending.begin, end);
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

OpenCoordinate AppendingStrategy::beginCoordinate(const Appending &appending,
                                                  Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  Location loc = assign.getLoc();
  OpBuilder &builder = context.builder;
  level::FormatAttr format = getFormat(assign.getRef());
  Value &state = scope.tensors[assign.getRef()].builder;
  OpenCoordinate open;
  open.position = level::NextOp::create(builder, loc, state, appending.last);
  Value &counter = scope.tensors[assign.getRef()].counter;
  open.counter = counter;
  open.counts = countsStores(appending, context.info, scope);
  if (open.counts)
    counter = context.createIndex(0);
  int64_t below = appending.last + 1;
  if (below == format.getNumLevels())
    return open;
  if (!format.getLevelType(below).hasAppend())
    state = level::ReserveOp::create(builder, loc, state.getType(), state,
                                     below, open.position);
  if (level::fillsAppended(cast<level::BuilderType>(state.getType()),
                           appending.last))
    state = level::FillSegmentOp::create(builder, loc, state.getType(), state,
                                         appending.last, open.position);
  int64_t child = getNextAppended(format, below);
  if (child != format.getNumLevels())
    open.children = level::NextOp::create(builder, loc, state, child);
  return open;
}

/// Emits whether the component of a coordinate of the last level is kept when
/// it is stored; null if it is whatever its value. What is not stored has no
/// component yet that could be read.
static Value emitIsKept(const EmitContext &context, const Appending &appending,
                        Value position, Value isStored, const Scope &scope) {
  cin::AssignOp assign = appending.assign;
  Value ref = assign.getRef();
  if (!context.info.dropsFill(ref) ||
      appending.last + 1 != getFormat(ref).getNumLevels())
    return Value();
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  RankedTensorType type = getTensorType(ref);
  auto emitComparison = [&]() {
    Value value = level::LoadOp::create(builder, loc, type.getElementType(),
                                        scope.getTensor(ref).builder, position);
    return emitIsNotFill(context, loc, value, type);
  };
  if (!isStored)
    return emitComparison();
  auto choice = scf::IfOp::create(builder, loc, builder.getI1Type(), isStored,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(choice.thenBlock());
  scf::YieldOp::create(builder, loc, emitComparison());
  builder.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(builder, loc, isStored);
  return choice.getResult(0);
}

void AppendingStrategy::endCoordinate(const Appending &appending,
                                      OpenCoordinate open, bool isAppended,
                                      Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  Value ref = assign.getRef();
  Location loc = assign.getLoc();
  OpBuilder &builder = context.builder;
  // What was stored below this coordinate was stored below those around it.
  Value &counter = scope.tensors[ref].counter;
  Value numStored = counter;
  if (open.counts)
    counter = open.counter
                  ? arith::AddIOp::create(builder, loc, open.counter, numStored)
                  : Value();
  if (!isAppended)
    return;
  level::FormatAttr format = getFormat(ref);
  Value &state = scope.tensors[ref].builder;
  // A coordinate without children is not appended, nor one whose component is
  // not stored or dropped.
  Value stores;
  if (open.counts)
    stores = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                   numStored, context.createIndex(0));
  Value condition =
      emitIsKept(context, appending, open.position, stores, scope);
  if (!condition)
    condition = stores;
  if (open.children) {
    int64_t child = getNextAppended(format, appending.last + 1);
    Value end = level::NextOp::create(builder, loc, state, child);
    Value hasChildren = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, open.children, end);
    condition =
        condition
            ? builder.createOrFold<arith::AndIOp>(loc, hasChildren, condition)
            : hasChildren;
  }
  for (int64_t level = appending.first; level <= appending.last; ++level) {
    Value coordinate = emitCoordinate(context, assign, level, scope);
    state = level::AppendCoordOp::create(builder, loc, state.getType(), state,
                                         level, coordinate, condition,
                                         scope.isReserved(ref, level));
  }
}

//===----------------------------------------------------------------------===//
// Coordinate lists
//===----------------------------------------------------------------------===//

bool cin_to_lattice::combinesEntries(const KernelInfo &info, Value ref,
                                     Value state) {
  // A structure that is kept has the room that it has, and one that is counted
  // first has what was counted.
  level::Assembly assembly =
      cast<level::BuilderType>(state.getType()).getAssembly();
  return info.getListCombining(ref) && (assembly == level::Assembly::Fused ||
                                        assembly == level::Assembly::Assemble);
}

/// Emits an operation on a list that has the combiner of what is assigned to
/// it.
template <typename Op, typename... Operands>
static Value emitCombining(const EmitContext &context, Location loc, Value ref,
                           Value state, Operands... operands) {
  auto op =
      Op::create(context.builder, loc, state.getType(), state, operands...);
  copyCombiner(context.builder,
               context.info.getListCombining(ref).getCombiner(),
               level::YieldOp::getOperationName(), op.getCombiner());
  return op;
}

bool cin_to_lattice::reserveEntries(const EmitContext &context, Location loc,
                                    Value ref, Value count, Scope &scope) {
  Value &state = scope.tensors[ref].builder;
  if (!combinesEntries(context.info, ref, state))
    return false;
  state =
      emitCombining<level::ReserveEntriesOp>(context, loc, ref, state, count);
  return true;
}

LogicalResult AppendingStrategy::addEntry(cin::AssignOp assign, Value value,
                                          Scope &scope) const {
  Location loc = assign.getLoc();
  OpBuilder &builder = context.builder;
  Value ref = assign.getRef();
  Value &state = scope.tensors[ref].builder;
  int64_t numLevels = getFormat(ref).getNumLevels();
  // Where no forall knew for how many entries, there is room for this one.
  bool isReserved =
      scope.isReserved(ref, numLevels - 1) ||
      reserveEntries(context, loc, ref, context.createIndex(1), scope);
  Value condition;
  if (context.info.dropsFill(ref))
    condition = emitIsNotFill(context, loc, value, getTensorType(ref));
  Value position = level::NextOp::create(builder, loc, state, numLevels - 1);
  if (!scope.counting)
    state = level::StoreOp::create(builder, loc, state.getType(), value, state,
                                   position, isReserved);
  for (int64_t level = 0; level != numLevels; ++level) {
    FailureOr<Value> coordinate = emitListCoordinate(assign, level, scope);
    if (failed(coordinate))
      return failure();
    state =
        level::AppendCoordOp::create(builder, loc, state.getType(), state,
                                     level, *coordinate, condition, isReserved);
  }
  return success();
}

void AppendingStrategy::closeList(Location loc, Value ref, Scope &scope) const {
  OpBuilder &builder = context.builder;
  Value &state = scope.tensors[ref].builder;
  if (combinesEntries(context.info, ref, state))
    state = emitCombining<level::CombineEntriesOp>(context, loc, ref, state);
  Value end = level::NextOp::create(builder, loc, state, 0);
  Value zero = context.createIndex(0);
  state = level::AppendEdgesOp::create(builder, loc, state.getType(), state, 0,
                                       zero, zero, end);
}
