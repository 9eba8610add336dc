//===- MemoryBlock.h - The header of a block of memory ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the allocator (Memory.cpp) and the invocation of kernels
// (Invocation.cpp) know about each block. Links inside the blocks let a failed
// kernel's memory be found without a container that could itself fail to grow.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_MEMORYBLOCK_H
#define WEFT_LIB_RUNTIME_MEMORYBLOCK_H

#include "Pages.h"

#include <cstdint>

namespace weft {
namespace runtime {

/// Lies just before a block's data; its size is the alignment of data.
struct alignas(64) MemoryBlock {
  /// What the system gave; not in pages, if it is small.
  Pages pages;
  /// The neighbours in the ring of an invocation's blocks; null for memory that
  /// belongs to no invocation.
  MemoryBlock *previous = nullptr;
  MemoryBlock *next = nullptr;

  explicit MemoryBlock(Pages pages) : pages(pages) {}

  void *data() { return this + 1; }
  static MemoryBlock *of(void *data) {
    return static_cast<MemoryBlock *>(data) - 1;
  }

  /// Puts the block into a ring, after `place`.
  void link(MemoryBlock *place) {
    previous = place;
    next = place->next;
    next->previous = this;
    place->next = this;
  }
  /// Takes the block out of its ring if it is in one.
  void unlink() {
    if (!next)
      return;
    previous->next = next;
    next->previous = previous;
    previous = next = nullptr;
  }
};

/// Takes a block whose data have `alignment` (a power of two) and at least
/// `bytes` bytes; null if there is not enough memory or `bytes` is negative.
MemoryBlock *takeBlock(int64_t alignment, int64_t bytes);
/// Gives back a block that is in no ring.
void giveBackBlock(MemoryBlock *block);
/// Changes the size of a large block that is in no ring without a copy, and
/// gives it where it is then; null if that cannot be, or it would not be large
/// any more, and then nothing changed.
MemoryBlock *resizeBlock(MemoryBlock *block, int64_t bytes);
/// Makes a large block longer where it is, by pages that it had before and that
/// are still there; false if they are not.
bool extendBlock(MemoryBlock *block, int64_t bytes);
/// A block for `bytes` bytes of an array that grows: the beginning of the
/// largest one that was given back and is still there; null if there is none,
/// or they are few.
MemoryBlock *takeKeptBlock(int64_t bytes);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_MEMORYBLOCK_H
