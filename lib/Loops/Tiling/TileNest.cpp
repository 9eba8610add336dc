//===- TileNest.cpp - Loops over tiles of a dense mode --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches a loop over tiles by the tile length in `weft.loop`, and by the
// computation of the first coordinate and of the width of a tile.
//
//===----------------------------------------------------------------------===//

#include "Tiling/TileNest.h"
#include "Vectorization/BlockReduction.h"

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

/// The other operand of a commutative operation with operand `value`; null if
/// `result` is not computed by such an operation.
template <typename Op> static Value getOther(Value result, Value value) {
  auto op = result.getDefiningOp<Op>();
  if (!op)
    return {};
  if (op.getLhs() == value)
    return op.getRhs();
  return op.getRhs() == value ? op.getLhs() : Value();
}

/// Finds the first coordinates of a tile, which must be the only uses of the
/// induction variable.
LogicalResult TileNest::findBegins(Refuse refuse) {
  Value number = loop.getInductionVar();
  for (Operation *user : number.getUsers()) {
    auto product = dyn_cast<arith::MulIOp>(user);
    APInt factor;
    if (!product || !matchPattern(getOther<arith::MulIOp>(product, number),
                                  m_ConstantInt(&factor)))
      return refuse("`" + user->getName().getStringRef() +
                    "` uses the induction variable other than to multiply it "
                    "by a constant");
    if (factor != length)
      return refuse("the induction variable is multiplied by a constant other "
                    "than the tile length " +
                    Twine(length));
    begins.push_back(product);
  }
  return begins.empty() ? refuse("the loop does not multiply the induction "
                                 "variable by the tile length")
                        : success();
}

/// Adds the width of a tile if it is the minimum of the tile length, of the
/// rest of the extent, and perhaps of the extent itself.
LogicalResult TileNest::addWidth(arith::MulIOp begin, arith::SubIOp rest,
                                 Refuse refuse) {
  auto width = rest->hasOneUse() ? dyn_cast<arith::MinUIOp>(*rest->user_begin())
                                 : arith::MinUIOp();
  if (!width || rest.getRhs() != begin)
    return refuse("the start of a tile is subtracted other than for the tile "
                  "width `minui(extent - start, length)`");
  Value whole = rest.getLhs();
  Value most = getOther<arith::MinUIOp>(width, rest);
  if (Value other = getOther<arith::MinUIOp>(most, whole))
    most = other;
  if (getConstantIntValue(most) != length)
    return refuse("the tile width is not bounded by the tile length " +
                  Twine(length));
  if (!loop.isDefinedOutsideOfLoop(whole))
    return refuse("the tiled extent is defined in the loop");
  if (extent && whole != extent)
    return refuse("the tile widths are computed from two extents");
  extent = whole;
  widths.push_back(width);
  return success();
}

LogicalResult TileNest::findWidths(Refuse refuse) {
  for (arith::MulIOp begin : begins)
    for (Operation *user : begin->getUsers()) {
      auto rest = dyn_cast<arith::SubIOp>(user);
      if (rest && failed(addWidth(begin, rest, refuse)))
        return failure();
    }
  return widths.empty() ? refuse("the loop does not compute a tile width "
                                 "`minui(extent - start, length)`")
                        : success();
}

bool TileNest::isOverTile(scf::ForOp inner) const {
  return getVector(inner) == length && !hasLoopTags(inner, LoopTag::Vector) &&
         getConstantIntValue(inner.getLowerBound()) == 0 &&
         getConstantIntValue(inner.getStep()) == 1 &&
         llvm::is_contained(
             widths, inner.getUpperBound().getDefiningOp<arith::MinUIOp>());
}

bool TileNest::isInVectorLoop(Operation *op) const {
  auto inner = dyn_cast<scf::ForOp>(op->getParentOp());
  return inner && isOverTile(inner);
}

/// Whether a value is a coordinate of a tile less that of its start.
bool TileNest::isPlaceInTile(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  auto inner = argument
                   ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                   : scf::ForOp();
  return inner && value == inner.getInductionVar() && isOverTile(inner);
}

/// Whether an index is a coordinate of the tile plus what does not make it the
/// element of another tile: what is invariant, and multiples of the extent.
bool TileNest::isElementOfTile(ValueRange indices) const {
  if (indices.size() != 1)
    return false;
  scf::ForOp tiles = loop;
  bool hasBegin = false, hasPlace = false;
  SmallVector<Value> terms = {indices.front()};
  // Terms that occur in several sums are visited several times.
  const unsigned maxVisits = 64;
  for (unsigned visits = 0; !terms.empty(); ++visits) {
    if (visits == maxVisits)
      return false;
    Value term = terms.pop_back_val();
    Operation *op = term.getDefiningOp();
    auto product = dyn_cast_or_null<arith::MulIOp>(op);
    if (product && llvm::is_contained(begins, product)) {
      if (std::exchange(hasBegin, true))
        return false;
    } else if (isPlaceInTile(term)) {
      if (std::exchange(hasPlace, true))
        return false;
    } else if (isa_and_present<arith::AddIOp>(op)) {
      llvm::append_range(terms, op->getOperands());
    } else if (!tiles.isDefinedOutsideOfLoop(term) &&
               !(product &&
                 llvm::is_contained(product->getOperands(), extent))) {
      return false;
    }
  }
  return hasBegin;
}

