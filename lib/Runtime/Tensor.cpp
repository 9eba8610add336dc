//===- Tensor.cpp - A stored tensor ---------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ownership, validation and enumeration of a tensor's arrays. Arrays that come
// out of a kernel are checked once when they are taken over, so that nothing
// that reads them later has to.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Tensor.h"

#include "weft/Runtime/Memory.h"

#include "ArrayChecks.h"
#include "TypedArray.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace weft::runtime;

/// What is wrong about the levels of a format; empty if nothing is.
static std::string findLevelProblem(const Format &format) {
  int64_t numSlots = 0, numSlotted = 0;
  for (int64_t l = 0; l < format.numLevels(); ++l) {
    const Level &level = format.levels[l];
    bool isRange = level.kind == LevelKind::Range;
    bool isOffset = level.kind == LevelKind::Offset;
    bool isSlot = level.part == LevelPart::Slot;
    std::string name =
        "level " + std::to_string(l + 1) + " (" + nameOf(level.kind) + ")";
    if ((level.kind == LevelKind::Structured) != (level.room > 0))
      return name + " has room for " + std::to_string(level.room) +
             " coordinates";
    if (isSlot && level.kind != LevelKind::Dense)
      return "the slots of " + name + " are not dense";
    if ((isRange || isOffset) && level.part != LevelPart::Whole)
      return name + " stores a part of a mode";
    bool isBelowSlots = l > 0 && format.levels[l - 1].part == LevelPart::Slot;
    bool isAboveOffset = l + 1 < format.numLevels() &&
                         format.levels[l + 1].kind == LevelKind::Offset;
    if (isRange && (!isBelowSlots || !isAboveOffset))
      return name + " is not between slots and offsets";
    if (isOffset && (l == 0 || format.levels[l - 1].kind != LevelKind::Range))
      return name + " is not below a range";
    numSlots += isSlot;
    numSlotted += numSlots > 0 && (isOffset || level.kind == LevelKind::Padded);
  }
  if (numSlots > 1)
    return "two levels are slots";
  if (numSlots == 1 && numSlotted != 1)
    return "the slots are not those of one offset or padded level";
  return "";
}

Status weft::runtime::checkFormat(const Format &format, int64_t order) {
  auto fail = [&](const std::string &what) {
    return Status::failure("invalid format " + toString(format) + ": " + what);
  };
  if (format.order() != order)
    return fail("expected " + std::to_string(order) + " modes, got " +
                std::to_string(format.order()));
  // A part of a mode counts for the half of it.
  std::vector<int> halves(order, 0);
  std::vector<const Level *> part(order, nullptr);
  for (const Level &level : format.levels) {
    if (level.part == LevelPart::Slot)
      continue;
    std::string name = "i" + std::to_string(level.mode);
    if (level.mode < 0 || level.mode >= order)
      return fail("there is no mode " + name);
    bool isWhole = level.part == LevelPart::Whole;
    halves[level.mode] += isWhole ? 2 : 1;
    if (halves[level.mode] > 2)
      return fail("mode " + name + " is stored twice");
    if (isWhole)
      continue;
    if (level.block < 2)
      return fail("expected a block size of at least 2, got " +
                  std::to_string(level.block));
    const Level *other = std::exchange(part[level.mode], &level);
    if (other && (other->part == level.part || other->block != level.block))
      return fail("mode " + name +
                  " is not stored by its quotient and its "
                  "remainder by one block size");
  }
  for (int64_t mode = 0; mode < order; ++mode)
    if (halves[mode] != 2)
      return fail("mode i" + std::to_string(mode) + " is stored in part only");
  std::string problem = findLevelProblem(format);
  if (!problem.empty())
    return fail(problem);
  for (int bits : {format.positionBits, format.coordinateBits})
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      return fail("expected a width of 8, 16, 32 or 64 bits, got " +
                  std::to_string(bits));
  return Status::success();
}

int64_t weft::runtime::numArrays(const Format &format) {
  int64_t count = 1;
  for (const Level &level : format.levels)
    count += static_cast<int64_t>(arraysOf(level.kind).size());
  return count;
}

