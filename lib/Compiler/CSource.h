//===- CSource.h - Kernels as C source --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel as a file in C or CUDA C++, which has the signature that the header
// of its object file declares.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_CSOURCE_H
#define WEFT_LIB_COMPILER_CSOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {

class Kernel;

/// Prints the module of a kernel, lowered to loops over arrays, in C; fails
/// with a diagnostic.
mlir::LogicalResult writeCSource(const Kernel &kernel, mlir::ModuleOp module,
                                 llvm::raw_ostream &os);

/// Prints the module of a kernel, lowered to loops over arrays and launches, in
/// CUDA C++; fails with a diagnostic, also if the kernel launches nothing.
mlir::LogicalResult writeCUDASource(const Kernel &kernel, mlir::ModuleOp module,
                                    llvm::raw_ostream &os);

} // namespace weft

#endif // WEFT_LIB_COMPILER_CSOURCE_H
