//===- LevelArrayOps.td - The arrays of tensors ------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that show the arrays of a stored tensor, and make a tensor of
// arrays, for code that exchanges them with other libraries.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELARRAYOPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELARRAYOPS_TD

include "weft/Dialect/Level/IR/LevelTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Level_ArrayOp<string mnemonic, list<Trait> traits = []>
    : Op<Level_Dialect, mnemonic, traits>;

def Level_Array : MemRefRankOf<[AnyType], [1]>;

def Level_GetArrayOp : Level_ArrayOp<"get_array", [Pure]> {
  let summary = "An array of a level";
  let description = [{
    The array with a number among those of a level, in the order of
    `LevelTypeAttrInterface::getArrays`: that of a compressed level are its
    positions and coordinates. It is the memory of the tensor, and not to be
    written to. A packed format has no array of coordinates in its last level.

    ```mlir
    %pos = level.get_array %A level 1 array 0 : tensor<?x?xf64, #CSR> to memref<?xi64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, I64Attr:$level,
                       I64Attr:$number);
  let results = (outs Level_Array:$array);
  let assemblyFormat = [{
    $tensor `level` $level `array` $number attr-dict `:` type($tensor) `to`
    type($array)
  }];
  let hasVerifier = 1;
}

def Level_GetValuesOp : Level_ArrayOp<"get_values", [Pure]> {
  let summary = "The array of components";
  let description = [{
    The components of a tensor in the order of the positions of its last level.
    It is the memory of the tensor, and not to be written to.

    ```mlir
    %values = level.get_values %A : tensor<?x?xf64, #CSR> to memref<?xf64>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor);
  let results = (outs Level_Array:$values);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor) `to` type($values)";
  let hasVerifier = 1;
}

def Level_FromArraysOp : Level_ArrayOp<"from_arrays", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "A tensor of arrays";
  let description = [{
    The tensor with these sizes of its modes, arrays of its levels, each in the
    order of `level.get_array`, and components. Nothing is copied or checked:
    the arrays must obey the format, and are the tensor's from then on.

    ```mlir
    %A = level.from_arrays sizes(%m, %n) arrays(%pos, %crd, %values)
        : (memref<?xi64>, memref<?xi64>, memref<?xf64>) to tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, Variadic<Level_Array>:$arrays);
  let results = (outs AnyRankedTensor:$tensor);
  let assemblyFormat = [{
    `sizes` `(` $sizes `)` `arrays` `(` $arrays `)` attr-dict
    `:` `(` type($arrays) `)` `to` type($tensor)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELARRAYOPS_TD
