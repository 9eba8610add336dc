//===- DeviceState.cpp - State of a device ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices are opened when they are first used.
//
//===----------------------------------------------------------------------===//

#include "DeviceState.h"

#include "weft/Runtime/Device.h"

using namespace weft::runtime;

namespace {
/// The devices that were used.
struct DeviceTable {
  static DeviceTable &get() {
    static auto &table = *new DeviceTable;
    return table;
  }

  std::mutex mutex;
  std::map<int64_t, Device *> devices;
};
} // namespace

Expected<Device *> Device::get(int64_t number) {
  DeviceTable &table = DeviceTable::get();
  std::lock_guard<std::mutex> lock(table.mutex);
  if (auto known = table.devices.find(number); known != table.devices.end())
    return known->second;
  Expected<const CudaDevice *> driver = CudaDevice::get(number);
  if (driver.failed())
    return driver.takeStatus();
  return table.devices[number] = new Device(number, **driver);
}

void Device::unloadCode(const char *begin, const char *end) {
  DeviceTable &table = DeviceTable::get();
  std::lock_guard<std::mutex> lock(table.mutex);
  for (auto [number, device] : table.devices) {
    CurrentContext context(device->driver);
    if (context.getError() == 0)
      device->code.unload(begin, end);
  }
}

void weft::runtime::unloadDeviceCode(const char *begin, const char *end) {
  Device::unloadCode(begin, end);
}

Expected<DeviceQueue> Device::takeQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!queues.empty()) {
      DeviceQueue queue = queues.back();
      queues.pop_back();
      return queue;
    }
  }
  // Of the driver's flags: the stream does not wait for the default stream.
  constexpr unsigned nonBlocking = 1;
  DeviceQueue queue;
  int error = driver->cuStreamCreate(&queue.stream, nonBlocking);
  if (error == 0)
    error = driver->cuEventCreate(&queue.begin, 0);
  if (error == 0)
    error = driver->cuEventCreate(&queue.end, 0);
  if (error == 0)
    return queue;
  if (queue.begin)
    driver->cuEventDestroy(queue.begin);
  if (queue.stream)
    driver->cuStreamDestroy(queue.stream);
  return Status::failure("the device has no stream for a kernel: " +
                         driver.describe(error));
}

void Device::giveQueue(DeviceQueue queue) {
  std::lock_guard<std::mutex> lock(mutex);
  queues.push_back(queue);
}
