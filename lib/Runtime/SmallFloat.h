//===- SmallFloat.h - Real numbers of 16 bits -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IEEE 754's binary16 and the upper half of binary32 (bfloat16), for reading,
// writing and summing components. Not every compiler that builds the runtime
// has types for them, so that they are converted bit by bit here; kernels use
// the processor's instructions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_SMALLFLOAT_H
#define WEFT_LIB_RUNTIME_SMALLFLOAT_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace weft {
namespace runtime {

/// A binary floating-point number with a sign and `MantissaBits` and
/// `ExponentBits` bits, 15 in all.
template <int ExponentBits, int MantissaBits> struct SmallFloat {
  static_assert(ExponentBits + MantissaBits == 15);

  uint16_t bits = 0;

  SmallFloat() = default;
  /// Rounds to the nearest number, to an even one if two are as near.
  explicit SmallFloat(double value) : bits(round(value)) {}

  explicit operator double() const;
  explicit operator float() const {
    return static_cast<float>(static_cast<double>(*this));
  }

private:
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr uint64_t infinity = ((uint64_t(1) << ExponentBits) - 1)
                                       << MantissaBits;

  static uint16_t round(double value);
};

using Half = SmallFloat<5, 10>;
using BFloat16 = SmallFloat<8, 7>;

template <int ExponentBits, int MantissaBits>
uint16_t SmallFloat<ExponentBits, MantissaBits>::round(double value) {
  const int doubleBits = 52;
  uint64_t from;
  std::memcpy(&from, &value, sizeof(from));
  uint64_t sign = from >> 63 << 15;
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | infinity |
                                 uint64_t(1) << (MantissaBits - 1));
  int exponent = static_cast<int>(from >> doubleBits & 0x7FF) - 1023;
  if (exponent < -1022)
    return static_cast<uint16_t>(sign);
  uint64_t one = uint64_t(1) << doubleBits;
  uint64_t significand = (from & (one - 1)) | one;
  // Below the smallest exponent, fewer bits are left.
  int missing = exponent < 1 - bias ? 1 - bias - exponent : 0;
  int shift = doubleBits - MantissaBits + missing;
  if (shift > doubleBits + 1)
    return static_cast<uint16_t>(sign);
  uint64_t rounded = significand >> shift;
  uint64_t rest = significand - (rounded << shift);
  uint64_t half = uint64_t(1) << (shift - 1);
  if (rest > half || (rest == half && rounded % 2 == 1))
    ++rounded;
  // A significand that rounds up to the next power of two carries into the
  // exponent.
  uint64_t magnitude = rounded;
  if (missing == 0)
    magnitude += static_cast<uint64_t>(exponent + bias - 1) << MantissaBits;
  return static_cast<uint16_t>(sign |
                               (magnitude < infinity ? magnitude : infinity));
}

template <int ExponentBits, int MantissaBits>
SmallFloat<ExponentBits, MantissaBits>::operator double() const {
  uint64_t magnitude = bits & 0x7FFF;
  double sign = bits >> 15 ? -1 : 1;
  if (magnitude == infinity)
    return sign * std::numeric_limits<double>::infinity();
  if (magnitude > infinity)
    return std::numeric_limits<double>::quiet_NaN();
  int exponent = static_cast<int>(magnitude >> MantissaBits);
  uint64_t significand = magnitude & ((uint64_t(1) << MantissaBits) - 1);
  if (exponent == 0)
    exponent = 1;
  else
    significand += uint64_t(1) << MantissaBits;
  return sign * std::ldexp(static_cast<double>(significand),
                           exponent - bias - MantissaBits);
}

/// A truth value as it is stored: any other byte than zero is true.
struct Bool {
  uint8_t byte = 0;

  Bool() = default;
  explicit Bool(double value) : byte(value != 0) {}
  explicit operator bool() const { return byte != 0; }
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SMALLFLOAT_H
