//===- LoopWorkspace.cpp - Workspaces of loop iterations ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the code to which the level functions of a workspace are lowered.
//
//===----------------------------------------------------------------------===//

#include "Allocation/LoopWorkspace.h"
#include "Analysis/ArrayDescription.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

static LogicalResult refuse(memref::AllocOp alloc, const Twine &reason) {
  return reportMissed(alloc, LoweringOption::HoistWorkspaces, reason);
}

bool LoopWorkspace::isCandidate(memref::AllocOp alloc) {
  return (alloc->getParentOfType<scf::ForOp>() ||
          alloc->getParentOfType<scf::WhileOp>()) &&
         alloc.getType().getRank() == 1 &&
         alloc.getDynamicSizes().size() == 1 &&
         llvm::any_of(alloc->getUsers(), llvm::IsaPred<memref::DeallocOp>);
}

/// Collects stores and the deallocation. Checks that the array is only loaded
/// from and stored to besides.
LogicalResult LoopWorkspace::findUses() {
  if (alloc->hasAttr(kTableAttr))
    return refuse(alloc, "the runtime keeps " + describeAllocation(alloc) +
                             " for the next call");
  for (Operation *user : alloc->getUsers()) {
    if (auto store = dyn_cast<memref::StoreOp>(user)) {
      stores.push_back(store);
      continue;
    }
    auto free = dyn_cast<memref::DeallocOp>(user);
    if (free && free->getBlock() != alloc->getBlock())
      return refuse(alloc, "the deallocation of " + describeAllocation(alloc) +
                               " is not in the block of the allocation");
    if (free && !dealloc)
      dealloc = free;
    else if (!isa<memref::LoadOp, memref::DimOp>(user))
      return refuse(alloc, describeAllocation(alloc) +
                               " has a use other than loads and stores: `" +
                               user->getName().getStringRef() + "`");
  }
  return success();
}

/// Whether an operation ends the kernel with a constant error.
static bool isFailure(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee() == "weft_rt_fail" &&
         llvm::all_of(call.getOperands(), [](Value operand) {
           return matchPattern(operand, m_Constant());
         });
}

/// Whether a branch ends the kernel if its condition holds.
static bool endsKernel(scf::IfOp branch) {
  return branch.getNumResults() == 0 && branch.getElseRegion().empty() &&
         llvm::all_of(
             branch.thenBlock()->without_terminator(), [](Operation &op) {
               return isFailure(&op) || matchPattern(&op, m_Constant());
             });
}

LogicalResult LoopWorkspace::findCheck() {
  auto branch = dyn_cast_if_present<scf::IfOp>(alloc->getPrevNode());
  auto compare =
      branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ugt &&
      compare.getLhs() == getSize() &&
      matchPattern(compare.getRhs(), m_Constant()) && endsKernel(branch)) {
    check = branch;
    return success();
  }
  return refuse(alloc, "the allocation of " + describeAllocation(alloc) +
                           " does not directly follow an `scf.if` that calls "
                           "`weft_rt_fail` if the size exceeds a constant");
}

/// Whether a loop stores a constant to all elements and does nothing else.
bool LoopWorkspace::isFilledBy(scf::ForOp loop) {
  auto store = dyn_cast<memref::StoreOp>(loop.getBody()->front());
  return store && store->getNextNode() == loop.getBody()->getTerminator() &&
         isConstantIntValue(loop.getLowerBound(), 0) &&
         isConstantIntValue(loop.getStep(), 1) &&
         loop.getUpperBound() == getSize() &&
         store.getIndices().front() == loop.getInductionVar() &&
         matchPattern(store.getValueToStore(), m_Constant());
}

void LoopWorkspace::findFill() {
  Block *block = alloc->getBlock();
  for (memref::StoreOp store : stores) {
    auto loop = dyn_cast<scf::ForOp>(store->getParentOp());
    if (loop && loop->getBlock() == block && isFilledBy(loop) &&
        llvm::all_of(alloc->getUsers(), [&](Operation *user) {
          Operation *ancestor = block->findAncestorOpInBlock(*user);
          return ancestor == loop || loop->isBeforeInBlock(ancestor);
        })) {
      fill = loop;
      llvm::erase(stores, store);
      return;
    }
  }
}

FailureOr<LoopWorkspace> LoopWorkspace::find(memref::AllocOp alloc) {
  LoopWorkspace workspace;
  workspace.alloc = alloc;
  if (failed(workspace.findUses()) || failed(workspace.findCheck()))
    return failure();
  workspace.findFill();
  llvm::SmallSetVector<Operation *, 2> producers;
  for (memref::StoreOp store : llvm::reverse(workspace.stores))
    producers.insert(alloc->getBlock()->findAncestorOpInBlock(*store));
  workspace.producers = llvm::to_vector(producers);
  return workspace;
}
