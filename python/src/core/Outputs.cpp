//===- Outputs.cpp - Results in arrays of NumPy -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for overlap before a kernel runs. Arrays of operands are taken for as
// long as they would be with the largest elements: where it is in doubt, a
// result is copied.
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include <algorithm>
#include <cstring>

using namespace weft::python;

/// The largest element: a record of two complex numbers.
static constexpr int64_t mostElementBytes = 32;

/// Whether memory may overlap an array of a tensor.
static bool mayOverlap(const void *data, size_t bytes,
                       const weft_tensor *tensor) {
  auto begin = reinterpret_cast<uintptr_t>(data);
  int64_t count = weft_tensor_num_arrays(tensor);
  for (int64_t index = 0; index < count; ++index) {
    const void *array = nullptr;
    int64_t length = 0;
    char *error = nullptr;
    check(weft_tensor_array(tensor, index, &array, &length, &error), error);
    auto other = reinterpret_cast<uintptr_t>(array);
    if (begin < other + length * mostElementBytes && other < begin + bytes)
      return true;
  }
  return false;
}

Outputs::Outputs(const Kernel &kernel,
                 const std::vector<std::optional<Output>> &arrays,
                 const weft_tensor *const *operands, size_t numOperands) {
  for (size_t result = 0; result < arrays.size(); ++result) {
    Target &target =
        targets.emplace_back(Target{{nullptr, weft_tensor_free}, nullptr, {}});
    if (!arrays[result])
      continue;
    const auto &[array, dims] = *arrays[result];
    target.data = array.data();
    const void *memory = target.data;
    if (std::any_of(operands, operands + numOperands,
                    [&](const weft_tensor *operand) {
                      return mayOverlap(memory, array.nbytes(), operand);
                    })) {
      target.beside.resize(array.nbytes());
      memory = target.beside.data();
    }
    int64_t length = array.size();
    weft_tensor *tensor = nullptr;
    char *error = nullptr;
    check(
        weft_tensor_from_arrays(weft_kernel_tensor_format(kernel.get(), result),
                                weft_kernel_tensor_type(kernel.get(), result),
                                dims.size(), dims.data(), 1, &memory, &length,
                                WEFT_ARRAYS_WRITABLE | WEFT_ARRAYS_TRUSTED,
                                nullptr, nullptr, &tensor, &error),
        error);
    target.tensor.reset(tensor);
  }
}

std::vector<weft_tensor *> Outputs::getTensors() const {
  std::vector<weft_tensor *> tensors;
  for (const Target &target : targets)
    tensors.push_back(target.tensor.get());
  return tensors;
}

void Outputs::finish() {
  for (const Target &target : targets)
    if (!target.beside.empty())
      std::memcpy(target.data, target.beside.data(), target.beside.size());
}
