//===- ForwardStores.cpp - Tiles that are not loaded again ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is filled, and then a loop carries it. In a row of few entries it
// takes as long as these to wait for what was stored, most of all if it was
// stored as other vectors, or by a function. Both are behind the same question,
// whether the tile is full: it is asked once, the loop begins with what was
// stored, and that is stored only if the loop has no step.
//
// Where nothing has stored a tile that is not full, its register may have
// elements of the row before, and processors wait until these are stored. If
// the order of combinations is free, memory is combined with behind the loop.
//
// An element of a result that is filled, and then stored by the same step of a
// loop, is not filled.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayOrigins.h"
#include "Vectorization/VectorTile.h"

#include "weft/Loops/Passes.h"
#include "weft/Support/ExactIdentity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_FORWARDSTORES
#include "weft/Loops/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether all that may have the elements of an array is known: its views, or
/// the names that it has as it grows.
static bool isOwn(Value root) {
  return isOwnMemory(root) || isAllocatedHere(root);
}

/// Whether an access of an array may be one of another, which is own memory.
static bool mayAccess(Value array, Value own) {
  Value root = getRoot(array);
  return root == own || (!isOwnMemory(own) && mayOverlap(own, root));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// What a branch stores to; nothing if it does anything else, or to arrays that
/// others may have.
static std::optional<llvm::SmallDenseSet<Value, 2>>
findStored(scf::IfOp branch) {
  llvm::SmallDenseSet<Value, 2> stored;
  WalkResult result = branch.walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isMemoryEffectFree(op))
      return WalkResult::advance();
    Value array =
        hasSingleEffect<MemoryEffects::Write>(op) ? getArray(op) : Value();
    if (!array || !isOwn(getRoot(array)))
      return WalkResult::interrupt();
    stored.insert(getRoot(array));
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return std::nullopt;
  return stored;
}

/// The branch behind one that asks the same, if the one may just as well run
/// right before the other; else null.
static scf::IfOp findSameQuestion(scf::IfOp branch) {
  auto stored = branch.getNumResults() == 0
                    ? findStored(branch)
                    : std::optional<llvm::SmallDenseSet<Value, 2>>();
  if (!stored)
    return {};
  for (Operation *op = branch->getNextNode(); op; op = op->getNextNode()) {
    auto other = dyn_cast<scf::IfOp>(op);
    if (other && isSame(branch.getCondition(), other.getCondition()))
      return other;
    if (op->getNumRegions() != 0)
      return {};
    if (isMemoryEffectFree(op))
      continue;
    Value array = getArray(op);
    if (!array || !hasSingleEffect<MemoryEffects::Read>(op) ||
        llvm::any_of(*stored, [&](Value own) { return mayAccess(array, own); }))
      return {};
  }
  return {};
}

/// Puts what a branch does before what another one does in the same case.
static void merge(scf::IfOp branch, scf::IfOp into, RewriterBase &rewriter) {
  rewriter.moveOpBefore(branch, into);
  auto move = [&](Block *from, Block *to) {
    rewriter.eraseOp(from->getTerminator());
    rewriter.inlineBlockBefore(from, to, to->begin());
  };
  move(branch.thenBlock(), into.thenBlock());
  if (Block *otherwise = branch.elseBlock()) {
    if (!into.elseBlock()) {
      rewriter.createBlock(&into.getElseRegion());
      scf::YieldOp::create(rewriter, into.getLoc());
    }
    move(otherwise, into.elseBlock());
  }
  rewriter.eraseOp(branch);
}

/// Merges the branches of a block that ask the same, then those inside.
static void mergeBranches(Block &block, RewriterBase &rewriter) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto branch = dyn_cast<scf::IfOp>(op))
      if (scf::IfOp other = findSameQuestion(branch))
        merge(branch, other, rewriter);
  for (Operation &op : block)
    for (Region &region : op.getRegions())
      for (Block &inside : region)
        mergeBranches(inside, rewriter);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The operation that has stored a tile when it is loaded; null if others may
