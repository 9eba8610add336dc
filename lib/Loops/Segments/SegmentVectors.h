//===- SegmentVectors.h - Vectorized reductions of segments -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preconditions and code of vectorized reductions over segments, which the
// masked, overrun and conditional transformations share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SEGMENTS_SEGMENTVECTORS_H
#define WEFT_LIB_LOOPS_SEGMENTS_SEGMENTVECTORS_H

#include "Analysis/ArrayDescription.h"
#include "Analysis/SegmentInfo.h"
#include "Vectorization/LaneEmitter.h"

namespace weft {

/// Reports why a transformation does not apply to a loop; returns failure.
using MissedReporter =
    llvm::function_ref<mlir::LogicalResult(const llvm::Twine &reason)>;

/// Whether a loop contains no other loop.
bool isInnermost(mlir::scf::ForOp loop);

/// Whether a loop stores at an index that it carries.
bool isAppending(mlir::scf::ForOp loop);

/// Whether a loop over a segment is innermost, carries values, and does not
/// append.
bool isSegmentReduction(mlir::scf::ForOp loop);

/// Checks that the induction variable of a loop is a signed index that
/// increases by one.
mlir::LogicalResult checkUnitStep(mlir::scf::ForOp loop, MissedReporter missed);

/// Checks that masked lanes can skip all operations of a loop.
mlir::LogicalResult checkMasks(mlir::scf::ForOp loop,
                               const LaneAnalysis &analysis,
                               MissedReporter missed);

/// Checks that an operation may combine values in any order, and has an
/// identity.
mlir::LogicalResult checkFreeOrder(mlir::Operation *combiner,
                                   MissedReporter missed);

/// Checks that a loop over a segment is a reduction with free order that
/// gathers elements, and that lanes beyond the end of the segment can be masked
/// off. Runs the analysis.
mlir::LogicalResult checkMaskableReduction(mlir::scf::ForOp loop,
                                           LaneAnalysis &analysis,
                                           MissedReporter missed);

/// The initial vector of each reduction: its identity, in all lanes. A sum that
/// starts from zero starts with zeros instead, so that zero is not added again.
llvm::SmallVector<mlir::Value> emitLaneIdentities(mlir::OpBuilder &b,
                                                  mlir::scf::ForOp loop,
                                                  const LaneAnalysis &analysis,
                                                  int64_t lanes);

/// Reduces the lanes of each vector and combines the result with the initial
/// value of the loop.
llvm::SmallVector<mlir::Value>
emitHorizontalReductions(LaneEmitter &emitter, mlir::scf::ForOp loop,
                         const LaneAnalysis &analysis,
                         mlir::ValueRange vectors);

/// How the vectors of a segment load elements and treat the tail.
struct SegmentVectors {
  int64_t lanes;
  /// Whether the tail loads full vectors, which may read elements of the next
  /// segment, and only its results are masked.
  bool overruns;
  /// Configures the loads of full vectors and of the tail.
  llvm::function_ref<void(LaneEmitter &, bool isFull)> prepare;
};

/// Emits a loop over full vectors while more than one vector remains, and a
/// masked tail, which always executes. Returns the results of the loop.
llvm::SmallVector<mlir::Value>
emitSegmentVectors(mlir::ImplicitLocOpBuilder &b, mlir::scf::ForOp loop,
                   const LaneAnalysis &analysis, const SegmentVectors &vectors);

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_SEGMENTVECTORS_H
