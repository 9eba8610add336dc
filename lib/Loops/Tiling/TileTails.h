//===- TileTails.h - What is done at the ends of tiles ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares what gives a loop over a tile the end that its tags ask for.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_TILETAILS_H
#define WEFT_LIB_LOOPS_TILING_TILETAILS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace weft {

/// Guards a loop over a tile, or predicates its steps, if it is marked with
/// that; takes the mark away.
void endTile(mlir::scf::ForOp loop);

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_TILETAILS_H
