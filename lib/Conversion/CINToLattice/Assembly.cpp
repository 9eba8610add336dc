//===- Assembly.cpp - Assembling results ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembles results and workspaces while their coordinates are iterated over
// (thesis, section 5.4). A level that appends is appended to by the forall of
// its variable: the coordinates of one parent form a segment, whose edges are
// appended after the forall. A chain of branchless levels below an appended
// level (the coordinates of a coordinate list) is appended together, by the
// forall of the last of them. A level with insert is located in.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Foralls over appended levels
//===----------------------------------------------------------------------===//

/// The last of the levels that are appended together with `level`, and the
/// first.
static int64_t lastOfChain(level::FormatAttr format, int64_t level) {
  while (level + 1 != format.getNumLevels() &&
         format.getLevelType(level + 1).isBranchless())
    ++level;
  return level;
}
static int64_t firstOfChain(level::FormatAttr format, int64_t level) {
  while (format.getLevelType(level).isBranchless())
    --level;
  return level;
}

FailureOr<SmallVector<KernelLowering::Appending>>
KernelLowering::beginAppending(cin::ForallOp forall, Scope &scope) {
  SmallVector<Appending> appending;
  WalkResult result = forall.walk([&](cin::AssignOp assign) -> WalkResult {
    Value ref = assign.getRef();
    if (!scope.builders.contains(ref))
      return WalkResult::advance();
    level::FormatAttr format = formatOf(ref);
    if (format.isCoordinateList() || isVoid(assign, scope))
      return WalkResult::advance();
    TargetPath &target = scope.targets[assign];
    if (!target.position)
      target.position = constantIndex(0);
    auto appends = [&](int64_t level) {
      return !format.getLevelType(level).hasInsert();
    };
    if (llvm::none_of(llvm::seq(target.depth, format.getNumLevels()), appends))
      return WalkResult::advance();
    // What appends is iterated by one forall; several may bind the coordinate
    // of another level, one after the other.
    SmallVector<Value> foralls =
        boundBy(ref, assign.getIndices(), target.depth);
    llvm::erase_if(foralls, [&](Value variable) {
      return scope.coordinates.contains(variable);
    });
    if (foralls.empty() || foralls.front() != forall.getVariable() ||
        (appends(target.depth) &&
         variableOf(ref, assign.getIndices(), target.depth) !=
             forall.getVariable()))
      return assign.emitOpError("scatters into ")
             << nameOf(ref) << ", whose level " << target.depth << " ("
             << format.getLevelType(target.depth)
             << ") takes coordinates in order only; a workspace is needed";
    if (!appends(target.depth))
      return WalkResult::advance();
    Appending level;
    level.assign = assign;
    level.first = firstOfChain(format, target.depth);
    level.last = lastOfChain(format, target.depth);
    level.atFirst = target.depth == level.first;
    level.atLast = target.depth == level.last;
    if (level.atFirst) {
      level.parent = target.position;
      if (isCounted(ref, scope))
        beginSegment(level, scope);
      else
        level.begin = level::NextOp::create(builder, forall.getLoc(),
                                            scope.builders[ref], level.first);
    }
    appending.push_back(level);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return appending;
}

bool KernelLowering::reducesInside(cin::AssignOp assign) {
  Value ref = assign.getRef();
  Value last =
      variableOf(ref, assign.getIndices(), formatOf(ref).getNumLevels() - 1);
  auto forall = assign->getParentOfType<cin::ForallOp>();
  return forall && forall.getVariable() != last;
}

Value KernelLowering::beginCoordinate(Appending appending, Scope &scope) {
  Location loc = appending.assign.getLoc();
  Value ref = appending.assign.getRef();
  TargetPath &target = scope.targets[appending.assign];
  ++target.depth;
  if (!appending.atLast)
    return Value();
  level::FormatAttr format = formatOf(ref);
  Value &state = scope.builders[ref];
  bool counted = isCounted(ref, scope);
  if (counted)
    target.position = beginCountedCoordinate(appending, scope);
  else
    target.position =
        level::NextOp::create(builder, loc, state, appending.last);
  if (counting)
    return target.position;
  if (target.depth == format.getNumLevels()) {
    auto type = cast<cin::RefType>(ref.getType()).getTensor();
    if (appending.assign.isCompound() && reducesInside(appending.assign))
      state =
          level::StoreOp::create(builder, loc, state.getType(),
                                 buildScalar(builder, loc, level::getFill(type),
                                             type.getElementType()),
                                 state, target.position);
    return counted ? target.position : Value();
  }
  if (counted)
    return target.position;
  if (!format.getLevelType(target.depth).hasAppend())
    state = level::ReserveOp::create(builder, loc, state.getType(), state,
                                     target.depth, target.position);
  int64_t child = nextAppended(format, target.depth);
  if (child == format.getNumLevels())
    return Value();
  return level::NextOp::create(builder, loc, state, child);
}

void KernelLowering::endCoordinate(Appending appending, Value begin,
                                   bool isAppended, Scope &scope) {
  if (!appending.atLast)
    return;
  Location loc = appending.assign.getLoc();
  Value ref = appending.assign.getRef();
  if (isCounted(ref, scope))
    return endCountedCoordinate(appending, begin, isAppended, scope);
  if (!isAppended)
    return;
  Value &state = scope.builders[ref];
  // A coordinate without children is not appended, nor one whose component is
  // dropped.
  Value condition = emitIsKept(appending, scope);
  if (begin) {
    int64_t child = nextAppended(formatOf(ref), appending.last + 1);
    Value end = level::NextOp::create(builder, loc, state, child);
    condition = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      begin, end);
  }
  for (int64_t level = appending.first; level <= appending.last; ++level) {
    Value coordinate =
        coordinateOf(ref, appending.assign.getIndices(), level, scope);
    state = level::AppendCoordOp::create(builder, loc, state.getType(), state,
                                         level, coordinate, condition);
  }
}

Value KernelLowering::emitIsKept(Appending appending, Scope &scope) {
  cin::AssignOp assign = appending.assign;
  Value ref = assign.getRef();
  if (!kernel.getDropFill() ||
      !llvm::is_contained(kernel.getOutputRefs(), ref) ||
      appending.last + 1 != formatOf(ref).getNumLevels())
    return Value();
  auto type = cast<cin::RefType>(ref.getType()).getTensor();
  Value value = level::LoadOp::create(
      builder, assign.getLoc(), type.getElementType(), scope.builders[ref],
      scope.targets[assign].position);
  return emitDiffers(assign.getLoc(), value, level::getFill(type));
}

Value KernelLowering::emitDiffers(Location loc, Value value, Attribute scalar) {
  Type type = value.getType();
  Value other = buildScalar(builder, loc, scalar, type);
  if (isa<ComplexType>(type))
    return complex::NotEqualOp::create(builder, loc, value, other);
  if (isa<FloatType>(type))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                 other);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               other);
}

