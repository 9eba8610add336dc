//===- LinkKernels.cpp - Kernels beside their callers ------------*- C++ -*-===//
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

/// Gives what is defined in `kernels` under a name that is taken in `module`
/// by another definition a new name; an error if the name is that of a kernel.
static LogicalResult renameTaken(ModuleOp kernels, SymbolTable &taken) {
  SymbolTable symbols(kernels);
  for (Operation &op : *kernels.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    Operation *other = symbol ? taken.lookup(symbol.getName()) : nullptr;
    if (!other || isDeclaration(symbol) || isDeclaration(other))
      continue;
    if (op.hasAttr(kKernelAttr))
      return op.emitOpError("cannot be linked: its name is taken");
    if (failed(symbols.renameToUnique(&op, {&taken})))
      return op.emitOpError("cannot be renamed");
  }
  return success();
}

/// Moves an operation of `kernels` into `module`, unless it declares what is
/// there.
static LogicalResult link(Operation *op, ModuleOp module, SymbolTable &taken) {
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  Operation *other = symbol ? taken.lookup(symbol.getName()) : nullptr;
  if (other && isDeclaration(symbol)) {
    auto function = cast<FunctionOpInterface>(op);
    auto known = dyn_cast<FunctionOpInterface>(other);
    if (!known || known.getFunctionType() != function.getFunctionType())
      return other->emitOpError("has the name of the function '")
             << symbol.getName()
             << "' that kernels call, but another type; rename it";
    op->erase();
    return success();
  }
  if (other && !isa<LLVM::LLVMFuncOp>(other))
    return other->emitOpError("declares a kernel: expected it to be lowered to "
                              "the llvm dialect");
  if (other)
    taken.erase(other);
  op->remove();
  if (symbol)
    taken.insert(op, module.getBody()->end());
  else
    module.push_back(op);
  op->removeDiscardableAttr(kKernelAttr);
  op->removeDiscardableAttr(kABIAttr);
  return success();
}

namespace {
struct LinkKernels : weft::impl::LinkKernelsBase<LinkKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto kernels = module.lookupSymbol<ModuleOp>(kKernelModule);
    if (!kernels)
      return;
    SymbolTable taken(module);
    if (failed(renameTaken(kernels, taken)))
      return signalPassFailure();
    for (Operation &op : llvm::make_early_inc_range(*kernels.getBody()))
      if (failed(link(&op, module, taken)))
        return signalPassFailure();
    taken.erase(kernels);
  }
};
} // namespace
