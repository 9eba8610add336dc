//===- RunOnDevice.h - Runs with tensors of a device ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel compiled for a GPU takes the arrays of tensors where they are.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CAPI_RUNONDEVICE_H
#define WEFT_LIB_CAPI_RUNONDEVICE_H

#include "KernelHandle.h"

namespace weft {
namespace capi {

/// What one run has on a device.
class RunOnDevice {
public:
  RunOnDevice(const weft_kernel &kernel, const RunBuffers &buffers)
      : kernel(kernel), buffers(buffers) {}

  /// Takes the arrays of tensors that are on a device. Fails if the kernel
  /// cannot take them there.
  runtime::Status take(bool hasOwnCode);
  /// Just before the kernel is called.
  void begin() { run.begin(); }
  /// After the call: the host counts the entries of results by their positions
  /// and coordinates.
  runtime::Status takeStructures() const;
  /// Before the host writes tensors that results are computed into.
  runtime::Status prepareCopy() const;
  /// Has results that were computed into tensors of the device be there, and
  /// new scalars on the host.
  runtime::Status finish() const;
  /// The arrays of a new result on the device; none if it is on the host.
  runtime::DeviceCopy takeResult(const runtime::Tensor &result) const {
    return run.takeResult(result);
  }

private:
  /// Whether new results stay on the device.
  bool keepsResults() const;

  const weft_kernel &kernel;
  const RunBuffers &buffers;
  runtime::DeviceRun run;
  /// Whether the kernel takes arrays that are on a device only.
  bool takesArrays = false;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_RUNONDEVICE_H
