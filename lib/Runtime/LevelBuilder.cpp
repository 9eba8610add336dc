//===- LevelBuilder.cpp - Building a format's arrays level by level -------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per level type, after the assembly functions of thesis table
// 2-14 with the difference that all entries are known in advance: what a level
// needs is counted before it is filled, so arrays have their exact size.
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"

#include "TypedArray.h"

#include <algorithm>
#include <cassert>

using namespace weft::runtime;

LevelBuilder::~LevelBuilder() {
  for (weft_array &array : arrays)
    deallocate(array.data);
}

int64_t LevelBuilder::coordinate(const SortItem &item, int64_t mode) const {
  int64_t index = isDuplicate(item) ? ~item.index : item.index;
  return entries.coordinates[index * entries.dims.size() + mode];
}

static std::string describe(const std::vector<int64_t> &dims,
                            ElementType type) {
  return describeDims(dims) + " " + nameOf(type);
}

std::string LevelBuilder::describeTensor() const {
  return describe(target.dims, entries.type);
}

std::string LevelBuilder::describeLevel() const {
  return "level " + std::to_string(numLevels + 1) + " of the " +
         describeTensor();
}

Status LevelBuilder::tooManyPositions() const {
  return Status::failure("not enough memory: " + describeLevel() +
                         " needs more than 2^63 positions");
}

Status LevelBuilder::addArray(int64_t length, int64_t bytes, bool zeroed,
                              const std::string &what) {
  int64_t size;
  void *data = nullptr;
  if (!__builtin_mul_overflow(length, bytes, &size))
    data = zeroed ? allocateZeroed(size) : allocate(size);
  if (!data)
    return Status::outOfMemory(notEnoughMemory(
        what, static_cast<double>(length) * static_cast<double>(bytes)));
  arrays.push_back({data, length});
  return Status::success();
}

Status LevelBuilder::addPositions(const Level &level, int64_t length,
                                  bool zeroed) {
  return addArray(length, level.positionBits / 8, zeroed,
                  "the positions of " + describeLevel());
}

Status LevelBuilder::addCoordinates(const Level &level, int64_t length,
                                    bool zeroed) {
  return addArray(length, level.coordinateBits / 8, zeroed,
                  "the coordinates of " + describeLevel());
}

Status LevelBuilder::buildLevel(const Level &level) {
  switch (level.kind) {
  case LevelKind::Dense:
    return buildDense(level);
  case LevelKind::Compressed:
    return buildCompressed(level);
  case LevelKind::Singleton:
    return buildSingleton(level);
  case LevelKind::Bitmap:
    return buildBitmap(level);
  case LevelKind::Range: {
    Status status = buildOffsets(level);
    return status.failed() ? status : buildDense(level);
  }
  case LevelKind::Offset:
    return buildOffsets(level);
  case LevelKind::Padded:
    return buildPadded(level);
  case LevelKind::LooseCompressed:
    return buildLooseCompressed(level);
  case LevelKind::Listed:
    return buildListed(level);
  case LevelKind::RunLength:
    return buildRunLength(level);
  case LevelKind::Interval:
    return buildInterval(level);
  case LevelKind::Structured:
    return buildStructured(level);
  case LevelKind::Batched:
    return buildBatched(level);
  case LevelKind::Permuted:
    return buildPermuted(level);
  case LevelKind::Sliced:
    return buildSliced(level);
  case LevelKind::Plugin:
    assert(false &&
           "tensors with level types of plugins are packed by kernels");
    break;
  case LevelKind::Hashed:
    break;
  }
  return buildHashed(level);
}

Expected<Tensor> LevelBuilder::build() {
  for (int64_t i = 0; i < entries.count; ++i)
    items[i].key = 0;
  for (const Level &level : format.levels) {
    Status status = buildLevel(level);
    if (status.failed())
      return status;
    ++numLevels;
  }
  Status status = buildValues();
  return status.failed() ? status : finish();
}

Expected<Tensor> LevelBuilder::finish() {
  if (target.format.packed)
    if (Status status = packRecords(); status.failed())
      return status;
  return Tensor::adopt(target.format, entries.type, target.dims,
                       std::move(arrays), target.numSlots);
}

//===----------------------------------------------------------------------===//
// Dense
//===----------------------------------------------------------------------===//

Status weft::runtime::checkDenseSizes(const EntryView &entries,
                                      const Format &format) {
  double positions = 1;
  bool allDense = true;
  int positionBits = 0;
  for (const Level &level : format.levels) {
    positionBits = level.positionBits;
    // Slots are not counted yet.
    allDense = level.kind == LevelKind::Dense && level.part != LevelPart::Slot;
    if (!allDense)
      break;
    positions *= static_cast<double>(level.sizeOf(entries.dims[level.mode]));
  }
  double bytes =
      positions * (allDense ? sizeOf(entries.type) : positionBits / 8);
  if (bytes <= static_cast<double>(memoryLimit()))
    return Status::success();
  std::string what = "the dense " + describe(entries.dims, entries.type);
  if (!allDense)
    what =
        "the first dense level of the " + describe(entries.dims, entries.type);
  return Status::outOfMemory(notEnoughMemory(what, bytes));
}

