//===- DeviceCounts.h - Counts of launches and copies -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of the process.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_DEVICECOUNTS_H
#define WEFT_LIB_RUNTIME_DEVICECOUNTS_H

#include <cstddef>

namespace weft {
namespace runtime {

enum class CopyDirection { ToDevice, ToHost };

/// Counts a copy, and a launch, that took some milliseconds.
void countCopy(CopyDirection direction, size_t bytes, double milliseconds);
void countLaunch(double milliseconds);
/// Counts bytes that a copy in either direction took through pinned memory.
void countPinned(size_t bytes);
/// Counts a module that is loaded (1) or unloaded (-1).
void countModule(int change);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_DEVICECOUNTS_H
