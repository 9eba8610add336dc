//===- TensorState.cpp - Shared state of tensor handles ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs entries that were inserted beside those of the value.
//
//===----------------------------------------------------------------------===//

#include "TensorState.h"

#include "Printer.h"

#include "weft-cxx/Error.h"

using namespace weft;
using namespace weft::cxx_impl;

/// Makes a tensor of entries.
static StoredPtr create(const TensorInfo &info,
                        const std::vector<int64_t> &coordinates,
                        const std::vector<char> &components) {
  // Data of empty vectors may be null, which means no entries, too.
  int64_t size = weft_type_size(info.type.c_str());
  std::string format = info.format.getText();
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  static const int64_t none = 0;
  if (weft_tensor_create(format.c_str(), info.type.c_str(),
                         static_cast<int64_t>(info.dims.size()),
                         info.dims.empty() ? &none : info.dims.data(),
                         static_cast<int64_t>(components.size()) / size,
                         coordinates.empty() ? &none : coordinates.data(),
                         components.data(), /*reject_duplicates=*/0, &tensor,
                         &error))
    fail(error);
  return std::make_shared<const StoredTensor>(TensorHandle(tensor),
                                              info.format);
}

void TensorState::packLocked() {
  std::vector<int64_t> allCoordinates;
  std::vector<char> allComponents;
  if (value) {
    StoredPtr stored = value->get();
    allCoordinates.resize(stored->getNumStored() * stored->getOrder());
    size_t size = static_cast<size_t>(weft_type_size(info->type.c_str()));
    allComponents.resize(stored->getNumStored() * size);
    char *error = nullptr;
    if (weft_tensor_entries(stored->getHandle(), allCoordinates.data(),
                            allComponents.data(), &error))
      fail(error);
  }
  allCoordinates.insert(allCoordinates.end(), coordinates.begin(),
                        coordinates.end());
  allComponents.insert(allComponents.end(), components.begin(),
                       components.end());
  value = std::make_shared<Value>(create(*info, allCoordinates, allComponents));
  coordinates = {};
  components = {};
}

void TensorState::pack() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!value || !components.empty())
    packLocked();
}

std::shared_ptr<Value> TensorState::getValue() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!components.empty())
    packLocked();
  return value;
}

std::shared_ptr<Value> TensorState::requireValue() {
  std::shared_ptr<Value> current = getValue();
  if (current)
    return current;
  Node node;
  node.kind = NodeKind::Access;
  node.tensor = info;
  std::string name = print(node);
  throw Error(name + " has no value\nhint: assign it, read it from a file, or "
                     "insert entries; pack() makes it one without entries",
              name);
}

void TensorState::setValue(std::shared_ptr<Value> other) {
  std::lock_guard<std::mutex> lock(mutex);
  value = std::move(other);
  coordinates = {};
  components = {};
}
