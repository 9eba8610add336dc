//===- SmallFloats.h - Numbers of 16 bits -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between double and the 16-bit types `f16` (binary16) and `bf16`,
// exact in one direction and correctly rounded in the other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_SMALLFLOATS_H
#define WEFT_LIB_PTX_SMALLFLOATS_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace weft {
namespace ptx {

/// The rounding modes of PTX.
enum class Rounding : uint8_t { Nearest, Zero, Down, Up };

/// Rounds to `digits` bits of precision, with the smallest normal exponent
/// `minimum` as of std::frexp. The result is exact in a double.
inline double roundToDigits(double value, int digits, int minimum,
                            Rounding mode) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent;
  std::frexp(value, &exponent);
  // Subnormal numbers have fewer digits.
  int lowest = (exponent < minimum ? minimum : exponent) - digits;
  double scaled = std::ldexp(value, -lowest), rounded = std::trunc(scaled);
  double rest = scaled - rounded;
  bool isUp = false;
  switch (mode) {
  case Rounding::Nearest:
    isUp = std::fabs(rest) > 0.5 ||
           (std::fabs(rest) == 0.5 && std::fmod(rounded, 2) != 0);
    break;
  case Rounding::Zero:
    break;
  case Rounding::Down:
    isUp = rest < 0;
    break;
  case Rounding::Up:
    isUp = rest > 0;
    break;
  }
  if (isUp)
    rounded += std::copysign(1.0, value);
  return std::copysign(std::ldexp(rounded, lowest), value);
}

inline double decodeHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value;
  if (exponent == 31)
    value = fraction ? std::numeric_limits<double>::quiet_NaN()
                     : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    value = std::ldexp(fraction, -24);
  else
    value = std::ldexp(fraction + 1024, exponent - 25);
  return bits >> 15 ? -value : value;
}

inline uint16_t encodeHalf(double value, Rounding mode = Rounding::Nearest) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return 0x7fff;
  double rounded = std::fabs(roundToDigits(value, 11, -13, mode));
  if (rounded >= 65536) {
    bool toInfinity = std::isinf(value) || mode == Rounding::Nearest ||
                      (mode == Rounding::Up && !sign) ||
                      (mode == Rounding::Down && sign);
    return sign | (toInfinity ? 0x7c00 : 0x7bff);
  }
  if (rounded == 0)
    return sign;
  int exponent;
  std::frexp(rounded, &exponent);
  if (exponent < -13)
    return sign | uint16_t(std::ldexp(rounded, 24));
  return sign | uint16_t((exponent + 14) << 10 |
                         (int(std::ldexp(rounded, 11 - exponent)) & 1023));
}

inline double decodeBFloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

inline uint16_t encodeBFloat(double value, Rounding mode = Rounding::Nearest) {
  if (std::isnan(value))
    return 0x7fff;
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double rounded = roundToDigits(value, 8, -125, mode);
  // Half a unit above the largest number, which a float cannot exceed either.
  if (std::fabs(rounded) >= std::ldexp(1.0, 128)) {
    bool toInfinity = std::isinf(value) || mode == Rounding::Nearest ||
                      (mode == Rounding::Up && !sign) ||
                      (mode == Rounding::Down && sign);
    return sign | (toInfinity ? 0x7f80 : 0x7f7f);
  }
  float single = float(rounded);
  uint32_t bits;
  std::memcpy(&bits, &single, sizeof bits);
  return uint16_t(bits >> 16);
}

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_SMALLFLOATS_H
