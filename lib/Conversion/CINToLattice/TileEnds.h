//===- TileEnds.h - Tails of tiles ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tails of foralls (transformation framework paper, section 6.1) as tags of
// the coiterations over their tiles. Where a tile that is shifted inwards
// begins is arithmetic on its parts (IndexVariables.h).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_TILEENDS_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_TILEENDS_H

#include "ForallPlan.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

namespace weft {
namespace cin_to_lattice {

/// Checks that a forall with a tail visits all places of its tile, in one loop.
mlir::LogicalResult verifyTail(cin::ForallOp forall, const ForallPlan &plan);

/// Tags a coiteration over a tile with its end. One over tiles that are shifted
/// inwards is guarded as well: if there is one tile only, it may not be full.
void setTail(lattice::CoiterateOp op, cin::ForallOp forall,
             const ForallPlan &plan);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_TILEENDS_H
