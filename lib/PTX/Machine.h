//===- Machine.h - Runs kernels ---------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device with one multiprocessor: it runs the blocks of a launch one after
// the other, and the warps of a block in turn until each waits or ends. A
// launch ends at its first fault.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_MACHINE_H
#define WEFT_LIB_PTX_MACHINE_H

#include "Memory.h"
#include "Program.h"

#include "weft/PTX/Counts.h"

namespace weft {
namespace ptx {

struct MachineOptions {
  /// Blocks, warps, groups of lanes and lanes run in descending order.
  bool isReverse = false;
  /// Instructions of warps in a launch.
  uint64_t limit = uint64_t(1) << 36;
  bool checksUninitialized = true;
  bool checksRaces = true;
  /// Whether barriers pass threads that have exited.
  bool allowsExited = false;
};

// What launches may ask for, as on sm_90.
constexpr unsigned kThreadsPerBlock = 1024;
constexpr unsigned kBlockExtents[3] = {1024, 1024, 64};
constexpr unsigned kGridExtents[3] = {2147483647, 65535, 65535};
constexpr uint64_t kStaticShared = 48 << 10;
constexpr uint64_t kMaxShared = 227 << 10;
constexpr unsigned kProcessors = 132;

enum class FaultKind : uint8_t {
  None,
  IllegalAddress,
  Misaligned,
  Uninitialized,
  Race,
  DivergentBarrier,
  InactiveLane,
  Trap,
  Limit,
  Launch,
  OutOfMemory
};

struct Fault {
  FaultKind kind = FaultKind::None;
  /// The line of the PTX; 0 of a launch that did not begin.
  unsigned line = 0;
  /// One line without its end.
  std::string text;
};

struct Launch {
  std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamicShared = 0;
  /// The dynamic shared memory that the kernel was allowed to have.
  uint64_t allowedShared = kStaticShared;
  /// The arguments at the offsets of the program's parameters.
  std::vector<uint8_t> arguments;

  unsigned threads() const { return block[0] * block[1] * block[2]; }
  uint64_t blocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

struct Block;

class Machine {
public:
  /// Runs a launch. The fault is that of the launch; its kind is None if all
  /// threads have exited.
  Fault launch(const Program &program, const Launch &launch);

  Memory memory;
  MachineOptions options;
  /// Of the last launch.
  weftPtxCountsRecord counts{};

  // What a launch that is running has to itself.
  Fault fault;
  uint32_t stamp = 0;
  /// Instructions of warps so far.
  uint64_t executed = 0;
  /// Fences so far, and for each block the time of its last one.
  uint32_t time = 0;
  ZeroedArray<uint32_t> releases;

private:
  bool checkLaunch(const Program &program, const Launch &launch);
  void runBlock(const Program &program, const Launch &launch, uint32_t index);
  void refuse(FaultKind kind, std::string text);

  uint32_t blockStamp = 0;
  std::vector<uint8_t> shared;
  Shadow sharedShadow;
  std::vector<uint8_t> registers;
};

/// How messages name an address.
std::string formatAddress(uint64_t address);

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_MACHINE_H
