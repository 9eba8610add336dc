//===- weft-translate.cpp - Texts to IR -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads programs of patterns and prints them as IR, as mlir-translate does for
// other texts.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Text/ImportPatterns.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

static mlir::OwningOpRef<mlir::Operation *>
importFile(llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  return weft::pattern::importPatterns(buffer->getBuffer(),
                                       buffer->getBufferIdentifier(), context);
}

int main(int argc, char **argv) {
  mlir::TranslateToMLIRRegistration registration(
      "import-patterns", "Read programs of patterns", importFile);
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Weft translation driver\n"));
}
