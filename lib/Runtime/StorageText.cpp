//===- StorageText.cpp - Text of stored tensors -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows arrays by what they hold, and level types by their names only.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/StorageText.h"

#include "TypedArray.h"

#include <algorithm>

using namespace weft::runtime;

/// What a level stores of which mode, counted from one as in formats.
static std::string describe(const Level &level) {
  std::string mode = "mode " + std::to_string(level.mode + 1);
  std::string block = std::to_string(level.block);
  switch (level.part) {
  case LevelPart::Whole:
    return mode;
  case LevelPart::Quotient:
    return "blocks of " + block + " of " + mode;
  case LevelPart::Remainder:
    return "the places in blocks of " + block + " of " + mode;
  case LevelPart::Slot:
    break;
  }
  return "slots";
}

/// A line with an array whose elements `get` gives as text.
template <typename F>
static std::string describeArray(const std::string &name, int64_t length,
                                 F get) {
  std::string line = name + ":";
  for (int64_t i = 0; i < std::min(length, kShownElements); ++i)
    line += " " + get(i);
  if (length > kShownElements)
    line += " ... (" + std::to_string(length) + " in all)";
  return line + "\n";
}

std::string weft::runtime::describeStorage(const Tensor &tensor) {
  const Format &format = tensor.format();
  ArrayViews views = viewArrays(format, tensor.type(), tensor.arrays());
  const ArrayView *next = views.begin();
  std::string text;
  auto getInteger = [](int bits, const ArrayView &array) {
    return [bits, &array](int64_t i) {
      return std::to_string(loadInteger(bits, array, i));
    };
  };
  for (size_t number = 0; number < format.levels.size(); ++number) {
    const Level &level = format.levels[number];
    text += "  level " + std::to_string(number + 1) + ": " + nameOf(level) +
            (level.ordered ? "" : " (nonordered)") + " over " +
            describe(level) + "\n";
    for (const ArrayInfo &info : arraysOf(level)) {
      const ArrayView &array = *next++;
      if (format.packed && info.isForEachPosition &&
          number + 1 == format.levels.size())
        continue;
      int bits = info.kind == ArrayKind::Positions     ? level.positionBits
                 : info.kind == ArrayKind::Coordinates ? level.coordinateBits
                                                       : 8;
      text += "    " +
              describeArray(info.name, array.length, getInteger(bits, array));
    }
  }
  const ArrayView &values = views.back();
  auto getValue = [&](int64_t i) {
    return toString(
        loadNumber(tensor.type(),
                   static_cast<const char *>(values.data) + i * values.stride));
  };
  if (!format.packed)
    return text + "  " + describeArray("values", values.length, getValue);
  // The coordinates are the last array but one.
  auto getCoordinate =
      getInteger(format.levels.back().coordinateBits, *(&values - 1));
  return text + "  " + describeArray("records", values.length, [&](int64_t i) {
           return "(" + getCoordinate(i) + ", " + getValue(i) + ")";
         });
}
