//===- BlockEmitter.h - Intersections of blocks -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a loop that intersects blocks of two segments. It compares vectors of
// coordinates, and executes the body for each match, in order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SEGMENTS_BLOCKEMITTER_H
#define WEFT_LIB_LOOPS_SEGMENTS_BLOCKEMITTER_H

#include "Segments/SegmentIntersection.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Replaces a scalar intersection by one over blocks.
class BlockEmitter {
public:
  /// A block has `lanes` coordinates, which are one vector.
  BlockEmitter(SegmentIntersection &intersection, int64_t lanes);

  /// Replaces the loop. A loop with searches remains as a version.
  void emit();

private:
  using Pair = std::array<mlir::Value, 2>;
  /// A bit mask of the matches of a block, and the positions of the next
  /// blocks.
  struct Found {
    mlir::Value bits;
    Pair next;
  };

  mlir::Value emitIndex(int64_t number);
  mlir::Value emitAdd(mlir::Value position, mlir::Value count);
  mlir::Value emitCompare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                          mlir::Value rhs);
  /// Loads the coordinate of a segment at a position.
  mlir::Value emitLoad(unsigned segment, mlir::Value position);

  /// A mask of the lanes of a vector that are equal to a number.
  mlir::Value emitEqualLanes(mlir::Value vector, mlir::Value number);
  /// Converts a mask to an integer, lane 0 to its lowest bit.
  mlir::Value emitBits(mlir::Value mask);
  /// An integer whose lowest `count` bits are set.
  mlir::Value emitLowBits(mlir::Value count);
  /// The number of the lowest bit that is set.
  mlir::Value emitLowest(mlir::Value bits);
  /// Loads the coordinates whose bits are set; other lanes are zero.
  mlir::Value emitVector(unsigned segment, mlir::Value position,
                         mlir::Value bits);

  /// Compares a vector with a full block of the other segment.
  Found emitBlock(mlir::Value vector, mlir::Value last, Pair positions);
  /// Compares a vector with the remaining coordinates of the other segment, up
  /// to `last`, its own last coordinate.
  Found emitRest(mlir::Value vector, mlir::Value last, Pair positions);
  mlir::Value emitIsInRest(mlir::Value position, mlir::Value last);

  /// Executes the body for each match; `other` are the coordinates of the
  /// second segment.
  llvm::SmallVector<mlir::Value> emitMatches(mlir::Value bits,
                                             mlir::Value other, Pair positions,
                                             mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value>
  emitMatch(Pair positions, mlir::Value coordinate, mlir::ValueRange carried);

  llvm::SmallVector<mlir::Value> emitStep(mlir::ValueRange carried);
  mlir::scf::WhileOp emitBlocks();

  SegmentIntersection &intersection;
  mlir::ImplicitLocOpBuilder b;
  int64_t lanes;
  mlir::VectorType type;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_BLOCKEMITTER_H
