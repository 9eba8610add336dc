//===- DecodeMemory.cpp - Loads and stores --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ld, ldu and st of all spaces, fences, and prefetches, which do nothing.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

#include <algorithm>

using namespace weft::ptx;

/// Extends an element to the width of its register.
static uint64_t extend(uint64_t value, unsigned bytes, bool isSigned) {
  if (!isSigned || bytes == 8)
    return value;
  unsigned shift = 64 - 8 * bytes;
  return uint64_t(int64_t(value << shift) >> shift);
}

static void load(Warp &warp, const Instr &instr, Mask mask) {
  countRequest(warp, instr, mask);
  const unsigned bytes = instr.bytes, total = bytes * instr.elements;
  forEachLane(warp, mask, [&](unsigned lane) {
    Reference reference;
    if (!access(warp, instr, lane, warp.address(instr, lane), total,
                AccessKind::Read, nullptr, reference))
      return;
    for (unsigned i = 0; i < instr.elements; ++i) {
      if (bytes == 16) {
        std::memcpy(warp.base[0] + instr.result[i].offset + lane * 16,
                    reference.data, 16);
        continue;
      }
      uint64_t value = 0;
      std::memcpy(&value, reference.data + i * bytes, bytes);
      warp.set(instr.result[i], lane, extend(value, bytes, instr.option));
    }
  });
  if (instr.isAcquire)
    warp.acquired = ++warp.machine().time;
}

static void store(Warp &warp, const Instr &instr, Mask mask) {
  countRequest(warp, instr, mask);
  if (instr.isRelease)
    warp.machine().releases[warp.block->index] = ++warp.machine().time;
  const unsigned bytes = instr.bytes, total = bytes * instr.elements;
  forEachLane(warp, mask, [&](unsigned lane) {
    uint8_t values[32];
    for (unsigned i = 0; i < instr.elements; ++i) {
      uint64_t value = warp.get(instr.source[i], lane);
      if (bytes == 16)
        std::memcpy(values,
                    warp.base[instr.source[i].isConstant] +
                        instr.source[i].offset + lane * 16,
                    16);
      else
        std::memcpy(values + i * bytes, &value, bytes);
    }
    Reference reference;
    if (access(warp, instr, lane, warp.address(instr, lane), total,
               AccessKind::Write, values, reference))
      std::memcpy(reference.data, values, total);
  });
}

/// A parameter of the kernel at a constant offset: the same for all lanes.
static void loadParameter(Warp &warp, const Instr &instr, Mask mask) {
  const uint8_t *data = warp.block->launch.arguments.data() + instr.offset;
  for (unsigned i = 0; i < instr.elements; ++i) {
    uint64_t value = 0;
    std::memcpy(&value, data + i * instr.bytes, instr.bytes);
    value = extend(value, instr.bytes, instr.option);
    for (Mask lanes = mask; lanes; lanes &= lanes - 1)
      warp.set(instr.result[i], __builtin_ctz(lanes), value);
  }
}

static Space takeSpace(Decoding &d) {
  static constexpr Space spaces[] = {
      Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param,
      Space::Shared, Space::Shared, Space::Param, Space::Param};
  int index =
      d.takeAny({"global", "shared", "local", "const", "param", "shared::cta",
                 "shared::cluster", "param::entry", "param::func"});
  return index < 0 ? Space::Generic : spaces[index];
}

