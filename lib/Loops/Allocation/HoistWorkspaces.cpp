//===- HoistWorkspaces.cpp - Hoist workspace allocations out of loops -----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates a workspace once before the loops that allocate it in each
// iteration, and resets only the elements that an iteration has stored.
//
// A dense workspace of each iteration takes time proportional to its dimension
// to fill, while the iteration may store few entries
// (docs/decisions/workspace-allocation.md).
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "Allocation/LoopWorkspace.h"
#include "Allocation/StoreReplay.h"

#include "Analysis/ArrayDescription.h"
#include "Analysis/ValueDependence.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

/// The outermost loop around an operation in which a value is invariant. Each
/// lane needs its own workspace, and each thread: in a parallel loop, a
/// partition of the iterations allocates the workspace once.
static Operation *findLoop(Operation *op, Value value) {
  Operation *outermost = nullptr;
  for (Operation *around = op->getParentOp();
       isa<scf::ForOp, scf::WhileOp, scf::IfOp>(around) && !isVector(around) &&
       !getGPUUnit(around) && isInvariant(value, around);
       around = around->getParentOp()) {
    if (!isa<scf::IfOp>(around))
      outermost = around;
    if (isParallel(around))
      break;
  }
  return outermost;
}

/// Reports why `findLoop` finds no loop.
static void reportNoLoop(memref::AllocOp alloc, Value size) {
  auto refuse = [&](const Twine &reason) {
    (void)reportMissed(alloc, LoweringOption::HoistWorkspaces, reason);
  };
  Operation *around = alloc->getParentOp();
  while (isa<scf::IfOp>(around) && isInvariant(size, around))
    around = around->getParentOp();
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp>(around))
    return refuse("the enclosing operation `" +
                  around->getName().getStringRef() +
                  "` is not an `scf.for`, `scf.while` or `scf.if`");
  if (isVector(around))
    return refuse("the loop is tagged `vector` in `weft.loop`, and its lanes "
                  "cannot share " +
                  describeAllocation(alloc));
  if (getGPUUnit(around))
    return refuse("the loop is tagged `gpu` in `weft.loop`, and its threads "
                  "cannot share " +
                  describeAllocation(alloc));
  refuse("the size of " + describeAllocation(alloc) +
         " is not invariant in the enclosing `" +
         around->getName().getStringRef() + "`");
}

/// Whether the same operations of a block store to two arrays of the same size.
static bool haveSameProducers(LoopWorkspace &one, LoopWorkspace &other) {
  return one.alloc->getBlock() == other.alloc->getBlock() &&
         one.getSize() == other.getSize() && one.producers == other.producers &&
         static_cast<bool>(one.fill) == static_cast<bool>(other.fill);
}

//===----------------------------------------------------------------------===//
// Hoisting allocations
//===----------------------------------------------------------------------===//

/// Moves the operations of a loop that compute a value before the loop.
static void moveOut(Value value, Operation *loop) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    moveOut(operand, loop);
  op->moveBefore(loop);
}

/// Emits a size that is 0 if a loop has no iterations, for which no memory is
/// allocated.
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

/// Moves the check of a size before a loop, for another value of the size.
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

/// Moves operations before a loop, or to the begin of each partition of a
/// parallel loop.
static void moveToBegin(ArrayRef<Operation *> ops, Operation *loop) {
  bool isPartitioned = isParallel(loop);
  Operation *last = nullptr;
  for (Operation *op : ops) {
    if (!isPartitioned) {
      op->moveBefore(loop);
      continue;
    }
    Block *body = cast<scf::ForOp>(loop).getBody();
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(body, body->begin());
    op->setAttr(kPerPartitionAttr, UnitAttr::get(op->getContext()));
    last = op;
  }
}

/// Moves an operation after a loop, or to the end of each partition of a
/// parallel loop.
static void moveToEnd(Operation *op, Operation *loop) {
  if (!isParallel(loop)) {
    op->moveAfter(loop);
    return;
  }
  op->moveBefore(cast<scf::ForOp>(loop).getBody()->getTerminator());
  op->setAttr(kPerPartitionAttr, UnitAttr::get(op->getContext()));
}

//===----------------------------------------------------------------------===//
// Resetting stored elements
//===----------------------------------------------------------------------===//

namespace {
/// Workspaces to which the same operations of a block store.
class WorkspaceGroup {
public:
  WorkspaceGroup(MutableArrayRef<LoopWorkspace> workspaces, Operation *loop)
      : workspaces(workspaces), loop(loop) {}

