/*===- main.c - A kernel as C source ------------------------------*- C -*-===*
 *
 * Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Calls y(i) = A(i,j) * x(j), written as spmv.c and spmv.h for a matrix in CSR
 * (see docs/interfaces.md), on arrays that the program has anyway. Neither file
 * needs anything of Weft.
 *
 *===----------------------------------------------------------------------===*/

#include "spmv.h"

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  /* A = [1 0 2]
   *     [0 0 0]
   *     [0 3 0] */
  int64_t sizes[] = {3, 3};
  int32_t positions[] = {0, 2, 2, 3};
  int32_t columns[] = {0, 2, 1};
  double entries[] = {1, 2, 3};
  weft_array matrix_arrays[] = {{positions, 4}, {columns, 3}, {entries, 3}};
  weft_tensor_data matrix = {2, 3, sizes, matrix_arrays};

  double components[] = {1, 2, 3};
  weft_array vector_array = {components, 3};
  weft_tensor_data vector = {1, 1, sizes, &vector_array};

  weft_array result_array = {NULL, 0};
  weft_tensor_data result = {1, 1, sizes, &result_array};

  weft_rt_error error;
  if (spmv(&result, &matrix, &vector, &error) != WEFT_RT_OK) {
    fprintf(stderr, "the kernel failed with status %d\n", (int)error.status);
    return 1;
  }
  const double *y = result_array.data;
  printf("y = [%g %g %g]\n", y[0], y[1], y[2]);
  free(result_array.data);
  return 0;
}
