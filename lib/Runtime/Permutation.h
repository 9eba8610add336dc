//===- Permutation.h - The order of a permuted level ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A permuted level has its coordinates in an order of its own, which is chosen
// when a tensor is packed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_PERMUTATION_H
#define WEFT_LIB_RUNTIME_PERMUTATION_H

#include "weft/Runtime/Packing.h"

namespace weft {
namespace runtime {

/// The coordinates by position, and the position of each.
struct Permutation {
  Buffer memory;
  const int64_t *coordinates = nullptr;
  const int64_t *where = nullptr;
};

/// Orders the coordinates of a permuted level: in each of its windows, those
/// with more entries come first.
Status permute(const EntryView &entries, const Level &level,
               Permutation &permutation);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_PERMUTATION_H
