//===- Shuffles.h - Exchanges between threads of a warp ------- -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exchanges of values of any type between the threads of a warp.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_SHUFFLES_H
#define WEFT_GPU_SHUFFLES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
namespace gpu {

/// Whether threads can exchange values of a type.
bool canShuffle(mlir::Type type);

/// Exchanges a value with the thread of the warp that `offset`, of 32 bits,
/// says, as an integer of 32 bits if it is shorter. `mask` has a bit for each
/// thread that takes part; null if all do.
mlir::Value emitShuffle(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                        mlir::Value offset, int64_t warpSize,
                        mlir::gpu::ShuffleMode mode,
                        mlir::Value mask = mlir::Value());

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_SHUFFLES_H
