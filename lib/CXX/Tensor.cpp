//===- Tensor.cpp - Tensors -----------------------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a tensor that its type of components does not matter to.
//
//===----------------------------------------------------------------------===//

#include "weft-cxx/Tensor.h"

#include "Printer.h"
#include "TensorState.h"

#include <ostream>

using namespace weft;
using namespace weft::cxx_impl;

/// Finds out whether a format is one of a tensor, by making an empty one whose
/// sizes take no memory.
static void checkFormat(const TensorInfo &info) {
  if (info.format.getText().empty())
    return;
  std::vector<int64_t> dims(info.dims.size(), 0);
  std::string format = info.format.getText();
  static const int64_t none = 0;
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  if (weft_tensor_create(format.c_str(), info.type.c_str(),
                         static_cast<int64_t>(dims.size()),
                         dims.empty() ? &none : dims.data(), 0, nullptr,
                         nullptr, /*reject_duplicates=*/0, &tensor, &error))
    fail(error);
  weft_tensor_free(tensor);
}

TensorBase::TensorBase(const char *type, std::string name,
                       std::vector<int64_t> dims, Format format) {
  for (int64_t size : dims)
    if (size < 0)
      throw Error("expected the size of a mode not to be negative, got " +
                  std::to_string(size));
  auto info = std::make_shared<const TensorInfo>(
      TensorInfo{std::move(name), type, std::move(dims), std::move(format)});
  checkFormat(*info);
  state = std::make_shared<TensorState>(std::move(info));
}

/// The state of a tensor whose value comes from the C interface.
static std::shared_ptr<TensorState> makeState(TensorHandle handle,
                                              const Format &format) {
  const int64_t *sizes = weft_tensor_dims(handle.get());
  auto info = std::make_shared<const TensorInfo>(
      TensorInfo{"",
                 weft_tensor_type(handle.get()),
                 {sizes, sizes + weft_tensor_order(handle.get())},
                 format});
  auto state = std::make_shared<TensorState>(std::move(info));
  state->setValue(std::make_shared<Value>(
      std::make_shared<const StoredTensor>(std::move(handle), format)));
  return state;
}

TensorBase::TensorBase(const char *type, const std::string &path,
                       const Format &format, const std::vector<int64_t> &dims,
                       int order) {
  int64_t modes = !dims.empty() ? static_cast<int64_t>(dims.size())
                  : order >= 0  ? order
                  : format.getNumLevels() > 0 ? format.getNumLevels()
                                              : 2;
  std::string text = format.getText();
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  if (weft_tensor_read(path.c_str(), text.c_str(), type, modes,
                       dims.empty() ? nullptr : dims.data(),
                       /*reject_duplicates=*/0, &tensor, &error))
    fail(error);
  state = makeState(TensorHandle(tensor), format);
}

/// The format with the width of the integers in arrays, the last of which are
/// components of a type.
static Format takeWidths(const Format &format, const std::vector<Array> &arrays,
                         const std::string &type) {
  if (arrays.empty() || arrays.back().type != type)
    throw Error("expected components of the type " + type +
                " in the last array");
  std::string integer = arrays.front().type;
  for (size_t number = 0; number + 1 < arrays.size(); ++number)
    if (arrays[number].type != integer ||
        (integer != "i32" && integer != "i64"))
      throw Error("expected positions and coordinates of type int32_t, or all "
                  "of type int64_t");
  int bits = integer == "i64" ? 64 : 32;
  return arrays.size() == 1 ? format : format.withWidths(bits, bits);
}

TensorBase::TensorBase(const char *type, std::vector<int64_t> dims,
                       const Format &format, const std::vector<Array> &arrays,
                       std::function<void()> release) {
  Format used = takeWidths(format, arrays, type);
  std::vector<const void *> data;
  std::vector<int64_t> lengths;
  for (const Array &array : arrays) {
    data.push_back(array.data);
    lengths.push_back(array.length);
  }
  int64_t order = static_cast<int64_t>(dims.size());
  std::string text = used.getText();
  auto owner = std::make_unique<std::function<void()>>(std::move(release));
  auto call = [](void *context) {
    std::unique_ptr<std::function<void()>> owner(
        static_cast<std::function<void()> *>(context));
    if (*owner)
      (*owner)();
  };
  // A format with slots takes their number there, and refuses this one.
  dims.push_back(-1);
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  if (weft_tensor_from_arrays(text.c_str(), type, order, dims.data(),
                              static_cast<int64_t>(arrays.size()), data.data(),
                              lengths.data(),
                              /*flags=*/0, call, owner.get(), &tensor, &error))
    fail(error);
  // The tensor calls the function from now on.
  static_cast<void>(owner.release());
  state = makeState(TensorHandle(tensor), used);
}

const std::string &TensorBase::getName() const { return state->info->name; }

const std::string &TensorBase::getType() const { return state->info->type; }

const Format &TensorBase::getFormat() const { return state->info->format; }

int TensorBase::getOrder() const {
  return static_cast<int>(state->info->dims.size());
}

const std::vector<int64_t> &TensorBase::getDimensions() const {
  return state->info->dims;
}

int64_t TensorBase::getDimension(int mode) const {
  if (mode < 0 || mode >= getOrder())
    throw Error("expected a mode from 0 to before " +
                std::to_string(getOrder()) + ", got " + std::to_string(mode));
  return state->info->dims[static_cast<size_t>(mode)];
}