/// Advice to caches. Operands that give policies are refused with the count.
static void takeCacheOperators(Decoding &d) {
  d.takeAny({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  d.takeAny({"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
             "L1::evict_last", "L1::no_allocate"});
  d.takeAny({"L2::evict_last", "L2::evict_normal", "L2::evict_first"});
  d.takeAny({"L2::64B", "L2::128B", "L2::256B"});
}

static unsigned takeElements(Decoding &d) {
  int index = d.takeAny({"v2", "v4"});
  return index < 0 ? 1 : index == 0 ? 2 : 4;
}

static bool takeOrder(Decoding &d, bool isLoad) {
  d.take("weak");
  bool isVolatile = d.take("volatile"), isRelaxed = d.take("relaxed");
  bool isMmio = d.take("mmio");
  d.instr.isAcquire = isLoad && d.take("acquire");
  d.instr.isRelease = !isLoad && d.take("release");
  bool isScoped = d.takeAny({"cta", "cluster", "gpu", "sys"}) >= 0;
  d.instr.isStrong =
      isVolatile || isRelaxed || d.instr.isAcquire || d.instr.isRelease;
  if (isScoped != (isRelaxed || d.instr.isAcquire || d.instr.isRelease))
    return d.refuse("expected a scope of a relaxed, acquire or release access");
  return !isMmio || isRelaxed || d.refuse(".mmio accesses are .relaxed");
}

/// The element type and number of an access.
static bool takeShape(Decoding &d, Type &type) {
  unsigned elements = takeElements(d);
  auto found = d.takeType();
  if (!found || found->isPredicate())
    return d.refuseType();
  type = *found;
  if (type.bytes() * elements > 16)
    return d.refuse("vectors of more than 16 bytes are not supported");
  d.instr.elements = uint8_t(elements);
  d.instr.bytes = uint8_t(type.bytes());
  d.instr.option = type.isSigned();
  return true;
}

/// Checks that a vector operand has the registers of its type.
static bool checkVector(Decoding &d, const Operand &operand) {
  unsigned number = operand.kind == Operand::Kind::List
                        ? unsigned(operand.elements.size())
                        : 1;
  return number == d.instr.elements ||
         d.refuse("expected " + std::to_string(d.instr.elements) +
                  " registers, got " + std::to_string(number));
}

bool weft::ptx::decodeLoad(Decoding &d) {
  if (!takeOrder(d, true))
    return false;
  Space space = takeSpace(d);
  d.instr.isNonCoherent = d.take("nc") || d.text.opcode == "ldu";
  takeCacheOperators(d);
  d.instr.action = Action::Access;
  Type type;
  if (!takeShape(d, type) || !d.expectOperands(2) ||
      !checkVector(d, d.operand(0)))
    return false;
  const Operand &result = d.operand(0);
  for (unsigned i = 0; i < d.instr.elements; ++i)
    if (!d.result(result.kind == Operand::Kind::List ? result.elements[i]
                                                     : result,
                  type, d.instr.result[i], true))
      return false;
  if (!d.address(1, space))
    return false;
  d.instr.run = load;
  const Operand &base = d.operand(1).elements.front();
  if (d.instr.space == Space::Param && base.kind == Operand::Kind::Symbol &&
      type.bytes() <= 8) {
    uint64_t start = 0;
    std::memcpy(&start, d.decoder.constantData(d.instr.address), sizeof start);
    uint64_t offset = start + uint64_t(d.instr.offset);
    unsigned total = type.bytes() * d.instr.elements;
    if (offset % total == 0 && offset <= d.decoder.parameterBytes() &&
        total <= d.decoder.parameterBytes() - offset) {
      d.instr.offset = int64_t(offset);
      d.instr.action = Action::Compute;
      d.instr.run = loadParameter;
    }
  }
  return true;
}

bool weft::ptx::decodeStore(Decoding &d) {
  if (!takeOrder(d, false))
    return false;
  Space space = takeSpace(d);
  takeCacheOperators(d);
  d.instr.action = Action::Access;
  d.instr.access = AccessKind::Write;
  Type type;
  if (!takeShape(d, type) || !d.expectOperands(2) ||
      !checkVector(d, d.operand(1)))
    return false;
  const Operand &values = d.operand(1);
  for (unsigned i = 0; i < d.instr.elements; ++i)
    if (!d.source(values.kind == Operand::Kind::List ? values.elements[i]
                                                     : values,
                  type, d.instr.source[i], true))
      return false;
  d.instr.run = store;
  return d.address(0, space);
}

static void fence(Warp &warp, const Instr &, Mask) {
  Machine &machine = warp.machine();
  warp.acquired = ++machine.time;
  machine.releases[warp.block->index] = machine.time;
}

static void doNothing(Warp &, const Instr &, Mask) {}

bool weft::ptx::decodeFence(Decoding &d) {
  d.instr.run = fence;
  if (d.text.opcode == "membar")
    return d.takeAny({"gl", "cta", "sys"}) >= 0
               ? d.expectOperands(0)
               : d.refuse("expected .cta, .gl or .sys");
  d.takeAny({"sc", "acq_rel", "acquire", "release"});
  return d.takeAny({"cta", "cluster", "gpu", "sys"}) >= 0
             ? d.expectOperands(0)
             : d.refuse("expected the scope of a fence");
}

bool weft::ptx::decodePrefetch(Decoding &d) {
  d.instr.run = doNothing;
  if (d.text.opcode == "nanosleep") {
    auto type = d.takeType();
    return type && type->bits == 32 && d.expectOperands(1) &&
           d.source(0, *type, d.instr.source[0]);
  }
  Space space = takeSpace(d);
  d.takeAny({"L1", "L2", "L2::evict_last", "L2::evict_normal"});
  return d.expectOperands(1) && d.address(0, space);
}
