//===- StorageGaps.cpp - Positions without entries ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats with blocks, slots, tables or presences have positions for what the
// tensor does not have.
//
//===----------------------------------------------------------------------===//

#include "ArrayChecks.h"
#include "EntryWalk.h"
#include "StorageCheck.h"

#include <algorithm>

using namespace weft::runtime;

/// Whether the last level of a mode is dense, so that a block which the mode
/// ends in is filled up.
static bool isFilledUp(const Format &format, int64_t mode) {
  for (int64_t l = format.numLevels() - 1; l >= 0; --l)
    if (format.levels[l].mode == mode)
      return format.levels[l].kind == LevelKind::Dense;
  return false;
}

/// Whether some positions of a level are no entries.
static bool hasGaps(const StorageView &view, const Level &level) {
  switch (level.kind) {
  case LevelKind::Bitmap:
  case LevelKind::Hashed:
  case LevelKind::Range:
  case LevelKind::Padded:
  case LevelKind::LooseCompressed:
  case LevelKind::RunLength:
  case LevelKind::Structured:
  case LevelKind::Batched:
  case LevelKind::Sliced:
    return true;
  default:
    return (level.part == LevelPart::Quotient ||
            level.part == LevelPart::Remainder) &&
           view.dims[level.mode] % level.block != 0 &&
           isFilledUp(view.format, level.mode);
  }
}

/// How many levels are above those at the end that are dense, each of them of
/// another mode of which nothing but the blocks is above.
static int64_t countLevelsAboveDense(const Format &format) {
  int64_t depth = format.numLevels();
  for (std::vector<bool> isBelow(format.order()); depth > 1; --depth) {
    const Level &level = format.levels[depth - 1];
    if (level.kind != LevelKind::Dense || level.part == LevelPart::Quotient)
      return depth;
    if (level.part == LevelPart::Slot)
      continue;
    if (isBelow[level.mode])
      return depth;
    isBelow[level.mode] = true;
  }
  return depth;
}

/// Whether the parents of a level are all combinations of the coordinates above
/// it.
static bool areParentsAll(const Format &format, const Level *level) {
  return std::all_of(format.levels.data(), level, [](const Level &above) {
    return above.part == LevelPart::Whole &&
           (above.kind == LevelKind::Dense ||
            above.kind == LevelKind::Permuted);
  });
}

/// How many columns are stored in padded rows right below slices, of the rows
/// that there are: the last slice may have room for more.
static int64_t countInSlices(const StorageView &view, const Level &sliced) {
  const ArrayView &columns = *(view.arrays.end() - 2);
  const ArrayView &positions = *(view.arrays.end() - 3);
  int bits = view.format.levels.back().coordinateBits;
  int64_t count = countCoordinates(columns, bits), numParents = 1;
  for (const Level &level : view.format.levels) {
    if (&level == &sliced)
      break;
    numParents *= view.levelSize(level);
  }
  int64_t rows = sliced.room, slice = numParents / rows;
  if (numParents % rows == 0)
    return count;
  int64_t begin = loadInteger(sliced.positionBits, positions, slice);
  int64_t end = loadInteger(sliced.positionBits, positions, slice + 1);
  for (int64_t column = begin; column < end; ++column)
    for (int64_t row = numParents % rows; row < rows; ++row)
      count -= loadInteger(bits, columns, column * rows + row) >= 0;
  return count;
}

int64_t weft::runtime::countEntries(const StorageView &view,
                                    int64_t numPositions) {
  const Format &format = view.format;
  auto levelHasGaps = [&](const Level &level) { return hasGaps(view, level); };
  auto gap =
      std::find_if(format.levels.begin(), format.levels.end(), levelHasGaps);
  if (gap == format.levels.end())
    return numPositions;
  // What is padded says it, without a walk.
  if (gap + 1 == format.levels.end() && gap->kind == LevelKind::Padded)
    return countCoordinates(*(view.arrays.end() - 2), gap->coordinateBits);
  if (gap->kind == LevelKind::Sliced && gap + 2 == format.levels.end() &&
      areParentsAll(format, &*gap))
    return countInSlices(view, *gap);
  // What is below a path in dense levels is what is left of each mode.
  int64_t depth = countLevelsAboveDense(format), count = 0;
  EntryWalk(view, depth).run([&](const int64_t *coordinates, int64_t) {
    int64_t below = 1;
    for (int64_t mode = 0; mode < format.order(); ++mode)
      below *= coordinates[mode] < view.dims[mode];
    for (int64_t l = depth; l < format.numLevels(); ++l) {
      const Level &level = format.levels[l];
      int64_t size = view.levelSize(level);
      below *=
          level.part == LevelPart::Slot
              ? size
              : std::min(size, view.dims[level.mode] - coordinates[level.mode]);
    }
    count += below;
  });
  return count;
}

Status weft::runtime::checkBlocks(const StorageView &view) {
  std::vector<int64_t> modes;
  for (const Level &level : view.format.levels)
    if (level.part == LevelPart::Remainder &&
        view.dims[level.mode] % level.block != 0 &&
        !isFilledUp(view.format, level.mode))
      modes.push_back(level.mode);
  // So may the columns of a diagonal whose rows are stored one by one.
  for (int64_t l = 1; l < view.format.numLevels(); ++l)
    if (view.format.levels[l].kind == LevelKind::Offset &&
        view.format.levels[l - 1].kind != LevelKind::Range)
      modes.push_back(view.format.levels[l].mode);
  bool inside = true;
  if (!modes.empty())
    EntryWalk(view).run([&](const int64_t *coordinates, int64_t) {
      for (int64_t mode : modes)
        inside &= coordinates[mode] >= 0 && coordinates[mode] < view.dims[mode];
    });
  return inside ? Status::success()
                : Status::failure("a coordinate in the last block is out of "
                                  "range");
}
