//===- CINDialect.td - The cin dialect ---------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of concrete index notation: statements that say in what order
// results are computed and where temporaries are stored (thesis, section 4.3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_CINDIALECT_TD
#define WEFT_DIALECT_CIN_IR_CINDIALECT_TD

include "mlir/IR/OpBase.td"

def CIN_Dialect : Dialect {
  let name = "cin";
  let cppNamespace = "::weft::cin";
  let summary = "Concrete index notation";
  let description = [{
    A `cin.kernel` computes tensors by a statement: `cin.assign`, `cin.forall`,
    `cin.where`, `cin.sequence` or `cin.multi`. Statements have effects on
    tensor references (`!cin.ref`); index variables (`!cin.index`) are SSA
    values, bound by a forall or derived from others by a pure operation, so
    that the provenance graph of the scheduling papers is the def-use graph.
    There are no positions, `pos` and `crd` arrays or while loops here: all
    transformations of loops happen on this level.

    `cin.reordered` on a kernel lists the variables that a schedule has put in
    an order, `cin.planned` those whose order a plan states. Of the other loops
    that no level orders, `cin.text_order` lists those that are in the order of
    the text, `cin.combiner_order` those of a reduction whose combiner is not
    commutative, and `cin.reduced_inside` the variables of a reduction that is
    inside of those of the result, which takes each component once.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::weft::level::LevelDialect",
                           "::weft::WeftDialect"];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
}

#endif // WEFT_DIALECT_CIN_IR_CINDIALECT_TD
