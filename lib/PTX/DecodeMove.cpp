//===- DecodeMove.cpp - Moves and conversions of addresses ----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mov with packing and unpacking, cvta, isspacep and the clocks.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace weft::ptx;

template <typename T>
static void copyLanes(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) T values[kWarpSize];
  std::memcpy(values, warp.at<T>(instr.source[0]), sizeof values);
  storeLanes(warp.at<T>(instr.result[0]), values, mask);
}

static void copyPredicate(Warp &warp, const Instr &instr, Mask mask) {
  warp.setPredicate(instr.result[0], mask, warp.predicate(instr.source[0]));
}

/// Moves of operands that differ in width.
static void copyWide(Warp &warp, const Instr &instr, Mask mask) {
  forEachLane(warp, mask, [&](unsigned lane) {
    warp.set(instr.result[0], lane, warp.get(instr.source[0], lane));
  });
}

struct Bytes16 {
  uint64_t words[2];
};

static Handler chooseCopy(unsigned bytes) {
  switch (bytes) {
  case 0:
    return copyPredicate;
  case 1:
    return copyLanes<uint8_t>;
  case 2:
    return copyLanes<uint16_t>;
  case 4:
    return copyLanes<uint32_t>;
  case 8:
    return copyLanes<uint64_t>;
  }
  return copyLanes<Bytes16>;
}

void Decoder::emitMove(const Instruction &text, Slot result, Slot source) {
  Instr instr;
  instr.line = text.line;
  if (text.guard >= 0) {
    instr.guard = int32_t(registerSlot(text.guard).offset);
    instr.isGuardNegated = text.isGuardNegated;
  }
  instr.result[0] = result;
  instr.source[0] = source;
  instr.run = chooseCopy(result.bytes);
  program.code.push_back(instr);
}

/// The bytes of a register, of which a list has parts.
static void pack(Warp &warp, const Instr &instr, Mask mask) {
  unsigned bytes = instr.source[0].bytes;
  forEachLane(warp, mask, [&](unsigned lane) {
    uint8_t whole[16];
    for (unsigned i = 0; i < instr.elements; ++i) {
      uint64_t part = warp.get(instr.source[i], lane);
      std::memcpy(whole + i * bytes, &part, bytes);
    }
    std::memcpy(warp.base[0] + instr.result[0].offset +
                    lane * instr.result[0].bytes,
                whole, instr.result[0].bytes);
  });
}

static void unpack(Warp &warp, const Instr &instr, Mask mask) {
  unsigned bytes = instr.result[0].bytes;
  forEachLane(warp, mask, [&](unsigned lane) {
    uint8_t whole[16];
    std::memcpy(whole,
                warp.base[instr.source[0].isConstant] + instr.source[0].offset +
                    lane * instr.source[0].bytes,
                instr.source[0].bytes);
    for (unsigned i = 0; i < instr.elements; ++i) {
      uint64_t part = 0;
      std::memcpy(&part, whole + i * bytes, bytes);
      warp.set(instr.result[i], lane, part);
    }
  });
}

/// A register of 64 bits of two of 32, which is how doubles are shuffled.
static void packPair(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) uint64_t values[kWarpSize];
  const auto *low = warp.at<const uint32_t>(instr.source[0]);
  const auto *high = warp.at<const uint32_t>(instr.source[1]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    values[lane] = uint64_t(high[lane]) << 32 | low[lane];
  storeLanes(warp.at<uint64_t>(instr.result[0]), values, mask);
}

