//===- ScalarText.cpp - Numbers in mathematical notation --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints scalar attributes, complex numbers as `1 + 2i`.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/ScalarText.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;

/// More decimal digits than any float of up to 128 bits needs.
static constexpr unsigned kMaxDigits = 40;

static std::string getFloatText(const APFloat &value) {
  if (value.isNaN())
    return "nan";
  if (value.isInfinity())
    return value.isNegative() ? "-inf" : "inf";
  // The fewest digits that are read back as the value.
  for (unsigned digits = 1;; ++digits) {
    SmallString<24> text;
    value.toString(text, digits, /*FormatMaxPadding=*/6);
    if (digits == kMaxDigits ||
        APFloat(value.getSemantics(), text).bitwiseIsEqual(value))
      return text.str().str();
  }
}

static std::string getComplexText(ArrayAttr parts) {
  std::string imaginary = getScalarText(parts[1]);
  bool negative = StringRef(imaginary).starts_with("-");
  if (negative)
    imaginary.erase(0, 1);
  return "(" + getScalarText(parts[0]) + (negative ? " - " : " + ") +
         imaginary + "i)";
}

std::string weft::getScalarText(Attribute scalar) {
  return llvm::TypeSwitch<Attribute, std::string>(scalar)
      .Case([](BoolAttr value) -> std::string {
        return value.getValue() ? "true" : "false";
      })
      .Case([](IntegerAttr value) {
        SmallString<24> text;
        value.getValue().toString(text, /*Radix=*/10, /*Signed=*/true);
        return text.str().str();
      })
      .Case([](FloatAttr value) { return getFloatText(value.getValue()); })
      .Case([](ArrayAttr parts) -> std::string {
        return parts.size() == 2 ? getComplexText(parts) : "?";
      })
      .Default([](Attribute other) {
        std::string text;
        llvm::raw_string_ostream(text) << other;
        return text;
      });
}
