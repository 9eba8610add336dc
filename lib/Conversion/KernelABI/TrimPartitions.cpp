//===- TrimPartitions.cpp - Arguments of partitions -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is a pointer twice, an offset, a size and a stride to whom it is
// passed, most of which nobody asks for. LLVM drops arguments that are not
// used, but not what is stored for threads to take them from.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/BitVector.h"

namespace weft {
#define GEN_PASS_DEF_WEFTTRIMPARTITIONS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Replaces fields of structures by what they were set to, and drops the
/// structures that nobody uses then.
static void forwardFields(LLVM::LLVMFuncOp partition) {
  SmallVector<LLVM::InsertValueOp> structures;
  partition.walk([&](Operation *op) {
    if (auto set = dyn_cast<LLVM::InsertValueOp>(op))
      structures.push_back(set);
    SmallVector<OpFoldResult> values;
    if (!isa<LLVM::ExtractValueOp>(op) || failed(op->fold(values)) ||
        values.empty())
      return;
    if (auto value = dyn_cast<Value>(values.front())) {
      op->replaceAllUsesWith(ValueRange(value));
      op->erase();
    }
  });
  for (LLVM::InsertValueOp set : llvm::reverse(structures))
    if (isOpTriviallyDead(set))
      set.erase();
}

/// The only use of a function, if that is a call and nobody else can see it.
static LLVM::CallOp getOnlyCall(LLVM::LLVMFuncOp function,
                                const SymbolUserMap &symbolUsers) {
  if (!function.isPrivate() || function.isExternal())
    return {};
  ArrayRef<Operation *> users = symbolUsers.getUsers(function);
  return users.size() == 1 ? dyn_cast<LLVM::CallOp>(users.front())
                           : LLVM::CallOp();
}

/// Drops the arguments that a partition does not use, but for those that
/// whoever runs it says, which are the last.
static void trim(LLVM::LLVMFuncOp partition, const SymbolUserMap &symbolUsers) {
  LLVM::CallOp call = getOnlyCall(partition, symbolUsers);
  unsigned numTaken = getNumTaken(partition);
  if (!call || partition.getNumArguments() < numTaken)
    return;
  forwardFields(partition);
  llvm::BitVector unused(partition.getNumArguments());
  for (BlockArgument argument : partition.getArguments().drop_back(numTaken))
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
  // The interface cannot, since a function without results has the type void.
  SmallVector<Type> kept;
  for (auto [index, type] : llvm::enumerate(partition.getArgumentTypes()))
    if (!unused.test(index))
      kept.push_back(type);
  LLVM::LLVMFunctionType type = partition.getFunctionType();
  function_interface_impl::eraseFunctionArguments(
      partition, unused,
      LLVM::LLVMFunctionType::get(type.getReturnType(), kept, type.isVarArg()));
  MutableOperandRange operands = call.getCalleeOperandsMutable();
  for (int index = unused.find_last(); index >= 0;
       index = unused.find_prev(index))
    operands.erase(index);
}

namespace {
struct TrimPartitionsPass
    : weft::impl::WeftTrimPartitionsBase<TrimPartitionsPass> {
  void runOnOperation() override {
    SymbolTableCollection symbolTables;
    SymbolUserMap symbolUsers(symbolTables, getOperation());
    getOperation().walk([&](LLVM::LLVMFuncOp function) {
      if (function->hasAttr(kPartitionAttr))
        trim(function, symbolUsers);
    });
  }
};
} // namespace
