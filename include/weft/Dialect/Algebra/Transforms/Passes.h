//===- Passes.h - Passes on operators ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on operators of the user.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_ALGEBRA_TRANSFORMS_PASSES_H
#define WEFT_DIALECT_ALGEBRA_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace weft {
namespace algebra {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Dialect/Algebra/Transforms/Passes.h.inc"

} // namespace algebra
} // namespace weft

#endif // WEFT_DIALECT_ALGEBRA_TRANSFORMS_PASSES_H