static void unpackPair(Warp &warp, const Instr &instr, Mask mask) {
  alignas(64) uint32_t low[kWarpSize], high[kWarpSize];
  const auto *values = warp.at<const uint64_t>(instr.source[0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    low[lane] = uint32_t(values[lane]);
    high[lane] = uint32_t(values[lane] >> 32);
  }
  storeLanes(warp.at<uint32_t>(instr.result[0]), low, mask);
  storeLanes(warp.at<uint32_t>(instr.result[1]), high, mask);
}

static bool decodePacking(Decoding &d, Type type, bool isPacking) {
  const Operand &list = d.operand(isPacking ? 1 : 0);
  size_t number = list.elements.size();
  if ((number != 2 && number != 4) || type.bytes() % number ||
      type.isPredicate())
    return d.refuse("a list of 2 or 4 registers is packed");
  Type part{Type::Kind::Bits, uint8_t(type.bytes() * 8 / number)};
  d.instr.elements = uint8_t(number);
  for (size_t i = 0; i < number; ++i)
    if (isPacking ? !d.source(list.elements[i], part, d.instr.source[i])
                  : !d.result(list.elements[i], part, d.instr.result[i]))
      return false;
  bool isPair = number == 2 && part.bits == 32;
  d.instr.run =
      isPacking ? (isPair ? packPair : pack) : (isPair ? unpackPair : unpack);
  return isPacking ? d.result(0, type, d.instr.result[0])
                   : d.source(1, type, d.instr.source[0]);
}

static void readClock(Warp &warp, const Instr &instr, Mask mask) {
  uint64_t now = warp.machine().counts.laneInstructions +
                 (uint64_t(warp.block->index) << 20);
  uint64_t value = instr.option ? now >> 32 : now;
  forEachLane(warp, mask,
              [&](unsigned lane) { warp.set(instr.result[0], lane, value); });
}

static bool decodeClock(Decoding &d, Type type) {
  d.instr.run = readClock;
  d.instr.option = d.operand(1).name == "%clock_hi";
  return d.result(0, type, d.instr.result[0]);
}

bool weft::ptx::decodeMove(Decoding &d) {
  auto type = d.takeType();
  if (!type)
    return d.refuseType();
  if (!d.expectOperands(2))
    return false;
  if (d.operand(1).kind == Operand::Kind::List)
    return decodePacking(d, *type, true);
  if (d.operand(0).kind == Operand::Kind::List)
    return decodePacking(d, *type, false);
  if (d.operand(1).kind == Operand::Kind::Special) {
    std::string_view name = d.operand(1).name;
    if (name == "%clock" || name == "%clock64" || name == "%clock_hi" ||
        name == "%globaltimer" || name == "%globaltimer_lo" ||
        name == "%globaltimer_hi")
      return decodeClock(d, *type);
  }
  if (!d.result(0, *type, d.instr.result[0]) ||
      !d.source(1, *type, d.instr.source[0], true))
    return false;
  d.instr.run = d.instr.source[0].bytes == d.instr.result[0].bytes
                    ? chooseCopy(d.instr.result[0].bytes)
                    : copyWide;
  return true;
}

static uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
    return kSharedWindow;
  case Space::Local:
    return kLocalWindow;
  case Space::Param:
    return kParameterWindow;
  default:
    return 0;
  }
}

static void toGeneric(Warp &warp, const Instr &instr, Mask mask) {
  forEachLane(warp, mask, [&](unsigned lane) {
    uint64_t address = warp.get(instr.source[0], lane);
    // An argument of a call has a generic address already.
    if (address < kWindowBytes)
      address += uint64_t(instr.offset);
    warp.set(instr.result[0], lane, address);
  });
}

static void fromGeneric(Warp &warp, const Instr &instr, Mask mask) {
  forEachLane(warp, mask, [&](unsigned lane) {
    warp.set(instr.result[0], lane,
             warp.get(instr.source[0], lane) - uint64_t(instr.offset));
  });
}

static int takeSpace(Decoding &d) {
  return d.takeAny({"global", "const", "shared", "shared::cta", "local",
                    "param", "param::entry"});
}

static Space spaceAt(int index) {
  static constexpr Space spaces[] = {Space::Global, Space::Const, Space::Shared,
                                     Space::Shared, Space::Local, Space::Param,
                                     Space::Param};
  return spaces[index];
}

static void testSpace(Warp &warp, const Instr &instr, Mask mask) {
  Mask result = 0;
  forEachLane(warp, mask, [&](unsigned lane) {
    uint64_t address = warp.get(instr.source[0], lane);
    bool isThere = address - uint64_t(instr.offset) < kWindowBytes;
    if (instr.offset == 0) {
      Allocation *allocation = warp.machine().memory.find(address);
      isThere = allocation && allocation->isConstant == bool(instr.option);
    }
    result |= Mask(isThere) << lane;
  });
  warp.setPredicate(instr.result[0], mask, result);
}

bool weft::ptx::decodeAddressConversion(Decoding &d) {
  bool isTest = d.text.opcode == "isspacep";
  bool isFrom = d.take("to");
  int space = takeSpace(d);
  if (space < 0)
    return d.refuse("expected the name of a space");
  d.instr.offset = int64_t(windowOf(spaceAt(space)));
  Type wide{Type::Kind::Unsigned, 64};
  if (!d.expectOperands(2))
    return false;
  if (isTest) {
    d.instr.run = testSpace;
    d.instr.option = spaceAt(space) == Space::Const;
    return d.result(0, {Type::Kind::Predicate, 0}, d.instr.result[0]) &&
           d.source(1, wide, d.instr.source[0]);
  }
  auto type = d.takeType();
  if (!type || type->bits != 64)
    return d.refuseType();
  d.instr.run = d.instr.offset == 0 ? chooseCopy(8)
                : isFrom            ? fromGeneric
                                    : toGeneric;
  return d.result(0, wide, d.instr.result[0]) &&
         d.source(1, wide, d.instr.source[0]);
}
