//===- CudaDriver.cpp - The driver of NVIDIA's devices ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the driver, and a device.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include "LibraryPath.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

using namespace weft::runtime;

/// The version of the driver API from which on the PTX of kernels can be read,
/// as the driver numbers it.
static constexpr int kOldestVersion = 11000;

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
  WEFT_CUDA_FUNCTION(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain")
  WEFT_CUDA_FUNCTION(cuCtxPushCurrent, "cuCtxPushCurrent_v2")
  WEFT_CUDA_FUNCTION(cuCtxPopCurrent, "cuCtxPopCurrent_v2")
  WEFT_CUDA_FUNCTION(cuCtxSynchronize, "cuCtxSynchronize")
  WEFT_CUDA_FUNCTION(cuModuleLoadDataEx, "cuModuleLoadDataEx")
  WEFT_CUDA_FUNCTION(cuModuleGetFunction, "cuModuleGetFunction")
  WEFT_CUDA_FUNCTION(cuMemAlloc, "cuMemAlloc_v2")
  WEFT_CUDA_FUNCTION(cuMemFree, "cuMemFree_v2")
  WEFT_CUDA_FUNCTION(cuMemsetD8, "cuMemsetD8_v2")
  WEFT_CUDA_FUNCTION(cuMemcpyHtoD, "cuMemcpyHtoD_v2")
  WEFT_CUDA_FUNCTION(cuMemcpyDtoH, "cuMemcpyDtoH_v2")
  WEFT_CUDA_FUNCTION(cuLaunchKernel, "cuLaunchKernel")
  WEFT_CUDA_FUNCTION(cuGetErrorString, "cuGetErrorString")
#undef WEFT_CUDA_FUNCTION
  find(library, "weftPtxLastFault", functions.weftPtxLastFault);
  find(library, "weftPtxReset", functions.weftPtxReset);
  find(library, "weftPtxSetOption", functions.weftPtxSetOption);
  // The text of a fault is in the message of the kernel that fails.
  if (functions.weftPtxSetOption && !std::getenv("WEFT_PTX_REPORT"))
    functions.weftPtxSetOption("report", "none");
  return nullptr;
}

static constexpr const char *kHint =
    "; WEFT_GPU=emulate runs kernels without a device";

Status CudaDevice::open() {
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
    return Status::failure(
        "NVIDIA's driver does not start: " + describe(error) + kHint);
  int version = 0, count = 0, device = 0;
  if (functions.cuDriverGetVersion(&version) != 0 || version < kOldestVersion)
    return Status::failure("NVIDIA's driver is too old: it has version " +
                           std::to_string(version / 1000) + "." +
                           std::to_string(version % 1000 / 10) +
                           " of CUDA, and kernels need 11.0" + kHint);
  if (functions.cuDeviceGetCount(&count) != 0 || count == 0)
    return Status::failure(std::string("there is no device of NVIDIA") + kHint);
  int error = functions.cuDeviceGet(&device, 0);
  if (error == 0)
    error = functions.cuDevicePrimaryCtxRetain(&context, device);
  if (error != 0)
    return Status::failure("the device cannot be used: " + describe(error));
  return Status::success();
}

Expected<const CudaDevice *> CudaDevice::get() {
  // It is not given back: kernels may run until the process ends.
  static auto *device = new CudaDevice;
  static const auto *status = new Status(device->open());
  if (status->failed())
    return *status;
  return device;
}

std::string CudaDevice::describe(int error) const {
  if (functions.weftPtxLastFault)
    if (const char *fault = functions.weftPtxLastFault(); fault && *fault)
      return fault;
  const char *text = nullptr;
  if (functions.cuGetErrorString(error, &text) != 0 || !text)
    return "error " + std::to_string(error);
  return text;
}
