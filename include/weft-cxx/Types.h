//===- Types.h - The types of components ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which C++ type stands for which type of the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_TYPES_H
#define WEFT_CXX_TYPES_H

#include "weft-cxx/Half.h"

#include <complex>

namespace weft {
inline namespace cxx {

/// The name of an integer type, by its size and sign.
template <typename T> constexpr const char *getIntegerTypeName() {
  constexpr bool isSigned = std::is_signed<T>::value;
  switch (sizeof(T)) {
  case 1:
    return isSigned ? "i8" : "u8";
  case 2:
    return isSigned ? "i16" : "u16";
  case 4:
    return isSigned ? "i32" : "u32";
  default:
    return isSigned ? "i64" : "u64";
  }
}

/// What the compiler calls the type `T` of components: "bool", "i8" to "i64",
/// "u8" to "u64", "f16", "bf16", "f32", "f64", "complex<f32>" or
/// "complex<f64>".
template <typename T> constexpr const char *getTypeName() {
  if constexpr (std::is_same<T, bool>::value)
    return "bool";
  else if constexpr (std::is_same<T, Float16>::value)
    return "f16";
  else if constexpr (std::is_same<T, BFloat16>::value)
    return "bf16";
  else if constexpr (std::is_same<T, float>::value)
    return "f32";
  else if constexpr (std::is_same<T, double>::value)
    return "f64";
  else if constexpr (std::is_same<T, std::complex<float>>::value)
    return "complex<f32>";
  else if constexpr (std::is_same<T, std::complex<double>>::value)
    return "complex<f64>";
  else {
    static_assert(std::is_integral<T>::value && sizeof(T) <= 8,
                  "components are bool, integers of at most 64 bits, Float16, "
                  "BFloat16, float, double, or std::complex of float or "
                  "double");
    return getIntegerTypeName<T>();
  }
}

/// The sum of entries of one coordinate; of truth values, whether one is true.
template <typename T> T addEntries(T first, T second) {
  if constexpr (std::is_same<T, bool>::value)
    return first || second;
  else
    return static_cast<T>(first + second);
}

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_TYPES_H
