//===- WidenTiles.cpp - Two tiles of lanes at once ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse row goes by once for each tile of a dense one. Tiles that are chosen
// without knowing the extent are short, so that few lanes are left out; where
// there are two of them, they go by as one.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileNest.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WIDENTILES
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Lets pairs of full tiles go by as one, and the others behind them.
static void widen(const TileNest &tiles) {
  scf::ForOp loop = tiles.getLoop();
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  int64_t pair = 2 * tiles.getLength();
  Value numPairs = arith::DivUIOp::create(
      b, tiles.getExtent(), arith::ConstantIndexOp::create(b, pair));
  tiles.clone(b, numPairs, pair);
  loop.setLowerBound(
      arith::MulIOp::create(b, numPairs, arith::ConstantIndexOp::create(b, 2)));
}

namespace {
struct WidenTiles : weft::impl::WidenTilesBase<WidenTiles> {
  void runOnOperation() override {
    SmallVector<TileNest> found;
    getOperation().walk([&](scf::ForOp loop) {
      if (!isChosen(loop, LoweringOption::WidenTiles))
        return;
      if (std::optional<TileNest> tiles = TileNest::find(loop))
        found.push_back(std::move(*tiles));
    });
    llvm::for_each(found, widen);
  }
};
} // namespace
