//===- CudaDriver.h - The driver of NVIDIA's devices ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the CUDA driver API that launches need. The driver's library
// is loaded when it is first asked for, so that nothing of CUDA is needed where
// no kernel runs on a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_CUDADRIVER_H
#define WEFT_LIB_RUNTIME_CUDADRIVER_H

#include "weft/Runtime/Status.h"

#include <cstddef>
#include <cstdint>

struct weftPtxCountsRecord;

namespace weft {
namespace runtime {

using DeviceAddress = unsigned long long;
using DeviceContext = void *;
using DeviceModule = void *;
using DeviceFunction = void *;
using DeviceStream = void *;
using DeviceEvent = void *;

/// The functions of the driver, by their names there.
struct CudaFunctions {
  int (*cuInit)(unsigned flags);
  int (*cuDriverGetVersion)(int *version);
  int (*cuDeviceGetCount)(int *count);
  int (*cuDeviceGet)(int *device, int number);
  int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
  int (*cuDevicePrimaryCtxRetain)(DeviceContext *context, int device);
  int (*cuCtxPushCurrent)(DeviceContext context);
  int (*cuCtxPopCurrent)(DeviceContext *context);
  int (*cuModuleLoadDataEx)(DeviceModule *module, const void *image,
                            unsigned numOptions, int *options, void **values);
  int (*cuModuleUnload)(DeviceModule module);
  int (*cuModuleGetFunction)(DeviceFunction *function, DeviceModule module,
                             const char *name);
  int (*cuMemAlloc)(DeviceAddress *address, size_t bytes);
  int (*cuMemFree)(DeviceAddress address);
  int (*cuMemHostAlloc)(void **address, size_t bytes, unsigned flags);
  int (*cuMemFreeHost)(void *address);
  int (*cuMemsetD8Async)(DeviceAddress address, unsigned char value,
                         size_t count, DeviceStream stream);
  int (*cuMemcpyHtoDAsync)(DeviceAddress to, const void *from, size_t bytes,
                           DeviceStream stream);
  int (*cuMemcpyDtoHAsync)(void *to, DeviceAddress from, size_t bytes,
                           DeviceStream stream);
  int (*cuStreamCreate)(DeviceStream *stream, unsigned flags);
  int (*cuStreamDestroy)(DeviceStream stream);
  int (*cuStreamSynchronize)(DeviceStream stream);
  int (*cuEventCreate)(DeviceEvent *event, unsigned flags);
  int (*cuEventDestroy)(DeviceEvent event);
  int (*cuEventRecord)(DeviceEvent event, DeviceStream stream);
  int (*cuEventSynchronize)(DeviceEvent event);
  int (*cuEventElapsedTime)(float *milliseconds, DeviceEvent start,
                            DeviceEvent end);
  int (*cuLaunchKernel)(DeviceFunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, void *stream,
                        void **parameters, void **extra);
  int (*cuGetErrorString)(int error, const char **text);
  /// Of the PTX machine: what was wrong in the launch that failed last. Null
  /// for a device.
  const char *(*weftPtxLastFault)();
  /// Of the PTX machine: allows launches after a fault, and sets an option.
  void (*weftPtxReset)();
  int (*weftPtxSetOption)(const char *name, const char *value);
  /// Counts of all launches, if the name is empty.
  int (*weftPtxCounts)(const char *kernel, weftPtxCountsRecord *record,
                       uint64_t size);

  /// Whether the PTX machine stands in for a device.
  bool isEmulated() const { return weftPtxLastFault; }
};

/// A device that kernels are launched on.
class CudaDevice {
public:
  /// The device with a number, from zero.
  static Expected<const CudaDevice *> get(int64_t number);
  /// The functions of the driver; null if none was loaded.
  static const CudaFunctions *findFunctions();

  const CudaFunctions *operator->() const { return &functions; }

  /// What an error of the driver means, for the user.
  std::string describe(int error) const;

  /// The compute capability times ten.
  int64_t getCapability() const { return capability; }

private:
  explicit CudaDevice(const CudaFunctions &functions) : functions(functions) {}

  Status open(int64_t number);
  Status findCapability(int device);

  const CudaFunctions &functions;
  DeviceContext context = nullptr;
  int64_t capability = 0;

  friend class CurrentContext;
};

/// Makes the context of the device the current one of the thread while it
/// lives, and leaves the caller's in place.
class CurrentContext {
public:
  explicit CurrentContext(const CudaDevice &device)
      : device(device), error(device->cuCtxPushCurrent(device.context)) {}
  CurrentContext(const CurrentContext &) = delete;
  ~CurrentContext() {
    DeviceContext last;
    if (error == 0)
      device->cuCtxPopCurrent(&last);
  }

  /// The driver's error; zero if there is none.
  int getError() const { return error; }

private:
  const CudaDevice &device;
  int error;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_CUDADRIVER_H
