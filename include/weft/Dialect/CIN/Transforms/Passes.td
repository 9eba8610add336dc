//===- Passes.td - Transformations of concrete index notation *- tablegen -*-===//
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

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CINPromoteReductions : Pass<"cin-promote-reductions", "::mlir::func::FuncOp"> {
  let summary = "Combine reductions into scalars";
  let description = [{
    A compound assignment in foralls whose variables do not index its component
    combines into a scalar workspace around these foralls instead, and the
    component is assigned once:

    ```
    ∀i ∀j y(i) += A(i,j) * x(j)
    ∀i (y(i) += t where ∀j t += A(i,j) * x(j))
    ```

    The scalar becomes a value that the loops carry. Combining in this order
    needs the combiner to be associative and its identity to be known; other
    assignments stay as they are.
  }];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINFuseKernels : Pass<"cin-fuse-kernels", "::mlir::func::FuncOp"> {
  let summary = "Join the kernels of a function";
  let description = [{
    Joins a kernel with the next one if both define results of the function.
    Their statements become a `cin.multi`, or a `cin.sequence` if the second
    reads what the first defines.
  }];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

#endif // WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD
