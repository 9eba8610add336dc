//===- CallFunction.cpp - Kernels that a program compiles -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies the arrays of results: those of malloc have none of the blocks that
// the runtime counts and frees.
//
//===----------------------------------------------------------------------===//

#include "CallFunction.h"

#include "weft/Runtime/Memory.h"

#include <cstdlib>
#include <cstring>

using namespace weft;

/// Copies an array of malloc into memory of the runtime, and frees it; false if
/// memory does not suffice. An array of invalid length becomes NULL with the
/// length -1, which `Tensor::adopt` rejects.
static bool takeOver(weft_array &array, int64_t elementBytes) {
  void *given = array.data;
  int64_t bytes = 0;
  array.data = nullptr;
  if (__builtin_mul_overflow(array.length, elementBytes, &bytes) || bytes < 0)
    array.length = -1;
  bool isArray = given && array.length >= 0;
  if (isArray)
    array.data = runtime::allocate(bytes);
  if (array.data)
    std::memcpy(array.data, given, bytes);
  std::free(given);
  return array.data || !isArray;
}

int64_t capi::callFunction(weft_kernel_function function,
                           const weft_kernel &kernel,
                           const std::vector<weft_tensor_data *> &tensors,
                           weft_rt_error &error) {
  std::vector<void *> arguments(tensors.begin(), tensors.end());
  if (int64_t status = function(arguments.data(), &error);
      status != WEFT_RT_OK) {
    error.status = status;
    return status;
  }
  bool hasMemory = true;
  for (size_t number = 0; number < kernel.results().size(); ++number) {
    const KernelTensor &result = kernel.results()[number];
    std::vector<runtime::ArrayElement> elements =
        runtime::describeArrays(result.stored(), result.type);
    for (size_t k = 0; k < elements.size(); ++k)
      hasMemory &= takeOver(tensors[number]->arrays[k], elements[k].bytes);
  }
  if (hasMemory)
    return WEFT_RT_OK;
  for (size_t number = 0; number < kernel.results().size(); ++number)
    for (int64_t k = 0; k < tensors[number]->num_arrays; ++k)
      runtime::deallocate(tensors[number]->arrays[k].data);
  error = {WEFT_RT_OUT_OF_MEMORY, {0, 0, 0}};
  return WEFT_RT_OUT_OF_MEMORY;
}
