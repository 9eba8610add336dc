//===- RunOnDevice.cpp - Runs with tensors of a device --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results stay on the device if all operands are there.
//
//===----------------------------------------------------------------------===//

#include "RunOnDevice.h"

#include <algorithm>

using namespace weft;
using weft::capi::RunOnDevice;

runtime::Status RunOnDevice::take(bool hasOwnCode) {
  takesArrays = kernel.description.takesDeviceArrays && hasOwnCode;
  for (const auto *copies : {&buffers.deviceOperands, &buffers.deviceOutputs})
    for (const runtime::DeviceCopy *copy : *copies) {
      if (takesArrays) {
        if (runtime::Status status = run.add(*copy); status.failed())
          return status;
      } else if (!copy->isHostCurrent()) {
        return runtime::Status::failure(
            "a tensor is on a device only, and the kernel runs on the CPU; "
            "copy it to the host, or compile with target=gpu");
      }
    }
  if (takesArrays && keepsResults())
    run.keepResults();
  return runtime::Status::success();
}

bool RunOnDevice::keepsResults() const {
  auto isConverted = [](const KernelTensor &result) {
    return result.assembled.has_value();
  };
  auto hasModes = [](const runtime::Tensor *operand) {
    return operand->order() > 0;
  };
  const std::vector<KernelTensor> &results = kernel.results();
  int64_t expected =
      std::count_if(buffers.operands.begin(), buffers.operands.end(), hasModes);
  return expected > 0 && buffers.numOperandsOnDevice == expected &&
         buffers.outputs.empty() &&
         std::none_of(results.begin(), results.end(), isConverted);
}

runtime::Status RunOnDevice::takeStructures() const {
  for (size_t number = 0; number < buffers.arrays.size(); ++number) {
    const std::vector<weft_array> &arrays = buffers.arrays[number];
    // Records have coordinates beside components.
    bool isPacked = kernel.results()[number].stored().packed;
    for (size_t k = 0; k + (isPacked ? 0 : 1) < arrays.size(); ++k)
      if (runtime::Status status = run.updateHost(arrays[k].data);
          status.failed())
        return status;
  }
  return runtime::Status::success();
}

runtime::Status RunOnDevice::prepareCopy() const {
  for (const runtime::DeviceCopy *copy : buffers.deviceOutputs)
    if (runtime::Status status = copy->markHostWritten(); status.failed())
      return status;
  return runtime::Status::success();
}

runtime::Status RunOnDevice::finish() const {
  if (!takesArrays)
    if (runtime::Status status = prepareCopy(); status.failed())
      return status;
  for (const runtime::DeviceCopy *copy : buffers.deviceOutputs)
    if (runtime::Status status = copy->updateDevice(); status.failed())
      return status;
  for (const std::optional<runtime::Tensor> &result : buffers.results)
    if (result && result->order() == 0)
      if (auto status = run.takeResult(*result).updateHost(); status.failed())
        return status;
  return runtime::Status::success();
}
