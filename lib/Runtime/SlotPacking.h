//===- SlotPacking.h - Assignment of entries to slots -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level that stores one coordinate for each parent stores several in slots.
// Slots are not given with the entries: they are numbered here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_SLOTPACKING_H
#define WEFT_LIB_RUNTIME_SLOTPACKING_H

#include "weft/Runtime/Packing.h"

#include "KeySort.h"

namespace weft {
namespace runtime {

/// The slots of a list of entries.
struct Slots {
  int64_t count = 0;
  /// The offset of the diagonal in each slot, of formats with offsets.
  Buffer offsets;
};

/// Numbers the slots of entries in a format that has some. `parts` has for each
/// entry a number for each level; that of the level of slots is set. The
/// diagonals of a matrix are numbered in order, and the entries below one
/// parent of a padded level, too.
Status assignSlots(const EntryView &entries, const Format &format,
                   int64_t *parts, Slots &slots);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SLOTPACKING_H
