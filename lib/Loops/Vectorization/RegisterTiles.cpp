//===- RegisterTiles.cpp - Vectors that stay in registers -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense loop inside of the one that it reduces over reads and writes the same
// elements in each step of that. If it is a vector, the loop around it carries
// the vector instead: a tile of the result stays in registers while a row of a
// sparse operand goes by. Nothing is asked about where the loops come from: the
// place must not change in the loop, and nothing else in it may use the array.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/RegisterTiles.h"

#include "Analysis/ArrayOrigins.h"
#include "Analysis/ValueDependence.h"
#include "Tiling/Unswitch.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

namespace {
/// What a loop that carries tiles has before and behind it.
struct KeptLoop {
  scf::ForOp loop;
  SmallVector<Operation *> loads, stores;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// Whether an operation is in one case of the branch in the body of a loop, or,
/// without a branch, in the body itself.
static bool isIn(Operation *op, scf::ForOp loop, scf::IfOp branch) {
  return op->getBlock() == (branch ? branch.thenBlock() : loop.getBody());
}

/// Whether the array of a tile is used in a loop at the place of the tile
/// alone, in which case the accesses are added. In the other case of the
/// branch, the array may be used otherwise.
static bool collectAccesses(VectorTile &tile, scf::ForOp loop,
                            scf::IfOp branch) {
  Value root = getRoot(tile.array);
  bool isOwn = isOwnMemory(root);
  WalkResult result = loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (branch && branch.getElseRegion().isAncestor(op->getParentRegion()))
      return WalkResult::advance();
    Value array = getArray(op);
    if (!array) {
      bool isHarmless = isMemoryEffectFree(op) ||
                        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
      return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
    }
    if (getRoot(array) != root)
      return isOwn || !mayOverlap(root, getRoot(array))
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    std::optional<VectorTile> other = VectorTile::of(op);
    if (!other || !isIn(op, loop, branch) || !other->isAt(tile))
      return WalkResult::interrupt();
    tile.accesses.push_back(op);
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The tiles that a loop can carry.
static SmallVector<VectorTile> findTiles(scf::ForOp loop, scf::IfOp branch) {
  SmallVector<VectorTile> tiles;
  Block &block = branch ? *branch.thenBlock() : *loop.getBody();
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  for (Operation &op : block) {
    if (!getStoredVector(&op))
      continue;
    VectorTile tile = *VectorTile::of(&op);
    bool isNew = llvm::none_of(tiles, [&](const VectorTile &other) {
      return other.array == tile.array;
    });
    if (isNew && isOutside(tile.array) &&
        llvm::all_of(tile.indices, isOutside) &&
        (!tile.mask || isOutside(tile.mask)) &&
        (isOwnMemory(getRoot(tile.array)) || isAllocatedHere(tile.array)) &&
        collectAccesses(tile, loop, branch))
      tiles.push_back(std::move(tile));
  }
  return tiles;
}

/// Whether an index is that of an element also where no step of a loop inside
/// asks for it: it is computed from what loops bind, and not found by a search,
/// which may find nothing.
static bool isBound(Value index) {
  return isComputedFrom(index, [](Value value) -> std::optional<bool> {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *around = argument.getOwner()->getParentOp();
      auto loop = dyn_cast<scf::ForOp>(around);
      return loop ? loop.getInductionVar() == argument
                  : isa<FunctionOpInterface>(around);
    }
    Operation *op = value.getDefiningOp();
    return isPure(op) || isa<memref::LoadOp>(op) ? std::nullopt
                                                 : std::optional(false);
  });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Lets a loop carry tiles.
static KeptLoop carryTiles(scf::ForOp loop, ArrayRef<VectorTile> tiles,
                           IRRewriter &rewriter) {
  KeptLoop kept;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Value> inits, results;
  for (const VectorTile &tile : tiles) {
    kept.loads.push_back(tile.emitLoad(b));
    inits.push_back(kept.loads.back()->getResult(0));
  }
  auto addYields = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    SmallVector<Value> yields;
    for (auto [tile, argument] : llvm::zip_equal(tiles, carried)) {
      Value current = argument;
      for (Operation *access : tile.accesses) {
        if (Value stored = getStoredVector(access))
          current = stored;
        else
          rewriter.replaceAllUsesWith(access->getResult(0), current);
        rewriter.eraseOp(access);
      }
      yields.push_back(current);
    }
    return yields;
  };
  rewriter.setInsertionPoint(loop);
  DictionaryAttr notes = loop->getDiscardableAttrDictionary();
  kept.loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, addYields));
  kept.loop->setDiscardableAttrs(notes);
  b.setInsertionPointAfter(kept.loop);
  for (auto [tile, result] :
       llvm::zip_equal(tiles, kept.loop.getResults().take_back(tiles.size())))
    kept.stores.push_back(tile.emitStore(b, result));
  return kept;
}

