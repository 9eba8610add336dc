//===- PluginLevels.h - Level types of loaded plugins -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime cannot interpret the level types of a plugin: their code exists
// in kernels only. The loader of a plugin installs two functions here, which
// describe a level type and copy a tensor between formats by a kernel
// (docs/decisions/plugins.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_PLUGINLEVELS_H
#define WEFT_RUNTIME_PLUGINLEVELS_H

#include "weft/Runtime/Format.h"
#include "weft/Runtime/Status.h"
#include "weft/Runtime/TensorABI.h"

namespace weft {
namespace runtime {

/// A format that a plugin names.
struct PluginFormat {
  std::string name;
  /// The text of the format, without an order of the modes.
  std::string text;
};

/// What the runtime calls for level types of plugins.
struct PluginFunctions {
  /// Describes the level type of an attribute, which comes without its '#'.
  Expected<PluginLevelType> (*describe)(const std::string &text);
  /// Copies a tensor to new arrays in another format, with components of the
  /// same type. The arrays are freed with `deallocate`.
  Expected<std::vector<weft_array>> (*copy)(weft_tensor_data tensor,
                                            const Format &from,
                                            const Format &to, ElementType type);
};

/// Installs the functions; before, no level type of a plugin is known.
void setPluginFunctions(const PluginFunctions &functions);

/// The level type of an attribute, which comes without its '#'.
Expected<const PluginLevelType *> findPluginLevelType(const std::string &text);

/// Adds formats of a plugin. Fails, and adds none, if the name of one is that
/// of another text, in any case.
Status addPluginFormats(const std::vector<PluginFormat> &formats);
/// The format of a name, in any case; null if no plugin has named one so.
const PluginFormat *findPluginFormat(const std::string &name);

/// Whether level types of plugins are known.
bool hasPlugins();
/// The names of all formats of plugins, in order.
std::vector<std::string> getPluginFormatNames();

/// Copies a tensor, as `PluginFunctions::copy` does. One of the formats has a
/// level type of a plugin.
Expected<std::vector<weft_array>> copyByKernel(weft_tensor_data tensor,
                                               const Format &from,
                                               const Format &to,
                                               ElementType type);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_PLUGINLEVELS_H