Status LevelBuilder::buildDense(const Level &level) {
  int64_t size = entries.dims[level.mode];
  if (__builtin_mul_overflow(numPositions, size, &numPositions))
    return tooManyPositions();
  for (int64_t i = 0; i < entries.count; ++i)
    items[i].key = items[i].key * size + coordinate(items[i], level.mode);
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Compressed
//===----------------------------------------------------------------------===//

bool LevelBuilder::isRepeated(int64_t i, int64_t last) const {
  if (i == 0)
    return false;
  // What repeats all coordinates is marked.
  if (isDuplicate(items[i]) || last + 1 == format.numLevels())
    return isDuplicate(items[i]);
  // Neighbours differ most likely in an inner level.
  for (int64_t l = last; l >= 0; --l) {
    int64_t mode = format.levels[l].mode;
    if (coordinate(items[i], mode) != coordinate(items[i - 1], mode))
      return false;
  }
  return true;
}

Status LevelBuilder::checkPositions(const Level &level, int64_t count) const {
  if (count <= largestInteger(level.positionBits))
    return Status::success();
  return Status::failure(
      describeLevel() + " has " + std::to_string(count) + " positions, and " +
      std::to_string(level.positionBits) + " bits number at most " +
      std::to_string(largestInteger(level.positionBits)) +
      "; use a format with wider positions, which {pos=64} behind its name "
      "asks for");
}

int64_t LevelBuilder::lastOfNode() const {
  // A nonunique level repeats a coordinate for the sake of the singletons below
  // it, which have one coordinate for each position. No other level below needs
  // that, and a path that was there twice would be multiplied.
  int64_t last = numLevels;
  while (!format.levels[numLevels].unique && last + 1 < format.numLevels() &&
         format.levels[last + 1].kind == LevelKind::Singleton)
    ++last;
  return last;
}

Status LevelBuilder::buildCompressed(const Level &level) {
  int64_t last = lastOfNode();
  int64_t count = 0;
  for (int64_t i = 0; i < entries.count; ++i)
    count += !isRepeated(i, last);

  Status status = checkPositions(level, count);
  if (status.failed())
    return status;
  int64_t numSegments = numPositions;
  status = addPositions(level, numSegments + 1);
  if (status.succeeded())
    status = addCoordinates(level, count);
  if (status.failed())
    return status;

  void *positionData = arrays[arrays.size() - 2].data;
  void *coordinateData = arrays.back().data;
  withIntegers(level.positionBits, positionData, [&](auto *positions) {
    withIntegers(level.coordinateBits, coordinateData, [&](auto *coords) {
      using Position = std::remove_reference_t<decltype(*positions)>;
      using Coordinate = std::remove_reference_t<decltype(*coords)>;
      int64_t next = 0, segment = -1;
      for (int64_t i = 0; i < entries.count; ++i) {
        int64_t parent = position(items[i]);
        if (!isRepeated(i, last)) {
          while (segment < parent)
            positions[++segment] = static_cast<Position>(next);
          coords[next++] =
              static_cast<Coordinate>(coordinate(items[i], level.mode));
        }
        items[i].key = static_cast<uint64_t>(next - 1);
      }
      while (segment < numSegments)
        positions[++segment] = static_cast<Position>(next);
    });
  });
  numPositions = count;
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Singleton
//===----------------------------------------------------------------------===//

Status LevelBuilder::buildSingleton(const Level &level) {
  Status status = addCoordinates(level, numPositions);
  if (status.failed())
    return status;

  auto refuse = [&](const std::string &why) {
    return Status::failure(
        "the format " + toString(target.format) + " cannot hold the " +
        describeTensor() + ": level " + std::to_string(numLevels + 1) +
        " (singleton) stores one coordinate for each position above, " + why);
  };
  // The positions are filled one after the other, because items are sorted.
  int64_t filled = 0;
  for (int64_t i = 0; i < entries.count; ++i) {
    int64_t parent = position(items[i]);
    int64_t here = coordinate(items[i], level.mode);
    if (parent < filled) {
      if (coordinate(items[i - 1], level.mode) != here)
        return refuse("but one has several; make the level above nonunique");
      continue;
    }
    if (parent != filled)
      return refuse("but one has none");
    if (level.unique && isRepeated(i, numLevels))
      return refuse("each once, but one is repeated; make it nonunique");
    withIntegers(level.coordinateBits, arrays.back().data, [&](auto *coords) {
      coords[filled] =
          static_cast<std::remove_reference_t<decltype(*coords)>>(here);
    });
    ++filled;
  }
  if (filled != numPositions)
    return refuse("but one has none");
  return Status::success();
}