void TensorBase::pack() { state->pack(); }

void TensorBase::clear() { state->setValue(nullptr); }

bool TensorBase::hasAssignment() const {
  std::shared_ptr<Value> value = state->getValue();
  return value && value->getStatement();
}

IndexStmt TensorBase::getAssignment() const {
  if (auto statement = state->requireValue()->getStatement())
    return IndexStmt(std::move(statement));
  throw Error("expected an assignment that has not been computed yet");
}

void TensorBase::compile() const {
  getAssignment();
  state->requireValue()->compile();
}

void TensorBase::compile(const IndexStmt &statement) {
  if (statement.getStatement()->result != state->info)
    throw Error("expected a statement that assigns this tensor, got\n  " +
                    statement.toString(),
                statement.toString());
  auto value = std::make_shared<Value>(statement.getStatement());
  value->compile();
  state->setValue(std::move(value));
}

void TensorBase::assemble() const {
  getAssignment();
  state->requireValue()->assemble();
}

void TensorBase::compute() const { state->requireValue()->get(); }

void TensorBase::computeComponents(void *components, size_t count) const {
  const TensorInfo &info = *state->info;
  std::string format = info.format.getText();
  if (!info.format.hasDenseLevels())
    throw Error(
        "expected a tensor with dense levels to be computed into memory "
        "of the program, got one in the format " +
        format + "\nhint: values() has the components that are stored");
  // Sizes whose product overflows are refused when the tensor is computed.
  int64_t expected = 1;
  for (int64_t size : info.dims)
    if (__builtin_mul_overflow(expected, size, &expected))
      expected = -1;
  if (expected != static_cast<int64_t>(count))
    throw Error("expected memory for " + std::to_string(expected) +
                " components, got " + std::to_string(count));
  state->requireValue()->computeInto(components, count);
}

StoredPtr TensorBase::getStored() const { return state->requireValue()->get(); }

int64_t TensorBase::getNumStored() const {
  return static_cast<int64_t>(getStored()->getNumStored());
}

std::string TensorBase::printStorage() const {
  StoredPtr stored = getStored();
  char *text = nullptr;
  char *error = nullptr;
  if (weft_tensor_print(stored->getHandle(), &text, &error))
    fail(error);
  std::string copy = text;
  weft_string_free(text);
  return copy;
}

void TensorBase::write(const std::string &path) const {
  StoredPtr stored = getStored();
  char *error = nullptr;
  if (weft_tensor_write(stored->getHandle(), path.c_str(), &error))
    fail(error);
}

Access TensorBase::access(std::vector<Index> indices) const {
  return Access(state, std::move(indices));
}

/// Says what is wrong with coordinates, if something is.
static void checkCoordinates(const TensorInfo &info, const int64_t *coordinates,
                             size_t count) {
  bool isInside = count == info.dims.size();
  std::string given;
  for (size_t mode = 0; mode < count; ++mode) {
    given += (mode ? ", " : "") + std::to_string(coordinates[mode]);
    isInside = isInside && coordinates[mode] >= 0 &&
               coordinates[mode] < info.dims[mode];
  }
  if (isInside)
    return;
  std::string sizes;
  for (int64_t size : info.dims)
    sizes += (sizes.empty() ? "" : " x ") + std::to_string(size);
  Node node;
  node.kind = NodeKind::Access;
  node.tensor = std::make_shared<const TensorInfo>(info);
  std::string name = print(node);
  throw Error("expected coordinates of " + name + ", which " +
                  (sizes.empty() ? "has no modes" : "is " + sizes) + ", got (" +
                  given + ")",
              name);
}

void TensorBase::insertEntry(const std::vector<int64_t> &coordinates,
                             const void *value) {
  checkCoordinates(*state->info, coordinates.data(), coordinates.size());
  insertEntries(1, coordinates.data(), value);
}

void TensorBase::insertEntries(size_t count, const int64_t *coordinates,
                               const void *values) {
  size_t order = state->info->dims.size();
  for (size_t entry = 0; entry < count; ++entry)
    checkCoordinates(*state->info, coordinates + entry * order, order);
  auto size = static_cast<size_t>(weft_type_size(getType().c_str()));
  auto *bytes = static_cast<const char *>(values);
  std::lock_guard<std::mutex> lock(state->mutex);
  size_t before = state->coordinates.size();
  state->coordinates.insert(state->coordinates.end(), coordinates,
                            coordinates + count * order);
  try {
    state->components.insert(state->components.end(), bytes,
                             bytes + count * size);
  } catch (...) {
    state->coordinates.resize(before);
    throw;
  }
}

void TensorBase::setScalar(const void *value) {
  checkCoordinates(*state->info, nullptr, 0);
  Format format = getFormat();
  TensorBase made(getType().c_str(), "", {}, format);
  made.insertEntry({}, value);
  state->setValue(made.state->getValue());
}

const void *TensorBase::getComponents(const StoredTensor &stored,
                                      size_t &count) {
  count = stored.getNumStored();
  return stored.getComponents();
}

const void *TensorBase::findComponents(const StoredTensor &stored,
                                       const std::vector<int64_t> &coordinates,
                                       std::vector<size_t> &places) const {
  checkCoordinates(*state->info, coordinates.data(), coordinates.size());
  return stored.find(coordinates, places);
}

std::ostream &cxx::operator<<(std::ostream &out, const TensorBase &tensor) {
  return out << tensor.printStorage();
}
