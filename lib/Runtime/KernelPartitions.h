//===- KernelPartitions.h - Shared state of partitions ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the runtime asks of kernels that run in partitions (Invocation.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_KERNELPARTITIONS_H
#define WEFT_LIB_RUNTIME_KERNELPARTITIONS_H

#include <cstdint>

namespace weft {
namespace runtime {

/// Whether a partition of the kernel that weft_rt_fork gave has failed, so that
/// nobody needs what others make.
bool hasPartitionFailed(void *team);

/// Makes room for so many bytes in an array of that kernel, from whichever
/// thread, if there is memory for them: where the array is then, or null if it
/// is what it was.
void *growKernelArray(void *team, void *data, int64_t bytes);

/// Makes an array of that kernel one of the partition that runs on this thread,
/// which may grow it, and the other way around.
void takeArray(void *team, void *data);
void giveArray(void *team, void *data);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_KERNELPARTITIONS_H
