//===- Iterator.h - Code of one coiterated segment --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterators exist at compile time only: they emit the code that walks over one
// segment, or over the universe (thesis section 5.2). Which level functions
// that takes depends on the capabilities of the level types, and nothing
// outside of this file and SegmentLevels.h knows it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATOR_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATOR_H

#include "IterationSpace.h"
#include "SegmentLevels.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "llvm/ADT/SmallBitVector.h"

namespace weft {
namespace lattice {

/// Where a segment stands at one coordinate.
struct Place {
  /// The coordinates of an iterator, which may be past the resolved ones.
  Coordinates coordinates;
  /// The position of the coordinates, and the end of the run of positions with
  /// the same coordinates if the level is not unique.
  mlir::Value position, runEnd;
  /// The component there, if that is known and the position is not.
  mlir::Value component;
  /// Whether the coordinates are the resolved ones. Null if they always are.
  mlir::Value matches;
  /// Whether an entry is stored there. Null if one always is.
  mlir::Value found;
  /// The induction variables behind the first, moved on to this place.
  llvm::SmallVector<mlir::Value, 2> tracked;
  /// A bound of the end of the run, where it is not that of the iterator.
  mlir::Value runLimit;
};

/// Positions of a segment that follow each other below one parent.
struct Siblings {
  /// The way to their parent.
  Trail trail;
  mlir::Value end;
};

/// One segment of a `lattice.coiterate`, or its universe. The first of its
/// induction variables is a position if the segment is iterated by positions,
/// and a coordinate otherwise; more of them track the levels above or, for a
/// universe of several dimensions, the coordinates.
class Iterator {
public:
  /// `segment` is the number of segments for the universe.
  Iterator(CoiterateOp op, IterationSpace &space, unsigned segment);

  /// Emits the bounds of the induction variables. If the coiterated variable
  /// counts positions, `start` are the first coordinates, except for the
  /// segment whose positions they are.
  void initialize(mlir::OpBuilder &builder, mlir::ValueRange start = {});
  /// The induction variables at the begin.
  llvm::ArrayRef<mlir::Value> getBegin() const { return begin; }
  /// The end of the first induction variable.
  mlir::Value getEnd() const { return end; }

  bool isUniverse() const { return !levels; }
  /// Whether equal coordinates follow each other.
  bool hasRuns() const { return levels && !levels->isUnique(); }
  /// Whether all positions between two with equal coordinates have these.
  bool hasOrderedRuns() const {
    return hasRuns() && iteratesPositions() && levels->isSingle() &&
           levels->getLastType().isOrdered();
  }
  /// Whether the coordinates between the bounds ascend, and none is there
  /// twice.
  bool isDistinct() const {
    return !isUniverse() && levels->isSingle() &&
           levels->getLastType().isOrdered() &&
           levels->getLastType().isUnique();
  }
  /// The segment whose positions the first induction variable counts; null if
  /// it counts coordinates. A segment of several levels has several parents,
  /// but below one of its siblings.
  LevelSegmentAttr getSegmentAttr(bool areSiblings = false) const;
  /// Notes on a loop over positions which segment they are of.
  void describeLoop(mlir::Operation *loop, bool areSiblings = false) const;
  /// Whether each place between the bounds has an entry, so that a coordinate
  /// means that there is one.
  bool alwaysFinds() const;
  /// Whether a place without an entry has no coordinate of the dimension
  /// either.
  bool mayLackCoordinate() const {
    return iteratesPositions() && !alwaysFinds();
  }

