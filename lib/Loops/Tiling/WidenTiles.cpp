//===- WidenTiles.cpp - Merge pairs of full tiles -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Doubles the vector width for pairs of full tiles of a dense mode.
//
// The loop over a sparse row runs once for each tile. Tiles of an unknown
// extent are short, so that partial tiles leave few lanes idle. Merging pairs
// of full tiles halves the number of traversals of the row.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileNest.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
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

/// Emits a loop over pairs of full tiles before the loop, which computes the
/// remaining tiles.
static void widen(const TileNest &tiles) {
  scf::ForOp loop = tiles.getLoop();
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  int64_t pair = 2 * tiles.getLength();
  reportPassed(loop, LoweringOption::WidenTiles,
               "computes pairs of full tiles of " + Twine(tiles.getLength()) +
                   " elements as tiles of " + Twine(pair) + " elements");
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
      if (!TileNest::isTagged(loop) ||
          !isChosen(loop, LoweringOption::WidenTiles))
        return;
      FailureOr<TileNest> tiles = TileNest::find(loop, [&](const Twine &why) {
        return reportMissed(loop, LoweringOption::WidenTiles, why);
      });
      if (succeeded(tiles))
        found.push_back(std::move(*tiles));
    });
    llvm::for_each(found, widen);
  }
};
} // namespace
