//===- LevelTypeAttributes.cpp - The built-in level types ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties, capabilities and arrays of the level types that are built in:
// tables 2-11 and 2-12 of the thesis, and more.
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
