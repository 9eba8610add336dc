//===- DeviceTensor.cpp - Tensors on a device -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies that outlive a run.
//
//===----------------------------------------------------------------------===//

#include "DeviceArrays.h"

#include "weft/Runtime/Device.h"
#include "weft/Runtime/Memory.h"

#include <algorithm>
#include <limits>

using namespace weft::runtime;

/// Calls a function with a stream of a device, whose context is current.
template <typename Function>
static Status callOn(Device &device, Function function) {
  const CudaDevice &driver = device.getDriver();
  CurrentContext context(driver);
  if (int error = context.getError())
    return Status::failure("the device cannot be used: " +
                           driver.describe(error));
  Expected<DeviceQueue> queue = device.takeQueue();
  if (queue.failed())
    return queue.takeStatus();
  Status status = function(*queue);
  int error = driver->cuStreamSynchronize(queue->stream);
  device.giveQueue(*queue);
  if (status.succeeded() && error != 0)
    return Status::failure("an array cannot be copied: " +
                           driver.describe(error));
  return status;
}

/// The size of each array of a tensor in bytes.
static std::vector<size_t>
getArrayBytes(const Format &format, ElementType type,
              const std::vector<weft_array> &arrays) {
  std::vector<size_t> bytes;
  for (const ArrayElement &element : describeArrays(format, type))
    bytes.push_back(static_cast<size_t>(arrays[bytes.size()].length) *
                    static_cast<size_t>(element.bytes));
  return bytes;
}

/// Checks that the arrays of a tensor whose lengths others say have sizes.
static Status checkLengths(const Format &format, ElementType type,
                           const std::vector<weft_array> &arrays) {
  size_t number = 0;
  for (const ArrayElement &element : describeArrays(format, type)) {
    int64_t length = arrays[number].length;
    if (length < 0 || length > std::numeric_limits<int64_t>::max() / 2 /
                                   std::max<int64_t>(1, element.bytes))
      return Status::failure("array " + std::to_string(number) +
                             " of a tensor cannot have " +
                             std::to_string(length) + " elements");
    ++number;
  }
  return Status::success();
}

Expected<DeviceCopy> DeviceCopy::make(const Tensor &tensor, int64_t number) {
  Expected<Device *> device = Device::get(number);
  if (device.failed())
    return device.takeStatus();
  DeviceCopy copy;
  std::vector<size_t> bytes =
      getArrayBytes(tensor.format(), tensor.type(), tensor.arrays());
  for (size_t i = 0; i < bytes.size(); ++i)
    copy.arrays.push_back(
        bytes[i] == 0 ? nullptr
                      : std::make_shared<DeviceArray>(
                            **device, tensor.arrays()[i].data, bytes[i]));
  if (Status status = copy.updateDevice(); status.failed())
    return status;
  return copy;
}

/// Allocates arrays on the host for those on a device. False if there is no
/// memory.
static bool allocateArrays(const std::vector<size_t> &bytes,
                           std::vector<weft_array> &arrays) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    arrays[i].data =
        allocate(static_cast<int64_t>(std::max<size_t>(1, bytes[i])));
    if (arrays[i].data)
      continue;
    while (i-- > 0)
      deallocate(arrays[i].data);
    return false;
  }
  return true;
}

Expected<Tensor> DeviceCopy::borrow(Format format, ElementType type,
                                    std::vector<int64_t> dims,
                                    std::vector<weft_array> arrays,
                                    int64_t numSlots, ArrayElements elements,
                                    int64_t number, DeviceCopy &copy) {
  Expected<Device *> device = Device::get(number);
  if (device.failed())
    return device.takeStatus();
  if (Status status = checkLengths(format, type, arrays); status.failed())
    return status;
  std::vector<size_t> bytes = getArrayBytes(format, type, arrays);
  std::vector<DeviceAddress> addresses;
  for (weft_array &array : arrays)
    addresses.push_back(reinterpret_cast<uintptr_t>(array.data));
  if (!allocateArrays(bytes, arrays))
    return Status::outOfMemory("not enough memory for the arrays of a tensor");
  copy.arrays.clear();
  for (size_t i = 0; i < bytes.size(); ++i)
    copy.arrays.push_back(
        bytes[i] == 0 ? nullptr
                      : std::make_shared<DeviceArray>(**device, arrays[i].data,
                                                      bytes[i], addresses[i]));
  // Components are copied when the host accesses them, unless they are in
  // records with coordinates.
  size_t numCopied = bytes.size() - (format.packed ? 0 : 1);
  Status status = callOn(**device, [&](const DeviceQueue &queue) {
    for (size_t i = 0; i < numCopied; ++i)
      if (const auto &array = copy.arrays[i])
        if (Status copied = array->access(false, queue); copied.failed())
          return copied;
    return Status::success();
  });
  if (status.failed()) {
    for (weft_array &array : arrays)
      deallocate(array.data);
    return status;
  }
  return Tensor::adopt(std::move(format), type, std::move(dims),
                       std::move(arrays), numSlots, elements);
}

