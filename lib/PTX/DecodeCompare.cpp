//===- DecodeCompare.cpp - Comparisons and selections ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setp and set with their Boolean combinations, selp and slct.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"

using namespace weft::ptx;

namespace {
/// In the order of the bits of a result: the relations that hold.
enum Relation : unsigned {
  kLess = 1,
  kEqual = 2,
  kGreater = 4,
  kUnordered = 8
};

struct Comparison {
  std::string_view name;
  unsigned relations;
  bool isFloat, isInteger, isUnsigned;
};
} // namespace

/// A comparison is the set of relations for which it is true.
static constexpr Comparison comparisons[] = {
    {"eq", kEqual, true, true, false},
    {"ne", kLess | kGreater, true, true, false},
    {"lt", kLess, true, true, false},
    {"le", kLess | kEqual, true, true, false},
    {"gt", kGreater, true, true, false},
    {"ge", kGreater | kEqual, true, true, false},
    {"lo", kLess, false, true, true},
    {"ls", kLess | kEqual, false, true, true},
    {"hi", kGreater, false, true, true},
    {"hs", kGreater | kEqual, false, true, true},
    {"equ", kEqual | kUnordered, true, false, false},
    {"neu", kLess | kGreater | kUnordered, true, false, false},
    {"ltu", kLess | kUnordered, true, false, false},
    {"leu", kLess | kEqual | kUnordered, true, false, false},
    {"gtu", kGreater | kUnordered, true, false, false},
    {"geu", kGreater | kEqual | kUnordered, true, false, false},
    {"num", kLess | kEqual | kGreater, true, false, false},
    {"nan", kUnordered, true, false, false},
};

enum CompareOption : uint8_t {
  kAnd = 16,
  kOr = 32,
  kXor = 48,
  kCombination = 48,
  kFlushed = 64
};

/// The lanes for which one of the relations in the lower four bits holds.
template <typename T, unsigned Relations>
static Mask compareWith(Warp &warp, const Instr &instr) {
  const T *a = warp.at<const T>(instr.source[0]);
  const T *b = warp.at<const T>(instr.source[1]);
  uint8_t holds[kWarpSize];
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    auto x = widen(a[lane]), y = widen(b[lane]);
    if constexpr (!std::is_integral_v<T> && !std::is_same_v<T, double>)
      if (instr.option & kFlushed) {
        x = flush<T>(x);
        y = flush<T>(y);
      }
    bool is = false;
    if constexpr (Relations == kEqual)
      is = x == y;
    else if constexpr (Relations == (kLess | kGreater | kUnordered))
      is = !(x == y);
    else if constexpr (Relations == kLess)
      is = x < y;
    else if constexpr (Relations == (kLess | kEqual))
      is = x <= y;
    else if constexpr (Relations == (kGreater | kEqual | kUnordered))
      is = !(x < y);
    else if constexpr (Relations == (kGreater | kUnordered))
      is = !(x <= y);
    else
      is = ((Relations & kLess) && x < y) || ((Relations & kEqual) && x == y) ||
           ((Relations & kGreater) && x > y) ||
           ((Relations & kUnordered) && !(x < y) && !(x >= y));
    holds[lane] = is;
  }
  Mask mask = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    mask |= Mask(holds[lane]) << lane;
  return mask;
}

/// Applies the combination of `.and`, `.or` or `.xor`.
static Mask combine(Warp &warp, const Instr &instr, Mask value, bool isSecond) {
  if (isSecond)
    value = ~value;
  if (!(instr.option & kCombination))
    return value;
  Mask other = warp.predicate(instr.source[2]);
  switch (instr.option & kCombination) {
  case kAnd:
    return value & other;
  case kOr:
    return value | other;
  }
  return value ^ other;
}

template <typename T, unsigned Relations>
static void setPredicates(Warp &warp, const Instr &instr, Mask mask) {
  Mask value = compareWith<T, Relations>(warp, instr);
  Mask first = combine(warp, instr, value, false);
  if (instr.elements == 2) {
    Mask second = combine(warp, instr, value, true);
    warp.setPredicate(instr.result[1], mask, second);
  }
  warp.setPredicate(instr.result[0], mask, first);
}

/// `set`: all ones or 1.0 where the comparison holds.
template <typename T, unsigned Relations>
static void setValues(Warp &warp, const Instr &instr, Mask mask) {
  Mask value =
      combine(warp, instr, compareWith<T, Relations>(warp, instr), false);
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    warp.set(instr.result[0], lane,
             value >> lane & 1 ? uint64_t(instr.offset) : 0);
  }
}

