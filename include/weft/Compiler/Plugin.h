//===- Plugin.h - Interface of plugins --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin of Weft is a dialect plugin of MLIR: a shared library with the
// function `mlirGetDialectPluginInfo`. Its dialects bring level types. It may
// have the function `weftGetPluginInfo` as well, which states operators for
// expressions, and formats by name (docs/embedding.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_PLUGIN_H
#define WEFT_COMPILER_PLUGIN_H

#include <cstddef>
#include <cstdint>

namespace weft {

/// The version of the structures below.
constexpr uint32_t pluginVersion = 1;

/// A format with a name.
struct PluginFormatInfo {
  const char *name;
  /// Levels in braces, e.g. "{dense,strided.every<3>}".
  const char *levels;
};

struct PluginInfo {
  /// `pluginVersion`, as the plugin was compiled.
  uint32_t version;
  /// Definitions of operators, `algebra.operator`, as text; null if there are
  /// none.
  const char *operators;
  const PluginFormatInfo *formats;
  size_t numFormats;
};

/// The name of the function of a plugin that returns its information.
constexpr const char *pluginFunctionName = "weftGetPluginInfo";

} // namespace weft

#if defined(__GNUC__)
#define WEFT_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define WEFT_PLUGIN_EXPORT
#endif

/// Defined by a plugin that has operators or formats.
extern "C" WEFT_PLUGIN_EXPORT weft::PluginInfo weftGetPluginInfo();

#endif // WEFT_COMPILER_PLUGIN_H
