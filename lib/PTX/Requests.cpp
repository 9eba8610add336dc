//===- Requests.cpp - Counts of requests to memory ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what one instruction of a warp asks of memory: sectors of 32 bytes of
// global memory, and passes over the banks of shared memory.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"

#include <algorithm>

using namespace weft::ptx;

static constexpr uint64_t kSectorBytes = 32;
static constexpr unsigned kBanks = 32;

static void countUnique(Warp &warp, uint64_t sector) {
  Machine &machine = warp.machine();
  uint64_t address = sector * kSectorBytes;
  Allocation *allocation = warp.lastAllocation;
  if (!allocation || address + kSectorBytes <= allocation->base ||
      address >= allocation->base + allocation->bytes) {
    allocation = machine.memory.find(address);
    if (!allocation)
      allocation = machine.memory.find(address + kSectorBytes - 1);
    if (!allocation)
      return;
  }
  uint64_t index = sector - allocation->base / kSectorBytes;
  if (allocation->sectors[index] != machine.stamp) {
    allocation->sectors[index] = machine.stamp;
    ++machine.counts.uniqueSectors;
  }
}

static void countGlobal(Warp &warp, const uint64_t *addresses, unsigned number,
                        unsigned bytes) {
  weftPtxCountsRecord &counts = warp.machine().counts;
  // An access is aligned to its size, and so lies in one sector.
  uint64_t sectors[kWarpSize];
  for (unsigned i = 0; i < number; ++i)
    sectors[i] = addresses[i] / kSectorBytes;
  if (!std::is_sorted(sectors, sectors + number))
    std::sort(sectors, sectors + number);
  uint64_t *end = std::unique(sectors, sectors + number);
  ++counts.globalRequests;
  counts.globalSectors += end - sectors;
  counts.globalBytes += uint64_t(bytes) * number;
  for (uint64_t *sector = sectors; sector != end; ++sector)
    countUnique(warp, *sector);
}

/// Each pass takes one word of each bank; wide accesses are split into parts of
/// 128 bytes.
static void countShared(Warp &warp, const uint64_t *addresses, unsigned number,
                        unsigned bytes) {
  weftPtxCountsRecord &counts = warp.machine().counts;
  ++counts.sharedRequests;
  unsigned lanes = bytes <= 4 ? kWarpSize : kWarpSize * 4 / bytes;
  for (unsigned first = 0; first < number; first += lanes) {
    uint64_t words[kWarpSize];
    unsigned count = 0;
    unsigned end = std::min(number, first + lanes);
    for (unsigned i = first; i < end; ++i)
      for (unsigned part = 0; part < std::max(1u, bytes / 4); ++part)
        words[count++] = addresses[i] / 4 + part;
    std::sort(words, words + count);
    uint64_t *last = std::unique(words, words + count);
    unsigned perBank[kBanks] = {}, passes = 0;
    for (uint64_t *word = words; word != last; ++word)
      passes = std::max(passes, ++perBank[*word % kBanks]);
    counts.sharedPasses += passes;
  }
}

void weft::ptx::countRequest(Warp &warp, const Instr &instr, Mask mask) {
  uint64_t global[kWarpSize], shared[kWarpSize];
  unsigned numGlobal = 0, numShared = 0, numLocal = 0;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    uint64_t address = warp.address(instr, __builtin_ctz(lanes));
    Space space = instr.space;
    if (space == Space::Generic)
      space = address - kSharedWindow < kWindowBytes      ? Space::Shared
              : address - kLocalWindow < kWindowBytes     ? Space::Local
              : address - kParameterWindow < kWindowBytes ? Space::Param
                                                          : Space::Global;
    if (space == Space::Shared)
      shared[numShared++] = address;
    else if (space == Space::Local)
      ++numLocal;
    else if (space != Space::Param)
      global[numGlobal++] = address;
  }
  unsigned bytes = instr.access == AccessKind::Update
                       ? instr.bytes
                       : instr.bytes * instr.elements;
  if (numGlobal)
    countGlobal(warp, global, numGlobal, bytes);
  if (numShared)
    countShared(warp, shared, numShared, bytes);
  warp.machine().counts.localRequests += numLocal != 0;
}
