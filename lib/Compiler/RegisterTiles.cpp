//===- RegisterTiles.cpp - Vectors that stay in registers -------*- C++ -*-===//
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

#include "RegisterTiles.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace weft;

namespace {
/// A vector at one place of an array, and its accesses in a loop.
struct Tile {
  Value array;
  SmallVector<Value> indices;
  VectorType type;
  SmallVector<Operation *> accesses;
};

/// What a loop that carries tiles has before and behind it.
struct KeptLoop {
  scf::ForOp loop;
  SmallVector<Operation *> loads, stores;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// The array that an operation uses; null if it uses none.
static Value getArray(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getBase();
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return gather.getBase();
  if (auto scatter = dyn_cast<vector::ScatterOp>(op))
    return scatter.getBase();
  return {};
}

Value weft::getRoot(Value array) {
  while (auto view = array.getDefiningOp<ViewLikeOpInterface>())
    array = view.getViewSource();
  return array;
}

/// Whether an array, and what else may be the same one, is just read, written
/// and looked at.
static bool isUsedInPlace(Value array) {
  return llvm::all_of(array.getUsers(), [&](Operation *user) {
    if (auto store = dyn_cast<memref::StoreOp>(user))
      if (store.getValueToStore() == array)
        return false;
    if (isa<ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(), isUsedInPlace);
    return getArray(user) == array ||
           isa<memref::DimOp, memref::DeallocOp, func::ReturnOp, func::CallOp>(
               user);
  });
}

/// Whether nothing but views of an array has its elements.
static bool isOwnMemory(Value root) {
  return root.getDefiningOp<memref::AllocOp>() && isUsedInPlace(root);
}

/// What an access is of; nothing if it is none of a vector in a row.
static std::optional<Tile> getTile(Operation *op) {
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return Tile{load.getBase(), load.getIndices(), load.getVectorType(), {}};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return Tile{store.getBase(), store.getIndices(), store.getVectorType(), {}};
  return std::nullopt;
}

/// Whether an operation is in one case of the branch in the body of a loop, or,
/// without a branch, in the body itself.
static bool isIn(Operation *op, scf::ForOp loop, scf::IfOp branch) {
  return op->getBlock() == (branch ? branch.thenBlock() : loop.getBody());
}

/// Whether the array of a tile is used in a loop at the place of the tile
/// alone, in which case the accesses are added. In the other case of the
/// branch, the array may be used otherwise.
static bool collectAccesses(Tile &tile, scf::ForOp loop, scf::IfOp branch) {
  Value root = getRoot(tile.array);
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
      return WalkResult::advance();
    std::optional<Tile> other = getTile(op);
    if (!other || !isIn(op, loop, branch) || other->array != tile.array ||
        other->indices != tile.indices || other->type != tile.type)
      return WalkResult::interrupt();
    tile.accesses.push_back(op);
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// The tiles that a loop can carry.
static SmallVector<Tile> findTiles(scf::ForOp loop, scf::IfOp branch) {
  SmallVector<Tile> tiles;
  Block &block = branch ? *branch.thenBlock() : *loop.getBody();
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  for (auto store : block.getOps<vector::StoreOp>()) {
    Tile tile = *getTile(store);
    bool isNew = llvm::none_of(
        tiles, [&](const Tile &other) { return other.array == tile.array; });
    if (isNew && isOutside(tile.array) &&
        llvm::all_of(tile.indices, isOutside) &&
        isOwnMemory(getRoot(tile.array)) && collectAccesses(tile, loop, branch))
      tiles.push_back(std::move(tile));
  }
  return tiles;
}

/// Moves what does not change in a loop in front of it, also what one case of a
/// branch in it computes.
static void hoist(scf::ForOp loop, scf::IfOp branch) {
  moveLoopInvariantCode(loop);
  if (!branch)
    return;
  moveLoopInvariantCode(
      &branch.getThenRegion(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op);
      },
      [&](Operation *op, Region *) { op->moveBefore(loop); });
}

/// Whether an index is that of an element also where no step of a loop inside
/// asks for it: it is computed from what loops bind, and not found by a search,
/// which may find nothing.
static bool isBound(Value index) {
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    Operation *around = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(around);
    return loop ? loop.getInductionVar() == argument
                : isa<FunctionOpInterface>(around);
  }
  Operation *op = index.getDefiningOp();
  return op->getNumRegions() == 0 && (isPure(op) || isa<memref::LoadOp>(op)) &&
         llvm::all_of(op->getOperands(), isBound);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts one case of a branch in its place.
static void choose(scf::IfOp branch, Block *block, RewriterBase &rewriter) {
  rewriter.eraseOp(block->getTerminator());
  rewriter.inlineBlockBefore(block, branch);
  rewriter.eraseOp(branch);
}

/// Decides in front of a loop what a branch in it decides. Gives the new
/// branch; the loop is in its first case, and a copy of it in the second.
static scf::IfOp unswitch(scf::ForOp loop, scf::IfOp branch,
                          RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  auto outer = scf::IfOp::create(rewriter, loop.getLoc(), loop.getResultTypes(),
                                 branch.getCondition(), /*addThenBlock=*/true,
                                 /*addElseBlock=*/true);
  rewriter.replaceAllUsesWith(loop.getResults(), outer.getResults());
  rewriter.setInsertionPointToEnd(outer.elseBlock());
  IRMapping mapping;
  Operation *copy = rewriter.clone(*loop, mapping);
  scf::YieldOp::create(rewriter, loop.getLoc(), copy->getResults());
  auto branchOfCopy = cast<scf::IfOp>(mapping.lookup(branch.getOperation()));
  choose(branchOfCopy, branchOfCopy.elseBlock(), rewriter);
  rewriter.setInsertionPointToEnd(outer.thenBlock());
  auto yield = scf::YieldOp::create(rewriter, loop.getLoc(), loop.getResults());
  rewriter.moveOpBefore(loop, yield);
  choose(branch, branch.thenBlock(), rewriter);
  return outer;
}

/// Lets a loop carry tiles.
static KeptLoop carryTiles(scf::ForOp loop, ArrayRef<Tile> tiles,
                           IRRewriter &rewriter) {
  KeptLoop kept;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  SmallVector<Value> inits, results;
  for (const Tile &tile : tiles) {
    auto load = vector::LoadOp::create(b, tile.type, tile.array, tile.indices);
    kept.loads.push_back(load);
    inits.push_back(load);
  }
  auto addYields = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    SmallVector<Value> yields;
    for (auto [tile, argument] : llvm::zip_equal(tiles, carried)) {
      Value current = argument;
      for (Operation *access : tile.accesses) {
        if (auto store = dyn_cast<vector::StoreOp>(access))
          current = store.getValueToStore();
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
    kept.stores.push_back(
        vector::StoreOp::create(b, result, tile.array, tile.indices));
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
static bool canCarry(ArrayRef<Tile> tiles, const KeptLoop &inner) {
  return tiles.size() == inner.stores.size() &&
         llvm::all_of(tiles, [&](const Tile &tile) {
           return llvm::all_of(tile.indices, isBound) &&
                  llvm::any_of(inner.stores, [&](Operation *store) {
                    return llvm::is_contained(tile.accesses, store);
                  });
         });
}

/// The loops that are there once more where a tile is not full; null if they
/// are not nested in one.
static scf::ForOp getEdge(scf::IfOp branch) {
  if (!branch)
    return {};
  auto loops = llvm::to_vector(branch.elseBlock()->getOps<scf::ForOp>());
  return loops.size() == 1 ? loops.front() : scf::ForOp();
}

/// Decides whether a tile is full in front of the loops that do not change it.
static void decideOutside(scf::IfOp branch, Operation *around,
                          IRRewriter &rewriter) {
  while (branch && branch.getNumResults() == 0) {
    auto loop = dyn_cast<scf::ForOp>(around);
    if (!loop || loop->hasAttr(kParallelAttr))
      break;
    hoist(loop, branch);
    if (!loop.isDefinedOutsideOfLoop(branch.getCondition()))
      break;
    branch = unswitch(loop, branch, rewriter);
    around = branch->getParentOp();
  }
  if (scf::ForOp edge = getEdge(branch))
    specializeEdge(edge);
}

void weft::keepInRegisters(scf::IfOp branch, Operation *around) {
  std::optional<KeptLoop> kept;
  IRRewriter rewriter(around->getContext());
  // What a tile is combined from is not carried.
  while (!branch || branch.getNumResults() == 0) {
    auto loop = dyn_cast<scf::ForOp>(around);
    if (!loop || loop->hasAttr(kParallelAttr))
      break;
    hoist(loop, branch);
    if (branch && !loop.isDefinedOutsideOfLoop(branch.getCondition()))
      break;
    SmallVector<Tile> tiles = findTiles(loop, branch);
    if (tiles.empty() || (kept && !canCarry(tiles, *kept)))
      break;
    if (branch)
      branch = unswitch(loop, branch, rewriter);
    kept = carryTiles(loop, tiles, rewriter);
    around = (branch ? branch.getOperation() : kept->loop)->getParentOp();
  }
  if (!kept)
    return decideOutside(branch, around, rewriter);
  scf::ForOp edge = getEdge(branch);
  if (edge && kept->stores.size() == 1)
    combineEdge(edge, getRoot(getArray(kept->stores.front())));
  guard(*kept, rewriter);
}
