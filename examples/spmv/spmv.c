/*===- spmv.c - Weft in a C program -------------------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Reads a sparse matrix from a file, compiles its product with a vector, and
 * runs it: the main job of Weft through the C interface.
 *
 *===----------------------------------------------------------------------===*/

#include <weft-c/Weft.h>

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

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s MATRIX.mtx\n", argv[0]);
    return 1;
  }
  char *error = NULL;

  /* The kernel: the format of A is fixed here, its sizes are not. */
  const char *const formats[] = {"A:CSR"};
  weft_kernel *kernel = NULL;
  check(weft_compile("y(i) = A(i,j) * x(j)", formats, 1, NULL, 0, NULL, &kernel,
                     &error),
        &error);

  /* The operands: A from the file, and a vector of ones. */
  weft_tensor *matrix = NULL, *ones = NULL, *result = NULL;
  check(weft_tensor_read(argv[1], "CSR", "f64", 2, NULL, 0, &matrix, &error),
        &error);
  int64_t size = weft_tensor_dims(matrix)[1];
  int64_t *positions = malloc((size + 1) * sizeof *positions);
  double *values = malloc((size + 1) * sizeof *values);
  if (!positions || !values)
    check(1, NULL);
  for (int64_t j = 0; j < size; ++j) {
    positions[j] = j;
    values[j] = 1;
  }
  check(weft_tensor_create("d", "f64", 1, &size, size, positions, values, 0,
                           &ones, &error),
        &error);

  /* The order of operands is that of the kernel: A, then x. */
  const weft_tensor *operands[] = {matrix, ones};
  check(weft_kernel_run(kernel, operands, 2, NULL, &result, 1, &error), &error);

  const void *data = NULL;
  int64_t length = 0, row = 0;
  check(weft_tensor_array(result, 0, &data, &length, &error), &error);
  const double *sums = data;
  for (int64_t i = 1; i < length; ++i)
    if (sums[i] > sums[row])
      row = i;
  if (length > 0)
    printf("row %lld has the largest sum, %g\n", (long long)row + 1, sums[row]);

  free(positions);
  free(values);
  weft_tensor_free(matrix);
  weft_tensor_free(ones);
  weft_tensor_free(result);
  weft_kernel_free(kernel);
  return 0;
}
