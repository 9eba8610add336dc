//===- StreamCopy.cpp - Copies that pass the caches -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library passes the caches too, but only in copies that are large by
// themselves, which those of pieces of an array are not.
//
//===----------------------------------------------------------------------===//

#include "StreamCopy.h"

#include <algorithm>
#include <cstring>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

using namespace weft::runtime;

/// Half of a last cache that few cores share. Others are larger, and what is in
/// them is worth keeping.
static constexpr int64_t kLargeBytes = int64_t(16) << 20;

bool weft::runtime::exceedsCaches(int64_t bytes) {
#ifdef __x86_64__
  static const bool hasNearCaches = __builtin_cpu_is("amd");
  return hasNearCaches && bytes >= kLargeBytes;
#else
  return false;
#endif
}

void weft::runtime::copyPastCaches(char *to, const char *from, int64_t bytes) {
#ifdef __x86_64__
  constexpr int64_t line = 64;
  int64_t before =
      std::min<int64_t>(-reinterpret_cast<intptr_t>(to) & (line - 1), bytes);
  std::memcpy(to, from, before);
  to += before;
  from += before;
  bytes -= before;
  for (; bytes >= line; bytes -= line, to += line, from += line) {
    auto *target = reinterpret_cast<__m128i *>(to);
    auto *source = reinterpret_cast<const __m128i *>(from);
    __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1),
            c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
    _mm_stream_si128(target, a);
    _mm_stream_si128(target + 1, b);
    _mm_stream_si128(target + 2, c);
    _mm_stream_si128(target + 3, d);
  }
  _mm_sfence();
#endif
  std::memcpy(to, from, bytes);
}
