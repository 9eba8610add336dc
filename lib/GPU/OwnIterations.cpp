//===- OwnIterations.cpp - Loops of units with own ranges -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The begin of such a loop is linear in the number of the block and in the
// induction variables of the loops around.
//
//===----------------------------------------------------------------------===//

#include "OwnIterations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

/// Collects which of `numbers` a value is linear in, by operations in a launch;
/// fails where it depends on them, or on threads, in another way.
static LogicalResult findNumbers(mlir::gpu::LaunchOp launch, Value value,
                                 const llvm::DenseSet<Value> &numbers,
                                 bool isLinear, llvm::DenseSet<Value> &found) {
  if (numbers.contains(value)) {
    found.insert(value);
    return success(isLinear);
  }
  if (!launch->isProperAncestor(value.getParentBlock()->getParentOp()) &&
      value.getParentBlock() != &launch.getBody().front())
    return success();
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0)
    return failure();
  isLinear &= isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MaxSIOp,
                  arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(op);
  return success(llvm::all_of(op->getOperands(), [&](Value operand) {
    return succeeded(findNumbers(launch, operand, numbers, isLinear, found));
  }));
}

bool weft::gpu::hasOwnIterations(scf::ForOp loop) {
  auto launch = loop->getParentOfType<mlir::gpu::LaunchOp>();
  llvm::DenseSet<Value> numbers = {launch.getBlockIds().x}, found;
  for (Operation *around = loop->getParentOp(); around != launch;
       around = around->getParentOp()) {
    if (auto outer = dyn_cast<scf::ForOp>(around))
      numbers.insert(outer.getInductionVar());
    else if (!isa<scf::IfOp>(around))
      return false;
  }
  return succeeded(findNumbers(launch, loop.getLowerBound(), numbers,
                               /*isLinear=*/true, found)) &&
         found.size() == numbers.size();
}
