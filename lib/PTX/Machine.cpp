//===- Machine.cpp - Launches, blocks and warps ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the limits of a launch, and runs its blocks and their warps.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"

#include <algorithm>
#include <cstdio>

using namespace weft::ptx;

/// A warp that waits for another one in a loop lets it run after so many
/// instructions.
static constexpr uint64_t kQuantum = 1 << 16;

std::string weft::ptx::formatAddress(uint64_t address) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(address));
  return text;
}

void Machine::refuse(FaultKind kind, std::string text) {
  fault.kind = kind;
  fault.text = std::move(text);
}

static std::string formatExtents(const std::array<unsigned, 3> &extents) {
  return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) +
         " x " + std::to_string(extents[2]);
}

bool Machine::checkLaunch(const Program &program, const Launch &launch) {
  const std::string kernel = "kernel '" + program.name + "': ";
  for (unsigned i = 0; i < 3; ++i) {
    if (launch.block[i] == 0 || launch.block[i] > kBlockExtents[i]) {
      refuse(FaultKind::Launch, kernel + "blocks of " +
                                    formatExtents(launch.block) +
                                    " threads exceed 1024 x 1024 x 64");
      return false;
    }
    if (launch.grid[i] == 0 || launch.grid[i] > kGridExtents[i]) {
      refuse(FaultKind::Launch, kernel + "a grid of " +
                                    formatExtents(launch.grid) +
                                    " blocks exceeds 2147483647 x 65535 x "
                                    "65535");
      return false;
    }
  }
  if (uint64_t(launch.block[0]) * launch.block[1] * launch.block[2] >
      kThreadsPerBlock) {
    refuse(FaultKind::Launch, kernel + "blocks of " +
                                  formatExtents(launch.block) +
                                  " threads exceed 1024 threads");
    return false;
  }
  if (launch.blocks() > ~uint32_t(0)) {
    refuse(FaultKind::Launch, kernel + "a grid of " +
                                  formatExtents(launch.grid) +
                                  " blocks is too large for this machine");
    return false;
  }
  unsigned maximum = program.maximumThreads[0] * program.maximumThreads[1] *
                     program.maximumThreads[2];
  if (maximum && launch.threads() > maximum) {
    refuse(FaultKind::Launch,
           kernel + "blocks of " + std::to_string(launch.threads()) +
               " threads exceed its .maxntid of " + std::to_string(maximum));
    return false;
  }
  if (program.requiredThreads[0] && program.requiredThreads != launch.block) {
    refuse(FaultKind::Launch, kernel + "blocks of " +
                                  formatExtents(launch.block) +
                                  " threads are not those of its .reqntid, " +
                                  formatExtents(program.requiredThreads));
    return false;
  }
  uint64_t shared = program.sharedBytes + launch.dynamicShared;
  if (shared > std::min(launch.allowedShared, kMaxShared)) {
    refuse(FaultKind::Launch,
           kernel + std::to_string(shared) +
               " bytes of shared memory exceed the limit of " +
               std::to_string(launch.allowedShared) +
               " (raise it with cuFuncSetAttribute, to 232448 at most)");
    return false;
  }
  return true;
}

static uint32_t specialValue(Special special, const Warp &warp, unsigned lane) {
  const Block &block = *warp.block;
  const auto &size = block.launch.block, &grid = block.launch.grid;
  unsigned thread = warp.index * kWarpSize + lane;
  switch (special) {
  case Special::ThreadX:
    return thread % size[0];
  case Special::ThreadY:
    return thread / size[0] % size[1];
  case Special::ThreadZ:
    return thread / size[0] / size[1];
  case Special::BlockX:
  case Special::BlockY:
  case Special::BlockZ:
    return block.position[unsigned(special) - unsigned(Special::BlockX)];
  case Special::BlockSizeX:
  case Special::BlockSizeY:
  case Special::BlockSizeZ:
    return size[unsigned(special) - unsigned(Special::BlockSizeX)];
  case Special::GridSizeX:
  case Special::GridSizeY:
  case Special::GridSizeZ:
    return grid[unsigned(special) - unsigned(Special::GridSizeX)];
  case Special::Lane:
    return lane;
  case Special::WarpIndex:
    return warp.index;
  case Special::WarpCount:
    return (block.launch.threads() + kWarpSize - 1) / kWarpSize;
  case Special::WarpSize:
    return kWarpSize;
  case Special::Processor:
    return block.index % kProcessors;
  case Special::ProcessorCount:
    return kProcessors;
  case Special::GridIndex:
    return block.machine.stamp;
  case Special::LaneMaskEqual:
    return 1u << lane;
  case Special::LaneMaskLess:
    return (1u << lane) - 1;
  case Special::LaneMaskLessEqual:
    return (2u << lane) - 1;
  case Special::LaneMaskGreater:
    return ~((2u << lane) - 1);
  case Special::LaneMaskGreaterEqual:
    return ~((1u << lane) - 1);
  case Special::DynamicSharedBytes:
    return uint32_t(block.launch.dynamicShared);
  case Special::TotalSharedBytes:
    return uint32_t(block.sharedBytes);
  }
  return 0;
}

static void startWarp(Warp &warp, Block &block, uint32_t index,
                      uint8_t *registers) {
  const Program &program = block.program;
  unsigned threads = block.launch.threads() - index * kWarpSize;
  warp.base[0] = registers;
  warp.base[1] = const_cast<uint8_t *>(program.constants.data());
  warp.block = &block;
  warp.index = index;
  warp.lanes = threads >= kWarpSize ? kAllLanes : (Mask(1) << threads) - 1;
  warp.live = warp.lanes;
  warp.current = {0, warp.lanes};
  warp.local.assign(program.localBytes * kWarpSize, 0);
  warp.localInitialized.assign(program.localBytes * kWarpSize, 0);
  for (const auto &special : program.specials)
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      warp.set(special.slot, lane, specialValue(special.special, warp, lane));
}

