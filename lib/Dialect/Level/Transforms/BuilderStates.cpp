//===- BuilderStates.cpp - The names of a builder in a loop -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuilderStates.h"

#include "weft/Dialect/Level/IR/Level.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

bool BuilderStates::follow(scf::ForOp loop, BlockArgument state) {
  outermost = loop;
  insert(state);
  while (!unfollowed.empty())
    if (!llvm::all_of(unfollowed.pop_back_val().getUses(),
                      [&](OpOperand &use) { return followUse(use); }))
      return false;
  return contains(loop.getTiedLoopYieldedValue(state)->get()) &&
         llvm::all_of(known, [&](Value value) {
           return value == state ||
                  llvm::all_of(getSources(value),
                               [&](Value source) { return contains(source); });
         });
}

bool BuilderStates::followUse(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isa<LocateOp, LoadOp>(op))
    return true;
  if (isa<StoreOp, FillSegmentOp>(op)) {
    insert(op->getResult(0));
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    insert(loop.getTiedLoopRegionIterArg(&use));
    insert(loop.getTiedLoopResult(&use));
    return true;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    insert(loop.getBeforeArguments()[number]);
    return true;
  }
  Operation *around = op->getParentOp();
  if (isa<scf::ConditionOp>(op)) {
    insert(cast<scf::WhileOp>(around).getAfterArguments()[number - 1]);
    insert(around->getResult(number - 1));
    return true;
  }
  if (!isa<scf::YieldOp>(op))
    return false;
  // Behind the loop, all is filled.
  if (around == outermost)
    return true;
  if (auto loop = dyn_cast<scf::WhileOp>(around))
    insert(loop.getBeforeArguments()[number]);
  else if (isa<scf::ForOp, scf::IfOp>(around))
    insert(around->getResult(number));
  else
    return false;
  return true;
}

SmallVector<Value> BuilderStates::getSources(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    OpOperand *init = argument ? loop.getTiedLoopInit(argument)
                               : loop.getTiedLoopInit(cast<OpResult>(value));
    return {init->get(),
            loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(init))
                ->get()};
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    unsigned number = argument ? argument.getArgNumber()
                               : cast<OpResult>(value).getResultNumber();
    if (argument && argument.getOwner() == loop.getBeforeBody())
      return {loop.getInits()[number], loop.getYieldedValues()[number]};
    return {loop.getConditionOp().getArgs()[number]};
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return {branch.thenYield().getOperand(number),
            branch.elseYield().getOperand(number)};
  }
  return {};
}
