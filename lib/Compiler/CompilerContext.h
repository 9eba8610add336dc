//===- CompilerContext.h - The context of all kernels -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Setting up an MLIR context with its dialects takes about as long as compiling
// a kernel, so a process has one for all kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_COMPILERCONTEXT_H
#define WEFT_LIB_COMPILER_COMPILERCONTEXT_H

#include "mlir/IR/MLIRContext.h"

#include <mutex>

namespace weft {

/// The context, for as long as this object lives; others wait.
class CompilerContext {
public:
  CompilerContext();

  mlir::MLIRContext *get() const;

private:
  std::unique_lock<std::recursive_mutex> lock;
};

} // namespace weft

#endif // WEFT_LIB_COMPILER_COMPILERCONTEXT_H
