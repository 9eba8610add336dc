//===- SegmentedSums.h - Sums of runs of iterations ----------- -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose threads combine what adjacent iterations update in one component.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_SEGMENTEDSUMS_H
#define WEFT_GPU_SEGMENTEDSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {
namespace gpu {

/// The threads that run a loop: the number of this one among them, how many
/// there are, and how many of them are a warp.
struct LoopThreads {
  mlir::Value number;
  int64_t count, warpSize;
};

/// Gives the threads of a unit the iterations of a loop in turn. Those of a
/// warp combine what adjacent iterations update in one component, and one of
/// them updates it. Gives the loop that replaces it.
mlir::FailureOr<mlir::scf::ForOp> distributeSegments(mlir::scf::ForOp loop,
                                                     LoopThreads threads);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_SEGMENTEDSUMS_H
