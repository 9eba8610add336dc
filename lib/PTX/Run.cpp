//===- Run.cpp - The loop that runs a warp --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fetches instructions of the current group of lanes, applies guards, and does
// what concerns control; handlers do the rest.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"

using namespace weft::ptx;

void Warp::fault(const Instr &instr, unsigned lane, FaultKind kind,
                 std::string text) {
  Fault &fault = machine().fault;
  if (fault.kind != FaultKind::None)
    return;
  const auto &size = block->launch.block;
  unsigned thread = index * kWarpSize + lane;
  auto three = [](unsigned x, unsigned y, unsigned z) {
    return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " +
           std::to_string(z) + ")";
  };
  const auto &position = block->position;
  fault.kind = kind;
  fault.line = instr.line;
  fault.text = "kernel '" + block->program.name + "', PTX line " +
               std::to_string(instr.line) + ", thread " +
               three(thread % size[0], thread / size[0] % size[1],
                     thread / size[0] / size[1]) +
               " of block " + three(position[0], position[1], position[2]) +
               ": " + std::move(text);
}

std::string weft::ptx::formatLanes(Mask mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

/// Whether what a waiting group waits for is there. It is the current group
/// then, or the warp waits for its block.
bool Warp::arrive(const Waiting &candidate) {
  const Instr &instr = block->program.code[candidate.group.pc];
  bool isBarrier = instr.action == Action::Barrier;
  if (!isBarrier)
    return candidate.group.mask == (candidate.members & live);
  return candidate.group.mask == live;
}

/// Ends a warp whose groups wait for lanes that will not come.
static void faultDivergence(Warp &warp) {
  const auto &code = warp.block->program.code;
  const Warp::Waiting &first = warp.waiting.front();
  const Instr &instr = code[first.group.pc];
  std::string text;
  if (instr.action == Action::Barrier) {
    text = "divergent barrier: lanes " + formatLanes(first.group.mask) +
           " of the warp wait here";
    for (size_t i = 1; i < warp.waiting.size(); ++i)
      text += ", lanes " + formatLanes(warp.waiting[i].group.mask) +
              " at line " + std::to_string(code[warp.waiting[i].group.pc].line);
  } else {
    text = "the mask names lanes " + formatLanes(first.members & warp.live) +
           ", but only " + formatLanes(first.group.mask) + " are here";
    for (size_t i = 1; i < warp.waiting.size(); ++i)
      text += ", " + formatLanes(warp.waiting[i].group.mask) +
              " wait at line " +
              std::to_string(code[warp.waiting[i].group.pc].line);
  }
  warp.fault(instr, __builtin_ctz(first.group.mask),
             instr.action == Action::Barrier ? FaultKind::DivergentBarrier
                                             : FaultKind::InactiveLane,
             std::move(text));
}

/// Puts a warp to wait for its block.
static void waitForBlock(Warp &warp, const Warp::Waiting &waiting) {
  const Instr &instr = warp.block->program.code[waiting.group.pc];
  unsigned lane = __builtin_ctz(waiting.group.mask);
  uint64_t id = warp.get(instr.source[0], lane);
  if (id >= warp.block->barriers.size()) {
    warp.fault(instr, lane, FaultKind::DivergentBarrier,
               "barrier " + std::to_string(id) + " of 16");
    return;
  }
  if (warp.live != warp.lanes && !warp.machine().options.allowsExited) {
    warp.fault(instr, lane, FaultKind::DivergentBarrier,
               "divergent barrier: lanes " +
                   formatLanes(warp.lanes & ~warp.live) +
                   " of the warp have exited");
    return;
  }
  Block::Barrier &barrier = warp.block->barriers[id];
  unsigned expected = instr.source[1].bytes
                          ? unsigned(warp.get(instr.source[1], lane))
                          : warp.block->launch.threads();
  if (instr.source[1].bytes && expected % kWarpSize) {
    warp.fault(instr, lane, FaultKind::DivergentBarrier,
               "a barrier of " + std::to_string(expected) +
                   " threads, which is no multiple of 32");
    return;
  }
  if (barrier.arrived && barrier.expected != expected) {
    warp.fault(instr, lane, FaultKind::DivergentBarrier,
               "warps expect " + std::to_string(barrier.expected) + " and " +
                   std::to_string(expected) + " threads at barrier " +
                   std::to_string(id));
    return;
  }
  barrier.expected = expected;
  barrier.arrived += __builtin_popcount(waiting.group.mask);
  // Lanes that have exited count as having arrived.
  if (warp.machine().options.allowsExited)
    barrier.arrived += __builtin_popcount(warp.lanes & ~warp.live);
  warp.current = {waiting.group.pc + 1, waiting.group.mask};
  warp.resume = warp.current;
  if (instr.option == kArrive)
    return; // It does not wait.
  if (instr.option >= kCountVotes)
    barrier.votes += __builtin_popcount(warp.predicate(instr.source[2]) &
                                        waiting.group.mask);
  warp.barrier = uint8_t(id);
  warp.state = Warp::State::AtBarrier;
}

/// No group can run: the warp has ended, or groups wait for each other.
static void settle(Warp &warp) {
  if (!warp.live) {
    warp.state = Warp::State::Done;
    return;
  }
  for (size_t i = 0; i < warp.waiting.size(); ++i) {
    if (!warp.arrive(warp.waiting[i]))
      continue;
    Warp::Waiting found = warp.waiting[i];
    warp.waiting.erase(warp.waiting.begin() + i);
    if (warp.block->program.code[found.group.pc].action == Action::Barrier)
      waitForBlock(warp, found);
    else
      warp.current = found.group;
    return;
  }
  faultDivergence(warp);
}

static void branchIndexed(Warp &warp, const Instr &instr, Mask mask) {
  const auto &targets = warp.block->program.targetLists[instr.target];
  Mask rest = warp.current.mask & ~mask;
  uint32_t next = warp.current.pc + 1;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    uint64_t index = warp.get(instr.source[0], lane);
    if (index >= targets.size()) {
      warp.fault(instr, lane, FaultKind::Trap,
                 "index " + std::to_string(index) + " of " +
                     std::to_string(targets.size()) + " branch targets");
      return;
    }
    warp.ready.push_back({targets[index], Mask(1) << lane});
  }
  if (rest)
    warp.ready.push_back({next, rest});
  warp.current = warp.ready.back();
  warp.ready.pop_back();
  warp.jump(warp.current.pc);
}

