//===- CudaDriver.cpp - The driver of NVIDIA's devices ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the driver, and devices.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include "LibraryPath.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

using namespace weft::runtime;

/// The version of the driver API from which on the PTX of kernels can be read,
/// as the driver numbers it.
static constexpr int kOldestVersion = 11000;

/// The compute capability of the oldest devices, times ten.
static constexpr int kOldestCapability = 75;

/// Whether the environment asks for the PTX machine instead of a device.
static bool isEmulated() {
  const char *text = std::getenv("WEFT_GPU");
  return text && std::string_view(text) == "emulate";
}

template <typename Function>
static bool find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function;
}

static const char *findAll(void *library, CudaFunctions &functions) {
#define WEFT_CUDA_FUNCTION(member, name)                                       \
  if (!find(library, name, functions.member))                                  \
    return name;
  WEFT_CUDA_FUNCTION(cuInit, "cuInit")
  WEFT_CUDA_FUNCTION(cuDriverGetVersion, "cuDriverGetVersion")
  WEFT_CUDA_FUNCTION(cuDeviceGetCount, "cuDeviceGetCount")
  WEFT_CUDA_FUNCTION(cuDeviceGet, "cuDeviceGet")
  WEFT_CUDA_FUNCTION(cuDeviceGetAttribute, "cuDeviceGetAttribute")
  WEFT_CUDA_FUNCTION(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain")
  WEFT_CUDA_FUNCTION(cuCtxPushCurrent, "cuCtxPushCurrent_v2")
  WEFT_CUDA_FUNCTION(cuCtxPopCurrent, "cuCtxPopCurrent_v2")
  WEFT_CUDA_FUNCTION(cuModuleLoadDataEx, "cuModuleLoadDataEx")
  WEFT_CUDA_FUNCTION(cuModuleUnload, "cuModuleUnload")
  WEFT_CUDA_FUNCTION(cuModuleGetFunction, "cuModuleGetFunction")
  WEFT_CUDA_FUNCTION(cuMemAlloc, "cuMemAlloc_v2")
  WEFT_CUDA_FUNCTION(cuMemFree, "cuMemFree_v2")
  WEFT_CUDA_FUNCTION(cuMemHostAlloc, "cuMemHostAlloc")
  WEFT_CUDA_FUNCTION(cuMemFreeHost, "cuMemFreeHost")
  WEFT_CUDA_FUNCTION(cuMemsetD8Async, "cuMemsetD8Async")
  WEFT_CUDA_FUNCTION(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2")
  WEFT_CUDA_FUNCTION(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2")
  WEFT_CUDA_FUNCTION(cuStreamCreate, "cuStreamCreate")
  WEFT_CUDA_FUNCTION(cuStreamDestroy, "cuStreamDestroy_v2")
  WEFT_CUDA_FUNCTION(cuStreamSynchronize, "cuStreamSynchronize")
  WEFT_CUDA_FUNCTION(cuEventCreate, "cuEventCreate")
  WEFT_CUDA_FUNCTION(cuEventDestroy, "cuEventDestroy_v2")
  WEFT_CUDA_FUNCTION(cuEventRecord, "cuEventRecord")
  WEFT_CUDA_FUNCTION(cuEventSynchronize, "cuEventSynchronize")
  WEFT_CUDA_FUNCTION(cuEventElapsedTime, "cuEventElapsedTime")
  WEFT_CUDA_FUNCTION(cuLaunchKernel, "cuLaunchKernel")
  WEFT_CUDA_FUNCTION(cuGetErrorString, "cuGetErrorString")
#undef WEFT_CUDA_FUNCTION
  find(library, "weftPtxLastFault", functions.weftPtxLastFault);
  find(library, "weftPtxReset", functions.weftPtxReset);
  find(library, "weftPtxSetOption", functions.weftPtxSetOption);
  find(library, "weftPtxCounts", functions.weftPtxCounts);
  // The text of a fault is in the message of the kernel that fails.
  if (functions.weftPtxSetOption && !std::getenv("WEFT_PTX_REPORT"))
    functions.weftPtxSetOption("report", "none");
  return nullptr;
}

/// What an error of the driver means, for the user.
static std::string describeError(const CudaFunctions &functions, int error) {
  if (functions.weftPtxLastFault)
    if (const char *fault = functions.weftPtxLastFault(); fault && *fault)
      return fault;
  const char *text = nullptr;
  if (functions.cuGetErrorString(error, &text) != 0 || !text)
    return "error " + std::to_string(error);
  return text;
}

static constexpr const char *kHint =
    "; WEFT_GPU=emulate runs kernels without a device";

/// Loads the driver's library, and starts the driver.
static Status openDriver(CudaFunctions &functions) {
  std::string path = isEmulated() ? findBesideRuntime("libweft_ptx.so")
                                  : std::string("libcuda.so.1");
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return Status::failure("kernels of a GPU need NVIDIA's driver: " +
                           std::string(reason ? reason : path.c_str()) +
                           (isEmulated() ? "" : kHint));
  }
  if (const char *missing = findAll(library, functions))
    return Status::failure("NVIDIA's driver is too old: it has no function '" +
                           std::string(missing) + "'" + kHint);
  if (int error = functions.cuInit(0))
    return Status::failure("NVIDIA's driver does not start: " +
                           describeError(functions, error) + kHint);
  int version = 0;
  if (functions.cuDriverGetVersion(&version) != 0 || version < kOldestVersion)
    return Status::failure("NVIDIA's driver is too old: it has version " +
                           std::to_string(version / 1000) + "." +
                           std::to_string(version % 1000 / 10) +
                           " of CUDA, and kernels need 11.0" + kHint);
  return Status::success();
}

namespace {
/// The driver of the process, which is loaded once.
struct CudaDriver {
  CudaFunctions functions = {};
  Status status = openDriver(functions);
  std::mutex mutex;
  std::map<int64_t, const CudaDevice *> devices;
};
} // namespace

/// Whether the driver was loaded, with success.
static std::atomic<const CudaFunctions *> loadedFunctions{nullptr};

const CudaFunctions *CudaDevice::findFunctions() { return loadedFunctions; }

Status CudaDevice::findCapability(int device) {
  // The driver's numbers of the two attributes.
  constexpr int majorVersion = 75, minorVersion = 76;
  int major = 0, minor = 0;
  functions.cuDeviceGetAttribute(&major, majorVersion, device);
  functions.cuDeviceGetAttribute(&minor, minorVersion, device);
  capability = major * 10 + minor;
  if (capability >= kOldestCapability)
    return Status::success();
  return Status::failure("the device is too old: it has compute capability " +
                         std::to_string(major) + "." + std::to_string(minor) +
                         ", and kernels need 7.5" + kHint);
}

Status CudaDevice::open(int64_t number) {
  int count = 0, device = 0;
  if (functions.cuDeviceGetCount(&count) != 0 || count == 0)
    return Status::failure(std::string("there is no device of NVIDIA") + kHint);
  if (number < 0 || number >= count)
    return Status::failure("there is no device " + std::to_string(number) +
                           ": " +
                           (count == 1 ? "the only one has the number 0"
                                       : "devices have the numbers from 0 to " +
                                             std::to_string(count - 1)));
  int error = functions.cuDeviceGet(&device, static_cast<int>(number));
  if (error == 0)
    if (Status status = findCapability(device); status.failed())
      return status;
  if (error == 0)
    error = functions.cuDevicePrimaryCtxRetain(&context, device);
  if (error != 0)
    return Status::failure("the device cannot be used: " + describe(error));
  return Status::success();
}

Expected<const CudaDevice *> CudaDevice::get(int64_t number) {
  // It is not given back: kernels may run until the process ends.
  static auto &driver = *new CudaDriver;
  if (driver.status.failed())
    return driver.status;
  loadedFunctions = &driver.functions;
  std::lock_guard<std::mutex> lock(driver.mutex);
  const CudaDevice *&known = driver.devices[number];
  if (known)
    return known;
  auto device = std::unique_ptr<CudaDevice>(new CudaDevice(driver.functions));
  if (Status status = device->open(number); status.failed()) {
    driver.devices.erase(number);
    return status;
  }
  return known = device.release();
}

std::string CudaDevice::describe(int error) const {
  return describeError(functions, error);
}
