//===- WideVectors.cpp - Entries in vectors of 64 bytes -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sorting network compares what its wires say, whatever the numbers are, so
// that there is nothing to guess: that is what sorting a row of ten numbers
// takes its time for. Numbers are coordinates, from the smallest on, and the
// place of the entry in the last bits, so that no two are equal and equal
// coordinates keep their order. Values follow by gathers.
//
//===----------------------------------------------------------------------===//

#include "WideVectors.h"

#include "WideTarget.h"

using namespace weft::runtime;

#ifdef __x86_64__

bool weft::runtime::hasWideVectors() {
  static const bool has =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("popcnt");
  return has;
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

constexpr int64_t numLanes = 16;

/// The lanes whose number has a bit.
constexpr __mmask16 lanesWith(int bit) {
  unsigned lanes = 0;
  for (int lane = 0; lane < numLanes; ++lane)
    if ((lane & bit) != 0)
      lanes |= 1u << lane;
  return static_cast<__mmask16>(lanes);
}

/// Compares each lane with its partner; lanes of `upper` keep what is more.
WEFT_WIDE_INLINE __m512i order(__m512i own, __m512i partner, __mmask16 upper) {
  return _mm512_mask_max_epu32(_mm512_min_epu32(own, partner), upper, own,
                               partner);
}

WEFT_WIDE_INLINE __m512i reverse(__m512i v) {
  const __m512i lanes =
      _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  return _mm512_permutexvar_epi32(lanes, v);
}

WEFT_WIDE_INLINE __m512i orderBy1(__m512i v) {
  return order(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), lanesWith(1));
}

WEFT_WIDE_INLINE __m512i orderBy2(__m512i v) {
  return order(v, _mm512_shuffle_epi32(v, _MM_PERM_BADC), lanesWith(2));
}

WEFT_WIDE_INLINE __m512i orderBy4(__m512i v) {
  return order(v, _mm512_shuffle_i32x4(v, v, _MM_PERM_CDAB), lanesWith(4));
}

WEFT_WIDE_INLINE __m512i orderBy8(__m512i v) {
  return order(v, _mm512_shuffle_i32x4(v, v, _MM_PERM_BADC), lanesWith(8));
}

/// Sorts 16 numbers that ascend and then descend.
WEFT_WIDE_INLINE __m512i mergeLanes(__m512i v) {
  return orderBy1(orderBy2(orderBy4(orderBy8(v))));
}

WEFT_WIDE_INLINE __m512i sortLanes(__m512i v) {
  const __m512i inEights =
      _mm512_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  v = orderBy1(v);
  v = orderBy1(order(v, _mm512_shuffle_epi32(v, _MM_PERM_ABCD), lanesWith(2)));
  v = orderBy1(
      orderBy2(order(v, _mm512_permutexvar_epi32(inEights, v), lanesWith(4))));
  return orderBy1(orderBy2(orderBy4(order(v, reverse(v), lanesWith(8)))));
}

