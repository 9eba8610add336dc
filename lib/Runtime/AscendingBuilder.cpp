//===- AscendingBuilder.cpp - Levels of entries that ascend ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most lists come in the order of the levels, each coordinate once. Such need
// no sort and nothing to keep where each entry has got to: a position is as
// many as came before. All loops go over the list without a branch on what is
// in it, as where rows end is not foreseen.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"

#include "LoopSharing.h"
#include "TypedArray.h"

#include <algorithm>
#include <atomic>
#include <cstring>

using namespace weft::runtime;

/// How many entries a thread takes at a time.
static constexpr int64_t kBlock = 4096;

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

bool weft::runtime::canAppend(const Format &format) {
  size_t numLevels = format.levels.size(), l = 0;
  // Steps are bytes.
  if (numLevels > 100)
    return false;
  while (l < numLevels && format.levels[l].kind == LevelKind::Dense)
    ++l;
  if (l == numLevels)
    return false;
  while (l < numLevels && format.levels[l].kind == LevelKind::Compressed)
    ++l;
  if (l == numLevels)
    return true;
  // A path has all its singletons once where none but the last is unique.
  bool mayRepeat = l > 0 && !format.levels[l - 1].unique;
  for (; l < numLevels && mayRepeat; ++l)
    mayRepeat = format.levels[l].kind == LevelKind::Singleton &&
                (l + 1 == numLevels || !format.levels[l].unique);
  return mayRepeat;
}

/// Finds the steps of a list of `order` modes.
template <typename Order>
static bool findSteps(const EntryView &entries, const int64_t *modes,
                      Order order, char *steps) {
  // Lists without order end that soon.
  constexpr int64_t block = 1024;
  std::atomic<bool> allAscend{true};
  shareBlocks(entries.count - 1, block, [&](int64_t begin, int64_t end) {
    if (!allAscend.load(std::memory_order_relaxed))
      return;
    bool ascends = true;
    const int64_t *before = entries.coordinates + begin * order;
    for (int64_t i = begin + 1; i <= end; ++i, before += order) {
      const int64_t *here = before + order;
      bool isLess = false;
      int64_t step = order;
      for (int64_t l = order - 1; l >= 0; --l) {
        int64_t a = before[modes[l]], b = here[modes[l]];
        isLess = (a < b) | ((a == b) & isLess);
        step = a != b ? l : step;
      }
      ascends &= isLess;
      steps[i] = static_cast<char>(step);
    }
    if (!ascends)
      allAscend = false;
  });
  return allAscend;
}

bool weft::runtime::findSteps(const EntryView &entries, const Format &format,
                              Buffer &steps) {
  std::vector<int64_t> modes;
  for (const Level &level : format.levels)
    modes.push_back(level.mode);
  if (!steps.reserve(entries.count))
    return false;
  steps.data()[0] = 0;
  return withOrder(modes.size(), [&](auto order) {
    return ::findSteps(entries, modes.data(), order, steps.data());
  });
}

//===----------------------------------------------------------------------===//
// The levels
//===----------------------------------------------------------------------===//

/// Coordinates of one mode, in the order of the list.
static Strided<int64_t> getColumn(const EntryView &entries, int64_t mode) {
  return {reinterpret_cast<const char *>(entries.coordinates + mode),
          8 * static_cast<int64_t>(entries.dims.size())};
}

/// How many of the entries are another node in the levels up to `last`.
static int64_t countNodes(const char *steps, int64_t numEntries, int64_t last) {
  int64_t count = 0;
  for (int64_t i = 0; i < numEntries; ++i)
    count += steps[i] <= last;
  return count;
}

void LevelBuilder::appendCoordinates(const Level &level, const char *steps,
                                     int64_t last) {
  Strided<int64_t> column = getColumn(entries, level.mode);
  bool isEach = last + 1 == format.numLevels();
  withIntegers(level.coordinateBits, arrays.back().data, [&](auto *coords) {
    using Coordinate = std::remove_reference_t<decltype(*coords)>;
    int64_t node = -1;
    if (isEach)
      shareBlocks(entries.count, kBlock, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          coords[i] = static_cast<Coordinate>(column[i]);
      });
    else
      for (int64_t i = 0; i < entries.count; ++i) {
        node += steps[i] <= last;
        coords[node] = static_cast<Coordinate>(column[i]);
      }
  });
}

