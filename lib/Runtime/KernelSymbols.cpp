//===- KernelSymbols.cpp - What kernels call ------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds functions by their names.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/KernelSymbols.h"

#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace weft::runtime;

const char *const weft::runtime::kernelThreadLibrary = "libomp.so.5";

const std::vector<std::pair<std::string, void *>> &
weft::runtime::getRuntimeFunctions() {
  auto pair = [](const char *name, auto *function) {
    return std::make_pair(std::string(name),
                          reinterpret_cast<void *>(function));
  };
#define WEFT_FUNCTION(name) pair(#name, &name)
  static const auto &functions = *new std::vector{
      WEFT_FUNCTION(weft_rt_alloc),    WEFT_FUNCTION(weft_rt_alloc_aligned),
      WEFT_FUNCTION(weft_rt_realloc),  WEFT_FUNCTION(weft_rt_trim),
      WEFT_FUNCTION(weft_rt_free),     WEFT_FUNCTION(weft_rt_fail),
      WEFT_FUNCTION(weft_rt_capacity), WEFT_FUNCTION(weft_rt_repeat),
      WEFT_FUNCTION(weft_rt_sort),     WEFT_FUNCTION(weft_rt_group),
      WEFT_FUNCTION(weft_rt_rank),     WEFT_FUNCTION(weft_rt_release),
      WEFT_FUNCTION(weft_rt_fork),     WEFT_FUNCTION(weft_rt_join),
      WEFT_FUNCTION(weft_rt_run_part), WEFT_FUNCTION(weft_rt_num_threads),
      WEFT_FUNCTION(weft_rt_share)};
#undef WEFT_FUNCTION
  return functions;
}

/// The OpenMP library, whose functions end the process where they cannot take
/// what the environment says of threads.
static void *openThreadLibrary() {
  const char *text = std::getenv("OMP_NUM_THREADS");
  if (text && !parseNumThreads(text))
    return nullptr;
  return dlopen(kernelThreadLibrary, RTLD_LAZY | RTLD_GLOBAL);
}

static bool hasPrefix(const char *name, const char *prefix) {
  return std::strncmp(name, prefix, std::strlen(prefix)) == 0;
}

void *weft::runtime::findKernelSymbol(const char *name) {
  for (const auto &[known, address] : getRuntimeFunctions())
    if (known == name)
      return address;
  if (hasPrefix(name, "__kmpc_") || hasPrefix(name, "omp_")) {
    static void *const threads = openThreadLibrary();
    return threads ? dlsym(threads, name) : nullptr;
  }
  for (const char *library : {"libm.so.6", "libc.so.6"})
    if (void *handle = dlopen(library, RTLD_LAZY))
      if (void *address = dlsym(handle, name))
        return address;
  return nullptr;
}
