//===- SegmentBuilder.cpp - Building levels of segments -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relatives of compressed levels: those that say in another way where the
// coordinates of a parent are, and those that have intervals of them or room
// for a fixed number.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"

#include "TypedArray.h"

#include <algorithm>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// Other bounds of segments
//===----------------------------------------------------------------------===//

Status LevelBuilder::buildLooseCompressed(const Level &level) {
  int64_t numSegments = numPositions;
  Status status = buildCompressed(level);
  if (status.failed())
    return status;
  int64_t numBounds;
  if (__builtin_mul_overflow(numSegments, 2, &numBounds))
    return Status::failure("not enough memory: the positions of " +
                           describeLevel() + " are more than 2^63");
  status = addPositions(level, numBounds);
  if (status.failed())
    return status;
  // The bounds come before the coordinates, in place of the compressed ones.
  weft_array &bounds = arrays[arrays.size() - 3];
  std::swap(bounds, arrays.back());
  withIntegers(level.positionBits, arrays.back().data, [&](auto *compressed) {
    auto *loose = static_cast<decltype(compressed)>(bounds.data);
    for (int64_t parent = 0; parent < numSegments; ++parent) {
      loose[2 * parent] = compressed[parent];
      loose[2 * parent + 1] = compressed[parent + 1];
    }
  });
  deallocate(arrays.back().data);
  arrays.pop_back();
  return Status::success();
}

