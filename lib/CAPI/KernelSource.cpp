//===- KernelSource.cpp - Source of a kernel --------------------*- C++ -*-===//
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

#include "weft-c/Weft.h"
#include "weft/Runtime/TensorABI.h"

#include <atomic>
#include <ctime>
#include <dlfcn.h>
#include <sstream>

using namespace weft;
using namespace weft::capi;

/// Loads a library with the compiler, which lies beside this one.
static runtime::Expected<const Compiler *> loadCompiler(const char *name) {
  auto fail = [](const std::string &reason) {
    return runtime::Status::failure("cannot load the compiler: " + reason);
  };
  // By its path, since a sanitizer that stands in for dlopen searches
  // elsewhere.
  std::string path = getLibrary(reinterpret_cast<const void *>(&weft_version));
  path.erase(path.rfind('/') + 1);
  path += name;
  void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  // The Python package is without the library that plugins are linked against.
  if (!library && std::string_view(name) == WEFT_CORE_LIBRARY)
    library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  void *function = library ? dlsym(library, compilerFunctionName) : nullptr;
  if (!function) {
    const char *reason = dlerror();
    return fail(reason ? reason : name);
  }
  const Compiler *compiler =
      reinterpret_cast<decltype(&weft_get_compiler)>(function)();
  if (std::string_view(compiler->version) != weft_version() ||
      compiler->layout != compilerLayout)
    return fail(
        capi::getLibrary(function) + " is of another build of Weft (" +
        compiler->version + ") than " +
        capi::getLibrary(reinterpret_cast<const void *>(&weft_version)) + " (" +
        weft_version() + "); use those of one");
  return compiler;
}

/// The libraries that make and run kernels. None if one is not known, or if it
/// may be younger than the one that was loaded.
static std::vector<LibraryStamp> findLibraries(const Compiler &compiler,
                                               time_t before) {
  std::vector<LibraryStamp> libraries = stampLibraries(
      {getLibrary(&compiler),
       getLibrary(reinterpret_cast<const void *>(&weft_version)),
       getLibrary(reinterpret_cast<const void *>(&weft_rt_invoke))});
  for (const LibraryStamp &library : libraries)
    if (library.seconds >= before)
      return {};
  return libraries;
}

static runtime::Expected<LoadedCompiler> load(const char *name) {
  const time_t before = std::time(nullptr);
  runtime::Expected<const Compiler *> compiler = loadCompiler(name);
  if (compiler.failed())
    return compiler.takeStatus();
  return LoadedCompiler{*compiler, findLibraries(**compiler, before)};
}

static std::atomic<bool> hasPlugins{false};

void capi::usePluginCompiler() { hasPlugins = true; }

bool capi::usesPluginCompiler() { return hasPlugins; }

runtime::Expected<const capi::LoadedCompiler *> capi::getPluginCompiler() {
  static const auto &loaded =
      *new runtime::Expected<LoadedCompiler>(load(WEFT_CORE_LIBRARY));
  if (loaded.failed())
    return loaded.getStatus();
  return &*loaded;
}

runtime::Expected<const capi::LoadedCompiler *> capi::getCompiler() {
  if (hasPlugins)
    return getPluginCompiler();
  static const auto &loaded =
      *new runtime::Expected<LoadedCompiler>(load(WEFT_COMPILER_LIBRARY));
  if (loaded.failed())
    return loaded.getStatus();
  return &*loaded;
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

bool capi::KernelSource::hasOption(std::string_view word) const {
  std::istringstream words(options);
  for (std::string each; words >> each;)
    if (each == word)
      return true;
  return false;
}

std::vector<const char *>
capi::getPointers(const std::vector<std::string> &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  return pointers;
}

runtime::Expected<CompiledKernel *> capi::KernelSource::compile() const {
  std::lock_guard<std::mutex> lock(mutex);
  if (compiled)
    return compiled.get();
  runtime::Expected<const LoadedCompiler *> loaded = getCompiler();
  if (loaded.failed())
    return loaded.takeStatus();
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
  auto made = (*loaded)->compiler->compile(arguments);
  if (made.failed())
    return made.takeStatus();
  compiled = std::move(*made);
  return compiled.get();
}
