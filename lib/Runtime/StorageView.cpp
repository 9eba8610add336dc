//===- StorageView.cpp - The arrays of a tensor ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the elements of each array, which in a packed format are fields of
// records.
//
//===----------------------------------------------------------------------===//

#include "StorageView.h"

using namespace weft::runtime;

int64_t weft::runtime::sizeOfRecordHalf(const Format &format,
                                        ElementType type) {
  return WEFT_RT_RECORD_HALF(format.levels.back().coordinateBits / 8,
                             sizeOf(type));
}

ArrayViews weft::runtime::viewArrays(const Format &format, ElementType type,
                                     const std::vector<weft_array> &arrays) {
  ArrayViews views;
  auto next = arrays.begin();
  int64_t half = format.packed ? sizeOfRecordHalf(format, type) : 0;
  for (const Level &level : format.levels)
    for (const ArrayInfo &info : arraysOf(level)) {
      if (format.packed && info.isForEachPosition &&
          &level == &format.levels.back()) {
        const weft_array &records = arrays.back();
        views.push_back({records.data, records.length, 2 * half});
        continue;
      }
      int bits = info.kind == ArrayKind::Positions     ? level.positionBits
                 : info.kind == ArrayKind::Coordinates ? level.coordinateBits
                                                       : 8;
      views.push_back({next->data, next->length, bits / 8});
      ++next;
    }
  const weft_array &last = arrays.back();
  if (!format.packed)
    views.push_back({last.data, last.length, sizeOf(type)});
  else
    views.push_back(
        {last.data ? static_cast<char *>(last.data) + half : nullptr,
         last.length, 2 * half});
  return views;
}