/// Sorts the numbers of some vectors.
template <int numVectors> WEFT_WIDE_INLINE void sortVectors(__m512i *v) {
  if constexpr (numVectors == 1) {
    v[0] = sortLanes(v[0]);
  } else {
    constexpr int half = numVectors / 2;
    sortVectors<half>(v);
    sortVectors<half>(v + half);
    // Both halves ascend: the least of all are in the first after a comparison
    // with the other one in reverse.
    for (int i = 0; i < half; ++i) {
      __m512i left = v[i], right = reverse(v[numVectors - 1 - i]);
      v[i] = _mm512_min_epu32(left, right);
      v[numVectors - 1 - i] = reverse(_mm512_max_epu32(left, right));
    }
    for (int distance = half / 2; distance > 0; distance /= 2)
      for (int i = 0; i < numVectors; ++i)
        if ((i & distance) == 0) {
          __m512i left = v[i], right = v[i + distance];
          v[i] = _mm512_min_epu32(left, right);
          v[i + distance] = _mm512_max_epu32(left, right);
        }
    for (int i = 0; i < numVectors; ++i)
      v[i] = mergeLanes(v[i]);
  }
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// As many of the lanes from `first` on as there are among `count`.
WEFT_WIDE_INLINE __mmask16 lanesFrom(int64_t first, int64_t count) {
  int64_t left = count - first;
  return left >= numLanes ? 0xffff
                          : static_cast<__mmask16>((1u << (left & 15)) - 1);
}

/// Gathers 8 values of 8 bytes, or 16 of 4 bytes, at the places of keys.
template <int valueBytes>
WEFT_WIDE_INLINE __m512i gatherValues(__m512i places, __mmask16 lanes,
                                      const char *values) {
  if constexpr (valueBytes == 4)
    return _mm512_mask_i32gather_epi32(places, lanes, places, values, 4);
  else
    return _mm512_mask_i32gather_epi64(places, static_cast<__mmask8>(lanes),
                                       _mm512_castsi512_si256(places), values,
                                       8);
}

/// Brings values to the order of the keys.
template <int numVectors, int placeBits, int valueBytes>
WEFT_WIDE_INLINE void permuteValues(const __m512i *keys, int64_t count,
                                    char *values) {
  constexpr int perVector = 64 / valueBytes;
  constexpr int parts = numLanes / perVector;
  // They are all read before the first is written.
  __m512i moved[numVectors * parts];
  for (int i = 0; i < numVectors && i * numLanes < count; ++i) {
    __mmask16 lanes = lanesFrom(i * numLanes, count);
    __m512i places =
        _mm512_and_si512(keys[i], _mm512_set1_epi32((1 << placeBits) - 1));
    moved[i * parts] = gatherValues<valueBytes>(places, lanes, values);
    if constexpr (parts == 2)
      moved[i * parts + 1] = gatherValues<valueBytes>(
          _mm512_castsi256_si512(_mm512_extracti64x4_epi64(places, 1)),
          static_cast<__mmask16>(lanes >> perVector), values);
  }
  for (int i = 0; i < numVectors * parts && i * perVector < count; ++i) {
    char *to = values + i * 64;
    int64_t left = count - i * perVector;
    auto lanes = left >= perVector ? static_cast<__mmask16>(0xffff)
                                   : static_cast<__mmask16>((1u << left) - 1);
    if constexpr (valueBytes == 4)
      _mm512_mask_storeu_epi32(to, lanes, moved[i]);
    else
      _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(lanes), moved[i]);
  }
}

/// The same for up to 16 values of 8 bytes, which fit into two registers.
WEFT_WIDE_INLINE void permuteInRegisters(const __m512i *keys, int64_t count,
                                         char *values) {
  __mmask16 lanes = lanesFrom(0, count);
  auto low = static_cast<__mmask8>(lanes);
  auto high = static_cast<__mmask8>(lanes >> 8);
  __m512i left = _mm512_maskz_loadu_epi64(low, values);
  __m512i right = _mm512_maskz_loadu_epi64(high, values + 64);
  // Only the last four bits of a place are looked at.
  auto permute = [&](__m256i places) WEFT_WIDE {
    return _mm512_permutex2var_epi64(left, _mm512_cvtepu32_epi64(places),
                                     right);
  };
  _mm512_mask_storeu_epi64(values, low, permute(_mm512_castsi512_si256(*keys)));
  _mm512_mask_storeu_epi64(values + 64, high,
                           permute(_mm512_extracti64x4_epi64(*keys, 1)));
}