  /// Hoists the workspaces out of the loop. Returns whether iterations reset
  /// only the stored elements.
  bool hoist();

private:
  LogicalResult findReplays();
  void report(bool isReplayed);
  void emitFills(ImplicitLocOpBuilder &b);
  void emitReplays(ImplicitLocOpBuilder &b);
  void emitReset(ImplicitLocOpBuilder &b, Value size);

  MutableArrayRef<LoopWorkspace> workspaces;
  Operation *loop;
  SmallVector<StoreReplay> replays;
  /// The constants with which the workspaces are filled.
  llvm::SmallDenseMap<Value, Value, 2> fillings;
};
} // namespace

LogicalResult WorkspaceGroup::findReplays() {
  auto refuse = [&](const Twine &reason) {
    return reportMissed(
        workspaces.front().alloc, LoweringOption::HoistWorkspaces,
        "each iteration fills " + describeAllocation(workspaces.front().alloc) +
            ": " + reason);
  };
  for (Operation *producer : workspaces.front().producers) {
    SmallVector<memref::StoreOp> stores;
    for (LoopWorkspace &workspace : workspaces)
      llvm::copy_if(
          workspace.stores, std::back_inserter(stores),
          [&](memref::StoreOp store) { return producer->isAncestor(store); });
    FailureOr<StoreReplay> replay = StoreReplay::find(producer, stores, refuse);
    if (failed(replay))
      return failure();
    replays.push_back(std::move(*replay));
  }
  return success();
}

void WorkspaceGroup::report(bool isReplayed) {
  std::string how = isParallel(loop) ? "once per partition of the parallel loop"
                                     : "once before the loop";
  for (LoopWorkspace &workspace : workspaces)
    reportPassed(workspace.alloc, LoweringOption::HoistWorkspaces,
                 isReplayed
                     ? "allocates and fills " +
                           describeAllocation(workspace.alloc) + " " + how +
                           ", and resets the stored elements in each "
                           "iteration"
                     : "allocates " + describeAllocation(workspace.alloc) +
                           " " + how);
}

void WorkspaceGroup::emitFills(ImplicitLocOpBuilder &b) {
  for (LoopWorkspace &workspace : workspaces)
    b.clone(*workspace.fill)->removeAttr(kPerPartitionAttr);
}

void WorkspaceGroup::emitReplays(ImplicitLocOpBuilder &b) {
  for (const StoreReplay &replay : replays)
    replay.emit(b, [&](Value array) { return fillings.lookup(array); });
}

void WorkspaceGroup::emitReset(ImplicitLocOpBuilder &b, Value size) {
  Value none = arith::ConstantIndexOp::create(b, 0), count = none;
  for (const StoreReplay &replay : replays)
    count = replay.emitCount(b, count);
  if (count == none) {
    emitReplays(b);
    return;
  }
  b.setLoc(workspaces.front().alloc.getLoc());
  Value few = arith::DivUIOp::create(
      b, size,
      arith::ConstantIndexOp::create(
          b, Machine::of(workspaces.front().alloc).scatteredStoreCost));
  Value isFew = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, count, few);
  auto branch = scf::IfOp::create(b, isFew, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitReplays(b);
  b.setInsertionPointToStart(branch.elseBlock());
  emitFills(b);
}

bool WorkspaceGroup::hoist() {
  bool isReplayed = workspaces.front().fill && succeeded(findReplays());
  report(isReplayed);
  // After the last use of all workspaces.
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
    emitReset(b, size);
  for (LoopWorkspace &workspace : workspaces)
    moveToEnd(workspace.dealloc, loop);
  return isReplayed;
}

void weft::hoistWorkspaces(func::FuncOp function, unsigned &numReused,
                           unsigned &numCleared) {
  SmallVector<SmallVector<LoopWorkspace>> groups;
  function.walk([&](memref::AllocOp alloc) {
    if (!LoopWorkspace::isCandidate(alloc) ||
        !isChosen(alloc, LoweringOption::HoistWorkspaces))
      return;
    FailureOr<LoopWorkspace> workspace = LoopWorkspace::find(alloc);
    if (failed(workspace))
      return;
    if (!findLoop(alloc, workspace->getSize()))
      return reportNoLoop(alloc, workspace->getSize());
    auto group = llvm::find_if(groups, [&](auto &group) {
      return haveSameProducers(group.front(), *workspace);
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
    if (WorkspaceGroup(group, loop).hoist())
      numCleared += group.size();
  }
}
