//===- Preconditions.cpp - What can be lowered to loops ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that the level functions of each segment give what its role in a point
// takes.
//
//===----------------------------------------------------------------------===//

#include "Preconditions.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// Says why the level functions of level `k` of a segment do not give what its
/// role takes; empty if they do.
static StringRef findLocateProblem(level::LevelTypeAttrInterface type,
                                   bool hasOneParent) {
  if (!hasOneParent && (type.hasLocate() || !type.isBranchless()))
    return "the level above is not unique, so that the children of several "
           "parents would have to be merged";
  if (type.hasLocate() && !type.isUnique())
    return "a coordinate may be stored at several positions";
  if (!type.hasLocate() && !type.isCompact())
    return "positions without a coordinate cannot be searched";
  return "";
}

static StringRef findIterateProblem(CoiterateOp op,
                                    level::LevelTypeAttrInterface type,
                                    bool hasOneParent, bool isOnlyIterator) {
  if (!hasOneParent && !type.isBranchless())
    return "the level above is not unique, so that the children of several "
           "parents would have to be merged";
  if (op.getWindowed() && !type.isOrdered())
    return "the bounds of a window are searched, which takes an order";
  if (type.hasCoordinateIterate() && !type.hasPositionIterate())
    return type.isUnique() ? ""
                           : "runs of equal coordinates take position iterate";
  // One position that has no coordinate is behind all coordinates, since its
  // number is negative; among several it would be out of order.
  bool isMerged =
      type.isBranchless() && type.isUnique() && hasOneParent && !op.getBase();
  if (!type.isCompact() && !isMerged && (!isOnlyIterator || !type.isUnique()))
    return "positions without a coordinate can neither be merged nor belong to "
           "a run";
  return "";
}

/// Checks that the level functions of a segment give what its role in a point
/// takes.
static LogicalResult verifyRole(CoiterateOp op, unsigned segment, bool locates,
                                bool isOnlyIterator) {
  auto storage = cast<level::StorageType>(op.getStorages()[segment].getType());
  SmallVector<level::LevelTypeAttrInterface> types = op.getLevelTypes(segment);
  // Coordinates of upper levels are compared as well.
  isOnlyIterator &= types.size() == 1;
  for (auto [number, type] : llvm::enumerate(types)) {
    int64_t level = op.getLevels()[segment] + number;
    bool hasOneParent =
        level == 0 || storage.getFormat().getLevelType(level - 1).isUnique();
    StringRef problem =
        locates ? findLocateProblem(type, hasOneParent)
                : findIterateProblem(op, type, hasOneParent, isOnlyIterator);
    if (problem.empty())
      continue;
    auto diag = op.emitOpError(locates ? "cannot locate in segment "
                                       : "cannot iterate over segment ")
                << op.getSegments()[segment] << ": " << problem;
    diag.attachNote() << "its level type is " << type;
    return failure();
  }
  return success();
}

LogicalResult weft::lattice::verifyLowerable(CoiterateOp op) {
  if (op.getGuarded()) {
    for (unsigned segment = 0, e = op.getNumSegments(); segment != e; ++segment)
      if (failed(verifyRole(op, segment, op.isLocatedGuarded(segment),
                            /*isOnlyIterator=*/false)))
        return failure();
    return success();
  }
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
    for (bool locates : {false, true})
      for (int64_t segment :
           locates ? op.getLocatorsOf(point) : op.getIteratorsOf(point))
        if (segment != op.getNumSegments() &&
            failed(verifyRole(op, segment, locates,
                              op.getIteratorsOf(point).size() == 1)))
          return failure();
  return success();
}
