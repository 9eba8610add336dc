//===- LLVMModule.cpp - Translation to LLVM IR ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates to LLVM IR, gives upstream's allocation functions the names that
// the runtime has for them, and tells LLVM that new memory is new.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/LLVMModule.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Upstream's generic allocation functions and those of the runtime.
static constexpr std::pair<StringLiteral, StringLiteral> allocators[] = {
    {"_mlir_memref_to_llvm_alloc", "weft_rt_alloc"},
    {"_mlir_memref_to_llvm_aligned_alloc", "weft_rt_alloc_aligned"},
    {"_mlir_memref_to_llvm_free", "weft_rt_free"}};

static void bindRuntime(Module &module) {
  for (auto [generic, name] : allocators) {
    Function *function = module.getFunction(generic);
    if (!function)
      continue;
    if (Function *present = module.getFunction(name)) {
      function->replaceAllUsesWith(present);
      function->eraseFromParent();
    } else {
      function->setName(name);
    }
  }
  for (StringRef name :
       {"weft_rt_alloc", "weft_rt_alloc_aligned", "weft_rt_alloc_result",
        "weft_rt_realloc", "weft_rt_take_table"})
    if (Function *function = module.getFunction(name))
      function->addRetAttr(Attribute::NoAlias);
}

std::unique_ptr<Module> weft::translateToLLVM(mlir::ModuleOp mlirModule,
                                              LLVMContext &context,
                                              StringRef entry) {
  std::unique_ptr<Module> module =
      mlir::translateModuleToLLVMIR(mlirModule, context, "weft");
  if (!module)
    return nullptr;
  bindRuntime(*module);
  for (Function &function : *module) {
    // Failures leave a kernel without unwinding it.
    function.setDoesNotThrow();
    if (!function.isDeclaration() && function.getName() != entry)
      function.setLinkage(GlobalValue::InternalLinkage);
  }
  return module;
}
