//===- ThreadCount.h - Threads that estimates assume ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The default of the option `num-threads`, which passes and pipelines share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_THREADCOUNT_H
#define WEFT_COMPILER_THREADCOUNT_H

#include <cstdint>

namespace weft {

/// The number of threads that estimates of schedules assume by default: zero,
/// for as many as this machine runs at a time.
constexpr int64_t kDefaultNumThreads = 0;

} // namespace weft

#endif // WEFT_COMPILER_THREADCOUNT_H
