//===- OrderCheck.cpp - Check of the order of coordinates -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels rely on the order and the uniqueness that a format promises. Arrays
// that packing or a kernel made have both; arrays of other programs are checked
// here.
//
//===----------------------------------------------------------------------===//

#include "EntryWalk.h"
#include "SiblingOrder.h"
#include "StorageCheck.h"

#include "weft/Runtime/Packing.h"

using namespace weft::runtime;

namespace {
/// Checks the levels of one tensor.
class OrderCheck {
public:
  OrderCheck(const StorageView &view, ElementType type)
      : view(view), type(type) {}

  Status run();

private:
  /// Whether a level has an array with a coordinate for each position. The
  /// order of run-length levels is checked with their arrays.
  static bool storesCoordinates(LevelKind kind);
  Status checkLevel(int64_t l);
  Status checkSegments(int64_t l);
  Status checkHashed(int64_t l);
  int64_t findChain(int64_t l) const;
  Status checkPaths(int64_t l);
  Status checkDuplicates();
  Status fail(int64_t l, bool isRepeated, int64_t coordinate) const;
  const ArrayView *getArrays(int64_t l) const;
  const Level &getLevel(int64_t l) const { return view.format.levels[l]; }

  const StorageView &view;
  ElementType type;
};
} // namespace

bool OrderCheck::storesCoordinates(LevelKind kind) {
  switch (kind) {
  case LevelKind::Compressed:
  case LevelKind::Singleton:
  case LevelKind::LooseCompressed:
  case LevelKind::Listed:
  case LevelKind::Structured:
  case LevelKind::Batched:
    return true;
  case LevelKind::Dense:
  case LevelKind::Bitmap:
  case LevelKind::Hashed:
  case LevelKind::Range:
  case LevelKind::Offset:
  case LevelKind::Padded:
  case LevelKind::RunLength:
  case LevelKind::Interval:
  case LevelKind::Permuted:
  case LevelKind::Sliced:
  case LevelKind::Plugin:
    break;
  }
  return false;
}

Status OrderCheck::fail(int64_t l, bool isRepeated, int64_t coordinate) const {
  std::string level =
      "level " + std::to_string(l + 1) + " (" + nameOf(getLevel(l).kind) + ")";
  std::string number = std::to_string(coordinate);
  return Status::failure(
      isRepeated ? level + " is unique, but repeats the coordinate " + number +
                       " below one parent"
                 : level + " is ordered, but the coordinate " + number +
                       " follows a larger one");
}

const ArrayView *OrderCheck::getArrays(int64_t l) const {
  const ArrayView *arrays = view.arrays.data();
  for (int64_t above = 0; above < l; ++above)
    arrays += arraysOf(getLevel(above)).size();
  return arrays;
}

// The level that begins a chain of singletons has the segments that order each
// of them, and each has one array.
Status OrderCheck::checkSegments(int64_t l) {
  int64_t first = findChain(l);
  const ArrayView *array = getArrays(first);
  IntegerArray positions = {*array, getLevel(first).positionBits};
  std::vector<IntegerArray> above;
  for (int64_t level = first; level < l; ++level)
    above.push_back({*++array, getLevel(level).coordinateBits});
  IntegerArray coordinates = {*++array, getLevel(l).coordinateBits};
  int64_t p = findDescent(positions, above, coordinates, getLevel(l).unique);
  if (p < 0)
    return Status::success();
  auto load = [&](int64_t p) {
    return loadInteger(coordinates.bits, coordinates.array, p);
  };
  return fail(l, load(p) == load(p - 1), load(p));
}

