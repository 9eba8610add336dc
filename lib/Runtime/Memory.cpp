//===- Memory.cpp - Memory that can run out -------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what the runtime holds and refuses what exceeds the limit. A block
// begins with a header just before its data: its size for the count, and links
// by which a kernel invocation finds the blocks it has to free
// (Invocation.cpp).
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Memory.h"

#include "KeptBlocks.h"
#include "MemoryBlock.h"
#include "Pages.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <utility>

using namespace weft::runtime;

static std::atomic<int64_t> inUse{0};
/// Zero until somebody asks.
static std::atomic<int64_t> limitInBytes{0};
/// The largest limit: sums of a few sizes that do not exceed it, and what they
/// are rounded up to, can be computed.
static constexpr int64_t largestLimit = std::numeric_limits<int64_t>::max() / 4;

/// What the control group of this process may use, where there is one.
static int64_t controlGroupLimit() {
  int64_t most = std::numeric_limits<int64_t>::max();
  if (FILE *file = std::fopen("/sys/fs/cgroup/memory.max", "r")) {
    long long bytes = 0;
    if (std::fscanf(file, "%lld", &bytes) == 1 && bytes > 0)
      most = bytes;
    std::fclose(file);
  }
  return most;
}

/// What the process may map, which `ulimit -v` sets.
static int64_t addressSpaceLimit() {
  rlimit limit;
  int64_t most = std::numeric_limits<int64_t>::max();
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return most;
  return static_cast<int64_t>(std::min<rlim_t>(limit.rlim_cur, most));
}

static int64_t defaultLimit() {
  if (const char *text = std::getenv("WEFT_MEMORY_LIMIT")) {
    char *end = nullptr;
    long long bytes = std::strtoll(text, &end, 10);
    if (bytes > 0 && *end == '\0')
      return bytes;
  }
  struct sysinfo info;
  if (sysinfo(&info) != 0)
    return std::numeric_limits<int64_t>::max();
  int64_t unit = info.mem_unit;
  int64_t physical = static_cast<int64_t>(info.totalram) * unit;
  int64_t swap = static_cast<int64_t>(info.totalswap) * unit;
  return std::min(std::min(physical, controlGroupLimit()) + swap,
                  addressSpaceLimit());
}

void weft_rt_set_memory_limit(int64_t bytes) {
  limitInBytes = std::min(bytes > 0 ? bytes : defaultLimit(), largestLimit);
}

int64_t weft::runtime::memoryLimit() {
  if (limitInBytes == 0)
    weft_rt_set_memory_limit(0);
  return limitInBytes;
}

int64_t weft::runtime::memoryInUse() { return inUse; }

/// The number of bytes of unused memory that is kept for later allocations.
static int64_t keptBytes() { return keptPages() + keptBlockBytes(); }

static void dropKept() {
  dropKeptPages();
  dropKeptBlocks();
}

