//===- Shadow.h - Race detection for words of memory ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every word of four bytes: which bytes were written, and the last write
// and read of the current launch. Two accesses race if they overlap, at least
// one writes, not both are atomic, and nothing orders them: neither a barrier
// of their block or warp, nor a fence of the first one's block that one of the
// second one's warp follows. The last rule may miss races, but reports no
// access that is ordered.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_SHADOW_H
#define WEFT_LIB_PTX_SHADOW_H

#include <cstdint>
#include <cstdlib>

namespace weft {
namespace ptx {

/// An array of zeros that takes memory where it is used.
template <typename T> class ZeroedArray {
public:
  ZeroedArray() = default;
  ~ZeroedArray() { std::free(elements); }
  ZeroedArray(const ZeroedArray &) = delete;
  ZeroedArray &operator=(const ZeroedArray &) = delete;

  /// Makes the array if it was not made; false if memory does not suffice.
  bool create(uint64_t count) {
    if (!elements)
      elements = static_cast<T *>(std::calloc(count ? count : 1, sizeof(T)));
    return elements;
  }
  void clear() {
    std::free(elements);
    elements = nullptr;
  }
  explicit operator bool() const { return elements; }
  T &operator[](uint64_t index) { return elements[index]; }
  T *data() { return elements; }

private:
  T *elements = nullptr;
};

/// Who accesses memory, and when.
struct Accessor {
  /// The launch; of shared memory, a number of its own for each block.
  uint32_t stamp;
  uint32_t block;
  /// Barriers that the block has completed.
  uint32_t epoch;
  /// Barriers that the warp has completed.
  uint16_t warpEpoch;
  uint16_t thread;
  /// Fences of the launch so far.
  uint32_t time;
  bool isStrong;
};

/// The last access to a word.
struct AccessRecord {
  uint32_t stamp;
  uint32_t block;
  uint32_t epoch;
  uint32_t time;
  uint16_t warpEpoch;
  uint16_t thread : 10;
  /// The bytes.
  uint16_t bytes : 4;
  uint16_t isStrong : 1;
  /// Further threads have done the same since the last barrier: lanes of the
  /// same warp, other warps, other blocks.
  uint16_t hasOtherLanes : 1;
  uint8_t hasOtherWarps;
  uint8_t hasOtherBlocks;
};

struct WordRecords {
  AccessRecord write, read;
};

struct Shadow {
  /// Four bits for each word.
  ZeroedArray<uint8_t> initialized;
  /// Whether all bytes count as written.
  bool isComplete = false;
  ZeroedArray<WordRecords> records;
};

/// The bytes of the word at `offset & ~3` that are among `[offset, offset +
/// bytes)`; `bytes` does not cross the word's end unless it is a multiple of 4.
inline unsigned wordBytes(uint64_t offset, unsigned bytes) {
  return bytes >= 4 ? 15u : ((1u << bytes) - 1) << (offset & 3);
}

/// Notes that bytes are written.
void initialize(Shadow &shadow, uint64_t offset, uint64_t bytes);
/// Notes for bytes of one what is known of those of another.
void copyInitialized(Shadow &to, uint64_t toOffset, Shadow &from,
                     uint64_t fromOffset, uint64_t bytes);
/// The first byte of a range that was never written, or its end.
uint64_t findUninitialized(Shadow &shadow, uint64_t offset, uint64_t bytes);

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_SHADOW_H
