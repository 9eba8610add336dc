//===- DeviceMemory.h - Memory of a device ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that arrays give back is kept for the next ones, up to a limit of all
// that the runtime holds on a device.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_DEVICEMEMORY_H
#define WEFT_LIB_RUNTIME_DEVICEMEMORY_H

#include "CudaDriver.h"

#include <map>
#include <mutex>

namespace weft {
namespace runtime {

/// Memory of one device. Sizes of blocks are rounded up by at most an eighth,
/// so that arrays of similar sizes use the same blocks again. On the PTX
/// machine they are exact and used once: others would hide accesses behind the
/// end of an array, and reads of what was never written.
class DeviceMemory {
public:
  explicit DeviceMemory(const CudaDevice &device) : device(device) {}

  /// Takes memory; `what` says in messages what needs it. The context of the
  /// device is current.
  Expected<DeviceAddress> take(size_t bytes, const std::string &what);
  /// Gives back what was taken with as many bytes.
  void give(DeviceAddress address, size_t bytes);

private:
  size_t getSize(size_t bytes) const;
  /// Gives all blocks that are kept back to the driver.
  void release();

  const CudaDevice &device;
  std::mutex mutex;
  std::multimap<size_t, DeviceAddress> kept;
  /// The bytes of all blocks, and of those that are kept.
  size_t heldBytes = 0, keptBytes = 0;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_DEVICEMEMORY_H
