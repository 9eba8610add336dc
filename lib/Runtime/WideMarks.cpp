//===- WideMarks.cpp - Marks that are read in vectors ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads 64 marks of a table at once, and takes the values of their places.
//
//===----------------------------------------------------------------------===//

#include "WideTarget.h"
#include "WideVectors.h"

using namespace weft::runtime;

#ifdef __x86_64__

/// Where fewer of 64 places are marked, they are taken one by one.
constexpr int64_t fewestPacked = 8;

/// Takes the values of 64 places.
WEFT_WIDE_INLINE int64_t takeGroup(uint64_t marks, int32_t first,
                                   uint64_t *table, uint64_t clean,
                                   int32_t *coords, uint64_t *values) {
  int64_t number = 0;
  if (__builtin_popcountll(marks) < fewestPacked) {
    for (; marks != 0; marks &= marks - 1) {
      int place = __builtin_ctzll(marks);
      coords[number] = first + place;
      values[number++] = table[place];
      table[place] = clean;
    }
    return number;
  }
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m512i cleanValues = _mm512_set1_epi64(static_cast<int64_t>(clean));
  for (int part = 0; part < 64; part += 8) {
    auto own = static_cast<__mmask8>(marks >> part);
    int64_t count = __builtin_popcount(own);
    auto kept = static_cast<__mmask8>((1u << count) - 1);
    __m512i taken = _mm512_loadu_si512(table + part);
    _mm512_storeu_si512(table + part,
                        _mm512_mask_mov_epi64(taken, own, cleanValues));
    _mm512_mask_storeu_epi64(values + number, kept,
                             _mm512_maskz_compress_epi64(own, taken));
    __m256i at = _mm256_add_epi32(lane, _mm256_set1_epi32(first + part));
    _mm256_mask_storeu_epi32(coords + number, kept,
                             _mm256_maskz_compress_epi32(own, at));
    number += count;
  }
  return number;
}

WEFT_WIDE int64_t weft::runtime::takeMarked(uint8_t *marks, int64_t size,
                                            int32_t first, uint64_t *table,
                                            uint64_t clean, int32_t *coords,
                                            uint64_t *values) {
  int64_t number = 0;
  for (int64_t begin = 0; begin < size; begin += 64) {
    __m512i group = _mm512_loadu_si512(marks + begin);
    uint64_t bits = _mm512_test_epi8_mask(group, group);
    if (bits == 0)
      continue;
    _mm512_storeu_si512(marks + begin, _mm512_setzero_si512());
    number += takeGroup(bits, first + static_cast<int32_t>(begin),
                        table + begin, clean, coords + number, values + number);
  }
  return number;
}

#else

int64_t weft::runtime::takeMarked(uint8_t *, int64_t, int32_t, uint64_t *,
                                  uint64_t, int32_t *, uint64_t *) {
  return 0;
}

#endif