  /// The coordinates at a value of the induction variables, the first of which
  /// is before the end.
  void emitAccess(mlir::OpBuilder &builder, mlir::ValueRange inductions,
                  Place &place);
  /// Whether positions follow each other below one parent of several levels, in
  /// a loop of their own.
  bool hasSiblings() const {
    return iteratesPositions() && !levels->isSingle() && levels->hasSiblings();
  }
  /// The siblings from a position on, which is before the end.
  Siblings emitSiblings(mlir::OpBuilder &builder, mlir::ValueRange inductions);
  /// The levels above a position that are tracked.
  llvm::SmallVector<mlir::Value> emitTracked(mlir::OpBuilder &builder,
                                             mlir::Value position) {
    return levels->emitTracked(builder, position);
  }
  /// Goes over positions whose tracked parents are between given ones.
  void narrow(mlir::OpBuilder &builder, mlir::ValueRange first,
              mlir::ValueRange last) {
    levels->narrow(builder, first, last);
  }
  /// The positions of the last level below a parent.
  PositionRange emitChildren(mlir::OpBuilder &builder, mlir::Value parent) {
    return levels->emitChildren(builder, parent);
  }
  /// The way to a parent above the last level.
  Trail emitTrailTo(mlir::OpBuilder &builder, mlir::Value parent) {
    return levels->emitTrailTo(builder, parent);
  }
  /// The coordinates at the position of one of them.
  void emitAccess(mlir::OpBuilder &builder, const Siblings &siblings,
                  mlir::Value position, Place &place);
  /// Looks up the resolved coordinates; `variable` is the coiterated variable
  /// if it derives from others, and `inside` tells whether there are any, where
  /// it is given.
  Place emitLocate(mlir::OpBuilder &builder, mlir::ValueRange coordinates,
                   mlir::Value variable, mlir::Value inside);
  /// The first position from `start` on that has not the resolved coordinates,
  /// or in an ordered run one less than `stride` positions before that.
  mlir::Value emitRunEnd(mlir::OpBuilder &builder, mlir::Value start,
                         const Place &place, mlir::ValueRange coordinates,
                         int64_t stride = 1);
  /// Whether a position, which may be behind the end, has the coordinates.
  mlir::Value emitIsInRun(mlir::OpBuilder &builder, mlir::Value position,
                          mlir::ValueRange coordinates);
  /// Whether positions can be divided where runs of equal coordinates begin.
  bool canDivideRuns() { return hasOrderedRuns() && canGallop(); }
  /// The first position from `position` on, up to the end, that does not go on
  /// with a run from before it.
  mlir::Value emitRunBegin(mlir::OpBuilder &builder, mlir::Value position);
  /// Goes over the positions of a partition.
  void divide(mlir::Value partBegin, mlir::Value partEnd) {
    begin.front() = partBegin;
    end = partEnd;
  }
  /// Whether the next coordinate that is not before another one can be
  /// searched.
  bool canGallop();
  /// The first position behind one with a coordinate before `target` whose
  /// coordinate is not before it, by steps of double length.
  mlir::Value emitGallop(mlir::OpBuilder &builder, mlir::Value position,
                         mlir::Value target);
  /// The induction variables behind the first, after a place was visited; if it
  /// does not match, they stay.
  llvm::SmallVector<mlir::Value> emitNextTracked(mlir::OpBuilder &builder,
                                                 const Place &place);
  /// All induction variables after a place.
  llvm::SmallVector<mlir::Value> emitNext(mlir::OpBuilder &builder,
                                          mlir::ValueRange inductions,
                                          const Place &place);

private:
  /// Whether the first induction variable is a position. A segment of several
  /// levels, and one whose positions are counted, may end in a level whose
  /// positions count its coordinates.
  bool iteratesPositions() const {
    if (!levels)
      return false;
    level::LevelTypeAttrInterface type = levels->getLastType();
    bool takesPositions =
        !levels->isSingle() || CoiterateOp(op).isPositionSegment(segment);
    return takesPositions ? level::canIteratePositions(type)
                          : type.hasPositionIterate();
  }
  /// Whether coordinates are tested for the window, which has no bounds among
  /// positions without order.
  bool isTested() const {
    return CoiterateOp(op).getWindowed() && iteratesPositions() &&
           levels->isSingle() && !levels->getLastType().isOrdered() &&
           !CoiterateOp(op).isAlongVariable(segment);
  }
  mlir::Value emitIsInside(mlir::OpBuilder &builder, mlir::Value coordinate);
  /// What the coordinates of the segment are multiples of; 0 if it is not
  /// shifted.
  int64_t getStride() const {
    return isUniverse() ? 0 : CoiterateOp(op).getSegment(segment).getStride();
  }
  /// Whether a coordinate of the segment is a multiple.
  mlir::Value emitIsMultiple(mlir::OpBuilder &builder, mlir::Value coordinate);
  /// The first position from `position` on whose coordinate is a multiple.
  mlir::Value emitSkip(mlir::OpBuilder &builder, mlir::Value position);
  void initializeCoordinates(mlir::OpBuilder &builder);
  void initializePositions(mlir::OpBuilder &builder, mlir::ValueRange start);
  /// From the coordinates of a segment that is shifted, or along the variable
  /// itself, to original ones, and back.
  mlir::Value emitToOriginal(mlir::OpBuilder &builder, mlir::Value coordinate);
  mlir::Value emitFromOriginal(mlir::OpBuilder &builder,
                               mlir::Value coordinate);

  CoiterateOp op;
  IterationSpace *space;
  unsigned segment;
  /// Nothing for the universe.
  std::optional<SegmentLevels> levels;
  llvm::SmallVector<mlir::Value, 2> begin;
  mlir::Value end;
};

/// The iterators of all segments, and last that of the universe.
llvm::SmallVector<Iterator, 4> getIterators(CoiterateOp op,
                                            IterationSpace &space);

/// Emits the bounds of some iterators.
void initializeIterators(mlir::OpBuilder &builder, CoiterateOp op,
                         llvm::MutableArrayRef<Iterator> iterators,
                         const llvm::SmallBitVector &ids);

/// The end of the run of positions at a place, which is one position where no
/// two have the same coordinates.
mlir::Value emitRunEnd(mlir::OpBuilder &builder, mlir::Location loc,
                       const Place &place);

/// Whether one of the iterators `ids` has a coordinate, by whether it has an
/// entry there, which `getFound` tells, or null if it always has; null if one
/// of them always has a coordinate.
mlir::Value
emitHasCoordinate(mlir::OpBuilder &builder, mlir::Location loc,
                  llvm::ArrayRef<Iterator> iterators,
                  const llvm::SmallBitVector &ids,
                  llvm::function_ref<mlir::Value(unsigned)> getFound);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_ITERATOR_H
