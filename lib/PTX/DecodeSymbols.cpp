//===- DecodeSymbols.cpp - Places of variables ----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays out shared and local memory of a kernel. Shared variables of the module
// take memory only in kernels that name them; arguments of calls are in the
// local memory of a thread.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>

using namespace weft::ptx;

static uint64_t alignTo(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

Decoder::Place Decoder::placeVariable(const Variable &variable) {
  if (variable.space == Space::Shared) {
    auto [found, isNew] = sharedPlaces.try_emplace(&variable);
    if (!isNew)
      return found->second;
    Place &place = found->second;
    place.space = Space::Shared;
    place.isDynamic = variable.isDynamic;
    if (variable.isDynamic) {
      dynamicAlignment =
          std::max<uint64_t>(dynamicAlignment, variable.alignment);
      place.address = 0;
      return place;
    }
    place.address = alignTo(program.sharedBytes, variable.alignment);
    program.sharedBytes = place.address + variable.bytes;
    return place;
  }
  Place place{Space::Local, alignTo(program.localBytes, variable.alignment)};
  place.isArgument = variable.space == Space::Param;
  program.localBytes = place.address + variable.bytes;
  return place;
}

std::optional<Decoder::Place> Decoder::findSymbol(const Operand &operand) {
  const Variable *variable = nullptr;
  if (operand.value >= 0) {
    variable = &frame->function->locals[operand.value];
    if (variable->space != Space::Global && variable->space != Space::Const) {
      auto &place = frame->locals[operand.value];
      if (!place)
        place = placeVariable(*variable);
      return place;
    }
  } else {
    auto parameter = frame->parameters.find(operand.name);
    if (parameter != frame->parameters.end())
      return parameter->second;
    variable = module.findVariable(operand.name);
  }
  if (!variable)
    return std::nullopt;
  if (variable->space == Space::Shared)
    return placeVariable(*variable);
  auto address = symbols(variable->name);
  if (!address)
    return std::nullopt;
  return Place{variable->space, *address};
}

std::optional<Slot> Decoder::symbolSlot(const Operand &operand, int64_t addend,
                                        unsigned bytes, Space *space) {
  auto place = findSymbol(operand);
  if (!place)
    return std::nullopt;
  uint64_t address = place->address + uint64_t(addend);
  if (space)
    *space = place->space;
  else if (place->isArgument)
    address += kLocalWindow;
  if (!place->isDynamic)
    return constant(address, 0, bytes);
  // What is in front of dynamic shared memory is known at the end.
  Slot slot;
  slot.isConstant = true;
  slot.bytes = uint8_t(bytes);
  slot.offset = uint32_t(program.constants.size());
  program.constants.resize(slot.offset + std::max(64u, bytes * kWarpSize));
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    std::copy_n(reinterpret_cast<uint8_t *>(&address), bytes,
                program.constants.data() + slot.offset + lane * bytes);
  dynamicConstants.push_back(slot);
  return slot;
}
