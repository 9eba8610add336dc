//===- Passes.h - Passes on loops over arrays -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes loops over arrays fast.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LOOPS_PASSES_H
#define WEFT_LOOPS_PASSES_H

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace weft {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Loops/Passes.h.inc"

} // namespace weft

#endif // WEFT_LOOPS_PASSES_H
