//===- StorageGaps.cpp - Positions without entries -----------------------===//
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

#include "EntryWalk.h"
#include "StorageCheck.h"

using namespace weft::runtime;

/// Whether the last level of a mode is dense, so that a block which the mode
/// ends in is filled up.
static bool isFilledUp(const Format &format, int64_t mode) {
  for (int64_t l = format.numLevels() - 1; l >= 0; --l)
    if (format.levels[l].mode == mode)
      return format.levels[l].kind == LevelKind::Dense;
  return false;
}

bool weft::runtime::hasGaps(const StorageView &view) {
  for (const Level &level : view.format.levels)
    if (level.kind == LevelKind::Bitmap || level.kind == LevelKind::Hashed ||
        level.kind == LevelKind::Range || level.kind == LevelKind::Padded ||
        level.kind == LevelKind::LooseCompressed ||
        level.kind == LevelKind::RunLength ||
        level.kind == LevelKind::Structured ||
        level.kind == LevelKind::Batched || level.kind == LevelKind::Sliced ||
        ((level.part == LevelPart::Quotient ||
          level.part == LevelPart::Remainder) &&
         view.dims[level.mode] % level.block != 0 &&
         isFilledUp(view.format, level.mode)))
      return true;
  return false;
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
