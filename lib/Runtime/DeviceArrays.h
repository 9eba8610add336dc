//===- DeviceArrays.h - The arrays of a run on a device ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is copied to a device when the first launch takes it, and back when
// the host accesses it or the kernel ends, if a launch has changed it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_DEVICEARRAYS_H
#define WEFT_LIB_RUNTIME_DEVICEARRAYS_H

#include "DeviceState.h"

#include <memory>

namespace weft {
namespace runtime {

/// An array of the host and its copy on a device, at least one of which is
/// current.
class DeviceArray {
public:
  DeviceArray(Device &device, void *host, size_t bytes)
      : device(device), host(host), bytes(bytes) {}
  /// A copy that another owner has at an address, and that alone is current.
  DeviceArray(Device &device, void *host, size_t bytes, DeviceAddress address)
      : device(device), host(host), bytes(bytes), isBorrowed(true),
        address(address), hostIsCurrent(false), deviceIsCurrent(true) {}
  DeviceArray(const DeviceArray &) = delete;
  ~DeviceArray();

  /// How a kernel uses an array.
  enum class Use { Read, Write, Define };

  /// Makes the copy current, unless the kernel defines all that it reads, and
  /// the host's array stale if the kernel writes. `what` says in messages which
  /// array it is.
  Expected<DeviceAddress> use(Use how, const DeviceQueue &queue,
                              const std::string &what);
  /// Makes the host's array current, and the copy stale if the host writes.
  Status access(bool isWritten, const DeviceQueue &queue);

  bool isHostCurrent() const;
  bool isDeviceCurrent() const;
  Device &getDevice() const { return device; }
  void *getHost() const { return host; }
  size_t getBytes() const { return bytes; }
  DeviceAddress getAddress() const;

private:
  /// Memory is a multiple of four bytes: atomic updates of short numbers
  /// exchange the four bytes around them.
  size_t getMemoryBytes() const { return (bytes + 3) / 4 * 4; }
  Status copyIn(const DeviceQueue &queue);

  Device &device;
  void *host;
  size_t bytes;
  bool isBorrowed = false;
  mutable std::mutex mutex;
  DeviceAddress address = 0;
  bool hostIsCurrent = true, deviceIsCurrent = false;
};

/// The arrays that a run of a kernel has on a device.
class DeviceArrays {
public:
  explicit DeviceArrays(Device &device) : device(device) {}
  DeviceArrays(const DeviceArrays &) = delete;
  ~DeviceArrays();

  /// Takes a stream; before all else.
  Status open();

  /// Uses an array that a tensor has on the device, and leaves it there.
  void bind(std::shared_ptr<DeviceArray> array);
  /// Leaves all arrays on the device in the end.
  void keepAll() { keepsAll = true; }

  /// The address of an array for a launch. The context of the device is current
  /// here and below.
  Expected<DeviceAddress> use(void *host, size_t bytes, DeviceArray::Use how,
                              const std::string &what);
  /// Makes an array current before the host accesses it.
  Status access(void *host, bool isWritten);
  /// Makes all arrays current on the host, but those that stay on the device.
  Status finish();
  /// Forgets an array whose memory is given back.
  void forget(void *host) { arrays.erase(host); }
  /// Whether nothing is on the device.
  bool isEmpty() const { return arrays.empty(); }
  /// The array at an address of the host; null if no launch has used it.
  std::shared_ptr<DeviceArray> find(void *host) const;

  Device &getDevice() const { return device; }
  const DeviceQueue &getQueue() const { return queue; }

private:
  struct Entry {
    std::shared_ptr<DeviceArray> array;
    bool isBound = false;
  };

  Device &device;
  DeviceQueue queue;
  std::map<void *, Entry> arrays;
  bool keepsAll = false;
};

/// Where the kernel that runs on this thread keeps its arrays; null if it has
/// launched nothing. It may be set, and is destroyed with the run.
std::unique_ptr<DeviceArrays> &getRunArrays();

/// Has the next kernel that this thread invokes keep its arrays in a place of
/// the caller; null for a place of its own.
void setNextRun(std::unique_ptr<DeviceArrays> *place);

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_DEVICEARRAYS_H
