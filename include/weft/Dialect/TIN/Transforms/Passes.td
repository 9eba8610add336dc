//===- Passes.td - Passes on tensor index notation ---------*- tablegen -*-===//
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

#ifndef WEFT_DIALECT_TIN_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_TIN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TINPlan : Pass<"tin-plan", "::mlir::func::FuncOp"> {
  let summary = "Compute products of several factors in steps";
  let description = [{
    Replaces a reduction over a product of three factors or more, or of two of
    which one has a variable of the reduction alone, by several computes with
    intermediate tensors, if a model of their loops estimates clearly less work.
    The pass chooses which factors each step multiplies, which factors are
    reduced over their own variables first, how intermediates are stored, and
    the order of the loops of each step (`loop_order`). If one kernel in another
    order of its loops is best, it states that order only. Equal steps of a
    function are computed and counted once, where the tensor of the first one is
    defined for the others. Results of products that do not
    store all components, and intermediates, have their estimated number of
    entries as `tin.entries`.

    A reduction is rewritten if

    - the product is associative and commutative, and distributes over the
      combiner in each operand;
    - none of its values are floating-point numbers, or `strict-fp` is not set;
    - the compute has no `strict_zero`, `workspace` or `loop_order`;
    - index variables index all of its tensors, each once, in formats that store
      whole dimensions;
    - an argument that it accesses states its entries in `tin.statistics`.

    `tin.statistics` is a text of the sizes, of the number of entries and, if it
    is known, of the number of coordinates that have entries and of the sum of
    the squares of their degrees, for each mode, and of the number of
    coordinates that each level stores. What is not stated is assumed.

    ```mlir
    func.func @f(%A: tensor<?x?xf64, #CSR> {tin.statistics =
        "sizes=2000x1000;entries=5000;distinct=1800x990;squares=14000x26000"}, ...
    ```
  }];
  let options = [
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">,
    Option<"always", "always", "bool", /*default=*/"false",
           "Take the cheapest steps, however little they save">
  ];
  let statistics = [
    Statistic<"numPlanned", "planned", "Reductions that have a plan">,
    Statistic<"numDistributed", "distributed",
              "Reductions that are distributed over a sum">,
    Statistic<"numFactored", "factored",
              "Sums whose common factors are taken out">,
    Statistic<"numShared", "shared", "Steps that are computed once for several">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect",
                           "::weft::tin::TINDialect"];
}

#endif // WEFT_DIALECT_TIN_TRANSFORMS_PASSES_TD
