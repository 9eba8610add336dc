//===- Names.cpp - Names of errors and of calls ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of errors, and the addresses of calls by their names with or without a
// version.
//
//===----------------------------------------------------------------------===//

#include "weft/PTX/Driver.h"

#include <string>

namespace {
struct ErrorText {
  CUresult error;
  const char *name, *text;
};
} // namespace

static constexpr ErrorText errors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED",
     "cuInit was not called"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no device"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE",
     "invalid device ordinal"},
    {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE",
     "the image of a module is malformed"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT",
     "no current context"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "the image has no PTX for this device"},
    {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX",
     "the PTX of a module is malformed"},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "unsupported version of PTX"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid handle"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "name not found"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "not ready"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "illegal memory access"},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "a launch needs too many resources"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT",
     "a kernel ran for too long"},
    {CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
     "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
     "host memory is registered already"},
    {CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
     "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "host memory is not registered"},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
     "illegal instruction"},
    {CUDA_ERROR_MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS",
     "misaligned address"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "a kernel failed"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "not supported"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

static const ErrorText *find(CUresult error) {
  for (const ErrorText &entry : errors)
    if (entry.error == error)
      return &entry;
  return nullptr;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
  const ErrorText *found = find(error);
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  *name = found ? found->name : nullptr;
  return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  const ErrorText *found = find(error);
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  *text = found ? found->text : nullptr;
  return found ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

namespace {
struct CallAddress {
  const char *name;
  void *address;
};
} // namespace

#define WEFT_PTX_CALL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)}
static const CallAddress calls[] = {
    WEFT_PTX_CALL(cuInit),
    WEFT_PTX_CALL(cuDriverGetVersion),
    WEFT_PTX_CALL(cuGetErrorName),
    WEFT_PTX_CALL(cuGetErrorString),
    WEFT_PTX_CALL(cuGetProcAddress_v2),
    WEFT_PTX_CALL(cuDeviceGet),
    WEFT_PTX_CALL(cuDeviceGetCount),
    WEFT_PTX_CALL(cuDeviceGetName),
    WEFT_PTX_CALL(cuDeviceGetAttribute),
    WEFT_PTX_CALL(cuDeviceTotalMem_v2),
    WEFT_PTX_CALL(cuDeviceComputeCapability),
    WEFT_PTX_CALL(cuDevicePrimaryCtxRetain),
    WEFT_PTX_CALL(cuDevicePrimaryCtxRelease_v2),
    WEFT_PTX_CALL(cuDevicePrimaryCtxReset_v2),
    WEFT_PTX_CALL(cuCtxCreate_v2),
    WEFT_PTX_CALL(cuCtxDestroy_v2),
    WEFT_PTX_CALL(cuCtxSetCurrent),
    WEFT_PTX_CALL(cuCtxGetCurrent),
    WEFT_PTX_CALL(cuCtxPushCurrent_v2),
    WEFT_PTX_CALL(cuCtxPopCurrent_v2),
    WEFT_PTX_CALL(cuCtxGetDevice),
    WEFT_PTX_CALL(cuCtxSynchronize),
    WEFT_PTX_CALL(cuModuleLoadData),
    WEFT_PTX_CALL(cuModuleLoadDataEx),
    WEFT_PTX_CALL(cuModuleUnload),
    WEFT_PTX_CALL(cuModuleGetFunction),
    WEFT_PTX_CALL(cuModuleGetGlobal_v2),
    WEFT_PTX_CALL(cuFuncGetAttribute),
    WEFT_PTX_CALL(cuFuncSetAttribute),
    WEFT_PTX_CALL(cuLaunchKernel),
    WEFT_PTX_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor),
    WEFT_PTX_CALL(cuMemGetInfo_v2),
    WEFT_PTX_CALL(cuMemAlloc_v2),
    WEFT_PTX_CALL(cuMemFree_v2),
    WEFT_PTX_CALL(cuMemAllocAsync),
    WEFT_PTX_CALL(cuMemFreeAsync),
    WEFT_PTX_CALL(cuMemAllocManaged),
    WEFT_PTX_CALL(cuMemAllocHost_v2),
    WEFT_PTX_CALL(cuMemHostAlloc),
    WEFT_PTX_CALL(cuMemFreeHost),
    WEFT_PTX_CALL(cuMemHostRegister_v2),
    WEFT_PTX_CALL(cuMemHostUnregister),
    WEFT_PTX_CALL(cuMemHostGetDevicePointer_v2),
    WEFT_PTX_CALL(cuMemcpy),
    WEFT_PTX_CALL(cuMemcpyAsync),
    WEFT_PTX_CALL(cuMemcpyHtoD_v2),
    WEFT_PTX_CALL(cuMemcpyDtoH_v2),
    WEFT_PTX_CALL(cuMemcpyDtoD_v2),
    WEFT_PTX_CALL(cuMemcpyHtoDAsync_v2),
    WEFT_PTX_CALL(cuMemcpyDtoHAsync_v2),
    WEFT_PTX_CALL(cuMemcpyDtoDAsync_v2),
    WEFT_PTX_CALL(cuMemsetD8_v2),
    WEFT_PTX_CALL(cuMemsetD16_v2),
    WEFT_PTX_CALL(cuMemsetD32_v2),
    WEFT_PTX_CALL(cuMemsetD8Async),
    WEFT_PTX_CALL(cuMemsetD16Async),
    WEFT_PTX_CALL(cuMemsetD32Async),
    WEFT_PTX_CALL(cuPointerGetAttribute),
    WEFT_PTX_CALL(cuStreamCreate),
    WEFT_PTX_CALL(cuStreamCreateWithPriority),
    WEFT_PTX_CALL(cuStreamDestroy_v2),
    WEFT_PTX_CALL(cuStreamSynchronize),
    WEFT_PTX_CALL(cuStreamQuery),
    WEFT_PTX_CALL(cuStreamWaitEvent),
    WEFT_PTX_CALL(cuEventCreate),
    WEFT_PTX_CALL(cuEventDestroy_v2),
    WEFT_PTX_CALL(cuEventRecord),
    WEFT_PTX_CALL(cuEventSynchronize),
    WEFT_PTX_CALL(cuEventQuery),
    WEFT_PTX_CALL(cuEventElapsedTime_v2),
    WEFT_PTX_CALL(cuEventElapsedTime),
};
#undef WEFT_PTX_CALL

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int, uint64_t,
                             int *status) {
  if (!symbol || !function)
    return CUDA_ERROR_INVALID_VALUE;
  *function = nullptr;
  std::string newer = symbol + std::string("_v2");
  for (const CallAddress &call : calls)
    if (call.name == newer || (!*function && call.name == std::string(symbol)))
      *function = call.address;
  // CU_GET_PROC_ADDRESS_SUCCESS and CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND.
  if (status)
    *status = *function ? 0 : 1;
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
