//===- TwoPhase.cpp - Results that are counted first ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembles results in two phases: the outermost forall that assigns them is
// lowered twice, first to count the coordinates of every segment, then to store
// each entry at its place (the symbolic and numeric kernels of thesis section
// 5.4). Both phases iterate over the same lattices, so that they meet the same
// coordinates; the first computes no values. Where a segment stands is a value
// that begins with the segment, not a state of the builder: segments whose
// parents are known depend on nothing that others do.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// What is counted
//===----------------------------------------------------------------------===//

int64_t KernelLowering::nextAppended(level::FormatAttr format, int64_t level) {
  // What is inserted is there before anything below it is.
  while (level != format.getNumLevels() && format.getLevelType(level).isFull())
    ++level;
  return level != format.getNumLevels() &&
                 format.getLevelType(level).hasAppend()
             ? level
             : format.getNumLevels();
}

level::Assembly KernelLowering::getResultAssembly(RankedTensorType type) {
  if (kernel.getAssembly() != level::Assembly::TwoPhase)
    return kernel.getAssembly();
  level::FormatAttr format = level::getFormat(type);
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level)
    if (!format.getLevelType(level).hasInsert())
      return level::Assembly::Count;
  return level::Assembly::Fused;
}

level::Assembly KernelLowering::getWorkspaceAssembly() {
  return counting || kernel.getAssembly() == level::Assembly::Assemble
             ? level::Assembly::Assemble
             : level::Assembly::Fused;
}

bool KernelLowering::isCounted(Value ref, const Scope &scope) {
  Value state = scope.builders.lookup(ref);
  auto type = state ? cast<level::BuilderType>(state.getType()) : nullptr;
  return type && (type.isCounting() || type.isPlacing());
}

