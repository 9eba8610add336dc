//===- ThreadLibrary.h - The OpenMP library of the process ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the runtime calls of an OpenMP library, and how it is found.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_THREADLIBRARY_H
#define WEFT_LIB_RUNTIME_THREADLIBRARY_H

namespace weft {
namespace runtime {

/// The functions of an OpenMP library. GCC's name for a parallel region is one
/// that LLVM's and Intel's libraries have as well.
struct ThreadLibrary {
  void (*parallel)(void (*run)(void *), void *data, unsigned numThreads,
                   unsigned flags) = nullptr;
  int (*getMaxThreads)() = nullptr;
  int (*inParallel)() = nullptr;
  /// The number of a thread in the region that it runs, which is the same for
  /// most in the next region.
  int (*getThreadNum)() = nullptr;
  /// Whether it starts threads anew in a process that is forked. GCC's waits
  /// there forever for those of the process before, which did not come along.
  bool survivesForks = false;

  explicit operator bool() const {
    return parallel && getMaxThreads && inParallel && getThreadNum;
  }
};

/// The library of the process, which the first call looks for and may load.
const ThreadLibrary &getThreadLibrary();

/// Whether it has been looked for.
bool hasLookedForThreads();

/// Whether this process was forked from one that may have had threads.
bool isForked();

/// The largest number of threads, at most `count`, that the system can start
/// for a loop of this thread. OpenMP libraries abort if a thread cannot be
/// started.
int limitThreads(int count);

/// The number of threads set by `weft_rt_set_num_threads`; zero if none is set.
int getAskedThreads();

/// How many threads a loop may have, as far as that is known without the
/// library.
int getThreadLimit();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_THREADLIBRARY_H
