//===- Liveness.cpp - Values that somebody needs ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes from what has effects to what it needs.
//
//===----------------------------------------------------------------------===//

#include "Liveness.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft::csource;

Liveness::Liveness(func::FuncOp function, const Arrays &arrays) {
  SmallVector<Value> pending;
  auto mark = [&](Value value) {
    if (live.insert(value).second)
      pending.push_back(value);
  };
  DenseMap<Value, SmallVector<Value>> sources;
  function.walk([&](Operation *op) {
    forEachFlow(op, [&](Value to, Value from) { sources[to].push_back(from); });
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (Value bound :
           {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
        mark(bound);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      mark(branch.getCondition());
    } else if (auto condition = dyn_cast<scf::ConditionOp>(op)) {
      mark(condition.getCondition());
    } else if (!isa<scf::WhileOp, scf::YieldOp, memref::LoadOp>(op) &&
               !isMemoryEffectFree(op)) {
      llvm::for_each(op->getOperands(), mark);
    } else if (isa<func::ReturnOp, memref::AtomicYieldOp>(op)) {
      llvm::for_each(op->getOperands(), mark);
    }
  });
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    llvm::for_each(sources.lookup(value), mark);
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() != 0)
      continue;
    // The operands of a view but the first are about its length.
    bool isView = isa<memref::ViewOp, memref::ReinterpretCastOp>(op);
    if (isView && !arrays.needsLength(value))
      mark(op->getOperand(0));
    else
      llvm::for_each(op->getOperands(), mark);
  }
}
