//===- BlockEmitter.h - Intersections in blocks -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loop over blocks of an intersection: what both segments have of a
// block is found by comparing vectors, and what is done for it is done one by
// one, in order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SEGMENTS_BLOCKEMITTER_H
#define WEFT_LIB_LOOPS_SEGMENTS_BLOCKEMITTER_H

#include "Segments/SegmentIntersection.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

class BlockEmitter {
public:
  /// A block has as many coordinates as a vector has lanes.
  BlockEmitter(SegmentIntersection &merge, int64_t lanes);

  /// Replaces the loop, or lets it be for where it moves on by search.
  void emit();

private:
  using Pair = std::array<mlir::Value, 2>;
  /// What a block has in common, as bits, and where the next ones begin.
  struct Found {
    mlir::Value bits;
    Pair next;
  };

  mlir::Value emitIndex(int64_t number);
  mlir::Value emitAdd(mlir::Value position, mlir::Value count);
  mlir::Value emitCompare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                          mlir::Value rhs);
  /// The coordinate of a segment at a position, as it is stored.
  mlir::Value emitLoad(unsigned segment, mlir::Value position);

  /// The lanes of a vector that are equal to a number.
  mlir::Value emitEqualLanes(mlir::Value vector, mlir::Value number);
  mlir::Value emitBits(mlir::Value mask);
  /// So many bits, the lowest ones.
  mlir::Value emitLowBits(mlir::Value count);
  /// The number of the lowest bit.
  mlir::Value emitLowest(mlir::Value bits);
  /// Loads the coordinates that have bits; other lanes are zero.
  mlir::Value emitVector(unsigned segment, mlir::Value position,
                         mlir::Value bits);

  /// Compares a vector with as many coordinates of the other segment.
  Found emitBlock(mlir::Value vector, mlir::Value last, Pair positions);
  /// Compares a vector with those of the other segment up to its last.
  Found emitRest(mlir::Value vector, mlir::Value last, Pair positions);
  mlir::Value emitIsInRest(mlir::Value position, mlir::Value last);

  /// Does what is done for each match; `other` are the coordinates of the
  /// second segment.
  llvm::SmallVector<mlir::Value> emitMatches(mlir::Value bits,
                                             mlir::Value other, Pair positions,
                                             mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value>
  emitMatch(Pair positions, mlir::Value coordinate, mlir::ValueRange carried);

  llvm::SmallVector<mlir::Value> emitStep(mlir::ValueRange carried);
  mlir::scf::WhileOp emitBlocks();

  SegmentIntersection &merge;
  mlir::ImplicitLocOpBuilder b;
  int64_t lanes;
  mlir::VectorType type;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_BLOCKEMITTER_H
