//===- TileNest.h - Loops over the tiles of an extent -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares loops over tiles of a dense mode that are chosen without knowing its
// extent, and what lanes do for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_TILING_TILENEST_H
#define WEFT_LIB_LOOPS_TILING_TILENEST_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace weft {

/// A loop over tiles of an extent, the last of which may have fewer lanes.
/// Lanes do all that is done for a tile, inside of other loops some of it: only
/// they store, into elements of the tile, which nothing else loads.
class TileNest {
public:
  /// Nothing if a loop is none.
  static std::optional<TileNest> find(mlir::scf::ForOp loop);

  mlir::scf::ForOp getLoop() const { return loop; }
  mlir::Value getExtent() const { return extent; }
  int64_t getLength() const { return length; }

  /// Whether lanes share a loop over the elements of a tile, and it has no
  /// other marks.
  bool isOverTile(mlir::scf::ForOp lanes) const;

  /// Copies the loop for so many tiles that are longer, and full.
  void clone(mlir::OpBuilder &b, mlir::Value numTiles, int64_t longer) const;

  /// Replaces the loop by what is done for its only tile, which has all of an
  /// extent.
  void promoteOnlyTile();

private:
  /// Lets lanes of a loop, or of a copy of it, have a number of elements.
  template <typename Lookup>
  void setWidth(Lookup lookup, mlir::Value width) const;
  bool findBegins();
  bool findWidths();
  bool isInTile(mlir::Value index) const;
  bool isDoneByLanes() const;

  mlir::scf::ForOp loop;
  mlir::Value extent;
  int64_t length = 0;
  /// What a tile begins at, and how many lanes it has, wherever it is computed.
  llvm::SmallVector<mlir::arith::MulIOp> begins;
  llvm::SmallVector<mlir::arith::MinUIOp> widths;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_TILING_TILENEST_H
