//===- DecodeConvert.cpp - Conversions of types ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cvt between integers and floating-point numbers. This file is compiled for
// any rounding of the host.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"

#include <limits>

using namespace weft::ptx;

namespace {
/// What a conversion does, in `Instr::offset`.
struct Conversion {
  Type to, from;
  /// Rounding to an integral number, or of the result to its type.
  bool isIntegral = false;
  Rounding rounding = Rounding::Nearest;
  bool isFlushed = false, isSaturated = false, isRelu = false;
};
} // namespace

/// An integer of a type, sign- or zero-extended.
static __int128 readInteger(uint64_t bits, Type type) {
  unsigned shift = 64 - type.bits;
  if (type.isSigned())
    return __int128(int64_t(bits << shift) >> shift);
  return __int128(bits << shift >> shift);
}

static double readFloat(uint64_t bits, Type type) {
  if (type.kind == Type::Kind::BFloat)
    return decodeBFloat(uint16_t(bits));
  if (type.bits == 16)
    return decodeHalf(uint16_t(bits));
  if (type.bits == 64) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  uint32_t low = uint32_t(bits);
  float value;
  std::memcpy(&value, &low, sizeof value);
  return value;
}

static uint64_t writeFloat(double value, Type type, Rounding mode) {
  uint64_t bits = 0;
  if (type.kind == Type::Kind::BFloat)
    return encodeBFloat(value, mode);
  if (type.bits == 16)
    return encodeHalf(value, mode);
  if (type.bits == 64) {
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
  RoundingScope rounding(mode);
  volatile double exact = value;
  float single = canonical(float(exact));
  std::memcpy(&bits, &single, sizeof single);
  return bits;
}

static double roundIntegral(double value, Rounding mode) {
  switch (mode) {
  case Rounding::Nearest:
    return std::nearbyint(value);
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  }
  return value;
}

/// Integers to floating-point numbers, rounded once.
static uint64_t fromInteger(__int128 value, const Conversion &c) {
  RoundingScope rounding(c.to.bits >= 32 ? c.rounding : Rounding::Nearest);
  uint64_t bits = 0;
  bool isNegative = value < 0;
  volatile int64_t asSigned = int64_t(value);
  volatile uint64_t asUnsigned = uint64_t(value);
  if (c.to.bits == 64) {
    double result = isNegative ? double(asSigned) : double(asUnsigned);
    std::memcpy(&bits, &result, sizeof result);
    return bits;
  }
  if (c.to.bits == 32) {
    float result = isNegative ? float(asSigned) : float(asUnsigned);
    if (c.isSaturated)
      result = result < 0 ? 0 : result > 1 ? 1 : result;
    std::memcpy(&bits, &result, sizeof result);
    return bits;
  }
  // 53 bits suffice to round to 11: those below are folded into the last one.
  uint64_t magnitude = isNegative ? uint64_t(-value) : uint64_t(value);
  if (magnitude >> 52)
    magnitude = (magnitude >> 12 | ((magnitude & 4095) != 0)) << 12;
  double exact = isNegative ? -double(magnitude) : double(magnitude);
  return writeFloat(exact, c.to, c.rounding);
}

/// Floating-point numbers to integers: NaN becomes 0, and what is out of range
/// the nearest integer.
static uint64_t toInteger(double value, const Conversion &c) {
  if (value != value)
    return c.to.bits == 64 ? uint64_t(1) << 63 : 0;
  value = roundIntegral(value, c.rounding);
  int bits = c.to.bits;
  double low = c.to.isSigned() ? -std::ldexp(1.0, bits - 1) : 0;
  double high = std::ldexp(1.0, c.to.isSigned() ? bits - 1 : bits);
  uint64_t most = ~uint64_t(0) >> (64 - bits + c.to.isSigned());
  if (value >= high)
    return most;
  if (value <= low)
    return c.to.isSigned() ? ~most : 0;
  return value < 0 ? uint64_t(int64_t(value)) : uint64_t(value);
}

static uint64_t convertInteger(__int128 value, const Conversion &c) {
  if (c.isSaturated) {
    int bits = c.to.bits;
    __int128 low = c.to.isSigned() ? -(__int128(1) << (bits - 1)) : 0;
    __int128 high = (__int128(1) << (c.to.isSigned() ? bits - 1 : bits)) - 1;
    value = value < low ? low : value > high ? high : value;
  }
  return uint64_t(value);
}

static uint64_t convertFloat(double value, const Conversion &c) {
  if (c.isFlushed && c.from.bits <= 32 && std::fabs(value) < 0x1p-126)
    value = std::copysign(0.0, value);
  if (!c.to.isFloat())
    return toInteger(value, c);
  if (c.isIntegral)
    value = roundIntegral(value, c.rounding);
  if (c.isSaturated)
    value = value > 0 ? (value < 1 ? value : 1) : 0;
  if (c.isRelu)
    value = value < 0 ? 0 : value;
  uint64_t bits =
      writeFloat(value, c.to, c.isIntegral ? Rounding::Nearest : c.rounding);
  if (c.isFlushed && c.to.bits == 32) {
    double result = readFloat(bits, c.to);
    if (std::fabs(result) < 0x1p-126)
      bits &= uint64_t(1) << 31;
  }
  return bits;
}

/// The conversions of a program are in its instructions, in one word each.
static uint64_t encode(const Conversion &c) {
  uint64_t bits = 0;
  static_assert(sizeof(Conversion) <= 16, "copied by bytes");
  auto type = [](Type type) { return uint64_t(type.kind) << 8 | type.bits; };
  bits = type(c.to) | type(c.from) << 16 | uint64_t(c.rounding) << 32 |
         uint64_t(c.isIntegral) << 40 | uint64_t(c.isFlushed) << 41 |
         uint64_t(c.isSaturated) << 42 | uint64_t(c.isRelu) << 43;
  return bits;
}

static Conversion decodeWord(uint64_t bits) {
  auto type = [](uint64_t bits) {
    return Type{Type::Kind(bits >> 8 & 255), uint8_t(bits & 255)};
  };
  Conversion c;
  c.to = type(bits);
  c.from = type(bits >> 16);
  c.rounding = Rounding(bits >> 32 & 255);
  c.isIntegral = bits >> 40 & 1;
  c.isFlushed = bits >> 41 & 1;
  c.isSaturated = bits >> 42 & 1;
  c.isRelu = bits >> 43 & 1;
  return c;
}

static uint64_t extendResult(uint64_t bits, Type type) {
  unsigned shift = 64 - type.bits;
  return type.isSigned() ? uint64_t(int64_t(bits << shift) >> shift)
                         : bits << shift >> shift;
}

static void convert(Warp &warp, const Instr &instr, Mask mask) {
  const Conversion c = decodeWord(uint64_t(instr.offset));
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t bits = warp.get(instr.source[0], lane);
    if (c.from.isFloat())
      bits = convertFloat(readFloat(bits, c.from), c);
    else if (c.to.isFloat())
      bits = fromInteger(readInteger(bits, c.from), c);
    else
      bits = convertInteger(readInteger(bits, c.from), c);
    warp.set(instr.result[0], lane, extendResult(bits, c.to));
  }
}

