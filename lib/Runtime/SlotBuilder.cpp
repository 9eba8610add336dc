//===- SlotBuilder.cpp - Building levels with slots -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Levels that store one coordinate for each parent, below slots that were
// numbered before.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"
#include "TypedArray.h"

#include <algorithm>

using namespace weft::runtime;

Status LevelBuilder::buildOffsets(const Level &level) {
  Status status =
      addArray(target.numSlots, level.coordinateBits / 8, /*zeroed=*/false,
               "the offsets of the " + describeTensor());
  if (status.failed())
    return status;
  withIntegers(level.coordinateBits, arrays.back().data, [&](auto *offsets) {
    using Offset = std::remove_reference_t<decltype(*offsets)>;
    for (int64_t slot = 0; slot < target.numSlots; ++slot)
      offsets[slot] = static_cast<Offset>(target.offsets[slot]);
  });
  return Status::success();
}

Status LevelBuilder::buildPadded(const Level &level) {
  Status status = addCoordinates(level, numPositions);
  if (status.failed())
    return status;
  bool fits = true;
  withIntegers(level.coordinateBits, arrays.back().data, [&](auto *coords) {
    using Coordinate = std::remove_reference_t<decltype(*coords)>;
    std::fill_n(coords, numPositions, static_cast<Coordinate>(-1));
    for (int64_t i = 0; i < entries.count; ++i) {
      Coordinate &stored = coords[position(items[i])];
      auto here = static_cast<Coordinate>(coordinate(items[i], level.mode));
      fits &= stored == -1 || stored == here;
      stored = here;
    }
  });
  if (fits)
    return Status::success();
  return Status::failure(
      "the format " + toString(target.format) + " cannot hold the " +
      describeTensor() + ": level " + std::to_string(numLevels + 1) +
      " (padded) stores at most one coordinate for each position above, but "
      "one has several; use slots, as in ELL");
}
