//===- HoistWorkspaces.cpp - Workspaces that loops have in common ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workspace with a place for every coordinate takes time in proportion to a
// dimension in each iteration of the loops around it, which may store a few
// entries in it. It is made once, before these loops, and an iteration leaves
// it as it found it (docs/decisions, 123).
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "Allocation/LoopWorkspace.h"
#include "Allocation/StoreReplay.h"

#include "Analysis/ValueDependence.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// A place costs this many times as much when it is stored to by itself as when
/// all are filled.
constexpr int64_t kCostOfPlace = 4;

/// The outermost loop around an operation in all of whose iterations a value is
/// the same. Lanes each need a workspace of their own, and so do threads: a
/// parallel loop is left by what a part does once.
static Operation *findLoop(Operation *op, Value value) {
  Operation *outermost = nullptr;
  for (Operation *around = op->getParentOp();
       isa<scf::ForOp, scf::WhileOp, scf::IfOp>(around) && !isVector(around) &&
       isInvariant(value, around);
       around = around->getParentOp()) {
    if (!isa<scf::IfOp>(around))
      outermost = around;
    if (isParallel(around))
      break;
  }
  return outermost;
}

/// Whether the same operations of a block store to all places of two arrays.
static bool belongTogether(LoopWorkspace &one, LoopWorkspace &other) {
  return one.alloc->getBlock() == other.alloc->getBlock() &&
         one.getSize() == other.getSize() && one.producers == other.producers &&
         static_cast<bool>(one.fill) == static_cast<bool>(other.fill);
}

//===----------------------------------------------------------------------===//
// Making them once
//===----------------------------------------------------------------------===//

/// Moves what a value is computed from in a loop before it.
static void moveOut(Value value, Operation *loop) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    moveOut(operand, loop);
  op->moveBefore(loop);
}

/// Emits a size that is zero if a loop does not run, so that nothing is taken
/// that nobody needs.
static Value emitSizeIfRun(ImplicitLocOpBuilder &b, Value size,
                           Operation *loop) {
  auto counted = dyn_cast<scf::ForOp>(loop);
  if (!counted)
    return size;
  auto predicate = counted.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                            : arith::CmpIPredicate::slt;
  Value runs = b.createOrFold<arith::CmpIOp>(predicate, counted.getLowerBound(),
                                             counted.getUpperBound());
  Value none = arith::ConstantIndexOp::create(b, 0);
  return b.createOrFold<arith::SelectOp>(runs, size, none);
}

/// Moves the check of a size before a loop, for another value of it.
static void moveCheck(LoopWorkspace &workspace, Value size, Operation *loop) {
  ImplicitLocOpBuilder b(workspace.alloc.getLoc(), loop);
  Operation *compare = workspace.check.getCondition().getDefiningOp();
  moveOut(compare->getOperand(1), loop);
  for (Operation &op : *workspace.check.thenBlock())
    for (Value operand : op.getOperands())
      if (!workspace.check->isAncestor(operand.getParentBlock()->getParentOp()))
        moveOut(operand, loop);
  IRMapping mapping;
  mapping.map(workspace.getSize(), size);
  b.clone(*compare, mapping);
  b.clone(*workspace.check, mapping);
  workspace.check.erase();
  if (compare->use_empty())
    compare->erase();
}

/// Moves operations before a loop, or has a part of it begin with them.
static void moveToBegin(ArrayRef<Operation *> ops, Operation *loop) {
  bool hasParts = isParallel(loop);
  Operation *last = nullptr;
  for (Operation *op : ops) {
    if (!hasParts) {
      op->moveBefore(loop);
      continue;
    }
    Block *body = cast<scf::ForOp>(loop).getBody();
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(body, body->begin());
    op->setAttr(kPerPartAttr, UnitAttr::get(op->getContext()));
    last = op;
  }
}

/// Moves an operation behind a loop, or has a part of it end with it.
static void moveToEnd(Operation *op, Operation *loop) {
  if (!isParallel(loop)) {
    op->moveAfter(loop);
    return;
  }
  op->moveBefore(cast<scf::ForOp>(loop).getBody()->getTerminator());
  op->setAttr(kPerPartAttr, UnitAttr::get(op->getContext()));
}

//===----------------------------------------------------------------------===//
// Clearing what was stored
//===----------------------------------------------------------------------===//

namespace {
/// Workspaces that the same operations of a block store to.
class Group {
public:
  Group(MutableArrayRef<LoopWorkspace> workspaces, Operation *loop)
      : workspaces(workspaces), loop(loop) {}

