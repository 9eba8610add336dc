//===- MergeBranches.cpp - Branches on the same condition -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges branches on the same condition, so that a store and a load of one tile
// are in the same block.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ArrayOrigins.h"
#include "Vectorization/ForwardStores.h"
#include "Vectorization/VectorTile.h"

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::forwarding;

namespace {
/// What a branch stores to, or an operation that keeps it from being moved.
struct BranchStores {
  llvm::SmallDenseSet<Value, 2> arrays;
  Operation *obstacle = nullptr;
};
} // namespace

/// Finds the arrays to which a branch stores. The obstacle is an operation with
/// other side effects, or a store to an array that others may alias.
static BranchStores findStores(scf::IfOp branch) {
  BranchStores stores;
  branch.walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isMemoryEffectFree(op))
      return WalkResult::advance();
    Value array =
        hasSingleEffect<MemoryEffects::Write>(op) ? getArray(op) : Value();
    if (!array || !isOwn(getRoot(array))) {
      stores.obstacle = op;
      return WalkResult::interrupt();
    }
    stores.arrays.insert(getRoot(array));
    return WalkResult::advance();
  });
  return stores;
}

/// Whether a branch that stores to `arrays` can be moved behind an operation.
static bool commutes(Operation *op,
                     const llvm::SmallDenseSet<Value, 2> &arrays) {
  if (op->getNumRegions() != 0)
    return false;
  if (isMemoryEffectFree(op))
    return true;
  Value array = getArray(op);
  return array && hasSingleEffect<MemoryEffects::Read>(op) &&
         llvm::none_of(arrays, [&](Value own) { return mayAlias(array, own); });
}

/// Whether an operation ends the kernel with an error, as the branches of
/// overflow checks do.
static bool reportsFailure(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee() == "weft_rt_fail";
}

/// The next branch on the same condition in a block; null if there is none.
static scf::IfOp findSameCondition(scf::IfOp branch) {
  for (Operation *op = branch->getNextNode(); op; op = op->getNextNode())
    if (auto other = dyn_cast<scf::IfOp>(op))
      if (isSame(branch.getCondition(), other.getCondition()))
        return other;
  return {};
}

/// The next branch on the same condition, if a branch can be moved before it;
/// null otherwise.
static scf::IfOp findMergeTarget(scf::IfOp branch) {
  scf::IfOp target = findSameCondition(branch);
  if (!target)
    return {};
  auto keep = [&](const Twine &reason) {
    refuse(branch, "not merged with the next scf.if on the same "
                   "condition: " +
                       reason);
    return scf::IfOp();
  };
  BranchStores stores = findStores(branch);
  if (branch.getNumResults() != 0) {
    // A branch that only computes values is no candidate.
    if (stores.obstacle || !stores.arrays.empty())
      (void)keep("it has results");
    return {};
  }
  if (stores.obstacle) {
    if (reportsFailure(stores.obstacle))
      return {};
    Value array = getArray(stores.obstacle);
    return keep("it contains " + describeOp(stores.obstacle) +
                (array ? " to " + describeArray(array) : std::string()));
  }
  for (Operation *op = branch->getNextNode(); op != target;
       op = op->getNextNode())
    if (!commutes(op, stores.arrays))
      return keep(describeOp(op) +
                  " between them cannot be reordered with its stores");
  return target;
}

/// Prepends the regions of a branch to those of a branch on the same condition.
static void merge(scf::IfOp branch, scf::IfOp into, RewriterBase &rewriter) {
  reportPassed(branch, kTransformation,
               "merges the scf.if with the next one on the same condition");
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

void forwarding::mergeBranches(Block &block, RewriterBase &rewriter) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto branch = dyn_cast<scf::IfOp>(op))
      if (scf::IfOp target = findMergeTarget(branch))
        merge(branch, target, rewriter);
  for (Operation &op : block)
    for (Region &region : op.getRegions())
      for (Block &inside : region)
        mergeBranches(inside, rewriter);
}