/// Gives the lanes of a warp what a barrier has combined.
static void storeVotes(Warp &warp, const Block::Barrier &barrier) {
  const Instr &instr = warp.block->program.code[warp.resume.pc - 1];
  const Mask mask = warp.resume.mask;
  switch (instr.option) {
  case kCountVotes:
    for (Mask lanes = mask; lanes; lanes &= lanes - 1)
      warp.set(instr.result[0], __builtin_ctz(lanes), barrier.votes);
    return;
  case kAllVotes:
    return warp.setPredicate(instr.result[0], mask,
                             barrier.votes == barrier.expected ? kAllLanes : 0);
  case kAnyVotes:
    return warp.setPredicate(instr.result[0], mask,
                             barrier.votes ? kAllLanes : 0);
  }
}

/// Lets the warps continue that wait at a barrier that is complete. False if
/// there is none.
static bool completeBarriers(Block &block, std::vector<Warp> &warps) {
  bool isAny = false;
  unsigned exited = 0;
  if (block.machine.options.allowsExited)
    for (const Warp &warp : warps)
      if (warp.state == Warp::State::Done)
        exited += __builtin_popcount(warp.lanes);
  for (unsigned index = 0; index < block.barriers.size(); ++index) {
    Block::Barrier &barrier = block.barriers[index];
    if (barrier.arrived == 0 || barrier.arrived + exited < barrier.expected)
      continue;
    isAny = true;
    ++block.machine.counts.barriers;
    ++block.epoch;
    for (Warp &warp : warps)
      if (warp.state == Warp::State::AtBarrier && warp.barrier == index) {
        warp.state = Warp::State::Ready;
        warp.current = warp.resume;
        storeVotes(warp, barrier);
      }
    barrier = Block::Barrier();
  }
  return isAny;
}

void Machine::runBlock(const Program &program, const Launch &launch,
                       uint32_t index) {
  const unsigned numWarps = (launch.threads() + kWarpSize - 1) / kWarpSize;
  uint64_t sharedBytes = program.sharedBytes + launch.dynamicShared;
  Block block{*this,
              program,
              launch,
              index,
              {index % launch.grid[0], index / launch.grid[0] % launch.grid[1],
               index / launch.grid[0] / launch.grid[1]},
              shared.data(),
              sharedBytes,
              sharedShadow,
              ++blockStamp,
              0,
              {},
              nullptr};
  if (sharedBytes)
    std::memset(sharedShadow.initialized.data(), 0, (sharedBytes + 3) / 4);
  std::vector<Warp> warps(numWarps);
  block.warps = &warps;
  for (unsigned i = 0; i < numWarps; ++i)
    startWarp(warps[i], block, i,
              registers.data() + size_t(i) * program.registerBytes);
  for (unsigned running = numWarps; running && fault.kind == FaultKind::None;) {
    bool isAny = false;
    for (unsigned i = 0; i < numWarps; ++i) {
      Warp &warp = warps[options.isReverse ? numWarps - 1 - i : i];
      if (warp.state != Warp::State::Ready)
        continue;
      isAny = true;
      warp.run(kQuantum);
      if (fault.kind != FaultKind::None)
        break;
      running -= warp.state == Warp::State::Done;
    }
    if (fault.kind != FaultKind::None || !running)
      break;
    if (!completeBarriers(block, warps) && !isAny)
      for (Warp &warp : warps)
        if (warp.state == Warp::State::AtBarrier) {
          const Instr &instr = program.code[warp.resume.pc - 1];
          warp.fault(instr, __builtin_ctz(warp.resume.mask),
                     FaultKind::DivergentBarrier,
                     "barrier that " +
                         std::to_string(block.barriers[warp.barrier].arrived) +
                         " of " +
                         std::to_string(block.barriers[warp.barrier].expected) +
                         " threads reach; the others wait elsewhere or have "
                         "exited");
          break;
        }
  }
  uint64_t total = 0;
  for (const Warp &warp : warps) {
    total += warp.instructions;
    counts.longestWarp = std::max(counts.longestWarp, warp.instructions);
  }
  counts.warpInstructions += total;
  counts.longestBlock = std::max(counts.longestBlock, total);
  counts.warps += numWarps;
  ++counts.blocks;
}

Fault Machine::launch(const Program &program, const Launch &launch) {
  counts = {};
  counts.launches = 1;
  fault = {};
  if (!checkLaunch(program, launch))
    return fault;
  ++stamp;
  time = 0;
  executed = 0;
  releases.clear();
  uint64_t sharedBytes = program.sharedBytes + launch.dynamicShared;
  shared.resize(std::max<size_t>(shared.size(), sharedBytes));
  size_t numWarps = (launch.threads() + kWarpSize - 1) / kWarpSize;
  registers.resize(
      std::max<size_t>(registers.size(), numWarps * program.registerBytes));
  if (!releases.create(launch.blocks()) ||
      !sharedShadow.initialized.create(kMaxShared / 4 + 1) ||
      !sharedShadow.records.create(kMaxShared / 4 + 1)) {
    refuse(FaultKind::OutOfMemory, "out of memory");
    return fault;
  }
  const uint32_t blocks = uint32_t(launch.blocks());
  for (uint32_t i = 0; i < blocks && fault.kind == FaultKind::None; ++i)
    runBlock(program, launch, options.isReverse ? blocks - 1 - i : i);
  counts.threads = counts.blocks * launch.threads();
  return fault;
}
