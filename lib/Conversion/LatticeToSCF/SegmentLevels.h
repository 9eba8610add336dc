//===- SegmentLevels.h - The levels of a segment ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment that spans several levels is walked by the positions of its last
// level. Where a level has as many positions as the level above, the parent of
// a position is known; otherwise the parent's position is tracked: found once
// by search, and moved on when its children come to an end (thesis, section 5.2
// and figure 5-4).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_SEGMENTLEVELS_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_SEGMENTLEVELS_H

#include "Coordinates.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// A range of positions.
struct PositionRange {
  mlir::Value begin, end;
};

/// The way from the first level of a segment to a position of its last.
struct Trail {
  /// One for each level.
  llvm::SmallVector<mlir::Value, 2> positions;
  Coordinates coordinates;
  /// The positions of the tracked levels among them.
  llvm::SmallVector<mlir::Value, 2> tracked;
  /// Whether a coordinate is stored at the last position.
  mlir::Value found;
};

/// What is found at given coordinates.
struct Located {
  mlir::Value position;
  /// The end of the run of positions if the last level is not unique.
  mlir::Value runEnd;
  /// Whether there is an entry. Null if there always is.
  mlir::Value found;
};

class SegmentLevels {
public:
  SegmentLevels(CoiterateOp op, unsigned segment);

  bool isSingle() const { return types.size() == 1; }
  level::LevelTypeAttrInterface getLastType() const { return types.back(); }
  /// Whether no two positions of the last level below one parent have the same
  /// coordinates, by its type or because the entries of a list are combined.
  bool isUnique() const;

  /// Emits the ranges of positions of all levels.
  void emitRanges(mlir::OpBuilder &builder);
  PositionRange getLastRange() const { return ranges.back(); }

  /// The first position of the last level at or after some coordinates. The
  /// positions of the first level are searched from `from` on, if it is given.
  mlir::Value emitLowerBound(mlir::OpBuilder &builder,
                             mlir::ValueRange coordinates,
                             mlir::Value from = nullptr);

  /// Where tracking begins for a position: at the begin of all ranges, or by
  /// search.
  llvm::SmallVector<mlir::Value> getFirstTracked() const;
  llvm::SmallVector<mlir::Value> emitTracked(mlir::OpBuilder &builder,
                                             mlir::Value position);

  /// Moves on to a position that is not before what was tracked.
  Trail emitTrail(mlir::OpBuilder &builder, mlir::Value position,
                  mlir::ValueRange tracked);

  /// Whether positions of the last level have a parent in common, so that the
  /// way to them is the same but for its end.
  bool hasSiblings() const { return isTracked(types.size() - 1); }
  /// The trail to a position without its last coordinate, and that coordinate,
  /// which may be that of another position with the same parent.
  Trail emitParents(mlir::OpBuilder &builder, mlir::Value position,
                    mlir::ValueRange tracked);
  void emitLastCoordinate(mlir::OpBuilder &builder, mlir::Value position,
                          Trail &trail);
  /// The trail to a parent of positions of the last level, without that level;
  /// the parents above it are searched.
  Trail emitTrailTo(mlir::OpBuilder &builder, mlir::Value parent);
  /// The positions of the last level below a parent.
  PositionRange emitChildren(mlir::OpBuilder &builder, mlir::Value parent);
  /// Restricts the ranges of the tracked levels to positions from `first` to
  /// `last`.
  void narrow(mlir::OpBuilder &builder, mlir::ValueRange first,
              mlir::ValueRange last);
  /// The end of the positions that have the parent of a trail.
  mlir::Value emitSiblingsEnd(mlir::OpBuilder &builder, const Trail &trail);

  /// The end of the positions that may have the same coordinates as those of a
  /// trail.
  mlir::Value emitRunLimit(mlir::OpBuilder &builder, const Trail &trail);
  /// Whether a position before the limit has given coordinates.
  mlir::Value emitHasCoordinates(mlir::OpBuilder &builder, mlir::Value position,
                                 mlir::ValueRange coordinates);

  /// Looks up coordinates, level by level; where `inside` is given and does not
  /// hold, they are none of the dimension, and no level is asked for them that
  /// would have to look.
  Located emitLocate(mlir::OpBuilder &builder, mlir::ValueRange coordinates,
                     mlir::Value inside = nullptr);

  /// Whether the segment has a parent, where that is not known: a path that
  /// turned out to be absent has an empty range of them. Null if it has.
  mlir::Value emitHasParent(mlir::OpBuilder &builder);

private:
  /// Whether the position above level `k` is tracked.
  bool isTracked(unsigned k) const { return k > 0 && !types[k].isBranchless(); }
  /// The highest level from which on positions correspond to each other.
  unsigned getAnchor() const;
  PositionRange emitBounds(mlir::OpBuilder &builder, unsigned k,
                           mlir::Value begin, mlir::Value end);
  mlir::Value emitParent(mlir::OpBuilder &builder, unsigned k,
                         mlir::Value position);
  mlir::Value emitAdvance(mlir::OpBuilder &builder, unsigned k,
                          mlir::Value position, mlir::Value parent);
  mlir::Value emitCoordinate(mlir::OpBuilder &builder, unsigned k,
                             mlir::ValueRange positions,
                             mlir::ValueRange coordinates, mlir::Value *found);
  PositionRange emitSearch(mlir::OpBuilder &builder, unsigned k,
                           PositionRange range, mlir::ValueRange coordinates);
  Located emitLocateLevel(mlir::OpBuilder &builder, unsigned k,
                          PositionRange parents, mlir::Value found,
                          mlir::ValueRange coordinates);
  /// The coordinates above the segment and of its own first levels.
  llvm::SmallVector<mlir::Value>
  getCoordsWith(mlir::ValueRange coordinates) const;

  CoiterateOp op;
  unsigned segment;
  mlir::Value storage;
  int64_t first;
  llvm::SmallVector<level::LevelTypeAttrInterface> types;
  llvm::SmallVector<PositionRange> ranges;
};

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_SEGMENTLEVELS_H