std::string weft::runtime::describeDims(const std::vector<int64_t> &dims) {
  if (dims.empty())
    return "scalar";
  std::string sizes;
  for (int64_t dim : dims)
    sizes += (sizes.empty() ? "" : " x ") + std::to_string(dim);
  const char *what = dims.size() == 1   ? "vector of "
                     : dims.size() == 2 ? "matrix of "
                                        : "tensor of ";
  return what + sizes;
}

//===----------------------------------------------------------------------===//
// Ownership
//===----------------------------------------------------------------------===//

Tensor::Tensor(Format format, ElementType type, std::vector<int64_t> dims,
               std::vector<weft_array> arrays, int64_t numSlots)
    : storedFormat(std::move(format)), elementType(type),
      sizes(std::move(dims)), extents(sizes), storage(std::move(arrays)),
      slotCount(numSlots) {
  extents.push_back(slotCount);
}

Tensor &Tensor::operator=(Tensor &&other) noexcept {
  std::swap(storedFormat, other.storedFormat);
  std::swap(elementType, other.elementType);
  std::swap(sizes, other.sizes);
  std::swap(extents, other.extents);
  std::swap(storage, other.storage);
  std::swap(slotCount, other.slotCount);
  std::swap(storedCount, other.storedCount);
  return *this;
}

Tensor::~Tensor() { freeArrays(); }

void Tensor::freeArrays() {
  for (weft_array &array : storage)
    deallocate(array.data);
  storage.clear();
}

Expected<Tensor> Tensor::adopt(Format format, ElementType type,
                               std::vector<int64_t> dims,
                               std::vector<weft_array> arrays,
                               int64_t numSlots) {
  Tensor tensor(std::move(format), type, std::move(dims), std::move(arrays),
                numSlots);
  Status status = tensor.checkArrays();
  if (status.failed())
    return status;
  return tensor;
}

Expected<Tensor> Tensor::scalar(ElementType type, const void *value) {
  void *data = allocate(sizeOf(type));
  if (!data)
    return Status::failure(notEnoughMemory("a scalar", sizeOf(type)));
  std::memcpy(data, value, sizeOf(type));
  return adopt(Format(), type, {}, {{data, 1}});
}

weft_tensor_data Tensor::view() const {
  return {order(), static_cast<int64_t>(storage.size()),
          const_cast<int64_t *>(extents.data()),
          const_cast<weft_array *>(storage.data())};
}

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

/// Whether coordinates lie within the dimensions.
static bool isInside(const int64_t *coordinates,
                     const std::vector<int64_t> &dims) {
  for (size_t mode = 0; mode < dims.size(); ++mode)
    if (coordinates[mode] >= dims[mode])
      return false;
  return true;
}

/// Offsets are those of diagonals that cross the matrix, in order; the range
/// and the offset level have the same.
Status Tensor::checkOffsets(int64_t level, const weft_array &offsets) const {
  bool isRange = storedFormat.levels[level].kind == LevelKind::Range;
  int64_t range = isRange ? level : level - 1;
  int64_t numRows = levelSize(storedFormat.levels[range]);
  int64_t numColumns = levelSize(storedFormat.levels[range + 1]);
  std::string where = " of level " + std::to_string(level + 1);
  int64_t last = -numRows;
  for (int64_t slot = 0; slot < slotCount; ++slot) {
    int64_t offset =
        loadInteger(storedFormat.coordinateBits, offsets.data, slot);
    if (offset <= last || offset >= numColumns)
      return Status::failure("disordered offsets" + where);
    last = offset;
    // The array of the range is the one before.
    if (!isRange && loadInteger(storedFormat.coordinateBits,
                                (&offsets - 1)->data, slot) != offset)
      return Status::failure("the offsets" + where +
                             " differ from those of the range");
  }
  return Status::success();
}

