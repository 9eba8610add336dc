//===- Pages.h - Memory from the system in pages ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large blocks are mappings of their own (docs/decisions/memory.md): they take
// no memory before they are written to, change their size without a copy, begin
// where a large page does, and are kept for the next one when they are given
// back.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_PAGES_H
#define WEFT_LIB_RUNTIME_PAGES_H

#include <algorithm>
#include <cstdint>

namespace weft {
namespace runtime {

/// The size of large pages, which is also where they begin, on x86 and mostly
/// on others.
constexpr int64_t largePage = int64_t(2) << 20;
/// Blocks of as many bytes and more are mappings: smaller ones may not have a
/// large page.
constexpr int64_t leastMapping = 2 * largePage;

/// Whether blocks may be mappings; a sanitizer that watches the system's
/// allocator would not see what becomes of them.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool usesMappings = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool usesMappings = false;
#else
constexpr bool usesMappings = true;
#endif
#else
constexpr bool usesMappings = true;
#endif

/// The next size that a mapping can have.
int64_t roundToPages(int64_t bytes);

/// A mapping, of pages as a whole.
struct Pages {
  char *base = nullptr;
  int64_t bytes = 0;
  /// So many of the first ones were used since the system was offered them, or
  /// gave them.
  int64_t used = 0;

  /// Cuts off what is behind the first `size` bytes.
  Pages cut(int64_t size) {
    Pages rest = {base + size, bytes - size, std::max<int64_t>(used - size, 0)};
    bytes = size;
    used = std::min(used, size);
    return rest;
  }
};

/// A mapping of `bytes`, which pages divide; none if the system has none. What
/// it holds is arbitrary.
Pages mapPages(int64_t bytes);
/// Gives back a mapping that was used, and is kept for the next one if few are.
void unmapPages(Pages pages);

/// The first `bytes` of the largest mapping that is kept, for an array that
/// grows into the others (extendPages); none if there are fewer.
Pages takeKeptPages(int64_t bytes);

/// Makes a mapping longer by pages that were cut off its end before and are
/// kept; false if they are not there, or fewer.
bool extendPages(Pages &pages, int64_t newBytes);

/// Changes the size of a mapping, which may move; what it holds does not
/// change. What is cut off was not used but where it had been before. False if
/// the system cannot do that, and then nothing changed.
bool resizePages(Pages &pages, int64_t newBytes);

/// How many bytes are kept, and gives them to the system.
int64_t keptPages();
void dropKeptPages();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_PAGES_H
