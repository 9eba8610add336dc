//===- MemoryCalls.cpp - Memory of the device and of the host -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates, registers, copies and fills memory. Ranges that are not in one
// allocation are refused, whatever is next to them.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <cstdlib>
#include <cstring>

using namespace weft::ptx;

CUresult cuMemGetInfo_v2(size_t *available, size_t *total) {
  Call call;
  if (!call)
    return call.result;
  if (!available || !total)
    return CUDA_ERROR_INVALID_VALUE;
  const Memory &memory = call.driver.machine.memory;
  *total = memory.totalBytes();
  *available = memory.totalBytes() - memory.usedBytes();
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  Call call;
  if (!call)
    return call.result;
  if (!address || bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  Allocation *allocation = call.driver.machine.memory.allocate(bytes);
  if (!allocation)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = allocation->base;
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  Call call;
  if (!call)
    return call.result;
  if (!address)
    return CUDA_SUCCESS;
  Memory &memory = call.driver.machine.memory;
  Allocation *allocation = memory.find(address);
  // Variables are freed with their module.
  if (!allocation || allocation->base != address || !allocation->name.empty())
    return CUDA_ERROR_INVALID_VALUE;
  memory.free(address);
  return CUDA_SUCCESS;
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream) {
  return cuMemAlloc_v2(address, bytes);
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream) {
  return cuMemFree_v2(address);
}

static CUresult allocateHost(void **address, size_t bytes) {
  Call call;
  if (!call)
    return call.result;
  if (!address || bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  void *data = nullptr;
  if (::posix_memalign(&data, 4096, bytes))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!call.driver.machine.memory.registerHost(data, bytes, true)) {
    std::free(data);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  *address = data;
  return CUDA_SUCCESS;
}

CUresult cuMemAllocHost_v2(void **address, size_t bytes) {
  return allocateHost(address, bytes);
}

CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned) {
  return allocateHost(address, bytes);
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned) {
  void *data = nullptr;
  if (!address)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = allocateHost(&data, bytes);
  if (result == CUDA_SUCCESS)
    *address = reinterpret_cast<uintptr_t>(data);
  return result;
}

static CUresult releaseHost(void *address, CUresult otherwise) {
  Call call;
  if (!call)
    return call.result;
  Memory &memory = call.driver.machine.memory;
  uint64_t base = reinterpret_cast<uintptr_t>(address);
  Allocation *allocation = memory.find(base);
  if (!allocation || allocation->base != base || !allocation->isHost)
    return otherwise;
  memory.free(base);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void *address) {
  return releaseHost(address, CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemHostUnregister(void *address) {
  return releaseHost(address, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned) {
  Call call;
  if (!call)
    return call.result;
  if (!address || bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  Memory &memory = call.driver.machine.memory;
  if (memory.find(reinterpret_cast<uintptr_t>(address)))
    return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  return memory.registerHost(address, bytes, false) ? CUDA_SUCCESS
                                                    : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *host,
                                      unsigned) {
  Call call;
  if (!call)
    return call.result;
  Allocation *allocation =
      call.driver.machine.memory.find(reinterpret_cast<uintptr_t>(host));
  if (!address || !allocation || !allocation->isHost)
    return CUDA_ERROR_INVALID_VALUE;
  *address = reinterpret_cast<uintptr_t>(host);
  return CUDA_SUCCESS;
}

namespace {
/// A range of memory, of an allocation or of the host alone.
struct Range {
  uint8_t *data = nullptr;
  Allocation *allocation = nullptr;
  uint64_t offset = 0;
};
} // namespace

/// Finds a range of the device. False if it is not in one allocation.
static bool findRange(Driver &driver, CUdeviceptr address, size_t bytes,
                      Range &range) {
  range.allocation = driver.machine.memory.find(address);
  if (!range.allocation || !range.allocation->contains(address, bytes))
    return false;
  range.offset = address - range.allocation->base;
  range.data = range.allocation->data + range.offset;
  return true;
}

static void copyRange(const Range &to, const Range &from, size_t bytes) {
  std::memmove(to.data, from.data, bytes);
  if (!to.allocation)
    return;
  if (from.allocation)
    copyInitialized(to.allocation->shadow, to.offset, from.allocation->shadow,
                    from.offset, bytes);
  else
    initialize(to.allocation->shadow, to.offset, bytes);
}

static Range hostRange(const void *address) {
  Range range;
  range.data = static_cast<uint8_t *>(const_cast<void *>(address));
  return range;
}

static CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                     bool toHost, bool fromHost) {
  Call call;
  if (!call || bytes == 0)
    return call.result;
  Range target = hostRange(reinterpret_cast<void *>(uintptr_t(to)));
  Range source = hostRange(reinterpret_cast<void *>(uintptr_t(from)));
  if ((toHost && !to) || (fromHost && !from) ||
      (!toHost && !findRange(call.driver, to, bytes, target)) ||
      (!fromHost && !findRange(call.driver, from, bytes, source)))
    return CUDA_ERROR_INVALID_VALUE;
  copyRange(target, source, bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  return copy(to, reinterpret_cast<uintptr_t>(from), bytes, false, true);
}
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  return copy(reinterpret_cast<uintptr_t>(to), from, bytes, true, false);
}
CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(to, from, bytes, false, false);
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes,
                              CUstream) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}
CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                              CUstream) {
  return cuMemcpyDtoH_v2(to, from, bytes);
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                              CUstream) {
  return cuMemcpyDtoD_v2(to, from, bytes);
}

/// Whether an address is one of the device; others are of the host.
static bool isDevice(CUdeviceptr address) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  return driver.machine.memory.find(address);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(to, from, bytes, !isDevice(to), !isDevice(from));
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream) {
  return cuMemcpy(to, from, bytes);
}

template <typename T>
static CUresult fill(CUdeviceptr to, T value, size_t count) {
  Call call;
  if (!call || count == 0)
    return call.result;
  Range range;
  if (to % sizeof(T) || count > SIZE_MAX / sizeof(T) ||
      !findRange(call.driver, to, count * sizeof(T), range))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i)
    std::memcpy(range.data + i * sizeof(T), &value, sizeof(T));
  initialize(range.allocation->shadow, range.offset, count * sizeof(T));
  return CUDA_SUCCESS;
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count) {
  return fill<uint8_t>(to, value, count);
}
CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count) {
  return fill<uint16_t>(to, value, count);
}
CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count) {
  return fill<uint32_t>(to, value, count);
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count,
                         CUstream) {
  return fill<uint8_t>(to, value, count);
}
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count,
                          CUstream) {
  return fill<uint16_t>(to, value, count);
}
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count,
                          CUstream) {
  return fill<uint32_t>(to, value, count);
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute,
                               CUdeviceptr address) {
  Call call;
  if (!call)
    return call.result;
  Allocation *allocation = call.driver.machine.memory.find(address);
  if (!value || !allocation)
    return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    *static_cast<CUcontext *>(value) = &call.driver.context;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    // CU_MEMORYTYPE_HOST and CU_MEMORYTYPE_DEVICE.
    *static_cast<unsigned *>(value) = allocation->isHost ? 1 : 2;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *static_cast<CUdeviceptr *>(value) = address;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!allocation->isHost)
      return CUDA_ERROR_INVALID_VALUE;
    *static_cast<CUdeviceptr *>(value) = address;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    *static_cast<bool *>(value) = false;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    *static_cast<int *>(value) = 0;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    *static_cast<CUdeviceptr *>(value) = allocation->base;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    *static_cast<size_t *>(value) = allocation->bytes;
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MAPPED:
    *static_cast<bool *>(value) = true;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}
