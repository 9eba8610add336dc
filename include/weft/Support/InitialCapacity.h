//===- InitialCapacity.h - Initial capacity of result arrays ----*- C++ -*-===//
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limit of the capacity that results are allocated with if the number of
// their entries is bounded or estimated (docs/decisions/memory.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_INITIALCAPACITY_H
#define WEFT_SUPPORT_INITIALCAPACITY_H

#include <cstdint>

namespace weft {

/// The maximum initial capacity of an array, in entries: all of the capacity
/// counts as memory in use, and an allocation that fails ends the kernel.
constexpr int64_t kMaxInitialEntries = int64_t(1) << 23;

} // namespace weft

#endif // WEFT_SUPPORT_INITIALCAPACITY_H