void KernelLowering::endAppending(Appending appending, Scope &scope) {
  if (!appending.atFirst)
    return;
  if (isCounted(appending.assign.getRef(), scope))
    return endSegment(appending, scope);
  Location loc = appending.assign.getLoc();
  Value &state = scope.builders[appending.assign.getRef()];
  Value end = level::NextOp::create(builder, loc, state, appending.first);
  state = level::AppendEdgesOp::create(builder, loc, state.getType(), state,
                                       appending.first, appending.parent,
                                       appending.begin, end);
}

//===----------------------------------------------------------------------===//
// Located levels
//===----------------------------------------------------------------------===//

bool KernelLowering::entersLevel(cin::AssignOp assign, const TargetPath &target,
                                 const Scope &scope) {
  Value ref = assign.getRef();
  level::FormatAttr format = formatOf(ref);
  return target.depth != format.getNumLevels() &&
         format.getLevelType(target.depth).hasInsert() &&
         isBound(ref, assign.getIndices(), target.depth, scope);
}

void KernelLowering::enterLevel(cin::AssignOp assign, TargetPath &target,
                                Scope &scope) {
  Value ref = assign.getRef();
  Value &state = scope.builders[ref];
  SmallVector<Value> coords =
      outerCoordinates(ref, assign.getIndices(), target.depth + 1, scope);
  if (formatOf(ref).getLevelType(target.depth).isFull()) {
    auto locate = level::LocateOp::create(
        builder, assign.getLoc(), state, target.depth, target.position, coords);
    target.position = locate.getPosition();
  } else {
    auto insert = level::InsertCoordOp::create(
        builder, assign.getLoc(), state.getType(), builder.getIndexType(),
        state, target.depth, target.position, coords);
    state = insert.getNext();
    target.position = insert.getPosition();
  }
  ++target.depth;
}

