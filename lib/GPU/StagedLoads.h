//===- StagedLoads.h - Loads that threads exchange --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a warp load the elements of the next iterations of a loop
// together, and exchange them by shuffles.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_STAGEDLOADS_H
#define WEFT_GPU_STAGEDLOADS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {
namespace gpu {

/// The threads that run a loop: this one has the number `thread` in its warp of
/// `warpSize` threads. `numLanes` of them, a power of two, take the iterations
/// in turn, and `lane` is the number of this one among them; it is null if each
/// thread executes all iterations.
struct WarpLanes {
  mlir::Value thread, lane;
  int64_t numLanes, warpSize;
};

/// Gives threads the iterations of a loop in turn, where all threads of the
/// warp execute the loop. They load the elements of the next `warpSize`
/// iterations at once. Gives the loop that replaces it.
mlir::scf::ForOp stageLoads(mlir::scf::ForOp loop,
                            llvm::ArrayRef<mlir::memref::LoadOp> loads,
                            WarpLanes lanes);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_STAGEDLOADS_H
