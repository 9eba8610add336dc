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

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Loops/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace weft {
#define GEN_PASS_DEF_WIDENTILES
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// A loop over tiles of an extent, the last of which may have fewer lanes.
struct TileLoop {
  scf::ForOp loop;
  Value extent;
  int64_t length = 0;
  /// What a tile begins at, and how many lanes it has, wherever it is computed.
  SmallVector<arith::MulIOp> begins;
  SmallVector<arith::MinUIOp> widths;
};
} // namespace

//===----------------------------------------------------------------------===//
// Finding tiles
//===----------------------------------------------------------------------===//

static bool isNumber(Value value, int64_t number) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && constant == number;
}

/// The other operand of an operation that has `value` as one; null if it has
/// not.
template <typename Op> static Value getOther(Value result, Value value) {
  auto op = result.getDefiningOp<Op>();
  if (!op)
    return {};
  if (op.getLhs() == value)
    return op.getRhs();
  return op.getRhs() == value ? op.getLhs() : Value();
}

/// Whether a number is how many tiles an extent has.
static bool countsTiles(Value number, Value extent, int64_t length) {
  // Less than an element has no tile.
  if (Value other = getOther<arith::MinUIOp>(number, extent))
    number = other;
  auto quotient = number.getDefiningOp<arith::DivUIOp>();
  if (!quotient || !isNumber(quotient.getRhs(), length))
    return false;
  Value added = getOther<arith::AddIOp>(quotient.getLhs(), extent);
  return added && isNumber(added, length - 1);
}

/// Finds what a tile begins at: it is all that the number of a tile is for.
static bool findBegins(TileLoop &tile) {
  Value number = tile.loop.getInductionVar();
  for (Operation *user : number.getUsers()) {
    auto product = dyn_cast<arith::MulIOp>(user);
    APInt length;
    if (!product || !matchPattern(getOther<arith::MulIOp>(product, number),
                                  m_ConstantInt(&length)))
      return false;
    if (tile.length == 0)
      tile.length = length.getSExtValue();
    if (length != tile.length || tile.length < 1)
      return false;
    tile.begins.push_back(product);
  }
  return !tile.begins.empty();
}

/// Finds how many lanes a tile has: the least of its length, the extent, and
/// what is left of that.
static bool findWidths(TileLoop &tile) {
  for (arith::MulIOp begin : tile.begins)
    for (Operation *user : begin->getUsers()) {
      auto left = dyn_cast<arith::SubIOp>(user);
      if (!left || left.getRhs() != begin || !left->hasOneUse())
        continue;
      auto width = dyn_cast<arith::MinUIOp>(*left->user_begin());
      if (!width)
        return false;
      Value extent = left.getLhs();
      Value most = getOther<arith::MinUIOp>(width, left);
      if (Value other = getOther<arith::MinUIOp>(most, extent))
        most = other;
      if (!isNumber(most, tile.length) ||
          !tile.loop.isDefinedOutsideOfLoop(extent) ||
          (tile.extent && extent != tile.extent))
        return false;
      tile.extent = extent;
      tile.widths.push_back(width);
    }
  return !tile.widths.empty();
}

/// Whether lanes share all of a tile, inside of other loops some of them.
static bool haveLanes(const TileLoop &tile) {
  bool areInside = false;
  scf::ForOp around = tile.loop;
  WalkResult result = around.getBody()->walk([&](Operation *op) {
    if (isa<func::CallOp>(op))
      return WalkResult::interrupt();
    auto lanes = dyn_cast<scf::ForOp>(op);
    if (!lanes || !lanes->hasAttr(kVectorAttr))
      return WalkResult::advance();
    areInside |= lanes->getParentOp() != around;
    bool shareTile =
        lanes->getAttrOfType<IntegerAttr>(kVectorAttr).getInt() ==
            tile.length &&
        llvm::is_contained(
            tile.widths,
            lanes.getUpperBound().getDefiningOp<arith::MinUIOp>()) &&
        isNumber(lanes.getLowerBound(), 0);
    return shareTile ? WalkResult::advance() : WalkResult::interrupt();
  });
  return areInside && !result.wasInterrupted();
}

static std::optional<TileLoop> findTileLoop(scf::ForOp loop) {
  TileLoop tile;
  tile.loop = loop;
  if (loop.getUnsignedCmp() || !isNumber(loop.getLowerBound(), 0) ||
      !isNumber(loop.getStep(), 1) ||
      !loop->getDiscardableAttrDictionary().empty() || !findBegins(tile) ||
      !findWidths(tile) ||
      !countsTiles(loop.getUpperBound(), tile.extent, tile.length) ||
      !haveLanes(tile))
    return std::nullopt;
  return tile;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Makes of what is done for a tile what is done for two of them.
static void makePairs(TileLoop &tile, IRMapping &mapping, Value length) {
  for (arith::MulIOp begin : tile.begins) {
    Operation *copy = mapping.lookup(begin.getOperation());
    Value number = mapping.lookup(tile.loop.getInductionVar());
    copy->setOperands({number, length});
  }
  for (arith::MinUIOp width : tile.widths) {
    Operation *copy = mapping.lookup(width.getOperation());
    copy->getResult(0).replaceAllUsesWith(length);
    copy->erase();
  }
}

/// Lets pairs of full tiles go by as one, and the others behind them.
static void widen(TileLoop &tile) {
  scf::ForOp loop = tile.loop;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value length = arith::ConstantIndexOp::create(b, 2 * tile.length);
  Value numPairs = arith::DivUIOp::create(b, tile.extent, length);
  IRMapping mapping;
  auto pairs = cast<scf::ForOp>(b.clone(*loop, mapping));
  pairs.setUpperBound(numPairs);
  makePairs(tile, mapping, length);
  pairs.walk([&](scf::ForOp lanes) {
    if (lanes->hasAttr(kVectorAttr))
      lanes->setAttr(kVectorAttr, b.getI64IntegerAttr(2 * tile.length));
  });
  loop.setLowerBound(
      arith::MulIOp::create(b, numPairs, arith::ConstantIndexOp::create(b, 2)));
  loop.getInitArgsMutable().assign(pairs.getResults());
}

namespace {
struct WidenTiles : weft::impl::WidenTilesBase<WidenTiles> {
  void runOnOperation() override {
    SmallVector<TileLoop> tiles;
    getOperation().walk([&](scf::ForOp loop) {
      if (std::optional<TileLoop> tile = findTileLoop(loop))
        tiles.push_back(std::move(*tile));
    });
    for (TileLoop &tile : tiles)
      widen(tile);
  }
};
} // namespace
