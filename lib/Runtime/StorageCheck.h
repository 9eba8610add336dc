//===- StorageCheck.h - Check of a tensor's arrays --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays that come out of a kernel or from a caller are checked once when they
// are taken over, so that nothing that reads them later has to.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_STORAGECHECK_H
#define WEFT_LIB_RUNTIME_STORAGECHECK_H

#include "StorageView.h"

#include "weft/Runtime/Status.h"
#include "weft/Runtime/Tensor.h"

namespace weft {
namespace runtime {

/// Checks that the arrays store a tensor of the format, and cuts those that are
/// longer than they need be. Returns how many positions the values have. Of
/// positions and coordinates that are trusted, the last position of segments is
/// looked at.
Expected<int64_t> checkStorage(StorageView &view, ArrayElements elements);

/// Coordinates that are stored in parts, each of which is in range, may still
/// lie outside of the last block: checks that none does.
Status checkBlocks(const StorageView &view);

/// Checks that coordinates ascend below each parent at levels that are ordered,
/// and that none is repeated at levels that are unique. The arrays have passed
/// `checkStorage`. Takes time in proportion to the stored entries, and memory
/// only for formats with unordered levels or slots.
Status checkOrder(const StorageView &view, ElementType type);

/// How many entries there are in the arrays, which have been checked, of a
/// tensor whose values have `numPositions` positions: some may be no entries.
int64_t countEntries(const StorageView &view, int64_t numPositions);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_STORAGECHECK_H
