//===- KernelCache.h - Kernels that other processes compiled ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps object files, and what else it takes to run them, from one process to
// the next (docs/decisions/kernel-cache.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_KERNELCACHE_H
#define WEFT_LIB_CAPI_KERNELCACHE_H

#include "KernelSource.h"

#include "weft/Cache/FileCache.h"

namespace weft {
namespace capi {

/// A kernel as it is kept.
struct CachedKernel {
  KernelDescription description;
  std::string object;
};

/// The kept kernel of some arguments.
class KernelCache {
public:
  explicit KernelCache(const KernelSource &source);

  /// The kernel, if it was compiled for this processor by the libraries that
  /// would compile it now.
  std::optional<CachedKernel> find() const;

  /// Keeps a kernel, if the libraries that made it are still there.
  void keep(const CachedKernel &kernel,
            const std::vector<LibraryStamp> &libraries) const;

private:
  std::optional<FileCache> files;
  std::string key;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_KERNELCACHE_H