Status Tensor::checkArrays() {
  Status status = checkFormat(storedFormat, order());
  if (status.failed())
    return status;
  auto fail = [&](const std::string &what) {
    return Status::failure("broken storage of a " + describeDims(sizes) +
                           " in the format " + toString(storedFormat) + ": " +
                           what);
  };
  if (static_cast<int64_t>(storage.size()) != numArrays(storedFormat))
    return fail("expected " + std::to_string(numArrays(storedFormat)) +
                " arrays, got " + std::to_string(storage.size()));
  for (const weft_array &array : storage)
    if (array.length < 0 || (array.length > 0 && !array.data))
      return fail("an array has no memory");
  for (int64_t dim : sizes)
    if (dim < 0)
      return fail("a size is negative");
  if (slotCount < 0)
    return fail("the number of slots is negative");

  int64_t numPositions = 1;
  weft_array *next = storage.data();
  for (int64_t l = 0; l < storedFormat.numLevels(); ++l) {
    const Level &level = storedFormat.levels[l];
    int64_t dim = levelSize(level);
    std::string where = " of level " + std::to_string(l + 1);
    if (level.kind == LevelKind::Range || level.kind == LevelKind::Offset) {
      weft_array &offsets = *next++;
      if (offsets.length < slotCount)
        return fail("too few offsets" + where);
      offsets.length = slotCount;
      status = checkOffsets(l, offsets);
      if (status.failed())
        return fail(status.message());
      if (level.kind == LevelKind::Range &&
          __builtin_mul_overflow(numPositions, dim, &numPositions))
        return fail("the number of positions exceeds 63 bits");
      continue;
    }
    if (level.kind == LevelKind::Dense || level.kind == LevelKind::Bitmap) {
      if (__builtin_mul_overflow(numPositions, dim, &numPositions))
        return fail("the number of positions exceeds 63 bits");
      if (level.kind == LevelKind::Dense)
        continue;
      weft_array &presence = *next++;
      if (presence.length < numPositions)
        return fail("too few presences" + where);
      presence.length = numPositions;
      continue;
    }
    if (level.kind == LevelKind::Hashed) {
      weft_array &bounds = *next++, &slots = *next++;
      if (bounds.length / 2 < numPositions)
        return fail("too few positions" + where);
      bounds.length = 2 * numPositions;
      if (!areTableBounds(bounds, storedFormat.positionBits, numPositions,
                          slots.length))
        return fail("disordered positions" + where);
      if (!areTables(slots, storedFormat.coordinateBits, bounds,
                     storedFormat.positionBits, dim))
        return fail("a coordinate" + where + " is out of range");
      numPositions = slots.length;
      continue;
    }
    if (level.kind == LevelKind::LooseCompressed) {
      weft_array &bounds = *next++, &coordinates = *next++;
      if (bounds.length / 2 < numPositions)
        return fail("too few positions" + where);
      bounds.length = 2 * numPositions;
      if (!areLooseSegments(bounds, storedFormat.positionBits, numPositions,
                            coordinates, storedFormat.coordinateBits, dim))
        return fail("a segment" + where + " is out of range");
      numPositions = coordinates.length;
      continue;
    }
    if (level.kind == LevelKind::Interval ||
        level.kind == LevelKind::RunLength) {
      weft_array &positions = *next++, &first = *next++;
      if (positions.length <= numPositions)
        return fail("too few positions" + where);
      positions.length = numPositions + 1;
      if (!arePositions(positions, storedFormat.positionBits, numPositions))
        return fail("disordered positions" + where);
      int64_t numChildren =
          loadInteger(storedFormat.positionBits, positions.data, numPositions);
      bool isInterval = level.kind == LevelKind::Interval;
      int64_t numFirst = isInterval ? numPositions : numChildren;
      weft_array &last = isInterval ? first : *next++;
      if (first.length < numFirst || last.length < numFirst)
        return fail("too few coordinates" + where);
      first.length = last.length = numFirst;
      if (isInterval
              ? !areIntervals(positions, storedFormat.positionBits,
                              numPositions, first, storedFormat.coordinateBits,
                              dim)
              : !areRuns(positions, storedFormat.positionBits, numPositions,
                         first, last, storedFormat.coordinateBits, dim))
        return fail("a coordinate" + where + " is out of range");
      numPositions = numChildren;
      continue;
    }
    if (level.kind == LevelKind::Structured) {
      weft_array &coordinates = *next++;
      if (__builtin_mul_overflow(numPositions, level.room, &numPositions))
        return fail("the number of positions exceeds 63 bits");
      if (coordinates.length < numPositions)
        return fail("too few coordinates" + where);
      coordinates.length = numPositions;
      if (!arePlaces(coordinates, storedFormat.coordinateBits, level.room, dim))
        return fail("a coordinate" + where + " is out of range");
      continue;
    }
    if (level.kind == LevelKind::Listed) {
      weft_array &lengths = *next++;
      if (lengths.length < numPositions)
        return fail("too few lengths" + where);
      lengths.length = numPositions;
      numPositions =
          sumLengths(lengths, storedFormat.positionBits, numPositions);
      if (numPositions < 0)
        return fail("a length" + where + " is out of range");
    }
    if (level.kind == LevelKind::Compressed) {
      weft_array &positions = *next++;
      if (positions.length <= numPositions)
        return fail("too few positions" + where);
      positions.length = numPositions + 1;
      if (!arePositions(positions, storedFormat.positionBits, numPositions))
        return fail("disordered positions" + where);
      numPositions =
          loadInteger(storedFormat.positionBits, positions.data, numPositions);
    }
    weft_array &coordinates = *next++;
    if (coordinates.length < numPositions)
      return fail("too few coordinates" + where);
    coordinates.length = numPositions;
    int64_t least = level.kind == LevelKind::Padded ? -1 : 0;
    if (!areCoordinates(coordinates, storedFormat.coordinateBits, least, dim))
      return fail("a coordinate" + where + " is out of range");
  }
  if (next->length < numPositions)
    return fail("too few values");
  next->length = numPositions;
  status = checkBlocks();
  if (status.failed())
    return fail(status.message());
  storedCount = numPositions;
  if (hasGaps()) {
    storedCount = 0;
    walk([&](const int64_t *coordinates, int64_t) {
      storedCount += isInside(coordinates, sizes);
    });
  }
  return Status::success();
}

