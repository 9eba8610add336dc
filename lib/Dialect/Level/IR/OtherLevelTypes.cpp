//===- OtherLevelTypes.cpp - More built-in level types ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties, capabilities and arrays of level types beyond those of the
// thesis.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

#include "llvm/ADT/TypeSwitch.h"

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
// Loose compressed
//===----------------------------------------------------------------------===//

bool LooseCompressedAttr::isFull() const { return false; }
bool LooseCompressedAttr::isOrdered() const { return true; }
bool LooseCompressedAttr::isUnique() const { return true; }
bool LooseCompressedAttr::isBranchless() const { return false; }
bool LooseCompressedAttr::isCompact() const { return true; }
bool LooseCompressedAttr::hasCoordinateIterate() const { return false; }
bool LooseCompressedAttr::hasPositionIterate() const { return true; }
bool LooseCompressedAttr::hasLocate() const { return false; }
bool LooseCompressedAttr::hasAppend() const { return true; }
bool LooseCompressedAttr::hasInsert() const { return false; }
bool LooseCompressedAttr::insertsInOrder() const { return false; }
bool LooseCompressedAttr::sharesPositions() const { return false; }
bool LooseCompressedAttr::hasRecover() const { return false; }
bool LooseCompressedAttr::hasScatter() const { return true; }
bool LooseCompressedAttr::numbersSlots(bool) const { return false; }
void LooseCompressedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Listed
//===----------------------------------------------------------------------===//

bool ListedAttr::isFull() const { return false; }
bool ListedAttr::isOrdered() const { return true; }
bool ListedAttr::isUnique() const { return true; }
bool ListedAttr::isBranchless() const { return false; }
bool ListedAttr::isCompact() const { return true; }
bool ListedAttr::hasCoordinateIterate() const { return false; }
bool ListedAttr::hasPositionIterate() const { return true; }
bool ListedAttr::hasLocate() const { return false; }
bool ListedAttr::hasAppend() const { return true; }
bool ListedAttr::hasInsert() const { return false; }
bool ListedAttr::insertsInOrder() const { return false; }
bool ListedAttr::sharesPositions() const { return false; }
bool ListedAttr::hasRecover() const { return true; }
bool ListedAttr::hasScatter() const { return true; }
bool ListedAttr::numbersSlots(bool) const { return false; }
void ListedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"len", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Run length
//===----------------------------------------------------------------------===//

bool RunLengthAttr::isFull() const { return false; }
bool RunLengthAttr::isOrdered() const { return true; }
bool RunLengthAttr::isUnique() const { return true; }
bool RunLengthAttr::isBranchless() const { return false; }
bool RunLengthAttr::isCompact() const { return true; }
bool RunLengthAttr::hasCoordinateIterate() const { return true; }
bool RunLengthAttr::hasPositionIterate() const { return false; }
bool RunLengthAttr::hasLocate() const { return true; }
bool RunLengthAttr::hasAppend() const { return true; }
bool RunLengthAttr::hasInsert() const { return false; }
bool RunLengthAttr::insertsInOrder() const { return false; }
bool RunLengthAttr::sharesPositions() const { return true; }
bool RunLengthAttr::hasRecover() const { return false; }
bool RunLengthAttr::hasScatter() const { return false; }
bool RunLengthAttr::numbersSlots(bool) const { return false; }
void RunLengthAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"first", LevelArray::Kind::Coordinates});
  arrays.push_back({"last", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Interval
//===----------------------------------------------------------------------===//

bool IntervalAttr::isFull() const { return false; }
bool IntervalAttr::isOrdered() const { return true; }
bool IntervalAttr::isUnique() const { return true; }
bool IntervalAttr::isBranchless() const { return false; }
bool IntervalAttr::isCompact() const { return true; }
bool IntervalAttr::hasCoordinateIterate() const { return true; }
bool IntervalAttr::hasPositionIterate() const { return false; }
bool IntervalAttr::hasLocate() const { return true; }
bool IntervalAttr::hasAppend() const { return false; }
bool IntervalAttr::hasInsert() const { return true; }
bool IntervalAttr::insertsInOrder() const { return true; }
bool IntervalAttr::sharesPositions() const { return false; }
bool IntervalAttr::hasRecover() const { return false; }
bool IntervalAttr::hasScatter() const { return false; }
bool IntervalAttr::numbersSlots(bool) const { return false; }
void IntervalAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"first", LevelArray::Kind::Coordinates});
}