/// Leaves memory alone where a loop has no step.
static void guard(const KeptLoop &kept, IRRewriter &rewriter) {
  scf::ForOp loop = kept.loop;
  ImplicitLocOpBuilder b(loop.getLoc(), kept.loads.front());
  Value isEntered = arith::CmpIOp::create(
      b, arith::CmpIPredicate::slt, loop.getLowerBound(), loop.getUpperBound());
  size_t count = loop.getNumResults() - kept.loads.size();
  ValueRange results = loop.getResults().take_front(count);
  auto branch = scf::IfOp::create(b, results.getTypes(), isEntered,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/count != 0);
  rewriter.replaceAllUsesWith(results, branch.getResults());
  Block *inside = branch.thenBlock();
  for (Operation *op : kept.loads)
    rewriter.moveOpBefore(op, inside, inside->end());
  rewriter.moveOpBefore(loop, inside, inside->end());
  for (Operation *op : kept.stores)
    rewriter.moveOpBefore(op, inside, inside->end());
  b.setInsertionPointToEnd(inside);
  scf::YieldOp::create(b, results);
  if (count == 0)
    return;
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, ValueRange(loop.getInitArgs()).take_front(count));
}

/// Whether a loop around can carry all tiles that the one inside carries, at
/// places that are there although that may have no step.
static bool canCarry(ArrayRef<VectorTile> tiles, const KeptLoop &inner) {
  return tiles.size() == inner.stores.size() &&
         llvm::all_of(tiles, [&](const VectorTile &tile) {
           return llvm::all_of(tile.indices, isBound) &&
                  llvm::any_of(inner.stores, [&](Operation *store) {
                    return llvm::is_contained(tile.accesses, store);
                  });
         });
}

/// The loops that are there once more where a tile is not full; null if they
/// are not nested in one, or are to become vectors as well. Those that do
/// nothing are erased.
static scf::ForOp getEdge(scf::IfOp branch, IRRewriter &rewriter) {
  if (!branch)
    return {};
  auto loops = llvm::to_vector(branch.elseBlock()->getOps<scf::ForOp>());
  if (loops.size() != 1)
    return {};
  scf::ForOp edge = loops.front();
  if (isOpTriviallyDead(edge)) {
    rewriter.eraseOp(edge);
    return {};
  }
  WalkResult isPartial = edge.walk([](scf::ForOp loop) {
    return LoopInfo(getLoopAttr(loop)).isPartial ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  return isPartial.wasInterrupted() ? scf::ForOp() : edge;
}

/// Decides whether a tile is full in front of the loops that do not change it.
static void decideOutside(scf::IfOp branch, Operation *around,
                          IRRewriter &rewriter) {
  while (branch && branch.getNumResults() == 0) {
    auto loop = dyn_cast<scf::ForOp>(around);
    if (!loop || isParallel(loop))
      break;
    hoist(loop, branch);
    if (!loop.isDefinedOutsideOfLoop(branch.getCondition()))
      break;
    // One that does nothing has been moved by itself.
    if (branch->getParentOp() == loop)
      branch = unswitch(loop, branch, rewriter);
    around = branch->getParentOp();
  }
  if (scf::ForOp edge = getEdge(branch, rewriter))
    specializeEdge(edge);
}

void weft::keepInRegisters(scf::IfOp branch, Operation *around) {
  std::optional<KeptLoop> kept;
  IRRewriter rewriter(around->getContext());
  // What a tile is combined from is not carried.
  while (!branch || branch.getNumResults() == 0) {
    auto loop = dyn_cast<scf::ForOp>(around);
    if (!loop || isParallel(loop))
      break;
    hoist(loop, branch);
    if (branch && (!loop.isDefinedOutsideOfLoop(branch.getCondition()) ||
                   branch->getParentOp() != loop))
      break;
    SmallVector<VectorTile> tiles = findTiles(loop, branch);
    if (tiles.empty() || (kept && !canCarry(tiles, *kept)))
      break;
    if (branch)
      branch = unswitch(loop, branch, rewriter);
    kept = carryTiles(loop, tiles, rewriter);
    around = (branch ? branch.getOperation() : kept->loop)->getParentOp();
  }
  if (!kept)
    return decideOutside(branch, around, rewriter);
  scf::ForOp edge = getEdge(branch, rewriter);
  if (edge && kept->stores.size() == 1)
    combineEdge(edge, getRoot(getArray(kept->stores.front())));
  guard(*kept, rewriter);
}
