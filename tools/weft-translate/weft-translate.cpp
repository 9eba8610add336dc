//===- weft-translate.cpp - Texts to IR -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads programs of patterns as IR, and prints those as C, as mlir-translate
// does for other texts.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Pattern/Text/ImportPatterns.h"
#include "weft/RegisterAll.h"
#include "weft/Target/C/CSource.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

static mlir::OwningOpRef<mlir::Operation *>
importFile(llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  return weft::pattern::importPatterns(buffer->getBuffer(),
                                       buffer->getBufferIdentifier(), context);
}

static llvm::cl::opt<weft::PatternSums>
    sums("sums", llvm::cl::desc("What code sums of sizes become in C"),
         llvm::cl::init(weft::PatternSums::Table),
         llvm::cl::values(
             clEnumValN(weft::PatternSums::Loop, "loop", "Loops"),
             clEnumValN(weft::PatternSums::Closed, "closed",
                        "Closed forms or loops"),
             clEnumValN(weft::PatternSums::Table, "table",
                        "Closed forms or tables that the caller makes")));

/// Leaves the tables to the callers in C: removes functions that make them.
static void eraseCallersOfKernels(mlir::ModuleOp module) {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<mlir::func::FuncOp>()))
    if (!function.getOps<mlir::func::CallOp>().empty())
      function.erase();
}

static mlir::LogicalResult printPatternsAsC(mlir::Operation *op,
                                            llvm::raw_ostream &os) {
  auto module = mlir::dyn_cast<mlir::ModuleOp>(op);
  if (!module)
    return op->emitError("expected a module");
  op->getContext()->printOpOnDiagnostic(false);
  mlir::PassManager manager(op->getContext());
  weft::ConvertPatternToSCFOptions options;
  options.sums = sums;
  manager.addPass(weft::createConvertPatternToSCF(options));
  manager.addPass(mlir::createParallelForToNestedForsPass());
  manager.addPass(mlir::createCanonicalizerPass());
  manager.addPass(mlir::createCSEPass());
  if (failed(manager.run(module)))
    return mlir::failure();
  eraseCallersOfKernels(module);
  return weft::printCFunctions(module, os);
}

int main(int argc, char **argv) {
  mlir::TranslateToMLIRRegistration registration(
      "import-patterns", "Read programs of patterns", importFile);
  mlir::TranslateFromMLIRRegistration printer(
      "patterns-to-c", "Print programs of patterns in C", printPatternsAsC,
      [](mlir::DialectRegistry &registry) {
        weft::registerAllDialects(registry);
        registry.insert<mlir::math::MathDialect>();
      });
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Weft translation driver\n"));
}
