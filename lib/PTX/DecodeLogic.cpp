//===- DecodeLogic.cpp - Logic and shifts ---------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// and, or, xor, not, cnot and lop3; shl, shr and shf.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace weft::ptx;

namespace {
struct And {
  template <typename T> static T apply(T a, T b) { return T(a & b); }
};
struct Or {
  template <typename T> static T apply(T a, T b) { return T(a | b); }
};
struct Xor {
  template <typename T> static T apply(T a, T b) { return T(a ^ b); }
};
struct Not {
  template <typename T> static T apply(T a) { return T(~a); }
};
struct LogicalNot {
  template <typename T> static T apply(T a) { return T(a == 0); }
};
// Amounts beyond the width shift everything out.
struct ShiftLeft {
  template <typename T> static T apply(T a, uint32_t b) {
    return b < 8 * sizeof(T) ? T(a << b) : T(0);
  }
};
struct ShiftRight {
  template <typename T> static T apply(T a, uint32_t b) {
    constexpr unsigned bits = 8 * sizeof(T);
    if (std::is_signed_v<T>)
      return T(a >> (b < bits ? b : bits - 1));
    return b < bits ? T(a >> b) : T(0);
  }
};
/// The upper or lower 32 bits of a shifted pair.
template <bool IsLeft, bool IsClamped> struct Funnel {
  static uint32_t apply(uint32_t low, uint32_t high, uint32_t amount) {
    amount = IsClamped ? (amount < 32 ? amount : 32) : amount & 31;
    uint64_t pair = uint64_t(high) << 32 | low;
    return IsLeft ? uint32_t((pair << amount) >> 32) : uint32_t(pair >> amount);
  }
};
} // namespace

static constexpr Type kBits32{Type::Kind::Bits, 32};

template <int Op>
static void combinePredicates(Warp &warp, const Instr &instr, Mask mask) {
  Mask a = warp.predicate(instr.source[0]);
  Mask b = Op == 3 ? 0 : warp.predicate(instr.source[1]);
  Mask value = Op == 0 ? a & b : Op == 1 ? a | b : Op == 2 ? a ^ b : ~a;
  warp.setPredicate(instr.result[0], mask, value);
}

/// The value of a function of three bits that a table of eight gives.
static void lookUp(Warp &warp, const Instr &instr, Mask mask) {
  const auto *a = warp.at<const uint32_t>(instr.source[0]);
  const auto *b = warp.at<const uint32_t>(instr.source[1]);
  const auto *c = warp.at<const uint32_t>(instr.source[2]);
  alignas(64) uint32_t values[kWarpSize] = {};
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned row = 0; row < 8; ++row)
      if (instr.offset >> row & 1)
        values[lane] |= (row & 4 ? a[lane] : ~a[lane]) &
                        (row & 2 ? b[lane] : ~b[lane]) &
                        (row & 1 ? c[lane] : ~c[lane]);
  storeLanes(warp.at<uint32_t>(instr.result[0]), values, mask);
}

static bool decodeLookUp(Decoding &d) {
  if (!d.expectOperands(5))
    return false;
  if (d.operand(4).kind != Operand::Kind::Integer)
    return d.refuse("expected the table of lop3 as an integer");
  d.instr.offset = d.operand(4).value & 255;
  d.instr.run = lookUp;
  return d.result(0, kBits32, d.instr.result[0]) &&
         d.source(1, kBits32, d.instr.source[0]) &&
         d.source(2, kBits32, d.instr.source[1]) &&
         d.source(3, kBits32, d.instr.source[2]);
}

bool weft::ptx::decodeLogic(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  auto type = d.takeType();
  if (!type)
    return d.refuseType();
  int op = opcode == "and" ? 0 : opcode == "or" ? 1 : opcode == "xor" ? 2 : 3;
  bool isUnary = opcode == "not" || opcode == "cnot";
  if (type->isPredicate()) {
    static constexpr Handler handlers[] = {
        combinePredicates<0>, combinePredicates<1>, combinePredicates<2>,
        combinePredicates<3>};
    if (opcode == "cnot" || opcode == "lop3")
      return d.refuseType();
    d.instr.run = handlers[op];
    return isUnary ? d.operands(*type, {*type})
                   : d.operands(*type, {*type, *type});
  }
  if (type->kind != Type::Kind::Bits || type->bits < 16 || type->bits > 64)
    return d.refuseType();
  if (opcode == "lop3")
    return type->bits == 32 ? decodeLookUp(d) : d.refuseType();
  withInteger(type->bits, false, [&](auto t) {
    using T = typename decltype(t)::type;
    d.instr.run = op == 0            ? Handler(mapTwo<T, T, T, And>)
                  : op == 1          ? Handler(mapTwo<T, T, T, Or>)
                  : op == 2          ? Handler(mapTwo<T, T, T, Xor>)
                  : opcode == "cnot" ? Handler(mapOne<T, T, LogicalNot>)
                                     : Handler(mapOne<T, T, Not>);
  });
  return isUnary ? d.operands(*type, {*type})
                 : d.operands(*type, {*type, *type});
}

bool weft::ptx::decodeShift(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  if (opcode == "shf") {
    int direction = d.takeAny({"l", "r"}), mode = d.takeAny({"clamp", "wrap"});
    auto type = d.takeType();
    if (direction < 0 || mode < 0 || !type || type->bits != 32)
      return d.refuseType();
    using U = uint32_t;
    static constexpr Handler handlers[] = {
        mapThree<U, U, U, U, Funnel<true, true>>,
        mapThree<U, U, U, U, Funnel<true, false>>,
        mapThree<U, U, U, U, Funnel<false, true>>,
        mapThree<U, U, U, U, Funnel<false, false>>};
    d.instr.run = handlers[direction * 2 + mode];
    return d.operands(*type, {*type, *type, *type});
  }
  auto type = d.takeType();
  if (!type || type->isFloat() || type->isPredicate() || type->elements != 1 ||
      type->bits < 16 || type->bits > 64)
    return d.refuseType();
  bool isLeft = opcode == "shl";
  if (isLeft && type->kind != Type::Kind::Bits)
    return d.refuseType();
  withInteger(type->bits, type->isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    if constexpr (std::is_signed_v<T>)
      d.instr.run = mapTwo<T, T, uint32_t, ShiftRight>;
    else
      d.instr.run = isLeft ? Handler(mapTwo<T, T, uint32_t, ShiftLeft>)
                           : Handler(mapTwo<T, T, uint32_t, ShiftRight>);
  });
  return d.operands(*type, {*type, kBits32});
}
