//===- FormatChecks.cpp - Formats that tensors can have ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks formats for tensors of a number of modes, before anything is stored.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Tensor.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace weft::runtime;

/// What is wrong about the levels of a format; empty if nothing is.
static std::string findLevelProblem(const Format &format) {
  int64_t numSlots = 0, numSlotted = 0;
  for (int64_t l = 0; l < format.numLevels(); ++l) {
    const Level &level = format.levels[l];
    bool isRange = level.kind == LevelKind::Range;
    bool isOffset = level.kind == LevelKind::Offset;
    bool isSlot = level.part == LevelPart::Slot;
    auto getName = [&] {
      return "level " + std::to_string(l + 1) + " (" + nameOf(level) + ")";
    };
    bool isPermuted = level.kind == LevelKind::Permuted;
    if (hasRoom(level.kind) ? level.room < 1 + isPermuted : level.room != 0)
      return getName() + " has room for " + std::to_string(level.room) +
             " coordinates";
    if (isPermuted && (l != 0 || level.part != LevelPart::Whole))
      return getName() + " is not the first level, or stores a part of a mode";
    if (level.kind == LevelKind::Sliced && !isSlot)
      return getName() + " is not a level of slots";
    if (isSlot && level.kind != LevelKind::Dense &&
        level.kind != LevelKind::Interval && level.kind != LevelKind::Sliced)
      return "the slots of " + getName() +
             " are neither dense nor an interval nor sliced";
    if ((isRange || isOffset) && level.part != LevelPart::Whole)
      return getName() + " stores a part of a mode";
    // Dense levels have equally many positions for each batch.
    bool isBelowDense =
        l > 0 && format.levels[0].part != LevelPart::Slot &&
        std::all_of(
            format.levels.begin(), format.levels.begin() + l,
            [](const Level &above) { return above.kind == LevelKind::Dense; });
    if (level.kind == LevelKind::Batched && !isBelowDense)
      return getName() +
             " is not below dense levels, whose first are its batches";
    bool isBelowSlots = l > 0 && format.levels[l - 1].part == LevelPart::Slot;
    bool isAboveOffset = l + 1 < format.numLevels() &&
                         format.levels[l + 1].kind == LevelKind::Offset;
    if (isRange && (!isBelowSlots || !isAboveOffset))
      return getName() + " is not between slots and offsets";
    if (isOffset && (l < 2 || format.levels[l - 1].kind == LevelKind::Dense ||
                     format.levels[l - 2].part != LevelPart::Slot))
      return getName() + " is not below a level that is not dense, and slots";
    if (isOffset && level.coordinateBits != format.levels[l - 1].coordinateBits)
      return getName() +
             " has other widths than the level above, whose coordinates "
             "it is added to";
    numSlots += isSlot;
    numSlotted += numSlots > 0 && (isOffset || level.kind == LevelKind::Padded);
  }
  if (numSlots > 0 && format.hasPluginLevels())
    return "a level type of a plugin cannot be combined with slots";
  if (numSlots > 1)
    return "two levels are slots";
  if (numSlots == 1 && numSlotted != 1)
    return "the slots are not those of one offset or padded level";
  return "";
}

Status weft::runtime::checkFormat(const Format &format, int64_t order) {
  auto fail = [&](const std::string &what) {
    return Status::failure("invalid format " + toString(format) + ": " + what);
  };
  if (format.order() != order)
    return fail("expected " + std::to_string(order) + " modes, got " +
                std::to_string(format.order()));
  if (order > kMaxOrder)
    return fail("expected at most " + std::to_string(kMaxOrder) +
                " modes, got " + std::to_string(order));
  // A part of a mode counts for the half of it.
  std::array<int, kMaxOrder> halves = {};
  std::array<const Level *, kMaxOrder> part = {};
  for (const Level &level : format.levels) {
    if (level.part == LevelPart::Slot)
      continue;
    auto getName = [&] { return "i" + std::to_string(level.mode); };
    if (level.mode < 0 || level.mode >= order)
      return fail("there is no mode " + getName());
    bool isWhole = level.part == LevelPart::Whole;
    halves[level.mode] += isWhole ? 2 : 1;
    if (halves[level.mode] > 2)
      return fail("mode " + getName() + " is stored twice");
    if (isWhole)
      continue;
    if (level.block < 2)
      return fail("expected a block size of at least 2, got " +
                  std::to_string(level.block));
    const Level *other = std::exchange(part[level.mode], &level);
    if (other && (other->part == level.part || other->block != level.block))
      return fail("mode " + getName() +
                  " is not stored by its quotient and its "
                  "remainder by one block size");
  }
  for (int64_t mode = 0; mode < order; ++mode)
    if (halves[mode] != 2)
      return fail("mode i" + std::to_string(mode) + " is stored in part only");
  std::string problem = findLevelProblem(format);
  if (!problem.empty())
    return fail(problem);
  for (const Level &level : format.levels)
    for (int bits : {level.positionBits, level.coordinateBits})
      if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        return fail("expected a width of 8, 16, 32 or 64 bits, got " +
                    std::to_string(bits));
  if (format.packed &&
      (format.levels.empty() || !canBePacked(format.levels.back())))
    return fail("the last level has no coordinate for each position that "
                "components could be packed with");
  return Status::success();
}

int64_t weft::runtime::numArrays(const Format &format) {
  // The values, or the records that they are in with coordinates.
  int64_t count = format.packed ? 0 : 1;
  for (const Level &level : format.levels)
    count += static_cast<int64_t>(arraysOf(level).size());
  return count;
}

std::string weft::runtime::describeDims(const std::vector<int64_t> &dims) {
  if (dims.empty())
    return "scalar";
  std::string sizes;
  for (int64_t dim : dims)
    sizes += (sizes.empty() ? "" : " x ") + std::to_string(dim);
  const char *what = dims.size() == 1   ? "vector of "
                     : dims.size() == 2 ? "matrix of "
                                        : "tensor of ";
  return what + sizes;
}
