/*===- KernelVersions.h - Statistics that choose a version --------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * A kernel may be compiled in two versions. Generated code calls these
 * functions to choose one of them when it runs.
 *
 *===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_KERNELVERSIONS_H
#define WEFT_RUNTIME_KERNELVERSIONS_H

#include "weft/Runtime/TensorABI.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segments are even if they have so many entries on average, and no sampled one
 * has more than so many times the average. Within these lengths, a warp per
 * segment executes fewer instructions than a split by entries (docs/gpu.md,
 * "What schedules cost") and uses at least as many warps as that split, whose
 * warps take 1024 entries each. */
#define WEFT_RT_EVEN_MIN_MEAN 32
#define WEFT_RT_EVEN_MAX_MEAN 1024
#define WEFT_RT_EVEN_MAX_RATIO 2
/* The number of samples. */
#define WEFT_RT_EVEN_SAMPLES 1024

/* Returns 1 if segments are long and even enough that a warp of a GPU computes
 * each, and 0 otherwise. Array `array` of `tensors[tensor]` stores the
 * positions of the segments, as signed integers of 8, 16, 32 or 64 bits
 * (`bits`). The samples are the segments of `WEFT_RT_EVEN_SAMPLES` entries at
 * equal distances, so that each segment with a larger share of the entries
 * is sampled. If only a device stores the current
 * contents of the array, they are copied to the host. */
int64_t weft_rt_has_even_segments(weft_tensor_data *const *tensors,
                                  int64_t tensor, int64_t array, int64_t bits);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* WEFT_RUNTIME_KERNELVERSIONS_H */
