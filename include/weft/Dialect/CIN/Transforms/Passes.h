//===- Passes.h - Transformations of concrete index notation ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that rewrite `cin` statements.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_PASSES_H
#define WEFT_DIALECT_CIN_TRANSFORMS_PASSES_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/CommandLine.h"

namespace weft {
namespace cin {

/// The assemblies that kernels can be given, as the values of an option.
llvm::cl::ValuesClass getAssemblyValues();

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"

} // namespace cin
} // namespace weft

#endif // WEFT_DIALECT_CIN_TRANSFORMS_PASSES_H
