/*===- calls.c - What a call takes ---------------------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Runs a kernel of one result many times and frees what it gives. Loaded by
 * `costs.py`, which has the functions of Weft's C interface as pointers.
 *
 *===----------------------------------------------------------------------===*/

#include <stdint.h>
#include <time.h>

typedef int run_function(const void *kernel, const void *const *operands,
                         int64_t num_operands, const void *result_dims,
                         void **results, int64_t num_results, char **error);
typedef void free_function(void *tensor);

/* The seconds of one call; less than zero if one fails. */
double seconds_of_call(run_function *run, free_function *release,
                       const void *kernel, const void *const *operands,
                       int64_t num_operands, int64_t calls) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int64_t call = 0; call < calls; call++) {
    void *result;
    char *error;
    if (run(kernel, operands, num_operands, 0, &result, 1, &error))
      return -1;
    release(result);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec);
  seconds += 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  return seconds / (double)calls;
}
