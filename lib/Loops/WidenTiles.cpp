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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

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
      if (!left)
        continue;
      if (left.getRhs() != begin || !left->hasOneUse())
        return false;
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

/// Whether lanes share a loop over all of a tile.
static bool areLanes(scf::ForOp loop, const TileLoop &tile) {
  auto length = loop->getAttrOfType<IntegerAttr>(kVectorAttr);
  return length && length.getInt() == tile.length &&
         isNumber(loop.getLowerBound(), 0) &&
         llvm::is_contained(
             tile.widths, loop.getUpperBound().getDefiningOp<arith::MinUIOp>());
}

/// Whether an index is of an element that no other tile has: it is computed
/// from where the tile begins.
static bool isOfTile(Value index, const TileLoop &tile) {
  llvm::SmallSetVector<Value, 8> asked;
  asked.insert(index);
  for (size_t next = 0; next < asked.size(); ++next) {
    Operation *op = asked[next].getDefiningOp();
    if (llvm::is_contained(tile.begins, dyn_cast_or_null<arith::MulIOp>(op)))
      return true;
    if (isa_and_present<arith::AddIOp>(op))
      asked.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

/// Whether lanes do all that is done for a tile, inside of other loops some of
/// it: only they store, into elements of the tile, which nothing else loads,
/// and what has their number otherwise is not there.
static bool doAll(TileLoop &tile) {
  scf::ForOp around = tile.loop;
  for (arith::MinUIOp width : tile.widths)
    for (Operation *user : width->getUsers())
      if (!isa<scf::ForOp>(user) || !areLanes(cast<scf::ForOp>(user), tile))
        return false;
  bool areInside = false;
  llvm::SmallDenseSet<Value, 2> stored, loaded;
  auto inLanes = [&](Operation *op, ValueRange indices) {
    auto lanes = dyn_cast<scf::ForOp>(op->getParentOp());
    return lanes && areLanes(lanes, tile) && indices.size() == 1 &&
           isOfTile(indices.front(), tile);
  };
  WalkResult result = around.getBody()->walk([&](Operation *op) {
    if (auto lanes = dyn_cast<scf::ForOp>(op)) {
      areInside |= areLanes(lanes, tile) && lanes->getParentOp() != around;
      return !lanes->hasAttr(kVectorAttr) || areLanes(lanes, tile)
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    }
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      stored.insert(store.getMemRef());
      return inLanes(op, store.getIndices()) ? WalkResult::advance()
                                             : WalkResult::interrupt();
    }
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!inLanes(op, load.getIndices()))
        loaded.insert(load.getMemRef());
      return WalkResult::advance();
    }
    return isPure(op) || op->hasTrait<OpTrait::IsTerminator>()
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return areInside && !result.wasInterrupted() &&
         llvm::none_of(stored,
                       [&](Value array) { return loaded.contains(array); });
}

static std::optional<TileLoop> findTileLoop(scf::ForOp loop) {
  TileLoop tile;
  tile.loop = loop;
  if (loop.getUnsignedCmp() || loop.getNumResults() != 0 ||
      !isNumber(loop.getLowerBound(), 0) || !isNumber(loop.getStep(), 1) ||
      !loop->getDiscardableAttrDictionary().empty() || !findBegins(tile) ||
      !findWidths(tile) ||
      !countsTiles(loop.getUpperBound(), tile.extent, tile.length) ||
      !doAll(tile))
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
