//===- LatticeDialect.cpp - The lattice dialect -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the attributes and operations of the lattice dialect.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

using namespace weft::lattice;

#include "weft/Dialect/Lattice/IR/LatticeDialect.cpp.inc"

void LatticeDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Lattice/IR/LatticeOps.cpp.inc"
      >();
}
