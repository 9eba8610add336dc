//===- DecodeAtomic.cpp - Atomic operations -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atom and red: the lanes of a warp are applied one after the other.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"

using namespace weft::ptx;

namespace {
enum Operation : uint8_t {
  Add,
  Minimum,
  Maximum,
  And,
  Or,
  Xor,
  Exchange,
  CompareExchange,
  Increment,
  Decrement
};
}

template <typename T> static T combineIntegers(Operation op, T a, T b, T c) {
  using U = std::make_unsigned_t<T>;
  switch (op) {
  case Add:
    return T(U(a) + U(b));
  case Minimum:
    return b < a ? b : a;
  case Maximum:
    return a < b ? b : a;
  case And:
    return a & b;
  case Or:
    return a | b;
  case Xor:
    return a ^ b;
  case Exchange:
    return b;
  case CompareExchange:
    return a == b ? c : a;
  case Increment:
    return U(a) >= U(b) ? T(0) : T(a + 1);
  case Decrement:
    return a == T(0) || U(a) > U(b) ? b : T(a - 1);
  }
  return a;
}

template <typename T> static T fromBits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <typename T> static uint64_t toBits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// Sums of floating-point numbers; `.f32` sums of global memory keep subnormal
/// numbers here.
template <typename T> static uint64_t addFloats(uint64_t a, uint64_t b) {
  return toBits(narrow<T>(widen(fromBits<T>(a)) + widen(fromBits<T>(b))));
}
template <typename T> static uint64_t addPairs(uint64_t a, uint64_t b) {
  return addFloats<T>(a & 0xffff, b & 0xffff) | addFloats<T>(a >> 16, b >> 16)
                                                    << 16;
}

template <typename T> struct IntegerUpdate {
  static uint64_t apply(const Instr &instr, uint64_t a, uint64_t b,
                        uint64_t c) {
    return uint64_t(std::make_unsigned_t<T>(
        combineIntegers<T>(Operation(instr.option), T(a), T(b), T(c))));
  }
};
template <uint64_t (*F)(uint64_t, uint64_t)> struct FloatUpdate {
  static uint64_t apply(const Instr &, uint64_t a, uint64_t b, uint64_t) {
    return F(a, b);
  }
};

/// Counts by the space that the operation really is in.
static void countAtomic(Warp &warp, const Reference &reference) {
  weftPtxCountsRecord &counts = warp.machine().counts;
  ++(reference.space == Space::Shared ? counts.sharedAtomics
                                      : counts.globalAtomics);
}

static void synchronizeMemory(Warp &warp, const Instr &instr) {
  Machine &machine = warp.machine();
  if (instr.isRelease)
    machine.releases[warp.block->index] = ++machine.time;
}

template <typename Update>
static void update(Warp &warp, const Instr &instr, Mask mask) {
  countRequest(warp, instr, mask);
  synchronizeMemory(warp, instr);
  forEachLane(warp, mask, [&](unsigned lane) {
    Reference reference;
    if (!access(warp, instr, lane, warp.address(instr, lane), instr.bytes,
                AccessKind::Update, nullptr, reference))
      return;
    countAtomic(warp, reference);
    uint64_t old = 0;
    std::memcpy(&old, reference.data, instr.bytes);
    uint64_t value = Update::apply(instr, old, warp.get(instr.source[0], lane),
                                   warp.get(instr.source[1], lane));
    std::memcpy(reference.data, &value, instr.bytes);
    if (instr.elements == 2)
      warp.set(instr.result[0], lane, old);
  });
  if (instr.isAcquire)
    warp.acquired = ++warp.machine().time;
}

