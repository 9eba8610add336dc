//===- ParallelLoops.h - Loops that threads share ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops whose iterations may run at the same time carry, though no
// iteration uses what another one changes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PARALLELLOOPS_H
#define WEFT_LIB_COMPILER_PARALLELLOOPS_H

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Moves what a partition executes once (`weft.per_partition`) out of the loop
/// over the iterations of the partition, where it does not depend on the
/// iteration.
void moveOncePerPartition(mlir::scf::ForOp partition);
/// The same for the outermost loops of partitions.
void moveOncePerPartition(PartitionsOp op);

/// Removes unused carried values; fails if others remain.
mlir::LogicalResult dropCarried(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_COMPILER_PARALLELLOOPS_H
