//===- DecodeBits.cpp - Bit fields and bytes ------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// popc, clz, brev, bfind, bfe, bfi, prmt and dp4a.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace weft::ptx;

namespace {
struct CountOnes {
  template <typename T> static uint32_t apply(T a) {
    return __builtin_popcountll(a);
  }
};
struct LeadingZeros {
  template <typename T> static uint32_t apply(T a) {
    unsigned extra = 64 - 8 * sizeof(T);
    return a ? __builtin_clzll(a) - extra : 8 * sizeof(T);
  }
};
struct Reverse {
  template <typename T> static T apply(T a) {
    T result = 0;
    for (unsigned i = 0; i < 8 * sizeof(T); ++i)
      result = T(result << 1 | (a >> i & 1));
    return result;
  }
};
template <bool IsAmount> struct FindLeading {
  template <typename T> static uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    U bits = std::is_signed_v<T> && a < T(0) ? U(~U(a)) : U(a);
    if (!bits)
      return ~uint32_t(0);
    uint32_t place = 63 - __builtin_clzll(bits);
    return IsAmount ? uint32_t(8 * sizeof(T) - 1 - place) : place;
  }
};
struct ExtractField {
  template <typename T>
  static T apply(T a, uint32_t position, uint32_t length) {
    constexpr unsigned bits = 8 * sizeof(T);
    using U = std::make_unsigned_t<T>;
    position &= 255;
    length &= 255;
    if (length == 0)
      return 0;
    // The sign is that of the last bit of the field which exists.
    unsigned last =
        position + length - 1 < bits ? position + length - 1 : bits - 1;
    bool isNegative = std::is_signed_v<T> && (U(a) >> last & 1);
    U field = position < bits ? U(U(a) >> position) : U(0);
    unsigned width = position < bits ? bits - position : 0;
    width = length < width ? length : width;
    U mask = width >= bits ? U(~U(0)) : U((U(1) << width) - 1);
    field &= mask;
    return T(isNegative ? U(field | ~mask) : field);
  }
};
struct Permute {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t bytes = uint64_t(b) << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned choice = selector >> (4 * i);
      uint32_t byte = bytes >> (8 * (choice & 7)) & 255;
      if (choice & 8)
        byte = byte & 128 ? 255 : 0;
      result |= byte << (8 * i);
    }
    return result;
  }
};
/// Modes of `prmt` that choose bytes by the lower bits of the selector.
template <int Mode> struct PermuteMode {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    unsigned n = c & 3;
    uint32_t selector = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned choice = 0;
      switch (Mode) {
      case 0: // f4e
        choice = n + i;
        break;
      case 1: // b4e
        choice = (n + 8 - i) & 7;
        break;
      case 2: // rc8
        choice = n;
        break;
      case 3: // ecl
        choice = i > n ? i : n;
        break;
      case 4: // ecr
        choice = i < n ? i : n;
        break;
      case 5: // rc16
        choice = (n & 1) * 2 + (i & 1);
        break;
      }
      selector |= choice << (4 * i);
    }
    return Permute::apply(a, b, selector);
  }
};
template <typename A, typename B> struct DotProduct {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    for (unsigned i = 0; i < 4; ++i)
      c += uint32_t(int32_t(A(a >> (8 * i))) * int32_t(B(b >> (8 * i))));
    return c;
  }
};
} // namespace

static constexpr Type kBits32{Type::Kind::Bits, 32};

/// Inserts the lower bits of a into b.
template <typename T>
static void insertField(Warp &warp, const Instr &instr, Mask mask) {
  forEachLane(warp, mask, [&](unsigned lane) {
    T a = T(warp.get(instr.source[0], lane));
    T b = T(warp.get(instr.source[1], lane));
    unsigned position = warp.get(instr.source[2], lane) & 255;
    unsigned length = warp.get(instr.source[3], lane) & 255;
    for (unsigned i = 0; i < length && position + i < 8 * sizeof(T); ++i) {
      T bit = T(1) << (position + i);
      b = (a >> i & 1) ? T(b | bit) : T(b & ~bit);
    }
    warp.set(instr.result[0], lane, b);
  });
}

static bool decodePermute(Decoding &d, Type type) {
  using U = uint32_t;
  static constexpr Handler handlers[] = {
      mapThree<U, U, U, U, PermuteMode<0>>,
      mapThree<U, U, U, U, PermuteMode<1>>,
      mapThree<U, U, U, U, PermuteMode<2>>,
      mapThree<U, U, U, U, PermuteMode<3>>,
      mapThree<U, U, U, U, PermuteMode<4>>,
      mapThree<U, U, U, U, PermuteMode<5>>,
  };
  int mode = d.takeAny({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  d.instr.run = mode < 0 ? mapThree<U, U, U, U, Permute> : handlers[mode];
  return d.operands(type, {type, type, type});
}

static bool decodeDotProduct(Decoding &d, Type first) {
  auto second = d.takeType();
  if (!second || first.bits != 32 || second->bits != 32)
    return d.refuseType();
  using U = uint32_t;
  static constexpr Handler handlers[] = {
      mapThree<U, U, U, U, DotProduct<uint8_t, uint8_t>>,
      mapThree<U, U, U, U, DotProduct<uint8_t, int8_t>>,
      mapThree<U, U, U, U, DotProduct<int8_t, uint8_t>>,
      mapThree<U, U, U, U, DotProduct<int8_t, int8_t>>};
  d.instr.run = handlers[first.isSigned() * 2 + second->isSigned()];
  return d.operands(kBits32, {kBits32, kBits32, kBits32});
}

bool weft::ptx::decodeBits(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  auto type = d.takeType();
  if (!type || (type->bits != 32 && type->bits != 64) || type->isFloat())
    return d.refuseType();
  if (opcode == "prmt")
    return decodePermute(d, *type);
  if (opcode == "dp4a")
    return decodeDotProduct(d, *type);
  bool isAmount = opcode == "bfind" && d.take("shiftamt");
  withInteger(type->bits, type->isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    using U = std::make_unsigned_t<T>;
    if (opcode == "popc")
      d.instr.run = mapOne<uint32_t, U, CountOnes>;
    else if (opcode == "clz")
      d.instr.run = mapOne<uint32_t, U, LeadingZeros>;
    else if (opcode == "brev")
      d.instr.run = mapOne<U, U, Reverse>;
    else if (opcode == "bfe")
      d.instr.run = mapThree<T, T, uint32_t, uint32_t, ExtractField>;
    else if (opcode == "bfi")
      d.instr.run = insertField<U>;
    else
      d.instr.run = isAmount ? Handler(mapOne<uint32_t, T, FindLeading<true>>)
                             : Handler(mapOne<uint32_t, T, FindLeading<false>>);
  });
  if (opcode == "brev")
    return d.operands(*type, {*type});
  if (opcode == "bfe")
    return d.operands(*type, {*type, kBits32, kBits32});
  if (opcode == "bfi")
    return d.operands(*type, {*type, *type, kBits32, kBits32});
  return d.operands(kBits32, {*type});
}
