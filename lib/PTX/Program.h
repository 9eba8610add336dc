//===- Program.h - Decoded kernels ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel in the form that the machine runs: one array of instructions with
// the functions it calls inlined, a handler for each instruction, and operands
// that are offsets into the registers of a warp or into an array of constants.
// Running a kernel looks at no text.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_PROGRAM_H
#define WEFT_LIB_PTX_PROGRAM_H

#include "weft/PTX/Module.h"

#include <functional>
#include <map>

namespace weft {
namespace ptx {

constexpr unsigned kWarpSize = 32;
/// A bit for each lane of a warp.
using Mask = uint32_t;
constexpr Mask kAllLanes = ~Mask(0);

// Generic addresses of the spaces that threads and blocks have of their own.
// Allocations of global memory are in between, at 1 << 40.
constexpr uint64_t kSharedWindow = uint64_t(1) << 44;
constexpr uint64_t kLocalWindow = uint64_t(2) << 44;
constexpr uint64_t kParameterWindow = uint64_t(3) << 44;
constexpr uint64_t kWindowBytes = uint64_t(1) << 32;

/// Where the lanes of an operand are: 32 elements of `bytes` in a row, or one
/// `Mask` of a predicate (`bytes` is 0).
struct Slot {
  uint32_t offset = 0;
  uint8_t bytes = 0;
  /// In the constants of the program rather than in registers.
  bool isConstant = false;
  bool isNegated = false;
};

struct Warp;
struct Instr;
/// Executes an instruction in the lanes of a mask, which is not empty.
using Handler = void (*)(Warp &, const Instr &, Mask);

/// What an instruction does to the control of a warp.
enum class Action : uint8_t {
  /// Computes, and cannot fail.
  Compute,
  /// May be faulty: memory accesses and traps.
  Access,
  Branch,
  IndexedBranch,
  Exit,
  /// `bar.sync`: waits for the block.
  Barrier,
  /// Waits for the lanes of the mask in `source[3]`.
  Collective
};

/// The forms of barriers, in `Instr::option`.
enum BarrierKind : uint8_t {
  kSynchronize,
  kArrive,
  kCountVotes,
  kAllVotes,
  kAnyVotes
};

/// How an access to memory counts and is checked.
enum class AccessKind : uint8_t { Read, ReadOnce, Write, Update };

struct Instr {
  Handler run = nullptr;
  Action action = Action::Compute;
  AccessKind access = AccessKind::Read;
  Space space = Space::Generic;
  bool isGuardNegated = false;
  /// The slot of the guard, or -1.
  int32_t guard = -1;
  Slot result[4], source[4];
  Slot address;
  /// Of an address; an immediate of other instructions.
  int64_t offset = 0;
  /// The elements of a vector that is loaded or stored.
  uint8_t elements = 1;
  /// The bytes of an element in memory.
  uint8_t bytes = 0;
  /// Volatile, relaxed and stronger accesses, which never race.
  bool isStrong = false;
  bool isAcquire = false, isRelease = false;
  /// `.nc`: memory that the kernel may not write.
  bool isNonCoherent = false;
  uint8_t option = 0;
  /// Of a branch, or the list of an indexed branch.
  uint32_t target = 0;
  uint32_t line = 0;
};

/// Values that a warp has when it starts.
enum class Special : uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  BlockX,
  BlockY,
  BlockZ,
  BlockSizeX,
  BlockSizeY,
  BlockSizeZ,
  GridSizeX,
  GridSizeY,
  GridSizeZ,
  Lane,
  WarpIndex,
  WarpCount,
  WarpSize,
  Processor,
  ProcessorCount,
  GridIndex,
  LaneMaskEqual,
  LaneMaskLess,
  LaneMaskLessEqual,
  LaneMaskGreater,
  LaneMaskGreaterEqual,
  DynamicSharedBytes,
  TotalSharedBytes
};

struct Parameter {
  uint64_t offset, bytes;
};

struct Program {
  std::string name;
  std::vector<Instr> code;
  std::vector<uint8_t> constants;
  uint32_t registerBytes = 0;
  struct SpecialSlot {
    Special special;
    Slot slot;
  };
  std::vector<SpecialSlot> specials;
  std::vector<Parameter> parameters;
  uint64_t parameterBytes = 0;
  /// Of variables with a size; dynamic shared memory follows.
  uint64_t sharedBytes = 0;
  /// Of a thread.
  uint64_t localBytes = 0;
  std::vector<std::vector<uint32_t>> targetLists;
  std::array<unsigned, 3> maximumThreads{}, requiredThreads{};
  /// How many instructions have each opcode, with its modifiers.
  std::map<std::string, unsigned> opcodes;
};

/// The generic address of a variable of a module in global memory.
using SymbolAddress = std::function<std::optional<uint64_t>(std::string_view)>;

/// Decodes an entry of a module. Appends what is unknown or malformed to
/// `diagnostics`; the program is complete if nothing was appended.
Program decode(const Module &module, const Function &entry,
               const SymbolAddress &symbols,
               std::vector<Diagnostic> &diagnostics);

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_PROGRAM_H
