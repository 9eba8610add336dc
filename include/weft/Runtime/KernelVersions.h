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

/* Returns 1 if segments are long and even enough that a warp of a GPU computes
 * each, and 0 otherwise. Array `array` of `tensors[tensor]` stores the
 * positions of the segments, as signed integers of 8, 16, 32 or 64 bits
 * (`bits`). They are even if they have 32 to 1024 entries on average and no
 * sampled segment has more than twice the average. The samples are the segments
 * of 1024 entries at equal distances, so that each segment with more than
 * 1/1024 of all entries is sampled. If only a device stores the current
 * contents of the array, they are copied to the host. */
int64_t weft_rt_has_even_segments(weft_tensor_data *const *tensors,
                                  int64_t tensor, int64_t array, int64_t bits);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* WEFT_RUNTIME_KERNELVERSIONS_H */
