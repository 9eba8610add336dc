//===- Launch.cpp - Launches of kernels -----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the arguments of a launch by the parameters of the kernel, runs it, and
// makes a fault the error that the driver has for it.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace weft::ptx;

static CUresult resultOf(FaultKind kind) {
  switch (kind) {
  case FaultKind::None:
    return CUDA_SUCCESS;
  case FaultKind::IllegalAddress:
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  case FaultKind::Misaligned:
    return CUDA_ERROR_MISALIGNED_ADDRESS;
  case FaultKind::Limit:
    return CUDA_ERROR_LAUNCH_TIMEOUT;
  case FaultKind::Launch:
    return CUDA_ERROR_INVALID_VALUE;
  case FaultKind::OutOfMemory:
    return CUDA_ERROR_OUT_OF_MEMORY;
  case FaultKind::Uninitialized:
  case FaultKind::Race:
  case FaultKind::DivergentBarrier:
  case FaultKind::InactiveLane:
  case FaultKind::Trap:
    break;
  }
  return CUDA_ERROR_LAUNCH_FAILED;
}

/// Takes arguments from `kernelParams` or from the buffer of `extra`.
static bool takeArguments(const Program &program, void **parameters,
                          void **extra, Launch &launch) {
  launch.arguments.assign(program.parameterBytes, 0);
  if (parameters) {
    for (size_t i = 0; i < program.parameters.size(); ++i) {
      if (!parameters[i])
        return false;
      std::memcpy(launch.arguments.data() + program.parameters[i].offset,
                  parameters[i], program.parameters[i].bytes);
    }
    return true;
  }
  if (!extra)
    return program.parameters.empty();
  const void *buffer = nullptr;
  size_t size = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = extra[1];
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = *static_cast<size_t *>(extra[1]);
    else
      return false;
  }
  if (!buffer || size < program.parameterBytes)
    return program.parameterBytes == 0;
  std::memcpy(launch.arguments.data(), buffer, program.parameterBytes);
  return true;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **parameters, void **extra) {
  Call call;
  if (!call)
    return call.result;
  Driver &driver = call.driver;
  if (!driver.functions.count(function) || !driver.isStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  Launch launch;
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.dynamicShared = sharedBytes;
  launch.allowedShared = function->allowedShared;
  if (!takeArguments(function->program, parameters, extra, launch))
    return CUDA_ERROR_INVALID_VALUE;
  driver.lastFault.clear();
  Fault fault = driver.machine.launch(function->program, launch);
  driver.addCounts(function->program.name, driver.machine.counts);
  if (fault.kind == FaultKind::None)
    return CUDA_SUCCESS;
  driver.lastFault = fault.text;
  if (driver.reportsFaults)
    std::fprintf(stderr, "weft-ptx: error: %s\n", fault.text.c_str());
  CUresult result = resultOf(fault.kind);
  // A launch that did not begin leaves the context as it was.
  if (fault.kind != FaultKind::Launch && fault.kind != FaultKind::OutOfMemory)
    driver.sticky = result;
  return result;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                            CUfunction function) {
  Call call;
  if (!call)
    return call.result;
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  if (!call.driver.functions.count(function))
    return CUDA_ERROR_INVALID_HANDLE;
  const Program &program = function->program;
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = int(kThreadsPerBlock);
    if (program.maximumThreads[0])
      *value = int(std::min(kThreadsPerBlock, program.maximumThreads[0] *
                                                  program.maximumThreads[1] *
                                                  program.maximumThreads[2]));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = int(program.sharedBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = int(program.localBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    // What an assembler would allocate is not known.
    *value = 32;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = 90;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = int(function->allowedShared -
                 std::min(function->allowedShared, program.sharedBytes));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    *value = 0;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = -1;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                            int value) {
  Call call;
  if (!call)
    return call.result;
  if (!call.driver.functions.count(function))
    return CUDA_ERROR_INVALID_HANDLE;
  if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    return value >= -1 && value <= 100 ? CUDA_SUCCESS
                                       : CUDA_ERROR_INVALID_VALUE;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t shared = uint64_t(value) + function->program.sharedBytes;
  if (shared > kMaxShared)
    return CUDA_ERROR_INVALID_VALUE;
  function->allowedShared = std::max(shared, kStaticShared);
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                     CUfunction function,
                                                     int threads,
                                                     size_t sharedBytes) {
  Call call;
  if (!call)
    return call.result;
  if (!blocks || threads <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (!call.driver.functions.count(function))
    return CUDA_ERROR_INVALID_HANDLE;
  if (unsigned(threads) > kThreadsPerBlock) {
    *blocks = 0;
    return CUDA_SUCCESS;
  }
  // Of 64 warps, 32 blocks and 228 KiB of shared memory, 1 KiB reserved each.
  uint64_t warps = (unsigned(threads) + kWarpSize - 1) / kWarpSize;
  uint64_t shared = function->program.sharedBytes + sharedBytes + 1024;
  *blocks = int(std::min({64 / warps, uint64_t(32), (228u << 10) / shared}));
  return CUDA_SUCCESS;
}
