//===- SegmentInfo.h - Loops over segments of levels ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines `weft.loop` and `weft.array` with the bounds of loops over
// positions.
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

  /// The loads of the lower and upper bound of the loop from arrays of rank 1;
  /// null if a bound is not such a load, perhaps with an `arith.index_cast`.
  mlir::memref::LoadOp getBegin() const { return getBound(lower); }
  mlir::memref::LoadOp getEnd() const { return getBound(upper); }
  bool hasBounds() const { return getBegin() && getEnd(); }

private:
  static mlir::memref::LoadOp getBound(mlir::Value bound);

  mlir::scf::ForOp loop;
  LevelSegmentAttr segment;
  mlir::Value lower, upper;
};

/// A loop over adjacent parents that contains a loop over the positions of the
/// segment of each parent.
struct AdjacentSegments {
  mlir::scf::ForOp loop;
  mlir::scf::ForOp parents;
  /// The array of positions.
  mlir::Value positions;
  /// The position of the parent less the induction variable of `parents`; null
  /// if they are the same.
  mlir::Value offset;

  /// Nothing if no enclosing scf.for is known whose next iteration iterates the
  /// segment that begins at the end of this one.
  static std::optional<AdjacentSegments> of(mlir::scf::ForOp loop);

  /// The first position of the segment of iteration `number`.
  mlir::Value emitBegin(mlir::ImplicitLocOpBuilder &b,
                        mlir::Value number) const;
  /// The first position of all segments, and the position after the last one;
  /// zeros if `parents` has no iterations.
  mlir::ValueRange emitBounds(mlir::ImplicitLocOpBuilder &b) const;
  /// The number of positions of all segments if they average `length`
  /// positions.
  mlir::Value emitSize(mlir::ImplicitLocOpBuilder &b, int64_t length) const;
};

/// Whether a load is that of a coordinate at the induction variable of a loop
/// over positions, from an array of the same tensor.
bool isCoordinate(mlir::memref::LoadOp load, mlir::scf::ForOp loop);

/// Whether an array is the coordinates of an operand of the function.
bool hasCoordinates(mlir::Value array);

} // namespace weft

#endif // WEFT_LIB_LOOPS_ANALYSIS_SEGMENTINFO_H
