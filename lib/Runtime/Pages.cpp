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

/// Makes a large page of those around where a mapping ended before it became
/// longer: there were not enough of them then, and who reads them anywhere
/// would wait for where they are. Does nothing where the system does not do
/// that.
static void joinAround(char *base, int64_t before, int64_t bytes) {
#ifdef __linux__
  // Linux 6.1 has it, which the C library's headers may not know.
  constexpr int collapse = 25;
  int64_t begin = before - before % largePage;
  if (before > begin && begin + largePage <= bytes && toLargePage(base) == 0)
    (void)madvise(base + begin, largePage, collapse);
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
/// Unused mappings, the oldest first.
class Kept {
public:
  std::atomic<int64_t> bytes{0};

  /// Keeps a mapping, or what is behind the end of one, instead of the oldest
  /// ones; false if it is too large, or a few pages with which nothing is won.
  bool keep(Pages pages, bool isRest) {
    int64_t most = memoryLimit() / keptPart;
    std::lock_guard<std::mutex> lock(mutex);
    // A mapping gets back what was cut off.
    char *end = pages.base + pages.bytes;
    int rest = findRest(end);
    if (rest >= 0 && pages.bytes + mappings[rest].bytes <= most) {
      if (mappings[rest].used > 0)
        pages.used = pages.bytes + mappings[rest].used;
      pages.bytes += mappings[rest].bytes;
      remove(rest);
    } else if (pages.bytes > most || (isRest && pages.bytes < largePage)) {
      disown(end);
      return false;
    }
    while (count == maxCount || bytes + pages.bytes > most)
      drop(0);
    add({pages, isRest});
    offer();
    return true;
  }

  /// Adds the first pages of what was cut off a mapping to it, up to `most`
  /// bytes, unless they are fewer than `least`.
  void giveRest(Pages &pages, int64_t least, int64_t most) {
    std::lock_guard<std::mutex> lock(mutex);
    int i = findRest(pages.base + pages.bytes);
    if (i < 0 || mappings[i].bytes < least)
      return;
    Pages more = takeFirst(i, std::min(most, mappings[i].bytes));
    if (more.used > 0)
      pages.used = pages.bytes + more.used;
    pages.bytes += more.bytes;
  }

  /// The first bytes of the mapping whose size is the nearest, or all of it, if
  /// it has fewer; none if there is none that does not waste much.
  Pages take(int64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (isAligned(i) && mappings[i].bytes / 4 < size &&
          (best < 0 || distance(i, size) < distance(best, size)))
        best = i;
    return best < 0 ? Pages()
                    : takeFirst(best, std::min(size, mappings[best].bytes));
  }

  /// The first bytes of the largest mapping; none if it has fewer.
  Pages takeOfLargest(int64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (isAligned(i) &&
          mappings[i].bytes >= (best < 0 ? size : mappings[best].bytes))
        best = i;
    return best < 0 ? Pages() : takeFirst(best, size);
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
  struct Mapping : Pages {
    /// Whether it was cut off a mapping that ends where it begins.
    bool isRest = false;
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
    int64_t left = notOffered;
    for (int i = count - 1; i >= 0; --i) {
      Mapping &mapping = mappings[i];
      char *used = mapping.base + mapping.used;
      mapping.used = std::min(mapping.used, left);
      left -= mapping.used;
      char *begin = mapping.base + mapping.used;
      if (begin == used)
        continue;
      begin += toLargePage(begin);
      char *end =
          std::min(used + toLargePage(used), mapping.base + mapping.bytes);
      if (begin < end)
        (void)madvise(begin, end - begin, MADV_FREE);
    }
#endif
  }

  /// Takes the first bytes of a mapping. The others are what is cut off, as if
  /// it were given back now.
  Pages takeFirst(int i, int64_t size) {
    Pages taken = mappings[i];
    remove(i);
    Pages rest = taken.cut(size);
    if (rest.bytes >= largePage) {
      add({rest, /*isRest=*/true});
    } else if (rest.bytes > 0) {
      munmap(rest.base, rest.bytes);
      disown(rest.base + rest.bytes);
    }
    return taken;
  }
  int64_t distance(int i, int64_t size) const {
    return std::abs(mappings[i].bytes - size);
  }
  void add(Mapping mapping) {
    mappings[count++] = mapping;
    bytes += mapping.bytes;
  }
  void remove(int i) {
    bytes -= mappings[i].bytes;
    for (--count; i < count; ++i)
      mappings[i] = mappings[i + 1];
  }
  void drop(int i) {
    Mapping dropped = mappings[i];
    munmap(dropped.base, dropped.bytes);
    remove(i);
    disown(dropped.base + dropped.bytes);
  }
  /// What was cut off at `end` is a mapping of its own, since that before it is
  /// gone, or goes as well.
  void disown(char *end) {
    int rest = findRest(end);
    if (rest < 0)
      return;
    if (isAligned(rest))
      mappings[rest].isRest = false;
    else
      drop(rest);
  }

  static constexpr int maxCount = 16;
  Mapping mappings[maxCount];
  int count = 0;
  std::mutex mutex;
};
} // namespace

static Kept kept;

/// A process that is forked has no other threads, and waits forever for what
/// one of them has locked.
[[maybe_unused]] static const int whenForked = pthread_atfork(
    [] { kept.lock(); }, [] { kept.unlock(); }, [] { kept.unlock(); });

static void giveBack(Pages pages, bool isRest) {
  if (pages.bytes > 0 && !kept.keep(pages, isRest))
    munmap(pages.base, pages.bytes);
}

bool weft::runtime::resizePages(Pages &pages, int64_t newBytes) {
  if (newBytes <= pages.bytes) {
    giveBack(pages.cut(newBytes), /*isRest=*/true);
    return true;
  }
  // Pages that were cut off would be in the way of others.
  int64_t before = pages.bytes;
  kept.giveRest(pages, /*least=*/0, newBytes - before);
  if (pages.bytes == newBytes)
    return true;
  char *grown = growPages(pages.base, pages.bytes, newBytes);
  if (!grown) {
    giveBack(pages.cut(before), /*isRest=*/true);
    return false;
  }
  joinAround(grown, pages.bytes, newBytes);
  pages.base = grown;
  pages.bytes = newBytes;
  return true;
}

bool weft::runtime::extendPages(Pages &pages, int64_t newBytes) {
  int64_t more = newBytes - pages.bytes;
  kept.giveRest(pages, more, more);
  return pages.bytes == newBytes;
}

Pages weft::runtime::mapPages(int64_t bytes) {
  Pages pages = kept.take(bytes);
  if (pages.base && resizePages(pages, bytes))
    return pages;
  if (pages.base)
    giveBack(pages, /*isRest=*/false);
  return {mapNew(bytes), bytes};
}

Pages weft::runtime::takeKeptPages(int64_t bytes) {
  return kept.takeOfLargest(bytes);
}

void weft::runtime::unmapPages(Pages pages) {
  pages.used = pages.bytes;
  giveBack(pages, /*isRest=*/false);
}

int64_t weft::runtime::keptPages() { return kept.bytes; }
void weft::runtime::dropKeptPages() { kept.dropAll(); }
