//===- ValueBuilder.cpp - Building the components of a tensor -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The components at the positions of the last level; those of duplicate entries
// are added up. A sum that the type cannot hold is as wrong as a single number
// that it cannot.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"
#include "PackChecks.h"
#include "StorageView.h"
#include "TypedArray.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <type_traits>

using namespace weft::runtime;

/// The type in which the components of duplicate entries are added up, so that
/// many of them are rounded once, and that no sum of integers overflows.
template <typename T> static auto widen(T value) {
  __extension__ using Wide = __int128;
  if constexpr (std::is_integral_v<T>)
    return Wide(value);
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return std::complex<double>(value);
  else if constexpr (std::is_same_v<T, Bool> ||
                     !std::is_constructible_v<double, T>)
    return value;
  else
    return static_cast<double>(value);
}

/// The sum of two components. That of truth values says whether one is true.
template <typename T> static T add(T a, T b) {
  if constexpr (std::is_same_v<T, Bool>)
    return Bool(a || b);
  else
    return a + b;
}

/// Whether a component is finite, which integers always are.
template <typename T> static bool isFinite(T value) {
  if constexpr (IsComplex<T>::value)
    return std::isfinite(value.real()) && std::isfinite(value.imag());
  else if constexpr (std::is_integral_v<T> || std::is_same_v<T, Bool>)
    return true;
  else
    return std::isfinite(static_cast<double>(value));
}

/// Stores a sum; false if it is out of the range of its type.
template <typename T, typename Wide> static bool narrow(Wide sum, T &value) {
  value = T(sum);
  if constexpr (std::is_integral_v<T>)
    return Wide(value) == sum;
  else
    return isFinite(value);
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
  return withElementType(entries.type, [&](auto zero) {
    using T = decltype(zero);
    const T *from = static_cast<const T *>(entries.values);
    T *to = static_cast<T *>(arrays.back().data);
    // The caller has checked that the fill fits.
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
      bool areFinite = isFinite(value);
      int64_t first = items[i].index;
      for (; i + 1 < entries.count && isDuplicate(items[i + 1]); ++i) {
        T next = from[~items[i + 1].index];
        areFinite &= isFinite(next);
        sum = add(sum, widen(next));
      }
      if (!narrow(sum, value) && areFinite)
        return failSum(target.listed, first);
    }
    return Status::success();
  });
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
