//===- LinkKernels.cpp - Kernels beside their callers -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the functions of the nested module out of it.
//
//===----------------------------------------------------------------------===//

#include "weft/Sparsifier/Passes.h"

#include "weft/Dialect/TIN/IR/StatisticsAttributes.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {
#define GEN_PASS_DEF_LINKKERNELS
#include "weft/Sparsifier/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether a symbol is a function that is only declared.
static bool isDeclaration(Operation *symbol) {
  auto function = dyn_cast<FunctionOpInterface>(symbol);
  return function && function.isExternal();
}

/// Whether a symbol is a function of the same type as another one.
static bool isSameFunction(Operation *symbol, Operation *other) {
  auto function = dyn_cast<FunctionOpInterface>(symbol);
  auto known = dyn_cast<FunctionOpInterface>(other);
  return function && known &&
         function.getFunctionType() == known.getFunctionType();
}

/// Gives what is defined in `kernels` under a name that is taken in `module`
/// by another definition a new name; an error if the name is that of a kernel.
static LogicalResult renameConflictingDefinitions(ModuleOp kernels,
                                                  SymbolTable &moduleSymbols) {
  SymbolTable symbols(kernels);
  for (Operation &op : *kernels.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    Operation *other =
        symbol ? moduleSymbols.lookup(symbol.getName()) : nullptr;
    if (!other || isDeclaration(symbol) || isDeclaration(other))
      continue;
    if (op.hasAttr(kKernelAttr))
      return op.emitOpError("cannot be linked: its name is taken");
    if (failed(symbols.renameToUnique(&op, {&moduleSymbols})))
      return op.emitOpError("cannot be renamed");
  }
  return success();
}

/// Whether the runtime has a function of libm as `weft_libm_NAME`.
static bool hasLibmName(StringRef name) {
  static constexpr StringLiteral names[] = {
#define REAL(NAME) #NAME, #NAME "f",
#define REAL2(NAME) #NAME, #NAME "f",
#define COMPLEX(NAME) #NAME,
#define OTHER(NAME) #NAME,
#include "weft/Runtime/LibmFunctions.def"
  };
  return llvm::is_contained(names, name);
}

/// Redirects calls of libm's NAME to `weft_libm_NAME` if the module defines its
/// own NAME (weft/Runtime/ModuleABI.h); an error if the runtime has no such
/// function.
static LogicalResult redirectLibmCalls(ModuleOp kernels,
                                       SymbolTable &moduleSymbols) {
  SymbolTable symbols(kernels);
  for (Operation &op : *kernels.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    Operation *other =
        symbol ? moduleSymbols.lookup(symbol.getName()) : nullptr;
    if (!other || !isDeclaration(&op) || isDeclaration(other))
      continue;
    if (!hasLibmName(symbol.getName()) ||
        failed(symbols.rename(symbol, ("weft_libm_" + symbol.getName()).str())))
      return other->emitOpError("has the name of a function that kernels call; "
                                "rename it");
  }
  return success();
}

/// Moves an operation of `kernels` into `module`, unless it declares what is
/// there.
static LogicalResult link(Operation *op, ModuleOp module,
                          SymbolTable &moduleSymbols) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  Operation *other = symbol ? moduleSymbols.lookup(symbol.getName()) : nullptr;
  if (other && isDeclaration(symbol)) {
    if (!isSameFunction(op, other))
      return other->emitOpError("has the name of a function that kernels call, "
                                "but another type");
    op->erase();
    return success();
  }
  if (other && !isa<LLVM::LLVMFuncOp>(other))
    return other->emitOpError("declares a kernel: expected it to be lowered to "
                              "the llvm dialect");
  if (other)
    moduleSymbols.erase(other);
  op->remove();
  if (symbol)
    moduleSymbols.insert(op, module.getBody()->end());
  else
    module.push_back(op);
  op->removeDiscardableAttr(kKernelAttr);
  op->removeDiscardableAttr(kABIAttr);
  return success();
}

/// Removes what only Weft's passes read from the arguments of the functions of
/// the llvm dialect, so that tools without Weft's dialects parse them.
static void removeNotes(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    for (unsigned number : llvm::seq(function.getNumArguments()))
      for (StringRef note : {kArrayAttr, tin::kStatisticsAttr})
        function.removeArgAttr(number, note);
}

/// States that new memory aliases nothing, so that loads of operands can be
/// hoisted out of loops that store results.
static void markAllocators(ModuleOp module) {
  static constexpr StringLiteral allocators[] = {
      "_mlir_memref_to_llvm_alloc", "_mlir_memref_to_llvm_aligned_alloc",
      "weft_rt_realloc", "weft_rt_take_table"};
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function.isExternal() &&
        llvm::is_contained(allocators, function.getName()) &&
        isa<LLVM::LLVMPointerType>(function.getFunctionType().getReturnType()))
      function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                             UnitAttr::get(module.getContext()));
}

namespace {
struct LinkKernels : weft::impl::LinkKernelsBase<LinkKernels> {
  void runOnOperation() override {
    for (ModuleOp kernels : getKernelModules(getOperation()))
      if (failed(linkAll(kernels)))
        return signalPassFailure();
    removeNotes(getOperation());
    markAllocators(getOperation());
  }

private:
  /// Moves everything out of a nested module, and erases it.
  LogicalResult linkAll(ModuleOp kernels) {
    ModuleOp module = getOperation();
    SymbolTable moduleSymbols(module);
    if (failed(renameConflictingDefinitions(kernels, moduleSymbols)) ||
        failed(redirectLibmCalls(kernels, moduleSymbols)))
      return failure();
    for (Operation &op : llvm::make_early_inc_range(*kernels.getBody()))
      if (failed(link(&op, module, moduleSymbols)))
        return failure();
    moduleSymbols.erase(kernels);
    return success();
  }
};
} // namespace
