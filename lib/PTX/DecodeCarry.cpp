//===- DecodeCarry.cpp - Arithmetic of several words ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// add.cc, addc, sub.cc, subc, mad.cc and madc: sums with the carry of the one
// before, which is a predicate of its own.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace weft::ptx;

namespace {
enum CarryOption : uint8_t { kReads = 1, kWrites = 2, kSubtracts = 4 };
/// The half of a product.
enum ProductHalf : uint8_t { kNone, kLow, kHigh };
} // namespace

template <typename T>
static void addWithCarry(Warp &warp, const Instr &instr, Mask mask) {
  using U = std::make_unsigned_t<T>;
  using Wide = unsigned __int128;
  constexpr unsigned bits = 8 * sizeof(T);
  Mask carries = warp.predicate(instr.source[3]), written = 0;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    U a = U(warp.get(instr.source[0], lane));
    U b = U(warp.get(instr.source[1], lane));
    if (instr.elements != kNone) {
      __int128 product =
          std::is_signed_v<T> ? __int128(T(a)) * T(b) : __int128(Wide(a) * b);
      a = U(instr.elements == kHigh ? product >> bits : product);
      b = U(warp.get(instr.source[2], lane));
    }
    unsigned carry = instr.option & kReads ? carries >> lane & 1 : 0;
    Wide sum;
    if (instr.option & kSubtracts) {
      // The carry of a subtraction is a borrow.
      sum = Wide(a) - b - carry;
      written |= Mask(sum >> bits & 1) << lane;
    } else {
      sum = Wide(a) + b + carry;
      written |= Mask(sum >> bits & 1) << lane;
    }
    warp.set(instr.result[0], lane, U(sum));
  }
  if (instr.option & kWrites)
    warp.setPredicate(instr.source[3], mask, written);
}

bool weft::ptx::decodeCarry(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  bool isMad = opcode == "mad" || opcode == "madc";
  bool isSubtraction = opcode == "sub" || opcode == "subc";
  bool isReading = opcode == "addc" || opcode == "subc" || opcode == "madc";
  // `add.cc` and `sub.cc` come here without the modifier.
  bool isWriting = d.take("cc") || !isReading;
  int half = isMad ? d.takeAny({"lo", "hi"}) : 0;
  auto type = d.takeType();
  if (half < 0 || !type || type->isFloat() || type->isPredicate() ||
      (type->bits != 32 && type->bits != 64))
    return d.refuseType();
  d.instr.option =
      uint8_t((isReading ? kReads : 0) | (isWriting ? kWrites : 0) |
              (isSubtraction ? kSubtracts : 0));
  d.instr.elements = isMad ? (half == 0 ? kLow : kHigh) : kNone;
  d.instr.source[3] = d.decoder.carrySlot();
  withInteger(type->bits, type->isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    if constexpr (sizeof(T) >= 4)
      d.instr.run = addWithCarry<T>;
  });
  unsigned number = isMad ? 3 : 2;
  if (!d.expectOperands(number + 1) || !d.result(0, *type, d.instr.result[0]))
    return false;
  for (unsigned i = 0; i < number; ++i)
    if (!d.source(i + 1, *type, d.instr.source[i]))
      return false;
  return true;
}
