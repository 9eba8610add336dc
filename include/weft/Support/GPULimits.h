//===- GPULimits.h - Limits of all GPUs -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits and sizes that are the same for all devices that code is generated
// for, of compute capability 7.5 or later: the tables of compute capabilities
// and the sections on memory in the CUDA programming guide state them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_GPULIMITS_H
#define WEFT_SUPPORT_GPULIMITS_H

#include <cstdint>

namespace weft::gpu {

/// The threads of a warp.
constexpr int64_t kWarpSize = 32;
/// The most threads of a block.
constexpr int64_t kMaxThreads = 1024;
/// The bytes of shared memory that a block has without a request.
constexpr int64_t kSharedBytes = 48 << 10;
/// The most bytes of local memory of a thread.
constexpr int64_t kLocalBytes = 512 << 10;
/// The most bytes that a thread loads with one instruction.
constexpr int64_t kVectorBytes = 16;
/// The bytes of a sector, the unit of a memory transfer.
constexpr int64_t kSectorBytes = 32;

} // namespace weft::gpu

#endif // WEFT_SUPPORT_GPULIMITS_H
