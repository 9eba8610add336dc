//===- parse.cpp - Weft's dialects in another project -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialects as a user of the installed package meets them: a module with a
// tensor format is parsed, and the format asked for its properties.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

static const char *const source = R"(
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func private @f(tensor<4x5xf64, #CSR>)
)";

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  weft::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  if (!module)
    return 1;

  auto function = *module->getOps<mlir::func::FuncOp>().begin();
  auto type =
      llvm::cast<mlir::RankedTensorType>(function.getArgumentTypes()[0]);
  auto format = llvm::dyn_cast<weft::level::FormatAttr>(type.getEncoding());
  if (!format || format.getNumLevels() != 2 || format.isAllDense())
    return 1;
  llvm::outs() << format << "\n";
  return 0;
}
