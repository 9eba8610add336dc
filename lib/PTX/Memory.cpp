//===- Memory.cpp - Allocations of global memory --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses are never used twice, so that an access to freed memory is found.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include <algorithm>
#include <cstring>

using namespace weft::ptx;

/// What lies between allocations at least.
static constexpr uint64_t kGap = 4096;

Memory::~Memory() { clear(); }

void Memory::clear() {
  for (auto &entry : allocations)
    if (entry.second->ownsData)
      std::free(entry.second->allocation.data);
  allocations.clear();
  used = 0;
}

Allocation *Memory::allocate(uint64_t bytes, uint64_t alignment) {
  if (bytes > total - used)
    return nullptr;
  auto owned = std::make_unique<Owned>();
  Allocation &allocation = owned->allocation;
  allocation.data = static_cast<uint8_t *>(std::calloc(bytes ? bytes : 1, 1));
  if (!allocation.data)
    return nullptr;
  owned->ownsData = true;
  if (!allocation.shadow.initialized.create((bytes + 3) / 4 + 1) ||
      !allocation.sectors.create(bytes / 32 + 2)) {
    std::free(allocation.data);
    return nullptr;
  }
  allocation.base = (next + alignment - 1) / alignment * alignment;
  allocation.bytes = bytes;
  next = allocation.base + bytes + kGap;
  used += bytes;
  return &(allocations[allocation.base] = std::move(owned))->allocation;
}

Allocation *Memory::registerHost(void *data, uint64_t bytes, bool isOwned) {
  uint64_t base = reinterpret_cast<uintptr_t>(data);
  auto owned = std::make_unique<Owned>();
  Allocation &allocation = owned->allocation;
  if (!allocation.sectors.create(bytes / 32 + 2) || allocations.count(base))
    return nullptr;
  allocation.base = base;
  allocation.bytes = bytes;
  allocation.data = static_cast<uint8_t *>(data);
  allocation.shadow.isComplete = true;
  allocation.isHost = true;
  owned->ownsData = isOwned;
  return &(allocations[base] = std::move(owned))->allocation;
}

bool Memory::free(uint64_t address) {
  auto found = allocations.find(address);
  if (found == allocations.end())
    return false;
  if (!found->second->allocation.isHost)
    used -= found->second->allocation.bytes;
  if (found->second->ownsData)
    std::free(found->second->allocation.data);
  allocations.erase(found);
  return true;
}

Allocation *Memory::find(uint64_t address) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  Allocation &allocation = std::prev(next)->second->allocation;
  return address - allocation.base < allocation.bytes ? &allocation : nullptr;
}

const Allocation *Memory::findNearest(uint64_t address) const {
  auto next = allocations.upper_bound(address);
  const Allocation *after =
      next == allocations.end() ? nullptr : &next->second->allocation;
  if (next == allocations.begin())
    return after;
  const Allocation *before = &std::prev(next)->second->allocation;
  uint64_t end = before->base + before->bytes;
  bool isCloser =
      !after || address < end || address - end < after->base - address;
  return isCloser ? before : after;
}

void weft::ptx::initialize(Shadow &shadow, uint64_t offset, uint64_t bytes) {
  if (shadow.isComplete)
    return;
  uint64_t end = offset + bytes;
  while (offset < end && (offset & 3)) {
    shadow.initialized[offset / 4] |= 1 << (offset & 3);
    ++offset;
  }
  if (offset + 4 <= end) {
    uint64_t words = (end - offset) / 4;
    std::memset(shadow.initialized.data() + offset / 4, 15, words);
    offset += words * 4;
  }
  for (; offset < end; ++offset)
    shadow.initialized[offset / 4] |= 1 << (offset & 3);
}

uint64_t weft::ptx::findUninitialized(Shadow &shadow, uint64_t offset,
                                      uint64_t bytes) {
  uint64_t end = offset + bytes;
  if (shadow.isComplete)
    return end;
  while (offset < end) {
    // A whole word, or all that is asked of one.
    if (!(offset & 3) && shadow.initialized[offset / 4] == 15) {
      offset = std::min(end, offset + 4);
      continue;
    }
    if (!(shadow.initialized[offset / 4] >> (offset & 3) & 1))
      return offset;
    ++offset;
  }
  return end;
}

void weft::ptx::copyInitialized(Shadow &to, uint64_t toOffset, Shadow &from,
                                uint64_t fromOffset, uint64_t bytes) {
  if (to.isComplete)
    return;
  for (uint64_t i = 0; i < bytes; ++i) {
    uint64_t source = fromOffset + i, target = toOffset + i;
    bool isWritten =
        from.isComplete || (from.initialized[source / 4] >> (source & 3) & 1);
    uint8_t bit = 1 << (target & 3);
    if (isWritten)
      to.initialized[target / 4] |= bit;
    else
      to.initialized[target / 4] &= ~bit;
  }
}
