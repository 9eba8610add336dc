//===- Half.cpp - Floating-point numbers of 16 bits -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds doubles to numbers of 16 bits in one step, since rounding to float
// first rounds some of them twice.
//
//===----------------------------------------------------------------------===//

#include "weft-cxx/Half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <ostream>

using namespace weft;

namespace {
/// A binary format of 16 bits: a sign, an exponent and a fraction.
struct HalfFormat {
  int fractionBits;
  /// The exponent of the least normal number, and of the largest number.
  int minExponent, maxExponent;

  unsigned getInfinity() const {
    return static_cast<unsigned>(maxExponent - minExponent + 2) << fractionBits;
  }
};
} // namespace

static constexpr HalfFormat float16{10, -14, 15};
static constexpr HalfFormat bfloat16{7, -126, 127};

/// The bits of the magnitude of a number.
static unsigned encodeMagnitude(double magnitude, const HalfFormat &format) {
  unsigned infinity = format.getInfinity();
  if (std::isnan(magnitude))
    return infinity | 1u << (format.fractionBits - 1);
  if (magnitude == 0)
    return 0;
  if (std::isinf(magnitude) || std::ilogb(magnitude) > format.maxExponent)
    return infinity;
  int exponent = std::max(std::ilogb(magnitude), format.minExponent);
  // A multiple of the last place. Of a normal number it includes the leading
  // one, and a carry from rounding increments the exponent.
  auto places = static_cast<unsigned>(
      std::nearbyint(std::ldexp(magnitude, format.fractionBits - exponent)));
  return (static_cast<unsigned>(exponent - format.minExponent)
          << format.fractionBits) +
         places;
}

static uint16_t encode(double number, const HalfFormat &format) {
  unsigned sign = std::signbit(number) ? 0x8000 : 0;
  return static_cast<uint16_t>(sign |
                               encodeMagnitude(std::fabs(number), format));
}

uint16_t cxx::encodeFloat16(double number) { return encode(number, float16); }

uint16_t cxx::encodeBFloat16(double number) { return encode(number, bfloat16); }

float cxx::decodeFloat16(uint16_t bits) {
  unsigned exponent = bits >> float16.fractionBits & 0x1f;
  unsigned fraction = bits & 0x3ff;
  float magnitude;
  if (exponent == 0x1f)
    magnitude = fraction ? std::numeric_limits<float>::quiet_NaN()
                         : std::numeric_limits<float>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  else
    magnitude = std::ldexp(static_cast<float>(fraction + 0x400),
                           static_cast<int>(exponent) - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

float cxx::decodeBFloat16(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float number;
  std::memcpy(&number, &wide, sizeof(number));
  return number;
}

std::ostream &cxx::operator<<(std::ostream &out, Float16 number) {
  return out << static_cast<float>(number);
}

std::ostream &cxx::operator<<(std::ostream &out, BFloat16 number) {
  return out << static_cast<float>(number);
}