/// Sets positions, which are zero, such that each entry ends the segment of its
/// parent, and each segment without one where that before it ends.
template <typename Position, typename Parent>
static void closeSegments(Position *positions, int64_t numSegments,
                          const char *steps, int64_t count, int64_t last,
                          Parent parent) {
  int64_t end = 0;
  for (int64_t i = 0; i < count; ++i) {
    end += steps[i] <= last;
    positions[parent(i) + 1] = static_cast<Position>(end);
  }
  for (int64_t segment = 0; segment < numSegments; ++segment)
    positions[segment + 1] =
        std::max(positions[segment], positions[segment + 1]);
}

void LevelBuilder::appendPositions(const Level &level, const char *steps,
                                   int64_t last) {
  bool isBelowDense =
      numLevels > 0 && format.levels[numLevels - 1].kind == LevelKind::Dense;
  void *data = arrays[arrays.size() - 2].data;
  withIntegers(level.positionBits, data, [&](auto *positions) {
    auto close = [&](auto parent) {
      closeSegments(positions, numPositions, steps, entries.count, last,
                    parent);
    };
    if (numLevels == 1 && isBelowDense)
      return close([column = getColumn(entries, format.levels[0].mode)](
                       int64_t i) { return column[i]; });
    if (isBelowDense)
      return close([&](int64_t i) {
        int64_t parent = 0, order = entries.dims.size();
        for (int64_t l = 0; l < numLevels; ++l) {
          int64_t mode = format.levels[l].mode;
          parent = parent * entries.dims[mode] +
                   entries.coordinates[i * order + mode];
        }
        return parent;
      });
    // The root is there already, and not among the nodes.
    close([&, parent = int64_t(numLevels == 0 ? 0 : -1)](int64_t i) mutable {
      return parent += steps[i] < numLevels;
    });
  });
}

Status LevelBuilder::appendCompressed(const Level &level, const char *steps) {
  int64_t last = lastOfNode();
  int64_t count = countNodes(steps, entries.count, last);
  Status status = checkPositions(level, count);
  if (status.succeeded())
    status = addPositions(level, numPositions + 1, /*zeroed=*/true);
  if (status.succeeded())
    status = addCoordinates(level, count);
  if (status.failed())
    return status;
  appendCoordinates(level, steps, last);
  appendPositions(level, steps, last);
  numPositions = count;
  return status;
}

Status LevelBuilder::appendValues() {
  int64_t bytes = sizeOf(entries.type);
  Status status = addArray(numPositions, bytes, /*zeroed=*/false,
                           "the values of the " + describeTensor());
  if (status.failed() || numPositions == 0)
    return status;
  auto *values = static_cast<char *>(arrays.back().data);
  auto *from = static_cast<const char *>(entries.values);
  shareBlocks(numPositions, kBlock, [&](int64_t begin, int64_t end) {
    std::memcpy(values + begin * bytes, from + begin * bytes,
                (end - begin) * bytes);
  });
  // A truth value is 0 or 1.
  if (entries.type == ElementType::Bool) {
    auto *values = static_cast<Bool *>(arrays.back().data);
    for (int64_t i = 0; i < numPositions; ++i)
      values[i] = Bool(bool(values[i]));
  }
  return status;
}

Expected<Tensor> LevelBuilder::append(const char *steps) {
  for (const Level &level : format.levels) {
    Status status;
    if (level.kind == LevelKind::Compressed) {
      status = appendCompressed(level, steps);
    } else if (level.kind == LevelKind::Singleton) {
      status = addCoordinates(level, numPositions);
      if (status.succeeded())
        appendCoordinates(level, steps, format.numLevels() - 1);
    } else if (__builtin_mul_overflow(numPositions, entries.dims[level.mode],
                                      &numPositions)) {
      status = tooManyPositions();
    }
    if (status.failed())
      return status;
    ++numLevels;
  }
  Status status = appendValues();
  return status.failed() ? status : finish();
}
