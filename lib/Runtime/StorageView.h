//===- StorageView.h - The arrays of a tensor -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stores a tensor, for those who read it without owning it.
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

struct StorageView {
  const Format &format;
  const std::vector<int64_t> &dims;
  int64_t numSlots;
  /// In the order that TensorABI.h gives.
  const std::vector<weft_array> &arrays;

  /// How many coordinates a level has.
  int64_t levelSize(const Level &level) const {
    return level.part == LevelPart::Slot ? numSlots
                                         : level.sizeOf(dims[level.mode]);
  }
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_STORAGEVIEW_H
