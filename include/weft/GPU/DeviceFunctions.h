//===- DeviceFunctions.h - Conventions of device functions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes that outline device code, and printers of it, agree on.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_DEVICEFUNCTIONS_H
#define WEFT_GPU_DEVICEFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdint>

namespace weft {
namespace gpu {

/// How a kernel uses an argument, as TensorABI.h numbers it: a number, or an
/// array that it reads, may change, or may change while the host never writes
/// it.
enum class ArgumentKind : int64_t {
  Scalar = 0,
  Reads = 1,
  Writes = 2,
  Defines = 3
};

/// How many arguments the function of a kernel has before those of the kernel:
/// the number of blocks, and the threads of a block in each of two dimensions.
constexpr unsigned kLaunchArguments = 3;

/// The attribute of a call that has the kinds of the arguments behind those.
constexpr llvm::StringLiteral kArrayUsesName = "array_uses";

/// How many blocks of a number of threads a processor has at least, so that
/// the assembler leaves 128 registers for each thread: with fewer, it spills in
/// order to have more threads on a processor.
inline int32_t getMinBlocks(int64_t threads) {
  constexpr int64_t mostThreads = 512;
  return std::max<int64_t>(1, mostThreads / threads);
}

} // namespace gpu
} // namespace weft

#endif // WEFT_GPU_DEVICEFUNCTIONS_H
