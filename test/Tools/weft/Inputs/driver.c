/* A driver that has the functions of libcuda.so.1 and no device that does
 * anything: VERSION, COUNT and CAPABILITY say what it reports. */
#define SUCCEED(name)                                                          \
  int name(void) { return 0; }
SUCCEED(cuInit)
SUCCEED(cuDeviceGet)
SUCCEED(cuDevicePrimaryCtxRetain)
SUCCEED(cuCtxPushCurrent_v2)
SUCCEED(cuCtxPopCurrent_v2)
SUCCEED(cuModuleLoadDataEx)
SUCCEED(cuModuleUnload)
SUCCEED(cuModuleGetFunction)
SUCCEED(cuMemAlloc_v2)
SUCCEED(cuMemFree_v2)
SUCCEED(cuMemsetD8Async)
SUCCEED(cuMemcpyHtoDAsync_v2)
SUCCEED(cuMemcpyDtoHAsync_v2)
SUCCEED(cuStreamCreate)
SUCCEED(cuStreamSynchronize)
SUCCEED(cuEventCreate)
SUCCEED(cuEventRecord)
SUCCEED(cuEventElapsedTime)
SUCCEED(cuLaunchKernel)
SUCCEED(cuGetErrorString)

int cuDriverGetVersion(int *version) {
  *version = VERSION;
  return 0;
}

int cuDeviceGetCount(int *count) {
  *count = COUNT;
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  *value = attribute == 75 ? CAPABILITY / 10 : CAPABILITY % 10;
  return 0;
}
