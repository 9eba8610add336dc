//===- Passes.td - Passes on operators ---------------------*- tablegen -*-===//
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

#ifndef WEFT_DIALECT_ALGEBRA_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_ALGEBRA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AlgebraInlineOperators
    : Pass<"algebra-inline-operators", "::mlir::ModuleOp"> {
  let summary = "Inline operators with a declared algebra";
  let description = [{
    Replaces every `algebra.apply` by the operations of the operator, and
    removes the operators. Passes that use declarations of their algebra have to
    run before.
  }];
}

#endif // WEFT_DIALECT_ALGEBRA_TRANSFORMS_PASSES_TD
