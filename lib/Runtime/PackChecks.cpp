//===- PackChecks.cpp - Checks of entries -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is wrong with entries, and where they came from.
//
//===----------------------------------------------------------------------===//

#include "PackChecks.h"

#include "LoopSharing.h"
#include "TypedArray.h"

#include <algorithm>
#include <atomic>

using namespace weft::runtime;

/// "(3, 7)".
static std::string describeCoordinate(const EntryView &entries, int64_t index) {
  int64_t order = entries.dims.size();
  int64_t first = entries.countsFromOne ? 1 : 0;
  std::string text;
  for (int64_t mode = 0; mode < order; ++mode)
    text += (mode == 0 ? "" : ", ") +
            std::to_string(entries.coordinates[index * order + mode] + first);
  return "(" + text + ")";
}

Status weft::runtime::failDuplicate(const EntryView &entries, int64_t first,
                                    int64_t second) {
  std::string message = "duplicate entry at the coordinates " +
                        describeCoordinate(entries, first);
  if (entries.lines)
    message += ": line " + std::to_string(entries.lines[second]) +
               " repeats line " + std::to_string(entries.lines[first]);
  return Status::failure(message);
}

Status weft::runtime::failSum(const EntryView &entries, int64_t first) {
  std::string message = "the sum of the entries at the coordinates " +
                        describeCoordinate(entries, first) + " does not fit " +
                        nameOf(entries.type);
  if (entries.lines)
    message +=
        ", the first of them on line " + std::to_string(entries.lines[first]);
  return Status::failure(message + "; choose a wider type");
}

Status weft::runtime::checkDims(const EntryView &entries,
                                const Format &format) {
  for (const Level &level : format.levels) {
    if (level.part == LevelPart::Slot)
      continue;
    int64_t dim = entries.dims[level.mode];
    int64_t size = level.sizeOf(dim);
    std::string what = "mode " + std::to_string(level.mode + 1) +
                       " has the size " + std::to_string(dim);
    if (dim < 0)
      return Status::failure(what + ", expected zero or more");
    // Level types of plugins say by their arrays whether they store any.
    const std::vector<ArrayInfo> &arrays = arraysOf(level);
    bool isStored =
        level.kind == LevelKind::Plugin
            ? std::any_of(arrays.begin(), arrays.end(),
                          [](const ArrayInfo &array) {
                            return array.kind == ArrayKind::Coordinates;
                          })
            : level.kind != LevelKind::Dense && level.kind != LevelKind::Bitmap;
    if (isStored && size - 1 > largestInteger(level.coordinateBits))
      return Status::failure(
          what + ", which needs the coordinate " + std::to_string(size - 1) +
          ", and the largest that fits is " +
          std::to_string(largestInteger(level.coordinateBits)) +
          "; use a format with wider coordinates, which {crd=64} behind its "
          "name asks for");
  }
  return Status::success();
}

/// Whether all coordinates lie within the dimensions, which are not negative.
static bool areInside(const EntryView &entries) {
  return withOrder(entries.dims.size(), [&](auto order) {
    const int64_t *dims = entries.dims.data();
    std::atomic<bool> areAllInside{true};
    // Threads take many at a time.
    constexpr int64_t block = 4096;
    shareBlocks(entries.count, block, [&](int64_t begin, int64_t end) {
      const int64_t *coordinate = entries.coordinates + begin * order;
      bool areInside = true;
      for (int64_t i = begin; i < end; ++i)
        for (int64_t mode = 0; mode < order; ++mode, ++coordinate)
          areInside &= static_cast<uint64_t>(*coordinate) <
                       static_cast<uint64_t>(dims[mode]);
      if (!areInside)
        areAllInside = false;
    });
    return areAllInside.load();
  });
}

Status weft::runtime::checkCoordinates(const EntryView &entries) {
  if (areInside(entries))
    return Status::success();
  int64_t order = entries.dims.size();
  const int64_t *coordinate = entries.coordinates;
  for (int64_t i = 0; i < entries.count; ++i)
    for (int64_t mode = 0; mode < order; ++mode, ++coordinate)
      if (*coordinate < 0 || *coordinate >= entries.dims[mode])
        return Status::failure("entry " + std::to_string(i + 1) +
                               " has the coordinates " +
                               describeCoordinate(entries, i) +
                               ", outside the " + describeDims(entries.dims));
  return Status::success();
}
