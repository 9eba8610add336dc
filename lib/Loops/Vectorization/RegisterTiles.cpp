//===- RegisterTiles.cpp - Keep vectors in registers over loops -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dense loop inside of a reduction loop loads and stores the same elements in
// each iteration of the reduction. If the dense loop is one vector, the
// reduction loop carries the vector instead: a tile of the result stays in
// registers during the loop over a row of a sparse operand. The index of the
// vector must be invariant, and nothing else in the loop may access the array.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/RegisterTiles.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Analysis/ValueDependence.h"
#include "Tiling/Unswitch.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

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
/// A loop that carries tiles, with their loads before and their stores behind
/// it.
struct KeptLoop {
  scf::ForOp loop;
  SmallVector<Operation *> loads, stores;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

/// The block with the vectors that a loop may carry: the first region of the
/// branch in its body, or, without a branch, the body.
static Block &getTileBlock(scf::ForOp loop, scf::IfOp branch) {
  return branch ? *branch.thenBlock() : *loop.getBody();
}

/// Whether a loop updates a vector: it loads and stores it.
static bool isUpdated(const VectorTile &tile, Block &block) {
  return llvm::any_of(block, [&](Operation &op) {
    std::optional<VectorTile> other = VectorTile::of(&op);
    return other && !getStoredVector(&op) && other->array == tile.array;
  });
}

/// Why an access of an array in a loop prevents that the loop carries a tile;
/// nothing if it does not. Only views alias an array with `isOwn`.
static std::optional<std::string>
findConflict(const VectorTile &tile, bool isOwn, Operation *op, Block &block) {
  std::string name = "'" + op->getName().getStringRef().str() + "' ";
  Value array = getArray(op), root = getRoot(tile.array);
  if (!array) {
    bool isHarmless = isMemoryEffectFree(op) ||
                      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    if (isHarmless)
      return std::nullopt;
    return name + "may access " + describeArray(root);
  }
  if (getRoot(array) != root) {
    if (isOwn || !mayOverlap(root, getRoot(array)))
      return std::nullopt;
    return name + "accesses " + describeArray(array) + ", which may alias " +
           describeArray(root);
  }
  std::optional<VectorTile> other = VectorTile::of(op);
  if (!other || op->getBlock() != &block || !other->isAt(tile))
    return name + "accesses " + describeArray(root) +
           " other than by a load or store of the vector";
  return std::nullopt;
}

/// Adds the accesses of a tile in a loop. Returns why the loop cannot carry the
/// tile; nothing if it can. In the second region of the branch, the array may
/// be accessed in any way.
static std::optional<std::string>
collectAccesses(VectorTile &tile, scf::ForOp loop, scf::IfOp branch) {
  Value root = getRoot(tile.array);
  bool isOwn = isPrivateAllocation(root);
  Block &block = getTileBlock(loop, branch);
  std::optional<std::string> conflict;
  loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (branch && branch.getElseRegion().isAncestor(op->getParentRegion()))
      return WalkResult::advance();
    conflict = findConflict(tile, isOwn, op, block);
    if (conflict)
      return WalkResult::interrupt();
    Value array = getArray(op);
    if (array && getRoot(array) == root)
      tile.accesses.push_back(op);
    return WalkResult::advance();
  });
  return conflict;
}

/// Why a loop cannot carry a tile, whatever else it accesses; nothing if it
/// can.
static std::optional<std::string> whyNotCarried(const VectorTile &tile,
                                                scf::ForOp loop) {
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  if (!isOutside(tile.array))
    return describeArray(tile.array) + " is defined in the loop";
  if (!llvm::all_of(tile.indices, isOutside))
    return "the index of the vector is not invariant in the loop";
  if (tile.mask && !isOutside(tile.mask))
    return "the mask of the vector is not invariant in the loop";
  if (!isPrivateAllocation(getRoot(tile.array)) && !isAllocatedHere(tile.array))
    return "the function does not allocate " + describeArray(tile.array);
  return std::nullopt;
}

/// The tiles that a loop can carry. With `reports`, reports why it does not
/// carry other vectors that it updates.
static SmallVector<VectorTile> findTiles(scf::ForOp loop, scf::IfOp branch,
                                         bool reports) {
  SmallVector<VectorTile> tiles;
  Block &block = getTileBlock(loop, branch);
  for (Operation &op : block) {
    if (!getStoredVector(&op))
      continue;
    VectorTile tile = *VectorTile::of(&op);
    if (llvm::any_of(tiles, [&](const VectorTile &other) {
          return other.array == tile.array;
        }))
      continue;
    std::optional<std::string> obstacle = whyNotCarried(tile, loop);
    if (!obstacle)
      obstacle = collectAccesses(tile, loop, branch);
    if (!obstacle)
      tiles.push_back(std::move(tile));
    else if (reports && isUpdated(tile, block))
      (void)reportMissed(loop, kRegisterTiles,
                         "the vector is not kept in a register: " + *obstacle);
  }
  return tiles;
}

/// Reports why a loop carries no vectors, if it updates any.
static void reportNoTiles(scf::ForOp loop, scf::IfOp branch,
                          const Twine &obstacle) {
  Block &block = getTileBlock(loop, branch);
  if (llvm::any_of(block, [&](Operation &op) {
        return getStoredVector(&op) && isUpdated(*VectorTile::of(&op), block);
      }))
    (void)reportMissed(loop, kRegisterTiles,
                       "the vector is not kept in a register: " + obstacle);
}

/// Whether an index is in bounds even if no iteration of an inner loop uses it:
/// it is computed from induction variables and arguments of the function, and
/// not by a search, which may return the end of a segment.
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

