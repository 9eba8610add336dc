//===- ShortSort.h - Sorting few entries ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stable sort of a list that a row or some of them have: so frequent that
// passes over its arrays count, and so short that the place of an entry fits
// into its key.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_SHORTSORT_H
#define WEFT_LIB_RUNTIME_SHORTSORT_H

#include <cstdint>

namespace weft {
namespace runtime {

/// Sorts entries in place by the arrays that `keys` has the addresses and
/// widths of, in turn, as `weft_rt_sort` does, and values along with them;
/// equal entries keep their order. False, and nothing done, if they are not
/// few, coordinates are negative, or those of an entry do not fit into a key.
bool sortShort(int64_t count, int64_t numKeys, const int64_t *keys,
               char *values, int64_t valueBytes);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SHORTSORT_H
