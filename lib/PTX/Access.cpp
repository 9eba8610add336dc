//===- Access.cpp - Checks of accesses to memory --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each lane's access is inside one allocation, aligned to its size, reads what
// was written, and races with no other thread's. The records that find races
// are those of Shadow.h.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"

#include <algorithm>

using namespace weft::ptx;

/// What the access is, in messages.
static std::string describe(AccessKind kind, unsigned bytes) {
  const char *verb = kind == AccessKind::Write    ? "store"
                     : kind == AccessKind::Update ? "atomic operation"
                                                  : "load";
  return std::string(verb) + " of " + std::to_string(bytes) +
         (bytes == 1 ? " byte" : " bytes");
}

static bool faultBounds(Warp &warp, const Instr &instr, unsigned lane,
                        uint64_t address, unsigned bytes, AccessKind kind,
                        Space space) {
  std::string text = describe(kind, bytes) + " out of bounds at ";
  const Block &block = *warp.block;
  switch (space) {
  case Space::Shared:
    text += "shared address " + formatAddress(address) + ": the block has " +
            std::to_string(block.sharedBytes) + " bytes of shared memory";
    break;
  case Space::Local:
    text += "local address " + formatAddress(address) + ": the thread has " +
            std::to_string(block.program.localBytes) + " bytes of local memory";
    break;
  case Space::Param:
    text += "parameter address " + formatAddress(address) + ": there are " +
            std::to_string(block.program.parameterBytes) +
            " bytes of parameters";
    break;
  default: {
    text += formatAddress(address);
    const Allocation *nearest = warp.machine().memory.findNearest(address);
    if (!nearest) {
      text += ": nothing is allocated";
      break;
    }
    bool isBefore = address < nearest->base;
    uint64_t distance = isBefore ? nearest->base - address
                        : address - nearest->base >= nearest->bytes
                            ? address - nearest->base - nearest->bytes
                            : 0;
    text += ", " + std::to_string(distance) + " bytes " +
            (isBefore ? "before" : "behind the end of") + " " +
            (nearest->name.empty() ? "the allocation"
                                   : "variable '" + nearest->name + "'") +
            " of " + std::to_string(nearest->bytes) + " bytes at " +
            formatAddress(nearest->base);
  }
  }
  warp.fault(instr, lane, FaultKind::IllegalAddress, std::move(text));
  return false;
}

/// The space of a generic address, which becomes an address of that space.
static Space resolveGeneric(uint64_t &address) {
  static constexpr struct {
    uint64_t window;
    Space space;
  } windows[] = {{kSharedWindow, Space::Shared},
                 {kLocalWindow, Space::Local},
                 {kParameterWindow, Space::Param}};
  for (const auto &window : windows)
    if (address - window.window < kWindowBytes) {
      address -= window.window;
      return window.space;
    }
  return Space::Global;
}

static bool isConflict(const AccessRecord &record, const Accessor &accessor,
                       unsigned bytes, Machine &machine) {
  if (record.stamp != accessor.stamp || !(record.bytes & bytes))
    return false;
  if (record.isStrong && accessor.isStrong)
    return false;
  if (record.hasOtherBlocks)
    return machine.time == 0;
  if (record.block != accessor.block)
    return machine.releases[record.block] <= record.time ||
           accessor.time <= record.time;
  if (record.epoch != accessor.epoch)
    return false;
  if (record.hasOtherWarps ||
      record.thread / kWarpSize != accessor.thread / kWarpSize)
    return true;
  return record.warpEpoch == accessor.warpEpoch &&
         (record.hasOtherLanes || record.thread != accessor.thread);
}

/// Records a read or a write of a word.
static void record(AccessRecord &old, const Accessor &accessor, unsigned bytes,
                   uint32_t now) {
  bool isRelated = old.stamp == accessor.stamp && (old.bytes & bytes);
  bool isSameBlock = old.block == accessor.block;
  bool isSameEpoch = isRelated && isSameBlock && old.epoch == accessor.epoch;
  bool isSameWarp = old.thread / kWarpSize == accessor.thread / kWarpSize;
  bool isSameWarpEpoch =
      isSameEpoch && isSameWarp && old.warpEpoch == accessor.warpEpoch;
  old.hasOtherLanes =
      isSameWarpEpoch && (old.hasOtherLanes || old.thread != accessor.thread);
  old.hasOtherWarps = isSameEpoch && (old.hasOtherWarps || !isSameWarp);
  old.hasOtherBlocks = isRelated && (old.hasOtherBlocks || !isSameBlock);
  old.stamp = accessor.stamp;
  old.block = accessor.block;
  old.epoch = accessor.epoch;
  old.warpEpoch = accessor.warpEpoch;
  old.thread = accessor.thread;
  old.time = now;
  old.bytes = bytes;
  old.isStrong = accessor.isStrong;
}

/// An address as messages name it.
static std::string describeAddress(uint64_t address, Space space) {
  return (space == Space::Shared ? "shared address " : "") +
         formatAddress(address);
}

static bool faultRace(Warp &warp, const Instr &instr, unsigned lane,
                      AccessKind kind, std::string address, unsigned bytes,
                      const AccessRecord &other, bool isWrite) {
  warp.fault(instr, lane, FaultKind::Race,
             "race: " + describe(kind, bytes) + " at " + address +
                 ", which thread " + std::to_string(other.thread) +
                 " of block " + std::to_string(other.block) +
                 (isWrite ? " writes" : " reads") +
                 " without a barrier in between");
  return false;
}

