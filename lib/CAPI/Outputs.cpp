//===- Outputs.cpp - Results in memory of the caller ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says why a result cannot be computed into a tensor, each reason in its own
// words.
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include "RunFailure.h"

#include <algorithm>
#include <cstring>

using namespace weft;
using weft::capi::Outputs;

/// Whether all levels of a format are dense, so that the sizes say how many
/// components are stored.
static bool isDense(const runtime::Format &format) {
  return !format.packed &&
         std::all_of(format.levels.begin(), format.levels.end(),
                     [](const runtime::Level &level) {
                       return level.kind == runtime::LevelKind::Dense;
                     });
}

/// The components of a dense tensor, in bytes.
static weft_array getBlock(const runtime::Tensor &tensor) {
  const weft_array &values = tensor.arrays().back();
  return {values.data, values.length * runtime::sizeOf(tensor.type())};
}

static bool overlap(const weft_array &block, const void *data, int64_t bytes) {
  auto begin = reinterpret_cast<uintptr_t>(block.data);
  auto other = reinterpret_cast<uintptr_t>(data);
  return block.length > 0 && bytes > 0 && begin < other + bytes &&
         other < begin + block.length;
}

/// Whether memory overlaps an array of a tensor.
static bool overlapsArrays(const weft_array &block,
                           const runtime::Tensor &tensor) {
  // Elements are records of two complex numbers at most, so that their sizes
  // are asked for only if there is doubt.
  const int64_t most = 32;
  bool mayOverlap =
      std::any_of(tensor.arrays().begin(), tensor.arrays().end(),
                  [&](const weft_array &array) {
                    return overlap(block, array.data, array.length * most);
                  });
  if (!mayOverlap)
    return false;
  const weft_array *array = tensor.arrays().data();
  for (const runtime::ArrayElement &element :
       runtime::describeArrays(tensor.format(), tensor.type())) {
    if (overlap(block, array->data, array->length * element.bytes))
      return true;
    ++array;
  }
  return false;
}

runtime::Status Outputs::refuse(size_t result, const std::string &what,
                                const char *hint) const {
  const KernelTensor &tensor = kernel.results()[result];
  return kernel.refuse(tensor, "result " + tensor.name + what, hint);
}

runtime::Status Outputs::check(size_t result, const weft_tensor &output) const {
  const KernelTensor &expected = kernel.results()[result];
  const runtime::Tensor &tensor = output.tensor;
  if (!isDense(expected.format))
    return refuse(result,
                  " cannot be computed into a tensor of the caller: how many "
                  "entries the format " +
                      runtime::toString(expected.format) +
                      " stores is known when they are computed",
                  "give NULL for it, and take the arrays of the new tensor "
                  "with weft_tensor_take_arrays");
  const char *hint = "make the tensor as weft_kernel_tensor_format and "
                     "weft_kernel_tensor_type describe the result";
  if (tensor.order() != expected.format.order())
    return refuse(result,
                  " has " + std::to_string(expected.format.order()) +
                      (expected.format.order() == 1 ? " mode" : " modes") +
                      ", but the tensor for it has " +
                      std::to_string(tensor.order()),
                  hint);
  if (!(tensor.format() == expected.format))
    return refuse(result,
                  " is to be computed into a tensor that" +
                      describeDifference(tensor.format(), expected.format),
                  hint);
  if (tensor.type() != expected.type)
    return refuse(result,
                  " has components of type " +
                      std::string(runtime::nameOf(expected.type)) +
                      ", but the tensor for it of type " +
                      runtime::nameOf(tensor.type()),
                  hint);
  if (!output.isWritable)
    return refuse(result,
                  " is to be computed into borrowed arrays that may only be "
                  "read",
                  "give weft_tensor_from_arrays the flag "
                  "WEFT_ARRAYS_WRITABLE");
  return runtime::Status::success();
}

runtime::Status Outputs::checkOverlap(size_t result,
                                      const Tensors &operands) const {
  const weft_array &block = blocks[result];
  for (size_t number = 0; number < operands.size(); ++number)
    if (overlapsArrays(block, *operands[number]))
      return refuse(result,
                    " is to be computed into memory of operand " +
                        kernel.operands()[number].name,
                    "give it memory of its own, or NULL for a new tensor");
  for (size_t other = 0; other < result; ++other)
    if (overlap(block, blocks[other].data, blocks[other].length))
      return refuse(result,
                    " is to be computed into memory of result " +
                        kernel.results()[other].name,
                    "give each result memory of its own");
  return runtime::Status::success();
}

runtime::Status Outputs::take(const weft_tensor *const *tensors,
                              const Tensors &operands) {
  size_t count = kernel.results().size();
  for (size_t result = 0; result < count; ++result) {
    if (!tensors[result])
      continue;
    outputs.resize(count);
    blocks.resize(count, weft_array{nullptr, 0});
    if (runtime::Status status = check(result, *tensors[result]);
        status.failed())
      return status;
    outputs[result] = &tensors[result]->tensor;
    if (tensors[result]->device.exists())
      copies.push_back(&tensors[result]->device);
    blocks[result] = getBlock(*outputs[result]);
    if (runtime::Status status = checkOverlap(result, operands);
        status.failed())
      return status;
  }
  return runtime::Status::success();
}

runtime::Status Outputs::checkDims(const KnownSizes::Dims &resultDims) const {
  for (size_t result = 0; result < outputs.size(); ++result)
    if (outputs[result] && outputs[result]->dims() != resultDims[result])
      return refuse(result,
                    " is a " + runtime::describeDims(resultDims[result]) +
                        ", but the tensor for it is a " +
                        runtime::describeDims(outputs[result]->dims()),
                    "");
  return runtime::Status::success();
}

void Outputs::copy(size_t result, const runtime::Tensor &made) const {
  if (blocks[result].length > 0)
    std::memcpy(blocks[result].data, made.values(), blocks[result].length);
}
