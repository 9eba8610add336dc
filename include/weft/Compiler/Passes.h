//===- Passes.h - The last passes to LLVM -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last steps to LLVM, behind loops over arrays.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_PASSES_H
#define WEFT_COMPILER_PASSES_H

#include "weft/Compiler/ThreadCount.h"
#include "weft/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/Pass.h"

namespace weft {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Compiler/Passes.h.inc"

} // namespace weft

#endif // WEFT_COMPILER_PASSES_H
