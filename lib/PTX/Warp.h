//===- Warp.h - The state of a warp and of its block ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp are in groups with one program counter each. The group
// with the smallest counter runs, or that with the largest in reverse order,
// and groups at one instruction become one. A group that is at an instruction
// for several lanes waits for these lanes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_WARP_H
#define WEFT_LIB_PTX_WARP_H

#include "Machine.h"

#include <cstring>

namespace weft {
namespace ptx {

struct Block {
  Machine &machine;
  const Program &program;
  const Launch &launch;
  uint32_t index;
  std::array<unsigned, 3> position;
  uint8_t *shared;
  uint64_t sharedBytes;
  Shadow &sharedShadow;
  uint32_t sharedStamp;
  /// Barriers so far.
  uint32_t epoch = 0;
  /// Threads that wait at each barrier, and how many it waits for.
  struct Barrier {
    unsigned arrived = 0, expected = 0;
    /// What `bar.red` combines.
    unsigned votes = 0;
  };
  std::array<Barrier, 16> barriers;
  std::vector<Warp> *warps = nullptr;
};

struct Warp {
  /// The registers, and the constants of the program.
  uint8_t *base[2];
  Block *block;
  uint32_t index;
  /// The lanes that are threads, and those that have not exited.
  Mask lanes, live;

  struct Group {
    uint32_t pc;
    Mask mask;
  };
  Group current{0, 0};
  std::vector<Group> ready;
  /// Groups at a collective, with the lanes that each waits for.
  struct Waiting {
    Group group;
    Mask members;
  };
  std::vector<Waiting> waiting;
  /// Where the current group joins the next one.
  uint32_t joinPC = ~0u;
  /// Instructions for which the order of groups is not looked at, so that a
  /// group that waits for another in a loop does not run for ever.
  uint32_t pinned = 0;
  uint64_t unchanged = 0;

  enum class State : uint8_t { Ready, AtBarrier, Done };
  State state = State::Ready;
  uint8_t barrier = 0;
  /// The instruction that a warp at a barrier goes on with, and its lanes.
  Group resume{0, 0};

  uint64_t instructions = 0;
  uint16_t epoch = 0;
  /// The time of the last fence.
  uint32_t acquired = 0;
  std::vector<uint8_t> local, localInitialized;
  Allocation *lastAllocation = nullptr;

  Machine &machine() const { return block->machine; }

  template <typename T> T *at(Slot slot) const {
    return reinterpret_cast<T *>(base[slot.isConstant] + slot.offset);
  }
  Mask predicate(Slot slot) const {
    Mask mask = *at<Mask>(slot);
    return slot.isNegated ? ~mask : mask;
  }
  void setPredicate(Slot slot, Mask mask, Mask value) {
    Mask &old = *at<Mask>(slot);
    old = (old & ~mask) | (value & mask);
  }
  /// A lane of a register of any width, zero-extended; of wider registers the
  /// lower 64 bits.
  uint64_t get(Slot slot, unsigned lane) const {
    const uint8_t *place =
        base[slot.isConstant] + slot.offset + lane * slot.bytes;
    switch (slot.bytes) {
    case 1:
      return *place;
    case 2:
      return read<uint16_t>(place);
    case 4:
      return read<uint32_t>(place);
    }
    return read<uint64_t>(place);
  }
  void set(Slot slot, unsigned lane, uint64_t value) {
    uint8_t *place = base[0] + slot.offset + lane * slot.bytes;
    switch (slot.bytes) {
    case 1:
      *place = uint8_t(value);
      return;
    case 2:
      return write(place, uint16_t(value));
    case 4:
      return write(place, uint32_t(value));
    case 16:
      write(place + 8, uint64_t(0));
    }
    write(place, value);
  }
  template <typename T> static T read(const uint8_t *place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  template <typename T> static void write(uint8_t *place, T value) {
    std::memcpy(place, &value, sizeof value);
  }
  uint64_t address(const Instr &instr, unsigned lane) const {
    return get(instr.address, lane) + uint64_t(instr.offset);
  }

  /// Ends the launch.
  void fault(const Instr &instr, unsigned lane, FaultKind kind,
             std::string text);

  /// Runs until the warp waits at a barrier or ends, or for a number of
  /// instructions.
  void run(uint64_t quantum);
  void runFor(uint64_t quantum);

  // Divergence.cpp
  void select();
  void jump(uint32_t pc);
  void diverge(Mask taken, uint32_t target);
  void leave(uint32_t next, Mask leaving);
  void exit(Mask mask, const Instr &instr);
  void enqueue(Group group, Mask members);
  bool gather(const Instr &instr, Mask &mask);
  bool chooseNext();
  bool arrive(const Waiting &waiting);
};

/// Lanes as a message lists them.
std::string formatLanes(Mask mask);

/// What an access of a lane refers to.
struct Reference {
  uint8_t *data;
  Space space;
  /// Null of local memory and parameters.
  Shadow *shadow;
  uint8_t *localInitialized = nullptr;
  uint64_t offset;
  uint32_t stamp;
  Allocation *allocation = nullptr;
};

/// Finds what an access of a lane refers to, and checks it. False after a
/// fault. `value` is what a write stores.
bool access(Warp &warp, const Instr &instr, unsigned lane, uint64_t address,
            unsigned bytes, AccessKind kind, const void *value,
            Reference &reference);

/// Counts a request.
void countRequest(Warp &warp, const Instr &instr, Mask mask);

/// Calls a function for each lane of a mask, in the order of the machine.
template <typename Function>
void forEachLane(const Warp &warp, Mask mask, Function function) {
  if (warp.machine().options.isReverse) {
    for (unsigned lane = kWarpSize; lane-- > 0;)
      if (mask >> lane & 1)
        function(lane);
    return;
  }
  for (; mask; mask &= mask - 1)
    function(unsigned(__builtin_ctz(mask)));
}

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_WARP_H
