//===- EntryWalk.h - All entries of a tensor --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates what a tensor stores, level by level, in storage order. In a
// header so that the visitor is inlined.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_ENTRYWALK_H
#define WEFT_LIB_RUNTIME_ENTRYWALK_H

#include "StorageView.h"
#include "TypedArray.h"

#include <algorithm>

namespace weft {
namespace runtime {

/// Walks over a tensor whose arrays have been checked.
class EntryWalk {
public:
  inline explicit EntryWalk(const StorageView &view);
  /// The walk over the first `depth` levels.
  EntryWalk(const StorageView &view, int64_t depth) : EntryWalk(view) {
    numLevels = depth;
  }

  /// Calls `visit` with the coordinates and the position of every component in
  /// storage order, and of what fills up blocks; or with what the levels that
  /// are walked over say of them.
  template <typename F> void run(F visit);

  /// For `visit`: the coordinate at each level that is walked over, and the
  /// position of the level above it.
  const std::vector<int64_t> &getPath() const { return path; }
  const std::vector<int64_t> &getParents() const { return parents; }

private:
  /// The positions of one level that belong to one position of the level above,
  /// and how far an enumeration has come.
  struct Cursor {
    int64_t position;
    int64_t end;
    /// Among the coordinates that share the position.
    int64_t inRun = 0;
  };

  int64_t position(int64_t l, int64_t i) const {
    return loadInteger(view.format.levels[l].positionBits, *arraysOf[l], i);
  }
  int64_t coordinate(int64_t l, int64_t array, int64_t i) const {
    return loadInteger(view.format.levels[l].coordinateBits, arraysOf[l][array],
                       i);
  }

  /// The positions of level `l` below the position `parent` of the level above.
  inline Cursor segment(int64_t l, int64_t parent) const;
  /// The coordinate at a position; negative if the position has none.
  inline int64_t coordinateAt(int64_t l, const Cursor &cursor) const;
  /// Moves on to the next coordinate, which may have the same position.
  inline void advance(int64_t l, Cursor &cursor) const;

