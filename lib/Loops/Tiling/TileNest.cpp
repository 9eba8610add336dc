//===- TileNest.cpp - Loops over the tiles of an extent -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds them by how many tiles there are, what each begins at, and how many
// lanes it has.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileNest.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

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

/// Finds what a tile begins at: it is all that the number of a tile is for.
bool TileNest::findBegins() {
  Value number = loop.getInductionVar();
  for (Operation *user : number.getUsers()) {
    auto product = dyn_cast<arith::MulIOp>(user);
    APInt factor;
    if (!product || !matchPattern(getOther<arith::MulIOp>(product, number),
                                  m_ConstantInt(&factor)))
      return false;
    if (factor != length)
      return false;
    begins.push_back(product);
  }
  return !begins.empty();
}

/// Finds how many lanes a tile has: the least of its length, the extent, and
/// what is left of that.
bool TileNest::findWidths() {
  for (arith::MulIOp begin : begins)
    for (Operation *user : begin->getUsers()) {
      auto left = dyn_cast<arith::SubIOp>(user);
      if (!left)
        continue;
      if (left.getRhs() != begin || !left->hasOneUse())
        return false;
      auto width = dyn_cast<arith::MinUIOp>(*left->user_begin());
      if (!width)
        return false;
      Value whole = left.getLhs();
      Value most = getOther<arith::MinUIOp>(width, left);
      if (Value other = getOther<arith::MinUIOp>(most, whole))
        most = other;
      if (getConstantIntValue(most) != length ||
          !loop.isDefinedOutsideOfLoop(whole) || (extent && whole != extent))
        return false;
      extent = whole;
      widths.push_back(width);
    }
  return !widths.empty();
}

bool TileNest::isOverTile(scf::ForOp lanes) const {
  return getVector(lanes) == length && !hasLoopTags(lanes, LoopTag::Vector) &&
         getConstantIntValue(lanes.getLowerBound()) == 0 &&
         llvm::is_contained(
             widths, lanes.getUpperBound().getDefiningOp<arith::MinUIOp>());
}

/// Whether an index is of an element that no other tile has: it is computed
/// from where the tile begins.
bool TileNest::isInTile(Value index) const {
  llvm::SmallSetVector<Value, 8> asked;
  asked.insert(index);
  for (size_t next = 0; next < asked.size(); ++next) {
    Operation *op = asked[next].getDefiningOp();
    if (llvm::is_contained(begins, dyn_cast_or_null<arith::MulIOp>(op)))
      return true;
    if (isa_and_present<arith::AddIOp>(op))
      asked.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

/// Whether lanes do all that is done for a tile, inside of other loops some of
/// it: only they store, into elements of the tile, which nothing else loads,
/// and what has their number otherwise is not there.
bool TileNest::isDoneByLanes() const {
  scf::ForOp around = loop;
  for (arith::MinUIOp width : widths)
    for (Operation *user : width->getUsers())
      if (!isa<scf::ForOp>(user) || !isOverTile(cast<scf::ForOp>(user)))
        return false;
  bool areInside = false;
  llvm::SmallDenseSet<Value, 2> stored, loaded;
  auto inLanes = [&](Operation *op, ValueRange indices) {
    auto lanes = dyn_cast<scf::ForOp>(op->getParentOp());
    return lanes && isOverTile(lanes) && indices.size() == 1 &&
           isInTile(indices.front());
  };
  WalkResult result = around.getBody()->walk([&](Operation *op) {
    if (auto lanes = dyn_cast<scf::ForOp>(op)) {
      areInside |= isOverTile(lanes) && lanes->getParentOp() != around;
      return !isVector(lanes) || isOverTile(lanes) ? WalkResult::advance()
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

std::optional<TileNest> TileNest::find(scf::ForOp loop) {
  TileNest tiles;
  tiles.loop = loop;
  tiles.length = LoopInfo(getLoopAttr(loop)).tiles;
  if (loop.getUnsignedCmp() || loop.getNumResults() != 0 ||
      getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1 || hasLoopTags(loop) ||
      tiles.length == 0 || !tiles.findBegins() || !tiles.findWidths() ||
      !tiles.isDoneByLanes())
    return std::nullopt;
  return tiles;
}

template <typename Lookup>
void TileNest::setWidth(Lookup lookup, Value width) const {
  for (arith::MinUIOp op : widths) {
    Operation *own = lookup(op);
    own->getResult(0).replaceAllUsesWith(width);
    own->erase();
  }
}

void TileNest::clone(OpBuilder &b, Value numTiles, int64_t longer) const {
  Location loc = numTiles.getLoc();
  Value number = arith::ConstantIndexOp::create(b, loc, longer);
  Operation *source = loop;
  IRMapping mapping;
  auto copy = cast<scf::ForOp>(b.clone(*source, mapping));
  copy.setUpperBound(numTiles);
  updateLoopInfo(copy, [&](LoopInfo &info) { info.tiles = longer; });
  setWidth([&](Operation *op) { return mapping.lookup(op); }, number);
  for (arith::MulIOp begin : begins)
    mapping.lookup(begin.getOperation())
        ->setOperands({copy.getInductionVar(), number});
  copy.walk([&](scf::ForOp lanes) {
    if (isVector(lanes))
      updateLoopInfo(lanes, [&](LoopInfo &info) { info.vector = longer; });
  });
}

void TileNest::promoteOnlyTile() {
  setWidth([](Operation *op) { return op; }, extent);
  widths.clear();
  IRRewriter rewriter(loop);
  loop.setUpperBound(
      arith::ConstantIndexOp::create(rewriter, loop.getLoc(), 1));
  LogicalResult isSingle = loop.promoteIfSingleIteration(rewriter);
  assert(succeeded(isSingle) && "it has one iteration");
  (void)isSingle;
}