/// Checks that widths only bound vector loops over the tile.
LogicalResult TileNest::verifyWidthUses(Refuse refuse) const {
  for (arith::MinUIOp width : widths)
    for (Operation *user : width->getUsers())
      if (!isa<scf::ForOp>(user) || !isOverTile(cast<scf::ForOp>(user)))
        return refuse("`" + user->getName().getStringRef() +
                      "` uses the tile width, but is not a loop over the tile "
                      "that is only tagged `vector(" +
                      Twine(length) + ")`");
  return success();
}

/// Checks that an operation in the loop is part of a vector loop over the tile,
/// or has no side effects.
LogicalResult TileNest::verifyOperation(Operation *op, Refuse refuse) const {
  if (auto inner = dyn_cast<scf::ForOp>(op))
    return isVector(inner) && !isOverTile(inner)
               ? refuse("an inner loop tagged `vector` does not iterate over "
                        "the tile")
               : success();
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    if (!isInVectorLoop(store))
      return refuse("a store is outside of the inner loops over the tile that "
                    "are tagged `vector`");
    if (!isElementOfTile(store.getIndices()))
      return refuse("the index of a store in an inner loop does not depend on "
                    "the start of the tile");
    return success();
  }
  if (isa<memref::LoadOp>(op) || isPure(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return success();
  return refuse("`" + op->getName().getStringRef() +
                "` in the loop has side effects");
}

/// Checks that arrays to which the loop stores are loaded only by vector loops,
/// at elements of the tile.
LogicalResult TileNest::verifyLoads(Refuse refuse) const {
  scf::ForOp tiles = loop;
  llvm::SmallDenseSet<Value, 2> stored;
  tiles.getBody()->walk(
      [&](memref::StoreOp store) { stored.insert(store.getMemRef()); });
  WalkResult result = tiles.getBody()->walk([&](memref::LoadOp load) {
    return stored.contains(load.getMemRef()) &&
                   !(isInVectorLoop(load) && isElementOfTile(load.getIndices()))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted() ? refuse("a load from a stored array may "
                                          "access elements outside of the tile")
                                 : success();
}

bool TileNest::hasNestedVectorLoop() const {
  scf::ForOp tiles = loop;
  return tiles.getBody()
      ->walk([&](scf::ForOp inner) {
        return isOverTile(inner) && inner->getParentOp() != tiles
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult TileNest::verifyBody(Refuse refuse) const {
  if (failed(verifyWidthUses(refuse)))
    return failure();
  scf::ForOp tiles = loop;
  WalkResult result = tiles.getBody()->walk(
      [&](Operation *op) { return WalkResult(verifyOperation(op, refuse)); });
  if (result.wasInterrupted())
    return failure();
  if (!hasNestedVectorLoop())
    return refuse("no loop over the tile is nested in another inner loop, "
                  "which wider vectors would execute less often");
  return verifyLoads(refuse);
}

LogicalResult TileNest::verifyForm(Refuse refuse) const {
  scf::ForOp tiles = loop;
  if (tiles.getUnsignedCmp())
    return refuse("the loop has unsigned bounds");
  if (tiles.getNumResults() != 0)
    return refuse("the loop has iter_args");
  if (getConstantIntValue(tiles.getLowerBound()) != 0)
    return refuse("the lower bound of the loop is not 0");
  if (getConstantIntValue(tiles.getStep()) != 1)
    return refuse("the step of the loop is not 1");
  if (hasLoopTags(tiles))
    return refuse("the loop " + describeLoopTag(tiles));
  return success();
}

bool TileNest::isTagged(scf::ForOp loop) {
  return LoopInfo(getLoopAttr(loop)).tiles != 0;
}

FailureOr<TileNest> TileNest::find(scf::ForOp loop, Refuse refuse) {
  TileNest tiles;
  tiles.loop = loop;
  tiles.length = LoopInfo(getLoopAttr(loop)).tiles;
  if (failed(tiles.verifyForm(refuse)) || failed(tiles.findBegins(refuse)) ||
      failed(tiles.findWidths(refuse)) || failed(tiles.verifyBody(refuse)))
    return failure();
  return tiles;
}

template <typename Lookup>
void TileNest::replaceWidths(Lookup lookup, Value width) const {
  for (arith::MinUIOp op : widths) {
    Operation *own = lookup(op);
    own->getResult(0).replaceAllUsesWith(width);
    own->erase();
  }
}

void TileNest::clone(OpBuilder &b, Value numTiles, int64_t newLength) const {
  Location loc = numTiles.getLoc();
  Value width = arith::ConstantIndexOp::create(b, loc, newLength);
  Operation *source = loop;
  IRMapping mapping;
  auto copy = cast<scf::ForOp>(b.clone(*source, mapping));
  copy.setUpperBound(numTiles);
  updateLoopInfo(copy, [&](LoopInfo &info) { info.tiles = newLength; });
  replaceWidths([&](Operation *op) { return mapping.lookup(op); }, width);
  for (arith::MulIOp begin : begins)
    mapping.lookup(begin.getOperation())
        ->setOperands({copy.getInductionVar(), width});
  copy.walk([&](scf::ForOp inner) {
    if (isVector(inner))
      updateLoopInfo(inner, [&](LoopInfo &info) { info.vector = newLength; });
  });
}

void TileNest::promoteOnlyTile() {
  replaceWidths([](Operation *op) { return op; }, extent);
  widths.clear();
  IRRewriter rewriter(loop);
  loop.setUpperBound(
      arith::ConstantIndexOp::create(rewriter, loop.getLoc(), 1));
  LogicalResult isSingle = loop.promoteIfSingleIteration(rewriter);
  assert(succeeded(isSingle) && "it has one iteration");
  (void)isSingle;
}