Status LevelBuilder::buildListed(const Level &level) {
  int64_t numSegments = numPositions;
  Status status = buildCompressed(level);
  if (status.failed())
    return status;
  weft_array &lengths = arrays[arrays.size() - 2];
  withIntegers(level.positionBits, lengths.data, [&](auto *positions) {
    for (int64_t parent = 0; parent < numSegments; ++parent)
      positions[parent] = positions[parent + 1] - positions[parent];
  });
  lengths.length = numSegments;
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

bool LevelBuilder::continuesRun(int64_t i, int64_t mode) const {
  // What is below another level than the last may differ, and the components of
  // entries that are summed are not known yet.
  if (i == 0 || numLevels + 1 != format.numLevels() || isDuplicate(items[i]) ||
      isDuplicate(items[i - 1]) ||
      (i + 1 < entries.count && isDuplicate(items[i + 1])) ||
      position(items[i]) != position(items[i - 1]) ||
      coordinate(items[i], mode) != coordinate(items[i - 1], mode) + 1)
    return false;
  int64_t bytes = sizeOf(entries.type);
  const char *values = static_cast<const char *>(entries.values);
  return std::equal(values + items[i].index * bytes,
                    values + (items[i].index + 1) * bytes,
                    values + items[i - 1].index * bytes);
}

Status LevelBuilder::buildRunLength(const Level &level) {
  // Which items begin a run; the positions of parents are replaced below.
  Buffer memory;
  if (!memory.reserve(std::max<int64_t>(1, entries.count)))
    return Status::outOfMemory(notEnoughMemory(
        "finding runs in " + std::to_string(entries.count) + " entries",
        static_cast<double>(entries.count)));
  char *begins = memory.data();
  int64_t count = 0;
  for (int64_t i = 0; i < entries.count; ++i) {
    begins[i] = !isRepeated(i, numLevels) && !continuesRun(i, level.mode);
    count += begins[i];
  }
  Status status = checkPositions(level, count);
  int64_t numSegments = numPositions;
  if (status.succeeded())
    status = addPositions(level, numSegments + 1);
  for (int bound = 0; bound < 2 && status.succeeded(); ++bound)
    status = addCoordinates(level, count);
  if (status.failed())
    return status;
  void *positionData = arrays[arrays.size() - 3].data;
  void *firstData = arrays[arrays.size() - 2].data;
  void *lastData = arrays.back().data;
  withIntegers(level.positionBits, positionData, [&](auto *positions) {
    withIntegers(level.coordinateBits, firstData, [&](auto *first) {
      auto *last = static_cast<decltype(first)>(lastData);
      using Position = std::remove_reference_t<decltype(*positions)>;
      using Coordinate = std::remove_reference_t<decltype(*first)>;
      int64_t next = 0, segment = -1;
      for (int64_t i = 0; i < entries.count; ++i) {
        auto here = static_cast<Coordinate>(coordinate(items[i], level.mode));
        if (begins[i]) {
          while (segment < position(items[i]))
            positions[++segment] = static_cast<Position>(next);
          first[next++] = here;
        }
        last[next - 1] = here;
        items[i].key = static_cast<uint64_t>(next - 1);
      }
      while (segment < numSegments)
        positions[++segment] = static_cast<Position>(next);
    });
  });
  numPositions = count;
  return Status::success();
}

Status LevelBuilder::buildInterval(const Level &level) {
  int64_t numSegments = numPositions;
  Status status = addPositions(level, numSegments + 1);
  if (status.succeeded())
    status = addCoordinates(level, numSegments, /*zeroed=*/true);
  if (status.failed())
    return status;
  void *positionData = arrays[arrays.size() - 2].data;
  void *firstData = arrays.back().data;
  // Widths may add up to more than there are numbers.
  int64_t count = 0;
  withIntegers(level.positionBits, positionData, [&](auto *positions) {
    withIntegers(level.coordinateBits, firstData, [&](auto *first) {
      using Position = std::remove_reference_t<decltype(*positions)>;
      using Coordinate = std::remove_reference_t<decltype(*first)>;
      int64_t segment = -1;
      for (int64_t i = 0; i < entries.count && count >= 0;) {
        int64_t parent = position(items[i]);
        while (segment < parent)
          positions[++segment] = static_cast<Position>(count);
        int64_t begin = coordinate(items[i], level.mode), width = 0;
        first[parent] = static_cast<Coordinate>(begin);
        for (; i < entries.count && position(items[i]) == parent; ++i) {
          // The coordinates of one parent ascend.
          int64_t distance = coordinate(items[i], level.mode) - begin;
          items[i].key = static_cast<uint64_t>(count + distance);
          width = distance + 1;
        }
        if (__builtin_add_overflow(count, width, &count))
          count = -1;
      }
      while (segment < numSegments)
        positions[++segment] = static_cast<Position>(count);
    });
  });
  if (count < 0)
    return Status::failure("not enough memory: the intervals of " +
                           describeLevel() +
                           " have more than 2^63 coordinates");
  numPositions = count;
  return checkPositions(level, count);
}

//===----------------------------------------------------------------------===//
// Room for a fixed number
//===----------------------------------------------------------------------===//

Status LevelBuilder::buildStructured(const Level &level) {
  if (__builtin_mul_overflow(numPositions, level.room, &numPositions))
    return tooManyPositions();
  Status status = addCoordinates(level, numPositions);
  if (status.failed())
    return status;
  bool fits = true;
  withIntegers(level.coordinateBits, arrays.back().data, [&](auto *coords) {
    using Coordinate = std::remove_reference_t<decltype(*coords)>;
    std::fill_n(coords, numPositions, static_cast<Coordinate>(-1));
    int64_t last = -1, used = 0;
    for (int64_t i = 0; i < entries.count && fits; ++i) {
      int64_t parent = position(items[i]);
      int64_t here = coordinate(items[i], level.mode);
      int64_t begin = parent * level.room;
      if (parent != last)
        used = 0;
      last = parent;
      if (used == 0 || coords[begin + used - 1] != here) {
        fits = used < level.room;
        if (fits)
          coords[begin + used++] = static_cast<Coordinate>(here);
      }
      items[i].key = static_cast<uint64_t>(begin + used - 1);
    }
  });
  if (fits)
    return Status::success();
  return Status::failure(
      "the format " + toString(target.format) + " cannot hold the " +
      describeTensor() + ": level " + std::to_string(numLevels + 1) +
      " (structured) has room for " + std::to_string(level.room) +
      (level.room == 1 ? " coordinate" : " coordinates") +
      " below each position above, but one has more");
}

//===----------------------------------------------------------------------===//
// Batched
//===----------------------------------------------------------------------===//

Status LevelBuilder::buildBatched(const Level &level) {
  // The levels above are dense, so that batches have equally many positions.
  int64_t numBatches = entries.dims[format.levels[0].mode];
  int64_t numParents = numBatches == 0 ? 0 : numPositions / numBatches;
  std::vector<int64_t> counts(numBatches);
  for (int64_t i = 0; i < entries.count; ++i)
    if (!isRepeated(i, numLevels))
      ++counts[position(items[i]) / numParents];
  int64_t room = 0;
  for (int64_t count : counts)
    room = std::max(room, count);
  int64_t count, numBounds;
  if (__builtin_mul_overflow(room, numBatches, &count) ||
      __builtin_add_overflow(numPositions, numBatches, &numBounds))
    return tooManyPositions();
  Status status = checkPositions(level, count);
  if (status.succeeded())
    status = addPositions(level, numBounds, /*zeroed=*/true);
  if (status.succeeded())
    status = addCoordinates(level, count, /*zeroed=*/true);
  if (status.failed())
    return status;
  void *positionData = arrays[arrays.size() - 2].data;
  void *coordinateData = arrays.back().data;
  withIntegers(level.positionBits, positionData, [&](auto *positions) {
    withIntegers(level.coordinateBits, coordinateData, [&](auto *coords) {
      using Position = std::remove_reference_t<decltype(*positions)>;
      using Coordinate = std::remove_reference_t<decltype(*coords)>;
      // Where a parent's segment ends, for now how many are in it.
      int64_t next = 0, batch = -1;
      for (int64_t i = 0; i < entries.count; ++i) {
        if (!isRepeated(i, numLevels)) {
          int64_t parent = position(items[i]);
          if (parent / numParents != batch) {
            batch = parent / numParents;
            next = batch * room;
          }
          ++positions[parent + batch + 1];
          coords[next++] =
              static_cast<Coordinate>(coordinate(items[i], level.mode));
        }
        items[i].key = next - 1;
      }
      for (batch = 0; batch < numBatches; ++batch) {
        Position *bounds = positions + batch * (numParents + 1);
        for (int64_t parent = 0; parent < numParents; ++parent)
          bounds[parent + 1] += bounds[parent];
      }
    });
  });
  numPositions = count;
  return Status::success();
}
