//===- KernelFunctions.h - Functions that kernels call ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated code calls functions by their names: those of the runtime, those of
// OpenMP, and some that passes make. A module may have something else under
// such a name, which is refused instead of called.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_KERNELFUNCTIONS_H
#define WEFT_SUPPORT_KERNELFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// The function with this name and type of a symbol table; declares it first in
/// the table if there is none. Null, with an error at what has the name, if
/// that is something else.
mlir::func::FuncOp getOrDeclareFunction(mlir::ImplicitLocOpBuilder &b,
                                        mlir::Operation *table,
                                        llvm::StringRef name,
                                        mlir::FunctionType type);

/// The declaration of a function of the runtime or of OpenMP, which code in the
/// dialect of `FuncOp` calls. The table of these functions in the source file
/// has its type. Null, with an error, as above.
template <typename FuncOp>
FuncOp getRuntimeFunction(mlir::ImplicitLocOpBuilder &b, mlir::Operation *table,
                          llvm::StringRef name);
extern template mlir::func::FuncOp
getRuntimeFunction(mlir::ImplicitLocOpBuilder &, mlir::Operation *,
                   llvm::StringRef);
extern template mlir::LLVM::LLVMFuncOp
getRuntimeFunction(mlir::ImplicitLocOpBuilder &, mlir::Operation *,
                   llvm::StringRef);

/// Emits the maximum number of threads, at least one, as an `i32`: the number
/// that the user sets overrides that of the environment. Null, with an error,
/// if the functions that return these numbers cannot be called.
mlir::Value emitNumThreads(mlir::ImplicitLocOpBuilder &b,
                           mlir::Operation *table);

/// Refuses a symbol that has the name of a function of the runtime or of
/// OpenMP, but does not declare it.
mlir::LogicalResult verifyRuntimeName(mlir::Operation *symbol);

/// Emits that a symbol has a name that is needed.
mlir::LogicalResult refuseName(mlir::Operation *symbol);

} // namespace weft

#endif // WEFT_SUPPORT_KERNELFUNCTIONS_H
