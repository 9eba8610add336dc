//===- ValueBuilder.cpp - Building the components of a tensor -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The components at the positions of the last level; those of duplicate entries
// are added up.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"
#include "StorageView.h"
#include "TypedArray.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <type_traits>

using namespace weft::runtime;

/// The type in which the components of duplicate entries are added up, so that
/// many of them are rounded once.
template <typename T> static auto widen(T value) {
  if constexpr (std::is_same_v<T, std::complex<float>>)
    return std::complex<double>(value);
  else if constexpr (std::is_integral_v<T> || std::is_same_v<T, Bool> ||
                     !std::is_constructible_v<double, T>)
    return value;
  else
    return static_cast<double>(value);
}

/// The sum of two components; integers wrap around. That of truth values says
/// whether one is true.
template <typename T> static T add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else if constexpr (std::is_same_v<T, Bool>) {
    return Bool(a || b);
  } else {
    return a + b;
  }
}

/// A component as kernels expect it: a truth value is 0 or 1.
template <typename T> static T normalize(T value) {
  if constexpr (std::is_same_v<T, Bool>)
    return Bool(bool(value));
  else
    return value;
}

Status LevelBuilder::buildValues() {
  bool allDense = true;
  for (const Level &level : format.levels)
    allDense &= level.kind == LevelKind::Dense;
  Status status = addArray(
      numPositions, sizeOf(entries.type), /*zeroed=*/numPositions > 0,
      (allDense ? "the dense " : "the values of the ") + describeTensor());
  if (status.failed())
    return status;
  withElementType(entries.type, [&](auto zero) {
    using T = decltype(zero);
    const T *from = static_cast<const T *>(entries.values);
    T *to = static_cast<T *>(arrays.back().data);
    // Whoever packs has checked that the fill fits.
    T fill;
    if (target.format.fill &&
        storeNumber(*target.format.fill, entries.type, &fill))
      std::fill_n(to, numPositions, fill);
    for (int64_t i = 0; i < entries.count; ++i) {
      T &value = to[items[i].key];
      value = normalize(from[items[i].index]);
      if (i + 1 == entries.count || !isDuplicate(items[i + 1]))
        continue;
      // The duplicates of an entry follow it.
      auto sum = widen(value);
      for (; i + 1 < entries.count && isDuplicate(items[i + 1]); ++i)
        sum = add(sum, widen(from[~items[i + 1].index]));
      value = T(sum);
    }
  });
  return Status::success();
}

Status LevelBuilder::packRecords() {
  int64_t half = sizeOfRecordHalf(target.format, entries.type);
  Status status = addArray(numPositions, 2 * half, /*zeroed=*/true,
                           "the records of the " + describeTensor());
  if (status.failed())
    return status;
  char *to = static_cast<char *>(arrays.back().data);
  int64_t sizes[] = {target.format.levels.back().coordinateBits / 8,
                     sizeOf(entries.type)};
  for (int field = 0; field < 2; ++field) {
    const char *from =
        static_cast<const char *>(arrays[arrays.size() - 3 + field].data);
    for (int64_t i = 0; i < numPositions; ++i)
      std::memcpy(to + (2 * i + field) * half, from + i * sizes[field],
                  sizes[field]);
  }
  weft_array records = arrays.back();
  arrays.pop_back();
  for (int field = 0; field < 2; ++field) {
    deallocate(arrays.back().data);
    arrays.pop_back();
  }
  arrays.push_back(records);
  return Status::success();
}
