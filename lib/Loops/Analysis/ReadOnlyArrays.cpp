//===- ReadOnlyArrays.cpp - Arrays that are read alone --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at all uses of an array, also in functions that are called. Passes make
// vectors of loads and load ahead, which is reading as well, so that none has
// to ask before another one does.
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

/// Whether a use of an array just reads it, in functions that are called too.
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
  // All arrays that a function takes are asked for at once, so that each
  // function is visited once.
  return llvm::all_of(function.getArguments(), [&](BlockArgument argument) {
    return !isa<MemRefType>(argument.getType()) ||
           llvm::all_of(argument.getUses(),
                        [&](OpOperand &use) { return isRead(use, called); });
  });
}

bool weft::isNeverWritten(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument || !argument.getOwner()->isEntryBlock() ||
      !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return false;
  llvm::SmallPtrSet<Operation *, 4> called;
  return llvm::all_of(array.getUses(),
                      [&](OpOperand &use) { return isRead(use, called); });
}