/// Checks an access to memory that threads have in common.
static bool checkShared(Warp &warp, const Instr &instr, unsigned lane,
                        uint64_t address, unsigned bytes, AccessKind kind,
                        const void *value, Reference &reference) {
  Machine &machine = warp.machine();
  Shadow &shadow = *reference.shadow;
  bool isRead = kind != AccessKind::Write;
  bool isWrite = kind == AccessKind::Write || kind == AccessKind::Update;
  if (isRead && machine.options.checksUninitialized && !shadow.isComplete) {
    uint64_t at = findUninitialized(shadow, reference.offset, bytes);
    if (at != reference.offset + bytes) {
      warp.fault(instr, lane, FaultKind::Uninitialized,
                 describe(kind, bytes) + " at " +
                     describeAddress(address, reference.space) +
                     ", where byte " + std::to_string(at - reference.offset) +
                     " was never written");
      return false;
    }
  }
  if (machine.options.checksRaces && shadow.records) {
    Accessor accessor{reference.stamp,
                      warp.block->index,
                      warp.block->epoch,
                      warp.epoch,
                      uint16_t(warp.index * kWarpSize + lane),
                      warp.acquired,
                      instr.isStrong};
    // A store of the value that is there is no conflict with other stores.
    bool isSilent = kind == AccessKind::Write && value &&
                    std::memcmp(value, reference.data, bytes) == 0;
    for (uint64_t word = reference.offset / 4;
         word <= (reference.offset + bytes - 1) / 4; ++word) {
      WordRecords &records = shadow.records[word];
      unsigned mask = wordBytes(reference.offset, bytes);
      if (!isSilent && isConflict(records.write, accessor, mask, machine))
        return faultRace(warp, instr, lane, kind,
                         describeAddress(address, reference.space), bytes,
                         records.write, true);
      if (isWrite && isConflict(records.read, accessor, mask, machine))
        return faultRace(warp, instr, lane, kind,
                         describeAddress(address, reference.space), bytes,
                         records.read, false);
      if (instr.isNonCoherent && records.write.stamp == reference.stamp &&
          (records.write.bytes & mask)) {
        warp.fault(instr, lane, FaultKind::Race,
                   "non-coherent load at " +
                       describeAddress(address, reference.space) +
                       ", which this launch writes");
        return false;
      }
      record(isWrite ? records.write : records.read, accessor, mask,
             machine.time);
    }
  }
  if (isWrite)
    initialize(shadow, reference.offset, bytes);
  return true;
}

bool weft::ptx::access(Warp &warp, const Instr &instr, unsigned lane,
                       uint64_t address, unsigned bytes, AccessKind kind,
                       const void *value, Reference &reference) {
  Block &block = *warp.block;
  const uint64_t given = address;
  Space space = instr.space;
  if (space == Space::Generic ||
      (space == Space::Param && address >= kLocalWindow))
    space = resolveGeneric(address);
  if (address % bytes) {
    warp.fault(instr, lane, FaultKind::Misaligned,
               describe(kind, bytes) + " at " + formatAddress(given) +
                   ", which is not aligned to " + std::to_string(bytes));
    return false;
  }
  auto isInside = [&](uint64_t size) {
    return address <= size && bytes <= size - address;
  };
  reference.space = space;
  reference.offset = address;
  bool isWrite = kind == AccessKind::Write || kind == AccessKind::Update;
  switch (space) {
  case Space::Shared:
    if (!isInside(block.sharedBytes))
      return faultBounds(warp, instr, lane, address, bytes, kind, space);
    reference.data = block.shared + address;
    reference.shadow = &block.sharedShadow;
    reference.stamp = block.sharedStamp;
    return checkShared(warp, instr, lane, given, bytes, kind, value, reference);
  case Space::Local: {
    uint64_t size = block.program.localBytes;
    if (!isInside(size))
      return faultBounds(warp, instr, lane, address, bytes, kind, space);
    uint8_t *initialized = warp.localInitialized.data() + lane * size + address;
    reference.data = warp.local.data() + lane * size + address;
    if (kind != AccessKind::Write && warp.machine().options.checksUninitialized)
      for (unsigned i = 0; i < bytes; ++i)
        if (!initialized[i]) {
          warp.fault(instr, lane, FaultKind::Uninitialized,
                     describe(kind, bytes) + " at local address " +
                         formatAddress(address) + ", where byte " +
                         std::to_string(i) + " was never written");
          return false;
        }
    if (isWrite)
      std::memset(initialized, 1, bytes);
    return true;
  }
  case Space::Param:
    if (!isInside(block.program.parameterBytes) || isWrite)
      return faultBounds(warp, instr, lane, address, bytes, kind, space);
    reference.data =
        const_cast<uint8_t *>(block.launch.arguments.data()) + address;
    return true;
  default:
    break;
  }
  Allocation *allocation = warp.lastAllocation;
  if (!allocation || !allocation->contains(address, bytes)) {
    allocation = warp.machine().memory.find(address);
    if (!allocation || !allocation->contains(address, bytes))
      return faultBounds(warp, instr, lane, address, bytes, kind, space);
    warp.lastAllocation = allocation;
    if (!allocation->shadow.records &&
        !allocation->shadow.records.create(allocation->bytes / 4 + 2)) {
      warp.fault(instr, lane, FaultKind::OutOfMemory, "out of memory");
      return false;
    }
  }
  if (isWrite && allocation->isConstant) {
    warp.fault(instr, lane, FaultKind::IllegalAddress,
               describe(kind, bytes) + " at " + formatAddress(given) +
                   " in constant memory");
    return false;
  }
  reference.allocation = allocation;
  reference.offset = address - allocation->base;
  reference.data = allocation->data + reference.offset;
  reference.shadow = &allocation->shadow;
  reference.stamp = warp.machine().stamp;
  return checkShared(warp, instr, lane, given, bytes, kind, value, reference);
}