void KernelLowering::advanceTargets(Scope &scope) {
  for (auto &[op, target] : scope.targets) {
    auto assign = cast<cin::AssignOp>(op);
    Value ref = assign.getRef();
    level::FormatAttr format = formatOf(ref);
    if (!scope.builders.contains(ref) || format.isCoordinateList())
      continue;
    if (!target.position)
      target.position = constantIndex(0);
    while (entersLevel(assign, target, scope)) {
      // A coordinate is stored where something is assigned; and what other
      // assignments insert may move it.
      bool isLast = target.depth + 1 == format.getNumLevels();
      if (!format.getLevelType(target.depth).isFull() &&
          (isLast || numAssignments.lookup(ref) > 1 || isVoid(assign, scope)))
        break;
      enterLevel(assign, target, scope);
    }
  }
}

//===----------------------------------------------------------------------===//
// Coordinate lists, begin and end
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::appendToList(cin::AssignOp assign, Value value,
                                           Scope &scope) {
  Location loc = assign.getLoc();
  Value ref = assign.getRef();
  if (isCounted(ref, scope))
    return placeInList(assign, value, scope);
  level::FormatAttr format = formatOf(ref);
  Value &state = scope.builders[ref];
  int64_t numLevels = format.getNumLevels();
  Value condition;
  if (kernel.getDropFill() && llvm::is_contained(kernel.getOutputRefs(), ref))
    condition = emitDiffers(
        loc, value,
        level::getFill(cast<cin::RefType>(ref.getType()).getTensor()));
  Value position = level::NextOp::create(builder, loc, state, numLevels - 1);
  if (!counting)
    state = level::StoreOp::create(builder, loc, state.getType(), value, state,
                                   position);
  for (int64_t level = 0; level != numLevels; ++level) {
    Value coordinate = coordinateOf(ref, assign.getIndices(), level, scope);
    if (!coordinate)
      return assign.emitOpError("assigns ")
             << nameOf(ref) << " where not all of its coordinates are bound";
    state = level::AppendCoordOp::create(builder, loc, state.getType(), state,
                                         level, coordinate, condition);
  }
  return success();
}

Value KernelLowering::initBuilder(Location loc, RankedTensorType type,
                                  ValueRange sizes, level::Assembly assembly,
                                  Value structure) {
  auto builderType = level::BuilderType::get(type, assembly);
  return level::InitOp::create(builder, loc, builderType, sizes, structure);
}

Value KernelLowering::finalizeBuilder(Location loc, Value ref, Scope &scope) {
  Value &state = scope.builders[ref];
  auto type = cast<level::BuilderType>(state.getType());
  bool sorting = formatOf(ref).isCoordinateList();
  if (type.isCounting()) { // Nothing was assigned.
    state = level::ScanOp::create(
        builder, loc,
        level::BuilderType::get(type.getTensor(), level::Assembly::Place),
        state);
  } else if (sorting && !type.isPlacing()) {
    Value end = level::NextOp::create(builder, loc, state, 0);
    Value zero = constantIndex(0);
    state = level::AppendEdgesOp::create(builder, loc, state.getType(), state,
                                         0, zero, zero, end);
  }
  Value tensor =
      level::FinalizeOp::create(builder, loc, type.getTensor(), state,
                                sorting ? builder.getUnitAttr() : UnitAttr());
  scope.builders.erase(ref);
  return tensor;
}