/// Exchanges of 128 bits, with a comparison or without.
static void updateWide(Warp &warp, const Instr &instr, Mask mask) {
  countRequest(warp, instr, mask);
  synchronizeMemory(warp, instr);
  forEachLane(warp, mask, [&](unsigned lane) {
    Reference reference;
    if (!access(warp, instr, lane, warp.address(instr, lane), 16,
                AccessKind::Update, nullptr, reference))
      return;
    countAtomic(warp, reference);
    auto operand = [&](Slot slot) {
      return warp.base[slot.isConstant] + slot.offset + lane * 16;
    };
    uint8_t old[16];
    std::memcpy(old, reference.data, 16);
    if (instr.option == Exchange)
      std::memcpy(reference.data, operand(instr.source[0]), 16);
    else if (!std::memcmp(old, operand(instr.source[0]), 16))
      std::memcpy(reference.data, operand(instr.source[1]), 16);
    if (instr.elements == 2)
      std::memcpy(operand(instr.result[0]), old, 16);
  });
  if (instr.isAcquire)
    warp.acquired = ++warp.machine().time;
}

static Handler chooseUpdate(Type type, Operation op) {
  if (type.isFloat()) {
    bool isHalf = type.kind == Type::Kind::Float;
    if (op != Add)
      return nullptr;
    if (type.elements == 2)
      return isHalf ? update<FloatUpdate<addPairs<Half>>>
                    : update<FloatUpdate<addPairs<BFloat>>>;
    return type.bits == 64   ? update<FloatUpdate<addFloats<double>>>
           : type.bits == 32 ? update<FloatUpdate<addFloats<float>>>
           : isHalf          ? update<FloatUpdate<addFloats<Half>>>
                             : update<FloatUpdate<addFloats<BFloat>>>;
  }
  bool isExchange = op == Exchange || op == CompareExchange;
  if (type.bits == 128)
    return isExchange ? updateWide : nullptr;
  if (type.bits == 16 && !(isExchange && op == CompareExchange))
    return nullptr;
  bool isBits = type.kind == Type::Kind::Bits;
  bool isLogic = op == And || op == Or || op == Xor || isExchange;
  if (isBits != isLogic)
    return nullptr;
  if ((op == Increment || op == Decrement) &&
      (type.bits != 32 || type.isSigned()))
    return nullptr;
  Handler handler = nullptr;
  if (type.bits >= 16)
    withInteger(type.bits, type.isSigned(), [&](auto t) {
      using T = typename decltype(t)::type;
      handler = update<IntegerUpdate<T>>;
    });
  return handler;
}

/// The words for memory order, scope and space.
static Space takeQualifiers(Decoding &d) {
  int order = d.takeAny({"relaxed", "acquire", "release", "acq_rel"});
  d.instr.isAcquire = order == 1 || order == 3;
  d.instr.isRelease = order == 2 || order == 3;
  d.takeAny({"cta", "cluster", "gpu", "sys"});
  int space = d.takeAny({"global", "shared", "shared::cta"});
  d.take("noftz");
  d.take("L2::cache_hint");
  return space < 0    ? Space::Generic
         : space == 0 ? Space::Global
                      : Space::Shared;
}

bool weft::ptx::decodeAtomic(Decoding &d) {
  bool isReduction = d.text.opcode == "red";
  Space space = takeQualifiers(d);
  int op = d.takeAny(
      {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  auto type = d.takeType();
  if (op < 0 || !type ||
      (isReduction && (op == Exchange || op == CompareExchange)))
    return d.refuseType();
  d.instr.run = chooseUpdate(*type, Operation(op));
  if (!d.instr.run)
    return d.refuseType();
  d.instr.option = uint8_t(op);
  d.instr.action = Action::Access;
  d.instr.access = AccessKind::Update;
  d.instr.isStrong = true;
  d.instr.bytes = uint8_t(type->bytes());
  size_t first = isReduction ? 0 : 1;
  size_t number = op == CompareExchange ? 2 : 1;
  if (!d.expectOperands(first + 1 + number))
    return false;
  if (!isReduction && d.operand(0).kind != Operand::Kind::Sink) {
    d.instr.elements = 2;
    if (!d.result(0, *type, d.instr.result[0]))
      return false;
  }
  for (size_t i = 0; i < number; ++i)
    if (!d.source(first + 1 + i, *type, d.instr.source[i]))
      return false;
  return d.address(first, space);
}
