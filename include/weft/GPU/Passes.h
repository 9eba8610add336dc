//===- Passes.h - Passes from loops to kernels of a GPU ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What takes loops whose iterations the units of a GPU run to device code and
// the launches of it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_PASSES_H
#define WEFT_GPU_PASSES_H

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace weft {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/GPU/Passes.h.inc"

} // namespace weft

#endif // WEFT_GPU_PASSES_H
