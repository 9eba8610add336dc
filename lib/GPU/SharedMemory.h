//===- SharedMemory.h - Arrays inside of a launch ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where arrays are that a launch has for itself.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_SHAREDMEMORY_H
#define WEFT_GPU_SHAREDMEMORY_H

#include "LaunchShape.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace weft {
namespace gpu {

/// Places the arrays that are allocated inside of a launch, whose loops have
/// units: those of threads in registers or their own memory, those of warps and
/// blocks in shared memory.
mlir::LogicalResult placeArrays(mlir::gpu::LaunchOp launch,
                                const LaunchShape &shape);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_SHAREDMEMORY_H
