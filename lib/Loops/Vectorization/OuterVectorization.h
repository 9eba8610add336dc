//===- OuterVectorization.h - Analysis for outer vectorization --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks whether a loop with inner loops can be vectorized, such as a loop over
// the rows of a matrix that is stored slot by slot: each lane runs the inner
// loops for one row. Every check reports a remark of `vectorize_rows` when it
// fails.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_OUTERVECTORIZATION_H
#define WEFT_LIB_LOOPS_VECTORIZATION_OUTERVECTORIZATION_H

#include "Vectorization/LaneAnalysis.h"

#include "mlir/IR/IRMapping.h"

namespace weft {

/// A loop over rows whose iterations the lanes of a vector can run, and its
/// loads that are not uniform.
struct VectorizableRows {
  mlir::scf::ForOp rows;
  /// One indirect load for each array that is loaded indirectly.
  llvm::SmallVector<mlir::memref::LoadOp> gathers;
  /// The loads in inner loops that access adjacent elements in adjacent lanes.
  llvm::SmallVector<mlir::memref::LoadOp> streams;
  /// Whether each load of `streams` advances by a constant number of elements
  /// in each iteration of its inner loop, so that a hardware prefetcher sees
  /// one stream.
  bool isOneStream = true;
};

/// Whether a loop is a candidate: it increments a signed index by one, has no
/// results, and contains inner `scf.for` loops.
bool isOuterLoop(mlir::scf::ForOp loop);

/// Fails unless `weft.loop` and the other attributes of a loop and of its inner
/// loops allow vectorization. The outer loop may be parallel if threads do not
/// take chunks of a given size.
mlir::LogicalResult checkOuterLoopAttrs(mlir::scf::ForOp loop);

/// Fails unless the iterations of a loop are independent and vector loads are
/// profitable.
mlir::FailureOr<VectorizableRows> analyzeRows(mlir::scf::ForOp loop,
                                              const LaneAnalysis &analysis);

/// Clones the operations of a loop over rows, or of its inner loops, that
/// compute a value, for the row and the iteration that `mapping` selects.
/// Returns the clone of the value, or the value if it is defined outside of the
/// loop.
mlir::Value cloneForRow(mlir::OpBuilder &builder, mlir::scf::ForOp rows,
                        mlir::Value value, mlir::IRMapping &mapping);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_OUTERVECTORIZATION_H
