//===- TileFill.h - Loops that fill tiles with a value ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result is filled with the identity of a reduction before the reduction
// updates it. A local array that replaces the elements in the reduction begins
// with that value, so that the elements are neither stored nor loaded before
// the reduction.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_VECTORIZATION_TILEFILL_H
#define WEFT_LIB_LOOPS_VECTORIZATION_TILEFILL_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// The elements of an array that a loop over a tile accesses: one in each
/// iteration, at an index that depends on its induction variable.
struct TileElements {
  mlir::scf::ForOp loop;
  mlir::Value array, index;
  int64_t length = 0;
};

/// A loop that stores one value to all elements of a tile and to no others.
struct TileFill {
  mlir::scf::ForOp loop;
  mlir::Value value;
};

/// Finds the loop that fills a tile before `nest`, if nothing between them
/// accesses the array, which the function allocates. The nest may be inside of
/// branches that follow the loop. Nothing if there is no such loop.
std::optional<TileFill> findFill(mlir::Operation *nest,
                                 const TileElements &tile);

/// Removes the loop that fills a tile where control enters `nest`, which
/// overwrites the tile. The loop moves into the other regions of branches
/// between them.
void sinkFill(TileFill fill, mlir::Operation *nest);

} // namespace weft

#endif // WEFT_LIB_LOOPS_VECTORIZATION_TILEFILL_H
