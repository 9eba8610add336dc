//===- KernelGroups.cpp - Computes that become one kernel -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group holds computes that read each other's results, or the same stored
// tensor. Blocks are scanned from the end.
//
//===----------------------------------------------------------------------===//

#include "KernelGroups.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;

/// Whether an operation may write or free the memory of a tensor, by itself, in
/// a region or in a function.
static bool mayChangeMemory(Operation *op) {
  if (isa<bufferization::DeallocTensorOp, level::ReleaseOp, CallOpInterface>(
          op))
    return true;
  auto effects = getEffectsRecursively(op);
  return !effects ||
         llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &it) {
           return isa<MemoryEffects::Write, MemoryEffects::Free>(
               it.getEffect());
         });
}

/// Whether an operation between a compute and a later one changes memory that
/// the compute may read.
static bool mayChangeBetween(tin::ComputeOp producer, tin::ComputeOp last) {
  for (Operation *op = producer->getNextNode(); op != last;
       op = op->getNextNode())
    if (!isa<tin::ComputeOp>(op) && mayChangeMemory(op))
      return true;
  return false;
}

bool weft::isInside(Operation *op, ArrayRef<tin::ComputeOp> computes) {
  auto compute = dyn_cast<tin::ComputeOp>(op);
  if (!compute)
    compute = op->getParentOfType<tin::ComputeOp>();
  return compute && llvm::is_contained(computes, compute);
}

/// Whether a compute's result is used by the computes of a group and behind
/// `last` alone, where the kernel gives it.
static bool isUsedBehind(tin::ComputeOp producer, tin::ComputeOp last,
                         ArrayRef<tin::ComputeOp> group) {
  Block *block = producer->getBlock();
  return llvm::all_of(producer->getUsers(), [&](Operation *user) {
    if (isInside(user, group))
      return true;
    Operation *place = block->findAncestorOpInBlock(*user);
    return !place || last->isBeforeInBlock(place);
  });
}

/// The tensors with a format that a compute reads.
static llvm::SetVector<Value> getStoredOperands(tin::ComputeOp compute) {
  llvm::SetVector<Value> tensors;
  compute.walk([&](tin::AccessOp access) {
    if (access.getTensorType().getEncoding())
      tensors.insert(access.getTensor());
  });
  return tensors;
}

/// Whether a compute of a group reads the result of `producer`, or a stored
/// tensor that it reads, too.
static bool isRelated(tin::ComputeOp producer, ArrayRef<tin::ComputeOp> group) {
  if (llvm::any_of(producer->getUsers(),
                   [&](Operation *user) { return isInside(user, group); }))
    return true;
  llvm::SetVector<Value> tensors = getStoredOperands(producer);
  return llvm::any_of(group, [&](tin::ComputeOp member) {
    return llvm::any_of(getStoredOperands(member),
                        [&](Value tensor) { return tensors.contains(tensor); });
  });
}

SmallVector<Group> weft::findGroups(Block &block) {
  SmallVector<Group> groups;
  DenseSet<Operation *> grouped;
  for (Operation &op : llvm::reverse(block)) {
    auto last = dyn_cast<tin::ComputeOp>(op);
    if (!last || !grouped.insert(last).second)
      continue;
    Group &group = groups.emplace_back();
    group.push_back(last);
    // A schedule names the loops of one compute.
    if (last->hasAttr(kScheduleAttr))
      continue;
    for (Operation *before = last->getPrevNode(); before;
         before = before->getPrevNode()) {
      auto producer = dyn_cast<tin::ComputeOp>(before);
      if (!producer || grouped.contains(producer) || producer->use_empty() ||
          producer->hasAttr(kScheduleAttr) || !isRelated(producer, group) ||
          !isUsedBehind(producer, last, group) ||
          mayChangeBetween(producer, last))
        continue;
      group.push_back(producer);
      grouped.insert(producer);
    }
    std::reverse(group.begin(), group.end());
  }
  return groups;
}
