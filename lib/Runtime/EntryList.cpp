//===- EntryList.cpp - Entries as they are listed -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What files say, before it is packed.
//
//===----------------------------------------------------------------------===//

#include "LoopSharing.h"

#include "weft/Runtime/Packing.h"

#include <algorithm>
#include <numeric>

using namespace weft::runtime;

/// So many entries are mirrored at a time.
static constexpr int64_t kBlock = 8192;

bool EntryList::makeRoom(int64_t more) {
  if (more <= room - count)
    return true;
  int64_t needed = std::max(nextRoom(), count + more);
  if (!coordinates.reserve(std::max<int64_t>(8, needed * order * 8)) ||
      !values.reserve(needed * valueBytes))
    return false;
  room = needed;
  return true;
}

bool EntryList::mirror(bool negates) {
  auto *listed = reinterpret_cast<const int64_t *>(coordinates.data());
  auto *numbers = reinterpret_cast<const double *>(values.data());
  // Where the entries of each block go.
  std::vector<int64_t> places((count + kBlock - 1) / kBlock + 1);
  shareBlocks(count, kBlock, [&](int64_t begin, int64_t end) {
    int64_t number = end - begin;
    for (int64_t i = begin; i < end; ++i)
      number += listed[2 * i] != listed[2 * i + 1];
    places[begin / kBlock + 1] = number;
  });
  std::partial_sum(places.begin(), places.end(), places.begin());

  EntryList mirrored(elementType, order);
  if (!mirrored.makeRoom(places.back()))
    return false;
  int64_t *newListed = mirrored.nextCoordinates();
  auto *newNumbers = reinterpret_cast<double *>(mirrored.nextValues());
  shareBlocks(count, kBlock, [&](int64_t begin, int64_t end) {
    int64_t next = places[begin / kBlock];
    auto put = [&](int64_t row, int64_t column, double number) {
      newListed[2 * next] = row;
      newListed[2 * next + 1] = column;
      newNumbers[next++] = number;
    };
    for (int64_t i = begin; i < end; ++i) {
      int64_t row = listed[2 * i], column = listed[2 * i + 1];
      put(row, column, numbers[i]);
      if (row != column)
        put(column, row, negates ? -numbers[i] : numbers[i]);
    }
  });
  count = places.back();
  room = mirrored.room;
  coordinates = std::move(mirrored.coordinates);
  values = std::move(mirrored.values);
  return true;
}

EntryView EntryList::view() const {
  EntryView view;
  view.type = elementType;
  view.dims = dims;
  view.count = count;
  view.coordinates = reinterpret_cast<const int64_t *>(coordinates.data());
  view.values = values.data();
  view.lines = reinterpret_cast<const int64_t *>(lines.data());
  return view;
}
