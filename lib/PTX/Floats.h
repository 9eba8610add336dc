//===- Floats.h - Arithmetic on floating-point types ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of lanes that hold floating-point numbers. `Half` and `BFloat`
// compute in double: sums and products of two are exact there, and the sum of a
// product and a third number is rounded to odd, so that rounding once more to
// the narrow type is right.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_FLOATS_H
#define WEFT_LIB_PTX_FLOATS_H

#include "Lanes.h"
#include "SmallFloats.h"

#include <cfenv>

namespace weft {
namespace ptx {

struct Half {
  uint16_t bits;
  static double decode(Half a) { return decodeHalf(a.bits); }
  static Half encode(double a) { return {encodeHalf(a)}; }
};
struct BFloat {
  uint16_t bits;
  static double decode(BFloat a) { return decodeBFloat(a.bits); }
  static BFloat encode(double a) { return {encodeBFloat(a)}; }
};

/// Whether numbers of a type are computed in double.
template <typename T>
constexpr bool isSmall = std::is_same_v<T, Half> || std::is_same_v<T, BFloat>;

template <typename T> auto widen(T a) {
  if constexpr (isSmall<T>)
    return T::decode(a);
  else
    return a;
}

/// The NaN that operations on `.f32` give has all other bits set.
inline float canonical(float a) {
  uint32_t bits = 0x7fffffff;
  float nan;
  std::memcpy(&nan, &bits, sizeof nan);
  return a != a ? nan : a;
}
inline double canonical(double a) { return a; }

template <typename T, typename V> T narrow(V a) {
  if constexpr (isSmall<T>)
    return T::encode(a);
  else
    return canonical(T(a));
}

/// The smallest normal number.
template <typename T> inline double smallestNormal() {
  return std::is_same_v<T, Half> ? 0x1p-14 : 0x1p-126;
}

/// Replaces subnormal numbers by zeros of their sign, as `.ftz` says.
template <typename T, typename V> V flush(V a) {
  return std::fabs(a) < V(smallestNormal<T>()) ? std::copysign(V(0), a) : a;
}

/// a * b + c, rounded to odd in the last bit of a double.
inline double fuseToOdd(double a, double b, double c) {
  double product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  // The error of the sum, exactly.
  double part = sum - product;
  double error = (product - (sum - part)) + (c - part);
  if (error == 0)
    return sum;
  uint64_t bits;
  std::memcpy(&bits, &sum, sizeof bits);
  if (bits & 1)
    return sum;
  // Towards the exact value, whose neighbours are `sum` and an odd number.
  bits += (error > 0) == (sum > 0) ? 1 : -1;
  std::memcpy(&sum, &bits, sizeof bits);
  return sum;
}

/// What is applied to operands and results; bits of `Instr::option`.
enum FloatOption : uint8_t {
  kFlush = 1,
  kSaturate = 2,
  kRelu = 4,
  kRoundingShift = 4
};

/// Sets the rounding of the host, and restores it.
class RoundingScope {
public:
  explicit RoundingScope(Rounding mode) {
    static constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                    FE_UPWARD};
    if (mode != Rounding::Nearest) {
      isSet = true;
      std::fesetround(modes[unsigned(mode)]);
    }
  }
  ~RoundingScope() {
    if (isSet)
      std::fesetround(FE_TONEAREST);
  }

private:
  bool isSet = false;
};

template <typename T, typename V> V prepare(V a, unsigned option) {
  return option & kFlush ? flush<T>(a) : a;
}

template <typename T, typename V> T finish(V a, unsigned option) {
  if (option & kFlush)
    a = flush<T>(a);
  if (option & kSaturate)
    a = a > V(0) ? (a < V(1) ? a : V(1)) : V(0);
  if (option & kRelu)
    a = a < V(0) ? V(0) : a;
  return narrow<T>(a);
}

/// `Op::apply(a[, b[, c]])` without options, in all lanes.
template <typename T, unsigned N, typename Op>
void computePlain(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) T values[kWarpSize];
  const T *a = warp.at<const T>(instr.source[0]);
  const T *b = warp.at<const T>(instr.source[N > 1 ? 1 : 0]);
  const T *c = warp.at<const T>(instr.source[N > 2 ? 2 : 0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if constexpr (N == 1)
      values[lane] = narrow<T>(Op::apply(widen(a[lane])));
    else if constexpr (N == 2)
      values[lane] = narrow<T>(Op::apply(widen(a[lane]), widen(b[lane])));
    else
      values[lane] =
          narrow<T>(Op::apply(widen(a[lane]), widen(b[lane]), widen(c[lane])));
  }
  storeLanes(warp.at<T>(instr.result[0]), values, mask);
}

/// With the options of the instruction, in the lanes of the mask.
template <typename T, unsigned N, typename Op>
void computeAdjusted(Warp &warp, const Instr &instr, Mask mask) {
  RoundingScope rounding(Rounding(instr.option >> kRoundingShift));
  const T *a = warp.at<const T>(instr.source[0]);
  const T *b = warp.at<const T>(instr.source[N > 1 ? 1 : 0]);
  const T *c = warp.at<const T>(instr.source[N > 2 ? 2 : 0]);
  T *result = warp.at<T>(instr.result[0]);
  const unsigned option = instr.option;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    auto first = prepare<T>(widen(a[lane]), option);
    auto second = prepare<T>(widen(b[lane]), option);
    auto third = prepare<T>(widen(c[lane]), option);
    if constexpr (N == 1)
      result[lane] = finish<T>(Op::apply(first), option);
    else if constexpr (N == 2)
      result[lane] = finish<T>(Op::apply(first, second), option);
    else
      result[lane] = finish<T>(Op::apply(first, second, third), option);
  }
}

/// Two numbers of 16 bits in one register.
template <typename T, unsigned N, typename Op>
void computePacked(Warp &warp, const Instr &instr, Mask mask) {
  const unsigned option = instr.option;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint32_t packed = 0;
    for (unsigned half = 0; half < 2; ++half) {
      double operands[3] = {};
      for (unsigned i = 0; i < N; ++i)
        operands[i] =
            prepare<T>(T::decode({uint16_t(warp.get(instr.source[i], lane) >>
                                           (16 * half))}),
                       option);
      double value;
      if constexpr (N == 1)
        value = Op::apply(operands[0]);
      else if constexpr (N == 2)
        value = Op::apply(operands[0], operands[1]);
      else
        value = Op::apply(operands[0], operands[1], operands[2]);
      packed |= uint32_t(finish<T>(value, option).bits) << (16 * half);
    }
    warp.set(instr.result[0], lane, packed);
  }
}

/// Chooses the handler of an operation with N operands for a type.
template <unsigned N, typename Op, typename Small = Op>
Handler chooseFloat(Type type, unsigned option) {
  bool isHalf = type.kind == Type::Kind::Float;
  if (type.elements == 2)
    return isHalf ? computePacked<Half, N, Small>
                  : computePacked<BFloat, N, Small>;
  switch (type.bits) {
  case 16:
    return isHalf ? computeAdjusted<Half, N, Small>
                  : computeAdjusted<BFloat, N, Small>;
  case 32:
    return option ? computeAdjusted<float, N, Op> : computePlain<float, N, Op>;
  case 64:
    return option ? computeAdjusted<double, N, Op>
                  : computePlain<double, N, Op>;
  }
  return nullptr;
}

/// Finds slots of the result and of `number` sources of a type.
bool decodeFloatOperands(Decoding &decoding, Type type, unsigned number);

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_FLOATS_H
