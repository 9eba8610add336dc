//===- CountedAssembly.cpp - Counting and placing ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and folds of the level functions of assembly in two phases. Which
// builders they take is in their types; here is which levels.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

using namespace mlir;
using namespace weft::level;

/// Checks that the level exists and is appended to, and, if `segments`, that a
/// parent may have any number of children.
static LogicalResult verifyAppended(Operation *op, BuilderType type,
                                    int64_t level, bool segments) {
  FormatAttr format = type.getFormat();
  if (!format)
    return op->emitOpError(describeMissingFormat(type.getTensor()));
  if (level < 0 || level >= format.getNumLevels())
    return op->emitOpError("expected a level below ")
           << format.getNumLevels() << ", got " << level;
  LevelTypeAttrInterface levelType = format.getLevelType(level);
  if (!levelType.hasAppend())
    return op->emitOpError("expected a level type with the capability append, "
                           "got ")
           << levelType;
  if (segments && levelType.isBranchless())
    return op->emitOpError("expected a level type whose parents have segments, "
                           "got ")
           << levelType;
  return success();
}

LogicalResult CountOp::verify() {
  return verifyAppended(*this, getState().getType(), getLevel(),
                        /*segments=*/true);
}

LogicalResult BeginOp::verify() {
  return verifyAppended(*this, getState().getType(), getLevel(),
                        /*segments=*/true);
}

LogicalResult PlaceOp::verify() {
  return verifyAppended(*this, getState().getType(), getLevel(),
                        /*segments=*/false);
}

/// Checks that the level exists, can be scattered into, and has parents that
/// are known.
static LogicalResult verifyScattered(Operation *op, BuilderType type,
                                     int64_t level) {
  if (failed(verifyAppended(op, type, level, /*segments=*/true)))
    return failure();
  FormatAttr format = type.getFormat();
  if (!format.getLevelType(level).hasScatter())
    return op->emitOpError("expected a level type with the capability scatter, "
                           "got ")
           << format.getLevelType(level);
  for (int64_t above = 0; above != level; ++above)
    if (!format.getLevelType(above).isFull())
      return op->emitOpError("expected full levels above, got ")
             << format.getLevelType(above);
  return success();
}

LogicalResult AddChildOp::verify() {
  return verifyScattered(*this, getState().getType(), getLevel());
}

LogicalResult AppendChildrenOp::verify() {
  return verifyScattered(*this, getState().getType(), getLevel());
}

LogicalResult TakeChildOp::verify() {
  return verifyScattered(*this, getState().getType(), getLevel());
}

LogicalResult ScanOp::verify() {
  FormatAttr format = getState().getType().getFormat();
  if (!getScattered() || !format)
    return success();
  // The level that segments are filled in is the first that takes no inserts.
  int64_t level = 0, end = format.getNumLevels();
  while (level != end && format.getLevelType(level).hasInsert())
    ++level;
  if (level == end)
    return emitOpError("expected a level that is appended to, got ")
           << getState().getType().getTensor();
  return verifyScattered(*this, getState().getType(), level);
}

/// Checks that the format has slots that a level numbers, and that there is a
/// coordinate for each of its other levels.
static LogicalResult verifySlotted(Operation *op, BuilderType type,
                                   ValueRange coords) {
  FormatAttr format = type.getFormat();
  if (!format || format.getNumSlots() == 0)
    return op->emitOpError("expected a tensor in a format with slots, got ")
           << type.getTensor();
  int64_t expected = format.getNumLevels() - format.getNumSlots();
  if (static_cast<int64_t>(coords.size()) != expected)
    return op->emitOpError("expected ")
           << expected << " coordinates, got " << coords.size();
  return success();
}

LogicalResult NoteEntryOp::verify() {
  return verifySlotted(*this, getState().getType(), getCoords());
}

/// Checks that entries of the tensor are counted in their slots.
static LogicalResult verifyCountedInSlots(Operation *op, BuilderType type) {
  FormatAttr format = type.getFormat();
  if (!format || !format.countsInSlots())
    return op->emitOpError("expected a format with levels that are counted by "
                           "slots, got ")
           << type.getTensor();
  return success();
}

LogicalResult NumberSlotsOp::verify() {
  return verifyCountedInSlots(*this, getState().getType());
}

LogicalResult TakeSlotOp::verify() {
  BuilderType type = getState().getType();
  if (failed(verifySlotted(*this, type, getCoords())))
    return failure();
  return type.isCounting() ? verifyCountedInSlots(*this, type) : success();
}

/// A condition that is known stores always or never.
OpFoldResult PlaceOp::fold(FoldAdaptor adaptor) {
  auto condition = dyn_cast_or_null<IntegerAttr>(adaptor.getCondition());
  if (!condition)
    return {};
  if (condition.getValue().isZero())
    return getState();
  getConditionMutable().clear();
  return getNext();
}
