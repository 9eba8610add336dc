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

/// The arrays of a tensor. Each result of a kernel is viewed once, so that
/// those of usual formats take no memory of the heap.
class ArrayViews {
public:
  void push_back(const ArrayView &view) {
    if (count < numInline)
      few[count] = view;
    else if (count > numInline)
      many.push_back(view);
    else {
      many.assign(few, few + count);
      many.push_back(view);
    }
    ++count;
  }
  size_t size() const { return count; }
  ArrayView *data() { return count > numInline ? many.data() : few; }
  const ArrayView *data() const {
    return count > numInline ? many.data() : few;
  }
  const ArrayView *begin() const { return data(); }
  const ArrayView *end() const { return data() + count; }
  const ArrayView &operator[](size_t index) const { return data()[index]; }
  const ArrayView &back() const { return data()[count - 1]; }

private:
  static constexpr size_t numInline = 9;

  size_t count = 0;
  ArrayView few[numInline];
  std::vector<ArrayView> many;
};

/// The arrays of a tensor with the fields of records apart: those of the
/// levels, and the components last.
ArrayViews viewArrays(const Format &format, ElementType type,
                      const std::vector<weft_array> &arrays);

struct StorageView {
  const Format &format;
  const std::vector<int64_t> &dims;
  int64_t numSlots;
  /// From `viewArrays`.
  ArrayViews arrays;

  /// How many coordinates a level has.
  int64_t levelSize(const Level &level) const {
    return level.part == LevelPart::Slot ? numSlots
                                         : level.sizeOf(dims[level.mode]);
  }
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_STORAGEVIEW_H