/// have stored to the array in between.
static Operation *findStore(Operation *load, const VectorTile &tile) {
  Value root = getRoot(tile.array);
  for (Operation *at = load; at;) {
    Operation *before = at->getPrevNode();
    if (!before) {
      at = dyn_cast<scf::IfOp>(at->getParentOp());
      continue;
    }
    at = before;
    if (isMemoryEffectFree(at))
      continue;
    Value array = getArray(at);
    if (!array)
      return nullptr;
    if (!mayAccess(array, root))
      continue;
    if (getStoredVector(at) && isSame(*VectorTile::of(at), tile))
      return at;
    if (!hasSingleEffect<MemoryEffects::Read>(at))
      return nullptr;
  }
  return nullptr;
}

/// Whether an operation, or one inside of it, may use an array that others do
/// not have.
static bool mayUse(Operation &op, Value root) {
  return op
      .walk([&](Operation *inside) {
        Value array = getArray(inside);
        return (array && !mayAccess(array, root)) ||
                       inside->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                       isMemoryEffectFree(inside)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Moves a store to the other case of a branch, if that has none, and if the
/// one case stores to the tile as well before anything needs what is there.
static void sinkStore(Operation *store, scf::IfOp branch,
                      const VectorTile &tile, RewriterBase &rewriter) {
  if (store->getBlock() != branch->getBlock() || branch.elseBlock())
    return;
  Value root = getRoot(tile.array);
  auto uses = [&](Operation &op) { return mayUse(op, root); };
  auto between =
      llvm::make_range(std::next(store->getIterator()), branch->getIterator());
  auto first = llvm::find_if(*branch.thenBlock(), uses);
  if (llvm::any_of(between, uses) || first == branch.thenBlock()->end() ||
      !getStoredVector(&*first) || !isSame(*VectorTile::of(&*first), tile))
    return;
  rewriter.createBlock(&branch.getElseRegion());
  auto end = scf::YieldOp::create(rewriter, branch.getLoc());
  rewriter.moveOpBefore(store, end);
}

/// Replaces a load by what was stored; false if that is not known.
static bool forward(Operation *load, RewriterBase &rewriter) {
  VectorTile tile = *VectorTile::of(load);
  Operation *store =
      isOwn(getRoot(tile.array)) ? findStore(load, tile) : nullptr;
  if (!store)
    return false;
  auto branch = dyn_cast<scf::IfOp>(load->getParentOp());
  // The lanes that a mask leaves out are not stored.
  rewriter.replaceOp(load, getStoredVector(store));
  if (branch)
    sinkStore(store, branch, tile, rewriter);
  return true;
}

//===----------------------------------------------------------------------===//
// What nothing has stored
//===----------------------------------------------------------------------===//

/// The only operation that combines into what loops carry, if it may combine in
/// any order; else null.
static Operation *findCombiner(scf::ForOp loop, BlockArgument carried) {
  Value next = loop.getTiedLoopYieldedValue(carried)->get();
  if (!carried.hasOneUse() || !next.hasOneUse())
    return nullptr;
  OpOperand &use = *carried.use_begin();
  if (auto inner = dyn_cast<scf::ForOp>(use.getOwner())) {
    BlockArgument argument = inner.getTiedLoopRegionIterArg(&use);
    return argument && inner.getTiedLoopResult(&use) == next
               ? findCombiner(inner, argument)
               : nullptr;
  }
  bool isFree =
      use.getOwner() == next.getDefiningOp() && getFreeIdentity(use.getOwner());
  return isFree ? use.getOwner() : nullptr;
}

/// Combines what memory has of a tile that loops combine into, and that is not
/// full, behind them instead of before.
static void loadBehind(vector::MaskedLoadOp load, RewriterBase &rewriter) {
  VectorTile tile = *VectorTile::of(load);
  Value root = getRoot(tile.array);
  auto loop = load->hasOneUse() ? dyn_cast<scf::ForOp>(*load->user_begin())
                                : scf::ForOp();
  if (!loop || loop->getBlock() != load->getBlock() || !isOwn(root))
    return;
  OpOperand &init = *load->use_begin();
  BlockArgument carried = loop.getTiedLoopRegionIterArg(&init);
  Operation *combiner = carried ? findCombiner(loop, carried) : nullptr;
  if (!combiner)
    return;
  Value result = loop.getTiedLoopResult(&init);
  if (!result.hasOneUse())
    return;
  Operation *store = *result.user_begin();
  auto between =
      llvm::make_range(std::next(load->getIterator()), store->getIterator());
  if (store->getBlock() != load->getBlock() ||
      getStoredVector(store) != result ||
      !isSame(*VectorTile::of(store), tile) ||
      llvm::any_of(between, [&](Operation &op) { return mayUse(op, root); }))
    return;
  ImplicitLocOpBuilder b(load.getLoc(), load);
  init.set(arith::ConstantOp::create(
      b, DenseElementsAttr::get(tile.type, getFreeIdentity(combiner))));
  rewriter.moveOpBefore(load, store);
  b.setInsertionPoint(store);
  IRMapping mapping;
  mapping.map(combiner->getOperands(), ValueRange{load, result});
  Value sum = b.clone(*combiner, mapping)->getResult(0);
  store->replaceUsesOfWith(result, sum);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Whether two operations access the same element.
template <typename Left, typename Right>
static bool isSameElement(Left left, Right right) {
  return left.getMemRef() == right.getMemRef() &&
         left.getIndices() == right.getIndices();
}

/// Whether a value is the sum that a loop carries from zero on, which is no
/// negative zero.
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

/// Replaces zero and a sum that began with zero by the sum.
static void foldZero(arith::AddFOp sum, RewriterBase &rewriter) {
  for (auto [zero, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())})
    if (matchPattern(zero, m_PosZeroFloat()) && isSumFromZero(other))
      return rewriter.replaceOp(sum, other);
}

/// Replaces loads of what a store has just stored, up to the next operation of
/// its block that may use the array otherwise. If that stores the same element,
/// nobody needs the first store.
static void forwardElement(memref::StoreOp store, RewriterBase &rewriter) {
  Value root = getRoot(store.getMemRef());
  if (!isOwn(root))
    return;
  auto behind = llvm::make_range(std::next(store->getIterator()),
                                 store->getBlock()->end());
  for (Operation &op : llvm::make_early_inc_range(behind)) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (load && isSameElement(store, load)) {
      rewriter.replaceOp(load, store.getValueToStore());
    } else if (mayUse(op, root)) {
      auto next = dyn_cast<memref::StoreOp>(op);
      if (next && isSameElement(store, next))
        rewriter.eraseOp(store);
      return;
    }
  }
}

namespace {
struct ForwardStores : weft::impl::ForwardStoresBase<ForwardStores> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (Block &block : getOperation().getBody())
      mergeBranches(block, rewriter);
    SmallVector<Operation *> loads;
    getOperation().walk([&](Operation *op) {
      if (isa<vector::LoadOp, vector::MaskedLoadOp>(op))
        loads.push_back(op);
    });
    for (Operation *load : loads)
      if (!forward(load, rewriter))
        if (auto partial = dyn_cast<vector::MaskedLoadOp>(load))
          loadBehind(partial, rewriter);
    SmallVector<memref::StoreOp> stores;
    getOperation().walk(
        [&](memref::StoreOp store) { stores.push_back(store); });
    for (memref::StoreOp store : stores)
      forwardElement(store, rewriter);
    getOperation().walk([&](arith::AddFOp sum) { foldZero(sum, rewriter); });
  }
};
} // namespace
