//===- LLVMModule.h - Translation to LLVM IR --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step out of MLIR: a module that calls nothing but the runtime and the C
// library, and that shows nothing but the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_LLVMMODULE_H
#define WEFT_COMPILER_LLVMMODULE_H

#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace weft {

/// Translates a module of the `llvm` dialect; null if that fails, and then an
/// error was emitted. Of the functions that the module defines only `entry` is
/// visible outside.
std::unique_ptr<llvm::Module> translateToLLVM(mlir::ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::StringRef entry);

} // namespace weft

#endif // WEFT_COMPILER_LLVMMODULE_H
