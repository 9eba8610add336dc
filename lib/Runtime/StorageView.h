//===- StorageView.h - The arrays of a tensor -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stores a tensor, for those who read it without owning it. Here alone is
// known how records are laid out; whoever reads goes from one element to the
// next by a stride.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_STORAGEVIEW_H
#define WEFT_LIB_RUNTIME_STORAGEVIEW_H

#include "weft/Runtime/Format.h"
#include "weft/Runtime/TensorABI.h"

#include <cstdint>
#include <vector>

namespace weft {
namespace runtime {

/// An array, or one field of an array of records.
struct ArrayView {
  void *data;
  int64_t length;
  /// The bytes from one element to the next.
  int64_t stride;
};

/// The bytes of a half of a record of a packed format.
int64_t sizeOfRecordHalf(const Format &format, ElementType type);

/// The arrays of a tensor with the fields of records apart: those of the
/// levels, and the components last.
std::vector<ArrayView> viewArrays(const Format &format, ElementType type,
                                  const std::vector<weft_array> &arrays);

struct StorageView {
  const Format &format;
  const std::vector<int64_t> &dims;
  int64_t numSlots;
  /// From `viewArrays`.
  std::vector<ArrayView> arrays;

  /// How many coordinates a level has.
  int64_t levelSize(const Level &level) const {
    return level.part == LevelPart::Slot ? numSlots
                                         : level.sizeOf(dims[level.mode]);
  }
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_STORAGEVIEW_H
