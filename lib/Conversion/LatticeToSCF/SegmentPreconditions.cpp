//===- SegmentPreconditions.cpp - Roles of segments -----------------------===//
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

#include "SegmentPreconditions.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// Says why the level functions of a level of a segment do not give what its
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
  // Without an order, each coordinate is tested.
  bool isTested = isOnlyIterator && type.isUnique() &&
                  type.hasPositionIterate() && op.getNumDimensions() == 1;
  if (op.getWindowed() && !type.isOrdered() && !isTested)
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

/// What keeps the level functions of a segment from its role in a point.
static std::optional<LoweringProblem> findRoleProblem(CoiterateOp op,
                                                      unsigned segment,
                                                      bool locates,
                                                      bool isOnlyIterator) {
  auto storage = cast<level::StorageType>(op.getStorages()[segment].getType());
  SmallVector<level::LevelTypeAttrInterface> types = op.getLevelTypes(segment);
  // Coordinates of upper levels are compared as well.
  isOnlyIterator &= types.size() == 1;
  for (auto [number, type] : llvm::enumerate(types)) {
    int64_t level = op.getSegment(segment).getFirstLevel() + number;
    bool hasOneParent =
        level == 0 || storage.getFormat().getLevelType(level - 1).isUnique();
    StringRef reason =
        locates ? findLocateProblem(type, hasOneParent)
                : findIterateProblem(op, type, hasOneParent, isOnlyIterator);
    if (!reason.empty())
      return LoweringProblem{segment, locates, type, reason};
  }
  return std::nullopt;
}

std::optional<LoweringProblem>
weft::lattice::findLoweringProblem(CoiterateOp op) {
  if (op.getGuarded()) {
    for (unsigned segment = 0, e = op.getNumSegments(); segment != e; ++segment)
      if (auto problem =
              findRoleProblem(op, segment, op.isLocatedGuarded(segment),
                              /*isOnlyIterator=*/false))
        return problem;
    return std::nullopt;
  }
  for (unsigned point = 0, e = op.getNumPoints(); point != e; ++point)
    for (bool locates : {false, true})
      for (int64_t segment :
           locates ? op.getLocatorsOf(point) : op.getIteratorsOf(point)) {
        if (segment == op.getNumSegments())
          continue;
        if (auto problem = findRoleProblem(
                op, segment, locates, op.getIteratorsOf(point).size() == 1))
          return problem;
      }
  return std::nullopt;
}

LogicalResult weft::lattice::verifyLowerable(CoiterateOp op) {
  std::optional<LoweringProblem> problem = findLoweringProblem(op);
  if (!problem)
    return success();
  auto diag = op.emitOpError(problem->locates ? "cannot locate in segment "
                                              : "cannot iterate over segment ")
              << op.getSegment(problem->segment).getName() << ": "
              << problem->reason;
  diag.attachNote() << "its level type is " << problem->type;
  return failure();
}
