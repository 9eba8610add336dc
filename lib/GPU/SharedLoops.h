//===- SharedLoops.h - Loops that the threads of a unit share ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of a block or a warp that no schedule maps to threads, as those that
// fill workspaces.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_SHAREDLOOPS_H
#define WEFT_GPU_SHAREDLOOPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace weft {
namespace gpu {

/// Gives the threads of the unit around the iterations of innermost loops that
/// only store: different iterations store different elements, of arrays that
/// the loop does not read. Otherwise one thread would execute all of them.
void shareStoreLoops(mlir::gpu::LaunchOp launch);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_SHAREDLOOPS_H
