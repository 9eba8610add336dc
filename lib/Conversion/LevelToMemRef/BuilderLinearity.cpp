//===- BuilderLinearity.cpp - Builders are used once ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowered builders are changed in place: their arrays grow, move and in the end
// belong to the tensor (thesis, section 5.4). An operation that took a state
// for the second time would write to memory that may have been freed.
//
//===----------------------------------------------------------------------===//

#include "BuilderLinearity.h"

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace weft;

/// Whether an operation that takes a builder takes its state away.
static bool changesState(Operation *op) {
  return isa<level::FinalizeOp>(op) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<level::BuilderType>);
}

static LogicalResult reportSecondChange(Operation *first, Operation *second) {
  InFlightDiagnostic diagnostic = second->emitOpError(
      "uses a builder in a state that another operation has changed");
  diagnostic.attachNote(first->getLoc()) << "changed here";
  return diagnostic;
}

/// Whether a region may be executed several times where its operation is once.
static bool isRepeated(Region *region) {
  if (isa<LoopLikeOpInterface>(region->getParentOp()))
    return true;
  auto branches = dyn_cast<RegionBranchOpInterface>(region->getParentOp());
  return branches && branches.isRepetitiveRegion(region->getRegionNumber());
}

static LogicalResult reportRepeatedChange(Operation *change, Operation *loop) {
  InFlightDiagnostic diagnostic =
      change->emitOpError("changes a builder in a loop that does not carry it");
  diagnostic.attachNote(loop->getLoc()) << "the loop is here";
  return diagnostic;
}

static LogicalResult verifyLinear(Value builder) {
  // What changes the state in each block, itself or in its regions: branches of
  // one operation exclude each other.
  llvm::SmallDenseMap<Block *, Operation *> changes;
  for (Operation *user : builder.getUsers()) {
    if (!changesState(user))
      continue;
    for (Operation *op = user;; op = op->getParentOp()) {
      Operation *known = changes.try_emplace(op->getBlock(), op).first->second;
      if (known != op)
        return op->isBeforeInBlock(known) ? reportSecondChange(op, known)
                                          : reportSecondChange(known, op);
      if (op->getParentRegion() == builder.getParentRegion())
        break;
      if (isRepeated(op->getParentRegion()))
        return reportRepeatedChange(user, op->getParentOp());
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
