//===- Device.cpp - Devices and contexts ----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One device of compute capability 9.0 with the limits of an H200. Its memory
// is a part of that of the host.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstring>

using namespace weft::ptx;

static constexpr const char *kDeviceName = "Weft PTX machine";

CUresult cuInit(unsigned flags) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  driver.isInitialized = true;
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = 13000;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  Call call(false);
  if (!call)
    return call.result;
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  if (ordinal != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  Call call(false);
  if (!call)
    return call.result;
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  Call call(false);
  if (!call)
    return call.result;
  if (!name || length <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  size_t size = std::min<size_t>(std::strlen(kDeviceName), length - 1);
  std::memcpy(name, kDeviceName, size);
  name[size] = '\0';
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice device) {
  static constexpr struct {
    int attribute;
    int value;
  } attributes[] = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, int(kThreadsPerBlock)},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, int(kBlockExtents[0])},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, int(kBlockExtents[1])},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, int(kBlockExtents[2])},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, int(kGridExtents[0])},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, int(kGridExtents[1])},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, int(kGridExtents[2])},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, int(kStaticShared)},
      {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, int(kWarpSize)},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
      {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, int(kProcessors)},
      {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
      {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
      {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 3201000},
      {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 6144},
      {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 60 << 20},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
      {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 228 << 10},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
      {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, int(kMaxShared)},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
      {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
  };
  Call call(false);
  if (!call)
    return call.result;
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  // Attributes that are not listed are properties that the device has not.
  *value = 0;
  for (const auto &entry : attributes)
    if (entry.attribute == int(attribute))
      *value = entry.value;
  return int(attribute) > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  Call call(false);
  if (!call)
    return call.result;
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *bytes = call.driver.machine.memory.totalBytes();
  return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
  Call call(false);
  if (!call)
    return call.result;
  if (!major || !minor)
    return CUDA_ERROR_INVALID_VALUE;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *major = 9;
  *minor = 0;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  Call call(false);
  if (!call)
    return call.result;
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  ++call.driver.retained;
  *context = &call.driver.context;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  Call call(false);
  if (!call)
    return call.result;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!call.driver.retained)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (--call.driver.retained == 0)
    call.driver.reset();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  Call call(false);
  if (!call)
    return call.result;
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  call.driver.reset();
  return CUDA_SUCCESS;
}

/// Whether a context may be made the current one.
static bool isContext(const Call &call, CUcontext context) {
  return !context || context == &call.driver.context;
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned, CUdevice device) {
  CUresult result = cuDevicePrimaryCtxRetain(context, device);
  return result == CUDA_SUCCESS ? cuCtxPushCurrent_v2(*context) : result;
}

CUresult cuCtxDestroy_v2(CUcontext context) {
  {
    Call call(false);
    if (!call)
      return call.result;
    if (!context || !isContext(call, context))
      return CUDA_ERROR_INVALID_CONTEXT;
    if (!contextStack().empty())
      contextStack().pop_back();
  }
  return cuDevicePrimaryCtxRelease_v2(0);
}

CUresult cuCtxSetCurrent(CUcontext context) {
  Call call(false);
  if (!call)
    return call.result;
  if (!isContext(call, context))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!contextStack().empty())
    contextStack().pop_back();
  if (context)
    contextStack().push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  Call call(false);
  if (!call)
    return call.result;
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  *context = contextStack().empty() ? nullptr : contextStack().back();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  Call call(false);
  if (!call)
    return call.result;
  if (!context || !isContext(call, context))
    return CUDA_ERROR_INVALID_CONTEXT;
  contextStack().push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  Call call(false);
  if (!call)
    return call.result;
  if (contextStack().empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = contextStack().back();
  contextStack().pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  Call call;
  if (!call)
    return call.result;
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) { return Call().result; }