/// Counts `bytes` as taken unless that exceeds the limit.
static bool charge(int64_t bytes) {
  int64_t limit = memoryLimit();
  if (bytes > limit)
    return false;
  int64_t sum = inUse.fetch_add(bytes) + bytes;
  if (sum <= limit) {
    if (sum + keptBytes() > limit)
      dropKept();
    return true;
  }
  inUse.fetch_sub(bytes);
  return false;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Whether blocks of this size are mappings (Pages.h).
static bool isMapped(int64_t bytes) {
  return usesMappings && bytes >= leastMapping;
}

/// A block whose header ends one unit behind the begin of its memory.
static MemoryBlock *placeBlock(Pages pages, int64_t unit) {
  char *data = pages.base + unit;
  return new (data - sizeof(MemoryBlock)) MemoryBlock(pages);
}

MemoryBlock *weft::runtime::takeBlock(int64_t alignment, int64_t bytes) {
  int64_t unit = std::max<int64_t>(alignment, sizeof(MemoryBlock));
  // The header takes one unit; the rest is rounded up to units.
  int64_t total;
  if (bytes < 0 || __builtin_add_overflow(bytes, 2 * unit - 1, &total))
    return nullptr;
  total = total / unit * unit;
  // What exceeds the limit may be too much to be rounded up.
  if (isMapped(total) && total <= memoryLimit())
    total = roundToPages(total);
  if (isKeptSize(total)) {
    Pages kept = takeBlockOfSize(unit, total);
    if (kept.base && charge(kept.bytes))
      return placeBlock(kept, unit);
    std::free(kept.base);
  }
  if (!charge(total))
    return nullptr;
  auto take = [&]() -> Pages {
    if (isMapped(total))
      return mapPages(total);
    return {static_cast<char *>(std::aligned_alloc(unit, total)), total};
  };
  Pages pages = take();
  if (!pages.base && keptBytes() > 0) {
    dropKept();
    pages = take();
  }
  if (!pages.base) {
    inUse.fetch_sub(total);
    return nullptr;
  }
  return placeBlock(pages, unit);
}

void weft::runtime::giveBackBlock(MemoryBlock *block) {
  Pages pages = block->pages;
  inUse.fetch_sub(pages.bytes);
  if (isMapped(pages.bytes))
    unmapPages(pages);
  else if (isKeptSize(pages.bytes))
    keepBlock(pages);
  else
    std::free(pages.base);
}

/// Whether a block can become one of another size without a copy.
static bool canResize(const MemoryBlock *block, int64_t bytes) {
  const int64_t header = sizeof(MemoryBlock);
  // Blocks with another alignment have their header elsewhere.
  return isMapped(block->pages.bytes) && header + bytes >= leastMapping &&
         bytes <= memoryLimit() &&
         reinterpret_cast<const char *>(block) == block->pages.base;
}

bool weft::runtime::extendBlock(MemoryBlock *block, int64_t bytes) {
  if (!canResize(block, bytes))
    return false;
  int64_t total = roundToPages(sizeof(MemoryBlock) + bytes);
  int64_t before = block->pages.bytes;
  if (total <= before)
    return true;
  if (!extendPages(block->pages, total))
    return false;
  // They count as kept until then.
  if (charge(total - before))
    return true;
  resizePages(block->pages, before);
  return false;
}

MemoryBlock *weft::runtime::resizeBlock(MemoryBlock *block, int64_t bytes) {
  const int64_t header = sizeof(MemoryBlock);
  if (!canResize(block, bytes))
    return nullptr;
  // A large page that ends behind the last byte stays whole.
  int64_t before = block->pages.bytes;
  bool shrinks = header + bytes < before;
  int64_t total = shrinks
                      ? (header + bytes + largePage - 1) / largePage * largePage
                      : roundToPages(header + bytes);
  if (shrinks && total >= before)
    return block;
  int64_t more = total - before;
  if (more > 0 && !charge(more))
    return nullptr;
  // The block may move.
  Pages pages = block->pages;
  if (!resizePages(pages, total)) {
    inUse.fetch_sub(more);
    return nullptr;
  }
  if (more < 0)
    inUse.fetch_add(more);
  auto *resized = reinterpret_cast<MemoryBlock *>(pages.base);
  resized->pages = pages;
  return resized;
}

MemoryBlock *weft::runtime::takeKeptBlock(int64_t bytes) {
  if (!isMapped(bytes) || bytes > memoryLimit())
    return nullptr;
  int64_t total = roundToPages(bytes + int64_t(sizeof(MemoryBlock)));
  Pages pages = takeKeptPages(total);
  if (!pages.base)
    return nullptr;
  if (!charge(total)) {
    unmapPages(pages);
    return nullptr;
  }
  return new (pages.base) MemoryBlock(pages);
}

void *weft::runtime::allocate(int64_t bytes) {
  MemoryBlock *block = takeBlock(sizeof(MemoryBlock), bytes);
  return block ? block->data() : nullptr;
}

void *weft::runtime::allocateZeroed(int64_t bytes) {
  void *data = allocate(bytes);
  if (data)
    std::memset(data, 0, bytes);
  return data;
}

void weft::runtime::deallocate(void *data) {
  if (data)
    giveBackBlock(MemoryBlock::of(data));
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::string weft::runtime::formatBytes(double bytes) {
  const char *units[] = {
      bytes == 1 ? "byte" : "bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < sizeof(units) / sizeof(units[0])) {
    bytes /= 1000;
    ++unit;
  }
  char text[64];
  std::snprintf(text, sizeof(text), unit == 0 ? "%.0f %s" : "%.1f %s", bytes,
                units[unit]);
  return text;
}

std::string weft::runtime::notEnoughMemory(const std::string &what,
                                           double bytes) {
  double available =
      static_cast<double>(std::max<int64_t>(0, memoryLimit() - memoryInUse()));
  std::string needed =
      "not enough memory for " + what + ": it takes " + formatBytes(bytes);
  // What else is in the process counts for the system, and not here.
  if (bytes <= available)
    return needed + ", which the system does not give";
  return needed + ", and at most " + formatBytes(available) + " can be had";
}

//===----------------------------------------------------------------------===//
// Buffer
//===----------------------------------------------------------------------===//

Buffer::Buffer(Buffer &&other) noexcept
    : begin(std::exchange(other.begin, nullptr)),
      limit(std::exchange(other.limit, 0)) {}

Buffer &Buffer::operator=(Buffer &&other) noexcept {
  std::swap(begin, other.begin);
  std::swap(limit, other.limit);
  return *this;
}

Buffer::~Buffer() {
  inUse.fetch_sub(limit);
  std::free(begin);
}

bool Buffer::reserve(int64_t bytes) {
  if (bytes <= limit)
    return true;
  // realloc moves large areas by remapping their pages, without a copy.
  int64_t more = bytes - limit;
  if (!charge(more))
    return false;
  char *moved = static_cast<char *>(std::realloc(begin, bytes));
  if (!moved) {
    inUse.fetch_sub(more);
    return false;
  }
  begin = moved;
  limit = bytes;
  return true;
}
