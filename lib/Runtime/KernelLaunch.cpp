//===- KernelLaunch.cpp - Launching kernels on a device -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What generated code calls to launch kernels, and around what it does itself
// with arrays that they use.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "DeviceArrays.h"
#include "DeviceCounts.h"
#include "DeviceFailure.h"

#include <algorithm>
#include <climits>
#include <vector>

using namespace weft::runtime;

namespace {
/// An argument of a kernel as generated code describes it.
struct Argument {
  int64_t words[2];
  int64_t bytes;
  int64_t kind;
  int64_t name;

  bool isArray() const { return kind != WEFT_RT_SCALAR; }
  void *getData() const {
    return reinterpret_cast<void *>(static_cast<intptr_t>(words[0]));
  }
  std::string getName() const {
    const auto *text =
        reinterpret_cast<const char *>(static_cast<intptr_t>(name));
    return text ? text : "an array";
  }
  DeviceArray::Use getUse() const {
    return kind == WEFT_RT_READS    ? DeviceArray::Use::Read
           : kind == WEFT_RT_WRITES ? DeviceArray::Use::Write
                                    : DeviceArray::Use::Define;
  }
};

/// A launch as generated code describes it.
struct Launch {
  const char *code, *name;
  const Argument *arguments;
  int64_t count, grid, threads, warps, sharedBytes;
};
} // namespace

/// The arrays of the kernel that runs, on a device.
static Expected<DeviceArrays *> openArrays(int64_t number) {
  std::unique_ptr<DeviceArrays> &arrays = getRunArrays();
  if (arrays && arrays->getDevice().getNumber() == number)
    return arrays.get();
  // Functions of object files that a thread has called before have none left.
  if (arrays && arrays->isEmpty())
    arrays = nullptr;
  if (arrays)
    return Status::failure("a tensor is on device " +
                           std::to_string(arrays->getDevice().getNumber()) +
                           ", and the kernel runs on device " +
                           std::to_string(number) + "; move it there");
  Expected<Device *> device = Device::get(number);
  if (device.failed())
    return device.takeStatus();
  arrays = std::make_unique<DeviceArrays>(**device);
  return arrays.get();
}

/// The bytes of the longest argument that begins where an array does. With
/// fewer, the memory of one argument would be replaced when another is taken.
static size_t getBytes(const Launch &launch, const Argument &array) {
  int64_t bytes = array.bytes;
  for (int64_t number = 0; number < launch.count; ++number) {
    const Argument &other = launch.arguments[number];
    if (other.isArray() && other.getData() == array.getData())
      bytes = std::max(bytes, other.bytes);
  }
  return static_cast<size_t>(bytes);
}

/// Runs a kernel and waits for it.
static int run(const CudaDevice &driver, DeviceFunction function,
               const Launch &launch, const DeviceQueue &queue,
               void **parameters) {
  int error = driver->cuEventRecord(queue.begin, queue.stream);
  if (error == 0)
    error = driver->cuLaunchKernel(function, static_cast<unsigned>(launch.grid),
                                   1, 1, static_cast<unsigned>(launch.threads),
                                   static_cast<unsigned>(launch.warps), 1,
                                   static_cast<unsigned>(launch.sharedBytes),
                                   queue.stream, parameters, nullptr);
  if (error == 0)
    error = driver->cuEventRecord(queue.end, queue.stream);
  if (error == 0)
    error = driver->cuStreamSynchronize(queue.stream);
  float milliseconds = 0;
  if (error == 0)
    error = driver->cuEventElapsedTime(&milliseconds, queue.begin, queue.end);
  if (error == 0)
    countLaunch(milliseconds);
  return error;
}

