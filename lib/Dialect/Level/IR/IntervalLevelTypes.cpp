//===- IntervalLevelTypes.cpp - Level types with intervals ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Level types that store where runs of coordinates begin and end.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"

using namespace mlir;
using namespace weft::level;

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
