//===- PositionTiles.h - Coordinates of as many positions -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A split with respect to a coordinate tree (thesis, section 6.4): tiles are
// ranges of coordinates that together are all of them, cut where a tensor has a
// number of positions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_POSITIONTILES_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_POSITIONTILES_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// Checks that positions are in the order of coordinates, of which each has
/// one. Fails with a diagnostic.
mlir::LogicalResult verifyTiles(cin::SplitOp split, const KernelInfo &info);

/// Checks that a forall over tiles, or over the coordinates of one, is inside
/// of those that bind what the positions are below. Fails with a diagnostic.
mlir::LogicalResult verifyTilesInside(cin::ForallOp forall,
                                      const KernelInfo &info,
                                      const Scope &scope);

/// Emits how many tiles there are: one also where nothing is stored.
mlir::Value emitNumTiles(const EmitContext &context, cin::SplitOp split,
                         const Scope &scope);

/// Emits the first coordinate of the bound tile, and the one behind its last.
std::pair<mlir::Value, mlir::Value>
emitTile(const EmitContext &context, cin::SplitOp split, const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_POSITIONTILES_H
