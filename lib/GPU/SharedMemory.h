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

/// The bytes that devices exchange at once at least.
inline constexpr int64_t kWordBytes = 4;

/// Whether updates of an array exchange the words around its elements: atomic
/// updates of elements of less than 32 bits.
bool isExchangedByWord(mlir::Value array);

/// Places the arrays that are allocated inside of a launch, whose loops have
/// units: those of threads in registers or their own memory, those of warps and
/// blocks in shared memory. Arrays in shared memory whose updates exchange
/// words consist of whole words, and are cleared where they are allocated.
mlir::LogicalResult placeArrays(mlir::gpu::LaunchOp launch,
                                const LaunchShape &shape);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_SHAREDMEMORY_H
