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

/// Copies the components of a result to memory of the caller, unless the
/// function has left them there. False if the function returned fewer of them.
static bool copyTo(const weft_array &memory, weft_array &array,
                   int64_t elementBytes) {
  int64_t numComponents = memory.length / elementBytes;
  bool isThere = array.data == memory.data;
  if (!array.data || array.length < numComponents) {
    if (isThere)
      array = {nullptr, 0};
    return false;
  }
  if (isThere)
    return true;
  std::memcpy(memory.data, array.data, memory.length);
  std::free(array.data);
  array = {memory.data, numComponents};
  return true;
}

/// The memory of the caller for a result; null if it has none.
static const weft_array *getMemory(const capi::RunBuffers &buffers,
                                   const weft_kernel &kernel, size_t result) {
  bool hasMemory = !buffers.outputs.empty() && buffers.outputs[result];
  // What is converted afterwards is copied in the end.
  if (!hasMemory || kernel.results()[result].assembled)
    return nullptr;
  const weft_array &memory = buffers.outputMemory[result];
  return memory.length > 0 ? &memory : nullptr;
}

/// Moves the arrays of a result; false if memory does not suffice.
static bool takeResult(const weft_kernel &kernel,
                       const capi::RunBuffers &buffers, size_t number) {
  const KernelTensor &result = kernel.results()[number];
  weft_array *arrays = buffers.pointers[number]->arrays;
  std::vector<runtime::ArrayElement> elements =
      runtime::describeArrays(result.stored(), result.type);
  const weft_array *memory = getMemory(buffers, kernel, number);
  if (memory && copyTo(*memory, arrays[0], elements[0].bytes))
    return true;
  bool hasMemory = true;
  for (size_t k = 0; k < elements.size(); ++k)
    hasMemory &= takeOver(arrays[k], elements[k].bytes);
  return hasMemory;
}

int64_t capi::callFunction(weft_kernel_function function,
                           const weft_kernel &kernel, const RunBuffers &buffers,
                           weft_rt_error &error) {
  size_t numResults = kernel.results().size();
  for (size_t number = 0; number < numResults; ++number)
    if (const weft_array *memory = getMemory(buffers, kernel, number))
      buffers.pointers[number]->arrays[0] = {
          memory->data,
          memory->length / runtime::sizeOf(kernel.results()[number].type)};
  std::vector<void *> arguments(buffers.pointers.begin(),
                                buffers.pointers.end());
  if (int64_t status = function(arguments.data(), &error);
      status != WEFT_RT_OK) {
    error.status = status;
    return status;
  }
  bool hasMemory = true;
  for (size_t number = 0; number < numResults; ++number)
    hasMemory &= takeResult(kernel, buffers, number);
  if (hasMemory)
    return WEFT_RT_OK;
  for (size_t number = 0; number < numResults; ++number) {
    const weft_array *memory = getMemory(buffers, kernel, number);
    for (const weft_array &array : buffers.arrays[number])
      if (!memory || array.data != memory->data)
        runtime::deallocate(array.data);
  }
  error = {WEFT_RT_OUT_OF_MEMORY, {0, 0, 0}};
  return WEFT_RT_OUT_OF_MEMORY;
}
