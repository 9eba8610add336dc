//===- Passes.td - Passes that check what is assumed -------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that refuse what analyses would take at its word.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_PASSES_TD
#define WEFT_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckOperators : Pass<"weft-check-operators"> {
  let summary = "Refuse operators whose declared algebra is wrong";
  let description = [{
    Evaluates every `algebra.operator` on small numbers and on the values that
    its declarations name. It is an error if a declaration does not hold for
    them. Operators whose operations cannot be folded are not checked.
  }];
}

#endif // WEFT_ANALYSIS_PASSES_TD
