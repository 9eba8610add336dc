//===- SliceBuilder.cpp - Rows in another order, in slices ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of about as many entries are brought together, so that the rows of a
// slice, all of which are as long as its longest, have little to be filled up.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"
#include "Permutation.h"
#include "TypedArray.h"

#include <algorithm>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// Permuted
//===----------------------------------------------------------------------===//

Status weft::runtime::permute(const EntryView &entries, const Level &level,
                              Permutation &permutation) {
  int64_t dim = entries.dims[level.mode], order = entries.dims.size(), bytes;
  if (__builtin_mul_overflow(dim, 3 * sizeof(int64_t), &bytes) ||
      !permutation.memory.reserve(std::max<int64_t>(8, bytes)))
    return Status::outOfMemory(
        notEnoughMemory("the order of " + std::to_string(dim) + " rows",
                        3.0 * sizeof(int64_t) * static_cast<double>(dim)));
  auto *coordinates = reinterpret_cast<int64_t *>(permutation.memory.data());
  int64_t *where = coordinates + dim, *counts = where + dim;
  std::fill_n(counts, dim, 0);
  for (int64_t i = 0; i < entries.count; ++i)
    ++counts[entries.coordinates[i * order + level.mode]];
  for (int64_t i = 0; i < dim; ++i)
    coordinates[i] = i;
  for (int64_t begin = 0; begin < dim;) {
    int64_t end = begin + std::min(level.room, dim - begin);
    std::sort(coordinates + begin, coordinates + end,
              [&](int64_t a, int64_t b) {
                return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
              });
    begin = end;
  }
  for (int64_t position = 0; position < dim; ++position)
    where[coordinates[position]] = position;
  permutation.coordinates = coordinates;
  permutation.where = where;
  return Status::success();
}

Status LevelBuilder::buildPermuted(const Level &level) {
  int64_t dim = entries.dims[level.mode];
  for (const int64_t *from : {target.permutation, target.where}) {
    Status status = addArray(dim, level.coordinateBits / 8, /*zeroed=*/false,
                             "the order of the " + describeTensor());
    if (status.failed())
      return status;
    withIntegers(level.coordinateBits, arrays.back().data, [&](auto *to) {
      using Coordinate = std::remove_reference_t<decltype(*to)>;
      for (int64_t i = 0; i < dim; ++i)
        to[i] = static_cast<Coordinate>(from[i]);
    });
  }
  // Entries have the places of their coordinates.
  return buildDense(level);
}

//===----------------------------------------------------------------------===//
// Sliced
//===----------------------------------------------------------------------===//

Status LevelBuilder::buildSliced(const Level &level) {
  int64_t rows = level.room;
  int64_t numSlices = numPositions / rows + (numPositions % rows != 0);
  Status status = addPositions(level, numSlices + 1, /*zeroed=*/true);
  if (status.failed())
    return status;
  bool fits = true;
  int64_t count = 0;
  withIntegers(level.positionBits, arrays.back().data, [&](auto *positions) {
    using Position = std::remove_reference_t<decltype(*positions)>;
    // Items are sorted by their parents.
    int64_t slice = 0, width = 0, sum = 0;
    auto closeUntil = [&](int64_t end) {
      for (; slice < end; ++slice) {
        fits &= !__builtin_add_overflow(sum, width, &sum);
        positions[slice + 1] = static_cast<Position>(sum);
        width = 0;
      }
    };
    for (int64_t i = 0; i < entries.count; ++i) {
      closeUntil(position(items[i]) / rows);
      width = std::max(width, coordinate(items[i], level.mode) + 1);
    }
    closeUntil(numSlices);
    fits &= !__builtin_mul_overflow(sum, rows, &count);
  });
  if (!fits)
    return tooManyPositions();
  status = checkPositions(level, count);
  if (status.failed())
    return status;
  withIntegers(level.positionBits, arrays.back().data, [&](auto *positions) {
    for (int64_t i = 0; i < entries.count; ++i) {
      int64_t parent = position(items[i]);
      int64_t column =
          positions[parent / rows] + coordinate(items[i], level.mode);
      items[i].key = static_cast<uint64_t>(column * rows + parent % rows);
    }
  });
  numPositions = count;
  // Items are in the order of their rows, positions in that of slots.
  return sortBySlots();
}
