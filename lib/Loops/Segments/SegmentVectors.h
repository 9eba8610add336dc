//===- SegmentVectors.h - Loops that combine what segments have ----*- C++ -*-
//C++ -*-===//
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of reductions over segments.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SEGMENTS_SEGMENTVECTORS_H
#define WEFT_LIB_LOOPS_SEGMENTS_SEGMENTVECTORS_H

#include "Analysis/SegmentInfo.h"
#include "Vectorization/LaneEmitter.h"

namespace weft {

/// Whether a loop only combines numbers, in any order, some of which it
/// gathers. What it reads in a row alone LLVM's vectors are as fast with.
bool combinesGathered(mlir::scf::ForOp loop, const LaneAnalysis &analysis);

/// Whether a loop goes over a segment and combines, so that it may become
/// vectors some of whose lanes are left out.
bool canMaskSegment(mlir::scf::ForOp loop, LaneAnalysis &analysis);

/// What the lanes of vectors begin with, one for each reduction: where the loop
/// begins with zero, of a sum, all of them with that, so that it is not added
/// once more.
llvm::SmallVector<mlir::Value> emitLaneIdentities(mlir::OpBuilder &b,
                                                  mlir::scf::ForOp loop,
                                                  const LaneAnalysis &analysis,
                                                  int64_t lanes);

/// Combines the lanes of vectors that began so with what the loop begins with.
llvm::SmallVector<mlir::Value> emitLaneSums(LaneEmitter &emitter,
                                            mlir::scf::ForOp loop,
                                            const LaneAnalysis &analysis,
                                            mlir::ValueRange vectors);

/// How the vectors of a segment load and leave out lanes.
struct SegmentVectors {
  int64_t lanes;
  /// Whether the last one reads what lies behind the segment, and leaves out
  /// what it makes of that.
  bool overruns;
  /// Says how vectors load, which are full or have a mask.
  llvm::function_ref<void(LaneEmitter &, bool isFull)> prepare;
};

/// Combines what a segment has in full vectors while more than one is left, and
/// a last one, which is there without a question. Gives what the loop results
/// in.
llvm::SmallVector<mlir::Value>
emitSegmentVectors(mlir::ImplicitLocOpBuilder &b, mlir::scf::ForOp loop,
                   const LaneAnalysis &analysis, const SegmentVectors &vectors);

} // namespace weft

#endif // WEFT_LIB_LOOPS_SEGMENTS_SEGMENTVECTORS_H
