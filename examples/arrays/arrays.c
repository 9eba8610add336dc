/*===- arrays.c - Kernels on the arrays of a program --------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Multiplies a matrix with a vector that the program has in arrays of its own.
 * The tensors use the arrays where they lie, and say when they do not need them
 * any longer. The arrays of a result are handed over, or are those of the
 * program from the beginning. A function hears how far long calls have come,
 * and could end them.
 *
 *===----------------------------------------------------------------------===*/

#include "weft-c/Weft.h"

#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the message of a call if its `status` is not zero. The
 * address of the message is known before the call. */
static void check(int status, char **message) {
  if (status == 0)
    return;
  const char *error = *message;
  fprintf(stderr, "error: %s\n", error ? error : "not enough memory");
  exit(1);
}

/* Counts the tensors that have released their arrays. */
static void release(void *context) { ++*(int *)context; }

/* Shows a long call, and lets it go on. */
static int report(void *context, const char *stage, double fraction) {
  (void)context;
  if (fraction < 0)
    fprintf(stderr, "%s\n", stage);
  else
    fprintf(stderr, "%s: %.0f %%\n", stage, fraction * 100);
  return 0;
}

int main(void) {
  /* [ 2 0 1 ]
   * [ 0 3 0 ] in CSR, with positions and coordinates of 64 bits. */
  const int64_t positions[] = {0, 2, 3}, columns[] = {0, 2, 1};
  double values[] = {2, 1, 3}, x[] = {1, 10, 100};
  int num_released = 0;
  char *error = NULL;
  weft_set_progress(report, NULL);

  const void *matrix[] = {positions, columns, values};
  const int64_t matrix_lengths[] = {3, 3, 3}, matrix_dims[] = {2, 3};
  weft_tensor *operands[2] = {NULL, NULL};
  check(weft_tensor_from_arrays("CSR{pos=64,crd=64}", "f64", 2, matrix_dims, 3,
                                matrix, matrix_lengths, 0, release,
                                &num_released, &operands[0], &error),
        &error);
  const void *vector[] = {x};
  const int64_t size = 3;
  check(weft_tensor_from_arrays(NULL, "f64", 1, &size, 1, vector, &size,
                                WEFT_ARRAYS_TRUSTED, release, &num_released,
                                &operands[1], &error),
        &error);

  const char *const formats[] = {"A:CSR{pos=64,crd=64}"};
  weft_kernel *kernel = NULL;
  check(weft_compile("y(i) = A(i,j) * x(j)", formats, 1, NULL, 0, NULL, &kernel,
                     &error),
        &error);
  /* The components in borrowed arrays may change between two calls. */
  for (int run = 0; run < 3; ++run) {
    weft_tensor *result = NULL;
    check(weft_kernel_run(kernel, (const weft_tensor *const *)operands, 2, NULL,
                          &result, 1, &error),
          &error);
    void *data = NULL;
    int64_t length = 0;
    check(weft_tensor_take_arrays(result, &data, &length, &error), &error);
    const double *y = data;
    printf("y =");
    for (int64_t i = 0; i < length; ++i)
      printf(" %g", y[i]);
    printf("\n");
    weft_array_free(data);
    x[0] += 1;
  }

  /* A dense result is computed into an array of the program. */
  double y[2];
  const void *memory[] = {y};
  const int64_t num_rows = 2;
  weft_tensor *result = NULL;
  check(weft_tensor_from_arrays(NULL, "f64", 1, &num_rows, 1, memory, &num_rows,
                                WEFT_ARRAYS_WRITABLE, release, &num_released,
                                &result, &error),
        &error);
  for (int run = 0; run < 2; ++run) {
    check(weft_kernel_run_into(kernel, (const weft_tensor *const *)operands, 2,
                               NULL, 0, &result, 1, &error),
          &error);
    printf("y = %g %g\n", y[0], y[1]);
    x[1] += 1;
  }

  weft_tensor_free(result);
  weft_kernel_free(kernel);
  weft_tensor_free(operands[0]);
  weft_tensor_free(operands[1]);
  printf("%d tensors have released their arrays\n", num_released);
  return 0;
}
