//===- ForwardStores.cpp - Store-to-load forwarding -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forwards stored vectors and scalars to loads, by six transformations:
//
// 1. Branches on the same condition are merged. A tile of a result is filled
//    and then updated by a loop, each in a branch on whether the tile is full.
// 2. A vector load after a store of the same tile becomes the stored vector.
//    For rows of few entries, store-to-load forwarding by the processor takes
//    as long as the entries, most of all if the store had another width.
// 3. A store whose value was forwarded, and that the `then` region of an
//    `scf.if` overwrites, sinks into the `else` region.
// 4. A masked load without such a store, from which a loop accumulates, moves
//    behind the loop. A masked load may overlap a masked store of the previous
//    row, and processors wait for such a store. The reduction has to be
//    reassociable.
// 5. A scalar load after a store of the same element becomes the stored value,
//    and stores that are overwritten are removed.
// 6. The addition of positive zero to a sum that a loop accumulates from
//    positive zero is folded.
//
// The pass applies them in this order, and 2 to 4 together to one load after
// the other.
//
//===----------------------------------------------------------------------===//

#include "Vectorization/ForwardStores.h"
#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Loops/Passes.h"
#include "weft/Support/IndexSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_FORWARDSTORES
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::forwarding;

void forwarding::refuse(Operation *op, const Twine &reason) {
  (void)reportMissed(op, kTransformation, reason);
}

