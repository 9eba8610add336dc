//===- Pages.cpp - Memory from the system in pages ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps, moves and keeps pages. A system clears each page that it gives, which
// takes longer than a kernel takes to fill it. So what is given back is kept,
// up to a part of the machine's memory, and all but the last of it is marked as
// free: the system takes it without asking where it needs it for something
// else.
//
//===----------------------------------------------------------------------===//

#include "Pages.h"

#include "weft/Runtime/Memory.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace weft::runtime;

/// Kept pages take at most this part of the limit.
static constexpr int64_t keptPart = 8;
/// The system is not offered what was given back last, up to so many bytes: the
/// next run of a kernel takes it, and pays for each page that was marked.
static constexpr int64_t notOffered = int64_t(64) << 20;

int64_t weft::runtime::roundToPages(int64_t bytes) {
  static const int64_t page = sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

static char *map(int64_t bytes, int protection) {
  void *base = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                    /*offset=*/0);
  return base == MAP_FAILED ? nullptr : static_cast<char *>(base);
}

/// How many bytes there are to where the next large page may begin.
static int64_t toLargePage(const char *address) {
  return -reinterpret_cast<intptr_t>(address) & (largePage - 1);
}

/// Maps pages from where a large one may begin on.
static char *mapAligned(int64_t bytes, int protection) {
  char *base = map(bytes + largePage, protection);
  if (!base)
    return map(bytes, protection);
  int64_t before = toLargePage(base);
  if (before > 0)
    munmap(base, before);
  munmap(base + before + bytes, largePage - before);
  return base + before;
}

/// Asks for large pages, which the system may refuse. A kernel writes an array
/// from one end to the other, and small pages one after the other take longer
/// to be had than to be filled.
static void preferLargePages(char *base, int64_t bytes) {
#ifdef MADV_HUGEPAGE
  (void)madvise(base, bytes, MADV_HUGEPAGE);
#endif
}

static char *mapNew(int64_t bytes) {
  char *base = mapAligned(bytes, PROT_READ | PROT_WRITE);
  if (base)
    preferLargePages(base, bytes);
  return base;
}

