//===- Segments.h - Segments of positions -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The array of bounds of levels in which the children of one parent follow
// those of the other. While such a level is assembled, `pos[p + 1]` is the
// number of children of parent `p`, so that parents may be skipped and come in
// any order; the sums are taken in the end.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTS_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

namespace weft {

/// The array for `parents` parents, none of which has children, or for some if
/// it is null.
mlir::Value emitCounts(const LevelSite &site, mlir::Value parents);

/// Stores the number of children of a parent, for which room is made.
void emitStoreCount(const LevelSite &site, mlir::Value &pos, mlir::Value parent,
                    mlir::Value children);

/// Adds to the number of children of a parent, at once if it is shared by
/// threads. There is room for all parents.
void emitAddCount(const LevelSite &site, mlir::Value pos, mlir::Value parent,
                  mlir::Value children, bool isShared);

/// Moves the number of children of a parent to another.
void emitMoveCount(const LevelSite &site, mlir::Value pos, mlir::Value from,
                   mlir::Value to);

/// Makes room in `pos` for the segments of `parents` parents, if it is not
/// known that there is.
void emitEnsureSegments(const LevelSite &site, mlir::Value &pos,
                        mlir::Value parents);

/// Copies the numbers of children of the `count` parents of a part to those of
/// the parents from `parent` on in `pos`, which has room.
void emitCopyCounts(const LevelSite &site, mlir::Value pos, mlir::Value part,
                    mlir::Value parent, mlir::Value count);

/// Turns the numbers of children in `pos` into the bounds of the segments of
/// exactly `parents` parents and returns their sum.
mlir::Value emitSums(const LevelSite &site, mlir::Value &pos,
                     mlir::Value parents);

/// Turns the numbers of children in `pos` into where the segments of exactly
/// `parents` parents begin, each where its end is in the bounds; returns the
/// sum of the numbers. One more for each child that is taken makes bounds of
/// them.
mlir::Value emitBegins(const LevelSite &site, mlir::Value &pos,
                       mlir::Value parents);

/// How many positions there are below `parents` parents: `count`, or, in a
/// structure that is kept, all that it has.
mlir::Value emitNumPositions(const LevelSite &site, mlir::Value pos,
                             mlir::Value count, mlir::Value parents);

/// Ends the kernel if positions up to `end` do not fit their arrays.
void emitPositionCheck(const LevelSite &site, mlir::Value end);

/// Ends the kernel if a structure that is kept does not have the segment
/// `[begin, end)` of a parent.
void emitKeptEdgesCheck(const LevelSite &site, mlir::Value pos,
                        mlir::Value parent, mlir::Value begin, mlir::Value end);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTS_H