/// Whether the last level of a mode is dense, so that a block which the mode
/// ends in is filled up.
static bool isFilledUp(const Format &format, int64_t mode) {
  for (int64_t l = format.numLevels() - 1; l >= 0; --l)
    if (format.levels[l].mode == mode)
      return format.levels[l].kind == LevelKind::Dense;
  return false;
}

bool Tensor::hasGaps() const {
  for (const Level &level : storedFormat.levels)
    if (level.kind == LevelKind::Bitmap || level.kind == LevelKind::Hashed ||
        level.kind == LevelKind::Range || level.kind == LevelKind::Padded ||
        level.kind == LevelKind::LooseCompressed ||
        level.kind == LevelKind::RunLength ||
        level.kind == LevelKind::Structured ||
        ((level.part == LevelPart::Quotient ||
          level.part == LevelPart::Remainder) &&
         sizes[level.mode] % level.block != 0 &&
         isFilledUp(storedFormat, level.mode)))
      return true;
  return false;
}

/// Coordinates that are stored in parts, each of which is in range, may still
/// lie outside of the last block.
Status Tensor::checkBlocks() const {
  std::vector<int64_t> modes;
  for (const Level &level : storedFormat.levels)
    if (level.part == LevelPart::Remainder &&
        sizes[level.mode] % level.block != 0 &&
        !isFilledUp(storedFormat, level.mode))
      modes.push_back(level.mode);
  bool inside = true;
  if (!modes.empty())
    walk([&](const int64_t *coordinates, int64_t) {
      for (int64_t mode : modes)
        inside &= coordinates[mode] < sizes[mode];
    });
  return inside ? Status::success()
                : Status::failure("a coordinate in the last block is out of "
                                  "range");
}

//===----------------------------------------------------------------------===//
// Enumeration
//===----------------------------------------------------------------------===//

namespace {
/// The positions of one level that belong to one position of the level above,
/// and how far an enumeration has come.
struct Cursor {
  int64_t position;
  int64_t end;
  /// Among the coordinates that share the position.
  int64_t inRun = 0;
};
} // namespace

