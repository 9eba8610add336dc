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

/// How many bytes an element of an array of a level has.
static int64_t getElementBytes(const runtime::Level &level,
                               runtime::ArrayKind kind) {
  switch (kind) {
  case runtime::ArrayKind::Positions:
    return level.positionBits / 8;
  case runtime::ArrayKind::Coordinates:
    return level.coordinateBits / 8;
  case runtime::ArrayKind::Presence:
    return 1;
  }
  return 1;
}

/// The same for each array of a tensor, in their order.
static std::vector<int64_t> getElementBytes(const runtime::Format &format,
                                            runtime::ElementType type) {
  std::vector<int64_t> bytes;
  const std::vector<runtime::Level> &levels = format.levels;
  for (size_t number = 0; number < levels.size(); ++number)
    for (const runtime::ArrayInfo &info :
         runtime::arraysOf(levels[number].kind)) {
      bool isPacked = format.packed && info.isForEachPosition &&
                      number + 1 == levels.size();
      if (!isPacked)
        bytes.push_back(getElementBytes(levels[number], info.kind));
    }
  int64_t valueBytes = runtime::sizeOf(type);
  bytes.push_back(format.packed
                      ? 2 * WEFT_RT_RECORD_HALF(
                                levels.back().coordinateBits / 8, valueBytes)
                      : valueBytes);
  return bytes;
}

/// Takes an array over; false if the memory does not suffice. What cannot be an
/// array is left without memory, which the check of the result finds.
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
    std::vector<int64_t> bytes = getElementBytes(result.stored(), result.type);
    for (size_t k = 0; k < bytes.size(); ++k)
      hasMemory &= takeOver(tensors[number]->arrays[k], bytes[k]);
  }
  if (hasMemory)
    return WEFT_RT_OK;
  for (size_t number = 0; number < kernel.results().size(); ++number)
    for (int64_t k = 0; k < tensors[number]->num_arrays; ++k)
      runtime::deallocate(tensors[number]->arrays[k].data);
  error = {WEFT_RT_OUT_OF_MEMORY, {0, 0, 0}};
  return WEFT_RT_OUT_OF_MEMORY;
}
