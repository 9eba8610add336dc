//===- KernelLaunch.cpp - Launching kernels on a device ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays that a kernel takes are copied to the device, and those that it writes
// back. Memory of the device is kept for the next launch.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include "CudaDriver.h"
#include "DeviceFailure.h"

#include "weft/Runtime/Memory.h"

#include <climits>
#include <map>
#include <mutex>
#include <vector>

using namespace weft::runtime;

namespace {
/// The modules that the driver has loaded. The text of a module may be given
/// back, and another one come to its place.
class DeviceCode {
public:
  Expected<DeviceFunction> find(const CudaDevice &device, const char *code,
                                const char *name);

private:
  Expected<DeviceModule> load(const CudaDevice &device, const char *code);

  struct Module {
    DeviceModule module;
    std::map<std::string, DeviceFunction> functions;
  };
  std::map<std::string, Module, std::less<>> modules;
};

/// Memory of the device. Blocks have sizes of powers of two.
class DeviceMemory {
public:
  Expected<DeviceAddress> take(const CudaDevice &device, size_t bytes);
  void give(const CudaDevice &device, DeviceAddress address, size_t bytes);

private:
  static size_t getSize(size_t bytes);
  /// Gives all blocks back to the driver.
  void release(const CudaDevice &device);

  std::multimap<size_t, DeviceAddress> blocks;
};

/// An argument of a kernel as generated code describes it.
struct Argument {
  int64_t words[2];
  int64_t bytes;
  int64_t kind;

  bool isArray() const { return kind != WEFT_RT_SCALAR; }
  bool isWritten() const { return kind == WEFT_RT_WRITES; }
  void *getData() const {
    return reinterpret_cast<void *>(static_cast<intptr_t>(words[0]));
  }
};

/// The arrays of one launch on the device.
class LaunchArrays {
public:
  LaunchArrays(const CudaDevice &device, DeviceMemory &memory)
      : device(device), memory(memory) {}
  LaunchArrays(const LaunchArrays &) = delete;
  ~LaunchArrays();

  Status copyIn(const Argument &argument);
  Status copyOut(const Argument *arguments, int64_t count);
  DeviceAddress *getAddress(int64_t number) { return &arrays[number].address; }

private:
  struct Array {
    DeviceAddress address = 0;
    size_t bytes = 0;
  };
  const CudaDevice &device;
  DeviceMemory &memory;
  std::vector<Array> arrays;
};
} // namespace

Expected<DeviceModule> DeviceCode::load(const CudaDevice &device,
                                        const char *code) {
  // Of the driver's options: where the compiler's messages go, and how many
  // characters fit there.
  constexpr int errorBuffer = 5, errorBufferSize = 6;
  char log[4096] = "";
  int options[] = {errorBuffer, errorBufferSize};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  DeviceModule module = nullptr;
  if (int error = device->cuModuleLoadDataEx(&module, code, 2, options, values))
    return Status::failure(
        "the driver cannot compile a kernel: " + device.describe(error) +
        (log[0] ? std::string(": ") + log : ""));
  return module;
}

Expected<DeviceFunction> DeviceCode::find(const CudaDevice &device,
                                          const char *code, const char *name) {
  auto known = modules.find(std::string_view(code));
  if (known == modules.end()) {
    Expected<DeviceModule> module = load(device, code);
    if (module.failed())
      return module.takeStatus();
    known = modules.emplace(code, Module{*module, {}}).first;
  }
  auto [function, isNew] = known->second.functions.emplace(name, nullptr);
  if (isNew)
    if (int error = device->cuModuleGetFunction(&function->second,
                                                known->second.module, name)) {
      known->second.functions.erase(function);
      return Status::failure("the driver finds no kernel '" +
                             std::string(name) +
                             "': " + device.describe(error));
    }
  return function->second;
}

size_t DeviceMemory::getSize(size_t bytes) {
  size_t size = 256;
  while (size < bytes)
    size *= 2;
  return size;
}

Expected<DeviceAddress> DeviceMemory::take(const CudaDevice &device,
                                           size_t bytes) {
  // A block that is not exact hides accesses behind the end of an array.
  size_t size = device->weftPtxLastFault ? bytes : getSize(bytes);
  if (auto block = blocks.find(size); block != blocks.end()) {
    DeviceAddress address = block->second;
    blocks.erase(block);
    return address;
  }
  DeviceAddress address = 0;
  int error = device->cuMemAlloc(&address, size);
  if (error != 0) {
    release(device);
    error = device->cuMemAlloc(&address, size);
  }
  if (error != 0)
    return Status::failure("not enough memory on the device: an array takes " +
                           formatBytes(static_cast<double>(bytes)) + ": " +
                           device.describe(error));
  return address;
}

