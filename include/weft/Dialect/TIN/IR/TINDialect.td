//===- TINDialect.td - The tin dialect ---------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of tensor index notation: what each component of a result is, and
// nothing about order, storage or parallelism (thesis, section 4.2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_IR_TINDIALECT_TD
#define WEFT_DIALECT_TIN_IR_TINDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def TIN_Dialect : Dialect {
  let name = "tin";
  let cppNamespace = "::weft::tin";
  let summary = "Tensor index notation";
  let description = [{
    A `tin.compute` defines every component of a tensor by a scalar expression
    over index variables (`!tin.index`). Index variables are bound by
    `tin.compute`, one per mode of the result, and by `tin.reduce`, which nests
    anywhere in an expression. Scalar operators are ordinary operations without
    side effects of any dialect. The notation is declarative: it says neither in
    what order components are computed nor where temporaries are stored.
  }];
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::weft::level::LevelDialect"];
}

def TIN_IndexType : TypeDef<TIN_Dialect, "Index"> {
  let mnemonic = "index";
  let summary = "Index variable";
  let description = [{
    A variable that ranges over the coordinates of a dimension. It is not a
    number (`tin.value` gives its coordinate as one), so that it cannot be mixed
    up with the induction variable of a loop.

    ```mlir
    !tin.index
    ```
  }];
}

#endif // WEFT_DIALECT_TIN_IR_TINDIALECT_TD
