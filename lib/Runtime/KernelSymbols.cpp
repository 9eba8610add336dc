//===- KernelSymbols.cpp - Runtime functions for kernels --------*- C++ -*-===//
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

#include "weft/Runtime/KernelVersions.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Runtime/Threads.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <utility>
#include <vector>

using namespace weft::runtime;

const char *const weft::runtime::kernelThreadLibrary = "libomp.so.5";

using FunctionTable = std::vector<std::pair<std::string_view, void *>>;

/// The functions of the runtime that kernels call. They are not looked up,
/// because the process may hide them: Python loads libraries without making
/// their symbols known to others.
static const FunctionTable &getRuntimeFunctions() {
  auto pair = [](const char *name, auto *function) {
    return std::pair(std::string_view(name),
                     reinterpret_cast<void *>(function));
  };
#define WEFT_FUNCTION(name) pair(#name, &name)
  static const auto &functions =
      *new FunctionTable{WEFT_FUNCTION(weft_rt_alloc),
                         WEFT_FUNCTION(weft_rt_alloc_aligned),
                         WEFT_FUNCTION(weft_rt_alloc_result),
                         WEFT_FUNCTION(weft_rt_realloc),
                         WEFT_FUNCTION(weft_rt_trim),
                         WEFT_FUNCTION(weft_rt_free),
                         WEFT_FUNCTION(weft_rt_fail),
                         WEFT_FUNCTION(weft_rt_capacity),
                         WEFT_FUNCTION(weft_rt_repeat),
                         WEFT_FUNCTION(weft_rt_sort),
                         WEFT_FUNCTION(weft_rt_group),
                         WEFT_FUNCTION(weft_rt_rank),
                         WEFT_FUNCTION(weft_rt_box),
                         WEFT_FUNCTION(weft_rt_collect),
                         WEFT_FUNCTION(weft_rt_take_table),
                         WEFT_FUNCTION(weft_rt_give_table),
                         WEFT_FUNCTION(weft_rt_release),
                         WEFT_FUNCTION(weft_rt_fork),
                         WEFT_FUNCTION(weft_rt_join),
                         WEFT_FUNCTION(weft_rt_run_partition),
                         WEFT_FUNCTION(weft_rt_num_threads),
                         WEFT_FUNCTION(weft_rt_share),
                         WEFT_FUNCTION(weft_rt_is_shared),
                         WEFT_FUNCTION(weft_rt_share_appends),
                         WEFT_FUNCTION(weft_rt_place),
                         WEFT_FUNCTION(weft_rt_launch),
                         WEFT_FUNCTION(weft_rt_access),
                         WEFT_FUNCTION(weft_rt_finish_launches),
                         WEFT_FUNCTION(weft_rt_has_even_segments),
                         WEFT_FUNCTION(__truncsfbf2)};
#undef WEFT_FUNCTION
  return functions;
}

/// The number of threads that the environment says, if the OpenMP library would
/// end the process for it.
static const char *getWrongNumThreads() {
  const char *text = std::getenv("OMP_NUM_THREADS");
  return text && !parseNumThreads(text) ? text : nullptr;
}

static void *openThreadLibrary() {
  return dlopen(kernelThreadLibrary, RTLD_LAZY | RTLD_GLOBAL);
}

static bool isOfThreadLibrary(std::string_view name) {
  return name.substr(0, 7) == "__kmpc_" || name.substr(0, 4) == "omp_";
}

void *weft::runtime::findKernelSymbol(const char *name) {
  for (const auto &[known, address] : getRuntimeFunctions())
    if (known == name)
      return address;
  if (isOfThreadLibrary(name)) {
    static void *const threads =
        getWrongNumThreads() ? nullptr : openThreadLibrary();
    return threads ? dlsym(threads, name) : nullptr;
  }
  static void *const libraries[] = {dlopen("libm.so.6", RTLD_LAZY),
                                    dlopen("libc.so.6", RTLD_LAZY)};
  for (void *library : libraries)
    if (void *address = library ? dlsym(library, name) : nullptr)
      return address;
  return nullptr;
}

std::string weft::runtime::whyNotFound(const char *name) {
  if (!isOfThreadLibrary(name))
    return std::string("there is no function '") + name + "' for kernels";
  if (const char *text = getWrongNumThreads())
    return "the environment's OMP_NUM_THREADS has to be a number of threads "
           "from 1 to " +
           std::to_string(mostThreads) + ", got '" + text + "'";
  if (openThreadLibrary())
    return std::string("LLVM's OpenMP library has no function '") + name + "'";
  const char *reason = dlerror();
  return std::string("parallel loops need LLVM's OpenMP library: ") +
         (reason ? reason : kernelThreadLibrary);
}
