//===- TokenReader.cpp - The numbers on a line ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reals are read with std::from_chars, which rounds correctly; directly in the
// type of the tensor, so that nothing is rounded twice.
//
//===----------------------------------------------------------------------===//

#include "TokenReader.h"

#include "ShortDecimal.h"
#include "TypedArray.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

using namespace weft::runtime;

int64_t weft::runtime::numWords(Field field) {
  return field == Field::Pattern ? 0 : field == Field::Complex ? 2 : 1;
}

static const char *endOfWord(TextRange text) {
  const char *c = text.begin;
  while (c != text.end && !isSpace(*c))
    ++c;
  return c;
}

TextRange TokenReader::word() {
  TextRange word = {rest.begin, endOfWord(rest)};
  rest.begin = word.end;
  skipSpace();
  return word;
}

int64_t TokenReader::count() const {
  TokenReader copy = *this;
  int64_t count = 0;
  for (; !copy.atEnd(); copy.word())
    ++count;
  return count;
}

std::string TokenReader::quoted() const {
  if (atEnd())
    return "the end of the line";
  const int64_t most = 40;
  std::string text = "'";
  const char *end = endOfWord(rest);
  for (const char *c = rest.begin; c != end; ++c) {
    if (c - rest.begin == most)
      return text + "...'";
    bool isPrintable = *c >= ' ' && *c <= '~';
    text += isPrintable ? *c : '?';
  }
  return text + "'";
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// Whether the decimal number in `text` (digits, a point, an exponent) is less
/// than one; used to tell the two ways of being out of range apart.
static bool isSmall(TextRange text) {
  // The power of ten of the first digit that is not zero.
  int64_t power = 0;
  bool afterPoint = false, found = false;
  const char *c = text.begin;
  for (; c != text.end && *c != 'e' && *c != 'E'; ++c) {
    if (*c == '.') {
      afterPoint = true;
      continue;
    }
    found |= *c >= '1' && *c <= '9';
    if (!afterPoint && found)
      ++power;
    else if (afterPoint && !found)
      --power;
  }
  if (c == text.end)
    return power <= 0;
  bool negative = ++c != text.end && *c == '-';
  int64_t exponent = 0;
  for (; c != text.end; ++c)
    if (*c >= '0' && *c <= '9' && exponent < 1000000000)
      exponent = exponent * 10 + (*c - '0');
  return power + (negative ? -exponent : exponent) <= 0;
}

/// Rewrites a number with an exponent as Fortran prints it: "1.0D+03", "3q0",
/// and "1.5-103", where three digits leave no room for a letter. False if the
/// word is none of these.
static bool rewriteExponent(TextRange word, std::string &text) {
  const char *c = word.begin;
  bool hasPoint = false, hasDigits = false;
  if (c != word.end && (*c == '+' || *c == '-'))
    ++c;
  for (; c != word.end && (isDigit(*c) || (*c == '.' && !hasPoint)); ++c) {
    hasPoint |= *c == '.';
    hasDigits |= *c != '.';
  }
  if (!hasDigits || c == word.end)
    return false;
  const char *exponent = c;
  bool hasLetter = *c == 'd' || *c == 'D' || *c == 'q' || *c == 'Q';
  // Without a point, it may be a sum that somebody wrote.
  if (!hasLetter && !(hasPoint && (*c == '+' || *c == '-')))
    return false;
  c += hasLetter;
  if (c != word.end && (*c == '+' || *c == '-'))
    ++c;
  if (c == word.end || !std::all_of(c, word.end, isDigit))
    return false;
  text.assign(word.begin, exponent);
  text += 'e';
  text.append(exponent + hasLetter, word.end);
  return true;
}

/// Reads a whole word, whose exponent is as in C, as a number of type T.
template <typename T>
static std::errc parsePlainReal(TextRange word, T &value) {
  bool negative = word.begin != word.end && *word.begin == '-';
  if (word.begin != word.end && (*word.begin == '+' || *word.begin == '-'))
    ++word.begin;
  // A second sign is none of from_chars' business.
  if (word.begin == word.end || *word.begin == '-')
    return std::errc::invalid_argument;
  if (parseShort(word, value)) {
    value = negative ? -value : value;
    return std::errc();
  }
  auto [end, error] = std::from_chars(word.begin, word.end, value);
  if (error == std::errc::invalid_argument || end != word.end)
    return std::errc::invalid_argument;
  bool isDigits = *word.begin == '.' || isDigit(*word.begin);
  if (error == std::errc::result_out_of_range ||
      (isDigits && std::isinf(value))) {
    if (!isSmall(word))
      return std::errc::result_out_of_range;
    value = 0;
  }
  if (negative)
    value = -value;
  return std::errc();
}

/// Reads a whole word as a number of type T. Underflow gives zero.
/// Returns invalid_argument or result_out_of_range, or no error.
template <typename T> static std::errc parseReal(TextRange word, T &value) {
  std::errc error = parsePlainReal(word, value);
  std::string text;
  if (error != std::errc::invalid_argument || !rewriteExponent(word, text))
    return error;
  return parsePlainReal({text.data(), text.data() + text.size()}, value);
}

/// Reads a whole word as an integer literal.
template <typename T> static std::errc parseInteger(TextRange word, T &value) {
  if (word.end - word.begin > 1 && *word.begin == '+' && word.begin[1] != '-')
    ++word.begin;
  auto [end, error] = std::from_chars(word.begin, word.end, value);
  return end == word.end ? error : std::errc::invalid_argument;
}

/// The digits of a decimal number, which may have a point and an exponent, as
/// an integer, so that none of them is lost in a real number; nothing if it is
/// no integer. Of an integer beyond any type there are some digits only.
static std::optional<std::string> writeOutInteger(TextRange word) {
  std::string digits;
  bool isNegative = *word.begin == '-';
  const char *c = word.begin + (isNegative || *word.begin == '+');
  // How many zeros are to follow the digits; less than zero if some are behind
  // the point.
  int64_t power = 0;
  bool afterPoint = false;
  for (; c != word.end && *c != 'e' && *c != 'E'; ++c) {
    if (*c == '.') {
      afterPoint = true;
      continue;
    }
    if (!isDigit(*c))
      return std::nullopt;
    power -= afterPoint;
    if (*c != '0' || !digits.empty())
      digits += *c;
  }
  if (digits.empty())
    return "0";
  const int64_t mostPower = 1 << 30;
  if (c != word.end) {
    c += c[1] == '+' ? 2 : 1;
    int64_t exponent = 0;
    if (std::from_chars(c, word.end, exponent).ec != std::errc() ||
        exponent > mostPower)
      exponent = *c == '-' ? -mostPower : mostPower;
    power += exponent;
  }
  while (power < 0 && digits.back() == '0') {
    digits.pop_back();
    ++power;
  }
  if (power < 0)
    return std::nullopt;
  const int64_t mostDigits = std::numeric_limits<uint64_t>::digits10 + 2;
  digits.append(std::min(power, mostDigits), '0');
  return isNegative ? "-" + digits : digits;
}

Status TokenReader::checkWord(Field field, TextRange text) const {
  bool isUnsigned = field == Field::Unsigned;
  int64_t integer = 0;
  if (!isUnsigned && field != Field::Integer)
    return Status::success();
  std::errc error = parseInteger(text, integer);
  if (error == std::errc::invalid_argument)
    return Status::failure("expected an integer value, got " + quoted());
  bool isNegative = text.begin != text.end && *text.begin == '-' &&
                    (error != std::errc() || integer != 0);
  if (isUnsigned && isNegative)
    return Status::failure(
        "expected a value without a sign, as the banner promises, got " +
        quoted());
  return Status::success();
}

template <typename T> Status TokenReader::readReal(Field field, T &value) {
  TokenReader start = *this;
  TextRange text = word();
  if (Status status = start.checkWord(field, text); status.failed())
    return status;
  std::errc error = parseReal(text, value);
  if (error == std::errc::result_out_of_range)
    return Status::failure("the value " + start.quoted() +
                           " is too large for its type");
  if (error != std::errc())
    return Status::failure("expected a value, got " + start.quoted());
  return Status::success();
}

template <typename T>
Status TokenReader::readInteger(Field field, ElementType type, T &value) {
  TokenReader start = *this;
  TextRange text = word();
  std::errc error = parseInteger(text, value);
  bool isPlain = error == std::errc();
  if (isPlain && field != Field::Unsigned)
    return Status::success();
  if (Status status = start.checkWord(field, text); isPlain || status.failed())
    return status;
  std::string tooLarge =
      "the value " + start.quoted() + " does not fit " + nameOf(type);
  // What is no unsigned number may still be an integer, and even "-0".
  int64_t wide = 0;
  std::errc wideError = parseInteger(text, wide);
  if (wideError == std::errc() &&
      storeNumber(Number::integer(wide), type, &value))
    return Status::success();
  if (error == std::errc::result_out_of_range ||
      wideError != std::errc::invalid_argument)
    return Status::failure(tooLarge);
  double real = 0;
  if (parseReal(text, real) == std::errc::invalid_argument)
    return Status::failure("expected a value, got " + start.quoted());
  std::string rewritten;
  if (rewriteExponent(text, rewritten))
    text = {rewritten.data(), rewritten.data() + rewritten.size()};
  std::optional<std::string> digits = writeOutInteger(text);
  if (!digits)
    return Status::failure("the value " + start.quoted() +
                           " is not an integer, which the tensor's type " +
                           nameOf(type) + " demands");
  TextRange exact{digits->data(), digits->data() + digits->size()};
  if (parseInteger(exact, value) == std::errc())
    return Status::success();
  return Status::failure(tooLarge);
}

/// Truth values are the numbers 0 and 1.
Status TokenReader::readBool(Field field, Bool &value) {
  TokenReader start = *this;
  uint64_t integer = 0;
  Status status = readInteger(field, ElementType::U64, integer);
  if (status.failed() || integer > 1)
    return Status::failure("expected 0 or 1, which the tensor's type bool "
                           "demands, got " +
                           start.quoted());
  value = Bool(integer);
  return Status::success();
}

/// Reads a real number of 16 bits.
template <typename T> Status TokenReader::readSmall(Field field, T &value) {
  TokenReader start = *this;
  double real = 0;
  Status status = readReal(field, real);
  if (status.failed())
    return status;
  value = T(real);
  if (std::isfinite(real) && !std::isfinite(static_cast<double>(value)))
    return Status::failure("the value " + start.quoted() +
                           " is too large for its type");
  return Status::success();
}

template <typename T>
Status TokenReader::readValue(Field field, ElementType type, T &value) {
  if constexpr (IsComplex<T>::value) {
    typename T::value_type real = 0, imaginary = 0;
    Status status = readReal(field, real);
    if (status.succeeded() && field == Field::Complex)
      status = readReal(field, imaginary);
    value = T(real, imaginary);
    return status;
  } else if constexpr (std::is_integral_v<T>) {
    return readInteger(field, type, value);
  } else if constexpr (std::is_same_v<T, Bool>) {
    return readBool(field, value);
  } else if constexpr (!std::is_floating_point_v<T>) {
    return readSmall(field, value);
  } else {
    return readReal(field, value);
  }
}

Status TokenReader::readComponent(Field field, ElementType type,
                                  Component &component) {
  return withElementType(type, [&](auto zero) {
    using T = decltype(zero);
    T value(1);
    if (field != Field::Pattern)
      if (Status status = readValue(field, type, value); status.failed())
        return status;
    std::memcpy(component.bytes, &value, sizeof(T));
    return Status::success();
  });
}