// A search finds each coordinate at its slot, and thus no second one.
Status OrderCheck::checkHashed(int64_t l) {
  const ArrayView *arrays = getArrays(l);
  const Level &level = getLevel(l);
  for (int64_t i = 0; i < arrays[0].length; i += 2) {
    int64_t begin = loadInteger(level.positionBits, arrays[0], i);
    int64_t size = loadInteger(level.positionBits, arrays[0], i + 1) - begin;
    auto load = [&](int64_t slot) {
      return loadInteger(level.coordinateBits, arrays[1], begin + slot);
    };
    for (int64_t slot = 0; slot < size; ++slot) {
      int64_t coordinate = load(slot);
      if (coordinate < 0)
        continue;
      uint64_t hash = uint64_t(coordinate) * WEFT_RT_HASH_MULTIPLIER;
      int64_t found = (hash ^ (hash >> 32)) & (size - 1);
      while (load(found) >= 0 && load(found) != coordinate)
        found = (found + 1) & (size - 1);
      if (found != slot)
        return Status::failure("level " + std::to_string(l + 1) +
                               " (hashed) has the coordinate " +
                               std::to_string(coordinate) +
                               " at a slot where a search does not find it");
    }
  }
  return Status::success();
}

// The coordinates of singletons belong to the segment of the level that begins
// their chain: those with equal coordinates above follow each other.
int64_t OrderCheck::findChain(int64_t l) const {
  while (getLevel(l).kind == LevelKind::Singleton && l > 0 &&
         !getLevel(l - 1).unique)
    --l;
  return l;
}

Status OrderCheck::checkPaths(int64_t l) {
  int64_t first = findChain(l);
  Status status = Status::success();
  EntryWalk walk(view, l + 1);
  std::vector<int64_t> previous;
  int64_t previousParent = -1;
  walk.run([&](const int64_t *, int64_t) {
    const std::vector<int64_t> &path = walk.getPath();
    int64_t parent = walk.getParents()[first];
    bool isSibling = !previous.empty() && parent == previousParent &&
                     std::equal(path.begin() + first, path.begin() + l,
                                previous.begin() + first);
    if (isSibling && status.succeeded()) {
      bool isRepeated = path[l] == previous[l] && getLevel(l).unique;
      bool isDisordered = path[l] < previous[l] && getLevel(l).ordered;
      if (isRepeated || isDisordered)
        status = fail(l, isRepeated, path[l]);
    }
    previousParent = parent;
    previous.assign(path.begin(), path.begin() + l + 1);
  });
  return status;
}

Status OrderCheck::checkLevel(int64_t l) {
  const Level &level = getLevel(l);
  if (level.kind == LevelKind::Hashed)
    return checkHashed(l);
  if (!storesCoordinates(level.kind))
    return Status::success();
  if (!level.ordered && !level.unique)
    return Status::success();
  bool hasSegments = getLevel(findChain(l)).kind == LevelKind::Compressed;
  return hasSegments && level.ordered ? checkSegments(l) : checkPaths(l);
}

// Equal coordinates of unordered levels need not follow each other, and those
// of two slots are far apart: a list of all entries shows them.
Status OrderCheck::checkDuplicates() {
  bool isSpread = view.format.hasSlots();
  for (const Level &level : view.format.levels)
    isSpread |= !level.ordered;
  int64_t depth = view.format.numLevels();
  if (!isSpread || !view.format.levels.back().unique)
    return Status::success();
  EntryList entries(type, view.format.order());
  entries.dims = view.dims;
  const ArrayView &values = view.arrays.back();
  bool hasMemory = true;
  EntryWalk(view, depth).run([&](const int64_t *coordinates, int64_t position) {
    for (size_t mode = 0; mode < view.dims.size(); ++mode)
      if (coordinates[mode] >= view.dims[mode])
        return;
    hasMemory = hasMemory &&
                entries.append(coordinates, static_cast<char *>(values.data) +
                                                position * values.stride);
  });
  if (!hasMemory)
    return Status::failure("not enough memory to look for duplicates");
  Format list = Format::coo(view.format.order());
  list.setPositionBits(64);
  list.setCoordinateBits(64);
  PackOptions options;
  options.rejectDuplicates = true;
  Expected<Tensor> packed = pack(entries.view(), list, options);
  return packed.failed() ? packed.takeStatus() : Status::success();
}

Status OrderCheck::run() {
  for (int64_t l = 0; l < view.format.numLevels(); ++l)
    if (Status status = checkLevel(l); status.failed())
      return status;
  return view.format.order() > 0 ? checkDuplicates() : Status::success();
}

Status weft::runtime::checkOrder(const StorageView &view, ElementType type) {
  return OrderCheck(view, type).run();
}
