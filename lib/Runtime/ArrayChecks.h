//===- ArrayChecks.h - Required contents of level arrays --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of arrays that come from outside, so that nothing that reads them later
// leaves them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_ARRAYCHECKS_H
#define WEFT_LIB_RUNTIME_ARRAYCHECKS_H

#include "StorageView.h"

namespace weft {
namespace runtime {

/// Whether the positions are those of `numParents` segments one after another.
bool arePositions(const ArrayView &array, int bits, int64_t numParents);

/// Whether all coordinates lie within [least, dim).
bool areCoordinates(const ArrayView &array, int bits, int64_t least,
                    int64_t dim);

/// How many coordinates are not negative, which says that there is none.
int64_t countCoordinates(const ArrayView &array, int bits);

/// Whether the positions are the bounds of `numParents` hash tables among
/// `numSlots` slots, each of a size that is zero or a power of two.
bool areTableBounds(const ArrayView &array, int bits, int64_t numParents,
                    int64_t numSlots);

/// Whether each table has a free slot, where a search ends, and all others have
/// coordinates within [0, dim).
bool areTables(const ArrayView &coordinates, int coordinateBits,
               const ArrayView &bounds, int positionBits, int64_t dim);

/// Whether the positions are a begin and an end for each of `numParents`
/// segments among the coordinates, which lie within [0, dim) there.
bool areLooseSegments(const ArrayView &bounds, int positionBits,
                      int64_t numParents, const ArrayView &coordinates,
                      int coordinateBits, int64_t dim);

/// The sum of the lengths of `numParents` segments; -1 if they are none, or if
/// positions cannot number as many.
int64_t sumLengths(const ArrayView &lengths, int bits, int64_t numParents);

/// Whether runs from `first` to `last` in segments with the given positions
/// ascend within [0, dim).
bool areRuns(const ArrayView &positions, int positionBits, int64_t numParents,
             const ArrayView &first, const ArrayView &last, int coordinateBits,
             int64_t dim);

/// Whether intervals with the given positions and first coordinates lie within
/// [0, dim).
bool areIntervals(const ArrayView &positions, int positionBits,
                  int64_t numParents, const ArrayView &first,
                  int coordinateBits, int64_t dim);

/// Whether of `room` places for each parent those before the first -1 have
/// coordinates within [0, dim), and all others -1.
bool arePlaces(const ArrayView &coordinates, int bits, int64_t room,
               int64_t dim);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_ARRAYCHECKS_H
