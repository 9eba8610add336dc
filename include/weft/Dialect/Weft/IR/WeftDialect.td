//===- WeftDialect.td - The weft dialect -------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect that owns what Weft notes on operations of other dialects.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTDIALECT_TD
#define WEFT_DIALECT_WEFT_IR_WEFTDIALECT_TD

include "mlir/IR/OpBase.td"

def Weft_Dialect : Dialect {
  let name = "weft";
  let cppNamespace = "::weft";
  let summary = "Loops that threads share, and notes on what is not Weft's own";
  let description = [{
    What passes have to tell each other about operations that are not Weft's own
    stands in discardable attributes, each of which this dialect names and
    verifies; an attribute `weft.` of another name is refused.

    | attribute | on | says |
    |---|---|---|
    | `weft.name = "A"` | an argument or result of a function | what its tensor is called in the text |
    | `weft.extent = array<i64: r, m>` | an argument | it is the size of mode `m` of result `r`, which the caller sets |
    | `weft.kernel`, `weft.kernel = "f"` | a function | it is called from outside, by its own name or by this one |
    | `weft.abi = {...}` | a lowered function | the types of its arguments and results before they were taken apart |
    | `weft.partition` | a function that returns nothing | it runs a partition of the iterations of a parallel loop |
    | `weft.appending` | a function with `weft.partition` | the iterations append, to what is at an address that it takes last |
    | `weft.schedule = ["..."]` | a function | the commands of a schedule that have been applied to its kernels |
    | `weft.lowering_config = #weft.lowering_config<...>` | a module, a function, an `scf.for` or an `scf.while` | the transformations of loops over arrays that are applied inside |
    | `weft.loop = #weft.loop<...>` | an `scf.for`, or the `scf.condition` of an `scf.while` | the segments that the loop iterates, and how it is executed |
    | `weft.array = #weft.array<...>` | an argument that is an array | its tensor, level and role |

    What is said of an operation of Weft's dialects is an attribute of this
    operation's own.
  }];
  // Machines are described by DLTI.
  let dependentDialects = ["::mlir::DLTIDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // WEFT_DIALECT_WEFT_IR_WEFTDIALECT_TD
