//===- LatticeDialect.td - The lattice dialect -------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of iteration lattices: how the segments of one dimension are
// coiterated (thesis, section 3.3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LATTICE_IR_LATTICEDIALECT_TD
#define WEFT_DIALECT_LATTICE_IR_LATTICEDIALECT_TD

include "mlir/IR/OpBase.td"

def Lattice_Dialect : Dialect {
  let name = "lattice";
  let cppNamespace = "::weft::lattice";
  let summary = "Iteration lattices";
  let description = [{
    `lattice.coiterate` coiterates the segments of one index variable. Its
    points say which segments are iterated and which are located in until one
    runs out, and each point's region is the statement for the coordinates at
    which just the point's segments have an entry. Reductions and the state of
    results under assembly are carried from coordinate to coordinate as values.
    Level types occur here only through their capabilities, and sparse loops
    first appear when `convert-lattice-to-scf` lowers this dialect.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::weft::level::LevelDialect",
                           "::weft::WeftDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // WEFT_DIALECT_LATTICE_IR_LATTICEDIALECT_TD