template <typename T>
static Handler chooseRelation(unsigned relations, bool isSet) {
  switch (relations) {
#define WEFT_PTX_RELATION(R)                                                   \
  case R:                                                                      \
    return isSet ? Handler(setValues<T, R>) : Handler(setPredicates<T, R>);
    WEFT_PTX_RELATION(kEqual)
    WEFT_PTX_RELATION(kLess | kGreater)
    WEFT_PTX_RELATION(kLess)
    WEFT_PTX_RELATION(kLess | kEqual)
    WEFT_PTX_RELATION(kGreater)
    WEFT_PTX_RELATION(kGreater | kEqual)
    WEFT_PTX_RELATION(kEqual | kUnordered)
    WEFT_PTX_RELATION(kLess | kGreater | kUnordered)
    WEFT_PTX_RELATION(kLess | kUnordered)
    WEFT_PTX_RELATION(kLess | kEqual | kUnordered)
    WEFT_PTX_RELATION(kGreater | kUnordered)
    WEFT_PTX_RELATION(kGreater | kEqual | kUnordered)
    WEFT_PTX_RELATION(kLess | kEqual | kGreater)
    WEFT_PTX_RELATION(kUnordered)
#undef WEFT_PTX_RELATION
  }
  return nullptr;
}

static Handler chooseCompare(Type type, unsigned relations, bool isSet) {
  if (type.kind == Type::Kind::BFloat)
    return chooseRelation<BFloat>(relations, isSet);
  if (type.isFloat())
    return type.bits == 16   ? chooseRelation<Half>(relations, isSet)
           : type.bits == 32 ? chooseRelation<float>(relations, isSet)
                             : chooseRelation<double>(relations, isSet);
  Handler handler = nullptr;
  withInteger(type.bits, type.isSigned(), [&](auto t) {
    using T = typename decltype(t)::type;
    handler = chooseRelation<T>(relations, isSet);
  });
  return handler;
}

/// Whether one of a set of relations holds between two numbers.
static bool holds(unsigned relations, double x, double y) {
  return relations & (x < y    ? kLess
                      : x == y ? kEqual
                      : x > y  ? kGreater
                               : kUnordered);
}

/// The lanes in which a relation holds between the lower or upper halves.
template <typename T>
static Mask compareHalves(Warp &warp, const Instr &instr, bool isUpper) {
  Mask mask = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    double operands[2];
    for (unsigned i = 0; i < 2; ++i) {
      auto bits = uint16_t(warp.get(instr.source[i], lane) >> (isUpper * 16));
      operands[i] = T::decode({bits});
      if (instr.option & kFlushed)
        operands[i] = flush<T>(operands[i]);
    }
    mask |= Mask(holds(instr.bytes, operands[0], operands[1])) << lane;
  }
  return combine(warp, instr, mask, false);
}

/// Comparisons of pairs: a predicate for each half, or a half of a value.
template <typename T>
static void comparePairs(Warp &warp, const Instr &instr, Mask mask) {
  Mask low = compareHalves<T>(warp, instr, false);
  Mask high = compareHalves<T>(warp, instr, true);
  if (instr.elements == 2) {
    warp.setPredicate(instr.result[0], mask, low);
    warp.setPredicate(instr.result[1], mask, high);
    return;
  }
  uint64_t value = uint64_t(instr.offset) & 0xffff;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    warp.set(instr.result[0], lane,
             (low >> lane & 1 ? value : 0) |
                 (high >> lane & 1 ? value << 16 : 0));
  }
}

/// The bits that `set` stores where a comparison holds.
static int64_t getTrueBits(Type type) {
  if (!type.isFloat())
    return 0xffffffff;
  if (type.bits == 32)
    return 0x3f800000;
  return type.kind == Type::Kind::Float ? 0x3c00 : 0x3f80;
}

static const Comparison *takeComparison(Decoding &d) {
  for (const Comparison &comparison : comparisons)
    if (d.take(comparison.name))
      return &comparison;
  return nullptr;
}

