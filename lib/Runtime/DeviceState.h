//===- DeviceState.h - State of a device ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modules, the memory and the streams that launches on a device share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_DEVICESTATE_H
#define WEFT_LIB_RUNTIME_DEVICESTATE_H

#include "DeviceCode.h"
#include "DeviceMemory.h"
#include "PinnedCopies.h"

#include <vector>

namespace weft {
namespace runtime {

/// A stream, and events around the kernel that it runs.
struct DeviceQueue {
  DeviceStream stream = nullptr;
  DeviceEvent begin = nullptr, end = nullptr;
};

/// A device, and what the runtime has on it.
class Device {
public:
  /// The device with a number, from zero. It is never destroyed: kernels may
  /// run until the process ends.
  static Expected<Device *> get(int64_t number);
  /// Unloads the modules of all devices whose text lies in a range.
  static void unloadCode(const char *begin, const char *end);

  int64_t getNumber() const { return number; }
  const CudaDevice &getDriver() const { return driver; }
  DeviceCode &getCode() { return code; }
  DeviceMemory &getMemory() { return memory; }
  PinnedCopies &getCopies() { return copies; }

  /// Takes a stream that nothing else uses. The context is current.
  Expected<DeviceQueue> takeQueue();
  void giveQueue(DeviceQueue queue);

private:
  Device(int64_t number, const CudaDevice &driver)
      : number(number), driver(driver), code(driver), memory(driver),
        copies(driver) {}

  int64_t number;
  const CudaDevice &driver;
  DeviceCode code;
  DeviceMemory memory;
  PinnedCopies copies;
  std::mutex mutex;
  std::vector<DeviceQueue> queues;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_DEVICESTATE_H
