//===- LaunchArrays.h - Arrays that a launch accesses -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays that a launch writes, and those among them for which the threads
// of a unit need a barrier.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_LAUNCHARRAYS_H
#define WEFT_GPU_LAUNCHARRAYS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {
namespace gpu {

/// The array that an operation accesses; null if it accesses none.
mlir::Value getArray(mlir::Operation *op);

/// Whether an operation updates an element of an array atomically.
bool isAtomic(mlir::Operation *op);

/// Arrays that a launch writes. Arrays that a thread allocates are not among
/// them.
struct LaunchArrays {
  explicit LaunchArrays(mlir::gpu::LaunchOp launch);

  llvm::DenseSet<mlir::Value> written;
  /// Written arrays with an access that is not atomic and an access in a loop
  /// of threads, or in a loop of warps or threads.
  llvm::DenseSet<mlir::Value> crossThread, crossWarp;
};

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_LAUNCHARRAYS_H
