//===- TwoPhaseStrategies.cpp - Assembly in two phases ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first phase counts the coordinates of every segment, the second stores
// each entry at its position (the symbolic and numeric kernels of thesis
// section 5.4). The position of a segment is a value that is computed where the
// segment begins, not a state of the builder, so that segments with known
// parents are independent of each other.
//
//===----------------------------------------------------------------------===//

#include "AssemblyStrategy.h"
#include "IndexVariables.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Whether the coordinates of a level that is appended to are parents, so that
/// something below them is counted.
static bool haveChildren(const Appending &appending) {
  level::FormatAttr format = getFormat(appending.getRef());
  return getNextAppended(format, appending.last + 1) != format.getNumLevels();
}

//===----------------------------------------------------------------------===//
// Both phases
//===----------------------------------------------------------------------===//

void NumberingStrategy::beginSegment(Appending &appending, Scope &scope) const {
  Value &counter = scope.tensors[appending.getRef()].counter;
  appending.siblings = counter;
  appending.begin = emitFirst(appending, scope);
  counter = appending.begin;
}

void NumberingStrategy::endSegment(const Appending &appending,
                                   Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  OpBuilder &builder = context.builder;
  Value &counter = scope.tensors[assign.getRef()].counter;
  Value count =
      arith::SubIOp::create(builder, assign.getLoc(), counter, appending.begin);
  setCount(appending, count, scope);
  counter = appending.siblings
                ? arith::AddIOp::create(builder, assign.getLoc(),
                                        appending.siblings, count)
                : Value();
}

OpenCoordinate NumberingStrategy::beginCoordinate(const Appending &appending,
                                                  Scope &scope) const {
  Value &counter = scope.tensors[appending.getRef()].counter;
  OpenCoordinate open;
  open.position = counter;
  open.counts =
      haveChildren(appending) || countsStores(appending, context.info, scope);
  counter = open.counts ? context.createIndex(0) : Value();
  return open;
}

void NumberingStrategy::endCoordinate(const Appending &appending,
                                      OpenCoordinate open, bool isAppended,
                                      Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  Location loc = assign.getLoc();
  OpBuilder &builder = context.builder;
  Value &counter = scope.tensors[assign.getRef()].counter;
  Value numChildren = counter;
  counter = open.position;
  if (!isAppended)
    return;
  // A coordinate without children is not stored.
  Value condition, step = context.createIndex(1);
  if (numChildren) {
    condition = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      numChildren, context.createIndex(0));
    step = arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        condition);
  }
  place(appending, open.position, condition, scope);
  counter = arith::AddIOp::create(builder, loc, open.position, step);
}

void NumberingStrategy::beginList(Value ref, Scope &scope) const {
  scope.tensors[ref].counter = context.createIndex(0);
}

void NumberingStrategy::endList(Value ref, Scope &scope) const {
  scope.tensors[ref].counter = Value();
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

Value CountingStrategy::emitFirst(const Appending &appending,
                                  const Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  if (!haveChildren(appending) && !insertsBelow(appending))
    return context.createIndex(0);
  // The coordinates will be parents, so that they are numbered.
  return level::NextOp::create(context.builder, assign.getLoc(),
                               scope.getTensor(assign.getRef()).builder,
                               appending.first);
}

OpenCoordinate CountingStrategy::beginCoordinate(const Appending &appending,
                                                 Scope &scope) const {
  OpenCoordinate open = NumberingStrategy::beginCoordinate(appending, scope);
  cin::AssignOp assign = appending.assign;
  if (!insertsBelow(appending))
    return open;
  Value &state = scope.tensors[assign.getRef()].builder;
  state = level::ReserveOp::create(context.builder, assign.getLoc(),
                                   state.getType(), state, appending.last + 1,
                                   open.position);
  return open;
}

void CountingStrategy::setCount(const Appending &appending, Value count,
                                Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  Value &state = scope.tensors[assign.getRef()].builder;
  state =
      level::CountOp::create(context.builder, assign.getLoc(), state.getType(),
                             state, appending.first, appending.parent, count);
}

LogicalResult CountingStrategy::addEntry(cin::AssignOp assign, Value value,
                                         Scope &scope) const {
  for (int64_t level = 0, e = getFormat(assign.getRef()).getNumLevels();
       level != e; ++level)
    if (failed(emitListCoordinate(assign, level, scope)))
      return failure();
  Value &counter = scope.tensors[assign.getRef()].counter;
  counter = context.createNext(counter);
  return success();
}

void CountingStrategy::endList(Value ref, Scope &scope) const {
  TensorState &tensor = scope.tensors[ref];
  tensor.builder = level::CountOp::create(
      context.builder, tensor.builder.getLoc(), tensor.builder.getType(),
      tensor.builder, 0, context.createIndex(0), tensor.counter);
  NumberingStrategy::endList(ref, scope);
}

Value CountingStrategy::emitScan(Location loc, Value state,
                                 bool scattered) const {
  auto type = cast<level::BuilderType>(state.getType());
  return level::ScanOp::create(
      context.builder, loc,
      level::BuilderType::get(type.getTensor(), level::Assembly::Place), state,
      scattered);
}

void CountingStrategy::complete(Location loc, Value ref, Scope &scope) const {
  Value &state = scope.tensors[ref].builder;
  state = emitScan(loc, state, /*scattered=*/false);
}

//===----------------------------------------------------------------------===//
// Placing
//===----------------------------------------------------------------------===//

Value PlacingStrategy::emitFirst(const Appending &appending,
                                 const Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  return level::BeginOp::create(context.builder, assign.getLoc(),
                                scope.getTensor(assign.getRef()).builder,
                                appending.first, appending.parent);
}

void PlacingStrategy::place(const Appending &appending, Value position,
                            Value condition, Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  Value &state = scope.tensors[assign.getRef()].builder;
  for (int64_t level = appending.first; level <= appending.last; ++level) {
    Value coordinate = emitCoordinate(context, assign, level, scope);
    state = level::PlaceOp::create(context.builder, assign.getLoc(),
                                   state.getType(), state, level, position,
                                   coordinate, condition);
  }
}

LogicalResult PlacingStrategy::addEntry(cin::AssignOp assign, Value value,
                                        Scope &scope) const {
  Location loc = assign.getLoc();
  OpBuilder &builder = context.builder;
  TensorState &tensor = scope.tensors[assign.getRef()];
  Value &state = tensor.builder, position = tensor.counter;
  state = level::StoreOp::create(builder, loc, state.getType(), value, state,
                                 position);
  for (int64_t level = 0, e = getFormat(assign.getRef()).getNumLevels();
       level != e; ++level) {
    FailureOr<Value> coordinate = emitListCoordinate(assign, level, scope);
    if (failed(coordinate))
      return failure();
    state = level::PlaceOp::create(builder, loc, state.getType(), state, level,
                                   position, *coordinate, Value());
  }
  tensor.counter = context.createNext(position);
  return success();
}
