//===- LocalTiles.h - Accumulate tiles in local arrays ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register tiling for loops that remain scalar: a nest accumulates a tile of
// constant size in a local array, which compilers of C keep in registers.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_LOCALTILES_H
#define WEFT_LIB_LOOPS_VECTORIZATION_LOCALTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Copies the elements of an array that a loop of constant trip count updates
/// to a local array before the loop around it, and back behind that loop. The
/// function must allocate the array, the indices of the elements must be
/// invariant in the loop around it, and nothing else there may access it.
void keepInLocalArray(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_LOCALTILES_H
