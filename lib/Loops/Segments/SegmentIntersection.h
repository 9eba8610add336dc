//===- SegmentIntersection.h - Intersections of two segments ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches an scf.while that intersects two segments: each iteration compares a
// coordinate of each segment, executes a branch if they are equal, and advances
// the segment with the smaller coordinate, or both.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SEGMENTS_SEGMENTINTERSECTION_H
#define WEFT_LIB_LOOPS_SEGMENTS_SEGMENTINTERSECTION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <array>
#include <optional>

namespace weft {

/// One of the two segments.
struct IntersectedSegment {
  /// The number of the position among the values that the loop carries.
  unsigned number;
  /// The position behind the segment.
  mlir::Value end;
  /// Loads the coordinate at the position.
  mlir::memref::LoadOp load;
  /// The coordinate as an index: the loaded element, or a cast of it.
  mlir::Value coordinate;
  /// Whether the coordinate is the minimum.
  mlir::arith::CmpIOp isPresent;

  mlir::Value getArray() { return load.getMemRef(); }
};

/// A loop that visits the common coordinates of two segments, in order.
struct SegmentIntersection {
  mlir::scf::WhileOp loop;
  std::array<IntersectedSegment, 2> segments;
  /// The smaller of the two coordinates.
  mlir::arith::MinUIOp minimum;
  /// The branch that executes for a match: if both coordinates are equal.
  mlir::scf::IfOp match;
  /// The invariant condition under which the segment with the smaller
  /// coordinate advances by search; null if it always advances by one.
  mlir::Value searches;

  /// Matches a loop with `intersection` in `weft.loop`. Nothing if it is none,
  /// if it does anything else, or if matches cannot be found ahead, for several
  /// coordinates at once; reports the reason of the latter two.
  static std::optional<SegmentIntersection> find(mlir::scf::WhileOp loop);

  /// Calls `visit` with the operations of an iteration before the match, except
  /// for the fields above.
  void visitOthers(llvm::function_ref<void(mlir::Operation *)> visit);

private:
  mlir::LogicalResult missed(const llvm::Twine &reason);
  mlir::LogicalResult findBounds();
  mlir::LogicalResult findCoordinates();
  std::optional<llvm::StringRef> setMinimum(mlir::arith::MinUIOp candidate);
  mlir::LogicalResult findMatch();
  mlir::LogicalResult findAdvance();
  mlir::LogicalResult findSearch(IntersectedSegment &segment, mlir::Value next);
  mlir::LogicalResult checkCarried();
  mlir::LogicalResult checkEffects();
  mlir::LogicalResult checkMatch();
  mlir::LogicalResult checkMatchOp(mlir::Operation *op);
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_SEGMENTINTERSECTION_H
