//===- AppendedArrays.cpp - Arrays of parallel appending ------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates, copies and grows the arrays that the threads of a parallel loop
// append to (AppendSharing.cpp). Arrays with a common capacity have equal
// lengths, so that offsets and sizes are computed once for all of them.
//
//===----------------------------------------------------------------------===//

#include "AppendedArrays.h"

#include "KernelPartitions.h"
#include "StreamCopy.h"

#include <algorithm>
#include <cstring>

using namespace weft::runtime;

/// The capacity that is reserved, as a multiple of the expected length, and its
/// maximum as a multiple of the current length: the first rows may be the
/// longest.
static constexpr double kSpareCapacity = 1.125, kMaxSpareCapacity = 8;
/// Arrays whose capacity is at least this multiple of their length do not grow:
/// kernels that know a bound of the length begin with that capacity.
static constexpr double kAmpleCapacity = 4;
/// The maximum size of an array, in bytes.
static constexpr double kMaxBytes = 4e18;

bool AppendedArrays::isAnyCleared() const {
  return std::any_of(
      arrays, arrays + numArrays,
      [](const weft_rt_appended &array) { return array.cleared != 0; });
}

double AppendedArrays::getBytes(const AppendedEntries *entries) const {
  double bytes = 0;
  for (int64_t i = 0; i < numArrays; ++i)
    bytes += static_cast<double>(entries[i].count) *
             static_cast<double>(arrays[i].factor * arrays[i].element_bytes);
  return bytes;
}

double AppendedArrays::getBytes() const {
  double bytes = 0;
  for (int64_t i = 0; i < numArrays; ++i)
    bytes += static_cast<double>(getLength(result, i)) *
             static_cast<double>(arrays[i].factor * arrays[i].element_bytes);
  return bytes;
}

void AppendedArrays::fill(const int64_t *words, int64_t number, int64_t begin,
                          int64_t end) const {
  if (begin < end)
    std::memset(getData(words, number, begin), 0,
                (end - begin) * arrays[number].element_bytes);
}

int64_t *AppendedArrays::make(const int64_t *lengths) const {
  auto bytes = static_cast<int64_t>(numWords * sizeof(int64_t));
  auto *words = static_cast<int64_t *>(weft_rt_alloc(bytes));
  std::memset(words, 0, bytes);
  for (int64_t i = 0; i < numArrays; ++i) {
    int64_t room = getElement(lengths[i], i);
    setData(words, i, weft_rt_alloc(room * arrays[i].element_bytes));
    words[arrays[i].room] = room;
    if (arrays[i].cleared)
      fill(words, i, 0, room);
  }
  return words;
}

void AppendedArrays::clear(int64_t *words) const {
  for (int64_t i = 0; i < numArrays; ++i)
    if (arrays[i].cleared)
      fill(words, i, arrays[i].first,
           std::min(getElement(getLength(words, i), i), words[arrays[i].room]));
  for (int64_t i = 0; i < numArrays; ++i)
    words[arrays[i].length] = 0;
}

void AppendedArrays::free(int64_t *words) const {
  for (int64_t i = 0; i < numArrays; ++i)
    weft_rt_free(getData(words, i, 0));
  weft_rt_free(words);
}

bool AppendedArrays::fits(const AppendedEntries *entries) const {
  for (int64_t i = 0; i < numArrays; ++i)
    if (getElement(entries[i].place + entries[i].count, i) >
        result[arrays[i].room])
      return false;
  return true;
}

void AppendedArrays::copy(const int64_t *words,
                          const AppendedEntries *entries) const {
  for (int64_t i = 0; i < numArrays; ++i) {
    int64_t begin = getElement(entries[i].begin, i);
    int64_t end = getElement(entries[i].begin + entries[i].count, i);
    int64_t place = getElement(entries[i].place, i);
    // A cleared array may end with the last entry that anything was stored for.
    int64_t stored = std::max(std::min(end, words[arrays[i].room]), begin);
    char *target = getData(result, i, place);
    const char *source = getData(words, i, begin);
    int64_t bytes = (stored - begin) * arrays[i].element_bytes;
    if (exceedsCaches(result[arrays[i].room] * arrays[i].element_bytes))
      copyPastCaches(target, source, bytes);
    else
      std::memcpy(target, source, bytes);
    fill(result, i, place + stored - begin, place + end - begin);
  }
}

template <typename GetRoomTy>
void AppendedArrays::setRooms(GetRoomTy getNewRoom) const {
  for (int64_t i = 0; i < numArrays; ++i) {
    int64_t &room = result[arrays[i].room];
    // Entries beyond the previous capacity have not been stored.
    if (arrays[i].cleared)
      fill(result, i, room, getElement(getLength(result, i), i));
    room = std::max(room, getNewRoom(i));
  }
}

void AppendedArrays::reserve(void *team, const int64_t *lengths,
                             double share) const {
  auto getExpected = [&](int64_t i) {
    int64_t needed = getElement(lengths[i], i);
    int64_t room = result[arrays[i].room];
    if (static_cast<double>(room) >=
        kAmpleCapacity * static_cast<double>(needed))
      return room;
    double expected = static_cast<double>(needed) *
                      std::min(kSpareCapacity / share, kMaxSpareCapacity);
    double most = kMaxBytes / static_cast<double>(arrays[i].element_bytes);
    return std::max(needed, static_cast<int64_t>(std::min(expected, most)));
  };
  for (int64_t i = 0; i < numArrays; ++i) {
    void *grown = growKernelArray(team, getData(result, i, 0),
                                  getExpected(i) * arrays[i].element_bytes);
    if (!grown)
      return;
    setData(result, i, grown);
  }
  setRooms(getExpected);
}

void AppendedArrays::take(void *team) const {
  for (int64_t i = 0; i < numArrays; ++i)
    takeArray(team, getData(result, i, 0));
}

void AppendedArrays::giveBack(void *team) const {
  for (int64_t i = 0; i < numArrays; ++i)
    giveArray(team, getData(result, i, 0));
}

void AppendedArrays::require(const int64_t *lengths) const {
  auto getNeeded = [&](int64_t i) { return getElement(lengths[i], i); };
  for (int64_t i = 0; i < numArrays; ++i)
    setData(result, i,
            weft_rt_realloc(getData(result, i, 0),
                            getNeeded(i) * arrays[i].element_bytes));
  setRooms(getNeeded);
}

void AppendedArrays::setLengths(const int64_t *lengths) const {
  for (int64_t i = 0; i < numArrays; ++i) {
    result[arrays[i].length] = lengths[i];
    // Behind the last entry nothing is zero.
    if (arrays[i].cleared)
      result[arrays[i].room] = getElement(lengths[i], i);
  }
}