  /// Makes the workspaces before the loop; returns whether they are cleared by
  /// what was stored.
  bool reuse();

private:
  bool findReplays();
  void emitFills(ImplicitLocOpBuilder &b);
  void emitReplays(ImplicitLocOpBuilder &b);
  void emitClear(ImplicitLocOpBuilder &b, Value size);

  MutableArrayRef<LoopWorkspace> workspaces;
  Operation *loop;
  SmallVector<StoreReplay> replays;
  llvm::SmallDenseMap<Value, Value, 2> fillings;
};
} // namespace

bool Group::findReplays() {
  for (Operation *producer : workspaces.front().producers) {
    SmallVector<memref::StoreOp> stores;
    for (LoopWorkspace &workspace : workspaces)
      llvm::copy_if(
          workspace.stores, std::back_inserter(stores),
          [&](memref::StoreOp store) { return producer->isAncestor(store); });
    std::optional<StoreReplay> replay = StoreReplay::of(producer, stores);
    if (!replay)
      return false;
    replays.push_back(std::move(*replay));
  }
  return true;
}

void Group::emitFills(ImplicitLocOpBuilder &b) {
  for (LoopWorkspace &workspace : workspaces)
    b.clone(*workspace.fill)->removeAttr(kPerPartAttr);
}

void Group::emitReplays(ImplicitLocOpBuilder &b) {
  for (const StoreReplay &replay : replays)
    replay.emit(b, [&](Value array) { return fillings.lookup(array); });
}

void Group::emitClear(ImplicitLocOpBuilder &b, Value size) {
  Value none = arith::ConstantIndexOp::create(b, 0), count = none;
  for (const StoreReplay &replay : replays)
    count = replay.emitCount(b, count);
  if (count == none) {
    emitReplays(b);
    return;
  }
  b.setLoc(workspaces.front().alloc.getLoc());
  Value few = arith::DivUIOp::create(
      b, size, arith::ConstantIndexOp::create(b, kCostOfPlace));
  Value isFew = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, count, few);
  auto branch = scf::IfOp::create(b, isFew, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitReplays(b);
  b.setInsertionPointToStart(branch.elseBlock());
  emitFills(b);
}

bool Group::reuse() {
  bool isReplayed = workspaces.front().fill && findReplays();
  // Behind the last use of any of them.
  Operation *last = workspaces.front().dealloc;
  for (LoopWorkspace &workspace : workspaces)
    if (last->isBeforeInBlock(workspace.dealloc))
      last = workspace.dealloc;
  ImplicitLocOpBuilder b(last->getLoc(), last->getNextNode());
  ImplicitLocOpBuilder before(workspaces.front().alloc.getLoc(), loop);
  Value inLoop = workspaces.front().getSize();
  moveOut(inLoop, loop);
  Value size = emitSizeIfRun(before, inLoop, loop);
  for (LoopWorkspace &workspace : workspaces) {
    moveCheck(workspace, size, loop);
    workspace.alloc.getDynamicSizesMutable().assign(size);
    SmallVector<Operation *> moved{workspace.alloc};
    if (isReplayed) {
      auto store = cast<memref::StoreOp>(workspace.fill.getBody()->front());
      moveOut(store.getValueToStore(), loop);
      moveOut(workspace.fill.getLowerBound(), loop);
      moveOut(workspace.fill.getStep(), loop);
      fillings[workspace.alloc] = store.getValueToStore();
      workspace.fill.setUpperBound(size);
      moved.push_back(workspace.fill);
    }
    moveToBegin(moved, loop);
  }
  if (isReplayed)
    emitClear(b, size);
  for (LoopWorkspace &workspace : workspaces)
    moveToEnd(workspace.dealloc, loop);
  return isReplayed;
}

void weft::hoistWorkspaces(func::FuncOp function, unsigned &numReused,
                           unsigned &numCleared) {
  SmallVector<SmallVector<LoopWorkspace>> groups;
  function.walk([&](memref::AllocOp alloc) {
    if (!isChosen(alloc, LoweringOption::HoistWorkspaces))
      return;
    std::optional<LoopWorkspace> workspace = LoopWorkspace::of(alloc);
    if (!workspace || !findLoop(alloc, workspace->getSize()))
      return;
    auto group = llvm::find_if(groups, [&](auto &group) {
      return belongTogether(group.front(), *workspace);
    });
    if (group == groups.end())
      groups.push_back({*workspace});
    else
      group->push_back(*workspace);
  });
  for (SmallVector<LoopWorkspace> &group : groups) {
    memref::AllocOp alloc = group.front().alloc;
    Operation *loop = findLoop(alloc, group.front().getSize());
    numReused += group.size();
    if (Group(group, loop).reuse())
      numCleared += group.size();
  }
}
