//===- LevelChecker.cpp - Check of the arrays of a level --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What level types ask of the arrays that store them.
//
//===----------------------------------------------------------------------===//

#include "LevelChecker.h"

#include "ArrayChecks.h"
#include "TypedArray.h"

using namespace weft::runtime;

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
  if (checksAll && !arePositions(*positions, positionBits, numPositions))
    return fail("disordered positions");
  numChildren = loadInteger(positionBits, *positions, numPositions);
  if (numChildren < 0)
    return fail("disordered positions");
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
  if (checksAll && !areCoordinates(*coordinates, coordinateBits, least, dim))
    return outOfRange();
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Rows in another order, in slices
//===----------------------------------------------------------------------===//

// Each array is the inverse of the other.
Status LevelChecker::checkPermutation(int64_t dim) {
  Status status = multiply(dim);
  if (status.failed())
    return status;
  ArrayView *coordinates = take(dim), *where = take(dim);
  if (!coordinates || !where)
    return fail("too few coordinates");
  if (!areCoordinates(*coordinates, coordinateBits, 0, dim) ||
      !areCoordinates(*where, coordinateBits, 0, dim))
    return outOfRange();
  for (int64_t position = 0; position < dim; ++position) {
    int64_t here = loadInteger(coordinateBits, *coordinates, position);
    if (loadInteger(coordinateBits, *where, here) != position)
      return fail("the places", " are not those of the coordinates");
  }
  return Status::success();
}

Status LevelChecker::checkSlices(int64_t rows) {
  numPositions = numPositions / rows + (numPositions % rows != 0);
  Status status = checkSegments();
  return status.failed() ? status : multiply(rows);
}