//===----------------------------------------------------------------------===//
// Structured
//===----------------------------------------------------------------------===//

LogicalResult
StructuredAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t count) {
  if (count < 1)
    return emitError() << "expected room for one coordinate at least, got "
                       << count;
  return success();
}
bool StructuredAttr::isFull() const { return false; }
bool StructuredAttr::isOrdered() const { return true; }
bool StructuredAttr::isUnique() const { return true; }
bool StructuredAttr::isBranchless() const { return false; }
bool StructuredAttr::isCompact() const { return true; }
bool StructuredAttr::hasCoordinateIterate() const { return false; }
bool StructuredAttr::hasPositionIterate() const { return true; }
bool StructuredAttr::hasLocate() const { return true; }
bool StructuredAttr::hasAppend() const { return false; }
bool StructuredAttr::hasInsert() const { return true; }
bool StructuredAttr::insertsInOrder() const { return true; }
bool StructuredAttr::sharesPositions() const { return false; }
bool StructuredAttr::hasRecover() const { return false; }
bool StructuredAttr::hasScatter() const { return false; }
bool StructuredAttr::numbersSlots(bool) const { return false; }
void StructuredAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
}

//===----------------------------------------------------------------------===//
// Batched
//===----------------------------------------------------------------------===//

bool BatchedAttr::isFull() const { return false; }
bool BatchedAttr::isOrdered() const { return true; }
bool BatchedAttr::isUnique() const { return true; }
bool BatchedAttr::isBranchless() const { return false; }
bool BatchedAttr::isCompact() const { return true; }
bool BatchedAttr::hasCoordinateIterate() const { return false; }
bool BatchedAttr::hasPositionIterate() const { return true; }
bool BatchedAttr::hasLocate() const { return false; }
bool BatchedAttr::hasAppend() const { return false; }
bool BatchedAttr::hasInsert() const { return true; }
bool BatchedAttr::insertsInOrder() const { return true; }
bool BatchedAttr::sharesPositions() const { return false; }
bool BatchedAttr::hasRecover() const { return false; }
bool BatchedAttr::hasScatter() const { return false; }
bool BatchedAttr::numbersSlots(bool) const { return false; }
void BatchedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
  arrays.push_back({"crd", LevelArray::Kind::Coordinates, true});
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
bool PermutedAttr::hasInsert() const { return false; }
bool PermutedAttr::insertsInOrder() const { return false; }
bool PermutedAttr::sharesPositions() const { return false; }
bool PermutedAttr::hasRecover() const { return false; }
bool PermutedAttr::hasScatter() const { return false; }
bool PermutedAttr::numbersSlots(bool) const { return false; }
void PermutedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"crd", LevelArray::Kind::Coordinates});
  arrays.push_back({"where", LevelArray::Kind::Coordinates});
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
bool SlicedAttr::hasInsert() const { return false; }
bool SlicedAttr::insertsInOrder() const { return false; }
bool SlicedAttr::sharesPositions() const { return false; }
bool SlicedAttr::hasRecover() const { return false; }
bool SlicedAttr::hasScatter() const { return false; }
bool SlicedAttr::numbersSlots(bool) const { return false; }
void SlicedAttr::getArrays(SmallVectorImpl<LevelArray> &arrays) const {
  arrays.push_back({"pos", LevelArray::Kind::Positions});
}