/// Two numbers to the halves of a register; the first is the upper one.
static void convertPair(Warp &warp, const Instr &instr, Mask mask) {
  const Conversion c = decodeWord(uint64_t(instr.offset));
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t high =
        convertFloat(readFloat(warp.get(instr.source[0], lane), c.from), c);
    uint64_t low =
        convertFloat(readFloat(warp.get(instr.source[1], lane), c.from), c);
    warp.set(instr.result[0], lane, high << 16 | low);
  }
}

/// Conversions that need no rounding, in all lanes.
template <typename R, typename A>
static void convertPlain(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) R values[kWarpSize];
  const A *a = warp.at<const A>(instr.source[0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    values[lane] = R(a[lane]);
  storeLanes(warp.at<R>(instr.result[0]), values, mask);
}

static Handler choosePlain(const Conversion &c, const Instr &instr) {
  if (c.isSaturated || c.isFlushed || c.isIntegral ||
      instr.result[0].bytes != c.to.bytes() ||
      instr.source[0].bytes != c.from.bytes())
    return convert;
  bool isSigned = c.from.isSigned();
  if (!c.from.isFloat() && !c.to.isFloat()) {
    if (c.from.bits == 32 && c.to.bits == 64)
      return isSigned ? convertPlain<uint64_t, int32_t>
                      : convertPlain<uint64_t, uint32_t>;
    if (c.from.bits == 64 && c.to.bits == 32)
      return convertPlain<uint32_t, uint64_t>;
    if (c.from.bits == 16 && c.to.bits == 32)
      return isSigned ? convertPlain<uint32_t, int16_t>
                      : convertPlain<uint32_t, uint16_t>;
  }
  if (c.from.bits == 32 && c.from.kind == Type::Kind::Float &&
      c.to.bits == 64 && c.to.isFloat())
    return convertPlain<double, float>;
  return convert;
}

/// Takes the rounding: `.rn` of results, `.rni` to integral numbers.
static bool takeRounding(Decoding &d, Conversion &c, bool &hasRounding) {
  int result = d.takeAny({"rn", "rz", "rm", "rp", "rna"});
  int integral = d.takeAny({"rni", "rzi", "rmi", "rpi"});
  if (result == 4 || (result >= 0 && integral >= 0))
    return d.refuseType();
  hasRounding = result >= 0 || integral >= 0;
  c.isIntegral = integral >= 0;
  if (hasRounding)
    c.rounding = Rounding(result >= 0 ? result : integral);
  return true;
}

bool weft::ptx::decodeConvert(Decoding &d) {
  Conversion c;
  bool hasRounding = false;
  if (!takeRounding(d, c, hasRounding))
    return false;
  c.isFlushed = d.take("ftz");
  c.isSaturated = d.take("sat");
  c.isRelu = d.take("relu");
  auto to = d.takeType(), from = d.takeType();
  if (!to || !from || to->isPredicate() || from->isPredicate() ||
      to->kind == Type::Kind::Bits || from->kind == Type::Kind::Bits ||
      from->elements == 2)
    return d.refuseType();
  c.to = *to;
  c.from = *from;
  if (to->elements == 2) {
    if (!to->isFloat() || from->bits != 32 || !from->isFloat())
      return d.refuseType();
    c.to.elements = 1;
    d.instr.offset = int64_t(encode(c));
    d.instr.run = convertPair;
    return d.expectOperands(3) && d.result(0, *to, d.instr.result[0]) &&
           d.source(1, *from, d.instr.source[0]) &&
           d.source(2, *from, d.instr.source[1]);
  }
  bool isNarrowing =
      to->isFloat() && from->isFloat() &&
      (to->bits < from->bits || (to->bits == 16 && to->kind != from->kind));
  if (to->isFloat() && from->isFloat() && !isNarrowing && hasRounding &&
      !c.isIntegral && to->bits != from->bits)
    return d.refuse("a conversion that is exact has no rounding mode");
  if (!hasRounding && (isNarrowing || to->isFloat() != from->isFloat()))
    return d.refuse("expected a rounding mode of 'cvt'");
  // From a floating-point number to an integer, `.rn` is no rounding mode.
  if (hasRounding && from->isFloat() && !to->isFloat() && !c.isIntegral)
    return d.refuse("expected .rni, .rzi, .rmi or .rpi");
  d.instr.offset = int64_t(encode(c));
  if (!d.expectOperands(2) || !d.result(0, *to, d.instr.result[0], true) ||
      !d.source(1, *from, d.instr.source[0], true))
    return false;
  d.instr.run = choosePlain(c, d.instr);
  return true;
}
