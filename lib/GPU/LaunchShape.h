//===- LaunchShape.h - The threads of a block -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many threads run a block, and how they are numbered.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_LAUNCHSHAPE_H
#define WEFT_GPU_LAUNCHSHAPE_H

#include <cstdint>

namespace weft {
namespace gpu {

/// The threads of a block: `threads` along the first dimension, and `warps`
/// along the second. Without warps, `threads` is a multiple of the size of a
/// warp.
struct LaunchShape {
  int64_t warpSize = 32;
  int64_t threads = 0;
  int64_t warps = 1;
  bool hasWarps = false;

  int64_t getNumThreads() const { return threads * warps; }
  /// The number of warps that the threads are.
  int64_t getNumWarps() const { return getNumThreads() / warpSize; }
};

/// Whose iterations a piece of code is in.
enum class Unit { Block, Warp, Thread };

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_LAUNCHSHAPE_H
