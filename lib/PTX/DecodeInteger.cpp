//===- DecodeInteger.cpp - Integer arithmetic -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add, sub, mul, mad, div, rem, min, max, abs, neg, sad and mul24 of integers.
// Arithmetic is modulo the width, done without signs.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

#include <limits>

using namespace weft::ptx;

namespace {
template <typename T> using Unsigned = std::make_unsigned_t<T>;
/// A type in which products are exact, or at least wrap without signs.
template <typename T>
using Wide = std::conditional_t<
    sizeof(T) == 8,
    std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
    std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

// Products of 16 bits are computed in 32 unsigned bits, without overflow.
template <typename T>
using Wrapping = std::common_type_t<Unsigned<T>, unsigned>;

struct Add {
  template <typename T> static T apply(T a, T b) {
    return T(Wrapping<T>(a) + Wrapping<T>(b));
  }
};
struct Subtract {
  template <typename T> static T apply(T a, T b) {
    return T(Wrapping<T>(a) - Wrapping<T>(b));
  }
};
struct MultiplyLow {
  template <typename T> static T apply(T a, T b) {
    return T(Wrapping<T>(a) * Wrapping<T>(b));
  }
};
struct MultiplyHigh {
  template <typename T> static T apply(T a, T b) {
    return T((Wide<T>(a) * Wide<T>(b)) >> (8 * sizeof(T)));
  }
};
struct MultiplyWide {
  template <typename T> static Wide<T> apply(T a, T b) {
    return Wide<T>(a) * Wide<T>(b);
  }
};
struct MadLow {
  template <typename T> static T apply(T a, T b, T c) {
    return Add::apply(MultiplyLow::apply(a, b), c);
  }
};
struct MadHigh {
  template <typename T> static T apply(T a, T b, T c) {
    return Add::apply(MultiplyHigh::apply(a, b), c);
  }
};
struct MadWide {
  template <typename T, typename C> static C apply(T a, T b, C c) {
    return Add::apply(C(Wide<T>(a) * Wide<T>(b)), c);
  }
};
// The quotient of a division by zero is unspecified; all ones is what devices
// give.
struct Divide {
  template <typename T> static T apply(T a, T b) {
    if (b == 0)
      return T(-1);
    if (std::is_signed_v<T> && b == T(-1))
      return Subtract::apply(T(0), a);
    return T(a / b);
  }
};
struct Remainder {
  template <typename T> static T apply(T a, T b) {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == T(-1))
      return 0;
    return T(a % b);
  }
};
struct Minimum {
  template <typename T> static T apply(T a, T b) { return b < a ? b : a; }
};
struct Maximum {
  template <typename T> static T apply(T a, T b) { return a < b ? b : a; }
};
struct Absolute {
  template <typename T> static T apply(T a) {
    return a < T(0) ? Subtract::apply(T(0), a) : a;
  }
};
struct Negate {
  template <typename T> static T apply(T a) { return Subtract::apply(T(0), a); }
};
struct AbsoluteDifference {
  template <typename T> static T apply(T a, T b, T c) {
    T difference = a < b ? Subtract::apply(b, a) : Subtract::apply(a, b);
    return Add::apply(c, difference);
  }
};
struct AddSaturated {
  static int32_t apply(int32_t a, int32_t b) {
    int64_t sum = int64_t(a) + b;
    int64_t low = std::numeric_limits<int32_t>::min();
    int64_t high = std::numeric_limits<int32_t>::max();
    return int32_t(sum < low ? low : sum > high ? high : sum);
  }
};
struct SubtractSaturated {
  static int32_t apply(int32_t a, int32_t b) {
    int64_t difference = int64_t(a) - b;
    int64_t low = std::numeric_limits<int32_t>::min();
    int64_t high = std::numeric_limits<int32_t>::max();
    return int32_t(difference < low    ? low
                   : difference > high ? high
                                       : difference);
  }
};
/// The lower 24 bits of operands, with a sign.
template <bool IsHigh> struct Multiply24 {
  template <typename T> static Wide<T> narrow(T a) {
    return Wide<T>(T(Unsigned<T>(a) << 8)) / 256;
  }
  template <typename T> static T apply(T a, T b) {
    return T((narrow(a) * narrow(b)) >> (IsHigh ? 16 : 0));
  }
};
template <bool IsHigh> struct Mad24 {
  template <typename T> static T apply(T a, T b, T c) {
    return Add::apply(Multiply24<IsHigh>::apply(a, b), c);
  }
};
/// Two integers of 16 bits in one register.
template <typename Op> struct Packed {
  template <typename T> static T apply(T a, T b) {
    using Half = std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>;
    Half low = Op::apply(Half(a), Half(b));
    Half high =
        Op::apply(Half(Unsigned<T>(a) >> 16), Half(Unsigned<T>(b) >> 16));
    return T(uint32_t(uint16_t(low)) | uint32_t(uint16_t(high)) << 16);
  }
};
} // namespace

/// Sources and the result of one type.
static bool decodeSame(Decoding &d, Type type, unsigned number) {
  if (!d.expectOperands(number + 1) || !d.result(0, type, d.instr.result[0]))
    return false;
  for (unsigned i = 0; i < number; ++i)
    if (!d.source(i + 1, type, d.instr.source[i]))
      return false;
  return true;
}

template <typename Op> static bool decodeUnary(Decoding &d, Type type) {
  withInteger(type.bits, type.isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    d.instr.run = mapOne<T, T, Op>;
  });
  return decodeSame(d, type, 1);
}

