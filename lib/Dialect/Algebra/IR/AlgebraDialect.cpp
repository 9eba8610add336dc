//===- AlgebraDialect.cpp - The algebra dialect -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the operations of the algebra dialect.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Algebra/IR/Algebra.h"

using namespace weft::algebra;

#include "weft/Dialect/Algebra/IR/AlgebraDialect.cpp.inc"

void AlgebraDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Algebra/IR/AlgebraOps.cpp.inc"
      >();
}
