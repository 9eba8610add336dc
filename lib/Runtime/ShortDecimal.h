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
#include <cstring>
#include <limits>
#include <type_traits>

namespace weft {
namespace runtime {

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Takes an exponent, signed digits, from the front of a text. False if there
/// is none, or one of many digits.
inline bool takeExponent(const char *&c, const char *end, int64_t &exponent) {
  bool isNegative = c != end && *c == '-';
  if (c != end && (*c == '-' || *c == '+'))
    ++c;
  const char *first = c;
  int64_t value = 0;
  for (; c != end && c - first < 4 && isDigit(*c); ++c)
    value = value * 10 + (*c - '0');
  exponent = isNegative ? -value : value;
  return c != first && c - first < 4;
}

/// Powers of ten that 64 bits hold, from the first on, and what a product with
/// each of their reciprocals is.
struct PowersOfTen {
  static constexpr int count = 20;
  uint64_t powers[count] = {};
  /// The first 64 bits of 2^shift divided by the power, which are cut off.
  uint64_t reciprocals[count] = {};
  int shifts[count] = {};

  constexpr PowersOfTen() {
    __extension__ using Wide = unsigned __int128;
    uint64_t power = 1;
    for (int i = 0; i < count; ++i, power *= 10) {
      powers[i] = power;
      shifts[i] = 127 - __builtin_clzll(power);
      // What is too long for the first is not asked for.
      reciprocals[i] = i == 0 ? 0 : uint64_t((Wide(1) << shifts[i]) / power);
    }
  }
};
inline constexpr PowersOfTen powersOfTen;

/// The power of two of an exponent in the range of T.
template <typename T> T powerOfTwo(int exponent) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  constexpr int mantissa = std::numeric_limits<T>::digits - 1;
  Bits bits = Bits(exponent + std::numeric_limits<T>::max_exponent - 1)
              << mantissa;
  T power;
  std::memcpy(&power, &bits, sizeof(T));
  return power;
}

/// The quotient of a number of 64 bits, not zero, by a power of ten from the
/// first to the 19th, rounded once: more bits of it than T has are computed,
/// the last of which says whether there is a remainder.
template <typename T> T divideByPower(uint64_t digits, int64_t power) {
  __extension__ using Wide = unsigned __int128;
  int shift = __builtin_clzll(digits);
  uint64_t dividend = digits << shift;
  int exponent = 64 - shift - powersOfTen.shifts[power];
  // The product by the reciprocal is less than the quotient by less than one of
  // its first 64 bits. That does not matter unless they are next to the middle
  // between two numbers that T has.
  auto first =
      uint64_t((Wide(dividend) * powersOfTen.reciprocals[power]) >> 64);
  int rest = 64 - __builtin_clzll(first) - std::numeric_limits<T>::digits;
  uint64_t middle = uint64_t(1) << (rest - 1);
  uint64_t past = (first - middle + 1) & (2 * middle - 1);
  if (past > 1)
    return T(first) * powerOfTwo<T>(exponent);
  uint64_t divisor = powersOfTen.powers[power];
  int divisorShift = __builtin_clzll(divisor);
  // Between 2^62 and 2^64, because both have their highest bit.
  Wide numerator = Wide(dividend) << 63;
  auto quotient = static_cast<uint64_t>(numerator / (divisor << divisorShift));
  bool hasRest = Wide(quotient) * (divisor << divisorShift) != numerator;
  return std::ldexp(T(quotient | hasRest), divisorShift - shift - 63);
}

/// The number that eight digits are, each in a byte, the first in the lowest.
inline uint64_t fromDigits(uint64_t digits) {
  // Of pairs, of pairs of pairs, and of both of these.
  digits = digits * 10 + (digits >> 8);
  constexpr uint64_t pairs = 0x000000ff000000ff;
  return ((digits & pairs) * (100 + (uint64_t(1000000) << 32)) +
          ((digits >> 16) & pairs) * (1 + (uint64_t(10000) << 32))) >>
         32;
}

/// Eight characters of a text.
struct EightCharacters {
  /// The digits that they are, each in a byte, the first in the lowest.
  uint64_t digits;
  /// The highest bit of each byte whose character is none.
  uint64_t others;