std::string forwarding::describeOp(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

bool forwarding::isOwn(Value root) {
  return isPrivateAllocation(root) || isAllocatedHere(root);
}

bool forwarding::mayAlias(Value array, Value own) {
  Value root = getRoot(array);
  return root == own || (!isPrivateAllocation(own) && mayOverlap(own, root));
}

bool forwarding::mayAccess(Operation &op, Value root) {
  return op
      .walk([&](Operation *inside) {
        Value array = getArray(inside);
        return (array && !mayAlias(array, root)) ||
                       inside->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                       isMemoryEffectFree(inside)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

Operation *forwarding::getPrevious(Operation *op) {
  while (op && !op->getPrevNode())
    op = dyn_cast<scf::IfOp>(op->getParentOp());
  return op ? op->getPrevNode() : nullptr;
}

//===----------------------------------------------------------------------===//
// Forwarding of tiles
//===----------------------------------------------------------------------===//

namespace {
/// The last store of a tile before a load, and the last operation between them
/// that may have written the array. Both may be null.
struct ReachingStore {
  Operation *store = nullptr, *clobber = nullptr;
};
} // namespace

/// Whether an operation may write an array of which all names are known.
static bool mayWrite(Operation *op, Value root) {
  if (isMemoryEffectFree(op))
    return false;
  Value array = getArray(op);
  return !array ||
         (mayAlias(array, root) && !hasSingleEffect<MemoryEffects::Read>(op));
}

/// Finds the store of the tile of a load. The clobber is found only if all
/// names of the array are known.
static ReachingStore findStore(Operation *load, const VectorTile &tile) {
  Value root = getRoot(tile.array);
  ReachingStore found;
  bool isKnown = isOwn(root);
  for (Operation *op = getPrevious(load); op; op = getPrevious(op)) {
    if (getStoredVector(op) && isSame(*VectorTile::of(op), tile)) {
      found.store = op;
      return found;
    }
    if (isKnown && !found.clobber && mayWrite(op, root))
      found.clobber = op;
  }
  return found;
}

/// Moves a store into the new `else` branch of an `scf.if`, if its `then`
/// branch overwrites the tile before any other access.
static void sinkStore(Operation *store, scf::IfOp branch,
                      const VectorTile &tile, RewriterBase &rewriter) {
  if (store->getBlock() != branch->getBlock())
    return;
  if (branch.elseBlock())
    return refuse(store, "the store does not sink into the next scf.if, which "
                         "has an else region");
  Value root = getRoot(tile.array);
  auto accesses = [&](Operation &op) { return mayAccess(op, root); };
  auto between =
      llvm::make_range(std::next(store->getIterator()), branch->getIterator());
  if (auto access = llvm::find_if(between, accesses); access != between.end())
    return refuse(store, "the store does not sink into the next scf.if: " +
                             describeOp(&*access) +
                             " between them may access " + describeArray(root));
  auto first = llvm::find_if(*branch.thenBlock(), accesses);
  if (first == branch.thenBlock()->end())
    return refuse(store, "the store does not sink into the next scf.if, whose "
                         "then region does not overwrite the vector");
  if (!getStoredVector(&*first) || !isSame(*VectorTile::of(&*first), tile))
    return refuse(store, "the store does not sink into the next scf.if: " +
                             describeOp(&*first) + " may access " +
                             describeArray(root) +
                             " before the vector is overwritten");
  reportPassed(store, kTransformation,
               "sinks the store into the else region of the next scf.if, "
               "whose then region overwrites it");
  rewriter.createBlock(&branch.getElseRegion());
  auto end = scf::YieldOp::create(rewriter, branch.getLoc());
  rewriter.moveOpBefore(store, end);
}

/// Replaces a load by the vector that was stored to its tile. Fails if that
/// vector is not known.
static LogicalResult forward(Operation *load, RewriterBase &rewriter) {
  VectorTile tile = *VectorTile::of(load);
  auto [store, clobber] = findStore(load, tile);
  if (!store)
    return failure();
  std::string name = describeArray(tile.array);
  if (!isOwn(getRoot(tile.array)))
    return reportMissed(
        load, kTransformation,
        "the vector was stored before, but other arrays may alias " + name);
  if (clobber)
    return reportMissed(load, kTransformation,
                        "the vector was stored before, but " +
                            describeOp(clobber) + " in between may write to " +
                            name);
  reportPassed(load, kTransformation,
               "replaces the load from " + name + " by the stored vector");
  auto branch = dyn_cast<scf::IfOp>(load->getParentOp());
  // A masked store does not write the masked lanes, so that their values in the
  // stored vector are as good as any other.
  rewriter.replaceOp(load, getStoredVector(store));
  if (branch)
    sinkStore(store, branch, tile, rewriter);
  return success();
}

//===----------------------------------------------------------------------===//
// Forwarding of elements
//===----------------------------------------------------------------------===//

/// Whether two operations access the same element.
template <typename Left, typename Right>
static bool isSameElement(Left left, Right right) {
  return left.getMemRef() == right.getMemRef() &&
         left.getIndices() == right.getIndices();
}

/// Whether an operation loads or stores another element of the array of a
/// store, at a constant distance.
static bool isOtherElement(Operation &op, memref::StoreOp store) {
  auto isOther = [&](auto access) {
    return access && access.getMemRef() == store.getMemRef() &&
           llvm::any_of(
               llvm::zip_equal(store.getIndices(), access.getIndices()),
               [](auto indices) {
                 auto [from, to] = indices;
                 return getConstantDistance(from, to).value_or(0) != 0;
               });
  };
  return isOther(dyn_cast<memref::LoadOp>(op)) ||
         isOther(dyn_cast<memref::StoreOp>(op));
}

/// Whether a value is a sum that a loop accumulates from positive zero, which
/// is never negative zero.
static bool isSumFromZero(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto loop = result ? dyn_cast<scf::ForOp>(result.getOwner()) : scf::ForOp();
  if (!loop)
    return false;
  unsigned number = result.getResultNumber();
  auto next = loop.getYieldedValues()[number].getDefiningOp<arith::AddFOp>();
  Value carried = loop.getRegionIterArg(number);
  return next && matchPattern(loop.getInitArgs()[number], m_PosZeroFloat()) &&
         (next.getLhs() == carried || next.getRhs() == carried);
}

/// Folds the addition of positive zero to a sum that is never negative zero.
static void foldZero(arith::AddFOp sum, RewriterBase &rewriter) {
  for (auto [zero, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())})
    if (matchPattern(zero, m_PosZeroFloat()) && isSumFromZero(other)) {
      reportPassed(sum, kTransformation,
                   "folds the addition of zero to the sum of a loop");
      return rewriter.replaceOp(sum, other);
    }
}

/// The next operation of a block that loads or stores the element of a store;
/// null if there is none.
static Operation *findSameElement(memref::StoreOp store) {
  for (Operation *op = store->getNextNode(); op; op = op->getNextNode()) {
    auto load = dyn_cast<memref::LoadOp>(op);
    auto next = dyn_cast<memref::StoreOp>(op);
    if ((load && isSameElement(store, load)) ||
        (next && isSameElement(store, next)))
      return op;
  }
  return nullptr;
}

/// Forwards a store to loads of the same element, up to the next operation of
/// its block that may access the array otherwise. If that operation overwrites
/// the element, the store is removed.
static void forwardElement(memref::StoreOp store, RewriterBase &rewriter) {
  Operation *same = findSameElement(store);
  if (!same)
    return;
  Value root = getRoot(store.getMemRef());
  std::string name = describeArray(root);
  if (!isOwn(root))
    return refuse(store, describeOp(same) +
                             " after the store accesses its element, but other "
                             "arrays may alias " +
                             name);
  auto behind = llvm::make_range(std::next(store->getIterator()),
                                 store->getBlock()->end());
  bool isForwarded = false;
  for (Operation &op : llvm::make_early_inc_range(behind)) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && isSameElement(store, load)) {
      reportPassed(load, kTransformation,
                   "replaces the load from " + name + " by the stored value");
      rewriter.replaceOp(load, store.getValueToStore());
      isForwarded = true;
      continue;
    }
    if (!mayAccess(op, root) || isOtherElement(op, store))
      continue;
    auto next = dyn_cast<memref::StoreOp>(op);
    if (next && isSameElement(store, next)) {
      reportPassed(store, kTransformation,
                   "removes the store to " + name + ", which is overwritten");
      rewriter.eraseOp(store);
    } else if (!isForwarded) {
      refuse(store, describeOp(&op) + " may access " + name + " before " +
                        describeOp(same) + " accesses the stored element");
    }
    return;
  }
}

namespace {
struct ForwardStores : weft::impl::ForwardStoresBase<ForwardStores> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (Block &block : getOperation().getBody())
      mergeBranches(block, rewriter);
    forwardTiles(rewriter);
    forwardElements(rewriter);
    getOperation().walk([&](arith::AddFOp sum) { foldZero(sum, rewriter); });
  }

private:
  void forwardTiles(RewriterBase &rewriter) {
    SmallVector<Operation *> loads;
    getOperation().walk([&](Operation *op) {
      if (isa<vector::LoadOp, vector::MaskedLoadOp>(op))
        loads.push_back(op);
    });
    for (Operation *load : loads) {
      if (succeeded(forward(load, rewriter)))
        continue;
      if (auto masked = dyn_cast<vector::MaskedLoadOp>(load))
        moveBehindLoop(masked, rewriter);
    }
  }

  void forwardElements(RewriterBase &rewriter) {
    SmallVector<memref::StoreOp> stores;
    getOperation().walk(
        [&](memref::StoreOp store) { stores.push_back(store); });
    for (memref::StoreOp store : stores)
      forwardElement(store, rewriter);
  }
};
} // namespace