int64_t DeviceCopy::getDevice() const {
  for (const auto &array : arrays)
    if (array)
      return array->getDevice().getNumber();
  return 0;
}

bool DeviceCopy::isHostCurrent() const {
  return std::all_of(arrays.begin(), arrays.end(), [](const auto &array) {
    return !array || array->isHostCurrent();
  });
}

/// Calls a function with each array and a stream.
template <typename Function>
static Status
forEachArray(const std::vector<std::shared_ptr<DeviceArray>> &arrays,
             Function function) {
  for (const std::shared_ptr<DeviceArray> &array : arrays) {
    if (!array)
      continue;
    Status status =
        callOn(array->getDevice(), [&](const DeviceQueue &queue) -> Status {
          return function(*array, queue);
        });
    if (status.failed())
      return status;
  }
  return Status::success();
}

Status DeviceCopy::updateHost() const {
  return forEachArray(arrays, [](DeviceArray &array, const DeviceQueue &queue) {
    return array.access(/*isWritten=*/false, queue);
  });
}

Status DeviceCopy::updateDevice() const {
  return forEachArray(arrays, [](DeviceArray &array, const DeviceQueue &queue) {
    auto address = array.use(DeviceArray::Use::Read, queue, "an array");
    return address.failed() ? address.takeStatus() : Status::success();
  });
}

Status DeviceCopy::markHostWritten() const {
  return forEachArray(arrays, [](DeviceArray &array, const DeviceQueue &queue) {
    return array.access(/*isWritten=*/true, queue);
  });
}

unsigned long long DeviceCopy::getAddress(size_t array) const {
  return arrays[array] ? arrays[array]->getAddress() : 0;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

DeviceRun::DeviceRun() = default;

DeviceRun::~DeviceRun() { setNextRun(nullptr); }

Status DeviceRun::add(const DeviceCopy &copy) {
  for (const std::shared_ptr<DeviceArray> &array : copy.arrays) {
    if (!array)
      continue;
    Device &device = array->getDevice();
    if (!arrays)
      arrays = std::make_unique<DeviceArrays>(device);
    if (&arrays->getDevice() != &device)
      return Status::failure("tensors are on the devices " +
                             std::to_string(arrays->getDevice().getNumber()) +
                             " and " + std::to_string(device.getNumber()) +
                             "; move them to one");
    arrays->bind(array);
  }
  return Status::success();
}

void DeviceRun::keepResults() {
  if (arrays)
    arrays->keepAll();
}

void DeviceRun::begin() {
  if (arrays)
    setNextRun(&arrays);
}

Status DeviceRun::updateHost(void *host) const {
  std::shared_ptr<DeviceArray> array = arrays ? arrays->find(host) : nullptr;
  if (!array)
    return Status::success();
  return callOn(array->getDevice(), [&](const DeviceQueue &queue) {
    return array->access(/*isWritten=*/false, queue);
  });
}

DeviceCopy DeviceRun::takeResult(const Tensor &result) const {
  DeviceCopy copy;
  if (!arrays)
    return copy;
  std::vector<size_t> bytes =
      getArrayBytes(result.format(), result.type(), result.arrays());
  for (size_t i = 0; i < bytes.size(); ++i) {
    void *host = result.arrays()[i].data;
    std::shared_ptr<DeviceArray> array = arrays->find(host);
    if (!array && bytes[i] != 0)
      array =
          std::make_shared<DeviceArray>(arrays->getDevice(), host, bytes[i]);
    copy.arrays.push_back(std::move(array));
  }
  return copy.isHostCurrent() ? DeviceCopy() : copy;
}
