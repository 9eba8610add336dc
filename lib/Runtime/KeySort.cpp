//===- KeySort.cpp - Sorting by tuples of coordinates ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coordinates are small integers, so several of them usually fit into one
// 64-bit key, which a radix sort orders in a few passes. Where they do not
// fit, the columns are sorted in groups from the least to the most significant
// one, which a stable sort allows.
//
// Keys that fit into 64 bits are divided into buckets by their first bits, by
// all threads, each of which takes a block of the list, and then buckets, which
// are in a near cache unless there are millions of entries. Most lists come by
// rows already, or by columns in order, in which counting the entries of each
// row and placing them leaves rows that are sorted. So the rows of a bucket are
// counted where they are few, and then only what is out of order below one
// coordinate is sorted.
//
//===----------------------------------------------------------------------===//

#include "KeySort.h"

#include "LoopSharing.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

using namespace weft::runtime;

namespace {
/// Loads coordinates of a width that loops over a column need not ask for.
template <typename T> struct ColumnLoader {
  const char *data;
  int64_t stride;

  int64_t operator()(int64_t index) const {
    T value;
    std::memcpy(&value, data + index * stride, sizeof(T));
    return value;
  }
};
} // namespace

/// What `use` returns of the loader of a column.
template <typename Use>
static auto withLoader(const KeyColumn &column, const Use &use) {
  switch (column.bytes) {
  case 1:
    return use(ColumnLoader<int8_t>{column.data, column.stride});
  case 2:
    return use(ColumnLoader<int16_t>{column.data, column.stride});
  case 4:
    return use(ColumnLoader<int32_t>{column.data, column.stride});
  default:
    return use(ColumnLoader<int64_t>{column.data, column.stride});
  }
}

int64_t KeyColumn::load(int64_t index) const {
  return withLoader(*this, [&](auto load) { return load(index); });
}

bool KeyColumn::isAscending(int64_t count) const {
  return withLoader(*this, [&](auto load) {
    for (int64_t i = 1; i < count; ++i)
      if (load(i - 1) > load(i))
        return false;
    return true;
  });
}

/// The smallest and the largest of `count` coordinates that are next to each
/// other, which takes vectors.
template <typename T>
static std::pair<int64_t, int64_t> findRange(const T *coords, int64_t count) {
  T smallest = std::numeric_limits<T>::max();
  T largest = std::numeric_limits<T>::min();
  for (int64_t i = 0; i < count; ++i) {
    smallest = std::min(smallest, coords[i]);
    largest = std::max(largest, coords[i]);
  }
  return {smallest, largest};
}

void weft::runtime::measure(KeyColumn &column, int64_t count) {
  int64_t smallest = std::numeric_limits<int64_t>::max();
  int64_t largest = std::numeric_limits<int64_t>::min();
  if (column.stride == column.bytes) {
    int64_t key[] = {reinterpret_cast<int64_t>(column.data), column.bytes};
    std::tie(smallest, largest) = withCoordinates(
        key, [&](const auto *coords) { return findRange(coords, count); });
  } else {
    withLoader(column, [&](auto load) {
      for (int64_t i = 0; i < count; ++i) {
        smallest = std::min(smallest, load(i));
        largest = std::max(largest, load(i));
      }
    });
  }
  column.smallest = smallest;
  column.bits =
      bitsFor(static_cast<uint64_t>(largest) - static_cast<uint64_t>(smallest));
}

/// Sets the keys to the columns [begin, end), which have `bits` bits together.
static void setKeys(const KeyColumn *begin, const KeyColumn *end, int64_t count,
                    SortItem *items) {
  for (int64_t i = 0; i < count; ++i)
    items[i].key = 0;
  for (const KeyColumn *column = begin; column != end; ++column)
    withLoader(*column, [&](auto load) {
      for (int64_t i = 0; i < count; ++i) {
        uint64_t offset = static_cast<uint64_t>(load(items[i].index)) -
                          static_cast<uint64_t>(column->smallest);
        // A column of 64 bits is alone in its group, and nothing is shifted
        // out.
        items[i].key =
            (column->bits < 64 ? items[i].key << column->bits : 0) | offset;
      }
    });
}

//===----------------------------------------------------------------------===//
// Sorting by keys of all columns
//===----------------------------------------------------------------------===//

