//===- RefusedPlugin.cpp - A plugin with a wrong format ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin whose second format cannot be read.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/Plugin.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"

extern "C" WEFT_PLUGIN_EXPORT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Refused", "0.1",
          [](mlir::DialectRegistry *) {}};
}

static constexpr weft::PluginFormatInfo formats[] = {
    {"READABLE", "{dense,compressed}"}, {"UNREADABLE", "{dense,unknown}"}};

weft::PluginInfo weftGetPluginInfo() {
  return {weft::pluginVersion, nullptr, formats, 2};
}