template <typename Op> static bool decodeBinary(Decoding &d, Type type) {
  if (type.elements == 2) {
    d.instr.run = type.isSigned()
                      ? mapTwo<int32_t, int32_t, int32_t, Packed<Op>>
                      : mapTwo<uint32_t, uint32_t, uint32_t, Packed<Op>>;
    return decodeSame(d, type, 2);
  }
  withInteger(type.bits, type.isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    d.instr.run = mapTwo<T, T, T, Op>;
  });
  return decodeSame(d, type, 2);
}

template <typename Op> static bool decodeTernary(Decoding &d, Type type) {
  withInteger(type.bits, type.isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    d.instr.run = mapThree<T, T, T, T, Op>;
  });
  return decodeSame(d, type, 3);
}

template <typename T> struct Doubled;
template <> struct Doubled<int16_t> {
  using type = int32_t;
};
template <> struct Doubled<uint16_t> {
  using type = uint32_t;
};
template <> struct Doubled<int32_t> {
  using type = int64_t;
};
template <> struct Doubled<uint32_t> {
  using type = uint64_t;
};

static bool decodeWide(Decoding &d, Type type, bool isMad) {
  if (type.bits > 32)
    return d.refuseType();
  auto choose = [&](auto t) {
    using T = typename decltype(t)::type;
    using R = typename Doubled<T>::type;
    d.instr.run =
        isMad ? mapThree<R, T, T, R, MadWide> : mapTwo<R, T, T, MultiplyWide>;
  };
  if (type.bits == 32)
    type.isSigned() ? choose(TypeOf<int32_t>()) : choose(TypeOf<uint32_t>());
  else
    type.isSigned() ? choose(TypeOf<int16_t>()) : choose(TypeOf<uint16_t>());
  Type wide = type;
  wide.bits *= 2;
  return d.expectOperands(isMad ? 4 : 3) &&
         d.result(0, wide, d.instr.result[0]) &&
         d.source(1, type, d.instr.source[0]) &&
         d.source(2, type, d.instr.source[1]) &&
         (!isMad || d.source(3, wide, d.instr.source[2]));
}

static bool decodeMultiply(Decoding &d, Type type, bool isMad) {
  switch (d.takeAny({"lo", "hi", "wide"})) {
  case 0:
    return isMad ? decodeTernary<MadLow>(d, type)
                 : decodeBinary<MultiplyLow>(d, type);
  case 1:
    return isMad ? decodeTernary<MadHigh>(d, type)
                 : decodeBinary<MultiplyHigh>(d, type);
  case 2:
    return decodeWide(d, type, isMad);
  }
  return d.refuse("expected .lo, .hi or .wide");
}

static bool decodeMultiply24(Decoding &d, Type type, bool isMad) {
  bool isHigh = d.take("hi");
  if (!isHigh && !d.take("lo"))
    return d.refuse("expected .lo or .hi");
  if (type.bits != 32)
    return d.refuseType();
  if (isMad)
    return isHigh ? decodeTernary<Mad24<true>>(d, type)
                  : decodeTernary<Mad24<false>>(d, type);
  return isHigh ? decodeBinary<Multiply24<true>>(d, type)
                : decodeBinary<Multiply24<false>>(d, type);
}

bool weft::ptx::decodeIntegerArithmetic(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  for (std::string_view modifier : d.text.modifiers)
    if (auto type = parseType(modifier); type && type->isFloat())
      return decodeFloatArithmetic(d);
  if (opcode == "add" || opcode == "sub")
    if (d.take("cc"))
      return decodeCarry(d);
  if (opcode == "mad")
    for (std::string_view modifier : d.text.modifiers)
      if (modifier == "cc")
        return decodeCarry(d);
  auto type = d.takeType();
  if (!type || type->isPredicate() || type->bits == 8 || type->bits == 128)
    return d.refuseType();
  if (type->kind == Type::Kind::Bits)
    return d.refuseType();
  bool isSaturated = d.take("sat");
  if (isSaturated && (type->bits != 32 || !type->isSigned() ||
                      (opcode != "add" && opcode != "sub")))
    return d.refuseType();
  if (opcode == "add") {
    if (!isSaturated)
      return decodeBinary<Add>(d, *type);
    d.instr.run = mapTwo<int32_t, int32_t, int32_t, AddSaturated>;
    return decodeSame(d, *type, 2);
  }
  if (opcode == "sub") {
    if (!isSaturated)
      return decodeBinary<Subtract>(d, *type);
    d.instr.run = mapTwo<int32_t, int32_t, int32_t, SubtractSaturated>;
    return decodeSame(d, *type, 2);
  }
  if (opcode == "min")
    return decodeBinary<Minimum>(d, *type);
  if (opcode == "max")
    return decodeBinary<Maximum>(d, *type);
  if (type->elements == 2)
    return d.refuseType();
  if (opcode == "mul" || opcode == "mad")
    return decodeMultiply(d, *type, opcode == "mad");
  if (opcode == "mul24" || opcode == "mad24")
    return decodeMultiply24(d, *type, opcode == "mad24");
  if (opcode == "div")
    return decodeBinary<Divide>(d, *type);
  if (opcode == "rem")
    return decodeBinary<Remainder>(d, *type);
  if (opcode == "abs")
    return decodeUnary<Absolute>(d, *type);
  if (opcode == "neg")
    return decodeUnary<Negate>(d, *type);
  if (opcode == "sad")
    return decodeTernary<AbsoluteDifference>(d, *type);
  return d.refuseType();
}
