//===- Scalars.cpp - Numbers from the command line ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers must fit the type of the operand that they are given for.
//
//===----------------------------------------------------------------------===//

#include "RandomValues.h"
#include "Texts.h"

#include <charconv>

using namespace weft::driver;

/// The two parts of "2", "2im" or "1+2im".
static bool parseComplex(const std::string &text, double &real,
                         double &imaginary) {
  real = imaginary = 0;
  if (parseReal(text, real))
    return true;
  if (text.size() < 3 || text.compare(text.size() - 2, 2, "im") != 0)
    return false;
  std::string parts = text.substr(0, text.size() - 2);
  if (parseReal(parts, imaginary))
    return true;
  for (size_t sign = 1; sign < parts.size(); ++sign)
    if ((parts[sign] == '+' || parts[sign] == '-') &&
        parseReal(parts.substr(0, sign), real) &&
        parseReal(parts.substr(sign), imaginary))
      return true;
  return false;
}

/// Whether a text is a number, of whatever size.
template <typename T> static bool isNumber(const std::string &text) {
  T value;
  const char *end = text.data() + text.size();
  auto [rest, failure] = std::from_chars(text.data(), end, value);
  return !text.empty() && rest == end && failure != std::errc::invalid_argument;
}

std::optional<bool>
weft::driver::parseScalar(const TensorDescription &description,
                          const std::string &text, Tensor &tensor,
                          std::string &message) {
  Values values(description.type);
  auto refuse = [&](const std::string &expected) {
    message = "expected " + expected + " for " + description.name +
              ", which is of type " + description.type + ", got '" + text + "'";
    return false;
  };
  auto refuseSize = [&] {
    message = "the number " + text + " for " + description.name +
              " does not fit " + description.type;
    return false;
  };
  auto make = [&](const char *from) {
    return values.convertFrom(from, 1, message)
               ? createTensor(description, {}, 1, {}, values, tensor, message)
               : refuseSize();
  };
  double real = 0, imaginary = 0;
  bool isComplex = parseComplex(text, real, imaginary);
  if (values.isInteger()) {
    int64_t integer = 0;
    uint64_t large = 0;
    const char *end = text.data() + text.size();
    if (parseInteger(text, integer)) {
      values.appendInteger(integer);
      return make("i64");
    }
    auto [rest, failure] = std::from_chars(text.data(), end, large);
    if (!text.empty() && rest == end && failure == std::errc()) {
      values.appendInteger(static_cast<int64_t>(large));
      return make("u64");
    }
    if (isNumber<int64_t>(text))
      return refuseSize();
    return isComplex || isNumber<double>(text)
               ? std::optional<bool>(refuse("an integer"))
               : std::nullopt;
  }
  if (!isComplex)
    return isNumber<double>(text) ? std::optional<bool>(refuseSize())
                                  : std::nullopt;
  if (!values.isComplex() && !parseReal(text, real))
    return refuse("a real number");
  values.appendReal(real);
  if (values.isComplex())
    values.appendReal(imaginary);
  return make(values.isComplex() ? "complex<f64>" : "f64");
}
