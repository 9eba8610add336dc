//===- SlotStrategy.cpp - Results in formats with slots ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result in a format with slots is assembled in two phases: the first tells
// the level that numbers slots of every entry, whatever the order of the loops,
// and the second asks it for the slot of each and inserts the coordinates there
// (docs/decisions/slots.md). Where a level depends on how many entries a slot
// has, or how many slots there are, entries are counted in their slots in
// between (docs/decisions/slots.md).
//
//===----------------------------------------------------------------------===//

#include "IndexVariables.h"
#include "TargetStrategy.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

LogicalResult SlotStrategy::store(cin::AssignOp assign, Value value,
                                  Scope &scope) const {
  Location loc = assign.getLoc();
  OpBuilder &builder = context.builder;
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  Value &state = scope.tensors[ref].builder;
  SmallVector<Value> coords, path;
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level)
    if (!format.isSlotLevel(level))
      coords.push_back(emitCoordinate(context, assign, level, scope));
  if (!llvm::all_of(coords, [](Value coordinate) { return coordinate; }))
    return assign.emitOpError("assigns ")
           << context.info.getName(ref)
           << " where not all of its coordinates are bound";
  if (scope.counting && !scope.getTensor(ref).isNumbered) {
    state = level::NoteEntryOp::create(builder, loc, state.getType(), state,
                                       coords);
    return success();
  }

  auto taken = level::TakeSlotOp::create(builder, loc, state.getType(),
                                         builder.getIndexType(), state, coords);
  state = taken.getNext();
  Value position = context.createIndex(0);
  auto next = coords.begin();
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    path.push_back(format.isSlotLevel(level) ? taken.getSlot() : *next++);
    if (!format.getLevelType(level).hasInsert()) {
      if (scope.counting) {
        state = level::AddChildOp::create(builder, loc, state.getType(), state,
                                          level, position);
        return success();
      }
      auto child = level::TakeChildOp::create(builder, loc, state.getType(),
                                              builder.getIndexType(), state,
                                              level, position, path.back());
      position = child.getPosition();
      state =
          level::PlaceOp::create(builder, loc, state.getType(), child.getNext(),
                                 level, position, path.back(), Value());
      continue;
    }
    auto insert = level::InsertCoordOp::create(builder, loc, state.getType(),
                                               builder.getIndexType(), state,
                                               level, position, path);
    state = insert.getNext();
    position = insert.getPosition();
  }
  if (scope.counting)
    return success();
  if (context.info.getKernel().getAssembly() != level::Assembly::Assemble)
    state = level::StoreOp::create(builder, loc, state.getType(), value, state,
                                   position);
  return success();
}

bool SlotStrategy::fillsSegments(Value ref) const {
  level::FormatAttr format = getFormat(ref);
  return analysis::getFirstAppended(format) != format.getNumLevels();
}
