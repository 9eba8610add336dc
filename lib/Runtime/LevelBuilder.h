//===- LevelBuilder.h - Building a format's arrays level by level ---------===//
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

/// What is built: a tensor in its format.
struct PackTarget {
  const Format &format;
  const std::vector<int64_t> &dims;
  /// The entries as they were given.
  const EntryView &listed;
  /// The number of slots, and the offsets of the diagonals in them if the
  /// format has such levels.
  int64_t numSlots = 0;
  const int64_t *offsets = nullptr;
  /// The coordinates of the first level in their order, and where each is, if
  /// that level is permuted.
  const int64_t *permutation = nullptr;
  const int64_t *where = nullptr;
};

/// Builds the levels of one tensor.
class LevelBuilder {
public:
  /// `entries` and `format` have a mode for each level of the target, which it
  /// stores whole. `items` gives the entries sorted by the levels: the index
  /// of an entry in the list, negated and less one (`~index`) if its
  /// coordinates equal those of the item before. The keys are overwritten. Who
  /// appends needs none.
  LevelBuilder(const PackTarget &target, const EntryView &entries,
               const Format &format, SortItem *items = nullptr)
      : target(target), entries(entries), format(format), items(items) {}
  ~LevelBuilder();

  /// Builds all levels and the values.
  Expected<Tensor> build();
  /// The same of entries that ascend, one pass over the list for each array.
  /// For `steps` see findSteps; canAppend says for which formats.
  Expected<Tensor> append(const char *steps);

private:
  Status appendCompressed(const Level &level, const char *steps);
  void appendCoordinates(const Level &level, const char *steps, int64_t last);
  void appendPositions(const Level &level, const char *steps, int64_t last);
  Status appendValues();
  /// The last level whose coordinates tell the positions of a compressed level
  /// apart.
  int64_t lastOfNode() const;
  /// The tensor of all arrays.
  Expected<Tensor> finish();
  Status buildLevel(const Level &level);
  Status buildDense(const Level &level);
  Status buildCompressed(const Level &level);
  Status buildSingleton(const Level &level);
  Status buildBitmap(const Level &level);
  Status buildHashed(const Level &level);
  Status buildOffsets(const Level &level);
  Status buildPadded(const Level &level);
  Status buildLooseCompressed(const Level &level);
  Status buildListed(const Level &level);
  Status buildRunLength(const Level &level);
  Status buildInterval(const Level &level);
  Status buildStructured(const Level &level);
  Status buildBatched(const Level &level);
  Status buildPermuted(const Level &level);
  Status buildSliced(const Level &level);
  Status sortBySlots();
  Status buildValues();
  /// Makes records of the last two arrays, the coordinates and the values.
  Status packRecords();

  static bool isDuplicate(const SortItem &item) { return item.index < 0; }
  int64_t coordinate(const SortItem &item, int64_t mode) const;
  /// Whether the item `i` has the coordinates of the item before in all levels
  /// up to `last`.
  bool isRepeated(int64_t i, int64_t last) const;
  /// The position of an item in the last level built.
  static int64_t position(const SortItem &item) {
    return static_cast<int64_t>(item.key);
  }

  /// Fails if the positions of the next level cannot be numbered.
  Status checkPositions(const Level &level, int64_t count) const;
  /// Whether an item has the same component as the item before, and a
  /// coordinate that follows it below the same parent.
  bool continuesRun(int64_t i, int64_t mode) const;

  /// Appends an array of `length` elements, zeroed if asked.
  Status addArray(int64_t length, int64_t bytes, bool zeroed,
                  const std::string &what);
  /// The same for the positions or the coordinates of the next level.
  Status addPositions(const Level &level, int64_t length, bool zeroed = false);
  Status addCoordinates(const Level &level, int64_t length,
                        bool zeroed = false);

  /// "vector of 5 f64" or "matrix of 3 x 4 f64".
  std::string describeTensor() const;
  /// "level 2 of the matrix of 3 x 4 f64", the next level.
  std::string describeLevel() const;
  /// The failure to number more positions than there are numbers.
  Status tooManyPositions() const;

  const PackTarget target;
  const EntryView &entries;
  const Format &format;
  SortItem *items;
  /// How many levels are built, and the number of positions in the last.
  int64_t numLevels = 0;
  int64_t numPositions = 1;
  std::vector<weft_array> arrays;
};

/// Whether what a format stores of ascending entries is appended to each of its
/// arrays: dense levels first, and below them compressed ones, the last of
/// which may have singletons.
bool canAppend(const Format &format);

/// Finds for each entry of a list, which has some, the first level whose
/// coordinate is not that of the entry before. False if the entries do not
/// ascend strictly, or if there is no memory for that.
bool findSteps(const EntryView &entries, const Format &format, Buffer &steps);

/// Fails if the dense levels above the first other level (or all of them) have
/// more positions than memory could hold.
Status checkDenseSizes(const EntryView &entries, const Format &format);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_LEVELBUILDER_H
