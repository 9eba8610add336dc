//===- DeviceArrays.cpp - The arrays of a run on a device -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy is done when a call returns.
//
//===----------------------------------------------------------------------===//

#include "DeviceArrays.h"

#include "DeviceCounts.h"

#include <chrono>

using namespace weft::runtime;

/// Milliseconds since a time.
static double getElapsed(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - begin)
      .count();
}

DeviceArray::~DeviceArray() {
  if (address == 0 || isBorrowed)
    return;
  CurrentContext context(device.getDriver());
  device.getMemory().give(address, getMemoryBytes());
}

bool DeviceArray::isHostCurrent() const {
  std::lock_guard<std::mutex> lock(mutex);
  return hostIsCurrent;
}

bool DeviceArray::isDeviceCurrent() const {
  std::lock_guard<std::mutex> lock(mutex);
  return deviceIsCurrent;
}

DeviceAddress DeviceArray::getAddress() const {
  std::lock_guard<std::mutex> lock(mutex);
  return address;
}

Status DeviceArray::copyIn(const DeviceQueue &queue) {
  const CudaDevice &driver = device.getDriver();
  auto begin = std::chrono::steady_clock::now();
  int error = 0;
  if (size_t rest = isBorrowed ? 0 : getMemoryBytes() - bytes)
    error = driver->cuMemsetD8Async(address + bytes, 0, rest, queue.stream);
  // Runs on other streams may use the array from now on: the copy waits.
  if (error == 0)
    error = device.getCopies().copyToDevice(address, host, bytes, queue.stream);
  if (error != 0)
    return Status::failure("an array cannot be copied to the device: " +
                           driver.describe(error));
  countCopy(CopyDirection::ToDevice, bytes, getElapsed(begin));
  return Status::success();
}

Expected<DeviceAddress> DeviceArray::use(Use how, const DeviceQueue &queue,
                                         const std::string &what) {
  std::lock_guard<std::mutex> lock(mutex);
  if (address == 0) {
    Expected<DeviceAddress> taken =
        device.getMemory().take(getMemoryBytes(), what);
    if (taken.failed())
      return taken;
    address = *taken;
  }
  // Short numbers are updated with those around them, which have to be there.
  bool needsContents = how != Use::Define || bytes != getMemoryBytes();
  if (!deviceIsCurrent && needsContents)
    if (Status status = copyIn(queue); status.failed())
      return status;
  deviceIsCurrent = true;
  hostIsCurrent = hostIsCurrent && how == Use::Read;
  return address;
}

Status DeviceArray::access(bool isWritten, const DeviceQueue &queue) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!hostIsCurrent) {
    const CudaDevice &driver = device.getDriver();
    auto begin = std::chrono::steady_clock::now();
    int error =
        device.getCopies().copyToHost(host, address, bytes, queue.stream);
    if (error != 0)
      return Status::failure("an array cannot be copied from the device: " +
                             driver.describe(error));
    countCopy(CopyDirection::ToHost, bytes, getElapsed(begin));
  }
  hostIsCurrent = true;
  deviceIsCurrent = deviceIsCurrent && !isWritten;
  return Status::success();
}

DeviceArrays::~DeviceArrays() {
  if (queue.stream)
    device.giveQueue(queue);
}

Status DeviceArrays::open() {
  Expected<DeviceQueue> taken = device.takeQueue();
  if (taken.failed())
    return taken.takeStatus();
  queue = *taken;
  return Status::success();
}

void DeviceArrays::bind(std::shared_ptr<DeviceArray> array) {
  void *host = array->getHost();
  arrays[host] = {std::move(array), /*isBound=*/true};
}

std::shared_ptr<DeviceArray> DeviceArrays::find(void *host) const {
  auto known = arrays.find(host);
  return known == arrays.end() ? nullptr : known->second.array;
}

Expected<DeviceAddress> DeviceArrays::use(void *host, size_t bytes,
                                          DeviceArray::Use how,
                                          const std::string &what) {
  Entry &entry = arrays[host];
  // The arrays of two operands may begin at the same place.
  if (entry.array && entry.array->getBytes() < bytes) {
    Status status = entry.array->access(/*isWritten=*/false, queue);
    if (status.failed())
      return status;
    entry = Entry();
  }
  if (!entry.array)
    entry.array = std::make_shared<DeviceArray>(device, host, bytes);
  return entry.array->use(how, queue, what);
}

Status DeviceArrays::access(void *host, bool isWritten) {
  auto known = arrays.find(host);
  return known == arrays.end() ? Status::success()
                               : known->second.array->access(isWritten, queue);
}

Status DeviceArrays::finish() {
  if (keepsAll)
    return Status::success();
  for (auto place = arrays.begin(); place != arrays.end();) {
    if (place->second.isBound) {
      ++place;
      continue;
    }
    Status status = place->second.array->access(/*isWritten=*/false, queue);
    if (status.failed())
      return status;
    place = arrays.erase(place);
  }
  return Status::success();
}