/// Finds the addresses of arrays, and runs the kernel.
static Status launchOn(DeviceArrays &arrays, const Launch &launch) {
  Device &device = arrays.getDevice();
  Expected<DeviceFunction> function =
      device.getCode().find(launch.code, launch.name);
  if (function.failed())
    return function.takeStatus();
  std::vector<DeviceAddress> addresses(launch.count);
  std::vector<void *> parameters;
  for (int64_t number = 0; number < launch.count; ++number) {
    const Argument &argument = launch.arguments[number];
    parameters.push_back(argument.isArray()
                             ? static_cast<void *>(&addresses[number])
                             : const_cast<int64_t *>(argument.words));
    if (!argument.isArray() || argument.bytes <= 0)
      continue;
    Expected<DeviceAddress> address =
        arrays.use(argument.getData(), getBytes(launch, argument),
                   argument.getUse(), argument.getName());
    if (address.failed())
      return address.takeStatus();
    addresses[number] = *address;
  }
  const CudaDevice &driver = device.getDriver();
  int error =
      run(driver, *function, launch, arrays.getQueue(), parameters.data());
  if (error == 0)
    return Status::success();
  Status status = Status::failure("a kernel failed on the device: " +
                                  driver.describe(error));
  if (driver->weftPtxReset)
    driver->weftPtxReset();
  return status;
}

/// Calls a function with the arrays of the kernel that runs, in the context of
/// their device.
template <typename Function>
static Status callInContext(DeviceArrays &arrays, Function function) {
  const CudaDevice &driver = arrays.getDevice().getDriver();
  CurrentContext context(driver);
  if (int error = context.getError())
    return Status::failure("the device cannot be used: " +
                           driver.describe(error));
  if (!arrays.getQueue().stream)
    if (Status status = arrays.open(); status.failed())
      return status;
  return function();
}

static Status launchKernel(const Launch &launch, int64_t device) {
  Expected<DeviceArrays *> arrays = openArrays(device);
  if (arrays.failed())
    return arrays.takeStatus();
  if (launch.grid > INT_MAX)
    return Status::failure("a loop has " + std::to_string(launch.grid) +
                           " blocks, and a device runs at most " +
                           std::to_string(INT_MAX) +
                           "; give each block more iterations");
  return callInContext(**arrays, [&] { return launchOn(**arrays, launch); });
}

/// Keeps the message of a failure, and returns whether it is one of memory.
static bool keepFailure(const Status &status) {
  setDeviceFailure(status.message());
  return status.kind() == Failure::OutOfMemory;
}

/// Ends the kernel if something failed. What the caller had is destroyed
/// before: nothing is destroyed on the way out of a kernel.
template <typename Function> static void runOrFail(Function function) {
  bool failed, isOutOfMemory = false;
  {
    Status status = function();
    failed = status.failed();
    if (failed)
      isOutOfMemory = keepFailure(status);
  }
  if (failed)
    weft_rt_fail(WEFT_RT_DEVICE_FAILED, isOutOfMemory, 0, 0);
}

void weft_rt_launch(const char *code, const char *name,
                    const int64_t *arguments, int64_t count, int64_t grid,
                    int64_t threads, int64_t warps, int64_t shared_bytes,
                    int64_t device) {
  static_assert(sizeof(Argument) == 5 * sizeof(int64_t),
                "generated code writes five words for each argument");
  Launch launch = {
      code,  name,        reinterpret_cast<const Argument *>(arguments),
      count, grid,        threads,
      warps, shared_bytes};
  runOrFail([&] { return launchKernel(launch, device); });
}

void weft_rt_access(const void *array, int64_t is_written) {
  DeviceArrays *arrays = getRunArrays().get();
  void *host = const_cast<void *>(array);
  if (!arrays || !arrays->find(host))
    return;
  runOrFail([&] {
    return callInContext(*arrays,
                         [&] { return arrays->access(host, is_written != 0); });
  });
}

void weft_rt_finish_launches() {
  DeviceArrays *arrays = getRunArrays().get();
  if (!arrays)
    return;
  runOrFail(
      [&] { return callInContext(*arrays, [&] { return arrays->finish(); }); });
}
