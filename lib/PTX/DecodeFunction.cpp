//===- DecodeFunction.cpp - Roots and transcendental functions ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sqrt, rcp, rsqrt, ex2, lg2, sin, cos and tanh, copysign and testp. Functions
// that PTX allows to be approximate are computed in double and rounded, which
// is within every bound. This file is compiled for any rounding of the host.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"

using namespace weft::ptx;

namespace {
struct SquareRoot {
  template <typename T> static T apply(T a) { return std::sqrt(a); }
};
struct Reciprocal {
  template <typename T> static T apply(T a) { return T(1) / a; }
};
struct ReciprocalRoot {
  static float apply(float a) { return float(1 / std::sqrt(double(a))); }
  static double apply(double a) { return 1 / std::sqrt(a); }
};
/// The upper half of a double, which is all that these give.
template <typename Op> struct UpperHalf {
  static double apply(double a) {
    uint64_t bits;
    std::memcpy(&bits, &a, sizeof bits);
    bits &= ~uint64_t(0) << 32;
    std::memcpy(&a, &bits, sizeof bits);
    double value = Op::apply(a);
    std::memcpy(&bits, &value, sizeof bits);
    bits &= ~uint64_t(0) << 32;
    std::memcpy(&value, &bits, sizeof bits);
    return value;
  }
  static float apply(float a) { return Op::apply(a); }
};
template <double (*F)(double)> struct Through {
  template <typename T> static T apply(T a) { return T(F(double(a))); }
};
struct CopySign {
  template <typename T> static T apply(T sign, T a) {
    return std::copysign(a, sign);
  }
};
} // namespace

static double exponential(double a) { return std::exp2(a); }
static double logarithm(double a) { return std::log2(a); }
static double sine(double a) { return std::sin(a); }
static double cosine(double a) { return std::cos(a); }
static double tangent(double a) { return std::tanh(a); }

template <typename T>
static void testProperty(Warp &warp, const Instr &instr, Mask mask) {
  const T *a = warp.at<const T>(instr.source[0]);
  Mask result = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    int found = std::fpclassify(a[lane]);
    bool is = false;
    switch (instr.option) {
    case 0:
      is = std::isfinite(a[lane]);
      break;
    case 1:
      is = found == FP_INFINITE;
      break;
    case 2:
      is = found != FP_NAN;
      break;
    case 3:
      is = found == FP_NAN;
      break;
    case 4:
      is = found == FP_NORMAL;
      break;
    case 5:
      is = found == FP_SUBNORMAL;
      break;
    }
    result |= Mask(is) << lane;
  }
  warp.setPredicate(instr.result[0], mask, result);
}

static bool decodeTest(Decoding &d) {
  int property = d.takeAny(
      {"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  auto type = d.takeType();
  if (property < 0 || !type || type->kind != Type::Kind::Float ||
      type->bits < 32)
    return d.refuseType();
  d.instr.option = uint8_t(property);
  d.instr.run = type->bits == 32 ? testProperty<float> : testProperty<double>;
  return d.expectOperands(2) &&
         d.result(0, {Type::Kind::Predicate, 0}, d.instr.result[0]) &&
         d.source(1, *type, d.instr.source[0]);
}

static Handler chooseFunction(std::string_view opcode, Type type,
                              unsigned option, bool isApproximate) {
  if (opcode == "sqrt")
    return chooseFloat<1, SquareRoot>(type, option);
  if (opcode == "rcp")
    return isApproximate && type.bits == 64
               ? chooseFloat<1, UpperHalf<Reciprocal>>(type, option)
               : chooseFloat<1, Reciprocal>(type, option);
  if (opcode == "rsqrt")
    return type.bits == 64
               ? chooseFloat<1, UpperHalf<ReciprocalRoot>>(type, option)
               : chooseFloat<1, ReciprocalRoot>(type, option);
  if (opcode == "ex2")
    return chooseFloat<1, Through<exponential>>(type, option);
  if (opcode == "lg2")
    return chooseFloat<1, Through<logarithm>>(type, option);
  if (opcode == "sin")
    return chooseFloat<1, Through<sine>>(type, option);
  if (opcode == "cos")
    return chooseFloat<1, Through<cosine>>(type, option);
  return chooseFloat<1, Through<tangent>>(type, option);
}

bool weft::ptx::decodeFunction(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  if (opcode == "testp")
    return decodeTest(d);
  auto type = d.takeType();
  if (!type || !type->isFloat())
    return d.refuseType();
  if (opcode == "copysign") {
    if (type->bits < 32)
      return d.refuseType();
    d.instr.run = chooseFloat<2, CopySign>(*type, 0);
    return decodeFloatOperands(d, *type, 2);
  }
  bool isApproximate = d.take("approx");
  int rounding = isApproximate ? -1 : d.takeAny({"rn", "rz", "rm", "rp"});
  bool isRoot = opcode == "sqrt" || opcode == "rcp";
  if (!isApproximate && (rounding < 0 || !isRoot))
    return d.refuse("expected .approx" +
                    std::string(isRoot ? " or a rounding mode" : ""));
  bool isFlushed = d.take("ftz");
  bool isSmall = type->bits == 16;
  if (isSmall && opcode != "ex2" && opcode != "tanh")
    return d.refuseType();
  if (type->bits == 64 && !isRoot && opcode != "rsqrt")
    return d.refuseType();
  if (type->bits == 64 && isFlushed && !isApproximate)
    return d.refuseType();
  if (type->bits == 64)
    isFlushed = false;
  d.instr.option = uint8_t((isFlushed ? kFlush : 0) |
                           (rounding > 0 ? rounding << kRoundingShift : 0));
  d.instr.run = chooseFunction(opcode, *type, d.instr.option, isApproximate);
  return decodeFloatOperands(d, *type, 1);
}
