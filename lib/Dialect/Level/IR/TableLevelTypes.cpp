//===- TableLevelTypes.cpp - Level types with tables ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Level types with an array that has an element for each coordinate of the
// dimension, in which coordinates are looked up.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

using namespace mlir;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Bitmap
//===----------------------------------------------------------------------===//

bool BitmapAttr::isFull() const { return false; }
bool BitmapAttr::isOrdered() const { return true; }
bool BitmapAttr::isUnique() const { return true; }
bool BitmapAttr::isBranchless() const { return false; }
bool BitmapAttr::isCompact() const { return false; }
bool BitmapAttr::hasCoordinateIterate() const { return true; }
bool BitmapAttr::hasPositionIterate() const { return false; }
bool BitmapAttr::hasLocate() const { return true; }
bool BitmapAttr::hasAppend() const { return false; }
bool BitmapAttr::hasInsert() const { return true; }
bool BitmapAttr::insertsInOrder() const { return false; }
bool BitmapAttr::sharesPositions() const { return false; }
bool BitmapAttr::hasRecover() const { return false; }
bool BitmapAttr::hasScatter() const { return false; }
bool BitmapAttr::numbersSlots(bool) const { return false; }
void BitmapAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"present", LevelArray::Kind::Presence});
}

//===----------------------------------------------------------------------===//
// Sparse set
//===----------------------------------------------------------------------===//

bool SparseSetAttr::isFull() const { return false; }
bool SparseSetAttr::isOrdered() const { return true; }
bool SparseSetAttr::isUnique() const { return true; }
bool SparseSetAttr::isBranchless() const { return false; }
bool SparseSetAttr::isCompact() const { return true; }
bool SparseSetAttr::hasCoordinateIterate() const { return false; }
bool SparseSetAttr::hasPositionIterate() const { return true; }
bool SparseSetAttr::hasLocate() const { return false; }
bool SparseSetAttr::hasAppend() const { return false; }
bool SparseSetAttr::hasInsert() const { return true; }
bool SparseSetAttr::insertsInOrder() const { return false; }
bool SparseSetAttr::sharesPositions() const { return false; }
bool SparseSetAttr::hasRecover() const { return false; }
bool SparseSetAttr::hasScatter() const { return false; }
bool SparseSetAttr::numbersSlots(bool) const { return false; }
void SparseSetAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
}
LogicalResult
SparseSetAttr::verifyPlace(const LevelPlace &place,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (place.levelTypes.size() != 1)
    return emitError() << "level " << place.level + 1
                       << " is a sparse set: expected no other level";
  return success();
}

//===----------------------------------------------------------------------===//
// Permuted
//===----------------------------------------------------------------------===//

LogicalResult PermutedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t window) {
  if (window < 2)
    return emitError() << "expected windows of at least 2 coordinates, got "
                       << window;
  return success();
}
bool PermutedAttr::isFull() const { return true; }
// It is iterated as a dense level is, in the order of its dimension.
bool PermutedAttr::isOrdered() const { return true; }
bool PermutedAttr::isUnique() const { return true; }
bool PermutedAttr::isBranchless() const { return false; }
bool PermutedAttr::isCompact() const { return true; }
bool PermutedAttr::hasCoordinateIterate() const { return false; }
bool PermutedAttr::hasPositionIterate() const { return false; }
bool PermutedAttr::hasLocate() const { return true; }
bool PermutedAttr::hasAppend() const { return false; }
bool PermutedAttr::hasInsert() const { return true; }
bool PermutedAttr::insertsInOrder() const { return false; }
bool PermutedAttr::sharesPositions() const { return false; }
bool PermutedAttr::hasRecover() const { return false; }
bool PermutedAttr::hasScatter() const { return false; }
bool PermutedAttr::numbersSlots(bool) const { return false; }
void PermutedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
  arrays.push_back({"where", LevelArray::Kind::Coordinates});
}
LogicalResult
PermutedAttr::verifyPlace(const LevelPlace &place,
                          function_ref<InFlightDiagnostic()> emitError) const {
  if (place.level != 0 || !isa<AffineDimExpr>(place.dimToLevel.getResult(0)))
    return emitError() << "level " << place.level + 1
                       << " is permuted: expected it to be the outermost "
                          "level, and to store a whole dimension";
  return success();
}
