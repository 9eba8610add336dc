//===- weft-plugin.cpp - Weft for other drivers of passes -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points by which mlir-opt loads dialects, passes, pipelines and
// transform operations of a plugin.
//
//===----------------------------------------------------------------------===//

#include "weft/RegisterAll.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static constexpr const char *kName = "Weft";

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, WEFT_VERSION,
          [](mlir::DialectRegistry *registry) {
            weft::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, WEFT_VERSION,
          [] { weft::registerAllPasses(); }};
}
