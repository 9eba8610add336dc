//===- DecodeOperands.cpp - Slots of operands -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives registers, constants, special registers and variables their places.
// Registers get a slot when they are first used.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include "SmallFloats.h"

#include <algorithm>
#include <cstring>

using namespace weft::ptx;

bool Decoding::take(std::string_view modifier) {
  auto found = std::find(modifiers.begin(), modifiers.end(), modifier);
  if (found == modifiers.end())
    return false;
  modifiers.erase(found);
  return true;
}

int Decoding::takeAny(std::initializer_list<std::string_view> words) {
  int index = 0;
  for (std::string_view word : words) {
    if (take(word))
      return index;
    ++index;
  }
  return -1;
}

std::optional<Type> Decoding::takeType() {
  for (size_t i = 0; i < modifiers.size(); ++i)
    if (auto type = parseType(modifiers[i])) {
      modifiers.erase(modifiers.begin() + i);
      return type;
    }
  return std::nullopt;
}

bool Decoding::refuse(std::string message, std::string hint) {
  return decoder.refuse(text, std::move(message), std::move(hint));
}

bool Decoding::refuseType() {
  std::string spelling(text.opcode);
  for (std::string_view modifier : text.modifiers)
    spelling.append(".").append(modifier);
  return refuse("unknown type or form of '" + spelling + "'");
}

bool Decoding::expectOperands(size_t least, size_t most) {
  if (count() >= least && count() <= most)
    return true;
  std::string expected = std::to_string(least);
  if (most != least)
    expected += " to " + std::to_string(most);
  return refuse("expected " + expected + " operands of '" +
                std::string(text.opcode) + "', got " + std::to_string(count()));
}

/// A floating-point constant in the bits of a type.
static uint64_t encode(const Operand &operand, Type type) {
  double value;
  float single;
  if (operand.isSingle) {
    std::memcpy(&single, &operand.bits, sizeof single);
    value = single;
  } else {
    std::memcpy(&value, &operand.bits, sizeof value);
  }
  uint64_t bits = 0;
  if (type.bits == 64 && !operand.isSingle)
    return operand.bits;
  if (type.bits == 32 && operand.isSingle)
    return operand.bits;
  if (type.bits == 64)
    std::memcpy(&bits, &value, sizeof value);
  single = float(value);
  if (type.bits == 32)
    std::memcpy(&bits, &single, sizeof single);
  if (type.bits == 16)
    bits = type.kind == Type::Kind::BFloat ? encodeBFloat(value)
                                           : encodeHalf(value);
  return bits;
}

bool Decoding::source(size_t index, Type type, Slot &slot, bool mayBeWider) {
  return source(operand(index), type, slot, mayBeWider);
}

bool Decoding::source(const Operand &operand, Type type, Slot &slot,
                      bool mayBeWider) {
  Type found = type;
  switch (operand.kind) {
  case Operand::Kind::Register:
    found = decoder.frame->function->registers[operand.value];
    slot = decoder.registerSlot(int(operand.value));
    break;
  case Operand::Kind::Special:
    if (auto special = decoder.special(operand.name, found)) {
      slot = *special;
      break;
    }
    return refuse("unknown register '" + std::string(operand.name) + "'");
  case Operand::Kind::Integer:
    if (type.isPredicate()) {
      slot = decoder.constant(operand.value ? kAllLanes : 0, 0, 4);
      slot.bytes = 0;
      break;
    }
    if (type.isFloat())
      return refuse("expected a floating-point constant, got an integer");
    slot = decoder.constant(uint64_t(operand.value), operand.value < 0 ? -1 : 0,
                            type.bytes());
    break;
  case Operand::Kind::Float:
    if (type.isPredicate() || type.bits > 64)
      return refuse("a floating-point constant cannot have this type");
    slot = decoder.constant(encode(operand, type), 0, type.bytes());
    break;
  case Operand::Kind::Symbol: {
    auto symbol = decoder.symbolSlot(operand, 0, type.bytes(), nullptr);
    if (!symbol)
      return refuse("'" + std::string(operand.name) + "' is not defined");
    slot = *symbol;
    break;
  }
  default:
    return refuse("expected a register or a constant");
  }
  if (found.isPredicate() != type.isPredicate())
    return refuse(type.isPredicate() ? "expected a predicate register"
                                     : "a predicate is no operand here");
  if (!type.isPredicate() &&
      (slot.bytes < type.bytes() || (slot.bytes > type.bytes() && !mayBeWider)))
    return refuse("operand '" + std::string(operand.name) + "' has " +
                  std::to_string(slot.bytes * 8) + " bits, expected " +
                  std::to_string(type.bytes() * 8));
  if (operand.isNegated && !type.isPredicate())
    return refuse("only constants and predicates may be negated");
  slot.isNegated = operand.isNegated;
  return true;
}

bool Decoding::result(size_t index, Type type, Slot &slot, bool mayBeWider) {
  return result(operand(index), type, slot, mayBeWider);
}

