//===- LoopWorkspace.cpp - Arrays that an iteration takes -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes what the level functions have made of a workspace.
//
//===----------------------------------------------------------------------===//

#include "Allocation/LoopWorkspace.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

bool LoopWorkspace::findUses() {
  // A table is left as it is taken, and handed on by the runtime.
  if (alloc->hasAttr(kTableAttr))
    return false;
  for (Operation *user : alloc->getUsers()) {
    if (auto store = dyn_cast<memref::StoreOp>(user)) {
      stores.push_back(store);
      continue;
    }
    auto free = dyn_cast<memref::DeallocOp>(user);
    if (free && !dealloc && free->getBlock() == alloc->getBlock())
      dealloc = free;
    else if (!isa<memref::LoadOp, memref::DimOp>(user))
      return false;
  }
  return dealloc;
}

/// Whether an operation ends the kernel, and says so by constants.
static bool isFailure(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee() == "weft_rt_fail" &&
         llvm::all_of(call.getOperands(), [](Value operand) {
           return matchPattern(operand, m_Constant());
         });
}

/// Whether a branch ends the kernel, or does nothing.
static bool endsKernel(scf::IfOp branch) {
  return branch.getNumResults() == 0 && branch.getElseRegion().empty() &&
         llvm::all_of(
             branch.thenBlock()->without_terminator(), [](Operation &op) {
               return isFailure(&op) || matchPattern(&op, m_Constant());
             });
}

void LoopWorkspace::findCheck() {
  auto branch = dyn_cast_if_present<scf::IfOp>(alloc->getPrevNode());
  auto compare =
      branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ugt &&
      compare.getLhs() == getSize() &&
      matchPattern(compare.getRhs(), m_Constant()) && endsKernel(branch))
    check = branch;
}

/// Whether a loop stores a constant everywhere, and does nothing else.
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

std::optional<LoopWorkspace> LoopWorkspace::of(memref::AllocOp alloc) {
  LoopWorkspace workspace;
  workspace.alloc = alloc;
  if (alloc.getType().getRank() != 1 || alloc.getDynamicSizes().size() != 1 ||
      !workspace.findUses())
    return std::nullopt;
  workspace.findCheck();
  if (!workspace.check)
    return std::nullopt;
  workspace.findFill();
  llvm::SmallSetVector<Operation *, 2> producers;
  for (memref::StoreOp store : llvm::reverse(workspace.stores))
    producers.insert(alloc->getBlock()->findAncestorOpInBlock(*store));
  workspace.producers = llvm::to_vector(producers);
  return workspace;
}