void DeviceMemory::give(const CudaDevice &device, DeviceAddress address,
                        size_t bytes) {
  if (device->weftPtxLastFault)
    device->cuMemFree(address);
  else
    blocks.emplace(getSize(bytes), address);
}

void DeviceMemory::release(const CudaDevice &device) {
  for (auto [size, address] : blocks)
    device->cuMemFree(address);
  blocks.clear();
}

LaunchArrays::~LaunchArrays() {
  for (const Array &array : arrays)
    if (array.address != 0)
      memory.give(device, array.address, array.bytes);
}

Status LaunchArrays::copyIn(const Argument &argument) {
  Array &array = arrays.emplace_back();
  if (!argument.isArray() || argument.bytes <= 0)
    return Status::success();
  // Atomic updates of short numbers exchange the four bytes around them.
  size_t bytes = static_cast<size_t>(argument.bytes);
  array.bytes = (bytes + 3) / 4 * 4;
  Expected<DeviceAddress> address = memory.take(device, array.bytes);
  if (address.failed())
    return address.takeStatus();
  array.address = *address;
  int error = device->cuMemcpyHtoD(array.address, argument.getData(), bytes);
  if (error == 0 && array.bytes != bytes)
    error = device->cuMemsetD8(array.address + bytes, 0, array.bytes - bytes);
  if (error != 0)
    return Status::failure("an array cannot be copied to the device: " +
                           device.describe(error));
  return Status::success();
}

Status LaunchArrays::copyOut(const Argument *arguments, int64_t count) {
  for (int64_t number = 0; number < count; ++number) {
    const Array &array = arrays[number];
    if (!arguments[number].isWritten() || array.bytes == 0)
      continue;
    if (int error =
            device->cuMemcpyDtoH(arguments[number].getData(), array.address,
                                 static_cast<size_t>(arguments[number].bytes)))
      return Status::failure("an array cannot be copied from the device: " +
                             device.describe(error));
  }
  return Status::success();
}

/// Everything that launches share, and its lock.
namespace {
struct Launcher {
  std::mutex mutex;
  DeviceCode code;
  DeviceMemory memory;
};
} // namespace

static Status launch(const char *code, const char *name,
                     const Argument *arguments, int64_t count, int64_t grid,
                     int64_t threads, int64_t warps, int64_t sharedBytes) {
  // It is not destroyed: kernels may run until the process ends.
  static auto &launcher = *new Launcher;
  std::lock_guard<std::mutex> lock(launcher.mutex);
  Expected<const CudaDevice *> found = CudaDevice::get();
  if (found.failed())
    return found.takeStatus();
  const CudaDevice &device = **found;
  CurrentContext context(device);
  if (int error = context.getError())
    return Status::failure("the device cannot be used: " +
                           device.describe(error));
  if (grid > INT_MAX)
    return Status::failure("a loop has " + std::to_string(grid) +
                           " blocks, and a device runs at most " +
                           std::to_string(INT_MAX) +
                           "; give each block more iterations");
  Expected<DeviceFunction> function = launcher.code.find(device, code, name);
  if (function.failed())
    return function.takeStatus();
  LaunchArrays arrays(device, launcher.memory);
  for (int64_t number = 0; number < count; ++number)
    if (Status status = arrays.copyIn(arguments[number]); status.failed())
      return status;
  std::vector<void *> parameters;
  for (int64_t number = 0; number < count; ++number)
    parameters.push_back(arguments[number].isArray()
                             ? static_cast<void *>(arrays.getAddress(number))
                             : const_cast<int64_t *>(arguments[number].words));
  int error = device->cuLaunchKernel(
      *function, static_cast<unsigned>(grid), 1, 1,
      static_cast<unsigned>(threads), static_cast<unsigned>(warps), 1,
      static_cast<unsigned>(sharedBytes), nullptr, parameters.data(), nullptr);
  if (error == 0)
    error = device->cuCtxSynchronize();
  if (error != 0) {
    Status status = Status::failure("a kernel failed on the device: " +
                                    device.describe(error));
    if (device->weftPtxReset)
      device->weftPtxReset();
    return status;
  }
  return arrays.copyOut(arguments, count);
}

void weft_rt_launch(const char *code, const char *name,
                    const int64_t *arguments, int64_t count, int64_t grid,
                    int64_t threads, int64_t warps, int64_t shared_bytes) {
  static_assert(sizeof(Argument) == 4 * sizeof(int64_t),
                "generated code writes four words for each argument");
  bool failed;
  {
    Status status =
        launch(code, name, reinterpret_cast<const Argument *>(arguments), count,
               grid, threads, warps, shared_bytes);
    failed = status.failed();
    if (failed)
      setDeviceFailure(status.message());
  }
  // Nothing is destroyed on the way out of a kernel.
  if (failed)
    weft_rt_fail(WEFT_RT_DEVICE_FAILED, 0, 0, 0);
}