/// Lets a loop carry tiles as iteration arguments.
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
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  kept.loop = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, addYields));
  kept.loop->setDiscardableAttrs(attributes);
  b.setInsertionPointAfter(kept.loop);
  for (auto [tile, result] :
       llvm::zip_equal(tiles, kept.loop.getResults().take_back(tiles.size())))
    kept.stores.push_back(tile.emitStore(b, result));
  return kept;
}

/// Guards the loads, the loop and the stores, so that an empty loop accesses no
/// memory.
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

/// Why an enclosing loop cannot carry all tiles that the inner loop carries,
/// which may be empty; nothing if it can.
static std::optional<StringRef> whyNotCarriedAround(ArrayRef<VectorTile> tiles,
                                                    const KeptLoop &inner) {
  if (tiles.size() != inner.stores.size())
    return StringRef("not all vectors that the inner loop keeps can be "
                     "iter_args of this loop");
  for (const VectorTile &tile : tiles) {
    if (!llvm::all_of(tile.indices, isBound))
      return StringRef(
          "the index of a vector may be out of bounds if the inner "
          "loop is empty");
    if (llvm::none_of(inner.stores, [&](Operation *store) {
          return llvm::is_contained(tile.accesses, store);
        }))
      return StringRef("the loop stores a vector other than those that its "
                       "inner loop keeps");
  }
  return std::nullopt;
}

/// The nest that runs if a tile is not full; null if it is more than one nest
/// or will become masked vectors. Erases a nest without effects.
static scf::ForOp getScalarNest(scf::IfOp branch, IRRewriter &rewriter) {
  if (!branch)
    return {};
  auto loops = llvm::to_vector(branch.elseBlock()->getOps<scf::ForOp>());
  if (loops.size() != 1)
    return {};
  scf::ForOp nest = loops.front();
  if (isOpTriviallyDead(nest)) {
    rewriter.eraseOp(nest);
    return {};
  }
  WalkResult isPartial = nest.walk([](scf::ForOp loop) {
    return LoopInfo(getLoopAttr(loop)).isPartial ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  return isPartial.wasInterrupted() ? scf::ForOp() : nest;
}

/// Moves the check for a full tile out of loops in which its result is
/// invariant.
static void unswitchLoops(scf::IfOp branch, Operation *around,
                          IRRewriter &rewriter) {
  while (branch && branch.getNumResults() == 0) {
    auto loop = dyn_cast<scf::ForOp>(around);
    if (!loop || isParallel(loop))
      break;
    hoist(loop, branch);
    if (!loop.isDefinedOutsideOfLoop(branch.getCondition()))
      break;
    // A branch without effects has been hoisted.
    if (branch->getParentOp() == loop) {
      reportPassed(loop, kRegisterTiles,
                   "hoists the guard for a full tile out of the loop");
      branch = unswitch(loop, branch, rewriter);
    }
    around = branch->getParentOp();
  }
  if (scf::ForOp nest = getScalarNest(branch, rewriter))
    specializeScalarNest(nest);
}

/// Describes the tiles that a loop carries, for a remark.
static std::string describeTiles(ArrayRef<VectorTile> tiles) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "keeps ";
  llvm::interleave(
      tiles, os,
      [&](const VectorTile &tile) {
        os << (tile.mask ? "a masked '" : "a '") << tile.type << "'";
      },
      " and ");
  os << " in registers over the loop";
  return text;
}

/// Lets one loop carry the vectors that it updates, and returns nothing if it
/// cannot. `inner` is the inner loop that carries vectors, if any. Remarks say
/// why an innermost loop carries none, or an enclosing loop not those of
/// `inner`.
static std::optional<KeptLoop> keepIn(scf::ForOp loop, scf::IfOp &branch,
                                      const std::optional<KeptLoop> &inner,
                                      IRRewriter &rewriter) {
  SmallVector<VectorTile> tiles = findTiles(loop, branch, /*reports=*/!inner);
  if (tiles.empty())
    return std::nullopt;
  if (inner)
    if (std::optional<StringRef> obstacle =
            whyNotCarriedAround(tiles, *inner)) {
      (void)reportMissed(loop, kRegisterTiles,
                         "the vector is not kept in a register: " + *obstacle);
      return std::nullopt;
    }
  reportPassed(loop, kRegisterTiles, describeTiles(tiles));
  if (branch)
    branch = unswitch(loop, branch, rewriter);
  return carryTiles(loop, tiles, rewriter);
}

void weft::keepInRegisters(scf::IfOp branch, Operation *around) {
  std::optional<KeptLoop> kept;
  IRRewriter rewriter(around->getContext());
  // A branch with results is a reduction, which has no tile in memory.
  while (!branch || branch.getNumResults() == 0) {
    auto loop = dyn_cast<scf::ForOp>(around);
    if (!loop)
      break;
    if (isParallel(loop)) {
      if (!kept)
        reportNoTiles(loop, branch, "the loop is parallel");
      break;
    }
    hoist(loop, branch);
    if (branch && branch->getParentOp() != loop)
      break;
    if (branch && !loop.isDefinedOutsideOfLoop(branch.getCondition())) {
      if (!kept)
        reportNoTiles(loop, branch,
                      "the guard for a full tile is not invariant in the loop");
      break;
    }
    std::optional<KeptLoop> next = keepIn(loop, branch, kept, rewriter);
    if (!next)
      break;
    kept = std::move(next);
    around = (branch ? branch.getOperation() : kept->loop)->getParentOp();
  }
  if (!kept)
    return unswitchLoops(branch, around, rewriter);
  scf::ForOp nest = getScalarNest(branch, rewriter);
  if (nest && kept->stores.size() == 1)
    interchangeScalarNest(nest, getRoot(getArray(kept->stores.front())));
  guard(*kept, rewriter);
}
