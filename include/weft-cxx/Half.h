//===- Half.h - Floating-point numbers of 16 bits ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Components of the types f16 and bf16 (docs/semantics.md), which C++17 has no
// types for. They are storage: arithmetic converts them to float.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_HALF_H
#define WEFT_CXX_HALF_H

#include <cstdint>
#include <iosfwd>
#include <type_traits>

namespace weft {
inline namespace cxx {

/// The bits of a number, rounded to nearest, ties to even; of a number beyond
/// the largest one, those of an infinity.
uint16_t encodeFloat16(double number);
uint16_t encodeBFloat16(double number);
/// The number that the bits stand for.
float decodeFloat16(uint16_t bits);
float decodeBFloat16(uint16_t bits);

/// A binary16 number of IEEE 754: 11 bits of precision, to 65504.
class Float16 {
public:
  Float16() = default;
  template <typename T,
            typename = std::enable_if_t<std::is_arithmetic<T>::value>>
  Float16(T number) : bits(encodeFloat16(static_cast<double>(number))) {}
  static Float16 fromBits(uint16_t bits) {
    Float16 number;
    number.bits = bits;
    return number;
  }

  operator float() const { return decodeFloat16(bits); }
  uint16_t getBits() const { return bits; }

private:
  uint16_t bits = 0;
};

/// The upper half of a float: 8 bits of precision, and its range.
class BFloat16 {
public:
  BFloat16() = default;
  template <typename T,
            typename = std::enable_if_t<std::is_arithmetic<T>::value>>
  BFloat16(T number) : bits(encodeBFloat16(static_cast<double>(number))) {}
  static BFloat16 fromBits(uint16_t bits) {
    BFloat16 number;
    number.bits = bits;
    return number;
  }

  operator float() const { return decodeBFloat16(bits); }
  uint16_t getBits() const { return bits; }

private:
  uint16_t bits = 0;
};

std::ostream &operator<<(std::ostream &out, Float16 number);
std::ostream &operator<<(std::ostream &out, BFloat16 number);

// Arrays of them are arrays of the C interface.
static_assert(sizeof(Float16) == 2 && sizeof(BFloat16) == 2,
              "numbers of 16 bits are their bits");

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_HALF_H
