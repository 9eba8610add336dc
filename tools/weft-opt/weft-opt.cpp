//===- weft-opt.cpp - Pass driver -------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs Weft's and MLIR's passes on IR in text or bytecode, as mlir-opt does.
//
//===----------------------------------------------------------------------===//

#include "weft/GPU/Target.h"
#include "weft/RegisterAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  weft::registerAllDialects(registry);
  weft::registerGPUTarget(registry);
  mlir::registerAllPasses();
  weft::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Weft pass driver\n", registry));
}
