//===- Parts.h - Parallel loops that append ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose iterations run at the same time and append to builders: a loop
// over parts, each of which has builders of its own, and a loop over the
// iterations of a part.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LATTICETOSCF_PARTS_H
#define WEFT_LIB_CONVERSION_LATTICETOSCF_PARTS_H

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace lattice {

/// Emits a loop over `[begin, end)` in parts. `emitLoop` emits the loop of the
/// iterations of one and returns what it carries, which begins with `inits`. Of
/// these, a part has those of its own whose numbers `parts` lists.
llvm::SmallVector<mlir::Value> emitParts(
    mlir::OpBuilder &builder, CoiterateOp op, mlir::Value begin,
    mlir::Value end, mlir::ValueRange inits, llvm::ArrayRef<int64_t> parts,
    llvm::function_ref<mlir::ValueRange(mlir::OpBuilder &builder,
                                        mlir::Value begin, mlir::Value end,
                                        mlir::ValueRange inits)>
        emitLoop);

/// As `emitParts` for a loop that nobody asked threads for: who runs it decides
/// how many parts there are.
llvm::SmallVector<mlir::Value> emitOptionalParts(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value begin,
    mlir::Value end, mlir::ValueRange inits,
    llvm::function_ref<mlir::ValueRange(mlir::OpBuilder &builder,
                                        mlir::Value begin, mlir::Value end,
                                        mlir::ValueRange inits)>
        emitLoop);

} // namespace lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_LATTICETOSCF_PARTS_H
