//===- TileTails.h - Guarded and predicated tile tails ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lowering of the tail strategy that `weft.loop` sets for a loop
// over a tile.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_TILETAILS_H
#define WEFT_LIB_LOOPS_TILING_TILETAILS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Guards or predicates a loop over a tile as `guard(n)` and `predicate(n)` in
/// its `weft.loop` say, and removes these entries. The loop for partial tiles
/// is then tagged `guard(n / 2)` if `n / 2` is at least `minHalf`, unless
/// `minHalf` is zero.
void lowerTileTail(mlir::scf::ForOp loop, int64_t minHalf = 0);

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_TILETAILS_H
