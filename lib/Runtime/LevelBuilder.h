//===- LevelBuilder.h - Building a format's arrays level by level -*- C++ -*-=//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of packing: sorted entries become the arrays of a format, one
// level after the other. Each entry keeps the position that it has reached in
// the levels built so far (the coordinate tree of thesis section 2.3, walked
// breadth first).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_LEVELBUILDER_H
#define WEFT_LIB_RUNTIME_LEVELBUILDER_H

#include "weft/Runtime/Packing.h"

#include "KeySort.h"

namespace weft {
namespace runtime {

/// Builds the levels of one tensor.
class LevelBuilder {
public:
  /// `items` gives the entries sorted by the format's levels: the index of an
  /// entry in the list, negated and less one (`~index`) if its coordinates
  /// equal those of the item before. The keys are overwritten.
  LevelBuilder(const EntryView &entries, const Format &format, SortItem *items)
      : entries(entries), format(format), items(items) {}
  ~LevelBuilder();

  /// Builds all levels and the values.
  Expected<Tensor> build();

private:
  Status buildDense(const Level &level);
  Status buildCompressed(const Level &level);
  Status buildSingleton(const Level &level);
  Status buildValues();

  static bool isDuplicate(const SortItem &item) { return item.index < 0; }
  int64_t coordinate(const SortItem &item, int64_t mode) const;
  /// Whether the item `i` has the coordinates of the item before in all levels
  /// up to `last`.
  bool isRepeated(int64_t i, int64_t last) const;
  /// The position of an item in the last level built.
  static int64_t position(const SortItem &item) {
    return static_cast<int64_t>(item.key);
  }

  /// Appends an array of `length` elements, zeroed if asked.
  Status addArray(int64_t length, int64_t bytes, bool zeroed,
                  const std::string &what);

  const EntryView &entries;
  const Format &format;
  SortItem *items;
  /// How many levels are built, and the number of positions in the last.
  int64_t numLevels = 0;
  int64_t numPositions = 1;
  std::vector<weft_array> arrays;
};

/// Fails if the dense levels above the first other level (or all of them) have
/// more positions than memory could hold.
Status checkDenseSizes(const EntryView &entries, const Format &format);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LEVELBUILDER_H