/// The number of items that a bucket is expected to have, which fit a near
/// cache. Buckets have more if kMaxBucketBits limits their number.
static constexpr int64_t kBucket = 4096;
/// The maximum number of bits that select a bucket, so that the ends of all
/// buckets fit the stack, and the maximum number of blocks of the list.
static constexpr int kMaxBucketBits = 10;
static constexpr int64_t kMaxBlocks = 16;
/// The minimum number of items of a block, unless the block is the whole list.
/// It is more than there are buckets.
static constexpr int64_t kBlock = 8192;
/// The maximum number of bits that tell the rows of a bucket apart if the rows
/// are counted.
static constexpr int kMaxRowBits = 11;

namespace {
/// Sorts entries by columns that have no more than 64 bits together, all but
/// the first fewer than 64. A failure unwinds past it.
class BucketSort {
public:
  BucketSort(const KeyColumn *columns, int64_t numColumns, int64_t count,
             SortItem *items, SortItem *scratch);

  /// Leaves the result in `items`.
  void run();

private:
  int chooseBucketBits() const;
  /// Makes items of the entries [begin, end).
  void list(SortItem *listed, int64_t begin, int64_t end) const;
  void sortAscending();
  void countBlock(int64_t block);
  void placeBlock(int64_t block);
  /// Sorts items of `scratch` into their part of `items`.
  void sortBucket(int64_t begin, int64_t end);

  int64_t beginOf(int64_t block) const {
    return std::min(block * blockSize, count);
  }
  /// How many items of a block are in a bucket, and then where the next one
  /// goes. Items of the list are where their index says, which so may be this.
  int64_t &placeOf(int64_t block, int64_t bucket) {
    return items[beginOf(block) + bucket].index;
  }
  int64_t bucketOf(const SortItem &item) const {
    return static_cast<int64_t>(item.key >> (bits - bucketBits));
  }

  const KeyColumn *columns;
  int64_t numColumns, count;
  SortItem *items, *scratch;
  /// The bits of a key, and those of all columns but the first.
  int bits = 0, below = 0;
  int bucketBits = 0;
  int64_t blockSize = 0, numBlocks = 0;
};
} // namespace

static_assert(std::is_trivially_destructible_v<BucketSort>,
              "nothing has a destructor that would have to run");

BucketSort::BucketSort(const KeyColumn *columns, int64_t numColumns,
                       int64_t count, SortItem *items, SortItem *scratch)
    : columns(columns), numColumns(numColumns), count(count), items(items),
      scratch(scratch) {
  for (int64_t k = 1; k < numColumns; ++k)
    below += columns[k].bits;
  bits = below + columns[0].bits;
  bucketBits = chooseBucketBits();
  numBlocks = std::clamp<int64_t>(count / kBlock, 1, kMaxBlocks);
  blockSize = (count + numBlocks - 1) / numBlocks;
}

int BucketSort::chooseBucketBits() const {
  int chosen = bitsFor(static_cast<uint64_t>(count / kBucket));
  int rowBits = bits - below;
  bool areRowsFew = rowBits < 63 && (int64_t(1) << rowBits) <= count;
  if (areRowsFew)
    chosen = std::max(chosen, rowBits - kMaxRowBits);
  return std::min({chosen, kMaxBucketBits, bits});
}

void BucketSort::list(SortItem *listed, int64_t begin, int64_t end) const {
  for (int64_t i = begin; i < end; ++i)
    listed[i].index = i;
  setKeys(columns, columns + numColumns, end - begin, listed + begin);
}

/// Sorts entries of which the first column ascends.
void BucketSort::sortAscending() {
  shareLoop(numBlocks, [&](int64_t block) {
    list(items, beginOf(block), beginOf(block + 1));
  });
  // Blocks begin where a coordinate does.
  int64_t begins[kMaxBlocks + 1];
  for (int64_t block = 0; block <= numBlocks; ++block) {
    int64_t begin = begins[block] = beginOf(block);
    if (begin == 0 || begin == count)
      continue;
    uint64_t first = items[begin - 1].key >> below;
    const SortItem *found = std::partition_point(
        items + begin, items + count,
        [&](const SortItem &item) { return item.key >> below == first; });
    begins[block] = found - items;
  }
  shareLoop(numBlocks, [&](int64_t block) {
    int64_t begin = begins[block], end = begins[block + 1];
    if (begin < end)
      sortRuns(items + begin, scratch + begin, end - begin, below);
  });
}