/// Makes a mapping longer, which may move; null if the system cannot do that.
static char *growPages(char *base, int64_t bytes, int64_t newBytes) {
#ifdef MREMAP_FIXED
  if (mremap(base, bytes, newBytes, /*flags=*/0) != MAP_FAILED)
    return base;
  // If this fails, the target may already be somebody else's, so that it is
  // left alone.
  void *moved = MAP_FAILED;
  if (char *target = mapAligned(newBytes, PROT_NONE))
    moved =
        mremap(base, bytes, newBytes, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  else
    moved = mremap(base, bytes, newBytes, MREMAP_MAYMOVE);
  if (moved != MAP_FAILED)
    return static_cast<char *>(moved);
#endif
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Kept mappings
//===----------------------------------------------------------------------===//

namespace {
/// Mappings that nobody uses, the oldest first.
class Kept {
public:
  std::atomic<int64_t> bytes{0};

  /// Keeps a mapping, or what is behind the end of one, instead of the oldest
  /// ones; false if it is too large.
  bool keep(char *base, int64_t size, bool isRest) {
    int64_t most = memoryLimit() / keptPart;
    if (size > most)
      return false;
    std::lock_guard<std::mutex> lock(mutex);
    int64_t used = size;
    // A mapping gets back what was cut off.
    if (int rest = findRest(base + size);
        rest >= 0 && size + mappings[rest].size <= most) {
      used += mappings[rest].used;
      size += mappings[rest].size;
      remove(rest);
    }
    while (count == maxCount || bytes + size > most)
      drop(0);
    mappings[count++] = {base, size, used, isRest};
    bytes += size;
    offer();
    return true;
  }

  /// Takes the first pages of what was cut off at `end`, up to `size` bytes.
  /// Returns how many they are.
  int64_t takeRest(char *end, int64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    int i = findRest(end);
    if (i < 0)
      return 0;
    int64_t taken = std::min(size, mappings[i].size);
    takeFirst(i, taken);
    return taken;
  }

  /// What was cut off at `end` is a mapping of its own, since that before it is
  /// gone, or goes as well.
  void disown(char *end) {
    std::lock_guard<std::mutex> lock(mutex);
    disownRest(end);
  }

  /// The first `size` bytes of the mapping whose size is the nearest, or all of
  /// it, if it has fewer: `size` becomes what they are. Null if there is none
  /// that does not waste much.
  char *take(int64_t &size) {
    std::lock_guard<std::mutex> lock(mutex);
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (isAligned(i) && mappings[i].size / 4 < size &&
          (best < 0 || distance(i, size) < distance(best, size)))
        best = i;
    if (best < 0)
      return nullptr;
    size = std::min(size, mappings[best].size);
    return takeFirst(best, size);
  }

  /// The first `size` bytes of the largest mapping; null if it has fewer.
  char *takeOfLargest(int64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (isAligned(i) &&
          mappings[i].size >= (best < 0 ? size : mappings[best].size))
        best = i;
    return best < 0 ? nullptr : takeFirst(best, size);
  }

  void dropAll() {
    std::lock_guard<std::mutex> lock(mutex);
    while (count > 0)
      drop(count - 1);
  }

  /// Waits until no thread changes the mappings, and lets none do so.
  void lock() { mutex.lock(); }
  void unlock() { mutex.unlock(); }

private:
  struct Mapping {
    char *base;
    int64_t size;
    /// So many bytes are taken again soon; behind them the system may take the
    /// pages.
    int64_t used;
    /// Whether it was cut off a mapping that ends where it begins.
    bool isRest;
  };

  int findRest(char *begin) const {
    for (int i = 0; i < count; ++i)
      if (mappings[i].isRest && mappings[i].base == begin)
        return i;
    return -1;
  }
  /// Whether a mapping begins where a large page may; the others wait for those
  /// before them.
  bool isAligned(int i) const {
    return !mappings[i].isRest || toLargePage(mappings[i].base) == 0;
  }

  /// Marks all but what was used last as free, and no part of a large page,
  /// which would be taken apart.
  void offer() {
#ifdef MADV_FREE
    int64_t newest = 0;
    for (int i = count - 1; i >= 0; --i) {
      auto &[base, size, used, isRest] = mappings[i];
      if (newest + used <= notOffered) {
        newest += used;
        continue;
      }
      char *begin = base + toLargePage(base);
      char *end = std::min(base + used + toLargePage(base + used), base + size);
      if (begin < end)
        (void)madvise(begin, end - begin, MADV_FREE);
      used = 0;
    }
#endif
  }

  /// Takes the first bytes of a mapping. The others are what is cut off, as if
  /// it were given back now; of a few pages, there is nothing to win.
  char *takeFirst(int i, int64_t size) {
    Mapping rest = mappings[i];
    remove(i);
    char *base = rest.base;
    rest = {base + size, rest.size - size,
            std::max<int64_t>(rest.used - size, 0), /*isRest=*/true};
    if (rest.size >= largePage) {
      mappings[count++] = rest;
      bytes += rest.size;
    } else if (rest.size > 0) {
      munmap(rest.base, rest.size);
      disownRest(rest.base + rest.size);
    }
    return base;
  }
  int64_t distance(int i, int64_t size) const {
    return std::abs(mappings[i].size - size);
  }
  void remove(int i) {
    bytes -= mappings[i].size;
    for (--count; i < count; ++i)
      mappings[i] = mappings[i + 1];
  }
  void drop(int i) {
    Mapping dropped = mappings[i];
    munmap(dropped.base, dropped.size);
    remove(i);
    disownRest(dropped.base + dropped.size);
  }
  void disownRest(char *end) {
    int rest = findRest(end);
    if (rest < 0)
      return;
    if (isAligned(rest))
      mappings[rest].isRest = false;
    else
      drop(rest);
  }

  static constexpr int maxCount = 16;
  Mapping mappings[maxCount] = {};
  int count = 0;
  std::mutex mutex;
};
} // namespace

static Kept kept;

/// A process that is forked has no other threads, and waits forever for what
/// one of them has locked.
[[maybe_unused]] static const int whenForked = pthread_atfork(
    [] { kept.lock(); }, [] { kept.unlock(); }, [] { kept.unlock(); });

/// Gives back what is behind the end of a mapping. Of a few pages, there is
/// nothing to win.
static void giveBackRest(char *base, int64_t bytes) {
  if (bytes < largePage || !kept.keep(base, bytes, /*isRest=*/true))
    munmap(base, bytes);
}

char *weft::runtime::resizePages(char *base, int64_t bytes, int64_t newBytes) {
  if (newBytes < bytes)
    giveBackRest(base + newBytes, bytes - newBytes);
  if (newBytes <= bytes)
    return base;
  // Pages that were cut off would be in the way of others.
  int64_t found = kept.takeRest(base + bytes, newBytes - bytes);
  if (found == newBytes - bytes)
    return base;
  char *grown = growPages(base, bytes + found, newBytes);
  if (!grown && found > 0)
    giveBackRest(base + bytes, found);
  return grown;
}

bool weft::runtime::extendPages(char *base, int64_t bytes, int64_t newBytes) {
  int64_t found = kept.takeRest(base + bytes, newBytes - bytes);
  if (found == newBytes - bytes)
    return true;
  if (found > 0)
    giveBackRest(base + bytes, found);
  return false;
}

char *weft::runtime::mapPages(int64_t bytes) {
  int64_t size = bytes;
  if (char *base = kept.take(size)) {
    if (char *resized = resizePages(base, size, bytes))
      return resized;
    munmap(base, size);
  }
  return mapNew(bytes);
}

char *weft::runtime::takeKeptPages(int64_t bytes) {
  return kept.takeOfLargest(bytes);
}

void weft::runtime::unmapPages(char *base, int64_t bytes) {
  if (kept.keep(base, bytes, /*isRest=*/false))
    return;
  kept.disown(base + bytes);
  munmap(base, bytes);
}

int64_t weft::runtime::keptPages() { return kept.bytes; }
void weft::runtime::dropKeptPages() { kept.dropAll(); }
