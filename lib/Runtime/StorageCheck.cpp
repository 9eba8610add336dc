//===- StorageCheck.cpp - Check of a tensor's arrays ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes down the levels, from the number of parents of each to the number of its
// positions, and cuts the arrays to what these need.
//
//===----------------------------------------------------------------------===//

#include "LevelChecker.h"

#include "TypedArray.h"

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

Status LevelChecker::check(int64_t l) {
  const Level &level = view.format.levels[l];
  int64_t dim = view.levelSize(level);
  positionBits = level.positionBits;
  coordinateBits = level.coordinateBits;
  where = " of level " + std::to_string(l + 1);
  Status status = Status::success();
  switch (level.kind) {
  case LevelKind::Dense:
    return multiply(dim);
  case LevelKind::Bitmap:
    status = multiply(dim);
    return status.failed() ? status : checkPresence();
  case LevelKind::Range:
    status = checkOffsets(l);
    return status.failed() ? status : multiply(dim);
  case LevelKind::Offset:
    return checkOffsets(l);
  case LevelKind::Hashed:
    return checkTables(dim);
  case LevelKind::LooseCompressed:
    return checkLooseSegments(dim);
  case LevelKind::Interval:
    return checkIntervals(dim);
  case LevelKind::RunLength:
    return checkRuns(dim);
  case LevelKind::Structured:
    status = multiply(level.room);
    return status.failed() ? status : checkPlaces(level.room, dim);
  case LevelKind::Batched:
    return checkBatches(view.levelSize(view.format.levels[0]), dim);
  case LevelKind::Permuted:
    return checkPermutation(dim);
  case LevelKind::Sliced:
    return checkSlices(level.room);
  case LevelKind::Listed:
    status = checkLengths();
    return status.failed() ? status : checkCoordinates(0, dim);
  case LevelKind::Compressed:
    status = checkSegments();
    return status.failed() ? status : checkCoordinates(0, dim);
  case LevelKind::Singleton:
    return checkCoordinates(0, dim);
  case LevelKind::Padded:
    return checkCoordinates(-1, dim);
  case LevelKind::Plugin:
    return Status::failure("the arrays" + where +
                           " have the layout of a plugin's level type");
  }
  return status;
}

Status LevelChecker::checkPresence() {
  if (!take(numPositions))
    return fail("too few presences");
  return Status::success();
}

Status LevelChecker::checkValues() {
  return take(numPositions) ? Status::success()
                            : Status::failure("too few values");
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Expected<int64_t> weft::runtime::checkStorage(StorageView &view,
                                              ArrayElements elements) {
  for (const ArrayView &array : view.arrays)
    if (array.length < 0 || (array.length > 0 && !array.data))
      return Status::failure("an array has no memory");
  for (int64_t dim : view.dims)
    if (dim < 0)
      return Status::failure("a size is negative");
  if (view.numSlots < 0)
    return Status::failure("the number of slots is negative");
  LevelChecker levels(view, elements);
  for (int64_t l = 0; l < view.format.numLevels(); ++l) {
    Status status = levels.check(l);
    if (status.failed())
      return status;
  }
  Status status = levels.checkValues();
  if (!status.failed())
    status = checkBlocks(view);
  if (status.failed())
    return status;
  return levels.getNumPositions();
}
