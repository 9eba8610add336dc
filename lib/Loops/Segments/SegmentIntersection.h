//===- SegmentIntersection.h - Merges of two segments --------------*- C++ -*-
//C++ -*-===//
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop over arrays is made of that intersects two segments step by step:
// each step compares a coordinate of one with a coordinate of the other, does
// something where they are equal, and goes on with the smaller one.
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
  /// Which of the values that the loop carries is the position.
  unsigned number;
  /// The first position behind the segment.
  mlir::Value end;
  /// Reads the coordinate at the position.
  mlir::memref::LoadOp load;
  /// The coordinate as an index: the element, or a cast of it.
  mlir::Value coordinate;
  /// Whether it is the smaller one.
  mlir::arith::CmpIOp isPresent;

  mlir::Value getArray() { return load.getMemRef(); }
};

/// A loop that visits what two segments have in common, in order.
struct SegmentIntersection {
  mlir::scf::WhileOp loop;
  std::array<IntersectedSegment, 2> segments;
  /// The smaller one of the two coordinates.
  mlir::arith::MinUIOp minimum;
  /// What is done where both are equal.
  mlir::scf::IfOp match;
  /// Whether what is behind moves on by search, which the loop does not change;
  /// null if it never does.
  mlir::Value searches;

  /// Takes a loop apart that is known to compare no coordinate twice
  /// (`weft.distinct`). Nothing if it does more, or if what it does could not
  /// be done for several coordinates that are read at once.
  static std::optional<SegmentIntersection> find(mlir::scf::WhileOp loop);

  /// Calls `visit` with the operations of a step before the match that are not
  /// among those above.
  void visitOthers(llvm::function_ref<void(mlir::Operation *)> visit);

private:
  bool findBounds();
  bool findCoordinates();
  bool findMatch();
  bool findAdvance();
  bool findSearch(IntersectedSegment &segment, mlir::Value next);
  /// Whether the loop carries besides what a match changes, and nothing else.
  bool carriesMatches();
  bool hasOnlyEffectsOfMatches();
  bool keepsCoordinates();
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_SEGMENTINTERSECTION_H
