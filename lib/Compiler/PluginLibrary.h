//===- PluginLibrary.h - The shared library of a plugin ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the library of a plugin, unless it was built for another MLIR or Weft.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PLUGINLIBRARY_H
#define WEFT_LIB_COMPILER_PLUGINLIBRARY_H

#include "weft/Compiler/Plugin.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace weft {

/// What the library of a plugin tells.
struct PluginLibrary {
  /// What the system knows the library by.
  void *handle;
  mlir::DialectPluginLibraryInfo dialects;
  std::optional<PluginInfo> info;
};

/// Opens a library, which stays loaded. The message of an error names the path.
llvm::Expected<PluginLibrary> openPluginLibrary(const char *path);

} // namespace weft

#endif // WEFT_LIB_COMPILER_PLUGINLIBRARY_H
