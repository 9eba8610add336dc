//===- CoordinateArray.h - Coordinates in an array --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compressed and singleton levels share: a `crd` array that is read,
// searched and appended to.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_COORDINATEARRAY_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_COORDINATEARRAY_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

namespace weft {

/// The coordinate at a position, which always has one.
ValuePair emitCoordAt(const LevelSite &site, mlir::Value crd,
                      mlir::Value position);

/// The first position in `[begin, end)` whose coordinate is not less than
/// `coordinate`, or `end`, by binary search.
mlir::Value emitSearch(const LevelSite &site, mlir::Value crd,
                       mlir::Value begin, mlir::Value end,
                       mlir::Value coordinate);

/// Appends a coordinate to the `count` that are there and counts it. A
/// structure that is kept has the coordinate already.
void emitAppendCoord(const LevelSite &site, mlir::Value &crd,
                     mlir::Value &count, mlir::Value coordinate);

/// Replaces the array by one for `length` coordinates, which are undefined.
void emitReplaceCoords(const LevelSite &site, mlir::Value &crd,
                       mlir::Value length);

/// Makes room for the coordinates of all parts, which `positions` says the
/// number of.
void emitReservePartitions(const LevelSite &site, mlir::Value &crd,
                           mlir::Value &count, mlir::Value positions);

/// What level types have in common one of whose arrays has the coordinate of
/// each position, ascending below a parent.
template <typename BaseT, unsigned Crd> struct StoredCoordinates : BaseT {
  ValuePair posAccess(mlir::Attribute, const LevelSite &site,
                      mlir::ValueRange arrays, mlir::Value position,
                      mlir::ValueRange) const {
    return emitCoordAt(site, arrays[Crd], position);
  }
  mlir::Value search(mlir::Attribute, const LevelSite &site,
                     mlir::ValueRange arrays, mlir::Value begin,
                     mlir::Value end, mlir::Value coordinate,
                     mlir::ValueRange) const {
    return emitSearch(site, arrays[Crd], begin, end, coordinate);
  }
};

/// What level types with one coordinate below each parent have in common, the
/// first of whose arrays are the coordinates: positions are those of parents.
template <typename BaseT>
struct CoordinateOfParent : StoredCoordinates<BaseT, 0> {
  ValuePair posBounds(mlir::Attribute, const LevelSite &, mlir::ValueRange,
                      mlir::Value begin, mlir::Value end) const {
    return ValuePair{begin, end};
  }
  mlir::Value parentOf(mlir::Attribute, const LevelSite &, mlir::ValueRange,
                       mlir::Value position, mlir::Value, mlir::Value) const {
    return position;
  }
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_COORDINATEARRAY_H
