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
#include "weft/Sparsifier/DestinationWrites.h"

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

/// Whether a use of a tensor does not prevent a kernel at `last` from computing
/// it: the use is in the group, behind `last`, or a destination of a write that
/// was moved there.
static bool isBehind(OpOperand &use, tin::ComputeOp last,
                     ArrayRef<tin::ComputeOp> group) {
  Operation *user = use.getOwner();
  if (isInside(user, group))
    return true;
  Operation *place = last->getBlock()->findAncestorOpInBlock(*user);
  return !place || last->isBeforeInBlock(place);
}

/// Whether a destination write can move behind `last`: neither its result nor
/// the memory is read in between but by the group.
static bool canMoveBehind(Operation *write, tin::ComputeOp last,
                          ArrayRef<tin::ComputeOp> group) {
  if (write->getBlock() != last->getBlock() ||
      !llvm::all_of(write->getUses(),
                    [&](OpOperand &use) { return isBehind(use, last, group); }))
    return false;
  for (Operation *op = write->getNextNode(); op != last; op = op->getNextNode())
    if (!isa<tin::ComputeOp>(op) && !isMemoryEffectFree(op))
      return false;
  return true;
}

/// Whether a compute's result is used by the computes of a group and behind
/// `last` alone, where the kernel gives it, but for destination writes that can
/// move there.
static bool isUsedBehind(tin::ComputeOp producer, tin::ComputeOp last,
                         ArrayRef<tin::ComputeOp> group) {
  SmallVector<Operation *> writes = getDestinationWrites(producer);
  return llvm::all_of(producer->getUses(), [&](OpOperand &use) {
    return isBehind(use, last, group) ||
           (use.getOperandNumber() == 0 &&
            llvm::is_contained(writes, use.getOwner()) &&
            canMoveBehind(use.getOwner(), last, group));
  });
}

/// Whether a value is read by the computes of a group.
static bool isReadBy(Value tensor, ArrayRef<tin::ComputeOp> group) {
  return llvm::any_of(tensor.getUsers(),
                      [&](Operation *user) { return isInside(user, group); });
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
  if (isReadBy(producer.getResult(), group) ||
      llvm::any_of(getDestinationWrites(producer), [&](Operation *write) {
        return isReadBy(write->getResult(0), group);
      }))
    return true;
  llvm::SetVector<Value> tensors = getStoredOperands(producer);
  return llvm::any_of(group, [&](tin::ComputeOp member) {
    return llvm::any_of(getStoredOperands(member),
                        [&](Value tensor) { return tensors.contains(tensor); });
  });
}

/// Moves the destination writes of a compute that joins a group behind `last`,
/// and erases those that the group alone reads. The group reads the result of
/// the compute itself.
static void moveWrites(tin::ComputeOp producer, tin::ComputeOp last,
                       ArrayRef<tin::ComputeOp> group) {
  for (Operation *write : getDestinationWrites(producer)) {
    write->getResult(0).replaceUsesWithIf(
        producer.getResult(),
        [&](OpOperand &use) { return isInside(use.getOwner(), group); });
    if (write->use_empty())
      write->erase();
    else if (write->getBlock() == last->getBlock() &&
             write->isBeforeInBlock(last))
      write->moveAfter(last);
  }
}

/// Removes destination writes of a group that nothing reads: those that another
/// one overwrites, and those whose destination is an intermediate of the group.
static void simplifyWrites(ArrayRef<tin::ComputeOp> group) {
  for (tin::ComputeOp compute : llvm::reverse(group))
    for (Operation *write : getDestinationWrites(compute)) {
      OpOperand &destination = getDestination(write);
      while (true) {
        Operation *former = destination.get().getDefiningOp();
        if (!isDestinationWrite(former) || !former->hasOneUse() ||
            !llvm::is_contained(group, getValueCompute(getSource(former))))
          break;
        destination.set(getDestination(former).get());
        former->erase();
      }
      auto intermediate = destination.get().getDefiningOp<tin::ComputeOp>();
      if (!intermediate || !llvm::is_contained(group, intermediate) ||
          !llvm::all_of(intermediate->getUsers(), [&](Operation *user) {
            return user == write || isInside(user, group);
          }))
        continue;
      write->getResult(0).replaceAllUsesWith(compute.getResult());
      write->erase();
    }
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
      moveWrites(producer, last, group);
      group.push_back(producer);
      grouped.insert(producer);
    }
    std::reverse(group.begin(), group.end());
    simplifyWrites(group);
  }
  return groups;
}
