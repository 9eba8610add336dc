//===- LevelTypeAttributes.cpp - The built-in level types -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties, capabilities and arrays of the level types of the thesis: its
// tables 2-11 and 2-12.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Dense
//===----------------------------------------------------------------------===//

bool DenseAttr::isFull() const { return true; }
bool DenseAttr::isOrdered() const { return true; }
bool DenseAttr::isUnique() const { return true; }
bool DenseAttr::isBranchless() const { return false; }
bool DenseAttr::isCompact() const { return true; }
bool DenseAttr::hasCoordinateIterate() const { return false; }
bool DenseAttr::hasPositionIterate() const { return false; }
bool DenseAttr::hasLocate() const { return true; }
bool DenseAttr::hasAppend() const { return false; }
bool DenseAttr::hasInsert() const { return true; }
bool DenseAttr::insertsInOrder() const { return false; }
bool DenseAttr::sharesPositions() const { return false; }
bool DenseAttr::hasRecover() const { return true; }
bool DenseAttr::hasScatter() const { return false; }
bool DenseAttr::numbersSlots(bool) const { return false; }
void DenseAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {}

//===----------------------------------------------------------------------===//
// Compressed
//===----------------------------------------------------------------------===//

bool CompressedAttr::isFull() const { return false; }
bool CompressedAttr::isOrdered() const { return getOrdered(); }
bool CompressedAttr::isUnique() const { return getUnique(); }
bool CompressedAttr::isBranchless() const { return false; }
bool CompressedAttr::isCompact() const { return true; }
bool CompressedAttr::hasCoordinateIterate() const { return false; }
bool CompressedAttr::hasPositionIterate() const { return true; }
bool CompressedAttr::hasLocate() const { return false; }
bool CompressedAttr::hasAppend() const { return true; }
bool CompressedAttr::hasInsert() const { return false; }
bool CompressedAttr::insertsInOrder() const { return false; }
bool CompressedAttr::sharesPositions() const { return false; }
bool CompressedAttr::hasRecover() const { return true; }
bool CompressedAttr::hasScatter() const { return true; }
bool CompressedAttr::numbersSlots(bool) const { return false; }
void CompressedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Singleton
//===----------------------------------------------------------------------===//

bool SingletonAttr::isFull() const { return false; }
bool SingletonAttr::isOrdered() const { return getOrdered(); }
bool SingletonAttr::isUnique() const { return getUnique(); }
bool SingletonAttr::isBranchless() const { return true; }
bool SingletonAttr::isCompact() const { return true; }
bool SingletonAttr::hasCoordinateIterate() const { return false; }
bool SingletonAttr::hasPositionIterate() const { return true; }
bool SingletonAttr::hasLocate() const { return false; }
bool SingletonAttr::hasAppend() const { return true; }
bool SingletonAttr::hasInsert() const { return false; }
bool SingletonAttr::insertsInOrder() const { return false; }
bool SingletonAttr::sharesPositions() const { return false; }
bool SingletonAttr::hasRecover() const { return true; }
bool SingletonAttr::hasScatter() const { return false; }
bool SingletonAttr::numbersSlots(bool) const { return false; }
void SingletonAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Hashed
//===----------------------------------------------------------------------===//

bool HashedAttr::isFull() const { return false; }
bool HashedAttr::isOrdered() const { return false; }
bool HashedAttr::isUnique() const { return true; }
bool HashedAttr::isBranchless() const { return false; }
bool HashedAttr::isCompact() const { return false; }
bool HashedAttr::hasCoordinateIterate() const { return false; }
bool HashedAttr::hasPositionIterate() const { return true; }
bool HashedAttr::hasLocate() const { return true; }
bool HashedAttr::hasAppend() const { return false; }
bool HashedAttr::hasInsert() const { return true; }
bool HashedAttr::insertsInOrder() const { return false; }
bool HashedAttr::sharesPositions() const { return false; }
bool HashedAttr::hasRecover() const { return false; }
bool HashedAttr::hasScatter() const { return false; }
bool HashedAttr::numbersSlots(bool) const { return false; }
void HashedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Range
//===----------------------------------------------------------------------===//

bool RangeAttr::isFull() const { return false; }
bool RangeAttr::isOrdered() const { return true; }
bool RangeAttr::isUnique() const { return true; }
bool RangeAttr::isBranchless() const { return false; }
bool RangeAttr::isCompact() const { return false; }
bool RangeAttr::hasCoordinateIterate() const { return true; }
bool RangeAttr::hasPositionIterate() const { return false; }
bool RangeAttr::hasLocate() const { return true; }
bool RangeAttr::hasAppend() const { return false; }
bool RangeAttr::hasInsert() const { return true; }
bool RangeAttr::insertsInOrder() const { return false; }
bool RangeAttr::sharesPositions() const { return false; }
bool RangeAttr::hasRecover() const { return false; }
bool RangeAttr::hasScatter() const { return false; }
bool RangeAttr::numbersSlots(bool) const { return false; }
void RangeAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"offset", LevelArray::Kind::Coordinates});
}
LogicalResult
RangeAttr::verifyPlace(const LevelPlace &place,
                       function_ref<InFlightDiagnostic()> emitError) const {
  int64_t below = place.level + 1;
  if (!place.isSlot(/*above=*/1) ||
      below == static_cast<int64_t>(place.levelTypes.size()) ||
      !isa<OffsetAttr>(place.levelTypes[below]))
    return emitError() << "level " << place.level + 1
                       << " is a range: expected a level of slots above it and "
                          "an offset level below";
  return success();
}

//===----------------------------------------------------------------------===//
// Offset
//===----------------------------------------------------------------------===//

bool OffsetAttr::isFull() const { return false; }
bool OffsetAttr::isOrdered() const { return true; }
bool OffsetAttr::isUnique() const { return true; }
bool OffsetAttr::isBranchless() const { return true; }
bool OffsetAttr::isCompact() const { return true; }
bool OffsetAttr::hasCoordinateIterate() const { return false; }
bool OffsetAttr::hasPositionIterate() const { return true; }
bool OffsetAttr::hasLocate() const { return true; }
bool OffsetAttr::hasAppend() const { return false; }
bool OffsetAttr::hasInsert() const { return true; }
bool OffsetAttr::insertsInOrder() const { return false; }
bool OffsetAttr::sharesPositions() const { return false; }
bool OffsetAttr::hasRecover() const { return true; }
bool OffsetAttr::hasScatter() const { return false; }
bool OffsetAttr::numbersSlots(bool) const { return true; }
void OffsetAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"offset", LevelArray::Kind::Coordinates});
}
LogicalResult
OffsetAttr::verifyPlace(const LevelPlace &place,
                        function_ref<InFlightDiagnostic()> emitError) const {
  int64_t level = place.level;
  if (!place.isSlot(/*above=*/2) || place.getType(level - 1).isFull())
    return emitError() << "level " << level + 1
                       << " is an offset: expected a level of slots two levels "
                          "above it, and one that is not full between";
  if (place.crdWidths[level] != place.crdWidths[level - 1])
    return emitError() << "level " << level + 1
                       << " is an offset: expected the width of coordinates "
                          "of the level above, which it is added to";
  return success();
}
