//===- TypedArray.h - Arrays whose element width is data --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format says at run time how wide positions and coordinates are and of which
// type values are. These helpers choose the C++ type once per loop.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_TYPEDARRAY_H
#define WEFT_LIB_RUNTIME_TYPEDARRAY_H

#include "SmallFloat.h"
#include "StorageView.h"

#include "weft/Runtime/Format.h"

#include <complex>
#include <cstdint>
#include <type_traits>

namespace weft {
namespace runtime {

/// Calls `function` with `data` as signed integers of `bits` bits.
template <typename F> auto withIntegers(int bits, void *data, F &&function) {
  switch (bits) {
  case 8:
    return function(static_cast<int8_t *>(data));
  case 16:
    return function(static_cast<int16_t *>(data));
  case 32:
    return function(static_cast<int32_t *>(data));
  default:
    return function(static_cast<int64_t *>(data));
  }
}

inline int64_t loadInteger(int bits, void *data, int64_t index) {
  return withIntegers(bits, data, [&](const auto *integers) {
    return static_cast<int64_t>(integers[index]);
  });
}

inline int64_t loadInteger(int bits, const ArrayView &array, int64_t index) {
  return loadInteger(bits,
                     static_cast<char *>(array.data) + index * array.stride, 0);
}

/// Elements that need not be next to each other.
template <typename T> struct Strided {
  const char *data;
  int64_t stride;
  T operator[](int64_t index) const {
    return *reinterpret_cast<const T *>(data + index * stride);
  }
};

/// Calls `function` with what `[]` gives the elements of, signed integers of
/// `bits` bits.
template <typename F>
auto withElements(int bits, const ArrayView &array, F &&function) {
  return withIntegers(bits, array.data, [&](auto *integers) {
    using T = std::remove_pointer_t<decltype(integers)>;
    if (array.stride == sizeof(T))
      return function(static_cast<const T *>(integers));
    return function(
        Strided<T>{static_cast<const char *>(array.data), array.stride});
  });
}

/// The largest signed integer of `bits` bits.
inline int64_t largestInteger(int bits) {
  return static_cast<int64_t>((uint64_t(1) << (bits - 1)) - 1);
}

/// Calls `function` with a number of modes, a constant where it is small, so
/// that loops over them are none.
template <typename F> auto withOrder(int64_t order, F &&function) {
  switch (order) {
  case 1:
    return function(std::integral_constant<int64_t, 1>());
  case 2:
    return function(std::integral_constant<int64_t, 2>());
  case 3:
    return function(std::integral_constant<int64_t, 3>());
  default:
    return function(order);
  }
}

template <typename T> struct IsComplex : std::false_type {};
template <typename T> struct IsComplex<std::complex<T>> : std::true_type {};

/// Calls `function` with a value of the C++ type of `type`.
template <typename F> auto withElementType(ElementType type, F &&function) {
  switch (type) {
  case ElementType::Bool:
    return function(Bool());
  case ElementType::I8:
    return function(int8_t());
  case ElementType::I16:
    return function(int16_t());
  case ElementType::I32:
    return function(int32_t());
  case ElementType::I64:
    return function(int64_t());
  case ElementType::U8:
    return function(uint8_t());
  case ElementType::U16:
    return function(uint16_t());
  case ElementType::U32:
    return function(uint32_t());
  case ElementType::U64:
    return function(uint64_t());
  case ElementType::F16:
    return function(Half());
  case ElementType::BF16:
    return function(BFloat16());
  case ElementType::F32:
    return function(float());
  case ElementType::C64:
    return function(std::complex<float>());
  case ElementType::C128:
    return function(std::complex<double>());
  case ElementType::F64:
    break;
  }
  return function(double());
}

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_TYPEDARRAY_H
