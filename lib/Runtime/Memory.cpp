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

#include "MemoryBlock.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <utility>

using namespace weft::runtime;

static std::atomic<int64_t> inUse{0};
/// Zero until somebody asks.
static std::atomic<int64_t> limitInBytes{0};

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
  limitInBytes = bytes > 0 ? bytes : defaultLimit();
}

int64_t weft::runtime::memoryLimit() {
  if (limitInBytes == 0)
    limitInBytes = defaultLimit();
  return limitInBytes;
}

int64_t weft::runtime::memoryInUse() { return inUse; }

/// Counts `bytes` as taken unless that exceeds the limit.
static bool charge(int64_t bytes) {
  int64_t limit = memoryLimit();
  if (bytes > limit)
    return false;
  if (inUse.fetch_add(bytes) + bytes <= limit)
    return true;
  inUse.fetch_sub(bytes);
  return false;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Asks for large pages in memory that is not in use yet. A kernel writes an
/// array from one end to the other, and the system takes longer to give it one
/// small page after another than the kernel to fill them.
static void preferLargePages(char *base, int64_t bytes) {
#ifdef MADV_HUGEPAGE
  // A few large pages; smaller arrays may not have one.
  const int64_t least = int64_t(4) << 20;
  if (bytes < least)
    return;
  auto address = reinterpret_cast<uintptr_t>(base);
  uintptr_t page = sysconf(_SC_PAGESIZE);
  uintptr_t begin = (address + page - 1) / page * page;
  // It is a wish, which the system may refuse.
  (void)madvise(reinterpret_cast<void *>(begin),
                (address + bytes - begin) / page * page, MADV_HUGEPAGE);
#endif
}

MemoryBlock *weft::runtime::takeBlock(int64_t alignment, int64_t bytes) {
  int64_t unit = std::max<int64_t>(alignment, sizeof(MemoryBlock));
  // The header takes one unit; the rest is rounded up to units.
  int64_t total;
  if (bytes < 0 || __builtin_add_overflow(bytes, 2 * unit - 1, &total))
    return nullptr;
  total = total / unit * unit;
  if (!charge(total))
    return nullptr;
  char *base = static_cast<char *>(std::aligned_alloc(unit, total));
  if (!base) {
    inUse.fetch_sub(total);
    return nullptr;
  }
  preferLargePages(base, total);
  char *data = base + unit;
  return new (data - sizeof(MemoryBlock)) MemoryBlock{base, total};
}

void weft::runtime::giveBackBlock(MemoryBlock *block) {
  inUse.fetch_sub(block->bytes);
  std::free(block->base);
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
  int64_t available = std::max<int64_t>(0, memoryLimit() - memoryInUse());
  return "not enough memory for " + what + ": it takes " + formatBytes(bytes) +
         ", and at most " + formatBytes(static_cast<double>(available)) +
         " can be had";
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
