//===- Plugins.h - Dialects and operators of plugins ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler has of the plugins that are loaded.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PLUGINS_H
#define WEFT_LIB_COMPILER_PLUGINS_H

#include "weft/Compiler/OperatorLibrary.h"
#include "weft/Runtime/PluginLevels.h"

namespace weft {

/// Loads a plugin, as Compiler::loadPlugin.
runtime::Expected<std::vector<runtime::PluginFormat>>
loadPlugin(const char *path);

/// Describes a level type, as Compiler::describeLevelType.
runtime::Expected<runtime::PluginLevelType>
describeLevelType(const std::string &text);

/// The operators of all plugins; null if there are none.
std::shared_ptr<OperatorLibrary> getPluginOperators();

} // namespace weft

#endif // WEFT_LIB_COMPILER_PLUGINS_H
