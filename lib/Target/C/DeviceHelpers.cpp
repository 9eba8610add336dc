//===- DeviceHelpers.cpp - Functions for arrays on a device -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of functions that keep copies of arrays on a device, by the runtime
// library of CUDA, and of the one that device code updates memory with.
//
//===----------------------------------------------------------------------===//

#include "Helpers.h"

using namespace llvm;
using namespace weft::csource;

/// Each is behind those it calls.
ArrayRef<Helper> weft::csource::getDeviceHelpers() {
  static const StringRef fail[] = {"weft_fail"},
                         check[] = {"weft_device_check"},
                         find[] = {"weft_device_find"},
                         copying[] = {"weft_device_check", "weft_device_find"},
                         use[] = {"weft_device_use"}, ending[] = {"weft_end"},
                         stringHeader[] = {"string.h"};
  static const Helper helpers[] = {
      {"weft_device_check",
       fail,
       {},
       R"(/* Whether a call of CUDA did what it should. */
static bool weft_device_check(weft_run *run, cudaError_t error) {
  if (error != cudaSuccess)
    weft_fail(run, WEFT_RT_DEVICE_FAILED, (int64_t)error, 0, 0);
  return error == cudaSuccess;
}
)"},
      {"weft_device_find",
       {},
       {},
       R"(static weft_copy *weft_device_find(weft_run *run, const void *host) {
  weft_copy *copy = run->copies;
  while (copy && copy->host != host)
    copy = copy->next;
  return copy;
}
)"},
      {"weft_device_use",
       copying,
       {},
       R"(/* The copy of an array for a launch, which has its elements unless the kernel
 * defines them; NULL if there are none, or after a failure. */
static void *weft_device_use(weft_run *run, const void *host, int64_t length,
                             size_t size, bool needs_elements, bool is_written) {
  size_t bytes = (size_t)length * size;
  /* Updates of short numbers exchange the four bytes around them. */
  size_t room = (bytes + 3) / 4 * 4;
  if (run->error.status != WEFT_RT_OK || bytes == 0)
    return NULL;
  weft_copy *copy = weft_device_find(run, host);
  if (copy && copy->bytes < bytes) {
    weft_fail(run, WEFT_RT_INVALID_ARGUMENT, 0, 0, 0);
    return NULL;
  }
  if (!copy) {
    copy = (weft_copy *)calloc(1, sizeof *copy);
    if (!copy) {
      weft_fail(run, WEFT_RT_OUT_OF_MEMORY, sizeof *copy, 0, 0);
      return NULL;
    }
    copy->host = (void *)host;
    copy->bytes = bytes;
    copy->host_is_current = true;
    copy->next = run->copies;
    run->copies = copy;
    if (!weft_device_check(run, cudaMalloc(&copy->device, room)))
      return NULL;
  }
  if (!copy->device_is_current && (needs_elements || room != bytes)) {
    if (room != bytes &&
        !weft_device_check(run, cudaMemset((char *)copy->device + room - 4, 0, 4)))
      return NULL;
    if (!weft_device_check(run, cudaMemcpy(copy->device, host, bytes,
                                           cudaMemcpyHostToDevice)))
      return NULL;
  }
  copy->device_is_current = true;
  if (is_written)
    copy->host_is_current = false;
  return copy->device;
}
)"},
      {"weft_device_read",
       use,
       {},
       R"(/* The copy of an array that a kernel reads. */
template <typename T>
static const T *weft_device_read(weft_run *run, const T *array, int64_t length) {
  return (const T *)weft_device_use(run, array, length, sizeof *array, true,
                                    false);
}
)"},
      {"weft_device_update",
       use,
       {},
       R"(/* The copy of an array that a kernel changes. */
template <typename T>
static T *weft_device_update(weft_run *run, T *array, int64_t length) {
  return (T *)weft_device_use(run, array, length, sizeof *array, true, true);
}
)"},
      {"weft_device_define",
       use,
       {},
       R"(/* The copy of an array whose elements come from a kernel. */
template <typename T>
static T *weft_device_define(weft_run *run, T *array, int64_t length) {
  return (T *)weft_device_use(run, array, length, sizeof *array, false, true);
}
)"},
      {"weft_device_access",
       copying,
       {},
       R"(/* Copies an array back, if need be, before the host reads or writes it. */
static void weft_device_access(weft_run *run, const void *host,
                               bool is_written) {
  weft_copy *copy = weft_device_find(run, host);
  if (!copy)
    return;
  if (!copy->host_is_current &&
      weft_device_check(run, cudaMemcpy(copy->host, copy->device, copy->bytes,
                                        cudaMemcpyDeviceToHost)))
    copy->host_is_current = true;
  if (is_written)
    copy->device_is_current = false;
}
)"},
      {"weft_device_forget",
       find,
       {},
       R"(/* Frees the copy of an array whose memory goes back. */
static void weft_device_forget(weft_run *run, const void *host) {
  weft_copy *copy = weft_device_find(run, host);
  if (!copy)
    return;
  weft_copy **link = &run->copies;
  while (*link != copy)
    link = &(*link)->next;
  *link = copy->next;
  cudaFree(copy->device);
  free(copy);
}
)"},
      {"weft_device_blocks",
       fail,
       {},
       R"(/* The number of blocks of a launch, which devices limit. */
static unsigned weft_device_blocks(weft_run *run, int64_t count) {
  if (count > INT32_MAX)
    weft_fail(run, WEFT_RT_DEVICE_FAILED, (int64_t)cudaErrorInvalidValue, 0, 0);
  return (unsigned)count;
}
)"},
      {"weft_device_wait",
       check,
       {},
       R"(/* Waits until a launch is done. */
static void weft_device_wait(weft_run *run) {
  if (weft_device_check(run, cudaGetLastError()))
    weft_device_check(run, cudaDeviceSynchronize());
}
)"},
      {"weft_device_finish",
       check,
       {},
       R"(/* Copies what kernels have changed back. */
static void weft_device_finish(weft_run *run) {
  for (weft_copy *copy = run->copies; copy; copy = copy->next)
    if (!copy->host_is_current &&
        weft_device_check(run, cudaMemcpy(copy->host, copy->device, copy->bytes,
                                          cudaMemcpyDeviceToHost)))
      copy->host_is_current = true;
}
)"},
      {"weft_device_end",
       ending,
       {},
       R"(/* Frees what the kernel still holds, and gives its status. */
static int64_t weft_device_end(weft_run *run, weft_rt_error *error) {
  while (run->copies) {
    weft_copy *copy = run->copies;
    run->copies = copy->next;
    cudaFree(copy->device);
    free(copy);
  }
  return weft_end(run, error);
}
)"},
      {"weft_replace",
       {},
       stringHeader,
       R"(/* Replaces a number by another one if it is the old one, bit by bit. Otherwise,
 * the old one becomes the one that is there, and the result is false. Numbers
 * of less than four bytes are exchanged with those around them. */
template <typename T>
static __device__ bool weft_replace(T *place, T *old, T next) {
  if (sizeof(T) == 8) {
    unsigned long long before, after;
    memcpy(&before, old, sizeof *old);
    memcpy(&after, &next, sizeof next);
    unsigned long long found =
        atomicCAS((unsigned long long *)place, before, after);
    memcpy(old, &found, sizeof *old);
    return found == before;
  }
  unsigned *word = (unsigned *)((uintptr_t)place & ~(uintptr_t)3);
  unsigned shift = 8 * (unsigned)((uintptr_t)place & 3);
  unsigned mask = (unsigned)((1ull << 8 * (sizeof(T) & 7)) - 1) << shift;
  unsigned before = 0, after = 0, around = *(volatile unsigned *)word;
  memcpy(&before, old, sizeof *old);
  memcpy(&after, &next, sizeof next);
  before = (around & ~mask) | (before << shift);
  after = (around & ~mask) | (after << shift);
  unsigned found = atomicCAS(word, before, after);
  unsigned shown = (found & mask) >> shift;
  memcpy(old, &shown, sizeof *old);
  return found == before;
}
)"},
  };
  return helpers;
}
