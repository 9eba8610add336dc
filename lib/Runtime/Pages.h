//===- Pages.h - Memory from the system in pages ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large blocks are mappings of their own (decision 108): they take no memory
// before they are written to, change their size without a copy, begin where a
// large page does, and are kept for the next one when they are given back.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_PAGES_H
#define WEFT_LIB_RUNTIME_PAGES_H

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

/// A mapping of `bytes`, which pages divide; null if the system has none. What
/// it holds is arbitrary.
char *mapPages(int64_t bytes);
/// Gives back a mapping, which is kept for the next one if few are.
void unmapPages(char *base, int64_t bytes);

/// The first `bytes` of the largest mapping that is kept, for an array that
/// grows into the others (extendPages); null if there are fewer.
char *takeKeptPages(int64_t bytes);

/// Makes a mapping longer by pages that were cut off its end before and are
/// kept; false if they are not there, or fewer.
bool extendPages(char *base, int64_t bytes, int64_t newBytes);

/// Changes the size of a mapping, which may move; what it holds does not
/// change. Null if the system cannot do that, and then nothing changed.
char *resizePages(char *base, int64_t bytes, int64_t newBytes);

/// How many bytes are kept, and gives them to the system.
int64_t keptPages();
void dropKeptPages();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_PAGES_H