/// Keeps each of the coordinates once, which are in order, and numbers them.
template <int numVectors>
WEFT_WIDE_INLINE int64_t keepFirst(const __m512i *sorted, int64_t count,
                                   int32_t *coords, int64_t *places) {
  uint16_t firsts[numVectors];
  int64_t numFirsts = 0;
  __m512i before = _mm512_set1_epi32(-1);
  for (int i = 0; i < numVectors; ++i) {
    // Those of the lane before, the first of which the last vector has.
    __m512i previous = _mm512_alignr_epi32(sorted[i], before, 15);
    before = sorted[i];
    __mmask16 lanes = i * numLanes < count ? lanesFrom(i * numLanes, count) : 0;
    __mmask16 first = _mm512_mask_cmpneq_epi32_mask(lanes, sorted[i], previous);
    firsts[i] = first;
    __mmask16 kept =
        static_cast<__mmask16>((1u << __builtin_popcount(first)) - 1);
    _mm512_mask_storeu_epi32(coords + numFirsts, kept,
                             _mm512_maskz_compress_epi32(first, sorted[i]));
    numFirsts += __builtin_popcount(first);
  }
  if (numFirsts == count)
    return count;
  int64_t place = -1;
  for (int64_t i = 0; i < count; ++i) {
    int64_t isFirst = firsts[i / numLanes] >> (i % numLanes) & 1;
    place += isFirst;
    places[i] = place ^ -isFirst;
  }
  return numFirsts;
}

template <int numVectors, int placeBits>
static WEFT_WIDE int64_t sortEntries(int32_t *coords, int64_t count,
                                     int64_t *places, char *values,
                                     int64_t valueBytes) {
  static_assert(numVectors * numLanes <= 1 << placeBits, "places have no bits");
  const __m512i lane =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i keys[numVectors];
  __m512i least = _mm512_set1_epi32(INT32_MAX), most = _mm512_setzero_si512();
  for (int i = 0; i < numVectors; ++i) {
    __mmask16 lanes = i * numLanes < count ? lanesFrom(i * numLanes, count) : 0;
    keys[i] = _mm512_maskz_loadu_epi32(lanes, coords + i * numLanes);
    least = _mm512_mask_min_epi32(least, lanes, least, keys[i]);
    most = _mm512_max_epu32(most, keys[i]);
  }
  // Negative coordinates are too far, and large ones as well.
  constexpr int keyBits = 32 - placeBits;
  int32_t smallest = 0;
  if (_mm512_cmpge_epu32_mask(most, _mm512_set1_epi32((1 << keyBits) - 1))) {
    smallest = _mm512_reduce_min_epi32(least);
    uint32_t largest = _mm512_reduce_max_epu32(most);
    if (smallest < 0 || largest - smallest >= (1u << keyBits) - 1)
      return 0;
  }
  __m512i base = _mm512_set1_epi32(smallest);
  for (int i = 0; i < numVectors; ++i) {
    __mmask16 lanes = i * numLanes < count ? lanesFrom(i * numLanes, count) : 0;
    __m512i place = _mm512_add_epi32(lane, _mm512_set1_epi32(i * numLanes));
    __m512i offset = _mm512_sub_epi32(keys[i], base);
    __m512i key = _mm512_or_si512(_mm512_slli_epi32(offset, placeBits), place);
    // What is not there comes last.
    keys[i] = _mm512_mask_mov_epi32(_mm512_set1_epi32(-1), lanes, key);
  }
  sortVectors<numVectors>(keys);
  if (valueBytes == 8 && numVectors == 1)
    permuteInRegisters(keys, count, values);
  else if (valueBytes == 8)
    permuteValues<numVectors, placeBits, 8>(keys, count, values);
  else if (valueBytes == 4)
    permuteValues<numVectors, placeBits, 4>(keys, count, values);
  for (int i = 0; i < numVectors; ++i)
    keys[i] = _mm512_add_epi32(_mm512_srli_epi32(keys[i], placeBits), base);
  return keepFirst<numVectors>(keys, count, coords, places);
}

//===----------------------------------------------------------------------===//
// Eight entries
//===----------------------------------------------------------------------===//

constexpr int64_t fewLanes = 8;

/// Compares each lane with its partner; lanes of `upper` keep what is more.
WEFT_WIDE_INLINE __m256i orderFew(__m256i own, __m256i partner, int upper) {
  return _mm256_mask_max_epu32(_mm256_min_epu32(own, partner),
                               static_cast<__mmask8>(upper), own, partner);
}

