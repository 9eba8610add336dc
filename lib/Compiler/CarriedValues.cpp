//===- CarriedValues.cpp - Remove unused carried values ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removes counters of entries that loops carry and that are not used after
// them: they are dependences between iterations that could run in parallel.
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;

namespace {
/// What depends on a value that a loop carries, through the loops and branches
/// inside of it.
class Dependents {
public:
  Dependents(scf::ForOp loop, unsigned carried) : loop(loop), carried(carried) {
    values.insert(loop.getRegionIterArg(carried));
  }

  /// Whether only later iterations depend on the value: an unused counter of
  /// entries.
  bool areUnused();

private:
  /// Adds what has the value of an operand; false if that is more than a value.
  bool addUse(OpOperand &use);
  /// Adds what has the value that a terminator of a loop or branch passes on.
  bool addPassed(OpOperand &use);

  scf::ForOp loop;
  unsigned carried;
  llvm::SetVector<Value> values;
};
} // namespace

bool Dependents::addPassed(OpOperand &use) {
  Operation *around = use.getOwner()->getParentOp();
  unsigned number = use.getOperandNumber();
  if (around == loop)
    return number == carried;
  if (auto inner = dyn_cast<scf::ForOp>(around)) {
    values.insert(inner.getRegionIterArg(number));
    values.insert(inner.getResult(number));
    return true;
  }
  if (isa<scf::IfOp>(around)) {
    values.insert(around->getResult(number));
    return true;
  }
  auto inner = dyn_cast<scf::WhileOp>(around);
  if (inner && isa<scf::YieldOp>(use.getOwner()))
    values.insert(inner.getBeforeArguments()[number]);
  return inner && isa<scf::YieldOp>(use.getOwner());
}

bool Dependents::addUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<scf::YieldOp>(user))
    return addPassed(use);
  if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    if (use.getOperandNumber() == 0)
      return false;
    auto inner = cast<scf::WhileOp>(condition->getParentOp());
    values.insert(inner.getAfterArguments()[use.getOperandNumber() - 1]);
    values.insert(inner.getResult(use.getOperandNumber() - 1));
    return true;
  }
  if (auto inner = dyn_cast<scf::ForOp>(user)) {
    OpResult result = inner.getTiedLoopResult(&use);
    if (!result)
      return false;
    values.insert(result);
    values.insert(inner.getTiedLoopRegionIterArg(result));
    return true;
  }
  if (auto inner = dyn_cast<scf::WhileOp>(user)) {
    values.insert(inner.getBeforeArguments()[use.getOperandNumber()]);
    return true;
  }
  if (user->getNumRegions() != 0 || !isMemoryEffectFree(user) ||
      user->hasTrait<OpTrait::IsTerminator>())
    return false;
  values.insert(user->result_begin(), user->result_end());
  return true;
}

bool Dependents::areUnused() {
  // A loop around may pass it on to its own next iteration.
  values.insert(loop.getResult(carried));
  for (unsigned next = 0; next != values.size(); ++next)
    for (OpOperand &use : values[next].getUses())
      if (!addUse(use))
        return false;
  return true;
}

LogicalResult weft::dropCarried(scf::ForOp loop) {
  if (!llvm::all_of(llvm::seq(loop.getNumRegionIterArgs()),
                    [&](unsigned carried) {
                      return Dependents(loop, carried).areUnused();
                    }))
    return failure();
  for (auto [argument, result, init] : llvm::zip_equal(
           loop.getRegionIterArgs(), loop.getResults(), loop.getInitArgs())) {
    argument.replaceAllUsesWith(init);
    result.replaceAllUsesWith(init);
  }
  Block *body = loop.getBody();
  body->getTerminator()->setOperands({});
  body->eraseArguments(1, body->getNumArguments() - 1);
  return success();
}
