//===- TileLoop.h - The tiles of a dimension --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes a loop over the tiles of a dimension: of all of them, each of the
// same number of coordinates but the last.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_LEVEL_TRANSFORMS_TILELOOP_H
#define WEFT_LIB_DIALECT_LEVEL_TRANSFORMS_TILELOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// A loop over tiles of a dimension.
class TileLoop {
public:
  TileLoop(mlir::scf::ForOp loop, mlir::Value size) : loop(loop), size(size) {}

  mlir::scf::ForOp getLoop() const { return loop; }
  /// The first of the loops over a tile.
  mlir::scf::ForOp getLoopOverTile() const { return overTile; }
  /// Whether a coordinate is one of the tile of an iteration: what all tiles
  /// before have, and the variable of a loop over a tile. The first of these
  /// loops is one for all.
  bool isInTile(mlir::Value coordinate);
  /// Whether the tiles are all that the dimension has. Something is in a tile.
  bool isWhole();
  /// Emits the coordinate that a variable of a loop over a tile stands for.
  mlir::Value emitCoordinate(mlir::ImplicitLocOpBuilder &b,
                             mlir::Value variable);
  /// Emits a loop over the tile at the begin of an iteration, which lanes share
  /// as the one that was found. Gives what it carries.
  mlir::ValueRange emitOverTile(
      mlir::ImplicitLocOpBuilder &b, mlir::ValueRange carried,
      llvm::function_ref<void(mlir::Value coordinate, mlir::ValueRange carried)>
          emitBody);

private:
  /// Whether a loop runs over what an iteration has of its tile.
  bool isOverTile(mlir::scf::ForOp inside);

  mlir::scf::ForOp loop;
  mlir::Value size;
  int64_t width = 0;
  mlir::scf::ForOp overTile;
};

} // namespace weft

#endif // WEFT_LIB_DIALECT_LEVEL_TRANSFORMS_TILELOOP_H
