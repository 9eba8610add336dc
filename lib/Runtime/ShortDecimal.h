//===- ShortDecimal.h - Decimal numbers of few digits -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most numbers in files have few digits, and their value is one operation that
// rounds once. The bits are those of std::from_chars, which reads all others.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_SHORTDECIMAL_H
#define WEFT_LIB_RUNTIME_SHORTDECIMAL_H

#include "LineReader.h"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace weft {
namespace runtime {

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Takes an exponent, signed digits, from the front of a text. Zero if there
/// is none; nothing is taken of one that has many digits.
inline int64_t takeExponent(TextRange &text) {
  TextRange rest = text;
  bool hasSign =
      rest.begin != rest.end && (*rest.begin == '-' || *rest.begin == '+');
  bool isNegative = hasSign && *rest.begin == '-';
  rest.begin += hasSign;
  int64_t exponent = 0;
  if (rest.begin == rest.end || rest.end - rest.begin > 3)
    return 0;
  for (; rest.begin != rest.end && isDigit(*rest.begin); ++rest.begin)
    exponent = exponent * 10 + (*rest.begin - '0');
  text = rest;
  return isNegative ? -exponent : exponent;
}

/// The quotient of a number of 64 bits, not zero, by a power of ten up to the
/// 19th, rounded once: more bits of it than T has are computed, the last of
/// which says whether there is a remainder.
template <typename T> T divideByPower(uint64_t digits, int64_t power) {
  __extension__ using Wide = unsigned __int128;
  uint64_t divisor = 1;
  for (int64_t i = 0; i < power; ++i)
    divisor *= 10;
  int shift = __builtin_clzll(digits), divisorShift = __builtin_clzll(divisor);
  divisor <<= divisorShift;
  // Between 2^62 and 2^64, because both have their highest bit.
  Wide dividend = Wide(digits << shift) << 63;
  auto quotient = static_cast<uint64_t>(dividend / divisor);
  bool hasRest = Wide(quotient) * divisor != dividend;
  return std::ldexp(T(quotient | hasRest), divisorShift - shift - 63);
}

/// Reads a whole word of few digits without a sign as a number. The quotient or
/// product of two numbers that T has is rounded once, correctly (Clinger, "How
/// to read floating point numbers accurately", 1990), so that the result is
/// that of from_chars. False if the word is not that simple.
template <typename T> bool parseShort(TextRange word, T &value) {
  constexpr bool isDouble = std::is_same_v<T, double>;
  constexpr int64_t largestPower = isDouble ? 22 : 10;
  constexpr T powers[] = {T(1e0),  T(1e1),  T(1e2),  T(1e3),  T(1e4),  T(1e5),
                          T(1e6),  T(1e7),  T(1e8),  T(1e9),  T(1e10), T(1e11),
                          T(1e12), T(1e13), T(1e14), T(1e15), T(1e16), T(1e17),
                          T(1e18), T(1e19), T(1e20), T(1e21), T(1e22)};
  // So many characters have no digits that overflow.
  if (FLT_EVAL_METHOD != 0 || word.end - word.begin > 19 ||
      !isDigit(*word.begin))
    return false;
  uint64_t digits = 0;
  const char *c = word.begin;
  for (; c != word.end && isDigit(*c); ++c)
    digits = digits * 10 + (*c - '0');
  int64_t power = 0;
  if (c != word.end && *c == '.') {
    const char *point = c++;
    for (; c != word.end && isDigit(*c); ++c)
      digits = digits * 10 + (*c - '0');
    power = point + 1 - c;
  }
  if (c != word.end && (*c == 'e' || *c == 'E')) {
    TextRange exponent = {c + 1, word.end};
    if (exponent.begin == exponent.end)
      return false;
    power += takeExponent(exponent);
    c = exponent.begin;
  }
  if (c != word.end)
    return false;
  bool isExact = digits <= uint64_t(1) << std::numeric_limits<T>::digits &&
                 power >= -largestPower && power <= largestPower;
  if (!isExact) {
    if (digits == 0 || power > 0 || power < -19)
      return false;
    value = divideByPower<T>(digits, -power);
    return true;
  }
  value = power < 0 ? T(digits) / powers[-power] : T(digits) * powers[power];
  return true;
}

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SHORTDECIMAL_H
