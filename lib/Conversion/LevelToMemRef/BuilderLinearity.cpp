//===- BuilderLinearity.cpp - Builders are used once ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowered builders are changed in place: their arrays grow, move and in the end
// belong to the tensor (thesis, section 5.4). Whatever used a state after it
// was taken would read or write memory that may have been freed, and two names
// of one state would each free what the other moved.
//
//===----------------------------------------------------------------------===//

#include "BuilderLinearity.h"

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace weft;

/// Whether an operation that uses a builder takes its state away: all but level
/// functions that only read it. Loops, branches and terminators give it another
/// name.
static bool takesState(Operation *op) {
  return !isa<level::LevelDialect>(op->getDialect()) ||
         isa<level::FinalizeOp, level::ForkOp, level::EndPartitionOp>(op) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<level::BuilderType>);
}

static bool isTerminator(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Whether a region may be executed several times where its operation is once.
/// One that does not say may be.
static bool isRepeated(Region *region) {
  if (isa<LoopLikeOpInterface>(region->getParentOp()))
    return true;
  auto branches = dyn_cast<RegionBranchOpInterface>(region->getParentOp());
  return !branches || branches.isRepetitiveRegion(region->getRegionNumber());
}

/// Whether a path leads from a block to another on which a builder stays what
/// it is.
static bool isReachable(Block *from, Block *to, Value builder) {
  return from->isReachable(to, {builder.getParentBlock()});
}

/// What executes an operation several times for one builder, a loop or a block
/// in a cycle; null if nothing does.
static Operation *findLoop(Operation *op, Value builder) {
  for (;; op = op->getParentOp()) {
    if (isReachable(op->getBlock(), op->getBlock(), builder))
      return op;
    Region *region = op->getParentRegion();
    if (region == builder.getParentRegion())
      return nullptr;
    if (isRepeated(region))
      return region->getParentOp();
  }
}

/// Whether an operation may be executed after another one, where nothing is
/// repeated. Branches of one operation exclude each other.
static bool mayFollow(Operation *second, Operation *first, Value builder) {
  Region *region = first->getParentRegion();
  while (!region->isAncestor(second->getParentRegion()))
    region = region->getParentRegion();
  Operation *outerFirst = region->findAncestorOpInRegion(*first);
  Operation *outerSecond = region->findAncestorOpInRegion(*second);
  if (outerFirst == outerSecond)
    return outerFirst == first ||
           (outerSecond != second &&
            !insideMutuallyExclusiveRegions(first, second));
  if (outerFirst->getBlock() == outerSecond->getBlock())
    return outerFirst->isBeforeInBlock(outerSecond);
  return isReachable(outerFirst->getBlock(), outerSecond->getBlock(), builder);
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

static LogicalResult reportLoop(Operation *op, Operation *loop) {
  InFlightDiagnostic diagnostic =
      op->emitOpError(isTerminator(op) ? "passes on" : "changes")
      << " a builder in a loop that does not carry it";
  diagnostic.attachNote(loop->getLoc()) << "the loop is here";
  return diagnostic;
}

static LogicalResult reportUse(Operation *use, Operation *taker) {
  InFlightDiagnostic diagnostic = use->emitOpError(
      "uses a builder in a state that another operation has changed");
  diagnostic.attachNote(taker->getLoc())
      << (isTerminator(taker) ? "passed on here" : "changed here");
  return diagnostic;
}

static LogicalResult verifyLinear(Value builder) {
  SmallVector<OpOperand *> takers;
  for (OpOperand &use : builder.getUses())
    if (takesState(use.getOwner()))
      takers.push_back(&use);
  for (OpOperand *taker : takers)
    if (Operation *loop = findLoop(taker->getOwner(), builder))
      return reportLoop(taker->getOwner(), loop);
  for (OpOperand *taker : takers) {
    Operation *first = taker->getOwner();
    for (OpOperand &use : builder.getUses()) {
      Operation *second = use.getOwner();
      if (&use == taker)
        continue;
      if (first == second)
        return first->emitOpError("takes the state of a builder twice");
      if (mayFollow(second, first, builder))
        return reportUse(second, first);
    }
  }
  return success();
}

LogicalResult weft::verifyBuilderLinearity(Operation *root) {
  auto verify = [](ValueRange values) -> WalkResult {
    for (Value value : values)
      if (isa<level::BuilderType>(value.getType()) &&
          failed(verifyLinear(value)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  };
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (verify(block.getArguments()).wasInterrupted())
          return WalkResult::interrupt();
    return verify(op->getResults());
  });
  return failure(result.wasInterrupted());
}