bool KernelLowering::isStructural(Operation *statement, const Scope &scope) {
  return statement
      ->walk([&](cin::AssignOp assign) {
        Value ref = assign.getRef();
        if (!scope.builders.contains(ref))
          return WalkResult::advance();
        level::FormatAttr format = formatOf(ref);
        auto target = scope.targets.find(assign);
        bool isDone =
            isCounted(ref, scope) && !format.isCoordinateList() &&
            nextAppended(format, target->second.depth) == format.getNumLevels();
        return isDone ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerPhases(cin::ForallOp forall, Scope &scope) {
  SmallVector<Value> counted;
  forall.walk([&](cin::AssignOp assign) {
    Value ref = assign.getRef();
    if (!counting && isCounted(ref, scope) && !llvm::is_contained(counted, ref))
      counted.push_back(ref);
  });
  llvm::erase_if(counted, [&](Value ref) {
    return cast<level::BuilderType>(scope.builders[ref].getType()).isPlacing();
  });
  if (counted.empty())
    return lowerForall(forall, scope);

  Scope first = scope;
  first.builders.clear();
  for (Value ref : counted)
    first.builders[ref] = scope.builders[ref];
  {
    llvm::SaveAndRestore<bool> phase(counting, true);
    beginLists(counted, first);
    if (failed(lowerForall(forall, first)))
      return failure();
    endLists(counted, first);
  }
  for (Value ref : counted) {
    auto type = cast<cin::RefType>(ref.getType()).getTensor();
    scope.builders[ref] = level::ScanOp::create(
        builder, forall.getLoc(),
        level::BuilderType::get(type, level::Assembly::Place),
        first.builders[ref]);
  }
  beginLists(counted, scope);
  if (failed(lowerForall(forall, scope)))
    return failure();
  endLists(counted, scope);
  return success();
}

void KernelLowering::beginLists(ArrayRef<Value> counted, Scope &scope) {
  for (Value ref : counted)
    if (formatOf(ref).isCoordinateList())
      scope.counters[ref] = constantIndex(0);
}

void KernelLowering::endLists(ArrayRef<Value> counted, Scope &scope) {
  for (Value ref : counted) {
    if (!formatOf(ref).isCoordinateList())
      continue;
    Value &state = scope.builders[ref];
    if (counting)
      state = level::CountOp::create(builder, state.getLoc(), state.getType(),
                                     state, 0, constantIndex(0),
                                     scope.counters[ref]);
    scope.counters.erase(ref);
  }
}

LogicalResult KernelLowering::placeInList(cin::AssignOp assign, Value value,
                                          Scope &scope) {
  Location loc = assign.getLoc();
  Value ref = assign.getRef();
  Value &state = scope.builders[ref];
  Value &position = scope.counters[ref];
  if (!counting)
    state = level::StoreOp::create(builder, loc, state.getType(), value, state,
                                   position);
  for (int64_t level = 0, e = formatOf(ref).getNumLevels(); level != e;
       ++level) {
    Value coordinate = coordinateOf(ref, assign.getIndices(), level, scope);
    if (!coordinate)
      return assign.emitOpError("assigns ")
             << nameOf(ref) << " where not all of its coordinates are bound";
    if (!counting)
      state = level::PlaceOp::create(builder, loc, state.getType(), state,
                                     level, position, coordinate, Value());
  }
  position = next(position);
  return success();
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void KernelLowering::beginSegment(Appending &appending, Scope &scope) {
  Location loc = appending.assign.getLoc();
  Value ref = appending.assign.getRef();
  level::FormatAttr format = formatOf(ref);
  Value state = scope.builders.lookup(ref);
  appending.siblings = scope.counters.lookup(ref);
  if (!counting)
    appending.begin = level::BeginOp::create(builder, loc, state,
                                             appending.first, appending.parent);
  else if (nextAppended(format, appending.last + 1) != format.getNumLevels())
    // The coordinates will be parents, so that they are numbered.
    appending.begin =
        level::NextOp::create(builder, loc, state, appending.first);
  else
    appending.begin = constantIndex(0);
  scope.counters[ref] = appending.begin;
}

void KernelLowering::endSegment(Appending appending, Scope &scope) {
  Location loc = appending.assign.getLoc();
  Value ref = appending.assign.getRef();
  Value children =
      arith::SubIOp::create(builder, loc, scope.counters[ref], appending.begin);
  Value &state = scope.builders[ref];
  if (counting)
    state = level::CountOp::create(builder, loc, state.getType(), state,
                                   appending.first, appending.parent, children);
  if (appending.siblings)
    scope.counters[ref] =
        arith::AddIOp::create(builder, loc, appending.siblings, children);
  else
    scope.counters.erase(ref);
}

Value KernelLowering::beginCountedCoordinate(Appending appending,
                                             Scope &scope) {
  Value ref = appending.assign.getRef();
  level::FormatAttr format = formatOf(ref);
  Value position = scope.counters.lookup(ref);
  if (nextAppended(format, appending.last + 1) != format.getNumLevels())
    scope.counters[ref] = constantIndex(0);
  else
    scope.counters.erase(ref);
  return position;
}

void KernelLowering::endCountedCoordinate(Appending appending, Value position,
                                          bool isAppended, Scope &scope) {
  Location loc = appending.assign.getLoc();
  Value ref = appending.assign.getRef();
  Value children = scope.counters.lookup(ref);
  scope.counters[ref] = position;
  if (!isAppended)
    return;
  // A coordinate without children is not stored.
  Value condition, step = constantIndex(1);
  if (children) {
    condition = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      children, constantIndex(0));
    step = arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        condition);
  }
  Value &state = scope.builders[ref];
  for (int64_t level = appending.first; !counting && level <= appending.last;
       ++level) {
    Value coordinate =
        coordinateOf(ref, appending.assign.getIndices(), level, scope);
    state = level::PlaceOp::create(builder, loc, state.getType(), state, level,
                                   position, coordinate, condition);
  }
  scope.counters[ref] = arith::AddIOp::create(builder, loc, position, step);
}
