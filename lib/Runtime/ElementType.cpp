//===- ElementType.cpp - The types of components --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of element types, and the one place that decides whether a number
// fits a type.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ElementType.h"

#include "TypedArray.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
struct ElementTypeInfo {
  ElementType type;
  const char *name;
  int64_t size;
  NumberKind kind;
};
} // namespace

/// In the order of the enumeration.
static const ElementTypeInfo elementTypes[] = {
    {ElementType::Bool, "bool", 1, NumberKind::Bool},
    {ElementType::I8, "i8", 1, NumberKind::Signed},
    {ElementType::I16, "i16", 2, NumberKind::Signed},
    {ElementType::I32, "i32", 4, NumberKind::Signed},
    {ElementType::I64, "i64", 8, NumberKind::Signed},
    {ElementType::U8, "u8", 1, NumberKind::Unsigned},
    {ElementType::U16, "u16", 2, NumberKind::Unsigned},
    {ElementType::U32, "u32", 4, NumberKind::Unsigned},
    {ElementType::U64, "u64", 8, NumberKind::Unsigned},
    {ElementType::F16, "f16", 2, NumberKind::Real},
    {ElementType::BF16, "bf16", 2, NumberKind::Real},
    {ElementType::F32, "f32", 4, NumberKind::Real},
    {ElementType::F64, "f64", 8, NumberKind::Real},
    {ElementType::C64, "complex<f32>", 8, NumberKind::Complex},
    {ElementType::C128, "complex<f64>", 16, NumberKind::Complex},
};

static const ElementTypeInfo &infoOf(ElementType type) {
  return elementTypes[static_cast<int>(type)];
}

const std::vector<ElementType> &weft::runtime::allElementTypes() {
  static const std::vector<ElementType> types = [] {
    std::vector<ElementType> types;
    for (const ElementTypeInfo &info : elementTypes)
      types.push_back(info.type);
    return types;
  }();
  return types;
}

int64_t weft::runtime::sizeOf(ElementType type) { return infoOf(type).size; }

int64_t weft::runtime::alignmentOf(ElementType type) {
  return sizeOf(type) / (isComplex(type) ? 2 : 1);
}

NumberKind weft::runtime::kindOf(ElementType type) { return infoOf(type).kind; }

std::string weft::runtime::nameOf(ElementType type) {
  return infoOf(type).name;
}

bool weft::runtime::parseElementType(const std::string &name,
                                     ElementType &type) {
  for (const ElementTypeInfo &info : elementTypes) {
    if (name != info.name)
      continue;
    type = info.type;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Number Number::integer(int64_t value) {
  Number number;
  number.isNegative = value < 0;
  number.magnitude = value < 0 ? 0 - static_cast<uint64_t>(value)
                               : static_cast<uint64_t>(value);
  return number;
}

Number Number::unsignedInteger(uint64_t value) {
  Number number;
  number.magnitude = value;
  return number;
}

Number Number::complex(double real, double imaginary) {
  Number number;
  number.isInteger = false;
  number.real = real;
  number.imaginary = imaginary;
  return number;
}

/// Whether two numbers are the same one. Zeros of both signs are, and NaNs are.
static bool isSame(double left, double right) {
  return left == right || (std::isnan(left) && std::isnan(right));
}

/// A number without an imaginary part as a real one.
static double getReal(const Number &number) {
  if (!number.isInteger)
    return number.real;
  double magnitude = static_cast<double>(number.magnitude);
  return number.isNegative ? -magnitude : magnitude;
}

bool Number::operator==(const Number &other) const {
  if (isInteger && other.isInteger)
    return magnitude == other.magnitude &&
           (isNegative == other.isNegative || magnitude == 0);
  return isSame(getReal(*this), getReal(other)) &&
         isSame(imaginary, other.imaginary);
}

static std::string toString(double value) {
  // The sign of a NaN says nothing.
  if (std::isnan(value))
    return "nan";
  char text[32];
  auto result = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, result.ptr);
}

std::string weft::runtime::toString(const Number &number) {
  if (number.isInteger)
    return (number.isNegative ? "-" : "") + std::to_string(number.magnitude);
  if (number.imaginary == 0)
    return ::toString(number.real);
  std::string imaginary = ::toString(number.imaginary) + "im";
  if (number.real == 0)
    return imaginary;
  bool hasSign = imaginary.front() == '-';
  return ::toString(number.real) + (hasSign ? "" : "+") + imaginary;
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

Number weft::runtime::loadNumber(ElementType type, const void *component) {
  return withElementType(type, [&](auto zero) {
    using T = decltype(zero);
    T value;
    std::memcpy(&value, component, sizeof(T));
    if constexpr (IsComplex<T>::value)
      return Number::complex(value.real(), value.imag());
    else if constexpr (std::is_same_v<T, Bool>)
      return Number::integer(value ? 1 : 0);
    else if constexpr (!std::is_integral_v<T>)
      return Number::complex(static_cast<double>(value));
    else if constexpr (std::is_signed_v<T>)
      return Number::integer(value);
    else
      return Number::unsignedInteger(value);
  });
}

/// Rounds a number to a real type; false if only infinity is near.
template <typename T> static bool store(double number, T &value) {
  value = static_cast<T>(number);
  return std::isfinite(static_cast<double>(value)) || !std::isfinite(number);
}

/// A number with a whole value as an integer; false if there is none.
static bool getInteger(const Number &number, Number &integer) {
  integer = number;
  if (number.isInteger)
    return true;
  // Magnitudes below 2^64 are converted exactly.
  double magnitude = std::fabs(number.real);
  if (!(magnitude < 0x1p64) || std::trunc(magnitude) != magnitude)
    return false;
  integer = Number::unsignedInteger(static_cast<uint64_t>(magnitude));
  integer.isNegative = number.real < 0;
  return true;
}

template <typename T> static bool storeInteger(const Number &number, T &value) {
  Number integer;
  if (!getInteger(number, integer))
    return false;
  uint64_t limit = static_cast<uint64_t>(std::numeric_limits<T>::max());
  if (integer.isNegative && integer.magnitude != 0)
    limit = std::is_signed_v<T> ? limit + 1 : 0;
  if (integer.magnitude > limit)
    return false;
  uint64_t bits =
      integer.isNegative ? 0 - integer.magnitude : integer.magnitude;
  value = static_cast<T>(bits);
  return true;
}

bool weft::runtime::storeNumber(const Number &number, ElementType type,
                                void *component) {
  return withElementType(type, [&](auto zero) {
    using T = decltype(zero);
    T value;
    bool fits;
    if constexpr (IsComplex<T>::value) {
      typename T::value_type real = 0, imaginary = 0;
      fits = store(getReal(number), real) && store(number.imaginary, imaginary);
      value = T(real, imaginary);
    } else if (number.imaginary != 0) {
      return false;
    } else if constexpr (std::is_same_v<T, Bool>) {
      uint8_t truth = 0;
      fits = storeInteger(number, truth) && truth <= 1;
      value.byte = truth;
    } else if constexpr (std::is_integral_v<T>) {
      fits = storeInteger(number, value);
    } else {
      fits = store(getReal(number), value);
    }
    if (fits)
      std::memcpy(component, &value, sizeof(T));
    return fits;
  });
}
