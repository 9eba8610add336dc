//===- Divergence.cpp - Groups of lanes of a warp -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses which lanes run. No group starves: one that has branched 65536 times
// while others were ready lets each of them run for a while.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"

#include <algorithm>
#include <string>

using namespace weft::ptx;

static constexpr uint64_t kPatience = 1 << 16;
static constexpr uint32_t kTurn = 1 << 12;

/// Makes the group that comes first in the order of the machine the current
/// one, together with all groups at the same instruction.
void Warp::select() {
  joinPC = ~0u;
  if (ready.empty())
    return;
  bool isReverse = machine().options.isReverse;
  if (pinned == 0) {
    unchanged = 0;
    for (Group &group : ready)
      if (isReverse ? group.pc > current.pc : group.pc < current.pc)
        std::swap(group, current);
  }
  for (size_t i = 0; i < ready.size();) {
    if (ready[i].pc != current.pc) {
      if (ready[i].pc > current.pc)
        joinPC = std::min(joinPC, ready[i].pc);
      ++i;
      continue;
    }
    current.mask |= ready[i].mask;
    ready[i] = ready.back();
    ready.pop_back();
  }
}

void Warp::jump(uint32_t pc) {
  current.pc = pc;
  if (ready.empty())
    return;
  if (pinned) {
    --pinned;
  } else if (++unchanged > kPatience) {
    unchanged = 0;
    pinned = kTurn;
    std::swap(current, ready.front());
    std::rotate(ready.begin(), ready.begin() + 1, ready.end());
  }
  uint64_t before = unchanged;
  uint32_t old = current.pc;
  select();
  if (current.pc == old)
    unchanged = before;
}

void Warp::diverge(Mask taken, uint32_t target) {
  ++machine().counts.divergentBranches;
  ready.push_back({target, taken});
  current.mask &= ~taken;
  jump(current.pc + 1);
}

/// The lanes of the current group that are in a mask leave it. The others
/// continue. False if no group can run.
void Warp::leave(uint32_t next, Mask leaving) {
  current.mask &= ~leaving;
  if (current.mask)
    jump(next);
}

bool Warp::chooseNext() {
  if (current.mask)
    return true;
  if (ready.empty())
    return false;
  current = ready.back();
  ready.pop_back();
  select();
  return true;
}

void Warp::exit(Mask mask, const Instr &) {
  live &= ~mask;
  leave(current.pc + 1, mask);
}

/// Adds a group to those that wait.
void Warp::enqueue(Group group, Mask members) {
  for (Waiting &other : waiting)
    if (other.group.pc == group.pc && other.members == members) {
      other.group.mask |= group.mask;
      return;
    }
  waiting.push_back({group, members});
}

/// Waits for the lanes that lanes of the current group name at a collective.
/// True if all are there; `mask` are these lanes then. The others of the group
/// are ready behind the collective.
bool Warp::gather(const Instr &instr, Mask &mask) {
  const uint32_t pc = current.pc;
  Slot slot = instr.source[3];
  const Mask first = Mask(get(slot, __builtin_ctz(mask)));
  // The mask is a constant in most programs.
  if (slot.isConstant && mask == (first & live))
    return true;
  bool isUniform = true;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    Mask members = Mask(get(slot, lane));
    isUniform &= members == first;
    if (!(members >> lane & 1)) {
      fault(instr, lane, FaultKind::InactiveLane,
            "the lane is not in the mask " + formatLanes(members));
      return false;
    }
  }
  if (isUniform && mask == (first & live))
    return true;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    enqueue({pc, Mask(1) << lane}, Mask(get(slot, lane)));
  }
  leave(pc + 1, mask);
  return false;
}
