//===- Passes.h - Passes on linalg and sparse_tensor ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that lower linalg and sparse_tensor operations on tensors with a level
// format.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SPARSIFIER_PASSES_H
#define WEFT_SPARSIFIER_PASSES_H

#include "weft/Compiler/ThreadCount.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weft {

/// The name of the nested module that has the kernels. That of another one,
/// whose kernels have a schedule of their own, begins with it.
constexpr llvm::StringLiteral kKernelModule = "weft_kernels";

/// Whether a kernel of a module is in concrete index notation.
bool hasLoops(mlir::ModuleOp kernels);

/// Whether an operation is a nested module that has kernels, by its name.
bool isKernelModule(mlir::Operation *op);
/// The nested modules of a module that have kernels.
llvm::SmallVector<mlir::ModuleOp> getKernelModules(mlir::ModuleOp module);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Sparsifier/Passes.h.inc"

} // namespace weft

#endif // WEFT_SPARSIFIER_PASSES_H
