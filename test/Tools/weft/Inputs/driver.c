/* A driver that has the functions of libcuda.so.1 and no device that does
 * anything: VERSION, COUNT and CAPABILITY say what it reports. It prints what
 * kind of code it is given, and takes no machine code if REFUSES is defined. */
#include <stdio.h>
#include <string.h>

#define SUCCEED(name)                                                          \
  int name(void) { return 0; }
SUCCEED(cuInit)
SUCCEED(cuDeviceGet)
SUCCEED(cuDevicePrimaryCtxRetain)
SUCCEED(cuCtxPushCurrent_v2)
SUCCEED(cuCtxPopCurrent_v2)
SUCCEED(cuModuleUnload)
SUCCEED(cuModuleGetFunction)
SUCCEED(cuMemAlloc_v2)
SUCCEED(cuMemFree_v2)
SUCCEED(cuMemHostAlloc)
SUCCEED(cuMemFreeHost)
SUCCEED(cuMemsetD8Async)
SUCCEED(cuMemcpyHtoDAsync_v2)
SUCCEED(cuMemcpyDtoHAsync_v2)
SUCCEED(cuStreamCreate)
SUCCEED(cuStreamDestroy_v2)
SUCCEED(cuStreamSynchronize)
SUCCEED(cuEventCreate)
SUCCEED(cuEventDestroy_v2)
SUCCEED(cuEventRecord)
SUCCEED(cuEventSynchronize)
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

int cuModuleLoadDataEx(void **module, const void *image) {
  const unsigned char *bytes = image;
  (void)module;
  if (memcmp(bytes, "\177ELF", 4) != 0) {
    fprintf(stderr, "loads PTX\n");
    return 0;
  }
  /* The second byte of the flags of an ELF file is the architecture. */
  fprintf(stderr, "loads sm_%d\n", bytes[49]);
#ifdef REFUSES
  return 209;
#else
  return 0;
#endif
}