  const StorageView &view;
  int64_t numLevels;
  /// The first array of each level, and how many coordinates it has.
  std::vector<const ArrayView *> arraysOf;
  std::vector<int64_t> levelSizes;
  /// The coordinate at each level, and the position of the level above.
  std::vector<int64_t> path, parents;
  /// Where segments begin of which the level stores the lengths.
  std::vector<std::vector<int64_t>> begins;
};

EntryWalk::EntryWalk(const StorageView &view)
    : view(view), numLevels(view.format.numLevels()), arraysOf(numLevels),
      levelSizes(numLevels), path(numLevels), parents(numLevels),
      begins(numLevels) {
  const ArrayView *next = view.arrays.data();
  for (int64_t l = 0; l < numLevels; ++l) {
    const Level &level = view.format.levels[l];
    arraysOf[l] = next;
    levelSizes[l] = view.levelSize(level);
    next += runtime::arraysOf(level).size();
  }
  for (int64_t l = 0; l < numLevels; ++l)
    if (view.format.levels[l].kind == LevelKind::Listed) {
      begins[l].push_back(0);
      for (int64_t parent = 0; parent < arraysOf[l]->length; ++parent)
        begins[l].push_back(begins[l].back() + position(l, parent));
    }
}

EntryWalk::Cursor EntryWalk::segment(int64_t l, int64_t parent) const {
  const Level &level = view.format.levels[l];
  switch (level.kind) {
  case LevelKind::Dense:
  case LevelKind::Bitmap:
    return {parent * levelSizes[l], (parent + 1) * levelSizes[l]};
  case LevelKind::Compressed:
  case LevelKind::Interval:
  case LevelKind::RunLength:
    return {position(l, parent), position(l, parent + 1)};
  case LevelKind::Listed:
    return {begins[l][parent], begins[l][parent + 1]};
  case LevelKind::Hashed:
  case LevelKind::LooseCompressed:
    return {position(l, 2 * parent), position(l, 2 * parent + 1)};
  case LevelKind::Batched: {
    int64_t numBounds = arraysOf[l]->length / levelSizes[0];
    int64_t batch = parent / (numBounds - 1);
    int64_t first = batch * (arraysOf[l][1].length / levelSizes[0]);
    return {first + position(l, parent + batch),
            first + position(l, parent + batch + 1)};
  }
  case LevelKind::Structured:
    return {parent * level.room, (parent + 1) * level.room};
  case LevelKind::Sliced: {
    int64_t slice = parent / level.room, row = parent % level.room;
    return {position(l, slice) * level.room + row,
            position(l, slice + 1) * level.room + row};
  }
  case LevelKind::Permuted:
    return {0, levelSizes[l]};
  case LevelKind::Range: {
    int64_t offset = coordinate(l, 0, path[l - 1]);
    int64_t first = parent * levelSizes[l];
    return {first + std::max<int64_t>(0, -offset),
            first + std::min(levelSizes[l], levelSizes[l + 1] - offset)};
  }
  case LevelKind::Singleton:
  case LevelKind::Offset:
  case LevelKind::Padded:
  // Tensors with level types of plugins are listed by kernels.
  case LevelKind::Plugin:
    break;
  }
  return {parent, parent + 1};
}

int64_t EntryWalk::coordinateAt(int64_t l, const Cursor &cursor) const {
  const Level &level = view.format.levels[l];
  int64_t here = cursor.position;
  switch (level.kind) {
  case LevelKind::Bitmap:
    if (!static_cast<const char *>(arraysOf[l]->data)[here])
      return -1;
    break;
  case LevelKind::Dense:
  case LevelKind::Range:
  case LevelKind::Plugin:
    break;
  case LevelKind::Offset:
    return path[l - 1] + coordinate(l, 0, path[l - 2]);
  case LevelKind::Compressed:
  case LevelKind::LooseCompressed:
  case LevelKind::Listed:
  case LevelKind::Hashed:
  case LevelKind::Batched:
    return coordinate(l, 1, here);
  case LevelKind::RunLength:
    return coordinate(l, 1, here) + cursor.inRun;
  case LevelKind::Interval:
    return coordinate(l, 1, parents[l]) + here - position(l, parents[l]);
  case LevelKind::Sliced:
    return here / level.room - position(l, parents[l] / level.room);
  case LevelKind::Permuted:
  case LevelKind::Singleton:
  case LevelKind::Padded:
  case LevelKind::Structured:
    return coordinate(l, 0, here);
  }
  return here % levelSizes[l];
}

void EntryWalk::advance(int64_t l, Cursor &cursor) const {
  if (view.format.levels[l].kind == LevelKind::RunLength &&
      path[l] < coordinate(l, 2, cursor.position)) {
    ++cursor.inRun;
    return;
  }
  // What belongs to one coordinate of a slice is side by side.
  const Level &level = view.format.levels[l];
  cursor.position += level.kind == LevelKind::Sliced ? level.room : 1;
  cursor.inRun = 0;
}

template <typename F> void EntryWalk::run(F visit) {
  if (numLevels == 0)
    return visit(nullptr, 0);
  std::vector<Cursor> cursors(numLevels);
  std::vector<int64_t> coordinates(view.format.order());
  cursors[0] = segment(0, 0);
  for (int64_t l = 0; l >= 0;) {
    Cursor &cursor = cursors[l];
    if (cursor.position == cursor.end) {
      --l;
      continue;
    }
    int64_t here = cursor.position;
    path[l] = coordinateAt(l, cursor);
    advance(l, cursor);
    // A diagonal that is stored wrongly has coordinates before the first.
    if (path[l] < 0 && view.format.levels[l].kind != LevelKind::Offset)
      continue;
    if (l + 1 < numLevels) {
      parents[l + 1] = here;
      cursors[l + 1] = segment(l + 1, here);
      ++l;
      continue;
    }
    std::fill(coordinates.begin(), coordinates.end(), 0);
    for (int64_t k = 0; k < numLevels; ++k) {
      const Level &level = view.format.levels[k];
      if (level.part == LevelPart::Slot)
        continue;
      coordinates[level.mode] +=
          level.part == LevelPart::Quotient ? path[k] * level.block : path[k];
    }
    visit(coordinates.data(), here);
  }
}

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_ENTRYWALK_H
