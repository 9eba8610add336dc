//===- compiler.cpp - A compiler that is built on Weft ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module of linalg and sparse_tensor, chooses schedules by a pass of
// its own, and prints the module in the llvm dialect.
//
//===----------------------------------------------------------------------===//

#include "TileRows.h"

#include "weft/RegisterAll.h"
#include "weft/Sparsifier/Pipeline.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: compiler MODULE\n";
    return 1;
  }
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  weft::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;

  mlir::PassManager passes(&context);
  passes.addPass(createTileRows(/*size=*/2));
  weft::addSparsifierPasses(passes, weft::SparsifierOptions());
  if (mlir::failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
