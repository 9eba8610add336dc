//===- NeighborLoads.h - Elements that adjacent threads load ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of threads that load an element and the next one, as the bounds of a
// segment.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_NEIGHBORLOADS_H
#define WEFT_GPU_NEIGHBORLOADS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace weft {
namespace gpu {

/// Gives the threads of a warp, of which this one has the number `thread`, the
/// iterations of a loop in turn. An element that the iteration of the next
/// thread loads, too, is exchanged by a shuffle. Gives the loop that replaces
/// it; null, and leaves the loop as it is, if there is no such element.
mlir::scf::ForOp shareNeighborLoads(mlir::scf::ForOp loop, mlir::Value thread,
                                    int64_t warpSize,
                                    const llvm::DenseSet<mlir::Value> &written);

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_NEIGHBORLOADS_H
