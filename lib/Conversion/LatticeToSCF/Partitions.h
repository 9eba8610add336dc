//===- Partitions.h - Parallel loops that append ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose iterations run at the same time and append to builders: a loop
// over partitions, each of which has builders of its own, and a loop over the
// iterations of a partition.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_PARTITIONS_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_PARTITIONS_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// Emits a loop over `[begin, end)` in partitions. `emitLoop` emits the loop of
/// the iterations of one and returns what it carries, which begins with
/// `inits`. Of these, a partition has those of its own whose numbers
/// `partitions` lists.
llvm::SmallVector<mlir::Value> emitPartitions(
    mlir::OpBuilder &builder, CoiterateOp op, mlir::Value begin,
    mlir::Value end, mlir::ValueRange inits, llvm::ArrayRef<int64_t> partitions,
    llvm::function_ref<mlir::ValueRange(mlir::OpBuilder &builder,
                                        mlir::Value begin, mlir::Value end,
                                        mlir::ValueRange inits)>
        emitLoop);

/// As `emitPartitions` for a loop that nobody asked threads for: who runs it
/// decides how many partitions there are.
llvm::SmallVector<mlir::Value> emitOptionalPartitions(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value begin,
    mlir::Value end, mlir::ValueRange inits,
    llvm::function_ref<mlir::ValueRange(mlir::OpBuilder &builder,
                                        mlir::Value begin, mlir::Value end,
                                        mlir::ValueRange inits)>
        emitLoop);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_PARTITIONS_H
