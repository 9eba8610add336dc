//===- SiblingOrder.h - Check the order of coordinates in segments --------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays of other programs are nearly always in order, which one pass over them
// in vectors shows.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_SIBLINGORDER_H
#define WEFT_LIB_RUNTIME_SIBLINGORDER_H

#include "StorageView.h"

#include <vector>

namespace weft {
namespace runtime {

/// An array of integers and their width.
struct IntegerArray {
  ArrayView array;
  int bits;
};

/// The position of the first coordinate that does not ascend within its
/// segment; -1 if all do. A coordinate is compared with the one before if both
/// are equal in all arrays of `above`, which belong to the outer levels of a
/// chain of singletons. Coordinates that are unique differ. The arrays are
/// equally long, and have passed `checkStorage`.
int64_t findDescent(const IntegerArray &positions,
                    const std::vector<IntegerArray> &above,
                    const IntegerArray &coordinates, bool isUnique);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SIBLINGORDER_H
