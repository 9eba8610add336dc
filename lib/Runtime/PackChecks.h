//===- PackChecks.h - Checks of entries -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries come from files and callers, who may be wrong about them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_PACKCHECKS_H
#define WEFT_LIB_RUNTIME_PACKCHECKS_H

#include "weft/Runtime/Packing.h"

namespace weft {
namespace runtime {

/// That two entries have the same coordinates.
Status failDuplicate(const EntryView &entries, int64_t first, int64_t second);

/// That the sum of the entries with the coordinates of one is out of range.
Status failSum(const EntryView &entries, int64_t first);

/// Whether the sizes of the modes can be stored.
Status checkDims(const EntryView &entries, const Format &format);

/// Whether all coordinates are inside of the tensor.
Status checkCoordinates(const EntryView &entries);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_PACKCHECKS_H