  explicit EightCharacters(const char *c) {
    uint64_t text;
    std::memcpy(&text, c, 8);
    digits = text - 0x3030303030303030;
    others = ((text + 0x4646464646464646) | digits) & 0x8080808080808080;
  }

  /// Appends the first `count` digits, behind zeros, to a number. A shift of 64
  /// bits is two.
  uint64_t appendTo(uint64_t number, int count) const {
    int half = 32 - 4 * count;
    return number * powersOfTen.powers[count] +
           fromDigits(digits << half << half);
  }
};

/// Takes digits from the front of a text, and appends them to a number. What it
/// has no room for is left out at its front.
inline __attribute__((always_inline)) uint64_t takeDigits(const char *&c,
                                                          const char *end,
                                                          uint64_t number) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  while (end - c >= 8) {
    // Numbers of a file are all short, or all long.
    EightCharacters first(c);
    if (first.others != 0) {
      int count = __builtin_ctzll(first.others) / 8;
      c += count;
      return first.appendTo(number, count);
    }
    number = first.appendTo(number, 8);
    c += 8;
    if (end - c < 8)
      break;
    // How long is not foreseen, so that this has no branch.
    EightCharacters second(c);
    int count = second.others == 0 ? 8 : __builtin_ctzll(second.others) / 8;
    number = second.appendTo(number, count);
    c += count;
    if (c == end || !isDigit(*c))
      return number;
  }
#endif
  for (; c != end && isDigit(*c); ++c)
    number = number * 10 + (*c - '0');
  return number;
}

/// Takes a number of few digits without a sign from the front of a text. The
/// quotient or product of two numbers that T has is rounded once, correctly
/// (Clinger, "How to read floating point numbers accurately", 1990), so that
/// the result is that of from_chars. False if the number is not that simple.
template <typename T>
inline __attribute__((always_inline)) bool takeShort(TextRange &text,
                                                     T &value) {
  constexpr bool isDouble = std::is_same_v<T, double>;
  constexpr int64_t largestPower = isDouble ? 22 : 10;
  constexpr T powers[] = {T(1e0),  T(1e1),  T(1e2),  T(1e3),  T(1e4),  T(1e5),
                          T(1e6),  T(1e7),  T(1e8),  T(1e9),  T(1e10), T(1e11),
                          T(1e12), T(1e13), T(1e14), T(1e15), T(1e16), T(1e17),
                          T(1e18), T(1e19), T(1e20), T(1e21), T(1e22)};
  const char *c = text.begin;
  if (FLT_EVAL_METHOD != 0 || c == text.end || !isDigit(*c))
    return false;
  // Where the point is expected, nothing waits for where it is.
  bool isSingle = text.end - c > 1 && c[1] == '.';
  uint64_t digits =
      isSingle ? uint64_t(*c++ - '0') : takeDigits(c, text.end, 0);
  int64_t power = 0;
  if (c != text.end && *c == '.') {
    const char *point = c++;
    digits = takeDigits(c, text.end, digits);
    power = point + 1 - c;
  }
  // So many characters have no digits that overflow.
  if (c - text.begin > 19)
    return false;
  // Fortran writes a D.
  if (c != text.end && ((*c | 0x20) == 'e' || (*c | 0x20) == 'd')) {
    int64_t exponent = 0;
    if (!takeExponent(++c, text.end, exponent))
      return false;
    power += exponent;
  }
  text.begin = c;
  // Whether so many digits are a number that T has is not foreseen.
  if (power < 0 && power >= -19 && digits != 0) {
    value = divideByPower<T>(digits, -power);
    return true;
  }
  if (digits > uint64_t(1) << std::numeric_limits<T>::digits ||
      power < -largestPower || power > largestPower)
    return false;
  value = power < 0 ? T(digits) / powers[-power] : T(digits) * powers[power];
  return true;
}

/// The same of a whole word.
template <typename T> bool parseShort(TextRange word, T &value) {
  return takeShort(word, value) && word.begin == word.end;
}

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SHORTDECIMAL_H
