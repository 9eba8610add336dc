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

#include "TypedArray.h"

#include <algorithm>
#include <cstring>

using namespace weft::runtime;

Status weft::runtime::checkFormat(const Format &format, int64_t order) {
  auto fail = [&](const std::string &what) {
    return Status::failure("invalid format " + toString(format) + ": " + what);
  };
  if (format.order() != order)
    return fail("expected " + std::to_string(order) + " levels, got " +
                std::to_string(format.order()));
  std::vector<bool> seen(order, false);
  for (const Level &level : format.levels) {
    if (level.mode < 0 || level.mode >= order)
      return fail("there is no mode i" + std::to_string(level.mode));
    if (seen[level.mode])
      return fail("mode i" + std::to_string(level.mode) + " is stored twice");
    seen[level.mode] = true;
  }
  for (int bits : {format.positionBits, format.coordinateBits})
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      return fail("expected a width of 8, 16, 32 or 64 bits, got " +
                  std::to_string(bits));
  return Status::success();
}

int64_t weft::runtime::numArrays(const Format &format) {
  int64_t count = 1;
  for (const Level &level : format.levels)
    count += level.kind == LevelKind::Compressed  ? 2
             : level.kind == LevelKind::Singleton ? 1
                                                  : 0;
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
               std::vector<weft_array> arrays)
    : storedFormat(std::move(format)), elementType(type),
      sizes(std::move(dims)), storage(std::move(arrays)) {}

Tensor &Tensor::operator=(Tensor &&other) noexcept {
  std::swap(storedFormat, other.storedFormat);
  std::swap(elementType, other.elementType);
  std::swap(sizes, other.sizes);
  std::swap(storage, other.storage);
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
                               std::vector<weft_array> arrays) {
  Tensor tensor(std::move(format), type, std::move(dims), std::move(arrays));
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
          const_cast<int64_t *>(sizes.data()),
          const_cast<weft_array *>(storage.data())};
}

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

/// Whether the positions are those of `numParents` segments one after another.
static bool arePositions(const weft_array &array, int bits,
                         int64_t numParents) {
  return withIntegers(bits, array.data, [&](const auto *positions) {
    if (positions[0] != 0)
      return false;
    bool ordered = true;
    for (int64_t i = 0; i < numParents; ++i)
      ordered &= positions[i] <= positions[i + 1];
    return ordered;
  });
}

/// Whether all coordinates lie within [0, dim).
static bool areCoordinates(const weft_array &array, int bits, int64_t dim) {
  return withIntegers(bits, array.data, [&](const auto *coordinates) {
    bool inside = true;
    for (int64_t i = 0; i < array.length; ++i)
      inside &= coordinates[i] >= 0 && coordinates[i] < dim;
    return inside;
  });
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

  int64_t numPositions = 1;
  weft_array *next = storage.data();
  for (int64_t l = 0; l < order(); ++l) {
    const Level &level = storedFormat.levels[l];
    int64_t dim = sizes[level.mode];
    std::string where = " of level " + std::to_string(l + 1);
    if (level.kind == LevelKind::Dense) {
      if (__builtin_mul_overflow(numPositions, dim, &numPositions))
        return fail("the number of positions exceeds 63 bits");
      continue;
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
    if (!areCoordinates(coordinates, storedFormat.coordinateBits, dim))
      return fail("a coordinate" + where + " is out of range");
  }
  if (next->length < numPositions)
    return fail("too few values");
  next->length = numPositions;
  return Status::success();
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
};
} // namespace

void Tensor::coordinates(int64_t *coordinates) const {
  int64_t numLevels = order();
  if (numLevels == 0)
    return;
  std::vector<const weft_array *> arraysOf(numLevels);
  const weft_array *next = storage.data();
  for (int64_t l = 0; l < numLevels; ++l) {
    arraysOf[l] = next;
    LevelKind kind = storedFormat.levels[l].kind;
    next += kind == LevelKind::Compressed ? 2 : kind == LevelKind::Singleton;
  }

  // The positions of level `l` below the position `parent` of the level above.
  auto segment = [&](int64_t l, int64_t parent) -> Cursor {
    const Level &level = storedFormat.levels[l];
    switch (level.kind) {
    case LevelKind::Dense:
      return {parent * sizes[level.mode], (parent + 1) * sizes[level.mode]};
    case LevelKind::Compressed: {
      auto load = [&](int64_t i) {
        return loadInteger(storedFormat.positionBits, arraysOf[l]->data, i);
      };
      return {load(parent), load(parent + 1)};
    }
    case LevelKind::Singleton:
      break;
    }
    return {parent, parent + 1};
  };
  auto coordinateAt = [&](int64_t l, int64_t position) {
    const Level &level = storedFormat.levels[l];
    if (level.kind == LevelKind::Dense)
      return position % sizes[level.mode];
    const weft_array *array = arraysOf[l];
    if (level.kind == LevelKind::Compressed)
      ++array;
    return loadInteger(storedFormat.coordinateBits, array->data, position);
  };

  std::vector<Cursor> cursors(numLevels);
  std::vector<int64_t> current(numLevels);
  cursors[0] = segment(0, 0);
  for (int64_t l = 0; l >= 0;) {
    Cursor &cursor = cursors[l];
    if (cursor.position == cursor.end) {
      --l;
      continue;
    }
    int64_t position = cursor.position++;
    current[storedFormat.levels[l].mode] = coordinateAt(l, position);
    if (l + 1 < numLevels) {
      cursors[l + 1] = segment(l + 1, position);
      ++l;
      continue;
    }
    std::copy(current.begin(), current.end(), coordinates);
    coordinates += numLevels;
  }
}
