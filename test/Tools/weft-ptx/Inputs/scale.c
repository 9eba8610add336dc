/*===- scale.c - A program for any CUDA driver --------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Loads libcuda.so.1 and runs the kernel of a file on four numbers, with as
 * many threads as an argument says.
 *
 *===----------------------------------------------------------------------===*/

#include "weft/PTX/Driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

#define CALL(NAME) ((__typeof__(&NAME))dlsym(library, #NAME))
#define CHECK(CALLED)                                                          \
  do {                                                                         \
    CUresult result = CALLED;                                                  \
    if (result != CUDA_SUCCESS) {                                              \
      const char *name = "?";                                                  \
      CALL(cuGetErrorName)(result, &name);                                     \
      printf("%s\n", name);                                                    \
      return 1;                                                                \
    }                                                                          \
  } while (0)

int main(int argc, char **argv) {
  static char text[1 << 16];
  float numbers[4] = {1, 2, 3, 4};
  unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 4;
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr data;
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library || !file || fread(text, 1, sizeof text - 1, file) == 0) {
    printf("no driver or no file\n");
    return 1;
  }
  CHECK(CALL(cuInit)(0));
  CHECK(CALL(cuDevicePrimaryCtxRetain)(&context, 0));
  CHECK(CALL(cuCtxSetCurrent)(context));
  CHECK(CALL(cuModuleLoadData)(&module, text));
  CHECK(CALL(cuModuleGetFunction)(&function, module, "scale"));
  CHECK(CALL(cuMemAlloc_v2)(&data, sizeof numbers));
  CHECK(CALL(cuMemcpyHtoD_v2)(data, numbers, sizeof numbers));
  void *parameters[] = {&data, &count};
  CHECK(CALL(cuLaunchKernel)(function, 1, 1, 1, 32, 1, 1, 0, NULL, parameters,
                             NULL));
  CHECK(CALL(cuMemcpyDtoH_v2)(numbers, data, sizeof numbers));
  printf("%g %g %g %g\n", numbers[0], numbers[1], numbers[2], numbers[3]);
  return 0;
}
