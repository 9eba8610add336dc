//===- LevelChecks.cpp - Valid combinations of levels -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some level types are about other levels: slots are those of a level below, a
// diagonal has three levels, and batches are the coordinates of the outermost
// level. Each check has a letter to point at.
//
//===----------------------------------------------------------------------===//

#include "FormatPieces.h"

#include <algorithm>

using namespace weft;
using namespace weft::notation;
using runtime::Level;
using runtime::LevelKind;
using runtime::LevelPart;

/// Whether all levels above one have equally many positions for each batch.
static bool isBelowBatches(const std::vector<Level> &levels, size_t number) {
  return number > 0 && levels[0].part != LevelPart::Slot &&
         std::all_of(
             levels.begin(), levels.begin() + number,
             [](const Level &level) { return level.kind == LevelKind::Dense; });
}

std::optional<Diagnostic>
weft::notation::checkLevels(const std::vector<Level> &levels,
                            const std::vector<Piece> &letters) {
  std::string hint = "diagonals are stored as dro:*,0,1 (DIA), the entries of "
                     "rows one after the other as ddp:*,0,1 (ELL)";
  size_t numSlots = 0, numSlotted = 0;
  Range slots;
  for (size_t k = 0; k < levels.size(); ++k) {
    const Level &level = levels[k];
    Range range = letters[k].range();
    auto isKind = [&](size_t other, LevelKind kind) {
      return other < levels.size() && levels[other].kind == kind;
    };
    if (level.part == LevelPart::Slot) {
      slots = range;
      if (++numSlots > 1)
        return errorAt("a format has one level of slots at most", range, hint);
      if (level.kind != LevelKind::Dense && level.kind != LevelKind::Interval &&
          level.kind != LevelKind::Sliced)
        return errorAt(
            "a level of slots is dense (d), an interval (i) or sliced (l), "
            "not " +
                quote(letters[k].text),
            range, hint);
    }
    bool isBelowSlots = k > 0 && levels[k - 1].part == LevelPart::Slot;
    if (level.kind == LevelKind::Range &&
        (!isBelowSlots || !isKind(k + 1, LevelKind::Offset)))
      return errorAt("a range level is below slots and above an offset level",
                     range, hint);
    if (level.kind == LevelKind::Offset &&
        (k < 2 || isKind(k - 1, LevelKind::Dense) ||
         levels[k - 2].part != LevelPart::Slot))
      return errorAt("an offset level is below a level that is not dense, and "
                     "that below slots",
                     range, hint);
    if ((level.kind == LevelKind::Range || level.kind == LevelKind::Offset) &&
        level.part != LevelPart::Whole)
      return errorAt("a diagonal is not stored in blocks", range, hint);
    if (level.kind == LevelKind::Sliced && level.part != LevelPart::Slot)
      return errorAt("a sliced level is one of slots", range,
                     "slices of 4 rows are stored as dl4p:0,*,1");
    if (level.kind == LevelKind::Permuted &&
        (k != 0 || level.part != LevelPart::Whole))
      return errorAt("a permuted level is the first, and stores a whole mode",
                     range, "rows are permuted in m32l4p:0,*,1");
    if (level.kind == LevelKind::Batched && !isBelowBatches(levels, k))
      return errorAt("a batched level is below dense levels, the first of "
                     "which is its batches",
                     range, "the rows of each batch are compressed in dda");
    numSlotted += numSlots != 0 && (level.kind == LevelKind::Offset ||
                                    level.kind == LevelKind::Padded);
  }
  for (size_t k = 0; numSlots != 0 && k < levels.size(); ++k)
    if (levels[k].kind == LevelKind::Plugin)
      return errorAt("a level type of a plugin cannot be combined with slots",
                     letters[k].range());
  if (numSlots != 0 && numSlotted != 1)
    return errorAt("slots are those of one offset or padded level below", slots,
                   hint);
  return std::nullopt;
}
