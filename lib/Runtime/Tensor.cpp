//===- Tensor.cpp - A stored tensor ---------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ownership of a tensor's arrays, which are checked when they are taken over.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Tensor.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/PluginLevels.h"

#include "EntryWalk.h"
#include "StorageCheck.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// Ownership
//===----------------------------------------------------------------------===//

Tensor::Tensor(Format format, ElementType type, std::vector<int64_t> dims,
               std::vector<weft_array> arrays, int64_t numSlots)
    : storedFormat(std::move(format)), elementType(type),
      sizes(std::move(dims)), storage(std::move(arrays)), slotCount(numSlots) {
  extents.reserve(sizes.size() + 1);
  extents = sizes;
  extents.push_back(slotCount);
}

// The other tensor is left without arrays, so that they have one owner.
Tensor::Tensor(Tensor &&other) noexcept
    : storedFormat(std::move(other.storedFormat)),
      elementType(other.elementType), sizes(std::move(other.sizes)),
      extents(std::move(other.extents)), storage(std::move(other.storage)),
      slotCount(other.slotCount), storedCount(other.storedCount),
      borrowed(other.borrowed),
      arrayRelease(std::exchange(other.arrayRelease, {})),
      list(std::move(other.list)) {
  other.storage.clear();
}

Tensor &Tensor::operator=(Tensor &&other) noexcept {
  std::swap(storedFormat, other.storedFormat);
  std::swap(elementType, other.elementType);
  std::swap(sizes, other.sizes);
  std::swap(extents, other.extents);
  std::swap(storage, other.storage);
  std::swap(slotCount, other.slotCount);
  std::swap(storedCount, other.storedCount);
  std::swap(borrowed, other.borrowed);
  std::swap(arrayRelease, other.arrayRelease);
  std::swap(list, other.list);
  return *this;
}

Tensor::~Tensor() { freeArrays(); }

void Tensor::freeArrays() {
  if (!borrowed)
    for (weft_array &array : storage)
      deallocate(array.data);
  storage.clear();
  ArrayRelease release = std::exchange(arrayRelease, {});
  if (release.function)
    release.function(release.context);
}

std::vector<weft_array> Tensor::takeArrays() {
  assert(!borrowed && "the arrays belong to somebody else");
  return std::exchange(storage, {});
}

Expected<Tensor> Tensor::adopt(Format format, ElementType type,
                               std::vector<int64_t> dims,
                               std::vector<weft_array> arrays, int64_t numSlots,
                               ArrayElements elements) {
  Tensor tensor(std::move(format), type, std::move(dims), std::move(arrays),
                numSlots);
  Status status = tensor.checkArrays(elements, /*checksOrder=*/false);
  if (status.failed())
    return status;
  return tensor;
}

/// The size of an element of an array of a level.
static int64_t getElementBytes(const Level &level, ArrayKind kind) {
  switch (kind) {
  case ArrayKind::Positions:
    return level.positionBits / 8;
  case ArrayKind::Coordinates:
    return level.coordinateBits / 8;
  case ArrayKind::Presence:
    break;
  }
  return 1;
}

std::vector<ArrayElement> weft::runtime::describeArrays(const Format &format,
                                                        ElementType type) {
  std::vector<ArrayElement> elements;
  for (const Level &level : format.levels)
    for (const ArrayInfo &info : arraysOf(level)) {
      int64_t bytes = getElementBytes(level, info.kind);
      elements.push_back({bytes, bytes});
    }
  ArrayElement component{sizeOf(type), alignmentOf(type)};
  if (!format.packed) {
    elements.push_back(component);
    return elements;
  }
  // The coordinates of the last level are in the records.
  ArrayElement &last = elements.back();
  last = {2 * sizeOfRecordHalf(format, type),
          std::max(last.alignment, component.alignment)};
  return elements;
}

/// Checks that each array is aligned to its elements.
static Status checkAlignment(const Format &format, ElementType type,
                             const std::vector<weft_array> &arrays) {
  std::vector<ArrayElement> elements = describeArrays(format, type);
  for (size_t i = 0; i < arrays.size() && i < elements.size(); ++i)
    if (reinterpret_cast<uintptr_t>(arrays[i].data) % elements[i].alignment)
      return Status::failure("array " + std::to_string(i + 1) + " of " +
                             std::to_string(arrays.size()) +
                             " is not aligned to " +
                             std::to_string(elements[i].alignment) +
                             " bytes, the size of its elements");
  return Status::success();
}

