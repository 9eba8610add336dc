//===- InitialRoom.h - What arrays have room for at first -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many entries results begin with room for, where it is known how many
// there will be at most (docs/decisions/memory.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_INITIALROOM_H
#define WEFT_SUPPORT_INITIALROOM_H

#include <cstdint>

namespace weft {

/// The most entries that arrays begin with room for: all of it counts as in
/// use, and an allocation that fails ends the kernel.
constexpr int64_t kMostInitialEntries = int64_t(1) << 23;

} // namespace weft

#endif // WEFT_SUPPORT_INITIALROOM_H