void BucketSort::countBlock(int64_t block) {
  int64_t begin = beginOf(block), end = beginOf(block + 1);
  list(items, begin, end);
  for (int64_t bucket = 0; bucket < int64_t(1) << bucketBits; ++bucket)
    placeOf(block, bucket) = 0;
  for (int64_t i = begin; i < end; ++i)
    ++placeOf(block, bucketOf(items[i]));
}

void BucketSort::placeBlock(int64_t block) {
  int64_t end = beginOf(block + 1);
  for (int64_t i = beginOf(block); i < end; ++i)
    scratch[placeOf(block, bucketOf(items[i]))++] = {items[i].key, i};
}

void BucketSort::sortBucket(int64_t begin, int64_t end) {
  int64_t number = end - begin;
  if (number == 0)
    return;
  const SortItem *from = scratch + begin;
  SortItem *to = items + begin;
  int rowBits = bits - bucketBits - below;
  bool areCounted = rowBits >= 0 && rowBits <= kMaxRowBits &&
                    (int64_t(1) << rowBits) <= 2 * number;
  if (!areCounted) {
    SortItem *sorted =
        sortByKeys(scratch + begin, to, number, bits - bucketBits);
    if (sorted != to)
      std::memcpy(to, sorted, number * sizeof(SortItem));
    return;
  }
  int64_t next[1 << kMaxRowBits];
  uint64_t numRows = uint64_t(1) << rowBits;
  std::fill_n(next, numRows, 0);
  auto rowOf = [&](const SortItem &item) {
    return (item.key >> below) & (numRows - 1);
  };
  for (int64_t i = 0; i < number; ++i)
    ++next[rowOf(from[i])];
  int64_t place = 0;
  for (uint64_t row = 0; row < numRows; ++row)
    place += std::exchange(next[row], place);
  for (int64_t i = 0; i < number; ++i)
    to[next[rowOf(from[i])]++] = from[i];
  sortRuns(to, scratch + begin, number, below);
}

void BucketSort::run() {
  if (columns[0].isAscending(count))
    return sortAscending();
  if (bucketBits == 0) {
    list(scratch, 0, count);
    return sortBucket(0, count);
  }
  shareLoop(numBlocks, [&](int64_t block) { countBlock(block); });
  int64_t place = 0;
  for (int64_t bucket = 0; bucket < int64_t(1) << bucketBits; ++bucket)
    for (int64_t block = 0; block < numBlocks; ++block)
      place += std::exchange(placeOf(block, bucket), place);
  shareLoop(numBlocks, [&](int64_t block) { placeBlock(block); });
  // The last block's next places are where the buckets end, until others take
  // theirs.
  int64_t ends[1 << kMaxBucketBits];
  for (int64_t bucket = 0; bucket < int64_t(1) << bucketBits; ++bucket)
    ends[bucket] = placeOf(numBlocks - 1, bucket);
  shareLoop(int64_t(1) << bucketBits, [&](int64_t bucket) {
    sortBucket(bucket == 0 ? 0 : ends[bucket - 1], ends[bucket]);
  });
}

SortItem *weft::runtime::sortByColumns(const KeyColumn *columns,
                                       int64_t numColumns, int64_t count,
                                       SortItem *items, SortItem *scratch) {
  // All coordinates of a column without bits are the same.
  for (; numColumns > 0 && columns[0].bits == 0; ++columns)
    --numColumns;
  int below = 0;
  for (int64_t k = 1; k < numColumns && below < 64; ++k)
    below += columns[k].bits;
  if (numColumns > 0 && below < 64 && below + columns[0].bits <= 64) {
    BucketSort(columns, numColumns, count, items, scratch).run();
    return items;
  }
  for (int64_t i = 0; i < count; ++i)
    items[i] = {0, i};
  for (int64_t end = numColumns; end > 0;) {
    int64_t begin = end - 1;
    int bits = columns[begin].bits;
    while (begin > 0 && bits + columns[begin - 1].bits <= 64)
      bits += columns[--begin].bits;
    setKeys(columns + begin, columns + end, count, items);
    SortItem *sorted = sortByKeys(items, scratch, count, bits);
    if (sorted != items)
      std::swap(items, scratch);
    end = begin;
  }
  return items;
}
