//===- UniformControl.h - Control flow that threads share -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether the threads of a warp take the same path through a loop or a
// branch.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_UNIFORMCONTROL_H
#define WEFT_GPU_UNIFORMCONTROL_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {
namespace gpu {

/// Whether all threads of a warp that reach a loop run the same iterations of
/// it, or that reach a branch take the same region. False if it is not certain.
/// `written` holds the arrays that the launch writes.
bool isUniform(mlir::Operation *op, mlir::gpu::LaunchOp launch,
               const llvm::DenseSet<mlir::Value> &written);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_UNIFORMCONTROL_H