WEFT_WIDE_INLINE __m256i sortFewLanes(__m256i v) {
  const __m256i reversed = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
  auto byNeighbor = [](__m256i v) WEFT_WIDE {
    return orderFew(v, _mm256_shuffle_epi32(v, _MM_PERM_CDAB), 0xaa);
  };
  v = byNeighbor(v);
  v = orderFew(v, _mm256_shuffle_epi32(v, _MM_PERM_ABCD), 0xcc);
  v = byNeighbor(v);
  v = orderFew(v, _mm256_permutevar8x32_epi32(v, reversed), 0xf0);
  v = orderFew(v, _mm256_shuffle_epi32(v, _MM_PERM_BADC), 0xcc);
  return byNeighbor(v);
}

/// Sorts up to eight entries, whose network is half as deep; gives zero if
/// their coordinates do not fit keys.
static WEFT_WIDE int64_t sortFewEntries(int32_t *coords, int64_t count,
                                        int64_t *places, char *values,
                                        int64_t valueBytes) {
  constexpr int placeBits = 3;
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  auto lanes = static_cast<__mmask8>((1u << count) - 1);
  __m256i keys = _mm256_maskz_loadu_epi32(lanes, coords);
  // Negative coordinates are too far, and the largest stands for none.
  if (_mm256_cmpge_epu32_mask(keys,
                              _mm256_set1_epi32((1 << (32 - placeBits)) - 1)))
    return 0;
  keys = _mm256_or_si256(_mm256_slli_epi32(keys, placeBits), lane);
  keys =
      sortFewLanes(_mm256_mask_mov_epi32(_mm256_set1_epi32(-1), lanes, keys));
  if (valueBytes == 8) {
    __m512i read = _mm512_maskz_loadu_epi64(lanes, values);
    // Only the last three bits of a place are looked at.
    _mm512_mask_storeu_epi64(
        values, lanes,
        _mm512_permutexvar_epi64(_mm512_cvtepu32_epi64(keys), read));
  } else if (valueBytes == 4) {
    __m256i read = _mm256_maskz_loadu_epi32(lanes, values);
    _mm256_mask_storeu_epi32(values, lanes,
                             _mm256_permutevar8x32_epi32(read, keys));
  }
  __m256i sorted = _mm256_srli_epi32(keys, placeBits);
  __m256i previous = _mm256_permutevar8x32_epi32(
      sorted, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6));
  auto first = static_cast<__mmask8>(
      _mm256_mask_cmpneq_epi32_mask(lanes, sorted, previous) | 1);
  int64_t numFirsts = __builtin_popcount(first);
  _mm256_mask_storeu_epi32(coords, static_cast<__mmask8>((1u << numFirsts) - 1),
                           _mm256_maskz_compress_epi32(first, sorted));
  if (numFirsts == count)
    return count;
  int64_t place = -1;
  for (int64_t i = 0; i < count; ++i) {
    int64_t isFirst = first >> i & 1;
    place += isFirst;
    places[i] = place ^ -isFirst;
  }
  return numFirsts;
}

int64_t weft::runtime::sortInRegisters(int32_t *coords, int64_t count,
                                       int64_t *places, char *values,
                                       int64_t valueBytes) {
  if (count <= fewLanes)
    if (int64_t numPlaces =
            sortFewEntries(coords, count, places, values, valueBytes))
      return numPlaces;
  if (count <= 16)
    return sortEntries<1, 4>(coords, count, places, values, valueBytes);
  if (count <= 32)
    return sortEntries<2, 5>(coords, count, places, values, valueBytes);
  if (count <= 64)
    return sortEntries<4, 6>(coords, count, places, values, valueBytes);
  if (count <= 128)
    return sortEntries<8, 7>(coords, count, places, values, valueBytes);
  return sortEntries<16, 8>(coords, count, places, values, valueBytes);
}

#else

bool weft::runtime::hasWideVectors() { return false; }

int64_t weft::runtime::sortInRegisters(int32_t *, int64_t, int64_t *, char *,
                                       int64_t) {
  return 0;
}

#endif
