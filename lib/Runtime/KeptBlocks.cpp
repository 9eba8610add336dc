//===- KeptBlocks.cpp - Blocks of a medium size that are reused -----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of blocks, the oldest first, for all threads.
//
//===----------------------------------------------------------------------===//

#include "KeptBlocks.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <pthread.h>

using namespace weft::runtime;

namespace {
class Kept {
public:
  std::atomic<int64_t> bytes{0};

  Pages take(int64_t alignment, int64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (blocks[i].bytes >= size && blocks[i].bytes / 2 <= size &&
          reinterpret_cast<uintptr_t>(blocks[i].base) % alignment == 0 &&
          (best < 0 || blocks[i].bytes < blocks[best].bytes))
        best = i;
    return best < 0 ? Pages() : remove(best);
  }

  void keep(Pages block) {
    std::lock_guard<std::mutex> lock(mutex);
    while (count == maxCount || (count > 0 && bytes + block.bytes > maxBytes))
      std::free(remove(0).base);
    blocks[count++] = block;
    bytes += block.bytes;
  }

  void dropAll() {
    std::lock_guard<std::mutex> lock(mutex);
    while (count > 0)
      std::free(remove(count - 1).base);
  }

  void lock() { mutex.lock(); }
  void unlock() { mutex.unlock(); }

private:
  Pages remove(int i) {
    Pages removed = blocks[i];
    std::copy(blocks + i + 1, blocks + count, blocks + i);
    --count;
    bytes -= removed.bytes;
    return removed;
  }

  /// The arrays of some results and workspaces.
  static constexpr int maxCount = 32;
  static constexpr int64_t maxBytes = int64_t(32) << 20;
  Pages blocks[maxCount];
  int count = 0;
  std::mutex mutex;
};
} // namespace

static Kept kept;

/// A process that is forked has no other threads, and waits forever for what
/// one of them has locked.
[[maybe_unused]] static const int whenForked = pthread_atfork(
    [] { kept.lock(); }, [] { kept.unlock(); }, [] { kept.unlock(); });

Pages weft::runtime::takeBlockOfSize(int64_t alignment, int64_t bytes) {
  return kept.bytes == 0 ? Pages() : kept.take(alignment, bytes);
}

void weft::runtime::keepBlock(Pages block) { kept.keep(block); }

int64_t weft::runtime::keptBlockBytes() { return kept.bytes; }
void weft::runtime::dropKeptBlocks() { kept.dropAll(); }