bool Decoding::result(const Operand &operand, Type type, Slot &slot,
                      bool mayBeWider) {
  if (operand.kind == Operand::Kind::Sink) {
    slot = decoder.allocate(type);
    return true;
  }
  if (operand.kind != Operand::Kind::Register)
    return refuse("expected a register for the result");
  return source(operand, type, slot, mayBeWider);
}

bool Decoding::address(size_t index, Space space) {
  const Operand &address = operand(index);
  if (address.kind != Operand::Kind::Address)
    return refuse("expected an address in brackets");
  const Operand &base = address.elements.front();
  instr.space = space;
  instr.offset = address.value;
  if (base.kind == Operand::Kind::Register ||
      base.kind == Operand::Kind::Integer) {
    Type wide{Type::Kind::Bits, 64};
    bool isShort = base.kind == Operand::Kind::Register &&
                   decoder.frame->function->registers[base.value].bits == 32;
    if (isShort && space != Space::Shared && space != Space::Local &&
        space != Space::Const && space != Space::Param)
      return refuse("addresses of this space have 64 bits");
    return source(base, isShort ? Type{Type::Kind::Bits, 32} : wide,
                  instr.address);
  }
  if (base.kind != Operand::Kind::Symbol)
    return refuse("expected a register or a variable in an address");
  auto slot = decoder.symbolSlot(base, 0, 8, &space);
  if (!slot)
    return refuse("'" + std::string(base.name) + "' is not defined");
  instr.address = *slot;
  instr.space = space;
  return true;
}

Slot Decoder::allocate(Type type) {
  Slot slot;
  slot.bytes = uint8_t(type.bytes());
  slot.offset = program.registerBytes;
  // A predicate takes as much as the smallest register, so that all slots are
  // aligned to what vector instructions load.
  program.registerBytes += std::max(64u, type.bytes() * kWarpSize);
  return slot;
}

Slot Decoder::carrySlot() {
  if (!carry)
    carry = allocate({Type::Kind::Predicate, 0});
  return *carry;
}

Slot Decoder::registerSlot(int index) {
  auto found = frame->registers.find(index);
  if (found != frame->registers.end())
    return found->second;
  return frame->registers[index] = allocate(frame->function->registers[index]);
}

Slot Decoder::constant(uint64_t low, uint64_t high, unsigned bytes) {
  if (bytes < 8)
    low &= (uint64_t(1) << (8 * bytes)) - 1;
  if (bytes <= 8)
    high = 0;
  auto [found, isNew] = constants.try_emplace({low, high, bytes});
  if (!isNew)
    return found->second;
  Slot slot;
  slot.isConstant = true;
  slot.bytes = uint8_t(bytes);
  slot.offset = uint32_t(program.constants.size());
  uint64_t bits[2] = {low, high};
  program.constants.resize(slot.offset + std::max(64u, bytes * kWarpSize));
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    std::memcpy(program.constants.data() + slot.offset + lane * bytes, bits,
                bytes);
  return found->second = slot;
}

std::optional<Slot> Decoder::special(std::string_view name, Type &type) {
  static constexpr struct {
    std::string_view name;
    Special special;
    uint8_t bits = 32;
  } table[] = {
      {"%tid.x", Special::ThreadX},
      {"%tid.y", Special::ThreadY},
      {"%tid.z", Special::ThreadZ},
      {"%ctaid.x", Special::BlockX},
      {"%ctaid.y", Special::BlockY},
      {"%ctaid.z", Special::BlockZ},
      {"%ntid.x", Special::BlockSizeX},
      {"%ntid.y", Special::BlockSizeY},
      {"%ntid.z", Special::BlockSizeZ},
      {"%nctaid.x", Special::GridSizeX},
      {"%nctaid.y", Special::GridSizeY},
      {"%nctaid.z", Special::GridSizeZ},
      {"%laneid", Special::Lane},
      {"%warpid", Special::WarpIndex},
      {"%nwarpid", Special::WarpCount},
      {"WARP_SZ", Special::WarpSize},
      {"%smid", Special::Processor},
      {"%nsmid", Special::ProcessorCount},
      {"%gridid", Special::GridIndex, 64},
      {"%lanemask_eq", Special::LaneMaskEqual},
      {"%lanemask_lt", Special::LaneMaskLess},
      {"%lanemask_le", Special::LaneMaskLessEqual},
      {"%lanemask_gt", Special::LaneMaskGreater},
      {"%lanemask_ge", Special::LaneMaskGreaterEqual},
      {"%dynamic_smem_size", Special::DynamicSharedBytes},
      {"%total_smem_size", Special::TotalSharedBytes},
  };
  for (const auto &entry : table)
    if (entry.name == name) {
      type = {Type::Kind::Unsigned, entry.bits};
      auto [found, isNew] = specials.try_emplace(entry.special);
      if (isNew) {
        found->second = allocate(type);
        program.specials.push_back({entry.special, found->second});
      }
      return found->second;
    }
  return std::nullopt;
}

bool Decoding::operands(Type type, std::initializer_list<Type> sources) {
  if (!expectOperands(sources.size() + 1) || !result(0, type, instr.result[0]))
    return false;
  size_t index = 0;
  for (Type each : sources) {
    if (!source(index + 1, each, instr.source[index]))
      return false;
    ++index;
  }
  return true;
}
