//===- PatternDialect.td - The pattern dialect -------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of data-parallel patterns over arrays whose element types depend
// on positions ("Generating Fast Sparse Matrix Vector Multiplication from a
// High Level Generic Functional IR", sections 2 and 3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_PATTERNDIALECT_TD
#define WEFT_DIALECT_PATTERN_IR_PATTERNDIALECT_TD

include "mlir/IR/OpBase.td"

def Pattern_Dialect : Dialect {
  let name = "pattern";
  let cppNamespace = "::weft::pattern";
  let summary = "Functional patterns over position-dependent arrays";
  let description = [{
    A `pattern.program` is a function of natural numbers, scalars and arrays.
    Its body combines arrays by `map`, `reduce`, `zip`, `split`, `join` and
    others, which have no side effects and say nothing about memory or loops.

    Lengths of arrays are natural-number expressions, in quotes, over the
    variables of the program, positions in arrays, and elements of integer
    arrays (`toNat(offset@i)`). The type of an element may depend on its
    position, so that compressed formats are types:

    ```mlir
    // Row i has offset@(i + 1) - offset@i entries.
    !pattern.array<"i < n" -> array<"toNat(offset@(i + 1) - offset@i)" x f32>>
    ```

    Expressions refer to values by name: names of a program are all different.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

#endif // WEFT_DIALECT_PATTERN_IR_PATTERNDIALECT_TD
