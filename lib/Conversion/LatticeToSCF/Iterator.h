//===- Iterator.h - Code of one coiterated segment -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterators exist at compile time only: they emit the code that walks over one
// segment, or over the universe (thesis section 5.2). Which level functions
// that takes depends on the capabilities of the level type, and nothing outside
// of this file knows it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATOR_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATOR_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "mlir/IR/Builders.h"

namespace weft {
namespace lattice {

/// Where a segment stands at one coordinate.
struct Place {
  /// The coordinate of an iterator, which may be past the resolved one.
  mlir::Value coordinate;
  /// The position of the coordinate, and the end of the run of positions with
  /// the same coordinate if the level is not unique.
  mlir::Value position, runEnd;
  /// Whether the coordinate is the resolved one. Null if it always is.
  mlir::Value matches;
  /// Whether an entry is stored there. Null if one always is.
  mlir::Value found;
};

/// One segment of a `lattice.coiterate`, or its universe. Its induction
/// variable is a position if the level has position iterate, and a coordinate
/// otherwise.
class Iterator {
public:
  /// `segment` is the number of segments for the universe.
  Iterator(CoiterateOp op, unsigned segment);

  /// Emits the bounds of the induction variable.
  void initialize(mlir::OpBuilder &builder);
  mlir::Value getBegin() const { return begin; }
  mlir::Value getEnd() const { return end; }

  bool isUniverse() const { return !type; }
  /// Whether equal coordinates follow each other.
  bool hasRuns() const { return type && !type.isUnique(); }
  /// Whether each place between the bounds has an entry, so that a coordinate
  /// means that there is one.
  bool alwaysFinds() const;

  /// The coordinate at a value of the induction variable, or of a locator's.
  void emitAccess(mlir::OpBuilder &builder, mlir::Value induction,
                  Place &place);
  /// Looks up the resolved coordinate.
  Place emitLocate(mlir::OpBuilder &builder, mlir::Value coordinate);
  /// The first position from `start` on that has another coordinate.
  mlir::Value emitRunEnd(mlir::OpBuilder &builder, mlir::Value start,
                         mlir::Value coordinate);

private:
  bool iteratesPositions() const { return type && type.hasPositionIterate(); }
  mlir::Value emitPosAccess(mlir::OpBuilder &builder, mlir::Value position,
                            mlir::Value *found);

  CoiterateOp op;
  unsigned segment;
  /// Null for the universe.
  level::LevelTypeAttrInterface type;
  mlir::Value begin, end;
};

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATOR_H
