//===- FillText.cpp - The number that is not stored -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fill of a format as people spell it. A format is read before the type of
// its tensor is known, so that whether the fill fits the type is checked apart.
//
//===----------------------------------------------------------------------===//

#include "FormatPieces.h"

#include "weft/Notation/FormatText.h"

#include <charconv>

using namespace weft;
using namespace weft::notation;
using runtime::Number;

/// Reads a whole text as a number of type T.
template <typename T> static bool parse(std::string_view text, T &value) {
  const char *end = text.data() + text.size();
  auto [stop, status] = std::from_chars(text.data(), end, value);
  return !text.empty() && stop == end && status == std::errc();
}

/// Reads "2", "-1.5", "inf", "2im" or "1+2im".
static std::optional<Number> parseNumber(std::string_view text) {
  int64_t integer = 0;
  uint64_t large = 0;
  double real = 0, imaginary = 0;
  if (parse(text, integer))
    return Number::integer(integer);
  if (parse(text, large))
    return Number::unsignedInteger(large);
  if (parse(text, real))
    return Number::complex(real);
  const std::string_view unit = "im";
  if (text.size() <= unit.size() ||
      text.substr(text.size() - unit.size()) != unit)
    return std::nullopt;
  std::string_view parts = text.substr(0, text.size() - unit.size());
  if (parse(parts, imaginary))
    return Number::complex(0, imaginary);
  // A sign that begins the second part; others belong to exponents.
  for (size_t sign = 1; sign < parts.size(); ++sign) {
    std::string_view second = parts.substr(sign);
    if (second.front() == '+')
      second.remove_prefix(1);
    else if (second.front() != '-')
      continue;
    if (parse(parts.substr(0, sign), real) && parse(second, imaginary))
      return Number::complex(real, imaginary);
  }
  return std::nullopt;
}

std::optional<Diagnostic>
weft::notation::parseFill(Piece text, std::optional<Number> &fill) {
  std::optional<Number> number = parseNumber(text.text);
  if (!number)
    return errorAt("expected a number, got " +
                       (text.text.empty() ? "nothing" : quote(text.text)),
                   text.range(),
                   "components that are not stored are the fill, e.g. 1, inf, "
                   "-0.5 or 1+2im");
  // Zero is what formats have anyway.
  fill = *number == Number() ? std::nullopt : number;
  return std::nullopt;
}

std::optional<Diagnostic>
weft::notation::checkFill(const runtime::Format &format,
                          runtime::ElementType type, std::string_view text) {
  char component[16];
  if (!format.fill || runtime::storeNumber(*format.fill, type, component))
    return std::nullopt;
  // The fill is the last property of this name.
  Range range{0, text.size()};
  const std::string_view key = "fill";
  if (size_t at = text.rfind(key); at != text.npos) {
    size_t begin = text.find('=', at);
    begin = begin == text.npos ? at + key.size() : begin + 1;
    size_t end = text.find_first_of(",}", begin);
    range = trim({text.substr(begin, end - begin), begin}).range();
  }
  return errorAt("the fill does not fit the type " + runtime::nameOf(type),
                 range);
}
