//===- SlotLevelTypes.cpp - Level types of slots ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Level types of formats with slots: those that number them, and the
// coordinates that slots hold.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

using namespace mlir;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Padded
//===----------------------------------------------------------------------===//

bool PaddedAttr::isFull() const { return false; }
bool PaddedAttr::isOrdered() const { return true; }
bool PaddedAttr::isUnique() const { return true; }
bool PaddedAttr::isBranchless() const { return true; }
bool PaddedAttr::isCompact() const { return false; }
bool PaddedAttr::hasCoordinateIterate() const { return false; }
bool PaddedAttr::hasPositionIterate() const { return true; }
bool PaddedAttr::hasLocate() const { return true; }
bool PaddedAttr::hasAppend() const { return false; }
bool PaddedAttr::hasInsert() const { return true; }
bool PaddedAttr::insertsInOrder() const { return false; }
bool PaddedAttr::sharesPositions() const { return false; }
bool PaddedAttr::hasRecover() const { return true; }
bool PaddedAttr::hasScatter() const { return false; }
bool PaddedAttr::numbersSlots(bool isLeaf) const { return isLeaf; }
void PaddedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Sliced
//===----------------------------------------------------------------------===//

LogicalResult SlicedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t rows) {
  if (rows < 1)
    return emitError() << "expected slices of one parent at least, got "
                       << rows;
  return success();
}
bool SlicedAttr::isFull() const { return false; }
bool SlicedAttr::isOrdered() const { return true; }
bool SlicedAttr::isUnique() const { return true; }
bool SlicedAttr::isBranchless() const { return false; }
bool SlicedAttr::isCompact() const { return true; }
bool SlicedAttr::hasCoordinateIterate() const { return true; }
bool SlicedAttr::hasPositionIterate() const { return false; }
bool SlicedAttr::hasLocate() const { return true; }
bool SlicedAttr::hasAppend() const { return false; }
bool SlicedAttr::hasInsert() const { return true; }
bool SlicedAttr::insertsInOrder() const { return true; }
bool SlicedAttr::sharesPositions() const { return false; }
bool SlicedAttr::hasRecover() const { return false; }
bool SlicedAttr::hasScatter() const { return false; }
bool SlicedAttr::numbersSlots(bool) const { return false; }
void SlicedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
}
LogicalResult
SlicedAttr::verifyPlace(const LevelPlace &place,
                        function_ref<InFlightDiagnostic()> emitError) const {
  if (!place.isSlot())
    return emitError() << "level " << place.level + 1
                       << " is sliced: expected a level of slots";
  return success();
}
