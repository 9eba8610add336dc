//===- LevelChecker.h - Check of the arrays of a level ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the levels of a tensor from the outermost to the innermost, one
// function for each level type, and cuts the arrays to what they need.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_LEVELCHECKER_H
#define WEFT_LIB_RUNTIME_LEVELCHECKER_H

#include "StorageCheck.h"

#include <string>

namespace weft {
namespace runtime {

class LevelChecker {
public:
  LevelChecker(StorageView &view, ArrayElements elements)
      : view(view), next(view.arrays.data()),
        checksAll(elements == ArrayElements::Checked) {}

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
  Status checkPermutation(int64_t dim);
  Status checkSlices(int64_t rows);
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
  /// Whether positions and coordinates are looked at one by one, where there is
  /// one for each entry.
  bool checksAll;
  /// The widths of the level.
  int positionBits = 0, coordinateBits = 0;
  /// Of the level above, then of the level.
  int64_t numPositions = 1;
  std::string where;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LEVELCHECKER_H
