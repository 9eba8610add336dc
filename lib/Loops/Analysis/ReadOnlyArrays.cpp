//===- ReadOnlyArrays.cpp - Arrays that a function does not write ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits all uses of an array, also in called functions. Vector loads and
// prefetches count as reads, so that the result does not depend on the order of
// the passes that insert them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ReadOnlyArrays.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace weft;

/// Whether a use of an array only reads it, also in called functions.
static bool isRead(OpOperand &use, llvm::SmallPtrSetImpl<Operation *> &called) {
  Operation *op = use.getOwner();
  if (isa<memref::LoadOp, memref::DimOp, memref::PrefetchOp, vector::LoadOp,
          vector::MaskedLoadOp, vector::GatherOp>(op))
    return true;
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return copy.getTarget() != use.get();
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return false;
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!function || function.isExternal())
    return false;
  if (!called.insert(function).second)
    return true;
  // A function is visited once, for all arrays that it takes.
  return llvm::all_of(function.getArguments(), [&](BlockArgument argument) {
    return !isa<MemRefType>(argument.getType()) ||
           llvm::all_of(argument.getUses(),
                        [&](OpOperand &use) { return isRead(use, called); });
  });
}

bool weft::isReadOnly(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument || !argument.getOwner()->isEntryBlock() ||
      !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return false;
  llvm::SmallPtrSet<Operation *, 4> called;
  return llvm::all_of(array.getUses(),
                      [&](OpOperand &use) { return isRead(use, called); });
}
