//===- Passes.h - Passes on tensor index notation ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on tensor index notation.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_TRANSFORMS_PASSES_H
#define WEFT_DIALECT_TIN_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace weft {
namespace tin {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Dialect/TIN/Transforms/Passes.h.inc"

} // namespace tin
} // namespace weft

#endif // WEFT_DIALECT_TIN_TRANSFORMS_PASSES_H
