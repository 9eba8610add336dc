//===- DecodeFloat.cpp - Floating-point arithmetic ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul, fma, mad, div, min, max, abs and neg of floating-point
// numbers, correctly rounded in each rounding mode. This file is compiled
// for any rounding of the host.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"

using namespace weft::ptx;

namespace {
struct Add {
  template <typename T> static T apply(T a, T b) { return a + b; }
};
struct Subtract {
  template <typename T> static T apply(T a, T b) { return a - b; }
};
struct Multiply {
  template <typename T> static T apply(T a, T b) { return a * b; }
};
struct Divide {
  template <typename T> static T apply(T a, T b) { return a / b; }
};
struct Fuse {
  static float apply(float a, float b, float c) { return std::fma(a, b, c); }
  static double apply(double a, double b, double c) {
    return std::fma(a, b, c);
  }
};
struct FuseSmall {
  static double apply(double a, double b, double c) {
    return fuseToOdd(a, b, c);
  }
};
struct Absolute {
  template <typename T> static T apply(T a) { return std::fabs(a); }
};
struct Negate {
  template <typename T> static T apply(T a) { return -a; }
};
/// The smaller or the larger number. A NaN gives way to a number, unless
/// `.NaN` lets it win; -0 is smaller than +0.
template <bool IsMaximum, bool IsNaN, bool IsSigned> struct Extremum {
  template <typename T> static T apply(T a, T b) {
    bool isNegative = std::signbit(a) != std::signbit(b);
    if (IsSigned) {
      a = std::fabs(a);
      b = std::fabs(b);
    }
    T result;
    if (a != a || b != b)
      result = IsNaN ? a + b : a != a ? b : a;
    else if (a == b)
      result = std::signbit(a) == IsMaximum ? b : a;
    else
      result = (a < b) == IsMaximum ? b : a;
    return IsSigned && isNegative && result == result ? -result : result;
  }
};
} // namespace

bool weft::ptx::decodeFloatOperands(Decoding &d, Type type, unsigned number) {
  if (!d.expectOperands(number + 1) || !d.result(0, type, d.instr.result[0]))
    return false;
  for (unsigned i = 0; i < number; ++i)
    if (!d.source(i + 1, type, d.instr.source[i]))
      return false;
  return true;
}

/// Takes `.rn`, `.ftz`, `.sat` and `.relu`.
static bool takeOptions(Decoding &d, Type type, bool needsRounding) {
  int rounding = d.takeAny({"rn", "rz", "rm", "rp"});
  if (rounding < 0 && needsRounding)
    return d.refuse("expected a rounding mode of '" +
                    std::string(d.text.opcode) + "'");
  if (rounding > 0 && type.bits == 16)
    return d.refuseType();
  bool isFlushed = d.take("ftz"), isSaturated = d.take("sat"),
       isRelu = d.take("relu");
  if ((isFlushed || isSaturated) && type.bits == 64)
    return d.refuseType();
  if (isRelu && type.bits != 16)
    return d.refuseType();
  d.instr.option = uint8_t(
      (isFlushed ? kFlush : 0) | (isSaturated ? kSaturate : 0) |
      (isRelu ? kRelu : 0) | (rounding > 0 ? rounding << kRoundingShift : 0));
  return true;
}

static bool decodeExtremum(Decoding &d, Type type, bool isMaximum) {
  bool isNaN = d.take("NaN"), isSigned = d.take("xorsign");
  if (isSigned && !d.take("abs"))
    return d.refuseType();
  if (!takeOptions(d, type, false))
    return false;
  auto choose = [&](auto maximum, auto nan, auto sign) {
    return chooseFloat<2,
                       Extremum<decltype(maximum)::value, decltype(nan)::value,
                                decltype(sign)::value>>(type, d.instr.option);
  };
  using Yes = std::true_type;
  using No = std::false_type;
  auto chooseSign = [&](auto maximum, auto nan) {
    return isSigned ? choose(maximum, nan, Yes()) : choose(maximum, nan, No());
  };
  auto chooseNaN = [&](auto maximum) {
    return isNaN ? chooseSign(maximum, Yes()) : chooseSign(maximum, No());
  };
  d.instr.run = isMaximum ? chooseNaN(Yes()) : chooseNaN(No());
  return decodeFloatOperands(d, type, 2);
}

static bool decodeDivision(Decoding &d, Type type) {
  // Approximations may be exact.
  bool isApproximate = d.takeAny({"approx", "full"}) >= 0;
  if (type.bits < 32 || (isApproximate && type.bits != 32))
    return d.refuseType();
  if (!takeOptions(d, type, !isApproximate))
    return false;
  d.instr.run = chooseFloat<2, Divide>(type, d.instr.option);
  return decodeFloatOperands(d, type, 2);
}

static bool decodeSign(Decoding &d, Type type, bool isAbsolute) {
  if (!takeOptions(d, type, false))
    return false;
  unsigned option = d.instr.option;
  d.instr.run = isAbsolute ? chooseFloat<1, Absolute>(type, option)
                           : chooseFloat<1, Negate>(type, option);
  return decodeFloatOperands(d, type, 1);
}

bool weft::ptx::decodeFloatArithmetic(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  auto type = d.takeType();
  if (!type || !type->isFloat())
    return d.refuseType();
  if (opcode == "min" || opcode == "max")
    return decodeExtremum(d, *type, opcode == "max");
  if (opcode == "div")
    return decodeDivision(d, *type);
  if (opcode == "abs" || opcode == "neg")
    return decodeSign(d, *type, opcode == "abs");
  bool isFused = opcode == "fma" || opcode == "mad";
  if (!isFused && opcode != "add" && opcode != "sub" && opcode != "mul")
    return d.refuseType();
  if (!takeOptions(d, *type, isFused))
    return false;
  unsigned option = d.instr.option;
  if (isFused)
    d.instr.run = chooseFloat<3, Fuse, FuseSmall>(*type, option);
  else if (opcode == "add")
    d.instr.run = chooseFloat<2, Add>(*type, option);
  else if (opcode == "sub")
    d.instr.run = chooseFloat<2, Subtract>(*type, option);
  else
    d.instr.run = chooseFloat<2, Multiply>(*type, option);
  return decodeFloatOperands(d, *type, isFused ? 3 : 2);
}
