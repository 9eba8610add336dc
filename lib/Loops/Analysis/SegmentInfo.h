//===- SegmentInfo.h - Loops over segments of levels ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what `weft.loop` and `weft.array` say about loops over positions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_ANALYSIS_SEGMENTINFO_H
#define WEFT_LIB_LOOPS_ANALYSIS_SEGMENTINFO_H

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace weft {

/// A loop over positions of a segment.
class SegmentInfo {
public:
  /// Nothing if `weft.loop` names no segment.
  static std::optional<SegmentInfo> of(mlir::scf::ForOp loop);

  mlir::scf::ForOp getLoop() const { return loop; }
  LevelSegmentAttr getSegment() const { return segment; }

  /// The loads of the bounds of the segment, if those of the loop are these;
  /// else null.
  mlir::memref::LoadOp getBegin() const { return getBound(lower); }
  mlir::memref::LoadOp getEnd() const { return getBound(upper); }
  bool hasBounds() const { return getBegin() && getEnd(); }

private:
  static mlir::memref::LoadOp getBound(mlir::Value bound);

  mlir::scf::ForOp loop;
  LevelSegmentAttr segment;
  mlir::Value lower, upper;
};

/// A loop over the segments of adjacent parents, and a loop in each iteration
/// over the positions of one.
struct AdjacentSegments {
  mlir::scf::ForOp loop;
  mlir::scf::ForOp parents;
  /// The array of positions.
  mlir::Value positions;
  /// The position of the parent less the induction variable of `parents`; null
  /// if they are the same.
  mlir::Value offset;

  /// Nothing if the segment of the next iteration of a surrounding scf.for does
  /// not begin where that of a loop ends.
  static std::optional<AdjacentSegments> of(mlir::scf::ForOp loop);

  /// The first position of the segment of iteration `number`.
  mlir::Value emitBegin(mlir::ImplicitLocOpBuilder &b,
                        mlir::Value number) const;
  /// The first position of all segments, and the position behind the last;
  /// zeros if `parents` has no iteration.
  mlir::ValueRange emitBounds(mlir::ImplicitLocOpBuilder &b) const;
  /// How many positions there are if segments have `length` on average.
  mlir::Value emitSize(mlir::ImplicitLocOpBuilder &b, int64_t length) const;
};

/// Whether a value is a coordinate at the induction variable of a loop over
/// positions, in an array of the same tensor.
bool isCoordinate(mlir::memref::LoadOp load, mlir::scf::ForOp loop);

/// Whether an array has coordinates of a tensor that the function is given.
bool hasCoordinates(mlir::Value array);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_SEGMENTINFO_H
