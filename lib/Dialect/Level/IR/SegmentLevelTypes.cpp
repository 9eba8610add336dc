//===- SegmentLevelTypes.cpp - Level types with segments --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Level types that store the coordinates of a parent in a segment of their own,
// as compressed levels do, but with segments that are found otherwise.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

using namespace mlir;
using namespace weft::level;

//===----------------------------------------------------------------------===//
// Loose compressed
//===----------------------------------------------------------------------===//

bool LooseCompressedAttr::isFull() const { return false; }
bool LooseCompressedAttr::isOrdered() const { return getOrdered(); }
bool LooseCompressedAttr::isUnique() const { return getUnique(); }
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
LogicalResult
BatchedAttr::verifyPlace(const LevelPlace &place,
                         function_ref<InFlightDiagnostic()> emitError) const {
  auto isFull = [&](int64_t above) { return place.getType(above).isFull(); };
  if (place.level == 0 || place.isSlot(/*above=*/place.level) ||
      !llvm::all_of(llvm::seq(place.level), isFull))
    return emitError() << "level " << place.level + 1
                       << " is batched: expected a dimension above it that is "
                          "the batches, and full levels only";
  return success();
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