Expected<Tensor> Tensor::borrow(Format format, ElementType type,
                                std::vector<int64_t> dims,
                                std::vector<weft_array> arrays,
                                int64_t numSlots, ArrayElements elements) {
  Tensor tensor(std::move(format), type, std::move(dims), std::move(arrays),
                numSlots);
  tensor.borrowed = true;
  if (tensor.storedFormat.hasPluginLevels() &&
      elements == ArrayElements::Checked)
    return Status::failure("arrays in the format " +
                           toString(tensor.storedFormat) +
                           " cannot be checked, since a plugin defines their "
                           "layout; they must be trusted");
  Status status = checkAlignment(tensor.storedFormat, type, tensor.storage);
  if (status.succeeded())
    status = tensor.checkArrays(elements, /*checksOrder=*/elements ==
                                              ArrayElements::Checked);
  if (status.failed())
    return status;
  return tensor;
}

Expected<Tensor> Tensor::scalar(ElementType type, const void *value) {
  void *data = allocate(sizeOf(type));
  if (!data)
    return Status::outOfMemory(notEnoughMemory("a scalar", sizeOf(type)));
  std::memcpy(data, value, sizeOf(type));
  return adopt(Format(), type, {}, {{data, 1}});
}

weft_tensor_data Tensor::view() const {
  return {order(), static_cast<int64_t>(storage.size()),
          const_cast<int64_t *>(extents.data()),
          const_cast<weft_array *>(storage.data())};
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// Whether coordinates lie within the dimensions.
static bool isInside(const int64_t *coordinates,
                     const std::vector<int64_t> &dims) {
  for (size_t mode = 0; mode < dims.size(); ++mode)
    if (coordinates[mode] >= dims[mode])
      return false;
  return true;
}

/// Whether components are of their type, which all bytes are but those of bool.
static bool areComponents(const ArrayView &values, ElementType type) {
  if (type != ElementType::Bool)
    return true;
  const char *data = static_cast<const char *>(values.data);
  char bits = 0;
  for (int64_t i = 0; i < values.length; ++i)
    bits |= data[i * values.stride];
  return (bits & ~1) == 0;
}

Status Tensor::checkArrays(ArrayElements elements, bool checksOrder) {
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
  if (storedFormat.hasPluginLevels()) {
    status = listEntries();
    return status.failed() ? fail(status.message()) : status;
  }
  StorageView view{storedFormat, sizes, slotCount,
                   viewArrays(storedFormat, elementType, storage)};
  Expected<int64_t> numPositions = checkStorage(view, elements);
  if (numPositions.failed())
    return fail(numPositions.message());
  if (checksOrder) {
    Status order = checkOrder(view, elementType);
    if (order.succeeded() && !areComponents(view.arrays.back(), elementType))
      order = Status::failure("a component of type bool is neither 0 nor 1");
    if (order.failed())
      return fail(order.message());
  }
  // The arrays are cut as their views are; the last are the values in both.
  for (size_t i = 0; i + 1 < storage.size(); ++i)
    storage[i].length = view.arrays[i].length;
  storage.back().length = view.arrays.back().length;
  storedCount = countEntries(view, *numPositions);
  return Status::success();
}

Format weft::runtime::getListFormat(const Format &format) {
  Format list = Format::coo(format.order());
  list.setPositionBits(64);
  list.setCoordinateBits(64);
  list.fill = format.fill;
  return list;
}

Status Tensor::listEntries() {
  for (const weft_array &array : storage)
    if (array.length < 0 || (array.length > 0 && !array.data))
      return Status::failure("an array has no memory");
  Format format = getListFormat(storedFormat);
  Expected<std::vector<weft_array>> arrays =
      copyByKernel(view(), storedFormat, format, elementType);
  if (arrays.failed())
    return arrays.takeStatus();
  Expected<Tensor> listed =
      adopt(std::move(format), elementType, sizes, std::move(*arrays));
  if (listed.failed())
    return listed.takeStatus();
  list = std::make_unique<Tensor>(std::move(*listed));
  storedCount = list->numStored();
  return Status::success();
}

void Tensor::entries(int64_t *coordinates, void *values) const {
  if (list)
    return list->entries(coordinates, values);
  int64_t valueBytes = sizeOf(elementType);
  char *to = static_cast<char *>(values);
  StorageView view{storedFormat, sizes, slotCount,
                   viewArrays(storedFormat, elementType, storage)};
  const ArrayView &components = view.arrays.back();
  const char *from = static_cast<const char *>(components.data);
  EntryWalk(view).run([&](const int64_t *coordinate, int64_t position) {
    if (!isInside(coordinate, sizes))
      return;
    coordinates = std::copy_n(coordinate, order(), coordinates);
    std::memcpy(to, from + position * components.stride, valueBytes);
    to += valueBytes;
  });
}
