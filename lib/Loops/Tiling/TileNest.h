//===- TileNest.h - Loops over tiles of a dense mode ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the recognition of a loop over tiles of a dense mode whose extent is
// not known, in which vector loops compute each tile.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_TILENEST_H
#define WEFT_LIB_LOOPS_TILING_TILENEST_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace weft {

/// A loop over the tiles of an extent, of which the last may be partial. Vector
/// loops over the elements of a tile, some of them nested in other loops, do
/// all stores. They store to elements of the tile that the loop does not load
/// elsewhere.
class TileNest {
public:
  /// Receives the reason why a loop is no such loop; returns failure.
  using Refuse = llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)>;

  /// Matches a loop for which `isTagged` holds.
  static mlir::FailureOr<TileNest> find(mlir::scf::ForOp loop, Refuse refuse);
  /// Whether `weft.loop` says that the iterations of a loop are tiles.
  static bool isTagged(mlir::scf::ForOp loop);

  mlir::scf::ForOp getLoop() const { return loop; }
  mlir::Value getExtent() const { return extent; }
  int64_t getLength() const { return length; }

  /// Whether a loop is a vector loop over the elements of a tile without other
  /// execution tags.
  bool isOverTile(mlir::scf::ForOp inner) const;

  /// Clones the loop for `numTiles` full tiles of `newLength` elements.
  void clone(mlir::OpBuilder &b, mlir::Value numTiles, int64_t newLength) const;

  /// Replaces the loop by its body for the only tile, which covers the extent.
  void promoteOnlyTile();

private:
  /// Replaces the tile widths, which `lookup` finds in the loop or in a clone.
  template <typename Lookup>
  void replaceWidths(Lookup lookup, mlir::Value width) const;

  mlir::LogicalResult verifyForm(Refuse refuse) const;
  mlir::LogicalResult findBegins(Refuse refuse);
  mlir::LogicalResult findWidths(Refuse refuse);
  mlir::LogicalResult addWidth(mlir::arith::MulIOp begin,
                               mlir::arith::SubIOp rest, Refuse refuse);
  mlir::LogicalResult verifyWidthUses(Refuse refuse) const;
  mlir::LogicalResult verifyOperation(mlir::Operation *op, Refuse refuse) const;
  mlir::LogicalResult verifyLoads(Refuse refuse) const;
  mlir::LogicalResult verifyBody(Refuse refuse) const;
  bool hasNestedVectorLoop() const;
  bool isInVectorLoop(mlir::Operation *op) const;
  bool isElementOfTile(mlir::ValueRange indices) const;
  bool isPlaceInTile(mlir::Value value) const;

  mlir::scf::ForOp loop;
  mlir::Value extent;
  int64_t length = 0;
  /// All computations of the first coordinate and of the width of a tile.
  llvm::SmallVector<mlir::arith::MulIOp> begins;
  llvm::SmallVector<mlir::arith::MinUIOp> widths;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_TILENEST_H
