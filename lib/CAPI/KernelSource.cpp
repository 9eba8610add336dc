//===- KernelSource.cpp - What a kernel is compiled from --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the compiler and asks it for kernels.
//
//===----------------------------------------------------------------------===//

#include "KernelSource.h"

#include <dlfcn.h>

using namespace weft;

/// Loads the library of the compiler, which lies beside this one.
static runtime::Expected<const Compiler *> loadCompiler() {
  void *library = dlopen(WEFT_COMPILER_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  void *function = library ? dlsym(library, compilerFunctionName) : nullptr;
  if (!function)
    return runtime::Status::failure(std::string("cannot load the compiler: ") +
                                    dlerror());
  return reinterpret_cast<decltype(&weft_get_compiler)>(function)();
}

runtime::Expected<const Compiler *> capi::getCompiler() {
  static const auto &compiler =
      *new runtime::Expected<const Compiler *>(loadCompiler());
  return compiler;
}

static std::optional<std::string> copyOptional(const char *text) {
  return text ? std::optional<std::string>(text) : std::nullopt;
}

static std::vector<std::string> copyList(const char *const *texts,
                                         int64_t count) {
  std::vector<std::string> copies;
  for (int64_t number = 0; texts && number < count; ++number)
    copies.push_back(texts[number] ? texts[number] : "");
  return copies;
}

capi::KernelSource::KernelSource(const CompileArguments &arguments)
    : text(arguments.text), options(arguments.options ? arguments.options : ""),
      functions(copyOptional(arguments.functions)),
      functionsName(copyOptional(arguments.functionsName)),
      formats(copyList(arguments.formats, arguments.numFormats)),
      types(copyList(arguments.types, arguments.numTypes)) {}

static std::vector<const char *>
getPointers(const std::vector<std::string> &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  return pointers;
}

runtime::Expected<CompiledKernel *> capi::KernelSource::compile() const {
  std::lock_guard<std::mutex> lock(mutex);
  if (compiled)
    return compiled.get();
  runtime::Expected<const Compiler *> compiler = getCompiler();
  if (compiler.failed())
    return compiler.takeStatus();
  std::vector<const char *> formatTexts = getPointers(formats);
  std::vector<const char *> typeTexts = getPointers(types);
  CompileArguments arguments;
  arguments.text = text.c_str();
  arguments.functions = functions ? functions->c_str() : nullptr;
  arguments.functionsName = functionsName ? functionsName->c_str() : nullptr;
  arguments.formats = formatTexts.data();
  arguments.numFormats = static_cast<int64_t>(formatTexts.size());
  arguments.types = typeTexts.data();
  arguments.numTypes = static_cast<int64_t>(typeTexts.size());
  arguments.options = options.c_str();
  auto made = (*compiler)->compile(arguments);
  if (made.failed())
    return made.takeStatus();
  compiled = std::move(*made);
  return compiled.get();
}