template <typename F> void Tensor::walk(F visit) const {
  int64_t numLevels = storedFormat.numLevels();
  if (numLevels == 0)
    return visit(nullptr, 0);
  std::vector<const weft_array *> arraysOf(numLevels);
  std::vector<int64_t> levelSizes(numLevels);
  const weft_array *next = storage.data();
  for (int64_t l = 0; l < numLevels; ++l) {
    const Level &level = storedFormat.levels[l];
    arraysOf[l] = next;
    levelSizes[l] = levelSize(level);
    next += runtime::arraysOf(level.kind).size();
  }

  std::vector<int64_t> path(numLevels), parents(numLevels);
  auto position = [&](int64_t l, int64_t i) {
    return loadInteger(storedFormat.positionBits, arraysOf[l]->data, i);
  };
  auto coordinate = [&](int64_t l, int64_t array, int64_t i) {
    return loadInteger(storedFormat.coordinateBits, arraysOf[l][array].data, i);
  };
  // Where segments begin of which the level stores the lengths.
  std::vector<std::vector<int64_t>> begins(numLevels);
  for (int64_t l = 0; l < numLevels; ++l)
    if (storedFormat.levels[l].kind == LevelKind::Listed) {
      begins[l].push_back(0);
      for (int64_t parent = 0; parent < arraysOf[l]->length; ++parent)
        begins[l].push_back(begins[l].back() + position(l, parent));
    }
  // The positions of level `l` below the position `parent` of the level above.
  auto segment = [&](int64_t l, int64_t parent) -> Cursor {
    const Level &level = storedFormat.levels[l];
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
    case LevelKind::Structured:
      return {parent * level.room, (parent + 1) * level.room};
    case LevelKind::Range: {
      int64_t offset = coordinate(l, 0, path[l - 1]);
      int64_t first = parent * levelSizes[l];
      return {first + std::max<int64_t>(0, -offset),
              first + std::min(levelSizes[l], levelSizes[l + 1] - offset)};
    }
    case LevelKind::Singleton:
    case LevelKind::Offset:
    case LevelKind::Padded:
      break;
    }
    return {parent, parent + 1};
  };
  // Negative if the position has none.
  auto coordinateAt = [&](int64_t l, const Cursor &cursor) -> int64_t {
    const Level &level = storedFormat.levels[l];
    int64_t here = cursor.position;
    switch (level.kind) {
    case LevelKind::Bitmap:
      if (!static_cast<const char *>(arraysOf[l]->data)[here])
        return -1;
      break;
    case LevelKind::Dense:
    case LevelKind::Range:
      break;
    case LevelKind::Offset:
      return path[l - 1] + coordinate(l, 0, path[l - 2]);
    case LevelKind::Compressed:
    case LevelKind::LooseCompressed:
    case LevelKind::Listed:
    case LevelKind::Hashed:
      return coordinate(l, 1, here);
    case LevelKind::RunLength:
      return coordinate(l, 1, here) + cursor.inRun;
    case LevelKind::Interval:
      return coordinate(l, 1, parents[l]) + here - position(l, parents[l]);
    case LevelKind::Singleton:
    case LevelKind::Padded:
    case LevelKind::Structured:
      return coordinate(l, 0, here);
    }
    return here % levelSizes[l];
  };
  // Moves on to the next coordinate, which may have the same position.
  auto advance = [&](int64_t l, Cursor &cursor) {
    if (storedFormat.levels[l].kind == LevelKind::RunLength &&
        path[l] < coordinate(l, 2, cursor.position)) {
      ++cursor.inRun;
      return;
    }
    ++cursor.position;
    cursor.inRun = 0;
  };

  std::vector<Cursor> cursors(numLevels);
  std::vector<int64_t> coordinates(order());
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
    if (path[l] < 0)
      continue;
    if (l + 1 < numLevels) {
      parents[l + 1] = here;
      cursors[l + 1] = segment(l + 1, here);
      ++l;
      continue;
    }
    std::fill(coordinates.begin(), coordinates.end(), 0);
    for (int64_t k = 0; k < numLevels; ++k) {
      const Level &level = storedFormat.levels[k];
      if (level.part == LevelPart::Slot)
        continue;
      coordinates[level.mode] +=
          level.part == LevelPart::Quotient ? path[k] * level.block : path[k];
    }
    visit(coordinates.data(), here);
  }
}

void Tensor::entries(int64_t *coordinates, void *values) const {
  int64_t valueBytes = sizeOf(elementType);
  const char *from = static_cast<const char *>(storage.back().data);
  char *to = static_cast<char *>(values);
  walk([&](const int64_t *coordinate, int64_t position) {
    if (!isInside(coordinate, sizes))
      return;
    coordinates = std::copy_n(coordinate, order(), coordinates);
    std::memcpy(to, from + position * valueBytes, valueBytes);
    to += valueBytes;
  });
}
