//===- LevelDialect.td - The level dialect -----------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of tensor formats: how one tensor mode is stored, and the level
// functions that iterate, locate, append and insert (thesis, chapter 2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELDIALECT_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELDIALECT_TD

include "mlir/IR/OpBase.td"

def Level_Dialect : Dialect {
  let name = "level";
  let cppNamespace = "::weft::level";
  let summary = "Formats of sparse tensors as compositions of level types";
  let description = [{
    A tensor format composes one level type per level of the coordinate tree.
    `#level.format` is the encoding attribute of a builtin `tensor`; a level
    type is an attribute that implements `LevelTypeAttrInterface`.
    `!level.storage` is a tensor's stored form and `!level.builder` a tensor
    under assembly; the operations are the level functions of the thesis (tables
    2-13 and 2-14) on them. Only `convert-level-to-memref` knows the code of
    level functions.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELDIALECT_TD
