//===- StorageCheck.cpp - Whether arrays store a tensor -------------------===//
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

#include "StorageCheck.h"

#include "ArrayChecks.h"
#include "TypedArray.h"

#include <string>

using namespace weft::runtime;

namespace {
class LevelChecker {
public:
  explicit LevelChecker(StorageView &view)
      : view(view), next(view.arrays.data()) {}

  /// Checks a level; all levels, from the first on, must be.
  Status check(int64_t l);
  /// Checks the values at last.
  Status checkValues();
  int64_t getNumPositions() const { return numPositions; }

private:
  Status checkPresence();
  Status checkTables(int64_t dim);
  Status checkLooseSegments(int64_t dim);
  Status checkBatches(int64_t numBatches, int64_t dim);
  Status checkIntervals(int64_t dim);
  Status checkRuns(int64_t dim);
  Status checkPlaces(int64_t room, int64_t dim);
  Status checkOffsets(int64_t l);

  /// The positions of segments, and what is in the segments.
  Status checkSegments(ArrayView *&positions, int64_t &numChildren);
  Status checkSegments();
  Status checkLengths();
  /// A coordinate, not less than `least`, for each position.
  Status checkCoordinates(int64_t least, int64_t dim);

  /// Takes an array and cuts it to a length; null if it is shorter.
  ArrayView *take(int64_t length) {
    ArrayView *array = next++;
    if (array->length < length)
      return nullptr;
    array->length = length;
    return array;
  }
  /// Goes on with so many positions for each.
  Status multiply(int64_t count) {
    if (__builtin_mul_overflow(numPositions, count, &numPositions))
      return Status::failure("the number of positions exceeds 63 bits");
    return Status::success();
  }
  /// What is wrong with the level.
  Status fail(const std::string &what, const std::string &how = "") const {
    return Status::failure(what + where + how);
  }
  Status outOfRange() const { return fail("a coordinate", " is out of range"); }

  const StorageView &view;
  ArrayView *next;
  /// The widths of the level.
  int positionBits = 0, coordinateBits = 0;
  /// Of the level above, then of the level.
  int64_t numPositions = 1;
  std::string where;
};
} // namespace

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
  }
  return status;
}

Status LevelChecker::checkPresence() {
  if (!take(numPositions))
    return fail("too few presences");
  return Status::success();
}

Status LevelChecker::checkTables(int64_t dim) {
  ArrayView &bounds = *next++, &slots = *next++;
  if (bounds.length / 2 < numPositions)
    return fail("too few positions");
  bounds.length = 2 * numPositions;
  if (!areTableBounds(bounds, positionBits, numPositions, slots.length))
    return fail("disordered positions");
  if (!areTables(slots, coordinateBits, bounds, positionBits, dim))
    return outOfRange();
  numPositions = slots.length;
  return Status::success();
}

Status LevelChecker::checkLooseSegments(int64_t dim) {
  ArrayView &bounds = *next++, &coordinates = *next++;
  if (bounds.length / 2 < numPositions)
    return fail("too few positions");
  bounds.length = 2 * numPositions;
  if (!areLooseSegments(bounds, positionBits, numPositions, coordinates,
                        coordinateBits, dim))
    return fail("a segment", " is out of range");
  numPositions = coordinates.length;
  return Status::success();
}

Status LevelChecker::checkBatches(int64_t numBatches, int64_t dim) {
  ArrayView &bounds = *next++, &coordinates = *next++;
  int64_t numBounds = 0, room = 0;
  if (numBatches > 0) {
    numBounds = numPositions / numBatches + 1;
    room = coordinates.length / numBatches;
  }
  int64_t length;
  if (__builtin_mul_overflow(numBatches, numBounds, &length) ||
      bounds.length < length)
    return fail("too few positions");
  bounds.length = length;
  coordinates.length = numBatches * room;
  if (coordinates.length > largestInteger(positionBits))
    return fail("too many coordinates");
  for (int64_t batch = 0; batch < numBatches; ++batch) {
    auto viewBatch = [batch](const ArrayView &array, int64_t count) {
      char *data = static_cast<char *>(array.data);
      if (data)
        data += batch * count * array.stride;
      return ArrayView{data, count, array.stride};
    };
    ArrayView positions = viewBatch(bounds, numBounds);
    ArrayView stored = viewBatch(coordinates, room);
    if (!arePositions(positions, positionBits, numBounds - 1))
      return fail("disordered positions");
    stored.length = loadInteger(positionBits, positions, numBounds - 1);
    if (stored.length > room)
      return fail("too few coordinates");
    if (!areCoordinates(stored, coordinateBits, 0, dim))
      return outOfRange();
  }
  numPositions = coordinates.length;
  return Status::success();
}