void Warp::run(uint64_t quantum) {
  Machine &machine = this->machine();
  uint64_t before = instructions;
  uint64_t left = machine.options.limit - machine.executed;
  runFor(quantum < left ? quantum : left);
  machine.executed += instructions - before;
  if (machine.executed < machine.options.limit || state == State::Done ||
      machine.fault.kind != FaultKind::None)
    return;
  Mask mask = current.mask ? current.mask : lanes;
  fault(block->program.code[current.pc], __builtin_ctz(mask), FaultKind::Limit,
        "the limit of " + std::to_string(machine.options.limit) +
            " instructions is reached");
}

void Warp::runFor(uint64_t quantum) {
  Machine &machine = this->machine();
  const Instr *code = block->program.code.data();
  weftPtxCountsRecord &counts = machine.counts;
  uint64_t end = instructions + quantum;
  while (instructions < end) {
    if (!current.mask && !chooseNext()) {
      settle(*this);
      if (state != State::Ready || machine.fault.kind != FaultKind::None)
        return;
    }
    const Instr &instr = code[current.pc];
    Mask mask = current.mask;
    if (instr.guard >= 0) {
      Mask guard = *reinterpret_cast<Mask *>(base[0] + instr.guard);
      mask &= instr.isGuardNegated ? ~guard : guard;
    }
    if (instr.action != Action::Barrier && instr.action != Action::Collective) {
      ++instructions;
      counts.laneInstructions += __builtin_popcount(mask);
    }
    switch (instr.action) {
    case Action::Access:
      if (mask)
        instr.run(*this, instr, mask);
      if (machine.fault.kind != FaultKind::None)
        return;
      break;
    case Action::Compute:
      if (mask)
        instr.run(*this, instr, mask);
      break;
    case Action::Branch:
      if (mask == 0)
        break;
      if (mask == current.mask)
        jump(instr.target);
      else
        diverge(mask, instr.target);
      continue;
    case Action::IndexedBranch:
      if (mask == 0)
        break;
      branchIndexed(*this, instr, mask);
      if (machine.fault.kind != FaultKind::None)
        return;
      continue;
    case Action::Exit:
      if (mask == 0)
        break;
      exit(mask, instr);
      continue;
    case Action::Barrier:
      ++instructions;
      counts.laneInstructions += __builtin_popcount(mask);
      if (mask == 0)
        break;
      enqueue({current.pc, mask}, kAllLanes);
      leave(current.pc + 1, mask);
      continue;
    case Action::Collective:
      if (mask && !gather(instr, mask)) {
        if (machine.fault.kind != FaultKind::None)
          return;
        continue;
      }
      ++instructions;
      counts.laneInstructions += __builtin_popcount(mask);
      if (mask)
        instr.run(*this, instr, mask);
      if (machine.fault.kind != FaultKind::None)
        return;
      break;
    }
    if (++current.pc == joinPC)
      select();
  }
}
