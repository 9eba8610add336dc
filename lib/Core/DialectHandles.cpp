//===- DialectHandles.cpp - The dialects for mlir-c -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Defines the handles of the dialects for MLIR's C interface.
//
//===----------------------------------------------------------------------===//

#include "weft-mlir-c/Dialects.h"

#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"
#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/RegisterAll.h"

#include "mlir/CAPI/Registration.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Algebra, algebra,
                                      weft::algebra::AlgebraDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(CIN, cin, weft::cin::CINDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Lattice, lattice,
                                      weft::lattice::LatticeDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Level, level, weft::level::LevelDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TIN, tin, weft::tin::TINDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Weft, weft, weft::WeftDialect)

void weftRegisterAllDialects(MlirDialectRegistry registry) {
  weft::registerAllDialects(*unwrap(registry));
}

void weftRegisterAllPasses(void) {
  static const bool once = (weft::registerAllPasses(), true);
  (void)once;
}
