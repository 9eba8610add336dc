//===- Passes.h - Passes on level operations --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_TRANSFORMS_PASSES_H
#define WEFT_DIALECT_LEVEL_TRANSFORMS_PASSES_H

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace weft {
namespace level {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Dialect/Level/Transforms/Passes.h.inc"

} // namespace level
} // namespace weft

#endif // WEFT_DIALECT_LEVEL_TRANSFORMS_PASSES_H
