//===- Plugin.cpp - Level types, a format and an operator -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of a plugin: MLIR's for dialects, which mlir-opt loads as
// well, and Weft's for a format with a name and an operator.
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include "weft/Compiler/Plugin.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"

extern "C" WEFT_PLUGIN_EXPORT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Strided", "0.1",
          [](mlir::DialectRegistry *registry) {
            strided::registerStrided(*registry);
          }};
}

/// A product that is at most one. What is absent is zero, and annihilates it.
static constexpr const char *operators = R"(
algebra.operator @clip(%x: f64 {algebra.annihilator = 0.0 : f64},
                       %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64
    attributes {commutative} {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.minimumf %p, %one : f64
  algebra.yield %r : f64
}
)";

static constexpr weft::PluginFormatInfo formats[] = {
    {"MARKED", "{dense,strided.marked<4>}"}};

weft::PluginInfo weftGetPluginInfo() {
  return {weft::pluginVersion, operators, formats, 1};
}
