//===- ExtentTiles.h - Loops over the tiles of an extent --------*- C++ -*-===//
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

#ifndef WEFT_LIB_LOOPS_EXTENTTILES_H
#define WEFT_LIB_LOOPS_EXTENTTILES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace weft {

/// A loop over tiles of an extent, the last of which may have fewer lanes.
/// Lanes do all that is done for a tile, inside of other loops some of it: only
/// they store, into elements of the tile, which nothing else loads.
struct ExtentTiles {
  /// Null if a loop is none.
  static std::optional<ExtentTiles> find(mlir::scf::ForOp loop);

  /// Copies the loop for tiles that are longer, and full.
  mlir::scf::ForOp clone(mlir::OpBuilder &b, mlir::IRMapping &mapping,
                         int64_t longer) const;

  /// Whether lanes share a loop over all of a tile.
  bool areLanes(mlir::scf::ForOp lanes) const;

  /// Makes of a copy of the loop, for what is mapped to it, what is done for
  /// its only tile, which has all of an extent.
  void makeSingle(const mlir::IRMapping &copies) const;

  mlir::scf::ForOp loop;
  mlir::Value extent;
  int64_t length = 0;
  /// What a tile begins at, and how many lanes it has, wherever it is computed.
  llvm::SmallVector<mlir::arith::MulIOp> begins;
  llvm::SmallVector<mlir::arith::MinUIOp> widths;

private:
  /// Lets lanes of a copy of the loop have a number of elements.
  void setWidth(const mlir::IRMapping &copies, mlir::Value width) const;
  bool findBegins();
  bool findWidths();
  bool isInTile(mlir::Value index) const;
  bool doAll() const;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_EXTENTTILES_H