bool weft::ptx::decodeCompare(Decoding &d) {
  const Comparison *comparison = takeComparison(d);
  bool isSet = d.text.opcode == "set";
  int combination = d.takeAny({"and", "or", "xor"});
  bool isFlushed = d.take("ftz");
  Type resultType{Type::Kind::Predicate, 0};
  if (isSet) {
    auto found = d.takeType();
    if (!found || (found->bytes() != 2 && found->bytes() != 4))
      return d.refuseType();
    resultType = *found;
    d.instr.offset = getTrueBits(*found);
  }
  auto type = d.takeType();
  if (!comparison || !type || type->isPredicate() ||
      (type->elements == 2 && !type->isFloat()) || type->bits < 16 ||
      type->bits > 64 || (isFlushed && !type->isFloat()))
    return d.refuseType();
  if (type->isFloat() ? !comparison->isFloat : !comparison->isInteger)
    return d.refuseType();
  // Equality of integers is that of their bits.
  unsigned relations = comparison->relations;
  if (!type->isFloat() && relations == (kLess | kGreater))
    relations |= kUnordered;
  bool isPair = type->elements == 2;
  bool isHalf = type->kind == Type::Kind::Float;
  d.instr.bytes = uint8_t(relations);
  d.instr.run = !isPair  ? chooseCompare(*type, relations, isSet)
                : isHalf ? comparePairs<Half>
                         : comparePairs<BFloat>;
  if (isSet && (isPair ? resultType.bytes() != 4 ||
                             (resultType.bits == 32 && resultType.isFloat())
                       : resultType.elements == 2))
    return d.refuseType();
  d.instr.option = uint8_t((combination + 1) * 16 | (isFlushed ? kFlushed : 0));
  if (!d.expectOperands(combination < 0 ? 3 : 4))
    return false;
  const Operand &result = d.operand(0);
  if (isPair && !isSet && result.kind != Operand::Kind::Pair)
    return d.refuse("expected two predicates of a comparison of pairs");
  if (result.kind == Operand::Kind::Pair && !isSet) {
    d.instr.elements = 2;
    if (!d.result(result.elements[0], resultType, d.instr.result[0]) ||
        !d.result(result.elements[1], resultType, d.instr.result[1]))
      return false;
  } else if (!d.result(0, resultType, d.instr.result[0])) {
    return false;
  }
  return d.source(1, *type, d.instr.source[0]) &&
         d.source(2, *type, d.instr.source[1]) &&
         (combination < 0 ||
          d.source(3, {Type::Kind::Predicate, 0}, d.instr.source[2]));
}

template <typename T>
static void selectByPredicate(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) T values[kWarpSize];
  const T *a = warp.at<const T>(instr.source[0]);
  const T *b = warp.at<const T>(instr.source[1]);
  Mask choice = warp.predicate(instr.source[2]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    values[lane] = choice >> lane & 1 ? a[lane] : b[lane];
  storeLanes(warp.at<T>(instr.result[0]), values, mask);
}

/// `slct`: a if c is not negative.
template <typename T>
static void selectBySign(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) T values[kWarpSize];
  const T *a = warp.at<const T>(instr.source[0]);
  const T *b = warp.at<const T>(instr.source[1]);
  const auto *c = warp.at<const uint32_t>(instr.source[2]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    bool isFirst = int32_t(c[lane]) >= 0;
    if (instr.option & 1) {
      float value;
      std::memcpy(&value, &c[lane], sizeof value);
      value = instr.option & 2 ? flush<float>(value) : value;
      isFirst = value >= 0;
    }
    values[lane] = isFirst ? a[lane] : b[lane];
  }
  storeLanes(warp.at<T>(instr.result[0]), values, mask);
}

bool weft::ptx::decodeSelect(Decoding &d) {
  bool isSign = d.text.opcode == "slct";
  bool isFlushed = isSign && d.take("ftz");
  auto type = d.takeType();
  if (!type || type->isPredicate() || type->bytes() < 2 || type->bytes() > 8)
    return d.refuseType();
  Type third{Type::Kind::Predicate, 0};
  if (isSign) {
    auto found = d.takeType();
    if (!found || found->bits != 32)
      return d.refuseType();
    third = *found;
    d.instr.option = uint8_t((third.isFloat() ? 1 : 0) | (isFlushed ? 2 : 0));
  }
  withInteger(type->bytes() * 8, false, [&](auto t) {
    using T = typename decltype(t)::type;
    d.instr.run = isSign ? selectBySign<T> : selectByPredicate<T>;
  });
  return d.expectOperands(4) && d.result(0, *type, d.instr.result[0]) &&
         d.source(1, *type, d.instr.source[0]) &&
         d.source(2, *type, d.instr.source[1]) &&
         d.source(3, third, d.instr.source[2]);
}
