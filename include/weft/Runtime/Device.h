//===- Device.h - Arrays on a device ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors whose arrays are kept on a GPU between kernels, and what launches and
// copies have cost.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_DEVICE_H
#define WEFT_RUNTIME_DEVICE_H

#include "weft/Runtime/Tensor.h"

#include <memory>

struct weftPtxCountsRecord;

namespace weft {
namespace runtime {

class DeviceArray;
class DeviceArrays;

/// The arrays of a tensor on a device, besides those on the host. Either are
/// current, or both.
class DeviceCopy {
public:
  DeviceCopy() = default;

  /// Copies the arrays of a tensor to the device with a number.
  static Expected<DeviceCopy> make(const Tensor &tensor, int64_t device);
  /// Makes a tensor of arrays that another owner has on a device: addresses
  /// there, in the order that TensorABI.h gives. Arrays of positions and
  /// coordinates are copied to the host, and checked as by Tensor::adopt.
  static Expected<Tensor> borrow(Format format, ElementType type,
                                 std::vector<int64_t> dims,
                                 std::vector<weft_array> arrays,
                                 int64_t numSlots, ArrayElements elements,
                                 int64_t device, DeviceCopy &copy);

  /// Whether there are such arrays.
  bool exists() const { return !arrays.empty(); }
  /// The number of the device.
  int64_t getDevice() const;
  bool isHostCurrent() const;
  /// Makes the arrays on the host current, or those on the device.
  Status updateHost() const;
  Status updateDevice() const;
  /// Says that the host has written its arrays.
  Status markHostWritten() const;
  /// The address of an array; 0 if it is empty.
  unsigned long long getAddress(size_t array) const;

private:
  friend class DeviceRun;

  /// Null for empty arrays.
  std::vector<std::shared_ptr<DeviceArray>> arrays;
};

/// A run of a kernel whose tensors are on a device. It ends before the next one
/// begins on the same thread.
class DeviceRun {
public:
  DeviceRun();
  DeviceRun(const DeviceRun &) = delete;
  ~DeviceRun();

  /// Has the kernel use the arrays of a tensor where they are.
  Status add(const DeviceCopy &copy);
  /// Leaves results on the device.
  void keepResults();
  /// Hands the arrays to the next kernel that this thread invokes.
  void begin();
  /// Makes an array of a result current on the host.
  Status updateHost(void *host) const;
  /// The arrays of a result; none if they are on the host.
  DeviceCopy takeResult(const Tensor &result) const;

private:
  std::unique_ptr<DeviceArrays> arrays;
};

/// Limits what the runtime may hold on each device, in bytes; zero or less
/// restores the default, which is the environment's WEFT_GPU_MEMORY or else
/// what the device has.
void setDeviceMemoryLimit(int64_t bytes);

/// What launches and copies of this process have cost.
struct DeviceCounts {
  int64_t launches = 0;
  int64_t copiesToDevice = 0, bytesToDevice = 0;
  int64_t copiesToHost = 0, bytesToHost = 0;
  /// Of the bytes of both directions, those through pinned memory.
  int64_t bytesPinned = 0;
  /// Milliseconds.
  double kernelTime = 0, copyTime = 0;
  /// How many modules are loaded now.
  int64_t modules = 0;
};

/// The counts since the process started or since the last resetDeviceCounts.
DeviceCounts getDeviceCounts();
/// The counts of the PTX machine; false if it did not run.
bool getMachineCounts(weftPtxCountsRecord &counts);
/// Sets all of these to zero, but the number of modules.
void resetDeviceCounts();

/// Unloads device code that lies in memory which is given back.
void unloadDeviceCode(const char *begin, const char *end);

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_DEVICE_H
