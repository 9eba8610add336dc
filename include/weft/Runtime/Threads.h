//===- Threads.h - Threads that share loops ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops with optional threads are shared by the threads of the OpenMP library
// of the process (weft_rt_share in TensorABI.h). A process without this library
// loads it only if it calls the function below.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_THREADS_H
#define WEFT_RUNTIME_THREADS_H

#include <cstdint>
#include <optional>

namespace weft {
namespace runtime {

/// The maximum number of threads of a loop. OpenMP libraries end a process that
/// requests many more.
inline constexpr int32_t mostThreads = 1024;

/// Sets the OpenMP library that is loaded when a loop takes long and the
/// process has none; null for no library. `name` is not copied.
void setThreadLibrary(const char *name);

/// The first of the numbers of threads in OMP_NUM_THREADS, which has one for
/// each level of nested loops; nothing if one is not from 1 to `mostThreads`.
std::optional<int32_t> parseNumThreads(const char *text);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_THREADS_H