Status LevelChecker::checkIntervals(int64_t dim) {
  ArrayView *positions = nullptr;
  int64_t numChildren = 0;
  Status status = checkSegments(positions, numChildren);
  if (status.failed())
    return status;
  ArrayView *first = take(numPositions);
  if (!first)
    return fail("too few coordinates");
  if (!areIntervals(*positions, positionBits, numPositions, *first,
                    coordinateBits, dim))
    return outOfRange();
  numPositions = numChildren;
  return Status::success();
}

Status LevelChecker::checkRuns(int64_t dim) {
  ArrayView *positions = nullptr;
  int64_t numRuns = 0;
  Status status = checkSegments(positions, numRuns);
  if (status.failed())
    return status;
  ArrayView *first = take(numRuns), *last = take(numRuns);
  if (!first || !last)
    return fail("too few coordinates");
  if (!areRuns(*positions, positionBits, numPositions, *first, *last,
               coordinateBits, dim))
    return outOfRange();
  numPositions = numRuns;
  return Status::success();
}

Status LevelChecker::checkPlaces(int64_t room, int64_t dim) {
  ArrayView *coordinates = take(numPositions);
  if (!coordinates)
    return fail("too few coordinates");
  if (!arePlaces(*coordinates, coordinateBits, room, dim))
    return outOfRange();
  return Status::success();
}

// Offsets are those of diagonals that cross the matrix, in order; the range and
// the offset level have the same.
Status LevelChecker::checkOffsets(int64_t l) {
  ArrayView *offsets = take(view.numSlots);
  if (!offsets)
    return fail("too few offsets");
  bool isRange = view.format.levels[l].kind == LevelKind::Range;
  int64_t range = isRange ? l : l - 1;
  bool isBelowRange =
      !isRange && view.format.levels[range].kind == LevelKind::Range;
  int64_t numRows = view.levelSize(view.format.levels[range]);
  int64_t numColumns = view.levelSize(view.format.levels[range + 1]);
  int64_t last = -numRows;
  for (int64_t slot = 0; slot < view.numSlots; ++slot) {
    int64_t offset = loadInteger(coordinateBits, *offsets, slot);
    if (offset <= last || offset >= numColumns)
      return fail("disordered offsets");
    last = offset;
    // The array of the range is the one before.
    if (isBelowRange &&
        loadInteger(coordinateBits, *(offsets - 1), slot) != offset)
      return fail("the offsets", " differ from those of the range");
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

Status LevelChecker::checkSegments(ArrayView *&positions,
                                   int64_t &numChildren) {
  if (next->length <= numPositions)
    return fail("too few positions");
  positions = take(numPositions + 1);
  if (!arePositions(*positions, positionBits, numPositions))
    return fail("disordered positions");
  numChildren = loadInteger(positionBits, *positions, numPositions);
  return Status::success();
}

Status LevelChecker::checkSegments() {
  ArrayView *positions = nullptr;
  int64_t numChildren = 0;
  Status status = checkSegments(positions, numChildren);
  numPositions = numChildren;
  return status;
}

Status LevelChecker::checkLengths() {
  ArrayView *lengths = take(numPositions);
  if (!lengths)
    return fail("too few lengths");
  numPositions = sumLengths(*lengths, positionBits, numPositions);
  if (numPositions < 0)
    return fail("a length", " is out of range");
  return Status::success();
}

Status LevelChecker::checkCoordinates(int64_t least, int64_t dim) {
  ArrayView *coordinates = take(numPositions);
  if (!coordinates)
    return fail("too few coordinates");
  if (!areCoordinates(*coordinates, coordinateBits, least, dim))
    return outOfRange();
  return Status::success();
}

Status LevelChecker::checkValues() {
  return take(numPositions) ? Status::success()
                            : Status::failure("too few values");
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Expected<int64_t> weft::runtime::checkStorage(StorageView &view) {
  for (const ArrayView &array : view.arrays)
    if (array.length < 0 || (array.length > 0 && !array.data))
      return Status::failure("an array has no memory");
  for (int64_t dim : view.dims)
    if (dim < 0)
      return Status::failure("a size is negative");
  if (view.numSlots < 0)
    return Status::failure("the number of slots is negative");
  LevelChecker levels(view);
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
