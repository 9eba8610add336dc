//===- SpareBlocks.h - Blocks that a kernel takes again ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workspace inside of a loop takes a few small arrays in each iteration and
// frees them at its end. What the system's allocator does for them takes longer
// than to fill them, so that small blocks are kept for the next iteration, by
// size, until the invocation ends.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_SPAREBLOCKS_H
#define WEFT_LIB_RUNTIME_SPAREBLOCKS_H

#include "MemoryBlock.h"

namespace weft {
namespace runtime {

/// The blocks of one invocation that it has freed; used by its thread alone.
class SpareBlocks {
public:
  SpareBlocks() = default;
  SpareBlocks(const SpareBlocks &) = delete;
  SpareBlocks &operator=(const SpareBlocks &) = delete;
  ~SpareBlocks() { giveBack(); }

  /// A block with room for `bytes` bytes, which are not negative; null if none
  /// of that size is kept.
  MemoryBlock *take(int64_t bytes) {
    if (bytes > maxBytes)
      return nullptr;
    MemoryBlock *&first = lists[sizeClass(bytes + sizeof(MemoryBlock))];
    MemoryBlock *block = first;
    if (block) {
      first = block->next;
      block->next = nullptr;
    }
    return block;
  }

  /// Keeps a block that is in no ring; false if it is too large for that, or
  /// has another alignment than most.
  bool keep(MemoryBlock *block) {
    if (block->pages.bytes > maxBytes + int64_t(sizeof(MemoryBlock)) ||
        block->pages.base != reinterpret_cast<char *>(block))
      return false;
    MemoryBlock *&first = lists[sizeClass(block->pages.bytes)];
    block->next = first;
    first = block;
    return true;
  }

  /// Gives all blocks back.
  void giveBack() {
    for (MemoryBlock *&first : lists)
      while (MemoryBlock *block = first) {
        first = block->next;
        block->next = nullptr;
        giveBackBlock(block);
      }
  }

private:
  static constexpr int64_t maxBytes = 16 * 1024;
  static constexpr int64_t unit = sizeof(MemoryBlock);

  /// The number of units that hold `bytes` bytes, header included.
  static int64_t sizeClass(int64_t bytes) { return (bytes + unit - 1) / unit; }

  MemoryBlock *lists[maxBytes / unit + 2] = {};
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_SPAREBLOCKS_H
