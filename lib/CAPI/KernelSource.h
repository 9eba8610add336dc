//===- KernelSource.h - Source of a kernel ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of a compilation, and the kernel that the compiler makes of
// them. A kernel that comes from the cache is compiled only if somebody wants
// to see it (docs/decisions/kernel-cache.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_KERNELSOURCE_H
#define WEFT_LIB_CAPI_KERNELSOURCE_H

#include "Libraries.h"

#include "weft/Compiler/CompiledKernel.h"

#include <mutex>

namespace weft {
namespace capi {

/// The compiler, and the libraries that make and run kernels, as they were when
/// it was loaded. None if one is not known.
struct LoadedCompiler {
  const Compiler *compiler;
  std::vector<LibraryStamp> libraries;
};

/// The compiler, which is loaded by the first call.
runtime::Expected<const LoadedCompiler *> getCompiler();

/// The compiler that plugins can be loaded into: the one of WeftCore, whose
/// types and MLIR are those that plugins are linked against.
runtime::Expected<const LoadedCompiler *> getPluginCompiler();
/// Lets `getCompiler` give the compiler of plugins from now on.
void usePluginCompiler();
/// Whether it does.
bool usesPluginCompiler();

/// The texts as C takes them, valid as long as they are.
std::vector<const char *> getPointers(const std::vector<std::string> &texts);

/// A copy of the arguments of a compilation.
class KernelSource {
public:
  explicit KernelSource(const CompileArguments &arguments);

  const std::string text, options;
  const std::optional<std::string> functions, functionsName;
  const std::vector<std::string> formats, types;

  /// Whether the options have a word, as "target=gpu".
  bool hasOption(std::string_view word) const;

  /// The kernel, which is compiled by the first call. It lives as long as this
  /// object. May be called by several threads.
  runtime::Expected<CompiledKernel *> compile() const;

private:
  mutable std::mutex mutex;
  mutable std::unique_ptr<CompiledKernel> compiled;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_KERNELSOURCE_H
